/** What an operation works with. One context per request; clock, mail, payment and storage are passed in here. */
import type { EInvoicingPort } from '../adapters/e-invoicing/port.ts'
import type { EmailPort } from '../adapters/email/port.ts'
import type { PaymentPort } from '../adapters/payment/port.ts'
import type { SmsPort } from '../adapters/sms/port.ts'
import type { SocialPort } from '../adapters/social/port.ts'
import type { StoragePort } from '../adapters/storage/port.ts'
import { Problem } from '../api/problem.ts'
import type { Role } from '../api/rights.ts'
import type { Lang } from '../locales/lang.ts'
import type { Database } from './database/database.server.ts'
import { MINUTE_SECONDS } from './durations.ts'
import type { Log } from './log.server.ts'
import type { Settings } from './settings.server.ts'

/** The work of an argon2id hash. */
export type PasswordCost = { memoryKib: number; passes: number }

/** Lives as long as the server. */
export type Services = {
  db: Database
  settings: Settings
  log: Log
  /** The clock; tests replace it. */
  now: () => Date
  /** The provider of new payments. */
  payment: PaymentPort
  /** Providers that were used before and are still configured: their open payments and webhooks are handled. */
  formerPayments: PaymentPort[]
  /** The instalment companies whose keys are set; which of them are offered is in the settings. */
  instalmentPayments: PaymentPort[]
  /** The tax authority's platform for e-invoices; what is sent, and for whom, is in the settings. */
  eInvoicing: EInvoicingPort
  email: EmailPort
  sms: SmsPort
  /** The social sign-in providers, in the order of their buttons. */
  social: SocialPort[]
  storage: StoragePort
  /** Only tests set it, which open thousands of accounts; no setting does. */
  passwordCost?: PasswordCost
}

export type SignedInUser = {
  id: number
  sessionId: string
  /** When the session was opened or last re-authenticated. */
  provedAt: Date
  /** A member of staff without a second factor: `roles` has those of staff only once there is one. */
  secondFactorNeeded: boolean
  email: string
  userName: string
  firstName: string
  lastName: string
  phone: string
  profilePicture: string | null
  /** At most 100. */
  unreadNotices: number
  roles: Role[]
  lastRole: Role
}

export type Context = Services & {
  requestId: string
  lang: Lang
  user: SignedInUser | null
  /** The account that a call of somebody who is not signed in concerns, for the security log. */
  concerns?: { id: number; email: string }
  /** Where the caller keeps its tokens. With `body`, cookies are neither read nor set by `sessions/cookies.server.ts`. */
  tokensIn: 'cookies' | 'body'
  /** The visitor's IP address, according to the trusted proxies. */
  ip: string
  userAgent: string
  /** A page sent the request, as opposed to an app or another server: browsers say so in every POST. */
  isFromBrowser: boolean
  /** Complete Set-Cookie values for the response. */
  setCookies: string[]
  /** The cookies that came with the request. */
  cookies: ReadonlyMap<string, string>
}

/**
 * The context of a call whose answer is shared: nobody is signed in, and what else is known of the visitor cannot be
 * read.
 */
export function guestContext(ctx: Context): Context {
  const unknown = (fact: string): PropertyDescriptor => ({
    enumerable: false,
    get: () => {
      throw new Error(`A call whose answer is shared asked for the visitor's ${fact}.`)
    },
  })
  return Object.defineProperties(
    { ...ctx, user: null, setCookies: Object.freeze([]) as never },
    {
      requestId: unknown('request'),
      ip: unknown('address'),
      userAgent: unknown('browser'),
      isFromBrowser: unknown('browser'),
      cookies: unknown('cookies'),
      tokensIn: unknown('tokens'),
      concerns: unknown('account'),
    },
  )
}

/** How long a re-authentication allows sensitive changes. */
export const PROOF_SECONDS = 10 * MINUTE_SECONDS

export function hasRecentProof(user: SignedInUser, now: Date): boolean {
  return user.provedAt.getTime() > now.getTime() - PROOF_SECONDS * 1000
}

/** The signed-in visitor, or 401. */
export function requireUser(ctx: Context): SignedInUser {
  if (!ctx.user) throw new Problem('unauthenticated')
  return ctx.user
}
