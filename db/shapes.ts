/** The shapes of what the database keeps as JSON. */

/** A text in both languages; a missing English one is shown in Arabic. */
export type Localized = { ar: string; en?: string }
export type OutlineUnit = { title: Localized; lessons: { title: Localized; minutes: number }[] }
export type Question = { question: Localized; answer: Localized }
export type Seo = { title: Localized; description: Localized; keywords?: Localized }
export type PageItem = {
  title: Localized
  body?: Localized
  icon?: string
  image?: string
  /** A figure, the same in both languages, or words such as a time. */
  value?: string | Localized
  link?: string
}
export type PageSection = { key: string; title?: Localized; body?: Localized; image?: string; items: PageItem[] }
export type Institute = {
  name: Localized
  legalName: Localized
  tagline: Localized
  phone: string
  whatsapp: string
  email: string
  /** Where enquiries of a kind go; to `email` unless said. */
  mailboxes?: Record<string, string>
  address: Localized
  commercialRegistration: string
  vatNumber: string
  licence: Localized
  vatRatePercent: number
  /** Of courses that do not say; `standard` unless said. */
  vatDefault?: 'standard' | 'zero' | 'exempt'
  /** Why courses that carry no VAT carry none, as their invoices say. */
  vatReasons?: { zero?: Localized; exempt?: Localized }
  /** Where learners may transfer the money of an order to; without it, they pay online only. */
  bank?: { name: Localized; beneficiary: Localized; iban: string }
  /** For how long a seat waits for a transfer; 3 unless said. */
  transferDays?: number
  /** For how long after paying a learner may ask for the money back; 7 unless said. */
  refundDays?: number
  social: { id: string; link: string }[]
  stores: { ios: string; android: string }
}

/** What goes with a mail: an order's calendar or invoice by the order's id, or a credit note by its refund's. */
export type AttachmentRef = { kind: 'calendar' | 'invoice' | 'credit-note'; id: string }

/** An invoice or a credit note as it is printed. Money in halalas, never below zero. */
export type InvoiceDocument = {
  seller: { name: Localized; address: Localized; vatNumber: string; commercialRegistration: string }
  /** As they were called then; null for an account that was erased before. */
  buyer: { name: string } | null
  order: { reference: string; placedAt: string; paidAt: string }
  /** Of a credit note: what it takes back, and why. */
  original: { number: string; issuedAt: string } | null
  reason: string | null
  lines: InvoiceLine[]
  totals: InvoiceAmounts
  /** The tax authority's QR code, in base64. */
  qr: string
}
export type InvoiceAmounts = {
  /** With VAT, before the discount. */
  priceHalalas: number
  discountHalalas: number
  netHalalas: number
  vatHalalas: number
  totalHalalas: number
}
export type InvoiceLine = InvoiceAmounts & {
  description: Localized
  run: { startsAt: string; endsAt: string } | null
  couponCode: string | null
  vatTreatment: 'standard' | 'zero' | 'exempt'
  vatRatePercent: number
  /** Why there is no VAT on it. */
  vatReason: Localized | null
}
