/** What was done to a record: its revisions, what differs between two of them, and what can still be undone. */
import { z } from 'zod'
import { cursorPage, placeOf } from '../../api/cursor.ts'
import { isSame } from '../../api/edits.ts'
import type { Context } from '../../platform/context.server.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { UNDO_MS } from '../audit/undo.server.ts'
import type { Publication } from './publication.ts'
import { findRevision, findRevisions, type Subject } from './queries.server.ts'

/** Where a page of the history ends: a version. */
const VersionPlace = z.tuple([z.int()])

/** A page of the history, the newest first. */
export async function historyOf(db: Database, subject: Subject, asked: { cursor?: string | undefined; limit: number }) {
  const [before] = placeOf(VersionPlace, asked.cursor) ?? []
  const { items, next } = cursorPage(await findRevisions(db, subject, before, asked.limit), asked.limit, {
    placeOf: ({ version }) => [version],
    itemOf: ({ version, because, at, by }) => ({ version, action: because, by, at: at.toISOString() }),
  })
  return { items, next }
}

/** The values of a record at a version; undefined when it is not known. */
export async function valuesAt(db: Database, subject: Subject, version: number): Promise<object | undefined> {
  return (await findRevision(db, subject, version))?.content.values as object | undefined
}

/** The values that differ, by their names. */
export function differencesOf(before: object, after: object) {
  const [old, present]: Record<string, unknown>[] = [{ ...before }, { ...after }]
  return Object.keys(present!)
    .filter((field) => !isSame(old![field], present![field]))
    .map((field) => ({ field, from: json(old![field]), to: json(present![field]) }))
}

/** Revisions are stored as JSON. */
const json = (value: unknown) => z.json().parse(value ?? null)

const UNDOABLE = ['publish', 'schedule', 'unpublish', 'archive', 'unarchive']

/** What the person did last with the record, if it can be undone. */
export async function undoableOf(
  { db, user, now }: Pick<Context, 'db' | 'user' | 'now'>,
  subject: Subject,
  version: number,
) {
  const last = await findRevision(db, subject, version)
  const until = last && new Date(last.at.getTime() + UNDO_MS)
  if (!last || !until || until <= now() || last.userId !== user?.id || !UNDOABLE.includes(last.because)) return null
  return { action: last.because, until: until.toISOString() }
}

const Stored = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text))
  .nullable()
const StoredPublication = z.object({ publishedAt: Stored, publishAt: Stored, archivedAt: Stored })

/** Whether visitors saw the record at a version. */
export async function publicationAt(db: Database, subject: Subject, version: number): Promise<Publication | undefined> {
  const revision = await findRevision(db, subject, version)
  return revision && StoredPublication.parse(revision.content.publication)
}
