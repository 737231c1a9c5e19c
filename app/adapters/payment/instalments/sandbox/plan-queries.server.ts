/** The plans of the simulated companies in the database, so that they outlive a restart. */
import { sql } from 'kysely'
import type { Database, Tx } from '../../../../platform/database/database.server.ts'
import type { InstalmentCompany } from '../../../../platform/instalment-companies.ts'
import { atTime, type Plan } from './plan.ts'

export async function insertPlan(db: Database, plan: Plan): Promise<void> {
  const { id, company, createdAt } = plan
  await db
    .insertInto('sandbox_instalments')
    .values({ id, company, data: JSON.stringify(plan), created_at: createdAt, updated_at: createdAt })
    .execute()
}

export async function findPlan(
  db: Database,
  company: InstalmentCompany,
  id: string,
  now: Date,
): Promise<Plan | undefined> {
  const { rows } = await sql<{ data: Plan }>`
    select data from sandbox_instalments where id::text = ${id} and company = ${company}`.execute(db)
  return rows[0] && atTime(rows[0].data, now)
}

/**
 * Changes a plan under the lock of its row.
 * @returns what `change` returns; undefined when there is no such plan
 */
export async function changePlan<T>(
  db: Database,
  company: InstalmentCompany,
  id: string,
  now: Date,
  change: (plan: Plan, save: (changed: Plan) => Promise<void>, tx: Tx) => Promise<T>,
): Promise<T | undefined> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ data: Plan }>`
      select data from sandbox_instalments where id::text = ${id} and company = ${company} for update`.execute(tx)
    if (!rows[0]) return undefined
    const save = async (changed: Plan) => {
      await sql`update sandbox_instalments set data = ${JSON.stringify(changed)}::jsonb, updated_at = ${now}
        where id::text = ${id}`.execute(tx)
    }
    return change(atTime(rows[0].data, now), save, tx)
  })
}

/** Those whose payer was accepted, the newest first. */
export async function listAcceptedPlans(
  db: Database,
  company: InstalmentCompany,
  { since, offset, limit }: { since: string; offset: number; limit: number },
  now: Date,
): Promise<Plan[]> {
  const { rows } = await sql<{ data: Plan }>`
    select data from sandbox_instalments where company = ${company} and created_at >= ${since}::timestamptz
      and data ->> 'status' in ('approved', 'authorised', 'closed')
    order by created_at desc, id offset ${offset} limit ${limit}`.execute(db)
  return rows.map(({ data }) => atTime(data, now))
}
