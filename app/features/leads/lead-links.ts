import { linksFor, withQuery } from '../../links.ts'
import type { Lang } from '../../locales/lang.ts'

/** Where a sender follows an enquiry; `sent` right after sending it. */
export function followLink(lang: Lang, reference: string, token: string, sent = false): string {
  const query = new URLSearchParams({ token, ...(sent ? { sent: '1' } : {}) })
  return `/${lang}/contact/${reference}?${query}`
}

/** The form for a complaint about an order. */
export function complaintLink(lang: Lang, orderReference: string): string {
  return `${withQuery(linksFor(lang).complains, { order: orderReference })}#write`
}
