import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { attemptOf, CARDS, eventually, is, orderStatus, payWith, waitingOrder } from '../../../tests/support/orders.ts'
import type { ListedPayment, PaymentPort } from '../../adapters/payment/port.ts'
import type { Services } from '../../platform/context.server.ts'
import { HOUR_MS } from '../../platform/durations.ts'
import { comparePayments } from './reconciliation.server.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const statusOf = async (id: string) => (await orderStatus(app.db, id)).status
const attemptsOf = (orderId: string) =>
  app.db
    .selectFrom('payment_attempts')
    .select(['status', 'provider_reference as reference'])
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .execute()

/** The product with a provider whose list holds these payments besides. */
function listing(...others: ListedPayment[]): Services {
  const { payment, log } = app.services
  const list: PaymentPort['list'] = async function* (since) {
    yield* payment.list(since)
    yield* others
  }
  return { ...app.services, payment: { ...payment, list }, log: log.child({}, { level: 'silent' }) }
}

const arrived = (facts: Partial<ListedPayment>): ListedPayment => ({
  reference: randomUUID(),
  attemptId: null,
  status: 'paid',
  amountHalalas: 1000_00,
  currency: 'SAR',
  refundedHalalas: 0,
  failureReason: null,
  ...facts,
})

describe("the provider's list", () => {
  it('pays an order whose payment page we never heard back about', async () => {
    const { id } = await waitingOrder(app)
    const { id: attemptId, reference } = await attemptOf(app.db, id)
    await app.db
      .updateTable('payment_attempts')
      .set({ provider_reference: null, payment_url: null })
      .where('id', '=', attemptId)
      .execute()
    await app.db.updateTable('sandbox_payments').set({ status: 'paid' }).where('id', '=', reference!).execute()
    await comparePayments(app.services)
    expect(await statusOf(id)).toBe('paid')
    expect(await attemptsOf(id)).toEqual([{ status: 'paid', reference }])
  })

  it('shows what was paid twice for one order: the second goes back by itself', async () => {
    const { id, paymentUrl } = await waitingOrder(app)
    const { id: attemptId } = await attemptOf(app.db, id)
    await payWith(paymentUrl, CARDS.good)
    await eventually(() => statusOf(id), is('paid'))
    // A real payment of the sandbox, made for the same attempt by a call whose answer was lost.
    const second = randomUUID()
    await app.db
      .insertInto('sandbox_payments')
      .values({
        id: second,
        attempt_id: randomUUID(),
        amount_halalas: 1000_00,
        description: 'x',
        lang: 'ar',
        return_url: app.address,
        status: 'paid',
        created_at: new Date(),
        updated_at: new Date(),
      })
      .execute()
    const services = listing(arrived({ reference: second, attemptId }))
    for (let times = 0; times < 3; times++) await comparePayments(services)
    await eventually(
      async () => (await attemptsOf(id)).map(({ status }) => status),
      (statuses) => expect(statuses).toEqual(['paid', 'refunded']),
    )
    expect(await statusOf(id)).toBe('paid')
    const rows = await app.db.selectFrom('ledger').select('amount_halalas').where('order_id', '=', id).execute()
    expect(rows.map(({ amount_halalas }) => amount_halalas).sort((a, b) => a - b)).toEqual([-1000_00, 1000_00, 1000_00])
  })

  it('tells the institute once of a payment that belongs to no order', async () => {
    const unmatched = arrived({ attemptId: randomUUID() })
    const unpaid = arrived({ status: 'failed' })
    for (let times = 0; times < 3; times++) await comparePayments(listing(unmatched, unpaid))
    const kept = await app.db.selectFrom('stray_payments').select('provider_reference as reference').execute()
    expect(kept).toContainEqual({ reference: unmatched.reference })
    expect(kept).not.toContainEqual({ reference: unpaid.reference })
    const mails = await app.mails('no-reply@maahad.example')
    expect(mails.filter(({ text }) => text.includes(unmatched.reference))).toHaveLength(1)
  })

  it('is gone through to its end, also past a payment that cannot be looked up', async () => {
    // No text of PostgreSQL holds this character.
    const sick = arrived({ reference: 'sick\u0000' })
    const unmatched = arrived({})
    await expect(comparePayments(listing(sick, unmatched))).rejects.toThrow('1 of these failed')
    const kept = await app.db.selectFrom('stray_payments').select('provider_reference as reference').execute()
    expect(kept).toContainEqual({ reference: unmatched.reference })
    expect(kept).not.toContainEqual({ reference: sick.reference })
  })

  it('is read again from where it was read last, and not forgotten when the provider is silent', async () => {
    const asked: Date[] = []
    const { payment } = app.services
    const list: PaymentPort['list'] = (since) => {
      asked.push(since)
      if (asked.length === 1) throw new Error('no answer')
      return payment.list(since)
    }
    const services = { ...app.services, payment: { ...payment, name: 'elsewhere', list } }
    await expect(comparePayments(services)).rejects.toThrow('no answer')
    await comparePayments(services)
    await comparePayments(services)
    const hoursAgo = asked.map((since) => Math.round((Date.now() - since.getTime()) / HOUR_MS))
    expect(hoursAgo).toEqual([7 * 24, 7 * 24, 2])
  })
})
