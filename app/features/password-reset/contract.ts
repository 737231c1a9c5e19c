/** Setting a new password when the old one was forgotten. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { Email, SixDigits } from '../../api/fields.ts'
import { NewPassword, PASSWORDS_DIFFER, PasswordAgain, passwordsMatch } from '../accounts/password-contract.ts'
import { TokenInBody } from '../accounts/sign-in-contract.ts'
import { ResendWait } from '../codes/contract.ts'

/** From the answer to the request; a browser has it as a cookie. Wrong codes of others do not count for its bearer. */
const RequestToken = z.string().max(200, 'invalid').optional()

const Requested = ResendWait.extend({ requestToken: TokenInBody })

export const passwordResetEndpoints = {
  forgotPassword: endpoint({
    method: 'POST',
    path: 'Auth/forgot-password',
    summary: 'Sends a code with which a new password can be set; the same answer for every address.',
    audience: 'everyone',
    input: z.object({ email: Email, requestToken: RequestToken }),
    output: Requested,
    problems: ['tooManyRequests'],
    givesTokens: true,
    logs: 'passwordReset',
  }),
  validateResetOtp: endpoint({
    method: 'POST',
    path: 'Auth/validate-reset-otp',
    summary: 'Exchanges the code, once, for the right to set a new password.',
    audience: 'everyone',
    input: z.object({ email: Email, code: SixDigits, requestToken: RequestToken }),
    output: z.object({ resetToken: TokenInBody }),
    problems: ['codeWrong', 'codeExpired', 'tooManyRequests'],
    givesTokens: true,
    logs: 'passwordReset',
  }),
  resendResetOtp: endpoint({
    method: 'POST',
    path: 'Auth/resend-reset-otp',
    summary: 'Sends a new code for setting a password.',
    audience: 'everyone',
    input: z.object({ email: Email, requestToken: RequestToken }),
    output: Requested,
    problems: ['tooManyRequests'],
    givesTokens: true,
    logs: 'passwordReset',
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: 'Auth/reset-password',
    summary: 'Sets a new password, by the token from the body or the cookie, and ends every session of the account.',
    audience: 'everyone',
    input: z
      .object({
        resetToken: z.string().max(200, 'invalid').optional(),
        password: NewPassword,
        confirmPassword: PasswordAgain,
      })
      .refine(passwordsMatch, PASSWORDS_DIFFER),
    output: z.object({}),
    problems: ['codeExpired', 'tooManyRequests'],
    givesTokens: true,
    logs: 'passwordReset',
  }),
}
