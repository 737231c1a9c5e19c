/** The result of every sign-in, by any method. */
import { z } from 'zod'
import { ROLES } from '../../api/rights.ts'

export const Role = z.enum(ROLES)

export const UserData = z.object({
  id: z.int(),
  userName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  profilePicture: z.string().nullable(),
})
export type UserData = z.output<typeof UserData>

export const WhoAmI = z.object({
  userData: UserData,
  lastRole: Role,
  /** Without those of staff while a second factor is needed. */
  roles: z.array(Role),
  /** A member of staff has to turn on a second factor first. */
  secondFactorNeeded: z.boolean(),
})

/** A token in the body; missing when the call asked for cookies. */
export const TokenInBody = z.string().optional().describe('Only without `X-Session: cookies`.')

export const SignedIn = WhoAmI.extend({
  accessToken: TokenInBody,
  accessTokenExpirationDate: z.iso.datetime(),
  refreshToken: TokenInBody,
  refreshTokenExpirationDate: z.iso.datetime(),
})
export type SignedIn = z.output<typeof SignedIn>

export const SecondFactorMethod = z.enum(['totp', 'sms', 'backup'])
export type SecondFactorMethod = z.output<typeof SecondFactorMethod>

/** What a sign-in needs as its second factor. */
export const SecondFactorFacts = z.object({
  /** Only its first and last digits are shown; empty when no code can be sent to it. */
  maskedPhone: z.string(),
  /** In the order in which they are offered. */
  methods: z.array(SecondFactorMethod),
  /** Whether a code was sent to the phone. */
  codeSent: z.boolean(),
  resendAfterSeconds: z.int(),
})
export type SecondFactorFacts = z.output<typeof SecondFactorFacts>

const SecondFactorChallenge = SecondFactorFacts.extend({
  requiresTwoFactor: z.literal(true),
  challenge: TokenInBody,
})
export type SecondFactorChallenge = z.output<typeof SecondFactorChallenge>

/** A session; or, where the account has a second factor, the challenge to answer next. */
export const SignInAnswer = z.union([SignedIn, SecondFactorChallenge])
export type SignInAnswer = z.output<typeof SignInAnswer>
