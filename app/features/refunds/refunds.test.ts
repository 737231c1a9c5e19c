import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { coupon, inDays, learner, order } from '../../../tests/support/factories.ts'
import { arabicDigits } from '../../../tests/support/learner.ts'
import { institute } from '../../../tests/support/orders/invoices.ts'
import { orderApi } from '../../../tests/support/orders/order-api.ts'
import {
  attemptOf,
  eventually,
  is,
  mailsAbout,
  orderStatus,
  refusal,
  sendNow,
  servicesAfter,
  waitingOrder,
} from '../../../tests/support/orders/orders.ts'
import { OFFICE, refundTools } from '../../../tests/support/orders/refunds.ts'
import { type PaymentPort, RefundUnsure } from '../../adapters/payment/port.ts'
import type { Role } from '../../api/rights.ts'
import { orderEmails as en } from '../../locales/en/emails/emails-orders.ts'
import { applyPayment } from '../payments/apply-payment.server.ts'
import { resendRefunds, sendRefund } from './refund-jobs.server.ts'
import { remindOfWaitingMoney } from './waiting-money.server.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())
const { staff, paid, ledgerOf, paymentOf, sandboxOf, seatsLeft } = refundTools(() => app)

describe('a refund', () => {
  it('in full sends the money once, ends the order and releases seat and coupon', async () => {
    const { code } = await coupon(app.db, { percent: 10, totalLimit: 1 })
    const { api, sara, id, reference, courseId, scheduleId, paymentUrl } = await paid({ seats: 3 }, code)
    expect(await seatsLeft(courseId, scheduleId)).toBe(2)
    const refunded = await (await staff()).refund({ id, reason: 'The learner is ill' })
    expect(refunded).toMatchObject({
      status: 'refunded',
      refundedHalalas: 900_00,
      refunds: [{ status: 'done', amountHalalas: 900_00, reason: 'The learner is ill', keepsSeat: false }],
      payments: [
        { kind: 'payment', amountHalalas: 900_00 },
        { kind: 'refund', amountHalalas: -900_00 },
      ],
    })
    expect(await sandboxOf(paymentUrl)).toEqual({ status: 'refunded', refunded_halalas: 900_00 })
    expect(await seatsLeft(courseId, scheduleId)).toBe(3)
    expect(await api.order({ id })).toMatchObject({ endedBecause: 'We have returned your payment.', refundUntil: null })
    const mails = await mailsAbout(app, sara.email, reference)
    expect(mails.map(({ subject }) => subject)).toContain(`We have refunded order ${reference}`)
    expect(await refusal((await staff()).refund({ id, reason: 'again' }))).toBe('orderNotRefundable')
    expect(await ledgerOf(id)).toEqual([900_00, -900_00])
    // The coupon may be used again, and the seat bought.
    expect((await api.place({ courseId, scheduleId, couponCode: code })).status).toBe('pending')
  })

  it('in part releases the seat but not the coupon use; the rest can follow', async () => {
    const { code } = await coupon(app.db, { percent: 10, totalLimit: 1 })
    const { api, id, courseId, scheduleId } = await paid({ seats: 3 }, code)
    expect(await (await staff()).refund({ id, reason: 'x', amountHalalas: 400_00 })).toMatchObject({
      status: 'refunded',
      refundedHalalas: 400_00,
      attempts: [{ status: 'paid' }],
    })
    expect(await seatsLeft(courseId, scheduleId)).toBe(3)
    expect(await refusal(api.place({ courseId, scheduleId, couponCode: code }))).toBe('couponExhausted')
    const tooMuch = await (await staff()).refund({ id, reason: 'x', amountHalalas: 500_01 }).catch((error) => error)
    expect([tooMuch.code, tooMuch.fields]).toEqual(['validation', { amountHalalas: ['refundAtMost:50000'] }])
    expect(await (await staff()).refund({ id, reason: 'the rest' })).toMatchObject({
      refundedHalalas: 900_00,
      attempts: [{ status: 'refunded' }],
    })
    expect((await api.place({ courseId, scheduleId, couponCode: code })).status).toBe('pending')
  })

  it('in part can keep the learner’s seat', async () => {
    const { sara, reference, id, courseId, scheduleId } = await paid({ seats: 3 })
    const kept = async () =>
      (await mailsAbout(app, sara.email, reference)).map(({ text }) => text.includes(en.refund.kept))
    const goodwill = { id, reason: 'The first day was short', amountHalalas: 100_00, keepsSeat: true }
    expect(await (await staff()).refund(goodwill)).toMatchObject({
      status: 'paid',
      refundedHalalas: 100_00,
      refunds: [{ reason: goodwill.reason, byHand: false, decidedAt: expect.any(String) }],
    })
    expect(await seatsLeft(courseId, scheduleId)).toBe(2)
    expect(await kept()).toEqual([true, false])
    const [sent] = await mailsAbout(app, sara.email, reference)
    expect(sent!.text).not.toContain('more goes back')
    // All of it ends the enrolment.
    expect(await (await staff()).refund({ id, reason: 'x', keepsSeat: true })).toMatchObject({ status: 'refunded' })
    expect(await kept()).toEqual([false, true, false])
  })

  it('of a free order releases the seat', async () => {
    const { code } = await coupon(app.db, { percent: 100, totalLimit: 1 })
    const { api, id, status, courseId, scheduleId } = await waitingOrder(app, {}, code)
    expect(status).toBe('paid')
    expect(await (await staff()).refund({ id, reason: 'x' })).toMatchObject({ status: 'refunded', payments: [] })
    expect(await refusal((await staff()).refund({ id, reason: 'x' }))).toBe('orderNotRefundable')
    expect((await api.place({ courseId, scheduleId, couponCode: code })).status).toBe('paid')
  })

  it('is sent once although the provider’s response was lost', async () => {
    const { id, paymentUrl } = await paid()
    const silent = app.services.log.child({}, { level: 'silent' })
    const lost: PaymentPort = {
      ...app.services.payment,
      // It sends the refund, but its response is lost.
      refund: async (...request) => {
        await app.services.payment.refund(...request)
        throw new RefundUnsure('no answer')
      },
    }
    const decided = await (await staff({ payment: lost, log: silent })).refund({
      id,
      reason: 'x',
      amountHalalas: 300_00,
    })
    expect(['sending', 'done']).toContain(decided.refunds[0]!.status)
    await Promise.all(Array.from({ length: 5 }, () => sendRefund(app.services, { id: decided.refunds[0]!.id })))
    expect(await ledgerOf(id)).toEqual([1000_00, -300_00])
    expect(await sandboxOf(paymentUrl)).toMatchObject({ refunded_halalas: 300_00 })
  })

  it('is retried by the hourly job', async () => {
    const { id } = await paid()
    await app.db
      .insertInto('refunds')
      .values({
        id: crypto.randomUUID(),
        order_id: id,
        attempt_id: (
          await app.db.selectFrom('payment_attempts').select('id').where('order_id', '=', id).executeTakeFirstOrThrow()
        ).id,
        amount_halalas: 1000_00,
        status: 'sending',
        reason: 'x',
        requested_at: inDays(-1),
        decided_at: inDays(-1),
      })
      .execute()
    await resendRefunds(app.services)
    await resendRefunds(app.services)
    await eventually(async () => (await orderStatus(app.db, id)).status, is('refunded'))
  })

  it('that waits for a person is told to the institute every day until it is done', async () => {
    const [requested, sending] = [await paid(), await paid()]
    await requested.api.requestRefund({ id: requested.id, reason: 'x' })
    const { id: attemptId } = await attemptOf(app.db, sending.id)
    const facts = { order_id: sending.id, attempt_id: attemptId, amount_halalas: 300_00, reason: 'x' }
    const at = { requested_at: new Date(), decided_at: new Date() }
    const id = crypto.randomUUID()
    await app.db
      .insertInto('refunds')
      .values({ id, status: 'sending', ...facts, ...at })
      .execute()
    const mailsAbout = async (reference: string) =>
      (await app.mails(OFFICE)).filter(({ text }) => text.includes('كل يوم') && text.includes(reference))
    for (const hours of [13, 37]) await remindOfWaitingMoney(servicesAfter(app, hours * 60))
    expect(
      [await mailsAbout(requested.reference), await mailsAbout(sending.reference)].map(({ length }) => length),
    ).toEqual([2, 2])
    await (await staff()).declineRefund({ id: requested.id, reason: 'x' })
    await resendRefunds(servicesAfter(app, 61 * 60))
    await eventually(async () => (await orderStatus(app.db, sending.id)).status, is('refunded'))
    await remindOfWaitingMoney(servicesAfter(app, 61 * 60))
    expect(
      [await mailsAbout(requested.reference), await mailsAbout(sending.reference)].map(({ length }) => length),
    ).toEqual([2, 2])
  })

  it('is not sent again by the same request a moment later', async () => {
    const { id } = await paid()
    const office = await staff()
    const part = { id, reason: 'A day was missing', amountHalalas: 200_00, keepsSeat: true }
    await office.refund(part)
    expect(await refusal(office.refund(part))).toBe('refundUnderWay')
    expect(await ledgerOf(id)).toEqual([1000_00, -200_00])
  })

  it("made in the provider's dashboard is recorded, and the seat is kept until all is refunded", async () => {
    const { id, paymentUrl } = await paid()
    const { payment } = app.services
    const { id: attemptId } = await app.db
      .selectFrom('payment_attempts')
      .select('id')
      .where('order_id', '=', id)
      .executeTakeFirstOrThrow()
    const part = await payment.refund(paymentOf(paymentUrl), 250_00, sendNow)
    for (let times = 0; times < 3; times++) await applyPayment(app.services, attemptId, part)
    expect(await (await staff()).staffOrder({ id })).toMatchObject({ status: 'paid', refundedHalalas: 250_00 })
    await applyPayment(app.services, attemptId, await payment.refund(paymentOf(paymentUrl), 1000_00, sendNow))
    await applyPayment(app.services, attemptId, part)
    expect(await (await staff()).staffOrder({ id })).toMatchObject({ status: 'refunded', refundedHalalas: 1000_00 })
    expect(await ledgerOf(id)).toEqual([1000_00, -250_00, -750_00])
  })

  it('is decided once by two staff members at the same moment', async () => {
    const { id } = await paid()
    const [one, other] = [await staff(), await staff()]
    const outcomes = await Promise.all([one, other].map((office) => refusal(office.refund({ id, reason: 'x' }))))
    expect(outcomes.filter((outcome) => outcome === 'not refused')).toHaveLength(1)
    await eventually(() => ledgerOf(id), is([1000_00, -1000_00]))
  })
})

describe('a request for a refund', () => {
  it('is stored, mailed to learner and institute, decided by staff and done', async () => {
    const { api, sara, id, reference } = await paid()
    expect((await api.order({ id })).refundUntil).not.toBeNull()
    const requested = await api.requestRefund({ id, reason: 'I fell ill' })
    expect(requested).toMatchObject({
      status: 'paid',
      refundUntil: null,
      refund: { status: 'requested', reason: 'I fell ill' },
    })
    expect(await refusal(api.requestRefund({ id, reason: 'once more' }))).toBe('refundAsked')
    const mails = await mailsAbout(app, sara.email, reference)
    expect(mails.map(({ subject }) => subject)).toContain(`We have your refund request for order ${reference}`)
    expect((await app.mails(OFFICE)).map(({ subject }) => subject)).toContain(`طلب استرداد للطلب ${reference}`)
    const office = await staff()
    const { items } = await office.orders({ Refund: 'requested', SearchTerm: reference })
    expect(items).toMatchObject([{ id, refund: 'requested', learner: { email: sara.email } }])
    expect(await office.refund({ id, reason: 'accepted' })).toMatchObject({
      status: 'refunded',
      refunds: [{ status: 'done', reason: 'I fell ill', decisionReason: 'accepted', amountHalalas: 1000_00 }],
      history: [
        { event: 'placed', by: 'learner' },
        { event: 'paid', by: 'provider' },
        { event: 'refundRequested', by: 'learner' },
        { event: 'refundDecided', by: 'staff' },
        { event: 'refunded', by: 'staff' },
      ],
    })
  })

  it('can be declined with a reason, and the seat is kept', async () => {
    const { api, sara, id, reference } = await paid()
    await api.requestRefund({ id, reason: 'I changed my mind' })
    const office = await staff()
    await office.declineRefund({ id, reason: 'The material was handed out' })
    expect(await api.order({ id })).toMatchObject({
      status: 'paid',
      refund: { status: 'declined', answer: 'The material was handed out' },
      refundUntil: null,
    })
    expect(await refusal(office.declineRefund({ id, reason: 'x' }))).toBe('noRefundAsked')
    expect(await refusal(api.requestRefund({ id, reason: 'please' }))).toBe('refundAsked')
    const mail = (await mailsAbout(app, sara.email, reference)).find(({ subject }) =>
      subject?.startsWith('We could not'),
    )
    expect(mail?.text).toContain('The material was handed out')
  })

  it('is taken back by its learner while it waits, stands in the order’s events, and can be made again', async () => {
    const { api, sara, id, reference } = await paid()
    const office = await staff()
    await api.requestRefund({ id, reason: 'I fell ill' })
    const [request] = (await office.staffOrder({ id })).refunds
    expect(await api.withdrawRefund({ id })).toMatchObject({
      status: 'paid',
      refund: { status: 'withdrawn', withdrawnAt: expect.any(String) },
      refundUntil: expect.any(String),
    })
    expect(await refusal(api.withdrawRefund({ id }))).toBe('noRefundAsked')
    expect(await refusal(office.declineRefund({ id, reason: 'x' }))).toBe('noRefundAsked')
    // A decision that was written while the request was still there.
    expect(await refusal(office.refund({ id, reason: 'x', requestId: request!.id }))).toBe('noRefundAsked')
    expect((await office.orders({ Refund: 'withdrawn', SearchTerm: reference })).items).toMatchObject([{ id }])
    expect((await office.waitingRefunds({ SearchTerm: reference })).items).toEqual([])
    const seen = await office.staffOrder({ id })
    expect(seen.refunds).toMatchObject([{ status: 'withdrawn', decidedAt: expect.any(String) }])
    expect(seen.history.at(-1)).toMatchObject({ event: 'refundWithdrawn', by: 'learner' })
    const subject = `You withdrew your refund request for order ${reference}`
    expect((await mailsAbout(app, sara.email, reference)).filter((mail) => mail.subject === subject)).toHaveLength(1)
    expect(seen.mails).toContainEqual(expect.objectContaining({ subject }))
    await api.requestRefund({ id, reason: 'I am still ill' })
    const again = (await office.staffOrder({ id })).refunds.find(({ status }) => status === 'requested')
    expect(await office.refund({ id, reason: 'accepted', requestId: again!.id })).toMatchObject({ status: 'refunded' })
    expect(await refusal(api.withdrawRefund({ id }))).toBe('noRefundAsked')
  })

  it('of somebody else is not taken back', async () => {
    const { api, id } = await paid()
    await api.requestRefund({ id, reason: 'I fell ill' })
    expect(await refusal(orderApi(apiAs(app, await learner(app.db))).withdrawRefund({ id }))).toBe('orderNotFound')
    expect(await api.order({ id })).toMatchObject({ refund: { status: 'requested' } })
  })

  it('is too late after the window, or once the course has begun', async () => {
    const late = await paid()
    const inEightDays = orderApi(apiAs(app, late.sara, { now: servicesAfter(app, 8 * 24 * 60).now }))
    expect((await inEightDays.order({ id: late.id })).refundUntil).toBeNull()
    expect(await refusal(inEightDays.requestRefund({ id: late.id, reason: 'x' }))).toBe('refundTooLate')
    const begun = await paid({ startsAt: inDays(1), enrolmentClosesAt: inDays(0.5) })
    const tomorrow = orderApi(apiAs(app, begun.sara, { now: servicesAfter(app, 25 * 60).now }))
    expect(await refusal(tomorrow.requestRefund({ id: begun.id, reason: 'x' }))).toBe('refundCourseBegun')
  })

  it('is only for the learner’s own paid orders', async () => {
    const { api, id } = await waitingOrder(app)
    expect(await refusal(api.requestRefund({ id, reason: 'x' }))).toBe('orderNotRefundable')
    const otherLearner = orderApi(apiAs(app, await learner(app.db)))
    expect(await refusal(otherLearner.requestRefund({ id, reason: 'x' }))).toBe('orderNotFound')
    expect(await refusal((await staff()).refund({ id, reason: 'x' }))).toBe('orderNotRefundable')
  })
})

describe('staff', () => {
  it('find orders by reference, email address, phone in any notation, and status, one list page at a time', async () => {
    const sara = await learner(app.db)
    const { courseId, scheduleId, id, reference } = await paid()
    const old = await order(app.db, { courseId, scheduleId, userId: sara.id, status: 'expired', createdAt: inDays(-3) })
    const office = await staff()
    const ids = async (query: Parameters<typeof office.orders>[0]) =>
      (await office.orders(query)).items.map((item) => item.id)
    expect(await ids({ SearchTerm: reference.toLowerCase() })).toEqual([id])
    expect(await ids({ SearchTerm: sara.email })).toEqual([old.id])
    const local = sara.phone.replace('+966', '0')
    for (const phone of [sara.phone, local, `${local.slice(0, 3)} ${local.slice(3)}`, arabicDigits(local)])
      expect(await ids({ SearchTerm: phone }), phone).toEqual([old.id])
    expect(await ids({ SearchTerm: sara.email, Status: 'paid' })).toEqual([])
    expect(await ids({ SearchTerm: 'nobody@example.com' })).toEqual([])
    expect((await office.orders({ PageSize: 1 })).items).toHaveLength(1)
  })
})

describe('ledger and audit trail', () => {
  it('cannot be changed or deleted', async () => {
    const { id } = await paid()
    for (const table of ['ledger', 'order_events'] as const) {
      await expect(app.db.deleteFrom(table).where('order_id', '=', id).execute()).rejects.toThrow('never changed')
      await expect(
        app.db.updateTable(table).set({ at: new Date() }).where('order_id', '=', id).execute(),
      ).rejects.toThrow('never changed')
    }
  })
})

describe('the Owner’s limit of refunds', () => {
  const office = async (...roles: Role[]) =>
    orderApi(apiAs(app, { ...(await learner(app.db)), roles, lastRole: roles[0]! }))
  beforeAll(() => institute(app.db, { adminRefundHalalas: 300_00 }))
  afterAll(() => app.db.deleteFrom('institute').execute())

  it('holds for an Admin, over all refunds of an order and whoever sent them', async () => {
    const { id } = await paid()
    const admin = await office('Admin')
    expect(await refusal(admin.refund({ id, reason: 'x' }))).toBe('refundAboveLimit')
    expect(await refusal(admin.refund({ id, reason: 'x', amountHalalas: 300_01 }))).toBe('refundAboveLimit')
    await admin.refund({ id, reason: 'one', amountHalalas: 200_00, keepsSeat: true })
    expect(await refusal((await office('Admin')).refund({ id, reason: 'y', amountHalalas: 100_01 }))).toBe(
      'refundAboveLimit',
    )
    await admin.refund({ id, reason: 'two', amountHalalas: 100_00, keepsSeat: true })
    expect(await ledgerOf(id)).toEqual([1000_00, -200_00, -100_00])
    const byHand = { reason: 'x', amountHalalas: 1, byHand: true, bankReference: 'FT1' }
    expect(await refusal(admin.refund({ id, ...byHand }))).toBe('refundAboveLimit')
  })

  it.each([['Finance'], ['Owner'], ['Admin', 'Finance']] as const)('is none for %s %s', async (...roles) => {
    const { id } = await paid()
    expect((await (await office(...roles)).refund({ id, reason: 'x' })).refundedHalalas).toBe(1000_00)
  })
})
