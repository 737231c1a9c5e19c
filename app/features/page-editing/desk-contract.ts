/** What staff do with the pages of the site. Edits send changed fields with what their author read (`app/api/edits.ts`). */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { Cursor, optional, PageLimit } from '../../api/fields.ts'
import { PageContent, Seo } from '../pages/contract.ts'
import {
  Differences,
  DiscardedDraft,
  Draft,
  EnglishPaths,
  History,
  Instant,
  PreviewToken,
  SavedDraft,
  UsedDraft,
  Version,
  Written,
} from '../revisions/records-contract.ts'
import { PageEdit } from './page-fields-contract.ts'
import { SITE_PAGE_CODES } from './site-pages.ts'

const ByCode = z.object({ code: z.enum(SITE_PAGE_CODES, 'invalid') })
const Saved = z.object({ code: z.string(), version: z.int() })

const PageRow = z.object({
  code: z.string(),
  /** Null where nobody has written it yet. */
  title: Written.nullable(),
  /** Its address without the language; null where only apps read it. */
  path: z.string().nullable(),
  englishMissing: z.int(),
  englishStale: z.int(),
  hasDraft: z.boolean(),
  /** When the draft is published. */
  publishAt: Instant.nullable(),
  updatedAt: Instant.nullable(),
})
export type PageRow = z.output<typeof PageRow>

export const EditedSitePage = z.object({
  code: z.string(),
  version: z.int(),
  title: Written.nullable(),
  path: z.string().nullable(),
  values: z.record(z.string(), z.json()),
  updatedAt: Instant.nullable(),
  english: z.array(z.object({ path: z.string(), state: z.enum(['missing', 'stale']) })),
  draft: Draft.nullable(),
  discardedDraft: DiscardedDraft.nullable(),
  /** What the caller may do with it. */
  may: z.object({ change: z.boolean() }),
})
export type EditedSitePage = z.output<typeof EditedSitePage>

const MANAGE = { right: 'pages.change' } as const
const SEE = { right: 'pages.view' } as const
const MAX_BODY_BYTES = 1_000_000

export const pageEditingEndpoints = {
  pageList: endpoint({
    method: 'GET',
    path: 'admin/pages',
    summary: 'The pages of the site, with what is missing in English.',
    audience: SEE,
    input: z.object({}),
    output: z.array(PageRow),
  }),
  editedPage: endpoint({
    method: 'GET',
    path: 'admin/pages/{code}',
    summary: 'One page with everything that is edited of it.',
    audience: SEE,
    input: ByCode,
    output: EditedSitePage,
  }),
  editPage: endpoint({
    method: 'PATCH',
    path: 'admin/pages/{code}',
    summary: 'Changes texts of a page and of what search engines are told, and which sections it has in which order.',
    audience: MANAGE,
    input: ByCode.extend(PageEdit).extend(UsedDraft),
    output: Saved,
    problems: ['changedMeanwhile'],
    bodyLimit: MAX_BODY_BYTES,
  }),
  confirmPageEnglish: endpoint({
    method: 'POST',
    path: 'admin/pages/{code}/confirm-english',
    summary: 'Says that English texts are right for the present Arabic.',
    audience: MANAGE,
    input: ByCode.extend({ version: Version, paths: EnglishPaths }),
    output: Saved,
    problems: ['changedMeanwhile'],
  }),
  savePageDraft: endpoint({
    method: 'PUT',
    path: 'admin/pages/{code}/draft',
    summary: 'Keeps changes that visitors do not see yet, in place of those that were read or beside others.',
    audience: MANAGE,
    input: ByCode.extend(PageEdit).extend({
      /** Of the draft that was read, which they replace. To another draft they are added. */
      draftVersion: optional(Version),
    }),
    output: SavedDraft,
    problems: ['changedMeanwhile'],
    bodyLimit: MAX_BODY_BYTES,
  }),
  schedulePageDraft: endpoint({
    method: 'POST',
    path: 'admin/pages/{code}/draft/schedule',
    summary: 'Publishes the draft of a page at a later time; without a time, no longer.',
    audience: MANAGE,
    input: ByCode.extend({ at: optional(Instant) }),
    output: z.object({ publishAt: Instant.nullable() }),
    problems: ['noDraft'],
  }),
  publishPageDraft: endpoint({
    method: 'POST',
    path: 'admin/pages/{code}/draft/publish',
    summary: 'Writes the changes of the draft into the page.',
    audience: MANAGE,
    input: ByCode,
    output: Saved,
    problems: ['changedMeanwhile', 'noDraft'],
  }),
  discardPageDraft: endpoint({
    method: 'DELETE',
    path: 'admin/pages/{code}/draft',
    summary: 'Throws the draft of a page away; for 30 days it can be taken back.',
    audience: MANAGE,
    input: ByCode,
    output: z.object({}),
    problems: ['noDraft'],
  }),
  restorePageDraft: endpoint({
    method: 'POST',
    path: 'admin/pages/{code}/draft/restore',
    summary: 'Takes back the draft of a page that was thrown away last.',
    audience: MANAGE,
    input: ByCode,
    output: SavedDraft,
    problems: ['changedMeanwhile', 'noDraft'],
  }),
  previewPage: endpoint({
    method: 'GET',
    path: 'admin/pages/{code}/preview',
    summary: 'A signed address that shows a page with its draft, to whoever has it, for a day.',
    audience: SEE,
    input: ByCode,
    output: z.object({ address: z.string(), until: Instant }),
    problems: ['notFound'],
  }),
  pagePreview: endpoint({
    method: 'GET',
    path: 'Pages/preview',
    summary: 'The page of a signed address, with its draft, as visitors will see it.',
    audience: 'everyone',
    input: z.object({ token: PreviewToken }),
    output: z.object({
      code: z.string(),
      /** Its address without the language; null for what only apps read. */
      path: z.string().nullable(),
      seoCode: z.string().nullable(),
      page: PageContent.nullable(),
      seo: Seo.nullable(),
    }),
    problems: ['notFound'],
  }),
  pageRevisions: endpoint({
    method: 'GET',
    path: 'admin/pages/{code}/revisions',
    summary: 'What was done to a page, the newest first.',
    audience: SEE,
    input: ByCode.extend({ cursor: Cursor, limit: PageLimit }),
    output: History,
  }),
  comparePage: endpoint({
    method: 'GET',
    path: 'admin/pages/{code}/compare',
    summary: 'The fields that differ between two revisions of a page.',
    audience: SEE,
    input: ByCode.extend({ from: Version, to: Version }),
    output: Differences,
    problems: ['notFound'],
  }),
  restorePage: endpoint({
    method: 'POST',
    path: 'admin/pages/{code}/restore',
    summary: 'Writes an earlier revision into the page again.',
    audience: MANAGE,
    input: ByCode.extend({ revision: Version }),
    output: Saved,
    problems: ['notFound'],
  }),
}
