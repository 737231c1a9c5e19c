import { sql } from 'kysely'
import type { Institute } from '../../../db/shapes.ts'
import type { Database, Tx } from '../../platform/database.server.ts'

export type StoredMenus = NonNullable<Institute['menus']>

export async function findMenus(db: Database): Promise<StoredMenus> {
  const row = await db.selectFrom('institute').select('data').executeTakeFirst()
  return row?.data.menus ?? {}
}

/** Undefined while the institute is not set up. */
export async function lockMenus(tx: Tx): Promise<{ menus: StoredMenus; version: number } | undefined> {
  const row = await tx.selectFrom('institute').select(['data', 'version']).forUpdate().executeTakeFirst()
  return row && { menus: row.data.menus ?? {}, version: row.version }
}

export async function saveMenus(tx: Tx, menus: StoredMenus): Promise<void> {
  await (Object.keys(menus).length === 0
    ? sql`update institute set data = data - 'menus'`
    : sql`update institute set data = jsonb_set(data, '{menus}', ${JSON.stringify(menus)}::jsonb)`
  ).execute(tx)
}

export const topSpecializations = (db: Database) =>
  db
    .selectFrom('specializations')
    .select(['id', 'key', 'name'])
    .where('parent_id', 'is', null)
    .orderBy('position')
    .execute()
