/** Leaky buckets: their level falls steadily, and each action raises it. */
import { sql } from 'kysely'
import type { Database } from '../database/database.server.ts'

export type BucketRule = {
  /** Actions at once. */
  capacity: number
  /** After this time one more is allowed. */
  drainSeconds: number
}

/** Where the clocks of two instances differ, time may seem to run backwards: then nothing has drained. */
const levelAt = (now: Date, { drainSeconds }: BucketRule) =>
  sql<number>`greatest(0, rate_buckets.level - greatest(0,
    extract(epoch from (${now}::timestamptz - rate_buckets.updated_at)))::float8 / ${drainSeconds}::float8)`

/** Adds one action unless the bucket is full; whether it did. One statement, so that concurrent actions are counted. */
export async function takeFromBucket(db: Database, key: string, rule: BucketRule, now: Date): Promise<boolean> {
  const level = levelAt(now, rule)
  const { rows } = await sql`
    insert into rate_buckets (key, level, updated_at) values (${key}, 1, ${now})
    on conflict (key) do update set level = ${level} + 1, updated_at = excluded.updated_at
      where ${level} + 1 <= ${rule.capacity}::float8
    returning true`.execute(db)
  return rows.length > 0
}

/** Adds actions that have happened. A full bucket stays full and does not overflow: the wait never grows. */
export async function addToBucket(db: Database, key: string, rule: BucketRule, now: Date): Promise<void> {
  await sql`
    insert into rate_buckets (key, level, updated_at) values (${key}, 1, ${now})
    on conflict (key) do update
      set level = least(${levelAt(now, rule)} + 1, ${rule.capacity}::float8), updated_at = excluded.updated_at`.execute(
    db,
  )
}

/** Removes actions that were added before. */
export async function removeFromBucket(
  db: Database,
  key: string,
  rule: BucketRule,
  count: number,
  now: Date,
): Promise<void> {
  await sql`
    update rate_buckets set level = greatest(0, ${levelAt(now, rule)} - ${count}::float8), updated_at = ${now}
    where key = ${key}`.execute(db)
}

export async function bucketLevel(db: Database, key: string, rule: BucketRule, now: Date): Promise<number> {
  const row = await db
    .selectFrom('rate_buckets')
    .select(levelAt(now, rule).as('level'))
    .where('key', '=', key)
    .executeTakeFirst()
  return row?.level ?? 0
}

export async function deleteBucketsBefore(db: Database, date: Date): Promise<void> {
  await db.deleteFrom('rate_buckets').where('updated_at', '<', date).execute()
}
