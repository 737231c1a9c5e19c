import type { Quota } from '../../api/endpoint.ts'
import { Problem } from '../../api/problem.ts'
import { type Context, requireUser } from '../context.server.ts'
import { rangeOf } from './ip-range.ts'
import { addToWindow, countInWindow, deleteWindowsBefore, type LimitWindow } from './rate-limit-queries.server.ts'

/**
 * Adds `amount` to the count of `key` in the current window of `seconds` and refuses when it exceeds `max`.
 * @throws Problem tooManyRequests with the seconds until the window ends
 */
export async function limit(
  ctx: Pick<Context, 'db' | 'now'>,
  key: string,
  max: number,
  seconds: number,
  amount = 1,
): Promise<void> {
  const window = windowOf(ctx, seconds)
  if ((await addToWindow(ctx.db, key, window, amount)) > max) throw tooMany(ctx, window)
}

/** Counts a file against every quota. @throws Problem tooManyRequests */
export async function countFile(ctx: Context, quotas: readonly Quota[], bytes: number): Promise<void> {
  for (const quota of quotas) await limit(ctx, keyOf(ctx, quota), quota.max, quota.seconds, amountOf(quota, bytes))
}

/** Checks, without counting, whether the quotas leave room for this much. @throws Problem tooManyRequests */
export async function requireRoom(ctx: Context, quotas: readonly Quota[], bytes: number): Promise<void> {
  for (const quota of quotas) {
    const window = windowOf(ctx, quota.seconds)
    const count = await countInWindow(ctx.db, keyOf(ctx, quota), window)
    const amount = amountOf(quota, bytes)
    // What exceeds the quota by itself is too large at any time: that is said where its size is checked.
    if (amount <= quota.max && count + amount > quota.max) throw tooMany(ctx, window)
  }
}

const keyOf = (ctx: Context, { key, of }: Quota) => `${key}:${of === 'account' ? requireUser(ctx).id : rangeOf(ctx.ip)}`

const amountOf = ({ unit }: Quota, bytes: number) => (unit === 'files' ? 1 : Math.ceil(bytes / 1024))

function windowOf(ctx: Pick<Context, 'now'>, seconds: number): LimitWindow {
  const start = new Date(Math.floor(ctx.now().getTime() / (seconds * 1000)) * seconds * 1000)
  return { start, end: new Date(start.getTime() + seconds * 1000) }
}

function tooMany(ctx: Pick<Context, 'now'>, { end }: LimitWindow): Problem {
  return new Problem('tooManyRequests', { seconds: Math.ceil((end.getTime() - ctx.now().getTime()) / 1000) })
}

/** Deletes the windows that have ended. */
export async function deleteExpiredLimits(ctx: Pick<Context, 'db' | 'now'>): Promise<void> {
  await deleteWindowsBefore(ctx.db, ctx.now())
}
