import { sql } from 'kysely'
import { Problem } from '../api/problem.ts'
import type { Context } from './context.server.ts'

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
  const windowStart = new Date(Math.floor(now / (seconds * 1000)) * seconds * 1000)
  const windowEnd = new Date(windowStart.getTime() + seconds * 1000)
  const { rows } = await sql<{ count: number }>`
    insert into rate_limits (key, window_start, count, expires_at) values (${key}, ${windowStart}, ${amount}, ${windowEnd})
    on conflict (key, window_start) do update set count = rate_limits.count + excluded.count
    returning count`.execute(ctx.db)
  if (rows[0]!.count > most) {
    throw new Problem('tooManyRequests', { seconds: Math.ceil((windowEnd.getTime() - now) / 1000) })
  }
}

/** Forgets the windows that are over. */
export async function forgetOldLimits(ctx: Pick<Context, 'db' | 'now'>): Promise<void> {
  await ctx.db.deleteFrom('rate_limits').where('expires_at', '<', ctx.now()).execute()
}
