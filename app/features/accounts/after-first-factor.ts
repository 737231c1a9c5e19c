import { redirect, redirectDocument } from 'react-router'
import { afterSignIn } from '../../links.ts'
import type { Lang } from '../../locales/lang.ts'
import { accountLinksFor } from './account-links.ts'
import type { SignInAnswer } from './sign-in-contract.ts'

/** Where a sign-in goes on after the first factor: to the second one, for staff without one to where it is turned on, else to
 * the page that was requested. */
export function pathAfterFirstFactor(lang: Lang, answer: SignInAnswer, returnTo: string | undefined): string {
  if ('requiresTwoFactor' in answer) return accountLinksFor(lang).loginWith2fa(returnTo)
  return answer.secondFactorNeeded ? accountLinksFor(lang).twoFactor : afterSignIn(lang, returnTo)
}

const DESK = /^\/(?:ar|en)\/desk(?:[/?#]|$)/

/** The desk is an application of its own: the site's router would take its address for a page of the site. */
export function redirectSignedIn(path: string): Response {
  return DESK.test(path) ? redirectDocument(path) : redirect(path)
}
