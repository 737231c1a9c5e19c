/** What calls that take a picture of staff have in common. */
import { z } from 'zod'
import { optional } from '../../api/fields.ts'

export const MAX_PICTURE_BYTES = 20_000_000
/** Beside the picture in a form. */
const FORM_BYTES = 10_000

const Fraction = () => z.coerce.number('number').min(0, 'number').max(1, 'number')

export const CutPicture = {
  file: z
    .file('required')
    .min(1, 'required')
    .max(MAX_PICTURE_BYTES, `fileTooLarge:${MAX_PICTURE_BYTES / 1e6}`),
  /** Where the part to keep lies in the upright picture: 0 at its left or top, 1 at its right or bottom. */
  x: optional(Fraction()),
  y: optional(Fraction()),
  /** Its size, of the largest part of that shape: 1, or less to come closer. */
  size: optional(Fraction().min(0.1, 'number')),
}

export const TAKES_PICTURE = { multipart: true, bodyLimit: MAX_PICTURE_BYTES + FORM_BYTES } as const
/** Of a page's form: a little more than a picture may have, so that the field can say that it is too large. */
export const MAX_PICTURE_FORM_BYTES = MAX_PICTURE_BYTES + 512 * 1024
