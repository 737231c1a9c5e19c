/** Fields of the records that staff write. Each language of a text is a field of its own. */
import { z } from 'zod'
import { NO_CONTROLS, optional } from '../../api/fields.ts'
import { cleanMarkdown } from './clean-markdown.ts'
import { cleanText } from './clean-text.ts'

export const orNull = <T extends z.ZodType>(schema: T) => optional(schema).transform((value) => value ?? null)

/** A text as it is stored: without what word processors put into it. Null when nothing is written. */
export const WrittenText = (max: number) => cleaned(max, cleanText)

/** A long text, which the editor writes as Markdown. */
export const WrittenMarkdown = (max: number) => cleaned(max, cleanMarkdown)

const cleaned = (max: number, clean: (text: string) => string) =>
  z
    .string()
    .nullable()
    .transform((text) => clean(text ?? '') || null)
    .pipe(z.string().max(max, `tooLong:${max}`).regex(NO_CONTROLS, 'invalid').nullable())

export const MAX_LINE = 300
export const MAX_PARAGRAPH = 2_000

/** Letters of any script, digits and hyphens, as in an address. */
export const Slug = z
  .string()
  .transform((slug) => slug.normalize('NFC').trim().toLowerCase())
  .pipe(
    z
      .string()
      .min(1, 'required')
      .max(120, 'tooLong:120')
      .regex(/^[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*$/u, 'slug'),
  )
