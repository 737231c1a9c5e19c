/** How searches of courses and posts run their statements. */
import { type Kysely, sql } from 'kysely'
import type { DB } from './types.ts'

/**
 * Runs the statements of a search, in a transaction of their own, so that they use its index. The planner underestimates
 * the cost of reading the terms of a row, which lie apart from it. Compiling a plan or starting parallel workers takes
 * longer than running it.
 */
export function withSearchIndexes<T>(db: Kysely<DB>, work: (tx: Kysely<DB>) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await sql`select set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true),
      set_config('max_parallel_workers_per_gather', '0', true)`.execute(tx)
    return work(tx)
  })
}
