/** What the calls of all records have in common that staff write: versions, drafts, what can be undone. */
import { z } from 'zod'
import { Id, optional, WholeNumber } from '../../api/fields.ts'
import { forEachText } from './flat-texts.ts'

export const Instant = z.iso.datetime({ offset: true })
export const Written = z.object({ ar: z.string(), en: z.string().optional() })
export const Version = WholeNumber.pipe(z.number().min(1, 'invalid'))
/** Of an edit: the version of the draft that its form showed. It is saved with the edit, and gone. */
export const UsedDraft = { usedDraft: optional(Version) }
export const RecordState = z.enum(['draft', 'scheduled', 'published', 'archived'])
export const ById = z.object({ id: Id })
export const Saved = z.object({ id: z.int(), version: z.int() })

/** Each language of these texts, as a value of its own. */
export const TextValues = <Name extends string>(names: readonly Name[]) => forEachText(names, z.string().nullable())

/** The paths of texts whose English is missing, or older than the Arabic. */
export const EnglishStates = z.array(z.object({ path: z.string(), state: z.enum(['missing', 'stale']) }))

/** What is kept of a record and visitors do not see yet. */
export const Draft = z.object({
  version: z.int(),
  baseVersion: z.int(),
  changes: z.record(z.string(), z.object({ from: z.json(), to: z.json() })),
  updatedAt: Instant,
  updatedBy: z.string().nullable(),
  /** When a job publishes it, of what is published while it waits. */
  publishAt: Instant.nullable(),
  /** When a job could not, and why: somebody else had changed the same text, or the record would lack something. */
  missedAt: Instant.nullable(),
  missedBecause: z.enum(['changed', 'invalid']).nullable(),
})

/** A draft that was thrown away and can be taken back: who wrote it, who threw it away, and its fields. */
export const DiscardedDraft = z.object({
  updatedBy: z.string().nullable(),
  updatedAt: Instant,
  discardedBy: z.string().nullable(),
  discardedAt: Instant,
  fields: z.array(z.string()),
})

/** What becomes of changes that are kept as a draft. */
export const SavedDraft = z.object({
  draftVersion: z.int(),
  /** Whether they were added to a draft that was not shown. */
  isAdded: z.boolean(),
  /** Whether that draft had a time of publication, which is gone. */
  isUnscheduled: z.boolean(),
})
export type SavedDraft = z.output<typeof SavedDraft>

/** Where a record stands, beside its values. */
export const RecordFacts = {
  id: z.int(),
  version: z.int(),
  state: RecordState,
  publishedAt: Instant.nullable(),
  publishAt: Instant.nullable(),
  archivedAt: Instant.nullable(),
  updatedAt: Instant,
  formerSlugs: z.array(z.string()),
  english: EnglishStates,
  /** The fields without which it cannot be published. */
  missing: z.array(z.string()),
  draft: Draft.nullable(),
  discardedDraft: DiscardedDraft.nullable(),
  /** What can be undone, and until when. */
  undo: z.object({ action: z.string(), until: Instant }).nullable(),
}
const Facts = z.object(RecordFacts)
export type RecordFacts = z.output<typeof Facts>

export const History = z.object({
  items: z.array(z.object({ version: z.int(), action: z.string(), by: z.string().nullable(), at: Instant })),
  next: z.string().nullable(),
})
export type History = z.output<typeof History>

/** The fields that differ between two revisions. */
export const Differences = z.array(z.object({ field: z.string(), from: z.json(), to: z.json() }))

export const EnglishPaths = z.array(z.string().max(100, 'invalid')).min(1, 'required').max(500, 'invalid')

/** The token of a preview's address. */
export const PreviewToken = z.string().min(1, 'required').max(200, 'invalid')
