/** Locks and savepoints: SQL that concerns no table. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Tx } from './database.server.ts'

/** Runs `work` in the transaction and undoes what it wrote when it returns false. */
export async function undoUnless(tx: Tx, work: () => Promise<boolean>): Promise<boolean> {
  await sql`savepoint before_work`.execute(tx)
  const succeeded = await work()
  if (!succeeded) await sql`rollback to savepoint before_work`.execute(tx)
  return succeeded
}

/**
 * Runs `work` under a lock that all instances share.
 * @throws Error at once while somebody else holds it; the job queue tries again later
 */
export function underLock<T>(db: Database, key: string, work: () => Promise<T>): Promise<T> {
  const number = createHash('sha256').update(key).digest().readBigInt64BE()
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ taken: boolean }>`
      select pg_try_advisory_xact_lock(${String(number)}::bigint) as taken`.execute(tx)
    if (!rows[0]?.taken) throw new Error(`Somebody else is at it: ${key}`)
    return work()
  })
}
