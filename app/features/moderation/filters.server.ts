/** The list of words and links that hold a text for review. */
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { countFilters, deleteFilter, findFilters, insertFilter } from './filter-queries.server.ts'
import type { filterEndpoints } from './filters-contract.ts'

type Calls = typeof filterEndpoints

/** All of them are compared with each new text. */
const MAX_FILTERS = 500
const HOST = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]{2,}$/

export const filterOperations: Operations<Calls> = { filters, addFilter, removeFilter }

async function filters(ctx: Context) {
  const rows = await findFilters(ctx.db)
  return rows.map(({ addedBy, addedAt, ...row }) => ({
    ...row,
    addedBy: addedBy ?? undefined,
    addedAt: addedAt.toISOString(),
  }))
}

async function addFilter(ctx: Context, { kind, value: typed }: Input<Calls['addFilter']>) {
  const value = kind === 'link' ? hostOf(typed) : typed
  const by = requireUser(ctx).id
  const id = await ctx.db.transaction().execute(async (tx) => {
    const added = await insertFilter(tx, { kind, value, by, now: ctx.now() }, MAX_FILTERS)
    if (added === undefined) throw new Problem((await countFilters(tx)) < MAX_FILTERS ? 'filterKnown' : 'filterFull')
    await writeAudit(tx, ctx, { action: 'moderation.add-filter', reference: `filter ${added}`, after: { kind, value } })
    return added
  })
  return { id }
}

/** The host of an address as typed. @throws Problem validation at `value` */
function hostOf(typed: string): string {
  const host = typed
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, '')
    .replace(/[/?#:].*$/s, '')
    .replace(/^www\./, '')
  if (!HOST.test(host)) throw new Problem('validation', {}, { value: ['invalid'] })
  return host
}

async function removeFilter(ctx: Context, { id }: Input<Calls['removeFilter']>) {
  await ctx.db.transaction().execute(async (tx) => {
    const before = await deleteFilter(tx, id)
    if (!before) throw new Problem('notFound')
    await writeAudit(tx, ctx, { action: 'moderation.remove-filter', reference: `filter ${id}`, before })
  })
  return {}
}
