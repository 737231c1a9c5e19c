/** What staff do with articles. Edits send changed fields with what their author read (`app/api/edits.ts`). */

import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import {
  Cursor,
  CursorPage,
  EditOf,
  FileAnswer,
  Id,
  optional,
  PageLimit,
  TABLE_FILES,
  TableFormat,
  Text,
} from '../../api/fields.ts'
import { Article } from '../blog/contract.ts'
import { BulkOutcome, Chosen, Counted } from '../lists/bulk-contract.ts'
import { CutPicture, TAKES_PICTURE } from '../pictures/picture-contract.ts'
import {
  ById,
  Differences,
  EnglishPaths,
  History,
  Instant,
  PreviewToken,
  RecordFacts,
  RecordState,
  Saved,
  SavedDraft,
  TextValues,
  UsedDraft,
  Version,
  Written,
} from '../revisions/records-contract.ts'
import { ARTICLE_FIELDS, TagKey } from './article-fields-contract.ts'
import { TEXT_NAMES } from './article-texts.ts'
import { ARTICLE_COMMANDS } from './bulk-commands.ts'

const Filter = z.object({
  state: optional(RecordState),
  authorId: optional(Id),
  tag: optional(TagKey),
  english: optional(z.enum(['missing', 'stale'], 'invalid')),
  query: optional(Text(200)),
})

const ArticleRow = z.object({
  id: z.int(),
  version: z.int(),
  slug: z.string(),
  title: Written,
  category: Written,
  /** Null for somebody whose account was erased. */
  author: Written.nullable(),
  state: RecordState,
  publishedAt: Instant.nullable(),
  publishAt: Instant.nullable(),
  englishMissing: z.int(),
  englishStale: z.int(),
  hasDraft: z.boolean(),
  updatedAt: Instant,
})
export type ArticleRow = z.output<typeof ArticleRow>

const Values = z.object({
  ...{ slug: z.string(), categoryId: z.int(), authorId: z.int(), tags: z.array(z.string()), cover: z.string() },
  ...TextValues(TEXT_NAMES),
})

export const EditedArticle = z.object({
  ...RecordFacts,
  key: z.string().nullable(),
  values: Values,
  /** What the caller may do with it. */
  may: z.object({ change: z.boolean() }),
})
export type EditedArticle = z.output<typeof EditedArticle>

export const ArticleChoices = z.object({
  categories: z.array(z.object({ id: z.int(), name: Written })),
  authors: z.array(z.object({ id: z.int(), name: Written })),
  tags: z.array(z.object({ key: z.string(), name: Written })),
})
export type ArticleChoices = z.output<typeof ArticleChoices>

const MANAGE = { right: 'articles.change' } as const
const SEE = { right: 'articles.view' } as const
const EDIT_PROBLEMS = ['articleNotFound', 'changedMeanwhile'] as const
const MAX_BODY_BYTES = 1_500_000

export const articleEditingEndpoints = {
  articleList: endpoint({
    method: 'GET',
    path: 'admin/articles',
    summary: 'The articles in every state, the last changed first, with what is missing in English.',
    audience: SEE,
    input: Filter.extend({
      sort: optional(z.enum(['changed', 'title', 'published'], 'invalid')).transform((sort) => sort ?? 'changed'),
      cursor: Cursor,
      limit: PageLimit,
    }),
    output: CursorPage(ArticleRow),
  }),
  // Stands before the call whose path is an id, which would match it too.
  exportArticles: endpoint({
    method: 'GET',
    path: 'admin/articles/export',
    summary: 'The articles of a list, for spreadsheets. Each export is in the audit log.',
    needsProof: true,
    audience: SEE,
    input: Filter.extend({ format: TableFormat }),
    output: FileAnswer,
    file: TABLE_FILES,
    logs: 'export',
  }),
  articleChoices: endpoint({
    method: 'GET',
    path: 'admin/article-choices',
    summary: 'The categories, authors and tags that an article can have.',
    audience: SEE,
    input: z.object({}),
    output: ArticleChoices,
  }),
  tagsByName: endpoint({
    method: 'POST',
    path: 'admin/article-tags',
    summary: 'The keys of tags by their names in either language; tags that nobody has named yet are added.',
    audience: MANAGE,
    input: z.object({ names: z.array(Text(60)).max(12, 'tooManyRows:12') }),
    output: z.object({ keys: z.array(z.string()) }),
  }),
  addArticleCategory: endpoint({
    method: 'POST',
    path: 'admin/article-categories',
    summary: 'Adds a section of the blog.',
    audience: MANAGE,
    input: z.object({ 'name.ar': Text(100), 'name.en': optional(Text(100)) }),
    output: z.object({ id: z.int() }),
    status: 201,
  }),
  editedArticle: endpoint({
    method: 'GET',
    path: 'admin/articles/{id}',
    summary: 'One article with everything that is edited of it.',
    audience: SEE,
    input: ById,
    output: EditedArticle,
    problems: ['articleNotFound'],
  }),
  addArticle: endpoint({
    method: 'POST',
    path: 'admin/articles',
    summary: 'Adds an article that visitors do not see yet; its author is the caller unless another is named.',
    audience: MANAGE,
    input: z.object({
      'title.ar': ARTICLE_FIELDS['title.ar'],
      'title.en': ARTICLE_FIELDS['title.en'].optional(),
      categoryId: Id,
      authorId: optional(Id),
    }),
    output: Saved,
    problems: ['writingStopped'],
    creates: true,
    status: 201,
  }),
  editArticle: endpoint({
    method: 'PATCH',
    path: 'admin/articles/{id}',
    summary: 'Changes fields of an article; a former slug keeps leading to it.',
    audience: MANAGE,
    input: ById.extend(EditOf(ARTICLE_FIELDS).shape).extend(UsedDraft),
    output: Saved,
    problems: EDIT_PROBLEMS,
    bodyLimit: MAX_BODY_BYTES,
  }),
  setArticleCover: endpoint({
    method: 'PUT',
    path: 'admin/articles/{id}/cover',
    summary: 'Sets the cover: a JPEG, PNG, WebP or GIF of at most 20 MB, cut to 20:11 and stored in several sizes.',
    audience: MANAGE,
    input: ById.extend(CutPicture),
    output: Saved.extend({ cover: z.string() }),
    problems: ['articleNotFound'],
    ...TAKES_PICTURE,
  }),
  chooseArticleCover: endpoint({
    method: 'PUT',
    path: 'admin/articles/{id}/cover/chosen',
    summary: 'Sets the cover to a picture of the media library, cut around its focus point.',
    audience: MANAGE,
    input: ById.extend({ mediaId: Id }),
    output: Saved.extend({ cover: z.string() }),
    problems: ['articleNotFound', 'mediaNotFound'],
  }),
  confirmArticleEnglish: endpoint({
    method: 'POST',
    path: 'admin/articles/{id}/confirm-english',
    summary: 'Says that English texts are right for the present Arabic.',
    audience: MANAGE,
    input: ById.extend({ version: Version, paths: EnglishPaths }),
    output: Saved,
    problems: EDIT_PROBLEMS,
  }),
  publishArticle: endpoint({
    method: 'POST',
    path: 'admin/articles/{id}/publish',
    summary: 'Shows an article to visitors, now or at a later time.',
    audience: MANAGE,
    input: ById.extend({ at: optional(Instant) }),
    output: Saved.extend({ state: RecordState }),
    problems: ['articleNotFound', 'articleIncomplete', 'articleArchived'],
  }),
  unpublishArticle: endpoint({
    method: 'POST',
    path: 'admin/articles/{id}/unpublish',
    summary: 'Takes an article from the site, or from the schedule.',
    audience: MANAGE,
    input: ById,
    output: Saved,
    problems: ['articleNotFound', 'articleArchived'],
  }),
  archiveArticle: endpoint({
    method: 'POST',
    path: 'admin/articles/{id}/archive',
    summary: 'Takes an article from the site and from the list of those that are worked on.',
    audience: MANAGE,
    input: ById,
    output: Saved,
    problems: ['articleNotFound'],
  }),
  unarchiveArticle: endpoint({
    method: 'POST',
    path: 'admin/articles/{id}/unarchive',
    summary: 'Brings an archived article back, unpublished.',
    audience: MANAGE,
    input: ById,
    output: Saved,
    problems: ['articleNotFound'],
  }),
  undoArticle: endpoint({
    method: 'POST',
    path: 'admin/articles/{id}/undo',
    summary: 'Undoes the last publishing, unpublishing or archiving of an article, within ten minutes.',
    audience: MANAGE,
    input: ById.extend({ version: Version }),
    output: Saved,
    problems: ['articleNotFound', 'changedMeanwhile', 'nothingToUndo'],
  }),
  changeArticles: endpoint({
    method: 'POST',
    path: 'admin/articles/bulk',
    summary: 'Publishes, unpublishes or archives articles, each on its own, and says of each how it went.',
    audience: MANAGE,
    input: z
      .object({
        ids: Chosen(Id).optional(),
        matching: Filter.extend(Counted.shape).optional(),
        /** `undo`: what the person did last with each, within ten minutes. */
        action: z.enum(ARTICLE_COMMANDS, 'invalid'),
      })
      .refine(({ ids, matching }) => matching || ids?.length, { message: 'chooseRows', path: ['ids'] }),
    problems: ['previewStale'],
    output: z.object({ rows: z.array(BulkOutcome.extend({ id: z.int() })) }),
  }),
  saveArticleDraft: endpoint({
    method: 'PUT',
    path: 'admin/articles/{id}/draft',
    summary: 'Keeps changes that visitors do not see yet, in place of those that were read or beside others.',
    audience: MANAGE,
    input: ById.extend(EditOf(ARTICLE_FIELDS).shape).extend({
      /** Of the draft that was read, which they replace. To another draft they are added. */
      draftVersion: optional(Version),
    }),
    output: SavedDraft,
    problems: EDIT_PROBLEMS,
    bodyLimit: MAX_BODY_BYTES,
  }),
  scheduleArticleDraft: endpoint({
    method: 'POST',
    path: 'admin/articles/{id}/draft/schedule',
    summary: 'Publishes the draft of an article at a later time; without a time, no longer.',
    audience: MANAGE,
    input: ById.extend({ at: optional(Instant) }),
    output: z.object({ publishAt: Instant.nullable() }),
    problems: ['articleNotFound', 'noDraft'],
  }),
  publishArticleDraft: endpoint({
    method: 'POST',
    path: 'admin/articles/{id}/draft/publish',
    summary: 'Writes the changes of the draft into the article.',
    audience: MANAGE,
    input: ById,
    output: Saved,
    problems: ['articleNotFound', 'changedMeanwhile', 'noDraft'],
  }),
  discardArticleDraft: endpoint({
    method: 'DELETE',
    path: 'admin/articles/{id}/draft',
    summary: 'Throws the draft of an article away; for 30 days it can be taken back.',
    audience: MANAGE,
    input: ById,
    output: z.object({}),
    problems: ['articleNotFound', 'noDraft'],
  }),
  restoreArticleDraft: endpoint({
    method: 'POST',
    path: 'admin/articles/{id}/draft/restore',
    summary: 'Takes back the draft of an article that was thrown away last.',
    audience: MANAGE,
    input: ById,
    output: SavedDraft,
    problems: ['articleNotFound', 'changedMeanwhile', 'noDraft'],
  }),
  previewArticle: endpoint({
    method: 'GET',
    path: 'admin/articles/{id}/preview',
    summary: 'A signed address that shows the page of an article with its draft, to whoever has it, for a day.',
    audience: SEE,
    input: ById,
    output: z.object({ address: z.string(), until: Instant }),
    problems: ['articleNotFound'],
  }),
  articlePreview: endpoint({
    method: 'GET',
    path: 'Articles/preview',
    summary: 'The article of a signed address, with its draft, as visitors will see it.',
    audience: 'everyone',
    input: z.object({ token: PreviewToken }),
    output: Article,
    problems: ['articleNotFound'],
  }),
  articleRevisions: endpoint({
    method: 'GET',
    path: 'admin/articles/{id}/revisions',
    summary: 'What was done to an article, the newest first.',
    audience: SEE,
    input: ById.extend({ cursor: Cursor, limit: PageLimit }),
    output: History,
    problems: ['articleNotFound'],
  }),
  compareArticle: endpoint({
    method: 'GET',
    path: 'admin/articles/{id}/compare',
    summary: 'The fields that differ between two revisions of an article.',
    audience: SEE,
    input: ById.extend({ from: Version, to: Version }),
    output: Differences,
    problems: ['articleNotFound'],
  }),
  restoreArticle: endpoint({
    method: 'POST',
    path: 'admin/articles/{id}/restore',
    summary: 'Writes the texts of an earlier revision into the article again; its address stays.',
    audience: MANAGE,
    input: ById.extend({ revision: Version }),
    output: Saved,
    problems: ['articleNotFound'],
  }),
}
