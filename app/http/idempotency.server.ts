/** `Idempotency-Key`: the same key with the same body gets the first answer, and the work is done once. */
import { Problem } from '../api/problem.ts'
import type { Context } from '../platform/context.server.ts'
import { DAY_MS } from '../platform/durations.ts'
import { acceptedMacs } from '../platform/secrets.server.ts'
import {
  deleteKeysBefore,
  findKey,
  type IdempotencyKey,
  lockKey,
  releaseKey,
  saveAnswer,
} from './idempotency-queries.server.ts'

/** `retryAfter` in seconds. */
export type Answer = { status: number; body: string; retryAfter?: number }

/** The key of a request that crashed is free again after this time. */
const LOCK_SECONDS = 60
const KEPT_DAYS = 2

/**
 * Runs `work` under the key, or returns its first result. A problem is not saved, since nothing was done: the client may
 * correct the request, or wait, and send it again with the same key.
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
  // An HMAC: requests carry passwords, and whoever reads the table could guess one from a plain hash.
  const hashes = acceptedMacs(ctx.settings, 'idempotency', request)
  const lock = { scope, key, hash: hashes[0]! }
  const saved = await savedAnswer(ctx, lock, hashes)
  if (saved) return saved
  try {
    const answer = await work()
    if (answer.status < 400) await saveAnswer(ctx.db, lock, answer)
    else await releaseKey(ctx.db, lock)
    return answer
  } catch (error) {
    await releaseKey(ctx.db, lock)
    throw error
  }
}

/** Undefined when the key was free and is now locked for this request. */
async function savedAnswer(ctx: Context, lock: IdempotencyKey, hashes: Buffer[]): Promise<Answer | undefined> {
  const now = ctx.now()
  if (await lockKey(ctx.db, lock, now, new Date(now.getTime() - LOCK_SECONDS * 1000))) return undefined
  const first = await findKey(ctx.db, lock)
  if (first && !hashes.some((hash) => hash.equals(first.request_hash))) throw new Problem('idempotencyMismatch')
  if (!first || first.status === null) throw new Problem('requestInProgress', { seconds: 1 })
  return { status: first.status, body: first.answer ?? '' }
}

export async function deleteExpiredIdempotencyKeys(ctx: Pick<Context, 'db' | 'now'>): Promise<void> {
  await deleteKeysBefore(ctx.db, new Date(ctx.now().getTime() - KEPT_DAYS * DAY_MS))
}
