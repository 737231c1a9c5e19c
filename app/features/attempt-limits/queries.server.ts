/** The counts of failed attempts, and the waits that follow from them. */
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.server.ts'

export type TryRule = {
  /** Failures before any wait. */
  free: number
  /** The first wait; each further failure doubles it. */
  firstWaitSeconds: number
  longestWaitSeconds: number
  /** After this long without a failure, the count starts again. */
  memorySeconds: number
}

/**
 * Counts an attempt as failed before it is checked, unless its key has to wait; undefined when it may go on, else the
 * instant until which it has to wait. One statement, so that concurrent attempts are counted one after another.
 */
export async function reserveTry(db: Database, key: string, rule: TryRule, now: Date): Promise<Date | undefined> {
  const startsAgain = new Date(now.getTime() - rule.memorySeconds * 1000)
  const failures = sql`case when sign_in_tries.last_at < ${startsAgain} then 1 else sign_in_tries.failures + 1 end`
  const waitAfter = (count: ReturnType<typeof sql>) => sql`${now}::timestamptz + interval '1 second' * case
    when ${count} < ${rule.free}::int then 0
    else least(${rule.longestWaitSeconds}::int, ${rule.firstWaitSeconds}::int * 2 ^ least(${count} - ${rule.free}::int, 20)) end`
  const { rows } = await sql`
    insert into sign_in_tries (key, failures, last_at, blocked_until)
    values (${key}, 1, ${now}, ${waitAfter(sql`1`)})
    on conflict (key) do update set
      failures = ${failures}, last_at = excluded.last_at, blocked_until = ${waitAfter(failures)}
      where sign_in_tries.blocked_until <= ${now}
    returning true`.execute(db)
  if (rows.length > 0) return undefined
  const row = await db.selectFrom('sign_in_tries').select('blocked_until').where('key', '=', key).executeTakeFirst()
  return row?.blocked_until ?? now
}

/** Deletes the count of a key, after a success. @returns the count */
export async function resetTries(db: Database, key: string): Promise<number> {
  const row = await db.deleteFrom('sign_in_tries').where('key', '=', key).returning('failures').executeTakeFirst()
  return row?.failures ?? 0
}

/** Subtracts one attempt that did not fail, and the wait that it alone caused. */
export async function refundTry(db: Database, key: string, free: number, now: Date): Promise<void> {
  await db
    .updateTable('sign_in_tries')
    .set((row) => ({
      failures: sql`greatest(failures - 1, 0)`,
      blocked_until: row.case().when('failures', '<=', free).then(now).else(row.ref('blocked_until')).end(),
    }))
    .where('key', '=', key)
    .execute()
}

export async function deleteOldTries(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('sign_in_tries').where('last_at', '<', before).execute()
}
