import { z } from 'zod'
import { optional, Text } from '../../../api/fields.ts'
import { foldDigits } from '../../../locales/digits.ts'

/** A blank code counts as none. */
export const CouponCode = optional(
  z
    .string()
    .transform((code) => foldDigits(code).replace(/\s/g, '').toUpperCase())
    .pipe(z.union([z.literal(''), Text(50)]))
    .transform((code) => code || undefined),
)
