/** The media library: pictures, drawings and films of the institute, and where they are shown. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { Cursor, CursorPage, EditOf, Id, optional, PageLimit, Text } from '../../api/fields.ts'
import { CutPicture, TAKES_PICTURE } from '../pictures/picture-contract.ts'

const KINDS = ['picture', 'drawing', 'film'] as const
/** What of the library is shown: without a choice, all that was not taken out of it. */
const STATES = ['noAlt', 'unused', 'dropped'] as const

const Words = z.object({ ar: z.string(), en: z.string().optional() })

const MediaCard = z.object({
  id: z.int(),
  /** As texts and pages name it. */
  address: z.string(),
  fileName: z.string(),
  kind: z.enum(KINDS),
  /** In pixels; null for a drawing. */
  width: z.int().nullable(),
  height: z.int().nullable(),
  bytes: z.int().nullable(),
  alt: Words.nullable(),
  /** How many records show it, drafts included. */
  useCount: z.int(),
  isDropped: z.boolean(),
})
export type MediaCard = z.output<typeof MediaCard>

/** A record that shows it. Of a draft: of what it is one. */
const MediaUse = z.object({
  source: z.enum(['course', 'article', 'trainer', 'page', 'organisation', 'review', 'author', 'draft']),
  name: Words,
  /** Its page at the desk; null where it has none. */
  path: z.string().nullable(),
})
export type MediaUse = z.output<typeof MediaUse>

const Fraction = z.number('number').min(0, 'number').max(1, 'number')
const Alt = z.preprocess((text) => (typeof text === 'string' && text.trim() === '' ? null : text), Text(300).nullable())

/** What staff say of it, as the desk edits it. */
const Values = { 'alt.ar': Alt, 'alt.en': Alt, focusX: Fraction, focusY: Fraction }

const MediaItem = MediaCard.extend({
  version: z.int(),
  values: z.object({
    ...{ 'alt.ar': z.string().nullable(), 'alt.en': z.string().nullable() },
    ...{ focusX: z.number(), focusY: z.number() },
  }),
  createdAt: z.iso.datetime(),
  uploadedBy: z.string().nullable(),
  uses: z.array(MediaUse),
  /** More records show it than are named. */
  hasMoreUses: z.boolean(),
  /** Earlier versions of records name it: its files stay, so that those can be restored. */
  isInHistory: z.boolean(),
  /** The one that took its place. */
  replacedBy: z.int().nullable(),
  may: z.object({ change: z.boolean() }),
})
export type MediaItem = z.output<typeof MediaItem>

const VIEW = { right: 'media.view' } as const
const CHANGE = { right: 'media.change' } as const
const MAX_CHOSEN = 100

const Chosen = z.object({ ids: z.array(Id).min(1, 'required').max(MAX_CHOSEN, `tooManyRows:${MAX_CHOSEN}`) })

export const mediaEndpoints = {
  mediaList: endpoint({
    method: 'GET',
    path: 'admin/media',
    summary: 'The media library, the newest first; found by file name and alternative text.',
    audience: VIEW,
    input: z.object({
      query: optional(Text(200)),
      kind: optional(z.enum(KINDS, 'invalid')),
      state: optional(z.enum(STATES, 'invalid')),
      cursor: Cursor,
      limit: PageLimit,
    }),
    output: CursorPage(MediaCard),
  }),
  mediaItem: endpoint({
    method: 'GET',
    path: 'admin/media/{id}',
    summary: 'One picture with its alternative text, its focus point and the records that show it.',
    audience: VIEW,
    input: z.object({ id: Id }),
    output: MediaItem,
    problems: ['mediaNotFound'],
  }),
  addMedia: endpoint({
    method: 'POST',
    path: 'admin/media',
    summary: 'Adds a JPEG, PNG, WebP or GIF of at most 20 MB. The same file is the picture that is there already.',
    audience: CHANGE,
    input: z.object({ file: CutPicture.file }),
    output: MediaCard.extend({ isNew: z.boolean() }),
    status: 201,
    ...TAKES_PICTURE,
  }),
  changeMedia: endpoint({
    method: 'PATCH',
    path: 'admin/media/{id}',
    summary: 'Changes the alternative text and the focus point, which is the middle of the parts that are cut later.',
    audience: CHANGE,
    input: EditOf(Values).extend({ id: Id }),
    output: z.object({ version: z.int() }),
    problems: ['mediaNotFound', 'changedMeanwhile'],
  }),
  replaceMedia: endpoint({
    method: 'POST',
    path: 'admin/media/{id}/replacement',
    summary: 'Puts another picture in its place, in every record that shows it.',
    audience: CHANGE,
    input: z.object({ id: Id, file: CutPicture.file }),
    output: z.object({ id: z.int(), changed: z.int() }),
    problems: ['mediaNotFound'],
    ...TAKES_PICTURE,
  }),
  dropMedia: endpoint({
    method: 'POST',
    path: 'admin/media/drop',
    summary: 'Takes what nothing shows out of the library. Its files are deleted 30 days later.',
    audience: CHANGE,
    input: Chosen,
    output: z.object({
      dropped: z.array(z.int()),
      /** Those that a record shows. */
      kept: z.array(z.int()),
    }),
  }),
  takeBackMedia: endpoint({
    method: 'POST',
    path: 'admin/media/take-back',
    summary: 'Brings back what was taken out of the library, as long as its files are there.',
    audience: CHANGE,
    input: Chosen,
    output: z.object({ back: z.array(z.int()) }),
  }),
}
