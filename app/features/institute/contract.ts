/** The settings of the institute, and how far it is set up. An Owner changes them, the finance department sees them. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { EditOf, Email } from '../../api/fields.ts'
import { blank, Digits, NationalAddress, Phone, VatNumber, Words } from '../../api/registration-fields.ts'
import { foldDigits } from '../../locales/digits.ts'
import { MAX_NOTE_LENGTH, MailKind, MailNotes } from '../mail-notes/contract.ts'
import { EnglishPaths, EnglishStates, Instant, Version } from '../revisions/records-contract.ts'
import { isSaudiIban } from './iban.ts'

const Treatment = z.enum(['standard', 'zero', 'exempt'], 'invalid')

/** Whoever is registered has a number and a rate; whoever is not has neither, and no document speaks of VAT. */
const Vat = z.discriminatedUnion('registered', [
  z.object({ registered: z.literal(false) }),
  z.object({
    registered: z.literal(true),
    number: VatNumber,
    ratePercent: z.number('number').min(0, 'numberBetween:0,100').max(100, 'numberBetween:0,100'),
    /** Of courses that say nothing else. */
    treatment: Treatment,
    /** Why courses are free of VAT, as their invoices must say. */
    reasons: z.object({ zero: Words(300).nullable(), exempt: Words(300).nullable() }),
  }),
])

const Bank = z.object({
  name: Words(100),
  beneficiary: Words(150),
  iban: z
    .string()
    .transform((text) => foldDigits(text).replace(/[\s-]/g, '').toUpperCase())
    .pipe(z.string().min(1, 'required').refine(isSaudiIban, 'saudiIban')),
})

const Days = (min: number, max: number) => {
  const message = `numberBetween:${min},${max}`
  return z.int('number').min(min, message).max(max, message)
}

const Percent = z.int('number').min(1, 'numberBetween:1,100').max(100, 'numberBetween:1,100')

const Kind = z.enum(['contact', 'support', 'complaint', 'quote', 'partnership', 'trainer'])
const Mailbox = z.enum([...Kind.options, 'orders'])
const Network = z.enum(['x', 'linkedin', 'instagram', 'youtube', 'snapchat', 'tiktok'], 'invalid')
const Address = z
  .string()
  .trim()
  .pipe(z.url({ protocol: /^https$/, error: 'link' }).max(300, 'tooLong:300'))
const Weekday = z.enum(['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'], 'invalid')

const fields = {
  name: Words(80),
  legalName: Words(150),
  tagline: Words(150),
  licence: Words(300),
  commercialRegistration: Digits(10, 'tenDigits'),
  phone: Phone,
  whatsapp: blank(Phone),
  email: Email,
  /** Who gets the enquiries of a kind; `email` where none is named. */
  mailboxes: z.partialRecord(Mailbox, Email),
  /** As people read it. */
  address: Words(300),
  /** As it is registered, for the tax authority. */
  nationalAddress: NationalAddress.nullable(),
  /** Null of a new institute, until it has said whether it is registered. */
  vat: Vat.nullable(),
  /** The account for bank transfers; without it learners pay online only. */
  bank: Bank.nullable(),
  /** How long a seat is held for a transfer. */
  transferDays: Days(1, 14),
  /** How long after paying a learner may ask for a refund. */
  refundDays: Days(0, 365),
  /** How much of one order an Admin may refund; null: any amount. */
  adminRefundHalalas: z.int('number').min(0, 'number').max(100_000_000, 'number').nullable(),
  /** The share of a run's sessions that a certificate needs. */
  certificatePercent: Percent,
  /** How long learners may leave a run that was moved, and get everything back. */
  movedRunDays: Days(1, 60),
  /** How long a freed seat is held for the first of the waiting list. */
  offerHours: Days(1, 168),
  mailNotes: MailNotes,
  workingDays: z.array(Weekday).min(1, 'required').max(7, 'invalid'),
  /** Within how many working days an enquiry is answered, by its kind. */
  answerDays: z.record(Kind, Days(1, 30)),
  social: z.array(z.object({ id: Network, link: Address })).max(6, 'invalid'),
  stores: z.object({ ios: blank(Address), android: blank(Address) }),
}

export const SettingsValues = z.object(fields)
export type SettingsValues = z.output<typeof SettingsValues>

const Settings = z.object({
  version: z.int(),
  /** False: nothing is stored yet, and the values are what a new institute begins with. */
  isStored: z.boolean(),
  values: z.custom<SettingsValues>((value) => typeof value === 'object' && value !== null),
  /** What a change of the VAT would meet. */
  openOrders: z.int(),
  publishedCourses: z.object({ standard: z.int(), zero: z.int(), exempt: z.int() }),
  english: EnglishStates,
  /** Until when the caller can undo their last change; null when they cannot. */
  undoUntil: Instant.nullable(),
})

export const SETUP_STEPS = [
  ...(['institute', 'vat', 'bank', 'specialization', 'trainer', 'course', 'run'] as const),
  ...(['terms', 'privacy', 'home'] as const),
]

export const instituteEndpoints = {
  settings: endpoint({
    method: 'GET',
    path: 'admin/institute',
    summary: 'The settings of the institute.',
    audience: { right: 'institute.view' },
    input: z.object({}),
    output: Settings,
  }),
  changeSettings: endpoint({
    method: 'POST',
    path: 'admin/institute',
    summary:
      'Changes settings. The first change of a new institute needs its names, contacts, address, registration, licence, and whether it is registered for VAT.',
    needsProof: true,
    audience: { right: 'institute.change' },
    input: EditOf(fields),
    output: Settings,
    problems: ['changedMeanwhile'],
  }),
  undoSettings: endpoint({
    method: 'POST',
    path: 'admin/institute/undo',
    summary: 'Undoes the caller’s last change of the settings, for ten minutes and where nothing was changed since.',
    needsProof: true,
    audience: { right: 'institute.change' },
    input: z.object({}),
    output: Settings,
    problems: ['nothingToUndo'],
  }),
  confirmSettingsEnglish: endpoint({
    method: 'POST',
    path: 'admin/institute/confirm-english',
    summary: 'Says that English texts are right for the present Arabic.',
    audience: { right: 'institute.change' },
    input: z.object({ version: Version, paths: EnglishPaths }),
    output: Settings,
    problems: ['changedMeanwhile'],
  }),
  mailPreview: endpoint({
    method: 'GET',
    path: 'admin/institute/mail-preview',
    summary: 'A mail to learners as it would go out, with a note instead of the stored one.',
    audience: { right: 'institute.view' },
    input: z.object({
      kind: MailKind,
      language: z.enum(['ar', 'en']),
      note: z.string().max(MAX_NOTE_LENGTH).optional(),
    }),
    output: z.object({ subject: z.string(), html: z.string() }),
  }),
  setup: endpoint({
    method: 'GET',
    path: 'admin/institute/setup',
    summary: 'Which steps of setting up the institute are done. They may be done in any order, and left.',
    audience: { right: 'institute.view' },
    input: z.object({}),
    output: z.object({
      steps: z.array(z.object({ step: z.enum(SETUP_STEPS), isDone: z.boolean() })),
      /** The first step that is not done; null when learners can enrol. */
      next: z.enum(SETUP_STEPS).nullable(),
    }),
  }),
}
