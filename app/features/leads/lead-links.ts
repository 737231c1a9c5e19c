import type { Lang } from '../../locales/lang.ts'

/** The page on which a sender follows an enquiry; `sent` is set right after sending. */
export function followLink(lang: Lang, reference: string, token: string, sent = false): string {
  const query = new URLSearchParams({ token, ...(sent ? { sent: '1' } : {}) })
  return `/${lang}/contact/${reference}?${query}`
}
