/** The fields of a page as staff edit them, by what their names end in: which sections there are differs. */
import { z } from 'zod'
import { SiteLink, WholeNumber } from '../../api/fields.ts'
import { MAX_LINE, MAX_PARAGRAPH, WrittenText } from '../revisions/text-fields-contract.ts'

const MAX_SECTION = 20_000

const Both = (max: number) =>
  z
    .object({ ar: WrittenText(max), en: WrittenText(max).optional() })
    .transform(({ ar, en }) => ({ ar: ar ?? '', ...(en ? { en } : {}) }))
    .refine(({ ar }) => ar !== '', 'required')

/** A text in both languages that may be left out as a whole. */
const MaybeBoth = (max: number) =>
  z
    .object({ ar: WrittenText(max), en: WrittenText(max).optional() })
    .optional()
    .transform((text) =>
      text?.ar || text?.en ? { ar: text.ar ?? '', ...(text.en ? { en: text.en } : {}) } : undefined,
    )
    .refine((text) => text?.ar !== '', 'required')

const maybe = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' || value === null ? undefined : value), schema.optional())

/** Of the media library: `invalidValuesIn` looks. */
const Address = maybe(z.string().trim().max(500, 'tooLong:500'))

const Items = z
  .array(
    z
      .object({
        title: Both(MAX_LINE),
        body: MaybeBoth(MAX_PARAGRAPH),
        /** One that there is: `invalidValuesIn` looks. */
        icon: maybe(z.string().max(40, 'invalid')),
        image: Address,
        imageAlt: MaybeBoth(MAX_LINE),
        /** A figure, the same in both languages, or a text such as a time. */
        value: z.union([maybe(z.string().trim().max(100, 'tooLong:100')), MaybeBoth(100)], 'invalid'),
        link: maybe(SiteLink),
      })
      // What is left out is not stored as nothing, nor the words of a picture that is gone.
      .transform(({ imageAlt, ...item }) => ({ ...item, imageAlt: item.image ? imageAlt : undefined }))
      .transform((item) => Object.fromEntries(Object.entries(item).filter(([, part]) => part !== undefined))),
  )
  .max(60, 'tooManyRows:60')

const Layout = z
  .array(
    z.object({
      key: z
        .string()
        .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'invalid')
        .max(60, 'invalid'),
      hidden: z.boolean(),
    }),
  )
  .max(60, 'tooManyRows:60')

const KEY = '[a-z0-9]+(?:-[a-z0-9]+)*'
/** Which schema a field has, by its name. */
const FIELDS: readonly [RegExp, z.ZodType][] = [
  [/^(?:title|seoTitle)\.(?:ar|en)$/, WrittenText(MAX_LINE)],
  [/^(?:description|seoDescription|seoKeywords)\.(?:ar|en)$/, WrittenText(MAX_PARAGRAPH)],
  [/^imageAlt\.(?:ar|en)$/, WrittenText(MAX_LINE)],
  [/^image$/, Address.transform((address) => address ?? null)],
  [/^layout$/, Layout],
  [new RegExp(`^sections\\.${KEY}\\.title\\.(?:ar|en)$`), WrittenText(MAX_LINE)],
  [new RegExp(`^sections\\.${KEY}\\.body\\.(?:ar|en)$`), WrittenText(MAX_SECTION)],
  [new RegExp(`^sections\\.${KEY}\\.image$`), Address.transform((address) => address ?? null)],
  [new RegExp(`^sections\\.${KEY}\\.imageAlt\\.(?:ar|en)$`), WrittenText(MAX_LINE)],
  [new RegExp(`^sections\\.${KEY}\\.items$`), Items],
]

const MAX_CHANGES = 300

const Change = z.object({ from: z.json(), to: z.json() })

/** As `EditOf`: the version that was read, and the changed fields, with what their author read and the new value. */
export const PageEdit = {
  version: WholeNumber.pipe(z.number().min(1, 'invalid')),
  changes: z.record(z.string().max(120), Change).transform((changes, check) => {
    if (Object.keys(changes).length > MAX_CHANGES) check.addIssue({ code: 'custom', message: 'invalid' })
    const known = Object.entries(changes).map(([name, { from, to }]) => {
      const schema = FIELDS.find(([pattern]) => pattern.test(name))?.[1]
      const parsed = schema?.safeParse(to)
      if (!parsed) check.addIssue({ code: 'custom', path: [name], message: 'invalid' })
      for (const { path, message } of parsed?.error?.issues ?? [])
        check.addIssue({ code: 'custom', path: [name, 'to', ...path], message })
      return [name, { from, to: parsed?.data }] as const
    })
    return Object.fromEntries(known) as Record<string, { from: unknown; to: unknown }>
  }),
}
