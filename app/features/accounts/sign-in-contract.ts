/** What a sign-in answers, whichever way it was begun. */
import { z } from 'zod'

const Role = z.enum(['Student', 'Teacher', 'Admin', 'Owner'])

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

export const WhoAmI = z.object({ userData: UserData, lastRole: Role, roles: z.array(Role) })

const SignedIn = WhoAmI.extend({
  accessToken: z.string(),
  accessTokenExpirationDate: z.iso.datetime(),
  refreshToken: z.string(),
  refreshTokenExpirationDate: z.iso.datetime(),
})
export type SignedIn = z.output<typeof SignedIn>

export const SecondMethod = z.enum(['totp', 'sms', 'backup'])
export type SecondMethod = z.output<typeof SecondMethod>

/** What a sign-in says of its second step. */
export const SecondStepFacts = z.object({
  /** With all but its ends hidden; empty when no code can be sent to it. */
  maskedPhone: z.string(),
  /** The one to offer first comes first. */
  methods: z.array(SecondMethod),
  /** Whether a code is on its way to the phone. */
  codeSent: z.boolean(),
  resendAfterSeconds: z.int(),
})
export type SecondStepFacts = z.output<typeof SecondStepFacts>

const SecondStep = SecondStepFacts.extend({ requiresTwoFactor: z.literal(true), challenge: z.string() })
export type SecondStep = z.output<typeof SecondStep>

/** An open session; or, where the account has a second factor, what is asked for next. */
export const SignInAnswer = z.union([SignedIn, SecondStep])
export type SignInAnswer = z.output<typeof SignInAnswer>
