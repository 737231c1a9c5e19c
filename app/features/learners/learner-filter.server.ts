/** Which accounts staff asked for. */
import type { Input } from '../../api/endpoint.ts'
import { MobilePhone } from '../../api/fields.ts'
import { Problem } from '../../api/problem.ts'
import { foldDigits } from '../../locales/digits.ts'
import type { Context } from '../../platform/context.server.ts'
import type { learnersEndpoints } from './contract.ts'
import { seenBetween } from './last-seen.ts'
import { findLearnerIds, type LearnerFilter, searchLearners } from './queries.server.ts'

type Asked = Pick<Input<(typeof learnersEndpoints)['exportLearners']>, 'query' | 'status' | 'seen'> & {
  ids?: number[] | undefined
}

export async function learnerFilter(ctx: Context, { query, status, seen: choice, ids }: Asked): Promise<LearnerFilter> {
  const seen = choice && seenBetween(choice, ctx.now())
  if (query === undefined) return { status, seen, found: undefined, chosen: ids }
  const text = foldDigits(query)
  const found = await searchLearners(ctx.db, { text, phone: MobilePhone.safeParse(text).data })
  return { status, seen, found: { search: text, ids: found }, chosen: ids }
}

/** The chosen accounts, or all that match. @throws Problem previewStale when other accounts match than were counted */
export async function chosenLearners(
  ctx: Context,
  { ids = [], matching }: { ids?: number[] | undefined; matching?: (Asked & { count: number }) | undefined },
): Promise<number[]> {
  if (!matching) return [...new Set(ids)]
  const { count, ...asked } = matching
  const found = await findLearnerIds(ctx.db, { ...(await learnerFilter(ctx, asked)), lookedThrough: null }, count + 1)
  if (found.length !== count) throw new Problem('previewStale')
  return found
}
