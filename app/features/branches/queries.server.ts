import { sql } from 'kysely'
import type { Branch, PageSection } from '../../../db/shapes.ts'
import type { Database, Tx } from '../../platform/database/database.server.ts'
import type { MadeFrom } from '../translations/english-state.ts'

export type Stored = { branches: Branch[] | undefined; version: number; madeFrom: MadeFrom }

export async function findStored(db: Database): Promise<Stored | undefined> {
  const row = await db.selectFrom('institute').select(['data', 'version', 'branches_made_from']).executeTakeFirst()
  return row && { branches: row.data.branches, version: row.version, madeFrom: row.branches_made_from }
}

export async function lockStored(tx: Tx): Promise<Stored | undefined> {
  const row = await tx
    .selectFrom('institute')
    .select(['data', 'version', 'branches_made_from'])
    .forUpdate()
    .executeTakeFirst()
  return row && { branches: row.data.branches, version: row.version, madeFrom: row.branches_made_from }
}

/** The places that the contact page names, as long as the institute has no branches of its own. */
export async function placesOfContactPage(db: Database): Promise<PageSection['items']> {
  const row = await db.selectFrom('pages').select('sections').where('code', '=', 'contact-us').executeTakeFirst()
  return row?.sections.find(({ key }) => key === 'branches')?.items ?? []
}

export const saveBranches = (tx: Tx, branches: Branch[], madeFrom: MadeFrom) =>
  sql`update institute set data = jsonb_set(data, '{branches}', ${JSON.stringify(branches)}::jsonb),
    branches_made_from = ${JSON.stringify(madeFrom)}::jsonb`.execute(tx)
