/** The types of the JSON columns. */

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
  /** In the place of what the media library says of the picture. */
  imageAlt?: Localized
  /** A figure, the same in both languages, or a text such as a time. */
  value?: string | Localized
  link?: string
}
export type PageSection = {
  key: string
  title?: Localized
  body?: Localized
  image?: string
  imageAlt?: Localized
  /** Visitors do not see it. */
  hidden?: true
  items: PageItem[]
}
/** What visitors saw of a policy. */
export type PolicyContent = { title: Localized; description: Localized; sections: PageSection[] }
/** A place of the institute that visitors may come to. */
export type Branch = {
  key: string
  name: Localized
  address: Localized
  /** Its place on a map of another site. */
  map?: string
  /** Latitude and longitude, such as `24.81, 46.61`. */
  coordinates?: string
  phone?: string
  /** When it is open. */
  hours?: Localized
  hidden?: boolean
}

export type Institute = {
  name: Localized
  legalName: Localized
  tagline: Localized
  phone: string
  whatsapp?: string
  email: string
  /** The addresses for enquiries by kind; `email` by default. */
  mailboxes?: Record<string, string>
  /** As people read it. */
  address: Localized
  /** As it is registered, for the tax authority. */
  nationalAddress?: NationalAddress
  commercialRegistration: string
  /** False: the institute is not registered for VAT and has no number and no rate. True by default. */
  vatRegistered?: boolean
  vatNumber?: string
  licence: Localized
  vatRatePercent?: number
  /** For courses without their own treatment; `standard` by default. */
  vatDefault?: 'standard' | 'zero' | 'exempt'
  /** Why courses are free of VAT, as printed on their invoices. */
  vatReasons?: { zero?: Localized; exempt?: Localized }
  /** The account for bank transfers; without it, learners can only pay online. */
  bank?: { name: Localized; beneficiary: Localized; iban: string }
  /** How long a seat is held for a transfer; 3 by default. */
  transferDays?: number
  /** How long after paying a learner may request a refund; 7 by default. */
  refundDays?: number
  /** The days of the week on which enquiries are answered; Sunday to Thursday by default. */
  workingDays?: Weekday[]
  /** Within how many working days an enquiry is answered, by its kind; 1 by default. */
  answerDays?: Record<string, number>
  /** How much of an order an Admin may refund; any amount by default. */
  adminRefundHalalas?: number
  /** How long learners may leave a run that was moved, and get everything back; 7 by default. */
  movedRunDays?: number
  /** How long a freed seat is kept for the first of the waiting list; 24 by default. */
  offerHours?: number
  /** The share of a run's sessions that a certificate needs; 80 by default. */
  certificatePercent?: number
  /** What the institute adds to some mails, by their kind; fields stand in braces. */
  /** By the kind of mail: `app/features/mail-notes/mail-notes.ts`. */
  mailNotes?: { [Kind in string]?: Localized }
  social: { id: string; link: string }[]
  /** Until staff have written some, the places that the contact page names. */
  branches?: Branch[]
  /** Links of header and footer by their place, where staff have chosen them: `app/features/menus/places.ts`. */
  menus?: { [Place in string]?: { to: string; label?: Localized; hidden?: boolean }[] }
  /** Where the mobile app is found, if there is one. */
  stores?: { ios?: string; android?: string }
}
/** Source: ZATCA, XML implementation standard, BR-KSA-09, BR-KSA-37, BR-KSA-66. */
export type NationalAddress = {
  /** Four digits. */
  buildingNumber: string
  street: Localized
  /** Four digits. */
  additionalNumber?: string
  district: Localized
  city: Localized
  /** Five digits. */
  postalCode: string
  /** Four letters and four digits, such as RRRD2929. */
  shortAddress?: string
}
export type Weekday = 'sun' | 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat'

/** An attachment of a mail: an order's calendar or invoice by the order's id, or a credit note by its refund's id. */
export type AttachmentRef = { kind: 'calendar' | 'invoice' | 'credit-note' | 'debit-note'; id: string }

/** An invoice or a credit note as it is printed. Money in halalas, never below zero. */
/** Who accepted or declined a quote; of an answer that staff recorded, what it rests on. */
export type QuoteAnswer = { name: string; role: string; ip: string | null; staffId: number | null; note: string }
/** A quote as it was sent. */
export type QuoteDocument = {
  seller: InvoiceDocument['seller']
  buyer: { name: string; company: CompanyBuyer }
  contact: { name: string; email: string }
  sentAt: string
  /** The last day on which it can be accepted. */
  validUntil: string
  paymentDays: number
  withdrawalDays: number
  terms: string
  lines: InvoiceLine[]
  totals: InvoiceAmounts
}
export type InvoiceDocument = {
  /** Without a VAT number the seller is not registered, and the document is no tax invoice. */
  seller: { name: Localized; address: Localized; vatNumber: string | null; commercialRegistration: string }
  /** The name at that time; null if the account had been deleted. `company` makes it a standard tax invoice. */
  buyer: { name: string; company?: CompanyBuyer } | null
  /** The order, or the quote that a company accepted, whose invoice comes before its payment. */
  order: { reference: string; placedAt: string; paidAt: string | null }
  /** For a credit note: the invoice that it corrects, and the reason. */
  original: { number: string; issuedAt: string } | null
  /** Of a debit note: the day in Riyadh on which what it adds was supplied. Notes of before say none. */
  suppliedOn?: string
  reason: string | null
  lines: InvoiceLine[]
  totals: InvoiceAmounts
  /** The tax authority's QR code, in base64; null on what is no tax invoice. */
  qr: string | null
}
export type CompanyBuyer = {
  name: Localized
  vatNumber: string | null
  registerNumber: string | null
  address: Localized | null
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
  /** Of a line of several seats; the price of one is `priceHalalas` divided by them. */
  seats?: number
  /** Of an order that is paid in parts: which of them, and the total of all. */
  part?: { number: number; count: number; ofHalalas: number }
  /** Of a company's purchase: which line of the quote it is, and what was bought. */
  quoteLineId?: number
  courseId?: number
  scheduleId?: number | null
  run: { startsAt: string; endsAt: string } | null
  couponCode: string | null
  vatTreatment: 'standard' | 'zero' | 'exempt' | 'none'
  vatRatePercent: number
  /** ZATCA's code for `vatReason`; missing on documents from before it was stored. */
  vatReasonCode?: string | null
  /** Why it is free of VAT. */
  vatReason: Localized | null
}

/** The questions at the end of a lesson, of which each has one right choice or several. */
export type Quiz = {
  passPercent: number
  questions: { text: Localized; choices: { text: Localized; right?: true | undefined }[] }[]
}

/** A later part of a plan: percent of what is left after the deposit, and its day. */
export type PlanPart = { percent: number; days: number; from: 'order' | 'beforeStart' | 'afterStart' }

/** WebVTT by language. */
export type Captions = { ar?: string | undefined; en?: string | undefined }
