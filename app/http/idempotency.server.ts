/** `Idempotency-Key`: the same key with the same body gets the first answer, and the work is done once. */
import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { Problem } from '../api/problem.ts'
import type { Context } from '../platform/context.server.ts'
import { derivedKey } from '../platform/settings.server.ts'

/** `retryAfter` in seconds. */
export type Answer = { status: number; body: string; retryAfter?: number }

/** A crashed request's key is free again after this long. */
const LOCK_SECONDS = 60

/**
 * Runs `work` under the key, or gives back what it answered the first time. A refusal is not kept, since nothing was
 * done: the sender may mend the request, or wait, and send it again under its key.
 * @param scope who sends and what: no two visitors share keys
 * @throws Problem idempotencyMismatch when the key came before with another request
 * @throws Problem requestInProgress while the first is still running
 */
export async function once(
  ctx: Context,
  scope: string,
  key: string,
  request: string,
  work: () => Promise<Answer>,
): Promise<Answer> {
  // Keyed: requests carry passwords, and a plain hash of one could be guessed by whoever reads the table.
  const hash = createHmac('sha256', derivedKey(ctx.settings, 'idempotency')).update(request).digest()
  const kept = await claim(ctx, scope, key, hash)
  if (kept) return kept
  try {
    const answer = await work()
    if (answer.status < 400) await keep(ctx, scope, key, answer)
    else await release(ctx, scope, key)
    return answer
  } catch (error) {
    await release(ctx, scope, key)
    throw error
  }
}

/** Undefined when the key is ours to work under. */
async function claim(ctx: Context, scope: string, key: string, hash: Buffer): Promise<Answer | undefined> {
  const now = ctx.now()
  const stale = new Date(now.getTime() - LOCK_SECONDS * 1000)
  const { rows } = await sql<{ mine: boolean }>`
    insert into idempotency_keys (scope, key, request_hash, created_at, locked_at)
    values (${scope}, ${key}, ${hash}, ${now}, ${now})
    on conflict (scope, key) do update set locked_at = excluded.locked_at
      where idempotency_keys.status is null and idempotency_keys.locked_at < ${stale}
        and idempotency_keys.request_hash = excluded.request_hash
    returning true as mine`.execute(ctx.db)
  if (rows[0]) return undefined
  const first = await ctx.db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'status', 'answer'])
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirst()
  if (first && !first.request_hash.equals(hash)) throw new Problem('idempotencyMismatch')
  if (!first || first.status === null) throw new Problem('requestInProgress', { seconds: 1 })
  return { status: first.status, body: first.answer ?? '' }
}

async function keep(ctx: Context, scope: string, key: string, answer: Answer) {
  await ctx.db
    .updateTable('idempotency_keys')
    .set({ status: answer.status, answer: answer.body })
    .where('scope', '=', scope)
    .where('key', '=', key)
    .execute()
}

async function release(ctx: Context, scope: string, key: string) {
  await ctx.db
    .deleteFrom('idempotency_keys')
    .where('scope', '=', scope)
    .where('key', '=', key)
    .where('status', 'is', null)
    .execute()
}

/** Keys are kept for two days. */
export async function forgetOldKeys(ctx: Pick<Context, 'db' | 'now'>): Promise<void> {
  const old = new Date(ctx.now().getTime() - 2 * 24 * 3600 * 1000)
  await ctx.db.deleteFrom('idempotency_keys').where('created_at', '<', old).execute()
}
