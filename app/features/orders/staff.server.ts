/** Orders as staff search and read them. */
import { z } from 'zod'
import { cursorPage, placeOf } from '../../api/cursor.ts'
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import { inLang } from '../../locales/localized.ts'
import type { Context } from '../../platform/context.server.ts'
import { COUNT_CAP } from '../../platform/count-cap.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { type MailAbout, mailsAbout, sendAgain, shownMail } from '../messages/sent-mails.server.ts'
import { isSentByHand } from './attempt-queries.server.ts'
import type { ordersEndpoints } from './contract.ts'
import { exportOrders } from './export.server.ts'
import { orderFilter } from './order-filter.server.ts'
import { findOrder } from './order-queries.server.ts'
import { orderView } from './order-views.server.ts'
import { findInstitute } from './queries.server.ts'
import { readRefundAccount } from './refund-account/refund-account.server.ts'
import { refundsOf } from './refund-row-queries.server.ts'
import {
  countOrdersOf,
  findLedger,
  findOrderCard,
  findOrderEvents,
  findOrders,
  type LinkedRow,
  linkedTo,
  namesOf,
  type OrderCardRow,
  type OrderFilter,
  type OrderPlace,
  placeAfter,
} from './staff-queries.server.ts'
import { partReceipts, transferViews } from './transfer-view.server.ts'

type Calls = typeof ordersEndpoints

export const orderStaffOperations: Pick<
  Operations<Calls>,
  'orders' | 'exportOrders' | 'sendMailAgain' | 'staffOrder'
> = {
  orders,
  exportOrders,
  sendMailAgain,
  staffOrder,
}

const TimePlace = z.tuple([z.iso.datetime(), z.uuid()]).transform(([by, id]): OrderPlace => ({ by, id }))
const AmountPlace = z.tuple([z.int(), z.uuid()]).transform(([by, id]): OrderPlace => ({ by, id }))

async function orders(ctx: Context, { PageIndex, PageSize, Cursor, Sort, ...asked }: Input<Calls['orders']>) {
  const filter = await orderFilter(ctx, asked)
  const sort = Sort ?? 'newest'
  const after = placeOf(sort === 'dear' || sort === 'cheap' ? AmountPlace : TimePlace, Cursor)
  const offset = after ? 0 : (PageIndex - 1) * PageSize
  const page = { limit: PageSize + 1, offset, after, sort }
  const rows = offset < COUNT_CAP ? await findOrders(ctx.db, filter, page) : []
  const count = (after ? undefined : countOf(rows, offset, PageSize)) ?? (await countedOrders(ctx, filter))
  const total = Math.max(count, after ? 0 : offset + Math.min(rows.length, PageSize))
  return {
    ...cursorPage(rows, PageSize, {
      itemOf: ({ matching: _, ...row }) => cardOf(row, ctx),
      placeOf: (row) => [placeAfter(row, sort).by, row.id],
    }),
    pageIndex: PageIndex,
    pageSize: PageSize,
    totalCount: Math.min(total, COUNT_CAP),
    ...(total > COUNT_CAP || filter.found?.ids === 'many' ? { totalIsCapped: true } : {}),
  }
}

/** What a page tells of the number of all: when it is the last one, or all were collected for it. */
function countOf(rows: Awaited<ReturnType<typeof findOrders>>, offset: number, size: number): number | undefined {
  if (rows.length === 0) return offset === 0 ? 0 : undefined
  return rows[0]!.matching ?? (rows.length <= size ? offset + rows.length : undefined)
}

/** So that the count takes no longer than the page: the answer says that there may be more. */
const MAX_LOOKED_THROUGH_TO_COUNT = 2000

async function countedOrders({ db }: Context, filter: OrderFilter): Promise<number> {
  return countOrdersOf(db, filter, COUNT_CAP + 1, MAX_LOOKED_THROUGH_TO_COUNT)
}

function cardOf(
  { courseName, learner, refund, createdAt, expiresAt, paidAt, placedAt: _, ...row }: OrderCardRow,
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
  const [card, ledger, refunds, events, institute, account, linked] = await Promise.all([
    findOrderCard(ctx.db, id),
    findLedger(ctx.db, id),
    refundsOf(ctx.db, id),
    findOrderEvents(ctx.db, id),
    findInstitute(ctx.db),
    readRefundAccount(ctx, id),
    linkedTo(ctx.db, id),
  ])
  const mails = await mailsOfOrder(ctx, id, card?.learner?.email, refunds)
  const names = await namesOf(
    ctx.db,
    refunds.map(({ decidedBy }) => decidedBy).filter((by) => by !== null),
  )
  return {
    ...orderView(row, { ...ctx, institute }),
    learner: card?.learner ?? undefined,
    isFinished: row.isFinished,
    source: linked.source,
    purchase: linked.purchase && purchaseOf(linked.purchase, ctx),
    movedFrom: linked.movedFrom,
    movedTo: linked.movedTo,
    transfer: (await transferViews(ctx, [row])).get(id) ?? null,
    partReceipts: partReceipts(ctx, row),
    payments: ledger.map(({ at, providerReference, ...entry }) => ({
      ...entry,
      providerReference: providerReference ?? undefined,
      at: at.toISOString(),
    })),
    refunds: refunds.map((refund) => ({
      id: refund.id,
      status: refund.status,
      attemptId: refund.attemptId ?? undefined,
      isCarried: refund.isCarried,
      isChargeback: refund.isChargeback,
      amountHalalas: refund.amountHalalas ?? undefined,
      reason: refund.reason,
      answer: refund.answer ?? undefined,
      failureReason: refund.failureReason ?? undefined,
      keepsSeat: refund.keepsSeat,
      isTransfer: isSentByHand(row.attempts.find((attempt) => attempt.id === refund.attemptId)?.provider),
      requestedAt: refund.requestedAt.toISOString(),
      decidedBy:
        refund.decidedBy === null ? undefined : { id: refund.decidedBy, name: names.get(refund.decidedBy) ?? '' },
      decidedAt: refund.decidedAt?.toISOString(),
      decisionReason: refund.decisionReason ?? undefined,
      byHand: refund.byHand,
      // Of what was carried over, it is the number of the order that took the place.
      bankReference: refund.isCarried ? undefined : (refund.bankReference ?? undefined),
      doneAt: refund.doneAt?.toISOString(),
    })),
    refundTo: account ? { ...account, givenAt: account.givenAt.toISOString() } : null,
    mails: mails.map(shownMail),
    history: events.map(({ at, event, by, staff, details }) => ({
      at: at.toISOString(),
      event,
      by,
      staff: staff ?? undefined,
      details,
    })),
  }
}

const purchaseOf = (
  { quoteId, number, companyId, company }: NonNullable<LinkedRow['purchase']>,
  { lang }: Context,
) => ({ quote: { id: quoteId, number }, company: { id: companyId, name: inLang(company, lang) } })

/** Those about the order and about its refunds; none once the account is deleted. */
async function mailsOfOrder(
  { db, now }: Context,
  id: string,
  email: string | undefined,
  refunds: readonly { id: string }[],
): Promise<MailAbout[]> {
  return email === undefined ? [] : mailsAbout(db, email, [id, ...refunds.map((refund) => refund.id)], now())
}

/** @throws Problem orderNotFound, notFound, mailSentRecently */
async function sendMailAgain(ctx: Context, { id, mailId }: { id: string; mailId: number }) {
  const card = await findOrderCard(ctx.db, id)
  if (!card) throw new Problem('orderNotFound')
  const mails = await mailsOfOrder(ctx, id, card.learner?.email, await refundsOf(ctx.db, id))
  await ctx.db.transaction().execute(async (tx) => {
    const subject = await sendAgain(tx, mails, mailId, id, ctx.now())
    await writeAudit(tx, ctx, { action: 'order.send-mail', reference: card.reference, detail: { subject } })
  })
  return staffOrder(ctx, { id })
}
