/** The address that redirects to a provider's sign-in page. */
import type { Lang } from '../../../locales/lang.ts'

/** @param returnTo the page of this site to return to */
export function providerSignInUrl(lang: Lang, provider: string, returnTo: string | undefined): string {
  const query = new URLSearchParams({ lang, ...(returnTo === undefined ? {} : { returnTo }) })
  return `/api/Auth/external/${encodeURIComponent(provider)}/start?${query}`
}
