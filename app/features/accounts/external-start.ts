/** The address that leads to the sign-in page of a provider. */
import type { Lang } from '../../locales/lang.ts'

/** @param returnTo a page of ours to come back to */
export function externalStart(lang: Lang, provider: string, returnTo: string | undefined): string {
  const query = new URLSearchParams({ lang, ...(returnTo === undefined ? {} : { returnTo }) })
  return `/api/Auth/external/${encodeURIComponent(provider)}/start?${query}`
}
