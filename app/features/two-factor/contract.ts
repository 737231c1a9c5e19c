/** The second factor of a sign-in, and the settings of second factors. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { MobilePhone, SixDigits } from '../../api/fields.ts'
import { foldDigits } from '../../locales/digits.ts'
import { SecondFactorFacts, SecondFactorMethod, SignedIn } from '../accounts/sign-in-contract.ts'
import { ResendWait } from '../codes/contract.ts'

/** When it is missing, the browser's cookie is used. */
const Challenge = z.string().max(200, 'invalid').optional()

/** May be typed in groups and in Arabic digits. */
const Code = z
  .string()
  .transform((text) => foldDigits(text).replace(/[\s-]/g, ''))
  .pipe(z.string().min(1, 'required').max(20, 'code'))

const SecondFactorInput = z
  .object({ challenge: Challenge, code: Code, method: SecondFactorMethod })
  .refine(({ code, method }) => method === 'backup' || /^\d{6}$/.test(code), { path: ['code'], message: 'code' })
  .refine(({ code, method }) => method !== 'backup' || /^\d{8}$/.test(code), { path: ['code'], message: 'backupCode' })

/** The password of an account that has one; others re-authenticate by `Auth/prove`. */
const Proof = z.object({ password: z.string().max(1000, 'invalid').optional() })

const BackupCodes = z.object({ backupCodes: z.array(z.string()) })

const AppSetup = z.object({
  /** In base 32, the encoding in which apps accept a typed secret. */
  secret: z.string(),
  otpauthUrl: z.string(),
  qrSvg: z.string(),
})

export const twoFactorEndpoints = {
  loginWith2fa: endpoint({
    method: 'POST',
    path: 'auth/login-with-2fa',
    summary: 'The second step of a sign-in: the code of an SMS, of an authenticator app, or a backup code.',
    audience: 'everyone',
    input: SecondFactorInput,
    output: SignedIn,
    problems: ['codeWrong', 'codeExpired', 'signInExpired', 'twoFactorNotEnabled', 'tooManyRequests'],
    givesTokens: true,
    logs: 'secondFactor',
  }),
  resend2fa: endpoint({
    method: 'POST',
    path: 'Auth/resend-2fa',
    summary: 'Sends the code of the second step again.',
    audience: 'everyone',
    input: z.object({ challenge: Challenge }),
    output: ResendWait,
    problems: ['signInExpired', 'twoFactorNotEnabled', 'tooManyRequests', 'smsPaused'],
  }),
  secondStep: endpoint({
    method: 'GET',
    path: 'Auth/login-with-2fa',
    summary: "What the sign-in of this browser's cookie still waits for.",
    audience: 'everyone',
    input: z.object({}),
    output: SecondFactorFacts.extend({ returnTo: z.string().nullable() }),
    problems: ['signInExpired'],
  }),
  twoFactor: endpoint({
    method: 'GET',
    path: 'Profile/two-factor',
    summary: 'Which second factors guard the account.',
    audience: 'signedIn',
    input: z.object({}),
    output: z.object({
      enabled: z.boolean(),
      sms: z.boolean(),
      authenticator: z.boolean(),
      backupCodesLeft: z.int(),
      phone: z.string(),
      phoneVerified: z.boolean(),
      hasPassword: z.boolean(),
      /** For a member of staff without one: whether it is needed before any work, or a demonstration does without. */
      ofStaff: z.enum(['needed', 'demonstration']).nullable(),
    }),
  }),
  changePhone: endpoint({
    method: 'POST',
    path: 'Profile/phone',
    summary: 'Sends a code to a mobile number, which becomes the account’s once the code is typed.',
    audience: 'signedIn',
    input: z.object({ phone: MobilePhone }),
    output: ResendWait,
    problems: ['proofNeeded', 'tooManyRequests', 'smsPaused'],
  }),
  verifyPhone: endpoint({
    method: 'POST',
    path: 'Profile/phone/verify',
    summary: 'Makes the number that the code was sent to the verified number of the account.',
    audience: 'signedIn',
    input: z.object({ code: SixDigits }),
    output: z.object({ phone: z.string() }),
    problems: ['codeWrong', 'codeExpired', 'tooManyRequests'],
    logs: 'factorChange',
  }),
  waitingPhone: endpoint({
    method: 'GET',
    path: 'Profile/phone',
    summary: 'The number that waits for its code; null where none does.',
    audience: 'signedIn',
    input: z.object({}),
    output: z.object({ waiting: ResendWait.extend({ phone: z.string() }).nullable() }),
  }),
  enableTwoFactor: endpoint({
    method: 'POST',
    path: 'Profile/two-factor/enable',
    summary: 'From now on a code is sent to the verified number at sign-in. Gives new backup codes, this once.',
    audience: 'signedIn',
    input: Proof,
    output: BackupCodes,
    problems: ['proofNeeded', 'phoneNotVerified', 'twoFactorAlreadyEnabled', 'tooManyRequests'],
    logs: 'factorChange',
  }),
  disableTwoFactor: endpoint({
    method: 'POST',
    path: 'Profile/two-factor/disable',
    summary: 'Ends every second factor: SMS, authenticator app and backup codes.',
    audience: 'signedIn',
    input: Proof,
    output: z.object({}),
    problems: ['proofNeeded', 'twoFactorNotEnabled', 'tooManyRequests'],
    logs: 'factorChange',
  }),
  renewBackupCodes: endpoint({
    method: 'POST',
    path: 'Profile/two-factor/backup-codes',
    summary: 'Gives new backup codes, this once; those before no longer work.',
    audience: 'signedIn',
    input: Proof,
    output: BackupCodes,
    problems: ['proofNeeded', 'twoFactorNotEnabled', 'tooManyRequests'],
    logs: 'factorChange',
  }),
  beginAuthenticator: endpoint({
    method: 'POST',
    path: 'Profile/authenticator',
    summary: 'Gives the secret for an authenticator app, which counts once it is confirmed by a code.',
    audience: 'signedIn',
    input: z.object({}),
    output: AppSetup,
    problems: ['proofNeeded', 'twoFactorAlreadyEnabled'],
  }),
  authenticatorSetup: endpoint({
    method: 'GET',
    path: 'Profile/authenticator',
    summary: 'The authenticator app that was begun in the last hour and not confirmed yet; null where none was.',
    audience: 'signedIn',
    input: z.object({}),
    output: z.object({ setup: AppSetup.nullable() }),
    problems: ['proofNeeded'],
  }),
  confirmAuthenticator: endpoint({
    method: 'POST',
    path: 'Profile/authenticator/confirm',
    summary:
      'Confirms the authenticator app by its code. Gives backup codes, this once, where no second factor was on.',
    audience: 'signedIn',
    input: z.object({ code: SixDigits }),
    output: z.object({ backupCodes: z.array(z.string()).optional() }),
    problems: ['proofNeeded', 'codeWrong', 'codeExpired', 'tooManyRequests'],
    logs: 'factorChange',
  }),
  removeAuthenticator: endpoint({
    method: 'DELETE',
    path: 'Profile/authenticator',
    summary: 'Forgets the authenticator app; a code by SMS is still asked for where that is on.',
    audience: 'signedIn',
    input: z.object({}),
    output: z.object({}),
    problems: ['proofNeeded', 'twoFactorNotEnabled'],
    logs: 'factorChange',
  }),
}
