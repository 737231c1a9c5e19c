import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.server.ts'

export type NewFile = {
  id: string
  purpose: 'post' | 'cv' | 'receipt' | 'archive' | 'evidence' | 'media' | 'material' | 'lesson'
  ownerId: number | null
  kind: 'image' | 'video' | 'file'
  type: string
  size: number
  fileName: string
  names: string[]
  isPublic: boolean
  now: Date
}

export async function insertFile(db: Database, file: NewFile): Promise<void> {
  await db
    .insertInto('stored_files')
    .values({
      id: file.id,
      purpose: file.purpose,
      owner_id: file.ownerId,
      kind: file.kind,
      type: file.type,
      size: file.size,
      file_name: file.fileName,
      names: file.names,
      is_public: file.isPublic,
      created_at: file.now,
    })
    .execute()
}

/** False when it does not exist, is not this owner's, or is no longer pending. */
export async function markCommitted(db: Database, id: string, ownerId: number | null): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('stored_files')
    .set({ state: 'kept' })
    .where('id', '=', id)
    .where('state', '=', 'coming')
    .where('owner_id', 'is not distinct from', ownerId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function markReleased(db: Database, id: string): Promise<void> {
  await db.updateTable('stored_files').set({ state: 'dropped' }).where('id', '=', id).execute()
}

/** All files of one owner. */
export async function markOwnersReleased(db: Database, ownerId: number): Promise<void> {
  await db
    .updateTable('stored_files')
    .set({ state: 'dropped', owner_id: null })
    .where('owner_id', '=', ownerId)
    .execute()
}

/** Marks pending files created before then as released, so that they can no longer be committed. */
export async function markAbandoned(db: Database, before: Date): Promise<void> {
  await db
    .updateTable('stored_files')
    .set({ state: 'dropped' })
    .where('state', '=', 'coming')
    .where('created_at', '<', before)
    .execute()
}

/** @param owned the marks of names that may be deleted; null stands for names without a mark */
export async function releasedFiles(
  db: Database,
  owned: (string | null)[],
  most: number,
): Promise<{ id: string; names: string[] }[]> {
  return db
    .selectFrom('stored_files')
    .select(['id', 'names'])
    .where('state', '=', 'dropped')
    .where(
      sql<boolean>`not exists (select from unnest(names) as name
        where coalesce(substring(name from '^files/([0-9a-f]{12})/'), '') <> all (${owned.map((mark) => mark ?? '')}::text[]))`,
    )
    .orderBy('created_at')
    .limit(most)
    .execute()
}

export async function deleteFile(db: Database, id: string): Promise<void> {
  await db.deleteFrom('stored_files').where('id', '=', id).where('state', '=', 'dropped').execute()
}

const COLUMNS = [
  'id',
  'purpose',
  'owner_id',
  'kind',
  'type',
  'size',
  'file_name',
  'names',
  'is_public',
  'state',
  'created_at',
] as const

type Narrow = Pick<NewFile, 'purpose' | 'kind'> & { state: 'coming' | 'kept' | 'dropped' }

export async function fileById(db: Database, id: string) {
  return db.selectFrom('stored_files').select(COLUMNS).where('id', '=', id).$narrowType<Narrow>().executeTakeFirst()
}

/** The existing files of an owner, the oldest first. */
export async function filesOfOwner(db: Database, ownerId: number) {
  return (
    db
      .selectFrom('stored_files')
      .select(COLUMNS)
      .where('owner_id', '=', ownerId)
      // A copy of their data is made from the rest.
      .where('purpose', '<>', 'archive')
      .where('state', '<>', 'dropped')
      .orderBy('created_at')
      .$narrowType<Narrow>()
      .execute()
  )
}

/** Those of the names that belong to a row. */
export async function knownNames(db: Database, names: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select unnest(names) as name from stored_files where names && ${names}::text[]`.execute(db)
  return new Set(rows.map(({ name }) => name))
}

/** Puts the names into quarantine. @returns how many were not in it */
export async function insertUnknown(db: Database, names: string[], now: Date): Promise<number> {
  const { rows } = await sql`insert into unknown_files (name, found_at)
    select name, ${now} from unnest(${names}::text[]) as name
    on conflict (name) do nothing returning name`.execute(db)
  return rows.length
}

/** The names that have been in quarantine since before then. */
export async function unknownSince(db: Database, before: Date, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('unknown_files')
    .select('name')
    .where('found_at', '<', before)
    .orderBy('found_at')
    .orderBy('name')
    .limit(most)
    .execute()
  return rows.map(({ name }) => name)
}

export async function deleteUnknown(db: Database, names: string[]): Promise<void> {
  await db.deleteFrom('unknown_files').where('name', 'in', names).execute()
}
