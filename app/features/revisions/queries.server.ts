/** Drafts and revisions of the kinds of records that staff edit. */
import { sql } from 'kysely'
import type { Changes } from '../../api/edits.ts'
import type { Database } from '../../platform/database/database.server.ts'

export type Kind = 'course' | 'article' | 'page'
export type Subject = { kind: Kind; key: string }
export type AnyChanges = Changes<Record<string, unknown>>

/** Writes down what a record is at its version; a version that is written already stays as it is. */
export async function insertRevision(
  db: Database,
  { kind, key }: Subject,
  entry: { version: number; content: object; because: string; userId: number | null; at: Date },
): Promise<void> {
  await db
    .insertInto('revisions')
    .values({
      ...{ kind, key, version: entry.version, content: JSON.stringify(entry.content), because: entry.because },
      ...{ user_id: entry.userId, at: entry.at },
    })
    .onConflict((conflict) => conflict.columns(['kind', 'key', 'version']).doNothing())
    .execute()
}

/**
 * The newest first, without their content; one more than asked for tells whether there are others.
 * @param before only versions before this one
 */
export function findRevisions(db: Database, { kind, key }: Subject, before: number | undefined, limit: number) {
  return db
    .selectFrom('revisions')
    .leftJoin('users', 'users.id', 'revisions.user_id')
    .select(['version', 'because', 'at', 'users.user_name as by'])
    .where('kind', '=', kind)
    .where('key', '=', key)
    .$if(before !== undefined, (query) => query.where('version', '<', before!))
    .orderBy('version', 'desc')
    .limit(limit + 1)
    .execute()
}

/** The content of a record at a version. */
export async function findRevision(
  db: Database,
  { kind, key }: Subject,
  version: number,
): Promise<{ content: Record<string, unknown>; because: string; at: Date; userId: number | null } | undefined> {
  const row = await db
    .selectFrom('revisions')
    .select(['content', 'because', 'at', 'user_id'])
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('version', '=', version)
    .executeTakeFirst()
  return row && { ...row, content: row.content as Record<string, unknown>, userId: row.user_id }
}

export type MissedBecause = 'changed' | 'invalid'

export type Draft = {
  version: number
  baseVersion: number
  changes: AnyChanges
  updatedAt: Date
  updatedBy: string | null
  /** When a job publishes it. */
  publishAt: Date | null
  /** When a job could not, and why: somebody else had changed the same text, or the record would lack something. */
  missedAt: Date | null
  missedBecause: MissedBecause | null
}

export async function findDraft(db: Database, { kind, key }: Subject): Promise<Draft | undefined> {
  const row = await db
    .selectFrom('drafts')
    .leftJoin('users', 'users.id', 'drafts.updated_by')
    .select(['version', 'base_version', 'changes', 'updated_at', 'user_name', 'publish_at', 'missed_at'])
    .select('missed_because')
    .where('kind', '=', kind)
    .where('key', '=', key)
    .executeTakeFirst()
  return (
    row && {
      version: row.version,
      baseVersion: row.base_version,
      changes: row.changes as AnyChanges,
      updatedAt: row.updated_at,
      updatedBy: row.user_name,
      publishAt: row.publish_at,
      missedAt: row.missed_at,
      missedBecause: row.missed_because,
    }
  )
}

/**
 * Keeps a draft in place of another.
 * @param entry.readVersion of that draft; undefined when there was none
 * @param entry.publishAt when a job publishes it
 * @returns its version; undefined when somebody else saved one meanwhile
 */
export async function saveDraft(
  db: Database,
  { kind, key }: Subject,
  entry: {
    readVersion: number | undefined
    baseVersion: number
    changes: AnyChanges
    userId: number
    at: Date
    publishAt: Date | null
  },
): Promise<number | undefined> {
  const { rows } = await sql<{ version: number }>`
    insert into drafts (kind, key, base_version, changes, updated_by, updated_at)
    values (${kind}, ${key}, ${entry.baseVersion}, ${JSON.stringify(entry.changes)}, ${entry.userId}, ${entry.at})
    on conflict (kind, key) do update set changes = excluded.changes, base_version = excluded.base_version,
      version = drafts.version + 1, updated_by = excluded.updated_by, updated_at = excluded.updated_at,
      publish_at = ${entry.publishAt}, missed_at = null, missed_because = null
    where drafts.version = ${entry.readVersion ?? 0}
    returning version`.execute(db)
  return rows[0]?.version
}

/** Fewer changes of the same draft. */
export async function keepChangesOfDraft(db: Database, { kind, key }: Subject, changes: AnyChanges): Promise<void> {
  await db
    .updateTable('drafts')
    .set({ changes: JSON.stringify(changes) })
    .where('kind', '=', kind)
    .where('key', '=', key)
    .execute()
}

/**
 * @param version deletes no other than this one
 * @returns whether there was one
 */
export async function deleteDraft(db: Database, { kind, key }: Subject, version?: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('drafts')
    .where('kind', '=', kind)
    .where('key', '=', key)
    .$if(version !== undefined, (rows) => rows.where('version', '=', version!))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** The draft is gone, and kept apart for a while. @returns whether there was one */
export async function putDraftAside(
  db: Database,
  { kind, key }: Subject,
  { userId, at, keptSince }: { userId: number; at: Date; keptSince: Date },
): Promise<boolean> {
  await db.deleteFrom('discarded_drafts').where('discarded_at', '<', keptSince).execute()
  const { rows } = await sql`
    with gone as (delete from drafts where kind = ${kind} and key = ${key} returning *)
    insert into discarded_drafts (kind, key, base_version, changes, updated_by, updated_at, discarded_by, discarded_at)
    select kind, key, base_version, changes, updated_by, updated_at, ${userId}, ${at} from gone returning id`.execute(
    db,
  )
  return rows.length > 0
}

/** The last draft that was thrown away. @param since not before this time */
export function findDiscardedDraft(db: Database, { kind, key }: Subject, since: Date) {
  return db
    .selectFrom('discarded_drafts as draft')
    .leftJoin('users as writer', 'writer.id', 'draft.updated_by')
    .leftJoin('users as discarder', 'discarder.id', 'draft.discarded_by')
    .select(['draft.id', 'draft.base_version as baseVersion', 'draft.changes', 'draft.updated_at as updatedAt'])
    .select([
      'draft.discarded_at as discardedAt',
      'writer.user_name as updatedBy',
      'discarder.user_name as discardedBy',
    ])
    .where('draft.kind', '=', kind)
    .where('draft.key', '=', key)
    .where('draft.discarded_at', '>=', since)
    .orderBy('draft.discarded_at', 'desc')
    .orderBy('draft.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** @returns whether it was still there */
export async function forgetDiscardedDraft(db: Database, id: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('discarded_drafts').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

/** @returns whether there is such a draft */
export async function scheduleDraft(db: Database, { kind, key }: Subject, at: Date | null): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('drafts')
    .set({ publish_at: at, missed_at: null, missed_because: null })
    .where('kind', '=', kind)
    .where('key', '=', key)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The keys of the drafts whose time to be published has come. */
export async function findDueDrafts(db: Database, kind: Kind, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('drafts')
    .select('key')
    .where('kind', '=', kind)
    .where('publish_at', '<=', now)
    .orderBy('publish_at')
    .orderBy('key')
    .execute()
  return rows.map(({ key }) => key)
}

/** The draft stays, for somebody to look at. */
export async function missSchedule(db: Database, { kind, key }: Subject, because: MissedBecause): Promise<void> {
  await sql`update drafts set missed_at = publish_at, missed_because = ${because}, publish_at = null
    where kind = ${kind} and key = ${key} and publish_at is not null`.execute(db)
}
