/** Which English texts are missing or older than their Arabic, of every kind of record, in one list. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { Cursor, FileAnswer, optional, PageLimit, TABLE_FILES, TableFormat } from '../../api/fields.ts'
import { Written } from '../revisions/records-contract.ts'

/** In the order of the report. */
export const TRANSLATED_KINDS = [
  ...(['course', 'article', 'page', 'seo', 'question', 'questionGroup', 'organisation'] as const),
  ...(['lesson', 'banner', 'menu', 'branch'] as const),
  ...(['trainer', 'specialization', 'tag', 'section', 'institute', 'mailNote'] as const),
] as const
export const TranslatedKind = z.enum(TRANSLATED_KINDS, 'invalid')
export type TranslatedKind = z.output<typeof TranslatedKind>

const Filter = z.object({
  kind: optional(TranslatedKind),
  state: optional(z.enum(['missing', 'stale'], 'invalid')),
})

const Text = z.object({
  kind: TranslatedKind,
  /** The id of the record, or its key where it has none. */
  id: z.string(),
  name: Written,
  /** The record's version; null where its kind has none. */
  version: z.int().nullable(),
  /** Where the text stands in the record: `outline.0.title`. */
  path: z.string(),
  ar: z.string(),
  en: z.string().nullable(),
  state: z.enum(['missing', 'stale']),
  /** Whether the caller may change it. */
  mayChange: z.boolean(),
})
export type TranslatedText = z.output<typeof Text>

export const translationsEndpoints = {
  translations: endpoint({
    method: 'GET',
    path: 'admin/translations',
    summary:
      'English texts that are missing or older than their Arabic, by kind and record, and how many records of each kind have some. Without the archive.',
    audience: { right: 'translations.view' },
    input: Filter.extend({ cursor: Cursor, limit: PageLimit }),
    output: z.object({
      items: z.array(Text),
      next: z.string().nullable(),
      /** Records with such texts, counted up to 10,000. */
      counts: z.array(z.object({ kind: TranslatedKind, any: z.int(), missing: z.int(), stale: z.int() })),
    }),
  }),
  exportTranslations: endpoint({
    method: 'GET',
    path: 'admin/translations/export',
    summary: 'The same texts for a translator, as a table. Each export is in the audit log.',
    needsProof: true,
    audience: { right: 'translations.view' },
    input: Filter.extend({ format: TableFormat }),
    output: FileAnswer,
    file: TABLE_FILES,
    logs: 'export',
  }),
}
