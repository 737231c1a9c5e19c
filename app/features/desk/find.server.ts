/** The search of the desk: the few best of each kind, each only for whoever may open it. */
import type { Input } from '../../api/endpoint.ts'
import { hasRight, type Right } from '../../api/rights.ts'
import type { Context } from '../../platform/context.server.ts'
import { ordersOperations } from '../orders/orders.server.ts'
import type { deskEndpoints, FoundRecord } from './contract.ts'

const MAX_OF_KIND = 5

type Source = { right: Right; find: (ctx: Context, query: string) => Promise<FoundRecord[]> }

/** A kind is found once its records have a page at the desk. */
const SOURCES: Source[] = [{ right: 'orders.view', find: ordersOf }]

export async function find(ctx: Context, { query }: Input<(typeof deskEndpoints)['find']>) {
  const open = SOURCES.filter(({ right }) => hasRight(ctx.user, right))
  const found = await Promise.all(open.map((source) => source.find(ctx, query)))
  return { found: found.flat() }
}

async function ordersOf(ctx: Context, query: string): Promise<FoundRecord[]> {
  const { items } = await ordersOperations.orders(ctx, { SearchTerm: query, PageIndex: 1, PageSize: MAX_OF_KIND })
  return items.map(({ id, reference, learner, course }) => ({
    kind: 'order',
    title: learner ? `${learner.name} · ${course}` : course,
    note: reference,
    path: `orders/${id}`,
  }))
}
