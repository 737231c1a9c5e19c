/** Signing in by a passkey, and the passkeys of an account. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { Text } from '../../api/fields.ts'
import { SignedIn } from '../accounts/sign-in-contract.ts'
import { Assertion, Attestation, CredentialId, Transport } from '../webauthn/contract.ts'

const Descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(Transport),
})

const RequestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
  /** The account's passkeys, for a re-authentication. Empty at sign-in, so that no account's passkeys are revealed. */
  allowCredentials: z.array(Descriptor),
})

const CreationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(Descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
})

export const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  /** Whether it is synchronised to the person's other devices. */
  isSynced: z.boolean(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
})
export type Passkey = z.output<typeof Passkey>

const PasskeyName = Text(60)

export const passkeysEndpoints = {
  passkeyOptions: endpoint({
    method: 'POST',
    path: 'Auth/passkey/options',
    summary:
      'What a passkey is asked to sign, once within ten minutes: to sign in, or to prove oneself when signed in.',
    audience: 'everyone',
    input: z.object({ purpose: z.enum(['sign-in', 'prove']).optional() }),
    output: RequestOptions,
    problems: ['unauthenticated', 'tooManyRequests'],
  }),
  loginWithPasskey: endpoint({
    method: 'POST',
    path: 'Auth/passkey/login',
    summary: 'Signs in by a passkey that verified its user, which counts as both factors.',
    audience: 'everyone',
    input: z.object({ credential: Assertion }),
    output: SignedIn,
    problems: ['passkeyRefused', 'passkeyExpired'],
    givesTokens: true,
    logs: 'signIn',
  }),
  passkeys: endpoint({
    method: 'GET',
    path: 'Profile/passkeys',
    summary: 'The passkeys of the account, the newest first.',
    audience: 'signedIn',
    input: z.object({}),
    output: z.array(Passkey),
  }),
  newPasskeyOptions: endpoint({
    method: 'POST',
    path: 'Profile/passkeys/options',
    summary: 'What a new passkey is made of, once within ten minutes.',
    audience: 'signedIn',
    input: z.object({}),
    output: CreationOptions,
    problems: ['proofNeeded', 'passkeysFull'],
  }),
  addPasskey: endpoint({
    method: 'POST',
    path: 'Profile/passkeys',
    summary: 'Adds a passkey to the account. Without a name it is called by its maker or the device.',
    audience: 'signedIn',
    input: z.object({ credential: Attestation, name: PasskeyName.optional() }),
    output: Passkey,
    problems: ['proofNeeded', 'passkeyRefused', 'passkeyExpired'],
    status: 201,
    logs: 'factorChange',
  }),
  renamePasskey: endpoint({
    method: 'PATCH',
    path: 'Profile/passkeys',
    summary: 'Calls a passkey by another name.',
    audience: 'signedIn',
    query: ['id'],
    input: z.object({ id: CredentialId, name: PasskeyName }),
    output: z.object({}),
    problems: ['proofNeeded', 'notFound'],
  }),
  removePasskey: endpoint({
    method: 'DELETE',
    path: 'Profile/passkeys',
    summary: 'Removes a passkey: nobody signs in by it any more.',
    audience: 'signedIn',
    query: ['id'],
    input: z.object({ id: CredentialId }),
    output: z.object({}),
    problems: ['proofNeeded', 'notFound', 'lastWayIn'],
    logs: 'factorChange',
  }),
}
