import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { learner } from '../../../tests/support/factories.ts'
import { orderApi } from '../../../tests/support/orders/order-api.ts'
import {
  CARDS,
  mailsAbout,
  orderStatus,
  payWith,
  refusal,
  servicesAfter,
  waitingOrder,
} from '../../../tests/support/orders/orders.ts'
import { type PaymentPort, RefundUnsure } from '../../adapters/payment/port.ts'
import type { Context } from '../../platform/context.server.ts'
import { remindOfWaitingMoney } from '../refunds/waiting-money.server.ts'
import { comparePayments } from './reconciliation.server.ts'
import { recordUnmatchedPayment } from './unmatched-queries.server.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  app.services.log = app.services.log.child({}, { level: 'silent' })
})
afterAll(() => app.stop())

/** The mailbox of an institute without settings. */
const OFFICE = 'no-reply@maahad.example'

const staff = async (facts: Partial<Context> = {}) =>
  orderApi(apiAs(app, await learner(app.db, { firstName: 'Noura', roles: ['Admin'] }), facts))
const statusOf = async (id: string) => (await orderStatus(app.db, id)).status
const sandboxOf = (reference: string) =>
  app.db
    .selectFrom('sandbox_payments')
    .select(['status', 'refunded_halalas'])
    .where('id', '=', reference)
    .executeTakeFirstOrThrow()

/** Money at the sandbox that no order of ours asked for, as the comparison finds it. */
async function unmatched(amountHalalas = 1000_00) {
  const reference = randomUUID()
  const now = app.services.now()
  await app.db
    .insertInto('sandbox_payments')
    .values({
      ...{ id: reference, attempt_id: randomUUID(), amount_halalas: amountHalalas, description: 'x', lang: 'ar' },
      ...{ return_url: app.address, status: 'paid', created_at: now, updated_at: now },
    })
    .execute()
  await comparePayments(app.services)
  const { items } = await (await staff()).unmatchedPayments({ Status: 'open' })
  return items.find((item) => item.providerReference === reference)!
}

const auditOf = (reference: string) =>
  app.db.selectFrom('audit_log').select(['action', 'user_id']).where('subject', '=', reference).execute()

describe('a payment that belongs to no order', () => {
  it('is listed for staff with what is known of it', async () => {
    const payment = await unmatched(250_00)
    expect(payment).toEqual({
      ...{ id: expect.any(String), kind: 'unmatched', status: 'open', provider: 'sandbox', currency: 'SAR' },
      ...{ providerReference: payment.providerReference, amountHalalas: 250_00, byHand: false },
      seenAt: expect.any(String),
    })
    const all = await (await staff()).unmatchedPayments({})
    expect(all.totalCount).toBe(all.items.length)
  })

  it('is found by a part of its number, the number of its order and its amount', async () => {
    const [payment, other] = [await unmatched(641_37), await unmatched(641_37)]
    const { id, reference } = await waitingOrder(app)
    const attached = await unmatched()
    const api = await staff()
    await api.attachPayment({ id: attached.id, orderId: id, note: 'x' })
    const found = async (input: object) => {
      const { items, totalCount, counts } = await api.unmatchedPayments(input)
      expect([items.length, Object.values(counts).reduce((sum, count) => sum + count)]).toEqual([
        totalCount,
        totalCount,
      ])
      return items.map((one) => one.id).sort()
    }
    const number = payment.providerReference
    const part = ` ${number.slice(3, 15).toUpperCase()} `
    expect(await found({ SearchTerm: part })).toEqual([payment.id])
    expect(await found({ SearchTerm: reference.toLowerCase() })).toEqual([attached.id])
    expect(await found({ AmountHalalas: 641_37 })).toEqual([payment.id, other.id].sort())
    expect(await found({ AmountHalalas: 641_37, SearchTerm: number })).toEqual([payment.id])
    expect(await found({ AmountHalalas: 641_38, SearchTerm: number })).toEqual([])
    for (const SearchTerm of ['%', '_', number.slice(0, 2)])
      expect([SearchTerm, await found({ SearchTerm })]).toEqual([SearchTerm, []])
    // It is attached, so it is not among those that wait.
    expect((await api.unmatchedPayments({ Status: 'open', SearchTerm: reference })).items).toEqual([])
    for (const wrong of [{ AmountHalalas: -1 }, { AmountHalalas: 3_000_000_000 }, { SearchTerm: 'x'.repeat(101) }])
      expect(await refusal(api.unmatchedPayments(wrong))).toBe('validation')
  })

  it('shows what attaching it to an order would do, and changes nothing', async () => {
    const [waiting, own, late] = [await waitingOrder(app), await waitingOrder(app), await waitingOrder(app)]
    await app.db.updateTable('orders').set({ status: 'expired' }).where('id', '=', late.id).execute()
    const payment = await unmatched()
    const [larger, smaller] = [await unmatched(1150_00), await unmatched(900_00)]
    const api = await staff()
    const preview = (id: string, orderId: string) => api.attachPreview({ id, orderId })
    expect(await preview(payment.id, waiting.id)).toEqual({
      order: { id: waiting.id, reference: waiting.reference, course: expect.any(String), status: 'pending' },
      ...{ learner: 'Sara Alqahtani', totalHalalas: 1000_00, missingHalalas: 0, overHalalas: 0 },
      ...{ isSeatHeld: true, refusal: null },
    })
    expect(await preview(payment.id, late.id)).toMatchObject({ isSeatHeld: false, refusal: null })
    expect(await preview(larger.id, waiting.id)).toMatchObject({ overHalalas: 150_00, refusal: 'amountDiffers' })
    expect(await preview(smaller.id, waiting.id)).toMatchObject({ missingHalalas: 100_00, refusal: 'amountDiffers' })
    const selfStaff = orderApi(apiAs(app, { ...own.sara, roles: ['Finance'] }))
    expect(await selfStaff.attachPreview({ id: payment.id, orderId: own.id })).toMatchObject({ refusal: 'ownOrder' })
    expect(await refusal(preview(payment.id, randomUUID()))).toBe('orderNotFound')
    expect(await refusal(preview(randomUUID(), waiting.id))).toBe('paymentNotFound')
    expect(await refusal(preview(payment.id, 'x'))).toBe('validation')
    const teacher = orderApi(apiAs(app, await learner(app.db, { roles: ['Teacher'] })))
    expect(await refusal(teacher.attachPreview({ id: payment.id, orderId: waiting.id }))).toBe('forbidden')
    const before = (await api.unmatchedPayments({ Status: 'open' })).counts
    await api.attachPayment({ id: payment.id, orderId: waiting.id, note: 'x' })
    expect(await preview(payment.id, late.id)).toMatchObject({ refusal: 'paymentSettled' })
    const { counts } = await api.unmatchedPayments({ Status: 'open' })
    expect(counts).toEqual({ ...before, open: before.open - 1, attached: before.attached + 1 })
  })

  it('can be attached to an unpaid order of its amount, which becomes paid like any other', async () => {
    const { sara, id, reference } = await waitingOrder(app)
    const payment = await unmatched()
    const attached = await (await staff()).attachPayment({ id: payment.id, orderId: id, note: 'She called' })
    expect(attached).toMatchObject({
      ...{ status: 'attached', outcome: 'paid', order: { id, reference }, note: 'She called' },
      ...{ decidedBy: { name: 'Noura Alqahtani' }, learner: { email: sara.email } },
    })
    const shown = await (await staff()).staffOrder({ id })
    expect(shown).toMatchObject({
      status: 'paid',
      payments: [{ amountHalalas: 1000_00, providerReference: payment.providerReference }],
    })
    expect(shown.history.map(({ event }) => event)).toEqual(['placed', 'paymentAttached', 'paid'])
    const subjects = (await mailsAbout(app, sara.email, reference)).map(({ subject }) => subject)
    expect(subjects).toContain(`You are enrolled, order ${reference}`)
    expect(await auditOf(payment.providerReference)).toEqual([
      { action: 'payment.attach', user_id: attached.decidedBy!.id },
    ])
    expect(await refusal((await staff()).returnPayment({ id: payment.id, note: 'x' }))).toBe('paymentSettled')
    // The provider's list names it again every quarter of an hour.
    await comparePayments(app.services)
    expect(shown.payments).toHaveLength(1)
  })

  it('can be attached by one person only', async () => {
    const orders = await Promise.all(Array.from({ length: 4 }, () => waitingOrder(app)))
    const payment = await unmatched()
    const api = await staff()
    const outcomes = await Promise.all(
      orders.map(({ id }) => refusal(api.attachPayment({ id: payment.id, orderId: id, note: 'x' }))),
    )
    expect(outcomes.sort()).toEqual(['not refused', 'paymentSettled', 'paymentSettled', 'paymentSettled'])
  })

  it('is not attached to a paid order, to one of another amount, or to none', async () => {
    const paid = await waitingOrder(app)
    await payWith(paid.paymentUrl, CARDS.good)
    await paid.api.order({ id: paid.id })
    const waiting = await waitingOrder(app)
    const [payment, larger] = [await unmatched(), await unmatched(1000_01)]
    const api = await staff()
    expect(await refusal(api.attachPayment({ id: payment.id, orderId: paid.id, note: 'x' }))).toBe('orderNotPayable')
    const other = await api.attachPayment({ id: larger.id, orderId: waiting.id, note: 'x' }).catch((error) => error)
    expect([other.code, other.detail]).toEqual(['amountDiffers', { receivedHalalas: 1000_01, totalHalalas: 1000_00 }])
    expect(await refusal(api.attachPayment({ id: payment.id, orderId: randomUUID(), note: 'x' }))).toBe('orderNotFound')
    expect(await refusal(api.attachPayment({ id: randomUUID(), orderId: waiting.id, note: 'x' }))).toBe(
      'paymentNotFound',
    )
    expect(await statusOf(waiting.id)).toBe('pending')
    expect((await api.unmatchedPayments({ Status: 'open' })).items.map(({ id }) => id)).toContain(payment.id)
  })

  it('is sent back through the provider once, whoever asks', async () => {
    const payment = await unmatched()
    const api = await staff()
    const outcomes = await Promise.all([1, 2, 3].map(() => refusal(api.returnPayment({ id: payment.id, note: 'x' }))))
    expect(outcomes.sort()).toEqual(['not refused', 'paymentSettled', 'paymentSettled'])
    expect(await sandboxOf(payment.providerReference)).toEqual({ status: 'refunded', refunded_halalas: 1000_00 })
    const { items } = await api.unmatchedPayments({ Status: 'returned' })
    expect(items.find(({ id }) => id === payment.id)).toMatchObject({ byHand: false, note: 'x' })
    expect((await auditOf(payment.providerReference)).map(({ action }) => action)).toEqual(['payment.send-back'])
  })

  it('stays open when the provider refuses or does not answer, and is settled by the bank’s reference', async () => {
    const payment = await unmatched()
    await app.db
      .updateTable('sandbox_payments')
      .set({ refuses_refunds: true })
      .where('id', '=', payment.providerReference)
      .execute()
    const api = await staff()
    expect(await api.returnPayment({ id: payment.id, note: 'x' })).toMatchObject({
      status: 'open',
      failureReason: 'refused-by-bank',
    })
    const away: PaymentPort = { ...app.services.payment, refund: () => Promise.reject(new Error('no answer')) }
    const withoutProvider = await staff({ payment: away })
    expect(await refusal(withoutProvider.returnPayment({ id: payment.id, note: 'x' }))).toBe('paymentProviderDown')
    const noReference = await api.returnPayment({ id: payment.id, byHand: true, note: 'x' }).catch((error) => error)
    expect(noReference.fields).toEqual({ bankReference: ['required'] })
    const returned = await api.returnPayment({ id: payment.id, byHand: true, bankReference: 'FT-77', note: 'x' })
    expect(returned).toMatchObject({ status: 'returned', byHand: true, bankReference: 'FT-77' })
    expect(returned.failureReason).toBeUndefined()
  })

  it('is not asked for again after an unsure answer; the provider’s list settles it', async () => {
    const payment = await unmatched()
    let refundCalls = 0
    const unsure: PaymentPort = {
      ...app.services.payment,
      refund: async (...request) => {
        refundCalls += 1
        await app.services.payment.refund(...request)
        throw new RefundUnsure('the answer was lost')
      },
    }
    const api = await staff({ payment: unsure })
    expect(await api.returnPayment({ id: payment.id, note: 'x' })).toMatchObject({ status: 'sending' })
    expect(await refusal(api.returnPayment({ id: payment.id, note: 'x' }))).toBe('paymentSettled')
    expect(refundCalls).toBe(1)
    await comparePayments(app.services)
    const { items } = await api.unmatchedPayments({ Status: 'returned' })
    expect(items.map(({ id }) => id)).toContain(payment.id)
  })

  it('of another provider is sent back by hand only', async () => {
    const reference = randomUUID()
    await recordUnmatchedPayment(app.db, {
      ...{ kind: 'unmatched', provider: 'elsewhere', reference, amountHalalas: 5_00, currency: 'SAR', orderId: null },
      now: app.services.now(),
    })
    const api = await staff()
    const { items } = await api.unmatchedPayments({ Status: 'open' })
    const { id } = items.find(({ providerReference }) => providerReference === reference)!
    expect(await refusal(api.returnPayment({ id, note: 'x' }))).toBe('onlyByHand')
  })
})

it('tells the institute once a day, every day, of the money that waits', async () => {
  const payment = await unmatched(77_00)
  const reminders = async () =>
    (await app.mails(OFFICE)).filter(
      ({ subject, text }) => /تنتظر|ينتظر/.test(subject!) && text.includes(payment.providerReference),
    )
  const HOURS = 60
  await remindOfWaitingMoney(servicesAfter(app, 2 * HOURS))
  expect(await reminders()).toHaveLength(0)
  for (const hours of [20, 20, 44, 68]) await remindOfWaitingMoney(servicesAfter(app, hours * HOURS))
  expect(await reminders()).toHaveLength(3)
  const [newest] = await reminders()
  expect(newest!.text).toContain('دفعة لم تشترِ شيئًا')
  expect(newest!.text).toContain('77 ر.س')
  await (await staff()).returnPayment({ id: payment.id, note: 'x' })
  await remindOfWaitingMoney(servicesAfter(app, 92 * HOURS))
  expect(await reminders()).toHaveLength(3)
})
