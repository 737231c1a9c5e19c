import { sql } from 'kysely'
import type { Branch, PageSection } from '../../../db/shapes.ts'
import type { Database, Tx } from '../../platform/database.server.ts'

export type Stored = { branches: Branch[] | undefined; version: number }

export async function findStored(db: Database): Promise<Stored | undefined> {
  const row = await db.selectFrom('institute').select(['data', 'version']).executeTakeFirst()
  return row && { branches: row.data.branches, version: row.version }
}

export async function lockStored(tx: Tx): Promise<Stored | undefined> {
  const row = await tx.selectFrom('institute').select(['data', 'version']).forUpdate().executeTakeFirst()
  return row && { branches: row.data.branches, version: row.version }
}

/** The places that the contact page names, as long as the institute has no branches of its own. */
export async function placesOfContactPage(db: Database): Promise<PageSection['items']> {
  const row = await db.selectFrom('pages').select('sections').where('code', '=', 'contact-us').executeTakeFirst()
  return row?.sections.find(({ key }) => key === 'branches')?.items ?? []
}

export const saveBranches = (tx: Tx, branches: Branch[]) =>
  sql`update institute set data = jsonb_set(data, '{branches}', ${JSON.stringify(branches)}::jsonb)`.execute(tx)
