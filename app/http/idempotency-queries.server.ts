import { sql } from 'kysely'
import type { Database } from '../platform/database/database.server.ts'

export type IdempotencyKey = { scope: string; key: string; hash: Buffer }

/** Takes the key for this request; false when another one holds it. A key locked before `stale` is free again. */
export async function lockKey(
  db: Database,
  { scope, key, hash }: IdempotencyKey,
  now: Date,
  stale: Date,
): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`
    insert into idempotency_keys (scope, key, request_hash, created_at, locked_at)
    values (${scope}, ${key}, ${hash}, ${now}, ${now})
    on conflict (scope, key) do update set locked_at = excluded.locked_at
      where idempotency_keys.status is null and idempotency_keys.locked_at < ${stale}
        and idempotency_keys.request_hash = excluded.request_hash
    returning true as mine`.execute(db)
  return rows.length > 0
}

export async function findKey(db: Database, { scope, key }: IdempotencyKey) {
  return db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'status', 'answer'])
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirst()
}

export async function saveAnswer(
  db: Database,
  { scope, key }: IdempotencyKey,
  { status, body }: { status: number; body: string },
): Promise<void> {
  await db
    .updateTable('idempotency_keys')
    .set({ status, answer: body })
    .where('scope', '=', scope)
    .where('key', '=', key)
    .execute()
}

/** Frees the key, unless its answer was saved. */
export async function releaseKey(db: Database, { scope, key }: IdempotencyKey): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('scope', '=', scope)
    .where('key', '=', key)
    .where('status', 'is', null)
    .execute()
}

export async function deleteKeysBefore(db: Database, date: Date): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('created_at', '<', date).execute()
}
