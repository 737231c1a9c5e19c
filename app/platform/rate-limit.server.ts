import { Problem } from '../api/problem.ts'
import type { Context } from './context.server.ts'
import { addToWindow, deleteWindowsBefore } from './rate-limit-queries.server.ts'

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
  const now = ctx.now().getTime()
  const start = new Date(Math.floor(now / (seconds * 1000)) * seconds * 1000)
  const end = new Date(start.getTime() + seconds * 1000)
  const count = await addToWindow(ctx.db, key, { start, end }, amount)
  if (count > max) throw new Problem('tooManyRequests', { seconds: Math.ceil((end.getTime() - now) / 1000) })
}

/** Deletes the windows that have ended. */
export async function deleteExpiredLimits(ctx: Pick<Context, 'db' | 'now'>): Promise<void> {
  await deleteWindowsBefore(ctx.db, ctx.now())
}
