import { sql } from 'kysely'
import type { Institute } from '../../../db/shapes.ts'
import type { Database, Tx } from '../../platform/database/database.server.ts'
import type { MadeFrom } from '../translations/english-state.ts'

export type StoredMenus = NonNullable<Institute['menus']>

export async function findMenus(db: Database): Promise<{ menus: StoredMenus; version: number }> {
  const row = await db.selectFrom('institute').select(['data', 'version']).executeTakeFirst()
  return { menus: row?.data.menus ?? {}, version: row?.version ?? 1 }
}

type Locked = { menus: StoredMenus; version: number; madeFrom: MadeFrom }

/** Undefined while the institute is not set up. */
export async function lockMenus(tx: Tx): Promise<Locked | undefined> {
  const columns = ['data', 'version', 'menus_made_from'] as const
  const row = await tx.selectFrom('institute').select(columns).forUpdate().executeTakeFirst()
  return row && { menus: row.data.menus ?? {}, version: row.version, madeFrom: row.menus_made_from }
}

export async function saveMenus(tx: Tx, menus: StoredMenus, madeFrom: MadeFrom): Promise<void> {
  const made = sql`menus_made_from = ${JSON.stringify(madeFrom)}::jsonb`
  await (Object.keys(menus).length === 0
    ? sql`update institute set data = data - 'menus', ${made}`
    : sql`update institute set data = jsonb_set(data, '{menus}', ${JSON.stringify(menus)}::jsonb), ${made}`
  ).execute(tx)
}

export const topSpecializations = (db: Database) =>
  db
    .selectFrom('specializations')
    .select(['id', 'key', 'name'])
    .where('parent_id', 'is', null)
    .orderBy('position')
    .execute()
