import { sql } from 'kysely'
import type { Localized } from '../../../db/shapes.ts'
import type { Database, Tx } from '../../platform/database/database.server.ts'

export const findCategories = (db: Database) =>
  db.selectFrom('blog_categories').select(['id', 'name']).orderBy('position').orderBy('id').execute()

export const findTags = (db: Database) =>
  db.selectFrom('tags').select(['key', 'name']).orderBy(sql`ar_norm(name ->> 'ar')`).orderBy('key').execute()

export type AuthorRow = { id: number; name: Localized }

/** Who may write for the institute: trainers, the authors of its files, and its staff who have written. */
export async function findInstituteAuthors(db: Database): Promise<AuthorRow[]> {
  const { rows } = await sql<AuthorRow>`
    with mine as (
      select id from authors where trainer_id is not null or kind <> 'member'
      union select authors.id from users join authors on authors.user_id = users.id
      where users.roles && array['Owner', 'Admin', 'Finance', 'Content', 'Teacher']
    )
    select authors.id, coalesce(trainers.name, case when users.id is not null
      then jsonb_build_object('ar', users.user_name) end, authors.name) as name
    from mine join authors using (id)
      left join trainers on trainers.id = authors.trainer_id
      left join users on users.id = authors.user_id
    where coalesce(trainers.name, authors.name) is not null or users.erased_at is null
    order by trainers.id is null, authors.id`.execute(db)
  return rows.filter(({ name }) => name !== null)
}

/** The tag with this name in either language, in any spelling. */
export async function tagKeyByName(db: Database, name: string): Promise<string | undefined> {
  const { rows } = await sql<{ key: string }>`
    select key from tags where ar_norm(${name}) in (ar_norm(name ->> 'ar'), ar_norm(name ->> 'en'))
    order by key limit 1`.execute(db)
  return rows[0]?.key
}

const keysIn = async (db: Database, table: 'tags' | 'blog_categories', key: string): Promise<Set<string>> => {
  const { rows } = await sql<{ key: string }>`
    select key from ${sql.table(table)} where starts_with(key, ${key})`.execute(db)
  return new Set(rows.map((row) => row.key))
}
export const tagKeysLike = (db: Database, key: string) => keysIn(db, 'tags', key)
export const categoryKeysLike = (db: Database, key: string) => keysIn(db, 'blog_categories', key)

export async function insertTag(tx: Tx, key: string, name: Localized): Promise<void> {
  await tx
    .insertInto('tags')
    .values({ key, name: JSON.stringify(name) })
    .execute()
}

/** The last of the sections. */
export async function insertCategory(tx: Tx, key: string, name: Localized): Promise<number> {
  const row = await tx
    .insertInto('blog_categories')
    .values({
      key,
      name: JSON.stringify(name),
      summary: JSON.stringify(name),
      position: sql<number>`(select coalesce(max(position), 0) + 1 from blog_categories)`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}
