import type { Lang } from '../../locales/lang.ts'

/** The company's own page of a quote and of what follows from it. */
export function quotationLink(lang: Lang, number: string, token: string): string {
  return `/${lang}/quotation/${number}?${new URLSearchParams({ token })}`
}

/** A file of that page: the quote itself, or one of its documents by number. */
export function quotationFile(number: string, token: string, file: string, lang?: Lang): string {
  const query = new URLSearchParams({ token, ...(lang ? { lang } : {}) })
  return `/api/Quotations/${number}/files/${file}?${query}`
}

/** Who uses the seats, as a file for spreadsheets. */
export function seatsFile(number: string, token: string, format: 'csv' | 'xlsx', lang: Lang): string {
  return `/api/Quotations/${number}/report?${new URLSearchParams({ token, format, lang })}`
}

/** Where an employee uses a seat. */
export const seatLink = (lang: Lang, code: string): string => `/${lang}/seats/${code}`
