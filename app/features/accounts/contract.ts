import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { Email, Flag, MobilePhone, PersonName, SixDigits } from '../../api/fields.ts'
import { ResendWait } from '../codes/contract.ts'
import { NewPassword, PASSWORDS_DIFFER, PasswordAgain, passwordsMatch } from './password-contract.ts'
import { SignInAnswer, TokenInBody, WhoAmI } from './sign-in-contract.ts'

export { UserData } from './sign-in-contract.ts'

export const Registration = z
  .object({
    firstName: PersonName,
    lastName: PersonName,
    email: Email,
    phone: MobilePhone,
    password: NewPassword,
    confirmPassword: PasswordAgain,
    acceptTerms: z.union([z.literal(true), z.literal('true'), z.literal('on')], 'terms'),
    /** Asks for the institute's news and offers by mail. */
    wantsNews: Flag,
    /** A page of this site to go on to from the mail. */
    returnTo: z.string().max(500, 'invalid').optional(),
  })
  .refine(passwordsMatch, PASSWORDS_DIFFER)

/** From the answer to the sign-up, for apps; a browser has it as a cookie. With it, codes of other sign-ups open nothing. */
const RequestToken = z.string().max(200, 'invalid').optional()

export const accountsEndpoints = {
  userInfo: endpoint({
    method: 'GET',
    path: 'auth/user-info',
    summary: 'Who is signed in.',
    audience: 'signedIn',
    input: z.object({}),
    output: WhoAmI.extend({ /** At most 100. */ unreadNotifications: z.int() }),
  }),
  login: endpoint({
    method: 'POST',
    path: 'auth/login',
    summary: 'Signs in by email and password; answers what is asked for next where a second factor is on.',
    audience: 'everyone',
    input: z.object({ email: Email, password: z.string().min(1, 'required').max(1000, 'invalid') }),
    output: SignInAnswer,
    problems: ['invalidCredentials', 'accountNotActive', 'tooManyRequests'],
    givesTokens: true,
    logs: 'signIn',
  }),
  refreshToken: endpoint({
    method: 'POST',
    path: 'Auth/refresh-token',
    summary: 'Rotates the refresh token, from the body or the cookie, and gives a new access token.',
    audience: 'everyone',
    input: z.object({ token: z.string().optional(), refreshToken: z.string().max(200).optional() }),
    output: z.object({
      token: TokenInBody,
      expirationDate: z.iso.datetime(),
      refreshToken: TokenInBody,
      refreshTokenExpirationDate: z.iso.datetime(),
    }),
    problems: ['unauthenticated'],
    givesTokens: true,
  }),
  logout: endpoint({
    method: 'POST',
    path: 'Auth/logout',
    summary: 'Ends the session of the cookies, of the Bearer token or of the given refresh token.',
    audience: 'everyone',
    input: z.object({ refreshToken: z.string().max(200).optional() }),
    output: z.object({}),
    logs: 'signOut',
  }),
  register: endpoint({
    method: 'POST',
    path: 'Auth/register',
    summary: 'Creates an account that waits for its code; the same answer when the address is taken.',
    audience: 'everyone',
    input: Registration,
    output: ResendWait.extend({ email: z.string(), requestToken: TokenInBody }),
    problems: ['tooManyRequests'],
    creates: true,
    givesTokens: true,
    logs: 'signUp',
  }),
  waitingSignUp: endpoint({
    method: 'GET',
    path: 'Auth/activate',
    summary: 'Whether the sign-up of this address that waits for its code was typed in this browser.',
    audience: 'everyone',
    input: z.object({ email: Email }),
    output: z.object({ typedHere: z.boolean() }),
  }),
  activate: endpoint({
    method: 'POST',
    path: 'Auth/activate',
    summary: 'Opens the account with the code that was sent, and signs in.',
    audience: 'everyone',
    input: z.object({
      email: Email,
      code: SixDigits,
      /** The sign-up's password. Pages require it where the sign-up was typed in another browser. */
      password: z.string().max(1000, 'invalid').optional(),
      requestToken: RequestToken,
    }),
    output: SignInAnswer,
    problems: ['codeWrong', 'codeExpired', 'tooManyRequests'],
    givesTokens: true,
    logs: 'signUp',
  }),
  resendOtp: endpoint({
    method: 'POST',
    path: 'Auth/resend-otp',
    summary: 'Sends a new activation code.',
    audience: 'everyone',
    input: z.object({ email: Email, requestToken: RequestToken }),
    output: ResendWait,
    problems: ['tooManyRequests'],
  }),
}
