/** The addresses of sign-up, sign-in and account pages. Not in `links.ts`, which every page's first script contains. */
import { linksFor, withQuery } from '../../links.ts'
import type { Lang } from '../../locales/lang.ts'

/** `resendAt` in epoch milliseconds: when another code may be requested. `again`: a further code was sent. */
type Code = { returnTo?: string | undefined; resendAt?: number; again?: 1 }
/** `step`: no code was asked for yet, or it was accepted. `expired`: it was accepted, but the right to set a password has expired. */
type Reset = Code & { email?: string; step?: 'address' | 'password'; expired?: 1 }

export function accountLinksFor(lang: Lang) {
  const { home, profile } = linksFor(lang)
  return {
    /** Follows a password reset. */
    loginAfterReset: (email: string, returnTo?: string) =>
      withQuery(`${home}/login`, { password: 'new', returnTo, email }),
    loginWith2fa: (returnTo?: string, rest: { method?: 'sms' | 'totp' | 'backup'; again?: 1 } = {}) =>
      withQuery(`${home}/login-with-2fa`, { ...rest, returnTo }),
    registerOtp: (email: string, rest: Code = {}) => withQuery(`${home}/register-otp`, { email, ...rest }),
    forgetPass: (rest: Reset = {}) => withQuery(`${home}/forget-pass`, rest),
    /** Where somebody who has an account without a password asks for the code with which they choose one. */
    choosePassword: (email: string) => withQuery(`${home}/forget-pass`, { email, step: 'address' }),
    /** From the mail to a new member of staff. The token is in the query, which is not logged. */
    invitation: (token: string) => withQuery(`${home}/invitation`, { token }),
    /** The first page of a new account. */
    welcome: `${home}/welcome`,
    /** Where second factors are turned on; `sectionAddress` of the profile, which this feature may not import. */
    twoFactor: `${profile}/two-factor`,
    profileExport: `${profile}/export`,
    accountDeleted: `${home}/account-deleted`,
    backupCodesFile: `${profile}/backup-codes.txt`,
  }
}
