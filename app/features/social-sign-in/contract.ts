/** Sign-in by providers: the redirects there and back, and the steps of a first sign-in. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { Email, Flag, Id, MobilePhone, optional, PersonName, SixDigits } from '../../api/fields.ts'
import { SignInAnswer } from '../accounts/sign-in-contract.ts'
import { ResendWait } from '../codes/contract.ts'

const ProviderId = z.string().max(40, 'invalid')
const Provider = z.object({ id: z.string(), name: z.string() })
export type Provider = z.output<typeof Provider>

const Location = z.object({ location: z.string() })

/** The provider's response, which the visitor's browser brings back. */
const Answer = z.object({
  provider: ProviderId,
  state: z.string().max(200).optional().catch(undefined),
  code: z.string().max(4000).optional().catch(undefined),
  iss: z.string().max(500).optional().catch(undefined),
  error: z.string().max(100).optional().catch(undefined),
  /** From Apple, at the first consent only: JSON. */
  user: z.string().max(4000).optional().catch(undefined),
})
export type ProviderAnswer = Omit<z.output<typeof Answer>, 'provider'>

/** When it is missing, the browser's cookie is used. */
const PendingIdentity = z.string().max(200, 'invalid').optional()

/**
 * The next step of a pending identity: enter an email address, enter the code that was mailed to it, prove to own the
 * account of the address, confirm the link, or enter the details of a new account.
 */
const PendingIdentityStep = z.enum(['email', 'code', 'prove', 'link', 'register'])
export type PendingIdentityStep = z.output<typeof PendingIdentityStep>

const Connection = z.object({
  id: z.int(),
  provider: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  linkedAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
})
export type Connection = z.output<typeof Connection>

export const socialSignInEndpoints = {
  externalProviders: endpoint({
    method: 'GET',
    path: 'Auth/external-providers',
    summary: 'The providers that one can sign in by, in the order of their buttons.',
    audience: 'everyone',
    sharedBy: 'everyone',
    input: z.object({}),
    output: z.array(Provider),
    reads: [],
  }),
  startExternal: endpoint({
    method: 'GET',
    path: 'Auth/external/{provider}/start',
    summary: 'Sends the browser to a provider to sign in, and afterwards to `returnTo`.',
    audience: 'everyone',
    input: z.object({
      provider: ProviderId,
      returnTo: z.string().max(500).optional().catch(undefined),
      lang: z.enum(['ar', 'en']).optional().catch(undefined),
    }),
    output: Location,
    problems: ['notFound'],
    redirects: true,
  }),
  finishExternal: endpoint({
    method: 'GET',
    path: 'Auth/external/{provider}/callback',
    summary: 'Where the provider sends the browser back to: signed in, with a ticket, or to sign-in with a reason.',
    audience: 'everyone',
    input: Answer,
    output: Location,
    problems: ['notFound'],
    redirects: true,
  }),
  externalPosted: endpoint({
    method: 'POST',
    path: 'Auth/external/{provider}/callback',
    summary: "The same, where the provider's page posts its answer.",
    audience: 'everyone',
    input: Answer,
    output: Location,
    problems: ['notFound'],
    redirects: true,
    csrfExempt: true,
  }),
  externalTicket: endpoint({
    method: 'GET',
    path: 'Auth/external-ticket',
    summary: "What this browser's ticket says, and what is to be done next.",
    audience: 'everyone',
    input: z.object({}),
    output: z.object({
      provider: Provider,
      step: PendingIdentityStep,
      /** Empty while it is unknown. */
      email: z.string(),
      hasPassword: z.boolean(),
      firstName: z.string(),
      lastName: z.string(),
      codeSent: z.boolean(),
      resendAfterSeconds: z.int(),
      returnTo: z.string().nullable(),
    }),
    problems: ['externalExpired'],
  }),
  sendExternalCode: endpoint({
    method: 'POST',
    path: 'Auth/external-code',
    summary: 'Mails a code to the address of the ticket, or to `email` where no address is certain yet.',
    audience: 'everyone',
    input: z.object({ ticket: PendingIdentity, email: optional(Email) }),
    output: ResendWait,
    problems: ['externalExpired', 'tooManyRequests'],
  }),
  verifyExternal: endpoint({
    method: 'POST',
    path: 'Auth/external-verify',
    summary: 'Takes the code that was mailed: its address is now certain, and so is whose its account is.',
    audience: 'everyone',
    input: z.object({ ticket: PendingIdentity, code: SixDigits }),
    output: z.object({ step: PendingIdentityStep.extract(['link', 'register']) }),
    problems: ['externalExpired', 'codeWrong', 'codeExpired', 'tooManyRequests'],
  }),
  externalLogin: endpoint({
    method: 'POST',
    path: 'Auth/external-login',
    summary: "Links the ticket's identity to the account that was proved by code, or now by its password; signs in.",
    audience: 'everyone',
    input: z.object({ ticket: PendingIdentity, password: z.string().max(1000, 'invalid').optional() }),
    output: SignInAnswer,
    problems: ['externalExpired', 'proofNeeded', 'tooManyRequests'],
    givesTokens: true,
    logs: 'signIn',
  }),
  externalRegister: endpoint({
    method: 'POST',
    path: 'Auth/external-register',
    summary: "Opens an account for the ticket's identity and its certain address, and signs in.",
    audience: 'everyone',
    input: z.object({
      ticket: PendingIdentity,
      firstName: PersonName,
      lastName: PersonName,
      phone: MobilePhone,
      acceptTerms: z.union([z.literal(true), z.literal('true'), z.literal('on')], 'terms'),
      /** Asks for the institute's news and offers by mail. */
      wantsNews: Flag,
    }),
    output: SignInAnswer,
    problems: ['externalExpired', 'proofNeeded', 'addressHasAccount', 'tooManyRequests'],
    givesTokens: true,
    logs: 'signUp',
  }),
  connections: endpoint({
    method: 'GET',
    path: 'Profile/connections',
    summary: 'The accounts elsewhere that one can sign in by, and the providers that can be added.',
    audience: 'signedIn',
    input: z.object({}),
    output: z.object({ connections: z.array(Connection), providers: z.array(Provider) }),
  }),
  connect: endpoint({
    method: 'POST',
    path: 'Profile/connections',
    summary: 'Begins to link an account elsewhere: the address at the provider to go to.',
    audience: 'signedIn',
    input: z.object({ provider: ProviderId }),
    output: z.object({ url: z.string() }),
    problems: ['proofNeeded', 'notFound', 'externalProviderDown'],
    logs: 'factorChange',
  }),
  disconnect: endpoint({
    method: 'DELETE',
    path: 'Profile/connections',
    summary: 'Ends the link to an account elsewhere; never that of the last way in.',
    audience: 'signedIn',
    query: ['id'],
    input: z.object({ id: Id }),
    output: z.object({}),
    problems: ['proofNeeded', 'notFound', 'lastWayIn'],
    logs: 'factorChange',
  }),
}
