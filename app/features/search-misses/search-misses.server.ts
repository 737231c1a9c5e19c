/** Searches without results are recorded for the staff, who may add a course or a synonym. */
import { isProblem } from '../../api/problem.ts'
import { foldDigits } from '../../locales/digits.ts'
import type { Context, Services } from '../../platform/context.server.ts'
import { DAY_MS, HOUR_SECONDS } from '../../platform/durations.ts'
import { rangeOf } from '../../platform/limits/ip-range.ts'
import { limit } from '../../platform/limits/rate-limit.server.ts'
import { countMiss, deleteAnsweredMisses, deleteOldMisses, findMisses } from './queries.server.ts'

const KEPT_DAYS = 180
const MAX_TERM_LENGTH = 100
/** Per network and hour, so that no single visitor fills the list. */
const MAX_PER_HOUR = 60

/** Counts a search without results; a failure to count does not fail the search. */
export async function rememberMiss(ctx: Context, term: string): Promise<void> {
  if (term.length > MAX_TERM_LENGTH || mayBePersonal(foldDigits(term))) return
  try {
    await limit(ctx, `search-miss:${rangeOf(ctx.ip)}`, MAX_PER_HOUR, HOUR_SECONDS)
    await countMiss(ctx.db, term, ctx.lang, ctx.now())
  } catch (error) {
    if (!isProblem(error)) ctx.log.error({ err: error }, 'a search that found nothing was not counted')
  }
}

/** Visitors also paste phone numbers, identity numbers and addresses into a search field: these are not recorded. */
export function mayBePersonal(term: string): boolean {
  return /\d{5}/.test(term.replace(/[\s+.-]/g, '')) || /@|\bhttps?\b|\bwww\b/i.test(term)
}

export async function searchMisses(ctx: Context, { PageIndex, PageSize }: { PageIndex: number; PageSize: number }) {
  const { items, total } = await findMisses(ctx.db, (PageIndex - 1) * PageSize, PageSize)
  return {
    items: items.map(({ term, lang, asked, count, first_seen, last_seen }) => ({
      term,
      asked: asked ?? term,
      lang: lang as 'ar' | 'en',
      count,
      firstSeen: first_seen.toISOString(),
      lastSeen: last_seen.toISOString(),
    })),
    pageIndex: PageIndex,
    pageSize: PageSize,
    totalCount: total,
  }
}

/** The job that takes what was answered meanwhile, such as by a new article, off the list. */
export const forgetAnsweredMisses = ({ db }: Pick<Services, 'db'>): Promise<void> => deleteAnsweredMisses(db)

export async function deleteExpiredMisses({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  await deleteOldMisses(db, new Date(now().getTime() - KEPT_DAYS * DAY_MS))
}
