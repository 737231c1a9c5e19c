import { Problem } from '../api/problem.ts'
import type { Context } from './context.server.ts'
import { addToWindow, deleteWindowsBefore } from './rate-limit-queries.server.ts'

/**
 * Counts one more `key` in the current window of `seconds` and refuses beyond `most`.
 * @param amount counts more than one, of what comes in amounts
 * @throws Problem tooManyRequests with the seconds until the window ends
 */
export async function limit(
  ctx: Pick<Context, 'db' | 'now'>,
  key: string,
  most: number,
  seconds: number,
  amount = 1,
): Promise<void> {
  const now = ctx.now().getTime()
  const start = new Date(Math.floor(now / (seconds * 1000)) * seconds * 1000)
  const end = new Date(start.getTime() + seconds * 1000)
  const count = await addToWindow(ctx.db, key, { start, end }, amount)
  if (count > most) throw new Problem('tooManyRequests', { seconds: Math.ceil((end.getTime() - now) / 1000) })
}

/** Forgets the windows that are over. */
export async function deleteExpiredLimits(ctx: Pick<Context, 'db' | 'now'>): Promise<void> {
  await deleteWindowsBefore(ctx.db, ctx.now())
}
