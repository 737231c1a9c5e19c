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
  /** Where learners may transfer the money of an order to; without it, they pay online only. */
  bank?: { name: Localized; beneficiary: Localized; iban: string }
  /** For how long a seat waits for a transfer; 3 unless said. */
  transferDays?: number
  /** For how long after paying a learner may ask for the money back; 7 unless said. */
  refundDays?: number
  social: { id: string; link: string }[]
  stores: { ios: string; android: string }
}
