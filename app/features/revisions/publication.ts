/** Whether, and from when, visitors see a record. */

export type RecordState = 'draft' | 'scheduled' | 'published' | 'archived'
export type Publication = { publishedAt: Date | null; publishAt: Date | null; archivedAt: Date | null }

export const UNPUBLISHED: Publication = { publishedAt: null, publishAt: null, archivedAt: null }

export function stateOf({ publishedAt, publishAt, archivedAt }: Publication, now: Date): RecordState {
  if (archivedAt) return 'archived'
  if (publishedAt) return publishedAt <= now ? 'published' : 'scheduled'
  return publishAt ? 'scheduled' : 'draft'
}

type Columns = { published_at: Date | null; publish_at: Date | null; archived_at: Date | null }

export const publicationOf = ({ published_at, publish_at, archived_at }: Columns): Publication => ({
  publishedAt: published_at,
  publishAt: publish_at,
  archivedAt: archived_at,
})

/** As answers hold the times. */
export const publicationTexts = ({ publishedAt, publishAt, archivedAt }: Publication) => ({
  publishedAt: publishedAt?.toISOString() ?? null,
  publishAt: publishAt?.toISOString() ?? null,
  archivedAt: archivedAt?.toISOString() ?? null,
})
