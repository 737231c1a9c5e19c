import { afterSignIn } from '../../links.ts'
import type { Lang } from '../../locales/lang.ts'
import { accountLinksFor } from './account-links.ts'
import type { SignInAnswer } from './sign-in-contract.ts'

/** The page that a person goes on to after the first step of a sign-in: the second one, or where they were going. */
export function afterFirstStep(lang: Lang, answer: SignInAnswer, returnTo: string | undefined): string {
  return 'requiresTwoFactor' in answer ? accountLinksFor(lang).loginWith2fa(returnTo) : afterSignIn(lang, returnTo)
}
