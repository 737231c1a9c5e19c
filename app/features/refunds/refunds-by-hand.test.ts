import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { orderApi } from '../../../tests/support/orders/order-api.ts'
import { CARDS, eventually, payWith, post, refusal, waitingOrder } from '../../../tests/support/orders/orders.ts'
import { OFFICE, refundTools } from '../../../tests/support/orders/refunds.ts'
import { type PaymentPort, RefundRefused, RefundUnsure } from '../../adapters/payment/port.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())
const { staff, paid, ledgerOf, paymentOf, sandboxOf } = refundTools(() => app)

describe('a refund', () => {
  it('that the provider refuses changes nothing, mails the institute, and can be recorded by hand', async () => {
    const { api, id, reference } = await paid()
    const refusing: PaymentPort = {
      ...app.services.payment,
      refund: () => Promise.reject(new RefundRefused('account-closed')),
    }
    const silent = app.services.log.child({}, { level: 'silent' })
    // The real queue's job uses the sandbox: it must refuse, too.
    await app.db.updateTable('sandbox_payments').set({ refuses_refunds: true }).execute()
    const office = await staff({ payment: refusing, log: silent })
    expect(await office.refund({ id, reason: 'x' })).toMatchObject({
      status: 'paid',
      refundedHalalas: 0,
      refunds: [{ status: 'refused' }],
    })
    await app.db.updateTable('sandbox_payments').set({ refuses_refunds: false }).execute()
    expect(await api.order({ id })).toMatchObject({ status: 'paid', refund: { status: 'sending' } })
    const officeMails = await app.mails(OFFICE)
    const refusals = officeMails.filter(
      ({ subject }) => subject === `تعذّر استرداد مبلغ الطلب ${reference} عبر بوابة الدفع`,
    )
    expect(refusals).toHaveLength(1)
    expect(await office.refund({ id, reason: 'x', byHand: true, bankReference: 'FT-1' })).toMatchObject({
      status: 'refunded',
      refunds: [{ status: 'done', amountHalalas: 1000_00 }],
    })
    expect(await ledgerOf(id)).toEqual([1000_00, -1000_00])
  })

  const refuse = (paymentUrl: string | undefined, refuses = true) =>
    app.db
      .updateTable('sandbox_payments')
      .set({ refuses_refunds: refuses })
      .where('id', '=', paymentOf(paymentUrl))
      .execute()
  const refused = async () => {
    const order = await paid()
    await refuse(order.paymentUrl)
    const office = await staff({ log: app.services.log.child({}, { level: 'silent' }) })
    const { refunds } = await office.refund({ id: order.id, reason: 'x' })
    expect(refunds).toMatchObject([{ status: 'refused' }])
    return { ...order, office, one: { id: order.id, refundId: refunds[0]!.id } }
  }

  it('that the provider refused is sent through it once more, when staff ask for that', async () => {
    const { id, paymentUrl, office, one } = await refused()
    expect((await office.retryRefund(one)).refunds).toMatchObject([{ status: 'refused' }])
    await refuse(paymentUrl, false)
    expect(await office.retryRefund({ ...one, note: 'The account is open again.' })).toMatchObject({
      status: 'refunded',
      refunds: [{ status: 'done', byHand: false }],
    })
    expect(await ledgerOf(id)).toEqual([1000_00, -1000_00])
    expect(await refusal(office.retryRefund(one))).toBe('refundSettled')
    const audit = app.db.selectFrom('audit_log').select('action').where('action', '=', 'order.retry-refund')
    expect((await audit.execute()).length).toBe(2)
  })

  it('of one’s own order is neither sent again nor recorded by oneself', async () => {
    const { sara, one } = await refused()
    const buyer = orderApi(apiAs(app, { ...sara, roles: ['Finance'], lastRole: 'Finance' }))
    expect(await refusal(buyer.retryRefund(one))).toBe('ownOrder')
    expect(await refusal(buyer.recordRefund({ ...one, bankReference: 'FT-9' }))).toBe('ownOrder')
    expect(await ledgerOf(one.id)).toEqual([1000_00])
  })

  it('that staff sent themselves needs the bank’s reference, and is recorded once', async () => {
    const { id, office, one } = await refused()
    const call = app.call('POST', `admin/orders/${id}/refunds/${one.refundId}/sent`, { body: {} })
    expect((await call).status).toBe(401)
    expect(await refusal(office.recordRefund({ ...one, bankReference: '' }))).toBe('validation')
    const bankReference = 'FT26326ABCDE'
    const sent = await Promise.allSettled([
      office.recordRefund({ ...one, bankReference }),
      office.recordRefund({ ...one, bankReference }),
    ])
    expect(sent.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await office.staffOrder({ id })).toMatchObject({
      status: 'refunded',
      refunds: [{ status: 'done', byHand: true, bankReference }],
    })
    expect(await ledgerOf(id)).toEqual([1000_00, -1000_00])
    expect(await refusal(office.recordRefund({ ...one, refundId: crypto.randomUUID(), bankReference }))).toBe(
      'refundNotFound',
    )
  })

  it('that is being sent can be recorded by staff, but not while the provider may be carrying it out', async () => {
    const { id } = await paid()
    const silent = { log: app.services.log.child({}, { level: 'silent' }) }
    const port = app.services.payment
    const unsure: PaymentPort = {
      ...port,
      refund: async (_, total, willSend) => {
        await willSend(total)
        throw new RefundUnsure('no answer')
      },
    }
    const office = await staff({ payment: unsure, ...silent })
    const { refunds } = await office.refund({ id, reason: 'x' })
    const one = { id, refundId: refunds[0]!.id, bankReference: 'FT1' }
    expect(await refusal(office.recordRefund(one))).toBe('refundUnderWay')
    expect(await refusal(office.retryRefund(one))).toBe('refundSettled')
    // Nobody was asked: the provider is not reachable at all.
    const clear = { asked_at: null, asked_halalas: null, asked_total_halalas: null }
    await app.db.updateTable('refunds').set(clear).where('id', '=', one.refundId).execute()
    expect(await office.recordRefund(one)).toMatchObject({ status: 'refunded', refunds: [{ status: 'done' }] })
    expect(await ledgerOf(id)).toEqual([1000_00, -1000_00])
  })

  it('that is due for a late payment and was refused is sent once more, or by staff', async () => {
    for (const isByStaff of [false, true]) {
      const { api, id, paymentUrl } = await waitingOrder(app)
      await payWith(paymentUrl, CARDS.challenge)
      await api.cancel({ id })
      await refuse(paymentUrl)
      await post(`${paymentUrl}/challenge`, { answer: 'approve' })
      const office = await staff()
      const order = await eventually(
        () => office.staffOrder({ id }),
        ({ refunds }) => expect(refunds).toMatchObject([{ status: 'refused' }]),
      )
      await refuse(paymentUrl, false)
      const one = { id, refundId: order.refunds[0]!.id }
      const settled = isByStaff
        ? await office.recordRefund({ ...one, bankReference: 'FT2' })
        : await office.retryRefund(one)
      expect(settled).toMatchObject({ status: 'cancelled', refunds: [{ status: 'done', byHand: isByStaff }] })
      expect(settled.attempts).toMatchObject([{ status: 'refunded' }])
    }
  })

  it('in part by hand leaves exactly the rest to the provider', async () => {
    const { id, paymentUrl } = await paid()
    const office = await staff()
    const withoutReference = await office.refund({ id, reason: 'x', byHand: true }).catch((error) => error)
    expect(withoutReference.fields).toEqual({ bankReference: ['required'] })
    await office.refund({
      id,
      reason: 'Another account',
      amountHalalas: 300_00,
      byHand: true,
      bankReference: 'FT-2',
      keepsSeat: true,
    })
    expect(await sandboxOf(paymentUrl)).toMatchObject({ refunded_halalas: 0 })
    const [byHand] = (await office.staffOrder({ id })).refunds
    expect(byHand).toMatchObject({ byHand: true, bankReference: 'FT-2' })
    expect(await office.refund({ id, reason: 'The rest' })).toMatchObject({
      status: 'refunded',
      refundedHalalas: 1000_00,
    })
    expect(await sandboxOf(paymentUrl)).toMatchObject({ refunded_halalas: 700_00 })
    expect(await ledgerOf(id)).toEqual([1000_00, -300_00, -700_00])
  })

  it('that was refused cannot be recorded by hand after another refund', async () => {
    const { id, paymentUrl } = await paid()
    await app.db
      .updateTable('sandbox_payments')
      .set({ refuses_refunds: true })
      .where('id', '=', paymentOf(paymentUrl))
      .execute()
    const office = await staff({ log: app.services.log.child({}, { level: 'silent' }) })
    expect((await office.refund({ id, reason: 'x' })).refunds).toMatchObject([{ status: 'refused' }])
    await app.db
      .updateTable('sandbox_payments')
      .set({ refuses_refunds: false })
      .where('id', '=', paymentOf(paymentUrl))
      .execute()
    expect((await office.refund({ id, reason: 'once more' })).status).toBe('refunded')
    expect(await refusal(office.refund({ id, reason: 'by hand', byHand: true, bankReference: 'FT-3' }))).toBe(
      'orderNotRefundable',
    )
    expect(await ledgerOf(id)).toEqual([1000_00, -1000_00])
  })
})
