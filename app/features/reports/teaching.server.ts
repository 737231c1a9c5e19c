/** The report of runs: a trainer reads that of their own. */
import type { Input, Output } from '../../api/endpoint.ts'
import { Problem } from '../../api/problem.ts'
import { scopesOf } from '../../api/rights.ts'
import { inLang } from '../../locales/localized.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import { daysBetween, instantOf, plusDays } from '../../platform/days.ts'
import { minAttendedPercent } from '../certificates/certificates.server.ts'
import type { reportsEndpoints } from './contract.ts'
import { taughtRuns } from './teaching-queries.server.ts'

type Calls = typeof reportsEndpoints

/** Three years and a day. */
const MAX_DAYS = 1100
const MAX_RUNS = 200

const percentOf = (part: number, of: number) => (of === 0 ? null : Math.round((part * 100) / of))

export async function teachingReport(
  ctx: Context,
  { from, to }: Input<Calls['teachingReport']>,
): Promise<Output<Calls['teachingReport']>> {
  const days = daysBetween(from, to) + 1
  if (days < 1 || days > MAX_DAYS) throw new Problem('validation', {}, { to: ['invalid'] })
  const isOwn = !scopesOf(ctx.user, 'reports.teaching').has('all')
  const [now, minPercent] = [ctx.now(), await minAttendedPercent(ctx.db)]
  const rows = await taughtRuns(ctx.db, {
    ...{ from: instantOf(from), until: instantOf(plusDays(to, 1)), minPercent, now, limit: MAX_RUNS + 1 },
    trainer: isOwn ? requireUser(ctx).id : null,
  })
  return {
    ...{ from, to, isOwn, minPercent, hasMore: rows.length > MAX_RUNS },
    runs: rows.slice(0, MAX_RUNS).map(({ ended, attended, completed, ...row }) => ({
      ...row,
      course: inLang(row.course, ctx.lang),
      startsAt: row.startsAt.toISOString(),
      endsAt: row.endsAt.toISOString(),
      attendedPercent: percentOf(attended, row.enrolled * ended),
      // Before its end nobody has completed a run, and without sessions nothing says who came.
      completedPercent: row.endsAt > now || ended === 0 ? null : percentOf(completed, row.enrolled),
    })),
  }
}
