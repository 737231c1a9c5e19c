/** What an invoice says, in which order. The page and the PDF show the same. */
import type { z } from 'zod'
import type { CompanyBuyer, Localized } from '../../../db/shapes.ts'
import { invoice as ar } from '../../locales/ar/invoices.ts'
import { invoice as en } from '../../locales/en/invoices.ts'
import { formatDay, formatHijri, formatNumber, formatTime } from '../../locales/format.ts'
import type { Lang } from '../../locales/lang.ts'
import type { Invoice } from './contract.ts'

export type Texts = typeof ar
/** Selects a text in either language. */
export type TextOf = (texts: Texts) => string

export const TEXTS = { ar, en }

export const inBoth = (of: TextOf): Localized => ({ ar: of(ar), en: of(en) })

/** What stands behind a name: numbers and codes from left to right, texts in both languages, or what somebody wrote. */
export type Value = { code: string } | { both: Localized } | { written: string }
export type Fact = { name: TextOf; value: Value; isWide?: boolean }

export type InvoiceView = Omit<z.input<typeof Invoice>, 'isMine' | 'pdfUrl'>
type Line = InvoiceView['lines'][number]

/** Only a seller who is registered for VAT issues tax invoices; those to companies are standard ones. */
export function titleOf(texts: Texts, { kind, seller, buyer }: Pick<InvoiceView, 'kind' | 'seller' | 'buyer'>): string {
  if (seller.vatNumber === null) return texts.plain.titles[kind]
  return (buyer?.company ? texts.standard.titles : texts.titles)[kind]
}

const moment = (at: string, format: (instant: string, lang: Lang) => string): Value => ({
  both: { ar: format(at, 'ar'), en: format(at, 'en') },
})

export function factsOf({ kind, number, issuedAt, suppliedOn, orderId, order, original, reason }: InvoiceView): Fact[] {
  return [
    { name: (texts) => texts.number[kind], value: { code: number } },
    { name: (texts) => texts.issued, value: moment(issuedAt, formatDay) },
    { name: (texts) => texts.hijri, value: moment(issuedAt, formatHijri) },
    { name: (texts) => texts.time, value: moment(issuedAt, formatTime) },
    ...(suppliedOn
      ? [{ name: (texts: Texts) => texts.supplied, value: moment(`${suppliedOn}T12:00:00+03:00`, formatDay) }]
      : []),
    { name: (texts) => (orderId === null ? texts.quote : texts.order), value: { code: order.reference } },
    ...(original
      ? [
          { name: (texts: Texts) => texts.original, value: { code: original.number } },
          { name: (texts: Texts) => texts.originalDate, value: moment(original.issuedAt, formatDay) },
        ]
      : []),
    ...(reason ? [{ name: (texts: Texts) => texts.reason, value: { written: reason }, isWide: true }] : []),
  ]
}

export function sellerFacts({ name, address, vatNumber, commercialRegistration }: InvoiceView['seller']): Fact[] {
  return [
    { name: (texts) => texts.name, value: { both: name } },
    { name: (texts) => texts.address, value: { both: address } },
    ...(vatNumber === null ? [] : [{ name: (texts: Texts) => texts.vatNumber, value: { code: vatNumber } }]),
    { name: (texts) => texts.registration, value: { code: commercialRegistration } },
  ]
}

export function buyerFacts({ name, company }: NonNullable<InvoiceView['buyer']>): Fact[] {
  return company ? companyFacts(company) : [{ name: (texts) => texts.name, value: { written: name } }]
}

/** What a tax invoice to a company must say of it. */
function companyFacts({ name, vatNumber, registerNumber, address }: CompanyBuyer): Fact[] {
  return [
    { name: (texts) => texts.name, value: { both: name } },
    ...(address ? [{ name: (texts: Texts) => texts.address, value: { both: address } }] : []),
    ...(vatNumber ? [{ name: (texts: Texts) => texts.vatNumber, value: { code: vatNumber } }] : []),
    ...(registerNumber ? [{ name: (texts: Texts) => texts.registration, value: { code: registerNumber } }] : []),
  ]
}

/** By the squares on a side: a code without the signature has fewer. */
export const isSignedQr = (squares: number): boolean => squares > 64

export type Column = { key: keyof Texts['columns']; name: TextOf }

/** Left out where the seller is not registered for VAT. */
const VAT_COLUMNS: Column['key'][] = ['net', 'rate', 'vat']

export function columnsOf({ lines, seller }: Pick<InvoiceView, 'lines' | 'seller'>): Column[] {
  const hasVat = seller.vatNumber !== null
  const hasDiscount = lines.some(({ discountHalalas }) => discountHalalas > 0)
  return (['price', 'discount', 'net', 'rate', 'vat', 'total'] as const)
    .filter((key) => (key !== 'discount' || hasDiscount) && (hasVat || !VAT_COLUMNS.includes(key)))
    .map((key) => ({
      key,
      name: (texts) =>
        !hasVat && (key === 'price' || key === 'total') ? texts.plain.columns[key] : texts.columns[key],
    }))
}

export function cellOf(line: Line, { key }: Column): string {
  return key === 'rate' ? `${line.vatRatePercent}%` : amountOf(line[`${key}Halalas`])
}

/** Always with two decimals, so that amounts in a column align. */
/**
 * How many seats, and the price of one, whole in each language: a line that mixes them is read in the wrong order.
 * @param halalas of all of them
 */
export const seatsText = (seats: number, halalas: number): Localized =>
  inBoth((texts) => texts.seats(seats, amountOf(Math.round(halalas / seats))))

export function amountOf(halalas: number): string {
  return `${formatNumber(Math.trunc(halalas / 100))}.${String(halalas % 100).padStart(2, '0')}`
}

/** The dates of a line's run. */
export function datesOf({ run }: Pick<Line, 'run'>): Localized {
  const dates = (lang: Lang) =>
    run ? `${formatDay(run.startsAt, lang)} – ${formatDay(run.endsAt, lang)}` : TEXTS[lang].recorded
  return { ar: dates('ar'), en: dates('en') }
}

/** What stands below a line's description: a name, and what it is. */
export function notesOf({ part, couponCode, vatTreatment, vatReason }: Line): { name: TextOf; value?: Value }[] {
  return [
    ...(part ? [{ name: (texts: Texts) => `${texts.part(part.number, part.count)} ${amountOf(part.ofHalalas)}` }] : []),
    ...(couponCode ? [{ name: (texts: Texts) => texts.coupon, value: { code: couponCode } }] : []),
    ...(vatTreatment !== 'standard' && vatTreatment !== 'none'
      ? [{ name: (texts: Texts) => texts.treatments[vatTreatment] }]
      : []),
    ...(vatReason ? [{ name: (texts: Texts) => texts.vatReason, value: { both: vatReason } }] : []),
  ]
}

export type Total = { key: string; name: TextOf; halalas: number; isGrand?: boolean }

export function totalsOf({
  kind,
  totals,
  lines,
  seller,
}: Pick<InvoiceView, 'kind' | 'totals' | 'lines' | 'seller'>): Total[] {
  const hasVat = seller.vatNumber !== null
  const words = (texts: Texts) => (hasVat ? texts : texts.plain)
  return [
    ...(totals.discountHalalas > 0
      ? [
          { key: 'price', name: (texts: Texts) => words(texts).columns.price, halalas: totals.priceHalalas },
          { key: 'discount', name: (texts: Texts) => texts.columns.discount, halalas: totals.discountHalalas },
        ]
      : []),
    ...(hasVat
      ? [
          { key: 'net', name: (texts: Texts) => texts.net, halalas: totals.netHalalas },
          ...vatByRate(lines).map(([rate, halalas]) => ({
            ...{ key: `vat-${rate}`, halalas },
            name: (texts: Texts) => texts.vat(rate),
          })),
        ]
      : []),
    {
      ...{ key: 'total', halalas: totals.totalHalalas, isGrand: true },
      name: (texts) => words(texts).total[kind],
    },
  ]
}

/** The VAT of each rate that a document's lines have. */
export function vatByRate(lines: readonly { vatRatePercent: number; vatHalalas: number }[]): [number, number][] {
  const sums = new Map<number, number>()
  for (const { vatRatePercent, vatHalalas } of lines)
    sums.set(vatRatePercent, (sums.get(vatRatePercent) ?? 0) + vatHalalas)
  return [...sums]
}
