import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import {
  attemptOf,
  CARDS,
  eventually,
  is,
  orderStatus,
  payWith,
  waitingOrder,
} from '../../../tests/support/orders/orders.ts'
import type { ListedPayment, PaymentPort } from '../../adapters/payment/port.ts'
import type { Services } from '../../platform/context.server.ts'
import { DAY_MS, HOUR_MS } from '../../platform/durations.ts'
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

/** Services with a provider that also lists these payments. */
function withListed(...others: ListedPayment[]): Services {
  const { payment, log } = app.services
  const list: PaymentPort['list'] = async function* (since) {
    yield* payment.list(since)
    yield* others
  }
  return { ...app.services, payment: { ...payment, list }, log: log.child({}, { level: 'silent' }) }
}

const listedPayment = (facts: Partial<ListedPayment>): ListedPayment => ({
  reference: randomUUID(),
  attemptId: null,
  status: 'paid',
  amountHalalas: 1000_00,
  currency: 'SAR',
  refundedHalalas: 0,
  failureReason: null,
  ...facts,
})

describe("the provider's payment list", () => {
  it('makes an order paid whose payment reference was never stored', async () => {
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

  it('reveals a second payment for one order, which is refunded automatically', async () => {
    const { id, paymentUrl } = await waitingOrder(app)
    const { id: attemptId } = await attemptOf(app.db, id)
    await payWith(paymentUrl, CARDS.good)
    await eventually(() => statusOf(id), is('paid'))
    // A real payment of the sandbox, created for the same attempt by a request whose response was lost.
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
    const services = withListed(listedPayment({ reference: second, attemptId }))
    for (let times = 0; times < 3; times++) await comparePayments(services)
    await eventually(
      async () => (await attemptsOf(id)).map(({ status }) => status),
      (statuses) => expect(statuses).toEqual(['paid', 'refunded']),
    )
    expect(await statusOf(id)).toBe('paid')
    const rows = await app.db.selectFrom('ledger').select('amount_halalas').where('order_id', '=', id).execute()
    expect(rows.map(({ amount_halalas }) => amount_halalas).sort((a, b) => a - b)).toEqual([-1000_00, 1000_00, 1000_00])
  })

  it('sends the institute one mail about a payment that belongs to no order', async () => {
    const unmatched = listedPayment({ attemptId: randomUUID() })
    const unpaid = listedPayment({ status: 'failed' })
    for (let times = 0; times < 3; times++) await comparePayments(withListed(unmatched, unpaid))
    const recorded = await app.db.selectFrom('unmatched_payments').select('provider_reference as reference').execute()
    expect(recorded).toContainEqual({ reference: unmatched.reference })
    expect(recorded).not.toContainEqual({ reference: unpaid.reference })
    const mails = await app.mails('no-reply@maahad.example')
    expect(mails.filter(({ text }) => text.includes(unmatched.reference))).toHaveLength(1)
  })

  it('is read to its end, even when one payment fails', async () => {
    // PostgreSQL cannot store this character in a text.
    const failing = listedPayment({ reference: 'failing\u0000' })
    const unmatched = listedPayment({})
    await expect(comparePayments(withListed(failing, unmatched))).rejects.toThrow('1 of these failed')
    const recorded = await app.db.selectFrom('unmatched_payments').select('provider_reference as reference').execute()
    expect(recorded).toContainEqual({ reference: unmatched.reference })
    expect(recorded).not.toContainEqual({ reference: failing.reference })
  })

  it('is read from the time of the last successful run', async () => {
    const requestedSince: Date[] = []
    const { payment } = app.services
    const list: PaymentPort['list'] = (since) => {
      requestedSince.push(since)
      if (requestedSince.length === 1) throw new Error('no answer')
      return payment.list(since)
    }
    const services = { ...app.services, payment: { ...payment, name: 'elsewhere', list } }
    await expect(comparePayments(services)).rejects.toMatchObject({ errors: [new Error('no answer')] })
    await comparePayments(services)
    await comparePayments(services)
    const hoursAgo = requestedSince.map((since) => Math.round((Date.now() - since.getTime()) / HOUR_MS))
    expect(hoursAgo).toEqual([7 * 24, 7 * 24, 2])
  })
})

it('asks about each of our payments at a provider that lists no changes, however many they are, once a day', async () => {
  const { id } = await waitingOrder(app)
  const count = 120
  await sql`insert into payment_attempts (id, order_id, provider, provider_reference, amount_halalas, status, paid_halalas,
      paid_currency, refunded_halalas, created_at, updated_at)
    select gen_random_uuid(), ${id}::uuid, 'silent', 'S-' || n, 100000, 'refund-due', 100000, 'SAR', 0, now(), now()
    from generate_series(1, ${count}) n`.execute(app.db)
  const asked: string[] = []
  const silent: PaymentPort = {
    ...app.services.payment,
    ...{ name: 'silent', listsChanges: false, list: async function* () {} },
    fetch: async (reference) => {
      asked.push(reference)
      if (asked.length <= 3) throw new Error('no answer')
      return { ...listedPayment({ reference }), duplicatePayments: [] }
    },
  }
  const services = { ...withListed(), instalmentPayments: [silent] }
  await comparePayments(services)
  expect(asked).toHaveLength(3)
  await comparePayments(services)
  // Those that nobody was asked about while it did not answer wait for the next day.
  const onNextDay = { ...services, now: () => new Date(app.services.now().getTime() + DAY_MS + HOUR_MS) }
  await comparePayments(onNextDay)
  await comparePayments(onNextDay)
  expect(new Set(asked).size).toBe(count)
  expect(asked).toHaveLength(3 + (count - 50) + count)
})
