/** Locks and savepoints: SQL without tables. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { BACKUP_LOCK, type Database, type Tx } from './database.server.ts'

/** Runs `work` in the transaction and rolls back its writes when it returns false. */
export async function undoUnless(tx: Tx, work: () => Promise<boolean>): Promise<boolean> {
  await sql`savepoint before_work`.execute(tx)
  const succeeded = await work()
  if (!succeeded) await sql`rollback to savepoint before_work`.execute(tx)
  return succeeded
}

/**
 * Runs `work` under a lock that all instances share.
 * @throws Error immediately when another instance has the lock; the job queue retries later
 */
export function underLock<T>(db: Database, key: string, work: () => Promise<T>): Promise<T> {
  const number = createHash('sha256').update(key).digest().readBigInt64BE()
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ taken: boolean }>`
      select pg_try_advisory_xact_lock(${String(number)}::bigint) as taken`.execute(tx)
    if (!rows[0]?.taken) throw new Error(`Another instance has the lock ${key}.`)
    return work()
  })
}

/**
 * Runs `work` unless a backup is being made, which needs the files that its copy of the database knows.
 * @returns false when it was not run
 */
export async function unlessBackingUp(db: Database, work: () => Promise<void>): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ free: boolean }>`
      select pg_try_advisory_xact_lock_shared(${BACKUP_LOCK}::bigint) as free`.execute(tx)
    if (!rows[0]!.free) return false
    await work()
    return true
  })
}
