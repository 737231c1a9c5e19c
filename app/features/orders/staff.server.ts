/** Orders as staff search and read them. */
import type { Input } from '../../api/endpoint.ts'
import { MobilePhone } from '../../api/fields.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import { inLang } from '../../locales/localized.ts'
import type { Context } from '../../platform/context.server.ts'
import { COUNT_CAP } from '../../platform/count-cap.ts'
import type { ordersEndpoints } from './contract.ts'
import { findOrder } from './order-queries.server.ts'
import { orderView } from './order-views.server.ts'
import { findInstitute } from './queries.server.ts'
import { readRefundAccount } from './refund-account.server.ts'
import { refundsOf } from './refund-row-queries.server.ts'
import {
  countOrdersOf,
  findLearners,
  findLedger,
  findOrderCard,
  findOrderEvents,
  findOrders,
  namesOf,
  type OrderCardRow,
} from './staff-queries.server.ts'
import { transferViews } from './transfer-view.server.ts'

type Calls = typeof ordersEndpoints

export const orderStaffOperations: Pick<Operations<Calls>, 'orders' | 'staffOrder'> = { orders, staffOrder }

async function orders(
  ctx: Context,
  { SearchTerm, Status, Method, Refund, PageIndex, PageSize }: Input<Calls['orders']>,
) {
  // A phone number is found in any notation.
  const phone = MobilePhone.safeParse(SearchTerm).data
  const found = SearchTerm === undefined ? undefined : await findLearners(ctx.db, SearchTerm, phone)
  const filter = { found, status: Status, method: Method, refund: Refund }
  const offset = (PageIndex - 1) * PageSize
  const [rows, count] = await Promise.all([
    offset < COUNT_CAP ? findOrders(ctx.db, filter, { limit: PageSize, offset }) : [],
    countOrdersOf(ctx.db, filter, COUNT_CAP + 1),
  ])
  return {
    items: rows.map((row) => cardOf(row, ctx)),
    pageIndex: PageIndex,
    pageSize: PageSize,
    totalCount: Math.min(count, COUNT_CAP),
    ...(count > COUNT_CAP || found?.ids === 'many' ? { totalIsCapped: true } : {}),
  }
}

function cardOf(
  { courseName, learner, refund, createdAt, expiresAt, paidAt, ...row }: OrderCardRow,
  { lang }: Context,
) {
  return {
    ...row,
    course: inLang(courseName, lang),
    learner: learner ?? undefined,
    currency: 'SAR' as const,
    refund: refund ?? undefined,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    paidAt: paidAt?.toISOString(),
  }
}

/** An order with its payments, refunds and history. */
export async function staffOrder(ctx: Context, { id }: { id: string }) {
  const row = await findOrder(ctx.db, id)
  if (!row) throw new Problem('orderNotFound')
  const [card, ledger, refunds, events, institute, account] = await Promise.all([
    findOrderCard(ctx.db, id),
    findLedger(ctx.db, id),
    refundsOf(ctx.db, id),
    findOrderEvents(ctx.db, id),
    findInstitute(ctx.db),
    readRefundAccount(ctx, id),
  ])
  const names = await namesOf(
    ctx.db,
    refunds.map(({ decidedBy }) => decidedBy).filter((by) => by !== null),
  )
  return {
    ...orderView(row, { ...ctx, institute }),
    learner: card?.learner ?? undefined,
    transfer: (await transferViews(ctx, [row])).get(id) ?? null,
    payments: ledger.map(({ at, providerReference, ...entry }) => ({
      ...entry,
      providerReference: providerReference ?? undefined,
      at: at.toISOString(),
    })),
    refunds: refunds.map((refund) => ({
      id: refund.id,
      status: refund.status,
      amountHalalas: refund.amountHalalas ?? undefined,
      reason: refund.reason,
      answer: refund.answer ?? undefined,
      failureReason: refund.failureReason ?? undefined,
      keepsSeat: refund.keepsSeat,
      requestedAt: refund.requestedAt.toISOString(),
      decidedBy:
        refund.decidedBy === null ? undefined : { id: refund.decidedBy, name: names.get(refund.decidedBy) ?? '' },
      decidedAt: refund.decidedAt?.toISOString(),
      decisionReason: refund.decisionReason ?? undefined,
      byHand: refund.byHand,
      bankReference: refund.bankReference ?? undefined,
      doneAt: refund.doneAt?.toISOString(),
    })),
    refundTo: account ? { ...account, givenAt: account.givenAt.toISOString() } : null,
    history: events.map(({ at, event, by, staff, details }) => ({
      at: at.toISOString(),
      event,
      by,
      staff: staff ?? undefined,
      details,
    })),
  }
}
