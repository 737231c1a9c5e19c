import { type SqlBool, sql } from 'kysely'
import { isFoundBy } from '../../../db/found-courses.ts'
import type { Localized } from '../../../db/shapes.ts'
import type { Database, Tx } from '../../platform/database/database.server.ts'
import type { MediaKind } from '../pictures/media-kind.ts'

export type Filter = {
  query?: string | undefined
  kind?: MediaKind | undefined
  state?: 'noAlt' | 'unused' | 'dropped' | undefined
}

/** Whether a record shows it, whole or a part that was cut of it. What only earlier versions show is not used. */
const isUsed = sql<SqlBool>`(
  exists (select from media_uses where media_uses.folder = media.folder and source <> 'revision')
  or exists (select from media as part join media_uses on media_uses.folder = part.folder and source <> 'revision'
    where part.cut_from = media.id))`

function conditions({ query, kind, state }: Filter) {
  return sql.join(
    [
      sql`cut_from is null`,
      state === 'dropped' ? sql`dropped_at is not null` : sql`dropped_at is null`,
      ...(state === 'noAlt' ? [sql`alt is null`] : []),
      ...(state === 'unused' ? [sql`not ${isUsed}`] : []),
      ...(kind === undefined ? [] : [sql`kind = ${kind}`]),
      ...isFoundBy(query ?? '', 'media'),
    ],
    sql` and `,
  )
}

export type ListedMedia = {
  id: number
  address: string
  fileName: string
  kind: MediaKind
  width: number | null
  height: number | null
  bytes: number | null
  alt: Localized | null
  isDropped: boolean
  useCount: number
}

/** Records count once, however often they show it. */
const CARD = sql`media.id, media.address, media.file_name as "fileName", media.kind, media.width, media.height,
  media.bytes, media.alt, media.dropped_at is not null as "isDropped",
  (select count(distinct (source, record))::int from media as part
    join media_uses on media_uses.folder = part.folder and source <> 'revision'
    where part.id = media.id or part.cut_from = media.id) as "useCount"`

/** The newest first, before an id. */
export async function findMediaPage(
  db: Database,
  filter: Filter,
  before: number | undefined,
  limit: number,
): Promise<ListedMedia[]> {
  const { rows } = await sql<ListedMedia>`
    with page as materialized (
      select id from media where ${conditions(filter)} and ${before === undefined ? sql`true` : sql`id < ${before}`}
      order by id desc limit ${limit}
    )
    select ${CARD} from page join media using (id) order by media.id desc`.execute(db)
  return rows
}

/** Counts up to `most`. */
export async function countMedia(db: Database, filter: Filter, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from media where ${conditions(filter)} limit ${most}) as found`.execute(db)
  return rows[0]!.count
}

export async function findCard(db: Database, id: number): Promise<ListedMedia> {
  const { rows } = await sql<ListedMedia>`select ${CARD} from media where id = ${id}`.execute(db)
  return rows[0]!
}

export async function uploaderOf(db: Database, id: number): Promise<string | null> {
  const row = await db
    .selectFrom('media')
    .innerJoin('users', 'users.id', 'media.uploaded_by')
    .select('user_name')
    .where('media.id', '=', id)
    .executeTakeFirst()
  return row?.user_name ?? null
}

export type UseRow = { source: string; record: string; name: Localized | null; organisation_id: number | null }

/** The records that show it with their names; earlier versions, too, are a use. */
export async function findUses(db: Database, id: number, most: number): Promise<UseRow[]> {
  const { rows } = await sql<UseRow>`
    with uses as (
      select distinct source, record from media as part join media_uses on media_uses.folder = part.folder
      where part.id = ${id} or part.cut_from = ${id}
    ), kinds as (
      select source, record, case when source in ('draft', 'revision') then split_part(record, ':', 1) else source end as kind,
        case when source in ('draft', 'revision') then split_part(record, ':', 2) else record end as subject
      from uses
    )
    select source, record, coalesce(courses.name, articles.title, trainers.name, pages.title, organisations.name,
      reviews.user_name, authors.name) as name, organisations.id as organisation_id
    from kinds
      left join courses on courses.id = (case when kinds.kind = 'course' then kinds.subject::int end)
      left join articles on articles.id = (case when kinds.kind = 'article' then kinds.subject::int end)
      left join trainers on trainers.id = (case when kinds.kind = 'trainer' then kinds.subject::int end)
      left join pages on kinds.kind = 'page' and pages.code = kinds.subject
      left join organisations on kinds.kind = 'organisation' and organisations.kind || ':' || organisations.key = kinds.subject
      left join reviews on reviews.id = (case when kinds.kind = 'review' then kinds.subject::int end)
      left join authors on authors.id = (case when kinds.kind = 'author' then kinds.subject::int end)
    order by source = 'revision', source, record limit ${most}`.execute(db)
  return rows
}

/** Every record that names one of the addresses, without earlier versions. */
export async function findUsers(tx: Tx, addresses: string[]): Promise<{ source: string; record: string }[]> {
  const { rows } = await sql<{ source: string; record: string }>`
    select distinct source, record from media_uses
    where address = any(${addresses}::text[]) and source <> 'revision'
    order by source, record`.execute(tx)
  return rows
}

export type MediaValues = { alt: Localized | null; focusX: number; focusY: number }

/** @returns the new version */
export async function updateMedia(tx: Tx, id: number, { alt, focusX, focusY }: MediaValues): Promise<number> {
  const row = await tx
    .updateTable('media')
    .set({
      ...{ alt: alt && JSON.stringify(alt), focus_x: focusX, focus_y: focusY },
      version: sql<number>`version + 1`,
    })
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return row.version
}

/** Takes out those that no record shows, with their cuts. @returns their ids */
export async function dropUnused(tx: Tx, ids: number[], now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update media set dropped_at = ${now}, version = version + 1
    where id = any(${ids}::int[]) and cut_from is null and dropped_at is null and not ${isUsed}
    returning id`.execute(tx)
  const dropped = rows.map(({ id }) => id)
  await sql`update media set dropped_at = ${now} where cut_from = any(${dropped}::int[])`.execute(tx)
  return dropped
}

/** The old one, with its cuts, waits as taken out. */
export async function setReplaced(tx: Tx, id: number, by: number, now: Date): Promise<void> {
  await sql`update media set dropped_at = ${now}, version = version + 1,
      replaced_by = case when cut_from is null then ${by}::int end
    where id = ${id} or cut_from = ${id}`.execute(tx)
}

/**
 * Taken out before then, and named by nothing, not even by an earlier version of a record.
 * @param owned the marks of folders that may be deleted
 */
export type Forgetting = { before: Date; owned: string[] }

const isForgotten = ({ before, owned }: Forgetting) => sql<SqlBool>`cut_from is null and dropped_at < ${before}
  and not exists (select from media as part join media_uses on media_uses.folder = part.folder
    where part.id = media.id or part.cut_from = media.id)
  and not exists (select from media as part where (part.id = media.id or part.cut_from = media.id)
    and coalesce(substring(folder from '^([0-9a-f]{12})-'), '') <> all (${owned}::text[]))`

/** The ids, in their order, after one of them. */
export async function findForgotten(db: Database, which: Forgetting, after: number, most: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from media where ${isForgotten(which)} and id > ${after} order by id limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

export type Forgotten = { folders: string[]; original_file: string | null }

/** Locks it, so that nobody takes it back while its files are deleted; undefined once somebody has. */
export async function lockForgotten(tx: Tx, id: number, which: Forgetting): Promise<Forgotten | undefined> {
  const { rows } = await sql<Forgotten>`
    select original_file, array(select folder from media as part where part.id = media.id or cut_from = media.id) as folders
    from media where id = ${id} and ${isForgotten(which)} for update`.execute(tx)
  return rows[0]
}

/** What was taken out and is shown again is in the library again. */
export async function takeBackUsed(db: Database): Promise<void> {
  await sql`update media set dropped_at = null, version = version + 1
    where cut_from is null and dropped_at is not null and ${isUsed}`.execute(db)
}

export async function deleteMedia(db: Database, id: number): Promise<void> {
  await db.deleteFrom('media').where('id', '=', id).execute()
}
