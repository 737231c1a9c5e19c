/** The addresses of opening an account and of keeping it. Here, since the first pages' scripts carry all of `links.ts`. */
import { linksFor, withQuery } from '../../links.ts'
import type { Lang } from '../../locales/lang.ts'

/** `resendAt` in epoch milliseconds: when another code may be asked for. `again`: the code was not the first. */
type Code = { returnTo?: string | undefined; resendAt?: number; again?: 1 }
/** `step`: the code was right. `expired`: it was, but too long ago. */
type Reset = Code & { email?: string; step?: 'password'; expired?: 1 }

export function accountLinksFor(lang: Lang) {
  const { home, profile } = linksFor(lang)
  return {
    /** Where a person goes on to who has set a new password. */
    loginAnew: (returnTo?: string) => withQuery(`${home}/login`, { password: 'new', returnTo }),
    loginWith2fa: (returnTo?: string, rest: { method?: 'sms' | 'totp' | 'backup'; again?: 1 } = {}) =>
      withQuery(`${home}/login-with-2fa`, { ...rest, returnTo }),
    registerOtp: (email: string, rest: Code = {}) => withQuery(`${home}/register-otp`, { email, ...rest }),
    forgetPass: (rest: Reset = {}) => withQuery(`${home}/forget-pass`, rest),
    /** Where a new account begins. */
    welcome: `${home}/welcome`,
    profileExport: `${profile}/export`,
    accountDeleted: `${home}/account-deleted`,
    backupCodesFile: `${profile}/backup-codes.txt`,
  }
}
