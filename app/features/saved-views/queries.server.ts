import { sql } from 'kysely'
import type { Database, Tx } from '../../platform/database/database.server.ts'
import type { ViewList } from './view-lists.ts'

export type ViewRow = {
  id: number
  list: ViewList
  name: string
  query: Record<string, string>
  isShared: boolean
  isOwn: boolean
  isDefault: boolean
}

/** One's own first, each by name. @param lists that the account may open */
export async function findViews(db: Database, userId: number, lists: readonly ViewList[]): Promise<ViewRow[]> {
  const { rows } = await sql<ViewRow>`
    select v.id, v.list, v.name, v.query, v.is_shared as "isShared", v.user_id = ${userId} as "isOwn",
      d.view_id is not null as "isDefault"
    from saved_views v left join default_views d on d.view_id = v.id and d.user_id = ${userId}
    where (v.user_id = ${userId} or v.is_shared) and v.list = any(${lists}::text[])
    order by v.list, v.user_id <> ${userId}, lower(v.name), v.id`.execute(db)
  return rows
}

type NewView = {
  userId: number
  list: ViewList
  name: string
  query: Record<string, string>
  isShared: boolean
  at: Date
}

/** Undefined when the person has a view of this name, or `max` views of the list. */
export async function insertView(db: Database, view: NewView, max: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into saved_views (user_id, list, name, query, is_shared, created_at)
    select ${view.userId}, ${view.list}, ${view.name}, ${JSON.stringify(view.query)}::jsonb, ${view.isShared}, ${view.at}
    where (select count(*) from saved_views where user_id = ${view.userId} and list = ${view.list}) < ${max}
    on conflict do nothing returning id`.execute(db)
  return rows[0]?.id
}

export async function countViews(db: Database, userId: number, list: ViewList): Promise<number> {
  const { count } = await db
    .selectFrom('saved_views')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('list', '=', list)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** False when another of the owner's views has the name. */
export async function renameView(db: Database, id: number, name: string): Promise<boolean> {
  const { numUpdatedRows } = await sql`
    update saved_views v set name = ${name} where id = ${id} and not exists (
      select from saved_views o where o.user_id = v.user_id and o.list = v.list and lower(o.name) = lower(${name})
        and o.id <> v.id)`
    .execute(db)
    .then(({ numAffectedRows }) => ({ numUpdatedRows: numAffectedRows ?? 0n }))
  return numUpdatedRows > 0n
}

export async function shareView(db: Database, id: number, isShared: boolean): Promise<void> {
  await db.updateTable('saved_views').set({ is_shared: isShared }).where('id', '=', id).execute()
}

export async function setDefault(tx: Tx, view: { userId: number; list: ViewList; id: number }, is: boolean) {
  if (!is) {
    await tx.deleteFrom('default_views').where('user_id', '=', view.userId).where('view_id', '=', view.id).execute()
    return
  }
  await tx
    .insertInto('default_views')
    .values({ user_id: view.userId, list: view.list, view_id: view.id })
    .onConflict((conflict) => conflict.columns(['user_id', 'list']).doUpdateSet({ view_id: view.id }))
    .execute()
}

export async function deleteView(db: Database, id: number): Promise<void> {
  await db.deleteFrom('saved_views').where('id', '=', id).execute()
}
