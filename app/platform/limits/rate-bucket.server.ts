/** Limits with decay, for sources that many people may share: a full bucket frees a place every few seconds. */
import { Problem } from '../../api/problem.ts'
import type { Context } from '../context.server.ts'
import { DAY_MS } from '../durations.ts'
import { rangeOf } from './ip-range.ts'
import { type BucketRule, bucketLevel, deleteBucketsBefore, takeFromBucket } from './rate-bucket-queries.server.ts'

type BucketContext = Pick<Context, 'db' | 'now'>

/** @throws Problem tooManyRequests with the seconds until the bucket has room again */
export async function limitWithDecay(ctx: BucketContext, key: string, rule: BucketRule): Promise<void> {
  if (!(await takeFromBucket(ctx.db, key, rule, ctx.now()))) await refuseFullBucket(ctx, key, rule)
}

/** @throws Problem tooManyRequests while the bucket has no room */
export async function refuseFullBucket(ctx: BucketContext, key: string, rule: BucketRule): Promise<void> {
  const excess = (await bucketLevel(ctx.db, key, rule, ctx.now())) + 1 - rule.capacity
  if (excess > 0) throw new Problem('tooManyRequests', { seconds: Math.max(1, Math.ceil(excess * rule.drainSeconds)) })
}

/** The bucket of the visitor's network. */
export function networkKey(ctx: Pick<Context, 'ip'>, action: string): string {
  return `${action}:${rangeOf(ctx.ip)}`
}

/** Deletes the buckets that are empty: each drains within a day. */
export async function deleteEmptyBuckets(ctx: BucketContext): Promise<void> {
  await deleteBucketsBefore(ctx.db, new Date(ctx.now().getTime() - DAY_MS))
}
