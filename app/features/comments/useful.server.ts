/** Marks of posts and comments as useful. */
import type { Input } from '../../api/endpoint.ts'
import { Problem } from '../../api/problem.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import { HOUR_SECONDS } from '../../platform/durations.ts'
import { limit } from '../../platform/limits/rate-limit.server.ts'
import type { commentsEndpoints } from './contract.ts'
import { findMarkable, insertMark, removeMark } from './useful-queries.server.ts'

const MARKS_AN_HOUR = 200

export async function setUseful(ctx: Context, what: Input<(typeof commentsEndpoints)['markUseful']>, isOn: boolean) {
  const { id: userId } = requireUser(ctx)
  await limit(ctx, `useful:${userId}`, MARKS_AN_HOUR, HOUR_SECONDS)
  const text = await findMarkable(ctx.db, what, ctx.now())
  if (!text) throw new Problem('notFound')
  if (isOn && text.writer === userId) throw new Problem('ownWriting')
  const mark = { ...what, userId }
  const isChanged = await (isOn ? insertMark(ctx.db, mark, ctx.now()) : removeMark(ctx.db, mark))
  return { usefulCount: text.useful_count + (isChanged ? (isOn ? 1 : -1) : 0) }
}
