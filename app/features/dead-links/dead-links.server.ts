/** Dead links at the desk: the list, and asking again. */
import { z } from 'zod'
import { cursorPage, placeOf } from '../../api/cursor.ts'
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import type { Context } from '../../platform/context.server.ts'
import { COUNT_CAP } from '../../platform/count-cap.ts'
import { enqueue } from '../../platform/jobs.server.ts'
import { writeAudit } from '../audit/queries.server.ts'
import type { DeadLink, deadLinksEndpoints } from './contract.ts'
import { type BadState, LINKING_KINDS, type LinkReason } from './link-states.ts'
import { countBadLinks, findBadLinks, lastSearch, linkById, markAskedAgain } from './queries.server.ts'

type Calls = typeof deadLinksEndpoints

const Place = z.tuple([z.enum(LINKING_KINDS), z.string().max(200), z.int()])

async function deadLinks({ db }: Context, { cursor, limit, ...filter }: Input<Calls['deadLinks']>) {
  const [rows, counts, searchedAt] = await Promise.all([
    findBadLinks(db, filter, placeOf(Place, cursor), limit + 1),
    countBadLinks(db, COUNT_CAP),
    lastSearch(db),
  ])
  return {
    ...cursorPage(rows, limit, {
      itemOf: (row): DeadLink => ({
        ...{ id: row.id, kind: row.kind as DeadLink['kind'], record: row.record, name: row.name, path: row.path },
        ...{ lang: row.lang as DeadLink['lang'], url: row.url, isOutside: row.is_outside },
        ...{ state: row.state as BadState, reason: row.reason as LinkReason | null, status: row.status },
        ...{ foundAt: row.found_at.toISOString(), checkedAt: row.checked_at?.toISOString() ?? null },
        isBeingChecked: row.asked_again_at !== null,
      }),
      placeOf: ({ kind, record, id }) => [kind, record, id],
    }),
    counts: counts.map(({ kind, is_outside, state, count }) => ({
      ...{ kind, state: state as BadState, count },
      where: is_outside ? ('outside' as const) : ('inside' as const),
    })),
    searchedAt: searchedAt?.toISOString() ?? null,
  }
}

/** @throws Problem notFound */
async function checkAgain(ctx: Context, { id }: Input<Calls['checkAgain']>) {
  const link = await linkById(ctx.db, id)
  if (!link) throw new Problem('notFound')
  await ctx.db.transaction().execute(async (tx) => {
    await markAskedAgain(tx, id, ctx.now())
    await enqueue(tx, 'askSiteAgain', { id }, { key: `askSiteAgain:${id}`, maxAttempts: 3 })
    await writeAudit(tx, ctx, { action: 'content.check-link', reference: String(id), detail: { url: link.url } })
  })
  return {}
}

export const deadLinksOperations: Operations<Calls> = { deadLinks, checkAgain }
