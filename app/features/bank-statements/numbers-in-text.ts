/** The numbers of orders, quotes and invoices in what payers and banks write. */
import { foldDigits } from '../../locales/digits.ts'

/** Letters and digits of a text, without the separators that people and banks leave out. */
export const compact = (text: string) =>
  foldDigits(text)
    .toUpperCase()
    .replace(/[^A-Z0-9\p{L}]/gu, '')
export const digitsOf = (reference: string) => reference.replace(/\D/g, '')

/** Numbers in a text, also across separators: `2026-000123`. */
export function numbersIn(text: string): string[] {
  const folded = foldDigits(text)
  return [...(folded.match(/\d{6,14}/g) ?? []), ...(folded.match(/\d{4}[-/ .]\d{5,7}/g) ?? []).map(digitsOf)]
}

/** Orders and quotes are numbered alike within a year. */
type Prefix = 'M' | 'QT'
const written = (prefix: Prefix, digits: string) => `${prefix}-${digits.slice(0, 4)}-${digits.slice(4)}`

/** Numbers that the text spells out with their prefix. */
function prefixed(text: string, prefix: Prefix): string[] {
  const pattern = new RegExp(`${prefix}[\\s/.-]*(\\d{4})[\\s/.-]*(\\d{6,8})(?!\\d)`, 'gi')
  const spelled = [...foldDigits(text).matchAll(pattern)].map(([, year, rest]) => `${year}${rest}`)
  const spaced =
    spelled.length === 0
      ? [...compact(text).matchAll(new RegExp(`${prefix}(\\d{10})`, 'g'))].map(([, one]) => one!)
      : []
  return [...spelled, ...spaced].map((digits) => written(prefix, digits))
}

/** Numbers without a prefix, as those of orders or quotes would be. */
const bare = (text: string, prefix: Prefix) =>
  numbersIn(text)
    .filter((digits) => /^20\d{8,10}$/.test(digits))
    .map((digits) => written(prefix, digits))

/**
 * The numbers that orders would have which the text spells out: whether there are such orders, the database knows. The
 * words of quotes and invoices have to be taken out of it before.
 */
export const spelledReferences = (text: string): string[] => [...new Set([...prefixed(text, 'M'), ...bare(text, 'M')])]

/**
 * The numbers that quotes, their invoices and their debit notes would have which the text spells out.
 * @param rest the same text without the words of orders and quotes, in which numbers stand without a prefix
 * @param isOrder whether an order has such a number: then it means that one
 */
export function spelledQuotes(text: string, rest: string, isOrder: (reference: string) => boolean): string[] {
  const documents = [...foldDigits(text).matchAll(/\b(INV|DN)[\s/.-]*(\d{6})(?!\d)/gi)]
  return [
    ...new Set([
      ...prefixed(text, 'QT'),
      ...documents.map(([, series, digits]) => `${series!.toUpperCase()}-${digits}`),
      ...bare(rest, 'QT').filter((number) => !isOrder(number.replace('QT', 'M'))),
    ]),
  ]
}
