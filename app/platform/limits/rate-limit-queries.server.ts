import { sql } from 'kysely'
import type { Database } from '../database/database.server.ts'

export type LimitWindow = { start: Date; end: Date }

/** Adds to the count of `key` in this window and returns the sum. */
export async function addToWindow(
  db: Database,
  key: string,
  { start, end }: LimitWindow,
  amount: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    insert into rate_limits (key, window_start, count, expires_at) values (${key}, ${start}, ${amount}, ${end})
    on conflict (key, window_start) do update set count = rate_limits.count + excluded.count
    returning count`.execute(db)
  return rows[0]!.count
}

export async function countInWindow(db: Database, key: string, { start }: LimitWindow): Promise<number> {
  const row = await db
    .selectFrom('rate_limits')
    .select('count')
    .where('key', '=', key)
    .where('window_start', '=', start)
    .executeTakeFirst()
  return row?.count ?? 0
}

export async function deleteWindowsBefore(db: Database, date: Date): Promise<void> {
  await db.deleteFrom('rate_limits').where('expires_at', '<', date).execute()
}
