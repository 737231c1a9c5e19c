import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.server.ts'

export type KnownDocument = { kind: string; key: string; hash: string | null }

export async function beginTry(tx: Tx): Promise<void> {
  await sql`savepoint before_loading`.execute(tx)
}

/** Rolls back everything since `beginTry`. */
export async function undoTry(tx: Tx): Promise<void> {
  await sql`rollback to savepoint before_loading`.execute(tx)
}

export async function knownDocuments(tx: Tx): Promise<KnownDocument[]> {
  return tx.selectFrom('content_documents').select(['kind', 'key', 'hash']).execute()
}

/** The courses and runs whose version was raised, which the desk does: for those from before hashes were kept. */
export async function raisedVersions(tx: Tx): Promise<{ kind: string; key: string }[]> {
  const found = await sql<{ kind: string; key: string }>`
    select 'courses' as kind, key from courses where version > 1
    union all select 'runs', c.key || '/' || s.key from schedules s join courses c on c.id = s.course_id
    where s.version > 1`.execute(tx)
  return found.rows
}

export async function rememberDocuments(tx: Tx, documents: KnownDocument[]): Promise<void> {
  if (documents.length === 0) return
  const column = (name: keyof KnownDocument) => documents.map((document) => document[name])
  await sql`insert into content_documents (kind, key, hash)
    select * from unnest(${column('kind')}::text[], ${column('key')}::text[], ${column('hash')}::text[])
    on conflict (kind, key) do update set hash = excluded.hash
    where content_documents.hash is distinct from excluded.hash`.execute(tx)
}

export async function forgetDocuments(tx: Tx, documents: { kind: string; key: string }[]): Promise<void> {
  if (documents.length === 0) return
  const column = (name: 'kind' | 'key') => documents.map((document) => document[name])
  await sql`delete from content_documents where (kind, key) in
    (select * from unnest(${column('kind')}::text[], ${column('key')}::text[]))`.execute(tx)
}

/** Comments that moderators had taken down when they were exported. */
export async function hideComments(tx: Tx, keys: string[]): Promise<void> {
  if (keys.length === 0) return
  await sql`update comments set state = 'hidden' where key = any(${keys}::text[])`.execute(tx)
}

/** Courses that are not loaded now and have one of these slugs. */
export async function ownersOfSlugs(
  tx: Tx,
  slugs: string[],
  loaded: string[],
): Promise<{ key: string; slug: string }[]> {
  return tx
    .selectFrom('courses')
    .select(['key', 'slug'])
    .where('slug', '=', sql<string>`any(${slugs}::text[])`)
    .where('key', '!=', sql<string>`all(${loaded}::text[])`)
    .execute()
}

export async function couponDates(tx: Tx) {
  const rows = await tx.selectFrom('coupons').select(['code', 'valid_from', 'valid_to']).execute()
  return new Map(rows.map((row) => [row.code, row]))
}

/** When reviews of files were answered and hidden. */
export async function reviewDates(tx: Tx) {
  const dates = tx.selectFrom('reviews').select(['key', 'answered_at', 'hidden_at']).where('key', 'is not', null)
  return new Map((await dates.execute()).map(({ key, ...row }) => [key!, row]))
}
