import { sql } from 'kysely'
import { filterMatch } from '../../../db/filter-match.ts'
import type { Database } from '../../platform/database/database.server.ts'

export type FilterRow = { id: number; kind: 'word' | 'link'; value: string; addedBy: string | null; addedAt: Date }

export async function findFilters(db: Database): Promise<FilterRow[]> {
  const { rows } = await sql<FilterRow>`
    select f.id, f.kind, f.value, f.added_at as "addedAt", u.first_name || ' ' || u.last_name as "addedBy"
    from moderation_filters f left join users u on u.id = f.added_by order by f.kind desc, f.value`.execute(db)
  return rows
}

/** A word is folded as search folds it. @returns undefined when it is there already, or the list is full */
export async function insertFilter(
  db: Database,
  filter: { kind: 'word' | 'link'; value: string; by: number; now: Date },
  most: number,
): Promise<number | undefined> {
  const value = filter.kind === 'word' ? sql`btrim(ar_norm(${filter.value}))` : sql`lower(${filter.value})`
  const { rows } = await sql<{ id: number }>`
    insert into moderation_filters (kind, value, added_by, added_at)
    select ${filter.kind}, ${value}, ${filter.by}, ${filter.now}
    where (select count(*) from moderation_filters) < ${most} and ${value} <> ''
    on conflict (kind, value) do nothing returning id`.execute(db)
  return rows[0]?.id
}

export async function countFilters(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from moderation_filters`.execute(db)
  return rows[0]!.count
}

export async function deleteFilter(db: Database, id: number) {
  return db.deleteFrom('moderation_filters').where('id', '=', id).returning(['kind', 'value']).executeTakeFirst()
}

/** The first word or link of the list that stands in the text. */
export async function findMatch(db: Database, text: string): Promise<string | undefined> {
  const { rows } = await sql<{ value: string | null }>`select ${filterMatch(text)} as value`.execute(db)
  return rows[0]?.value ?? undefined
}
