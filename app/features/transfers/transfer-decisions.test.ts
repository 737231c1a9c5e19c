import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { inDays, learner } from '../../../tests/support/factories.ts'
import { orderApi } from '../../../tests/support/orders/order-api.ts'
import {
  awaitedTransfer,
  hoursLeft,
  mailsAbout,
  orderStatus,
  refusal,
  withBank,
} from '../../../tests/support/orders/orders.ts'
import type { Context } from '../../platform/context.server.ts'
import { HOUR_MS } from '../../platform/durations.ts'
import { refundPartTransfers } from './approve-transfer.server.ts'
import { findPartTransfers } from './queries.server.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await withBank(app.db)
})
afterAll(() => app.stop())

const statusOf = async (id: string) => (await orderStatus(app.db, id)).status
const awaited = (run?: Parameters<typeof awaitedTransfer>[1]) => awaitedTransfer(app, run)
const staff = async (facts: Partial<Context> = {}) =>
  orderApi(apiAs(app, await learner(app.db, { roles: ['Admin'] }), facts))
const auditOf = async (reference: string) =>
  (await app.db.selectFrom('audit_log').select('action').where('subject', '=', reference).orderBy('id').execute()).map(
    ({ action }) => action,
  )
const ledgerOf = async (orderId: string) =>
  (
    await app.db.selectFrom('ledger').select('amount_halalas').where('order_id', '=', orderId).orderBy('id').execute()
  ).map(({ amount_halalas }) => amount_halalas)
const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (problem) => problem,
  )
const subjectsTo = async (email: string, reference: string) =>
  (await mailsAbout(app, email, reference)).map(({ subject }) => subject)

describe('a transfer of another amount', () => {
  it('is shown to staff, and nothing is decided without them', async () => {
    const { id } = await awaited()
    const problem = await failureOf((await staff()).approveTransfer({ id, amountHalalas: 995_00 }))
    expect([problem.code, problem.detail]).toEqual([
      'amountDiffers',
      { receivedHalalas: 995_00, totalHalalas: 1000_00 },
    ])
    expect(await statusOf(id)).toBe('pending')
    expect(await ledgerOf(id)).toEqual([])
  })

  it('that is a little too small is accepted with a note: order, invoice and payment agree on what came', async () => {
    const { api, id, reference } = await awaited()
    const office = await staff()
    const short = { id, amountHalalas: 995_00, difference: 'accept' } as const
    expect((await failureOf(office.approveTransfer(short))).fields).toEqual({ note: ['required'] })
    expect(await office.approveTransfer({ ...short, note: 'Bank fees' })).toMatchObject({ outcome: 'paid' })
    expect(await api.order({ id })).toMatchObject({
      ...{ status: 'paid', priceHalalas: 1000_00, discountHalalas: 5_00, totalHalalas: 995_00 },
      ...{ netHalalas: 865_22, vatHalalas: 129_78 },
    })
    const seen = await office.staffOrder({ id })
    expect(seen.payments.map(({ amountHalalas }) => amountHalalas)).toEqual([995_00])
    expect(seen.history.map(({ event }) => event)).toEqual(['placed', 'restWaived', 'paid'])
    expect(seen.history[1]).toMatchObject({ by: 'staff', details: { receivedHalalas: 995_00, note: 'Bank fees' } })
    expect(await auditOf(reference)).toEqual(['order.waive-rest', 'order.approve-transfer'])
    // A refund gives back what came, and no more.
    expect(await office.refund({ id, reason: 'x', byHand: true, bankReference: 'FT-1' })).toMatchObject({
      refundedHalalas: 995_00,
    })
  })

  it('that is much too small cannot be accepted', async () => {
    const { id } = await awaited()
    const short = { id, amountHalalas: 949_99, difference: 'accept', note: 'x' } as const
    expect((await failureOf((await staff()).approveTransfer(short))).fields).toEqual({
      amountHalalas: ['waiveAtMost:5'],
    })
    expect(await statusOf(id)).toBe('pending')
  })

  it('that is too large is accepted, and what is too much is listed to be sent back', async () => {
    const { sara, api, id, reference } = await awaited()
    const office = await staff()
    const more = { id, amountHalalas: 1010_00, difference: 'accept', note: 'Rounded up' } as const
    expect(await office.approveTransfer(more)).toMatchObject({ outcome: 'paid' })
    expect(await api.order({ id })).toMatchObject({ status: 'paid', totalHalalas: 1000_00 })
    expect(await ledgerOf(id)).toEqual([1000_00])
    const { items } = await office.unmatchedPayments({ Status: 'open' })
    const excess = items.find(({ order }) => order?.id === id)!
    expect(excess).toMatchObject({ kind: 'excess', provider: 'transfer', amountHalalas: 10_00 })
    expect(await refusal(office.returnPayment({ id: excess.id, note: 'x' }))).toBe('onlyByHand')
    await office.returnPayment({ id: excess.id, byHand: true, bankReference: 'FT-1', note: 'x' })
    expect(await subjectsTo(sara.email, reference)).toContain(
      `We have returned what you paid too much, order ${reference}`,
    )
  })

  it('keeps the order open when staff ask for the rest, and is paid once the rest has come', async () => {
    const { sara, api, id, reference } = await awaited()
    const office = await staff()
    await app.db
      .updateTable('orders')
      .set({ expires_at: new Date(Date.now() + HOUR_MS) })
      .where('id', '=', id)
      .execute()
    const part = { id, amountHalalas: 600_00, difference: 'askRest' } as const
    expect(await office.approveTransfer(part)).toMatchObject({
      outcome: 'restAsked',
      transfer: { state: 'rest', receivedHalalas: 600_00 },
    })
    const waiting = await api.order({ id })
    expect(waiting).toMatchObject({ status: 'pending', transfer: { state: 'rest', receivedHalalas: 600_00 } })
    expect(hoursLeft(waiting.expiresAt)).toBe(72)
    const mail = (await mailsAbout(app, sara.email, reference)).find(({ subject }) => /missing/.test(subject!))
    expect(mail!.text).toMatch(/600/)
    expect(mail!.text).toMatch(/400/)
    expect(await office.approveTransfer({ id })).toMatchObject({ outcome: 'paid' })
    expect(await ledgerOf(id)).toEqual([1000_00])
    expect(await auditOf(reference)).toEqual(['order.ask-rest', 'order.approve-transfer'])
  })

  it('of which only a part came is refunded when the order ends', async () => {
    const { sara, api, id, reference } = await awaited()
    await (await staff()).approveTransfer({ id, amountHalalas: 600_00, difference: 'askRest' })
    await refundPartTransfers(app.services)
    expect(await ledgerOf(id)).toEqual([])
    await api.cancel({ id })
    expect(await findPartTransfers(app.db)).toMatchObject([{ receivedHalalas: 600_00 }])
    for (let times = 0; times < 2; times++) await refundPartTransfers(app.services)
    const { is_settled } = await app.db
      .selectFrom('transfers')
      .select('is_settled')
      .where('order_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(is_settled).toBe(true)
    const seen = await (await staff()).staffOrder({ id })
    expect(seen).toMatchObject({ status: 'cancelled', refunds: [{ status: 'sending', amountHalalas: 600_00 }] })
    expect(await ledgerOf(id)).toEqual([600_00])
    expect(await subjectsTo(sara.email, reference)).toContain(`We will return your payment for order ${reference}`)
  })

  it('is sent back whole when staff decide so', async () => {
    const { id } = await awaited()
    const decided = await (await staff()).approveTransfer({ id, amountHalalas: 600_00, difference: 'refund' })
    expect(decided.outcome).toBe('refundDue')
    expect(await orderStatus(app.db, id)).toEqual({ status: 'failed', ended_because: 'wrong-amount' })
  })
})

it('a decline holds the seat longer twice, and never again', async () => {
  const { api, id } = await awaited()
  const office = await staff()
  const almostOver = () =>
    app.db
      .updateTable('orders')
      .set({ expires_at: new Date(Date.now() + HOUR_MS) })
      .where('id', '=', id)
      .execute()
  const left: number[] = []
  for (let times = 0; times < 4; times++) {
    await almostOver()
    const { transfer } = await office.declineTransfer({ id, reason: 'Unreadable' })
    expect(transfer.declines).toBe(times + 1)
    left.push(hoursLeft((await api.order({ id })).expiresAt))
  }
  expect(left).toEqual([24, 24, 1, 1])
})

describe('staff', () => {
  it('extend an order that waits for a transfer, up to the start of its run, and the learner is told', async () => {
    const { sara, id, reference } = await awaited({ startsAt: inDays(10) })
    const office = await staff()
    const extended = await office.extendOrder({ id, days: 6, note: 'Salary on Sunday' })
    expect(hoursLeft(extended.expiresAt)).toBe(144)
    expect(hoursLeft((await office.extendOrder({ id, days: 30, note: 'Asked by phone' })).expiresAt)).toBe(240)
    expect(await refusal(office.extendOrder({ id, days: 5, note: 'Asked by phone' }))).toBe('holdNotExtended')
    // Nobody gets more time without a reason.
    const unexplained = await failureOf(office.extendOrder({ id, days: 5, note: ' ' }))
    expect(unexplained.fields).toEqual({ note: ['required'] })
    expect((await failureOf(office.extendOrder({ id, days: 31, note: 'Asked by phone' }))).fields).toEqual({
      days: ['numberBetween:1,30'],
    })
    expect(await auditOf(reference)).toEqual(['order.extend', 'order.extend'])
    expect(await subjectsTo(sara.email, reference)).toContain(`More time for order ${reference}`)
    await office.approveTransfer({ id })
    expect(await refusal(office.extendOrder({ id, days: 3, note: 'Asked by phone' }))).toBe('orderNotPending')
  })

  it('cancel an unpaid order with a reason, which frees the seat', async () => {
    const { sara, api, id, reference, courseId, scheduleId } = await awaited({ seats: 1 })
    const office = await staff()
    const cancelled = await office.cancelOrder({ id, reason: 'The learner asked by phone' })
    expect(cancelled).toMatchObject({
      status: 'cancelled',
      cancelReason: 'The learner asked by phone',
      history: [{ event: 'placed' }, { event: 'cancelled', by: 'staff' }],
    })
    expect((await api.order({ id })).endedBecause).toMatch(/The institute cancelled/)
    const mail = (await mailsAbout(app, sara.email, reference)).find(({ subject }) => /cancelled/.test(subject!))
    expect(mail!.text).toContain('The learner asked by phone')
    expect(await auditOf(reference)).toEqual(['order.cancel'])
    expect(await refusal(office.cancelOrder({ id, reason: 'x' }))).toBe('orderNotPending')
    const other = orderApi(apiAs(app, await learner(app.db)))
    expect((await other.place({ courseId, scheduleId, method: 'transfer' })).status).toBe('pending')
  })

  it('never decide about their own order', async () => {
    const me = await learner(app.db, { roles: ['Student', 'Admin'] })
    const { courseId, scheduleId } = await awaited()
    const mine = orderApi(apiAs(app, me))
    const { id } = await mine.place({ courseId, scheduleId, method: 'transfer' })
    for (const call of [
      () => mine.approveTransfer({ id }),
      () => mine.declineTransfer({ id, reason: 'x' }),
      () => mine.extendOrder({ id, days: 7, note: 'Asked by phone' }),
      () => mine.cancelOrder({ id, reason: 'x' }),
      () => mine.refund({ id, reason: 'x' }),
      () => mine.declineRefund({ id, reason: 'x' }),
    ])
      expect(await refusal(call())).toBe('ownOrder')
    expect(await (await staff()).approveTransfer({ id })).toMatchObject({ outcome: 'paid' })
    expect(await refusal(mine.refund({ id, reason: 'x' }))).toBe('ownOrder')
  })
})

describe('the receipts to check', () => {
  it('are listed for staff from the oldest, until each is decided', async () => {
    const office = await staff()
    const orders = [await awaited(), await awaited(), await awaited()]
    for (const [index, { id }] of orders.entries())
      await app.db
        .insertInto('transfers')
        .values({ order_id: id, receipt_at: inDays(-index) })
        .onConflict((conflict) => conflict.column('order_id').doUpdateSet({ receipt_at: inDays(-index) }))
        .execute()
    const ids = orders.map(({ id }) => id)
    const listed = async () =>
      (await office.transfersToCheck({ PageSize: 50 })).items.filter(({ id }) => ids.includes(id)).map(({ id }) => id)
    expect(await listed()).toEqual([...ids].reverse())
    const { items, totalCount } = await office.transfersToCheck({ PageSize: 1 })
    expect(items).toMatchObject([{ id: ids[2], totalHalalas: 1000_00, receivedHalalas: 0, declines: 0 }])
    expect(totalCount).toBe(3)
    await office.declineTransfer({ id: ids[1]!, reason: 'Unreadable' })
    await office.approveTransfer({ id: ids[0]!, amountHalalas: 100_00, difference: 'askRest' })
    expect(await listed()).toEqual([ids[2]])
    await office.approveTransfer({ id: ids[2]! })
    expect(await listed()).toEqual([])
  })
})
