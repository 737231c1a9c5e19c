import { afterSignIn } from '../../links.ts'
import type { Lang } from '../../locales/lang.ts'
import { accountLinksFor } from './account-links.ts'
import type { SignInAnswer } from './sign-in-contract.ts'

/** Where a sign-in goes on after the first factor: to the second factor, or to the page that was requested. */
export function pathAfterFirstFactor(lang: Lang, answer: SignInAnswer, returnTo: string | undefined): string {
  return 'requiresTwoFactor' in answer ? accountLinksFor(lang).loginWith2fa(returnTo) : afterSignIn(lang, returnTo)
}
