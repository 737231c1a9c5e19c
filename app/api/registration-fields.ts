/** How an institution is registered, and reached: the institute itself, and companies that buy from it. */
import { z } from 'zod'
import { foldDigits } from '../locales/digits.ts'
import { Text } from './fields.ts'

/** A text in both languages; the English one may be missing. */
export const Words = (max: number) =>
  z.object({
    ar: Text(max),
    en: z.preprocess(
      (text) => (typeof text === 'string' && text.trim() === '' ? undefined : text),
      Text(max).optional(),
    ),
  })

export const Digits = (count: number, message: string) =>
  z
    .string()
    .transform((text) => foldDigits(text).replace(/\s/g, ''))
    .pipe(
      z
        .string()
        .min(1, 'required')
        .regex(new RegExp(`^\\d{${count}}$`), message),
    )

export const blank = <T extends z.ZodType>(schema: T) =>
  z.preprocess(
    (text) => (text === undefined || (typeof text === 'string' && text.trim() === '') ? null : text),
    schema.nullable(),
  )

/** As people write it: digits, blanks and a plus. */
export const Phone = z
  .string()
  .transform((text) => foldDigits(text).trim())
  .pipe(
    z
      .string()
      .min(1, 'required')
      .regex(/^\+?[\d ()-]{7,25}$/, 'phoneNumber'),
  )

export const NationalAddress = z.object({
  buildingNumber: Digits(4, 'fourDigits'),
  street: Words(200),
  additionalNumber: blank(Digits(4, 'fourDigits')),
  district: Words(100),
  city: Words(100),
  postalCode: Digits(5, 'postalCode'),
  shortAddress: blank(
    z
      .string()
      .transform((text) => foldDigits(text).replace(/\s/g, '').toUpperCase())
      .pipe(z.string().regex(/^[A-Z]{4}\d{4}$/, 'shortAddress')),
  ),
})

/** Source: ZATCA, BR-KSA-40. */
export const VatNumber = z
  .string()
  .transform((text) => foldDigits(text).replace(/\s/g, ''))
  .pipe(
    z
      .string()
      .min(1, 'required')
      .regex(/^3\d{13}3$/, 'vatNumber'),
  )
