import type { Context } from '../../platform/context.server.ts'
import { MINUTE_SECONDS } from '../../platform/durations.ts'
import { rangeOf } from '../../platform/limits/ip-range.ts'
import { limit } from '../../platform/limits/rate-limit.server.ts'

/** Of a network, in all lists together: the staff of a company may share one address. */
export const MAX_SEARCHES_PER_MINUTE = 200

/** Before every search of stored texts. @throws Problem tooManyRequests */
export async function limitSearches(ctx: Context): Promise<void> {
  await limit(ctx, `search:${rangeOf(ctx.ip)}`, MAX_SEARCHES_PER_MINUTE, MINUTE_SECONDS)
}
