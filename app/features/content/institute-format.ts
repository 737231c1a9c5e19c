/** The file of the institute: who it is, how it sells, and what its visitors are told. */
import { z } from 'zod'
import { Coordinates } from '../branches/coordinates.ts'
import { NOTE_KINDS, type NoteKind } from '../mail-notes/mail-notes.ts'
import { MENU_PLACES } from '../menus/places.ts'
import { Iban, Key, Localized, Vat } from './format-fields.ts'

export const InstituteFile = z.strictObject({
  /** The day to which relative days refer; by default the day of the first loading. An export writes it. */
  loadedOn: z.iso.date().optional(),
  name: Localized,
  legalName: Localized,
  tagline: Localized,
  phone: z.string(),
  whatsapp: z.string().optional(),
  email: z.email(),
  /** The addressees of each kind of enquiry; `email` by default. */
  mailboxes: z
    .partialRecord(z.enum(['contact', 'support', 'complaint', 'quote', 'partnership', 'trainer', 'orders']), z.email())
    .optional(),
  /** As people read it. */
  address: Localized,
  /** As it is registered (the national address), for the tax authority. */
  nationalAddress: z
    .strictObject({
      buildingNumber: z.string().regex(/^\d{4}$/),
      street: Localized,
      additionalNumber: z
        .string()
        .regex(/^\d{4}$/)
        .optional(),
      district: Localized,
      city: Localized,
      postalCode: z.string().regex(/^\d{5}$/),
      shortAddress: z
        .string()
        .regex(/^[A-Z]{4}\d{4}$/)
        .optional(),
    })
    .optional(),
  commercialRegistration: z.string().regex(/^\d{10}$/),
  /** False: not registered for VAT; then `vatNumber` and `vatRatePercent` are left out. */
  vatRegistered: z.boolean().optional(),
  vatNumber: z
    .string()
    .regex(/^3\d{13}3$/)
    .optional(),
  licence: Localized,
  vatRatePercent: z.number().min(0).max(100).optional(),
  /** For courses without their own value; `standard` by default. */
  vatDefault: Vat.optional(),
  /** The reason for courses without VAT, which an invoice must state by law. */
  vatReasons: z.strictObject({ zero: Localized.optional(), exempt: Localized.optional() }).optional(),
  /** The account for bank transfers; without it learners pay online only. */
  bank: z.strictObject({ name: Localized, beneficiary: Localized, iban: Iban }).optional(),
  /** How long a seat is held for a transfer; 3 days by default. */
  transferDays: z.int().min(1).max(14).optional(),
  /** How long after paying a learner may request a refund; 7 days by default. */
  refundDays: z.int().min(0).max(365).optional(),
  /** The days on which enquiries are answered; Sunday to Thursday by default. */
  workingDays: z
    .array(z.enum(['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']))
    .min(1)
    .optional(),
  /** Within how many working days an enquiry is answered, by its kind, where it is not the usual number. */
  answerDays: z
    .partialRecord(
      z.enum(['contact', 'support', 'complaint', 'quote', 'partnership', 'trainer']),
      z.int().min(1).max(30),
    )
    .optional(),
  /** How much of an order an Admin may refund, in halalas; any amount by default. */
  adminRefundHalalas: z.int().min(0).max(100_000_000).optional(),
  /** How long learners may leave a run that was moved, and get everything back; 7 days by default. */
  movedRunDays: z.int().min(1).max(60).optional(),
  /** How long a freed seat is kept for the first of the waiting list; 24 hours by default. */
  offerHours: z.int().min(1).max(168).optional(),
  /** The share of a run's sessions that a certificate needs; 80 by default. */
  certificatePercent: z.int().min(1).max(100).optional(),
  /** What the institute adds to some mails, by their kind; fields stand in braces. */
  mailNotes: z.partialRecord(z.enum(NOTE_KINDS as [NoteKind, ...NoteKind[]]), Localized).optional(),
  social: z.array(
    z.strictObject({ id: z.enum(['x', 'linkedin', 'instagram', 'youtube', 'snapchat', 'tiktok']), link: z.url() }),
  ),
  /** In place of those that the contact page names. */
  branches: z
    .array(
      z.strictObject({
        key: Key,
        name: Localized,
        address: Localized,
        map: z.url({ protocol: /^https$/ }).optional(),
        coordinates: Coordinates.optional(),
        phone: z.string().optional(),
        hours: Localized.optional(),
        hidden: z.boolean().optional(),
      }),
    )
    .optional(),
  /** Links of header and footer, where they are not the usual ones. */
  menus: z
    .partialRecord(
      z.enum(MENU_PLACES),
      z.array(
        z.strictObject({
          /** A page's path without the language, `field:` with the key of a specialization, or an address. */
          to: z.string().regex(/^(?:field:[a-z0-9-]+|\/(?!\/)\S*|https:\/\/\S+|mailto:\S+|tel:\S+)$/),
          label: Localized.optional(),
          hidden: z.boolean().optional(),
        }),
      ),
    )
    .optional(),
  /** Where the mobile app is found; without it no page speaks of an app. */
  stores: z.strictObject({ ios: z.url().optional(), android: z.url().optional() }).optional(),
})
