import type { Lang } from '../../locales/lang.ts'

/** Where a sender follows an enquiry; `sent` right after sending it. */
export function followLink(lang: Lang, reference: string, token: string, sent = false): string {
  const query = new URLSearchParams({ token, ...(sent ? { sent: '1' } : {}) })
  return `/${lang}/contact/${reference}?${query}`
}
