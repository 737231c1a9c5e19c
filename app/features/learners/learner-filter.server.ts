/** Which accounts staff asked for. */
import type { Input } from '../../api/endpoint.ts'
import { MobilePhone } from '../../api/fields.ts'
import { foldDigits } from '../../locales/digits.ts'
import type { Context } from '../../platform/context.server.ts'
import type { learnersEndpoints } from './contract.ts'
import { type LearnerFilter, searchLearners } from './queries.server.ts'

type Asked = Pick<Input<(typeof learnersEndpoints)['exportLearners']>, 'query' | 'status'> & {
  ids?: number[] | undefined
}

export async function learnerFilter(ctx: Context, { query, status, ids }: Asked): Promise<LearnerFilter> {
  if (query === undefined) return { status, found: undefined, chosen: ids }
  const text = foldDigits(query)
  const found = await searchLearners(ctx.db, { text, phone: MobilePhone.safeParse(text).data })
  return { status, found: { search: text, ids: found }, chosen: ids }
}
