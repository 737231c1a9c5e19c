/** Field schemas that several contracts use. Messages are keys of `locales/<lang>/fields.ts`. */
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { z } from 'zod'
import { foldDigits } from '../locales/digits.ts'
import type { FieldErrors } from './problem.ts'
import type { SentFile } from './sent-file.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: it rejects them
export const NO_CONTROLS = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/

/** A non-blank text, trimmed, in Unicode normal form C, without control characters and lone surrogates. */
export const Text = (max: number, empty = 'required') =>
  z
    .string()
    .transform((text) => text.toWellFormed().normalize('NFC').trim())
    .pipe(z.string().min(1, empty).max(max, `tooLong:${max}`).regex(NO_CONTROLS, 'invalid'))

/** Common endings only: an Arabic or Latin title before a name is often followed by a dot and no space. */
const LINK =
  /:\/\/|\bwww\.|@\S+\.|[\p{L}\p{N}]\.(?:com|net|org|info|biz|io|co|me|sa|ly|app|xyz|shop|site|online|link|top|club|store|ru|tk)(?![\p{L}\p{N}])/iu
const PHONE_NUMBER = /(?:\p{Nd}[\s.()-]*){7,}/u

/** A name in free text. Names stand in lists, mails and beside texts, where a link or a number would be advertising. */
export const NameText = (max: number) =>
  Text(max).refine((text) => !LINK.test(text) && !PHONE_NUMBER.test(text), 'noContacts')

/** A person's name: letters and marks of any script, spaces, hyphen and apostrophe. */
const Name = (max: number) => Text(max).pipe(z.string().regex(/^[\p{L}\p{M}\s'’-]+$/u, 'alphabetic'))
export const PersonName = Name(50)
/** First and last name in one field. */
export const FullName = Name(100)

export const Email = z
  .string()
  .transform((text) => text.trim().toLowerCase())
  .pipe(z.string().min(1, 'required').max(254, 'email').pipe(z.email('email')))

/** A mobile number that can receive SMS, as E.164; Saudi unless it has another country code. */
export const MobilePhone = z
  .string()
  .transform((text) => foldDigits(text).trim())
  .pipe(z.string().min(1, 'required').max(25, 'phone'))
  .transform((text, check) => {
    const phone = parsePhoneNumberFromString(text, 'SA')
    const isMobile = phone?.isValid() && ['MOBILE', 'FIXED_LINE_OR_MOBILE'].includes(phone.getType() ?? '')
    if (phone && isMobile) return phone.number as string
    check.addIssue({ code: 'custom', message: 'phone' })
    return z.NEVER
  })

export const SixDigits = z
  .string()
  .transform((text) => foldDigits(text).replace(/\s/g, ''))
  .pipe(
    z
      .string()
      .min(1, { error: 'required', abort: true })
      .regex(/^\d{6}$/, 'code'),
  )

/** A whole number from a query or a form, Arabic digits included. */
export const WholeNumber = z
  .union([z.string(), z.number()])
  .transform((value, check) => {
    if (typeof value !== 'string') return value
    const text = foldDigits(value.trim())
    if (text !== '') return text
    check.addIssue({ code: 'custom', message: 'required' })
    return z.NEVER
  })
  .pipe(
    z.union([
      z.number(),
      z
        .string()
        .regex(/^-?\d{1,12}$/, 'number')
        .transform(Number),
    ]),
  )
  .pipe(z.number('number').int('number').min(-2_147_483_648, 'number').max(2_147_483_647, 'number'))

/** The id of a row. */
export const Id = WholeNumber.pipe(z.number().min(1, 'invalid'))

/** The number of an invoice, a credit note or a debit note, as `INV-000123`. */
export const DocumentNumber = z
  .string()
  .regex(/^(?:inv|cn|dn)-\d{6,9}$/i, 'invalid')
  .transform((number) => number.toUpperCase())

/** An optional field; forms send it empty. */
export const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' || value === null ? undefined : value), schema.optional())

const MAX_VALUES = 50

/** Several numbers in one field, separated by commas; each once, the lowest first. Undefined where there is none. */
export const anyOf = (schema: z.ZodType<number>) =>
  z.preprocess((value, check) => {
    const values = [value].flat().flatMap((one) => (typeof one === 'string' ? one.split(/[,،]/) : [one]))
    const given = values.filter((one) => one !== undefined && one !== null && one !== '')
    const read = given.map((one) => schema.safeParse(one, { error: keyOfIssue }))
    const wrong = read.find(({ success }) => !success)
    if (wrong) check.addIssue({ code: 'custom', message: wrong.error!.issues[0]!.message })
    const numbers = new Set(read.flatMap(({ data }) => data ?? []))
    return numbers.size === 0 ? undefined : [...numbers].sort((one, other) => one - other)
  }, z.array(z.int()).max(MAX_VALUES, 'invalid').optional())

/** A yes or no; a form sends a checked box as `on`. */
export const Flag = optional(
  z.union([z.boolean(), z.enum(['true', 'false', 'on']).transform((value) => value !== 'false')]),
)

export const Between = (min: number, max: number) => {
  const message = `numberBetween:${min},${max}`
  return z.number().min(min, message).max(max, message)
}

export const PageIndex = optional(WholeNumber.pipe(Between(1, 1_000_000))).transform((page) => page ?? 1)
export const PageSize = optional(WholeNumber.pipe(Between(1, 50))).transform((size) => size ?? 12)

/** A page of a list. `totalCount` is exact up to 10,000, then 10,000 with `totalIsCapped`. */
export const PageOf = <T extends z.ZodType>(item: T) =>
  z.object({
    items: z.array(item),
    pageIndex: z.number().int(),
    pageSize: z.number().int(),
    totalCount: z.number().int(),
    totalIsCapped: z.boolean().optional(),
  })

/**
 * The input of an edit, for `applyEdits`: the version that was read, and the changed fields with the value that their
 * author read (`from`) and the new one (`to`).
 */
export const EditOf = <S extends z.ZodRawShape>(fields: S) =>
  z.object({ version: WholeNumber.pipe(z.number().min(1, 'invalid')), changes: ChangesOf(fields) })

type ChangeShape<S extends z.ZodRawShape> = {
  [F in keyof S]: z.ZodOptional<z.ZodObject<{ from: z.ZodType<unknown>; to: S[F] }>>
}

function ChangesOf<S extends z.ZodRawShape>(fields: S) {
  const changes = Object.entries(fields).map(([name, to]) => [name, z.object({ from: z.json(), to }).optional()])
  return z.strictObject(Object.fromEntries(changes) as ChangeShape<S>)
}

/** Where the next page of a list begins: `next` of the page before. */
export const Cursor = optional(z.string().max(500, 'invalid'))
/** The order of a list by time, the newest first without a choice. */
export const TimeOrder = optional(z.enum(['newest', 'oldest'], 'invalid'))
/** How many rows a page of such a list has. */
export const PageLimit = optional(WholeNumber.pipe(Between(1, 50))).transform((limit) => limit ?? 25)

/**
 * A page of a list with a cursor: the next page begins after its last row. `totalCount` is exact up to 10,000, then
 * capped.
 */
export const CursorPage = <T extends z.ZodType>(item: T) =>
  z.object({
    items: z.array(item),
    /** The cursor of the next page; null on the last one. */
    next: z.string().nullable(),
    totalCount: z.number().int(),
    totalIsCapped: z.boolean().optional(),
  })

/** The output of a download: file name and content. */
export const FileAnswer = z.object({
  name: z.string(),
  /** Its media type, where the call has several. */
  type: z.string().optional(),
  body: z.custom<ReadableStream<Uint8Array<ArrayBuffer>>>((body) => body instanceof ReadableStream),
})
export type FileAnswer = z.output<typeof FileAnswer>

/** The formats in which a list is downloaded. */
export const TABLE_TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const
export type TableFormat = keyof typeof TABLE_TYPES

/** For a contract's `file`. */
export const TABLE_FILES: readonly string[] = Object.values(TABLE_TYPES)
export const TableFormat = optional(z.enum(['csv', 'xlsx'], 'invalid')).transform((format) => format ?? 'csv')

/** An uploaded file on disk. JSON cannot contain functions, so a JSON body cannot imitate one. */
const isSentFile = (value: unknown): value is SentFile =>
  typeof value === 'object' && value !== null && 'bytes' in value && typeof value.bytes === 'function'
export const FileField = z.custom<SentFile>(isSentFile).meta({ type: 'string', format: 'binary' })

/** The message key when the schema has none. */
export function keyOfIssue(issue: { input?: unknown }): string {
  return issue.input === undefined ? 'required' : 'invalid'
}

/** The messages of an invalid input by field; a nested field's path is joined with dots, the input itself is `_`. */
export function fieldErrors(error: z.ZodError): FieldErrors {
  const fields: FieldErrors = {}
  for (const issue of error.issues) {
    const name = issue.path.join('.') || '_'
    fields[name] ??= []
    if (!fields[name].includes(issue.message)) fields[name].push(issue.message)
  }
  return fields
}

/** An optional field; forms send a blank text where nothing was typed. */
export const orBlank = <T extends z.ZodType>(schema: T) =>
  z.preprocess((text) => (typeof text === 'string' && text.trim() === '' ? undefined : text), schema.optional())

/** A page of this site without its language, such as `/faq`, or an address elsewhere. */
export const SiteLink = z
  .string()
  .trim()
  .max(500, 'tooLong:500')
  .regex(/^(?:\/(?!\/)|https:\/\/|mailto:|tel:)\S*$/, 'url')

/** The fields in which a text has the character NUL, which PostgreSQL stores in no text and takes in no query. */
export function fieldsWithNul(input: unknown): string[] {
  if (!isPlain(input)) return []
  return Object.keys(input).filter((name) => holdsNul(input[name]))
}

function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0')
  if (Array.isArray(value)) return value.some(holdsNul)
  return isPlain(value) && Object.entries(value).some(([name, part]) => name.includes('\0') || holdsNul(part))
}

/** Files and dates are not. */
const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value))
