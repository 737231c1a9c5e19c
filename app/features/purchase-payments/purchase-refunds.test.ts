/** Money goes back to a company's card through the provider: never more than is owed, never twice. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { institute } from '../../../tests/support/orders/invoices.ts'
import { CARDS, eventually, is, payWith } from '../../../tests/support/orders/orders.ts'
import { type CompanyDesk, companyDesk, type Quote } from '../../../tests/support/orders/purchases.ts'
import { signedInMember } from '../../../tests/support/signed-in.ts'
import { RefundRefused, RefundUnsure } from '../../adapters/payment/port.ts'
import { MINUTE_MS } from '../../platform/durations.ts'
import type { CardAttempt, CardRefund } from './contract.ts'
import { resendPurchaseRefunds, sendPurchaseRefund } from './purchase-refunds.server.ts'

let app: TestApp
let desk: CompanyDesk
const provider = { refund: undefined as unknown as typeof app.services.payment.refund }
beforeAll(async () => {
  app = await startTestApp()
  desk = await companyDesk(app)
  provider.refund = app.services.payment.refund
})
afterAll(() => app.stop())

/** A purchase of two seats that was paid by card, and of which one was given back. */
async function owed(): Promise<{ quote: Quote; attemptId: string }> {
  const quote = await desk.owing()
  const { data } = await desk.byLink<{ paymentUrl: string }>(quote, 'POST', '/card-payment')
  await payWith(data.paymentUrl, CARDS.good)
  await eventually(async () => (await desk.atDesk(quote)).money!.dueHalalas, is(0))
  await desk.call('POST', `/${quote.id}/lines/${quote.lines[0]!.id}/withdraw`, { seats: 1, reason: 'x' })
  const attempts = await desk.call<CardAttempt[]>('GET', `/${quote.id}/card-payments`)
  return { quote, attemptId: attempts.data.find(({ isBooked }) => isBooked)!.id }
}

const back = ({ id }: Quote, attemptId: string, amountHalalas: number) =>
  desk.call<CardRefund[]>('POST', `/${id}/card-refunds`, { attemptId, amountHalalas })
const refunds = async ({ id }: Quote) => (await desk.call<CardRefund[]>('GET', `/${id}/card-refunds`)).data
const statuses = async (quote: Quote) => (await refunds(quote)).map(({ status }) => status)
const heldByProvider = async (quote: Quote) => {
  const { rows } = await sql<{ halalas: number }>`
    select coalesce(sum(p.amount_halalas - p.refunded_halalas), 0)::int as halalas from sandbox_payments p
    join purchase_attempts a on a.provider_reference = p.id::text where a.quote_id = ${quote.id}`.execute(app.db)
  return rows[0]!.halalas
}
const dueOf = async (quote: Quote) => (await desk.atDesk(quote)).money!.dueHalalas

describe('a refund to the card of a company', () => {
  it('goes back through the provider in parts, is booked and mailed once, and is never more than is owed', async () => {
    const { quote, attemptId } = await owed()
    expect((await back(quote, attemptId, 115_001)).status).toBe(400)
    const first = await back(quote, attemptId, 15_000)
    expect(first.data).toMatchObject([{ status: 'done', amountHalalas: 15_000 }])
    expect(await dueOf(quote)).toBe(-100_000)
    expect((await back(quote, attemptId, 100_001)).status).toBe(400)
    const twice = await Promise.all([back(quote, attemptId, 100_000), back(quote, attemptId, 100_000)])
    expect(twice.map(({ status }) => status).sort()).not.toEqual([201, 201])
    expect(await dueOf(quote)).toBe(0)
    expect(await heldByProvider(quote)).toBe(115_000)
    const told = (await app.mails(desk.contact)).filter(({ subject }) =>
      subject?.includes(`مبلغًا من عرض السعر ${quote.number}`),
    )
    expect(told).toHaveLength(2)
  })

  it('that the provider refuses says so, and is sent by hand with its reference', async () => {
    const { quote, attemptId } = await owed()
    app.services.payment.refund = async () => {
      throw new RefundRefused('too-old')
    }
    const refused = await back(quote, attemptId, 115_000)
    app.services.payment.refund = provider.refund
    expect(refused.data).toMatchObject([{ status: 'refused', failureReason: 'too-old' }])
    expect(await dueOf(quote)).toBe(-115_000)
    await desk.record(quote, { kind: 'returned', amountHalalas: 115_000, reference: 'FT-HAND' })
    expect(await dueOf(quote)).toBe(0)
  })

  it('whose answer is lost is looked up and never sent again, also when its process was killed', async () => {
    const { quote, attemptId } = await owed()
    app.services.payment.refund = async (...request) => {
      await provider.refund.apply(app.services.payment, request)
      throw new RefundUnsure('the line broke')
    }
    const asked = await back(quote, attemptId, 115_000)
    app.services.payment.refund = provider.refund
    // Read with the answer: the provider's own message may settle it a moment later.
    expect(asked.data).toMatchObject([{ status: 'sending' }])
    // What may be on its way is not sent by hand, too.
    expect((await desk.record(quote, { kind: 'returned', amountHalalas: 1, reference: 'FT-X' })).status).toBe(400)
    const [{ id }] = (await refunds(quote)) as [CardRefund]
    await sendPurchaseRefund(app.services, { id })
    await sendPurchaseRefund(app.services, { id })
    expect(await statuses(quote)).toEqual(['done'])
    expect(await heldByProvider(quote)).toBe(115_000)
    expect(await dueOf(quote)).toBe(0)
  })

  it('of which the provider tells nothing is unclear after ten minutes, until staff book what they found', async () => {
    const { quote, attemptId } = await owed()
    app.services.payment.refund = async (_reference, _inAll, willSend) => {
      await willSend(115_000)
      throw new RefundUnsure('the line broke')
    }
    await back(quote, attemptId, 115_000)
    app.services.payment.refund = provider.refund
    const [{ id }] = (await refunds(quote)) as [CardRefund]
    app.advance(11 * MINUTE_MS)
    await sendPurchaseRefund(app.services, { id })
    app.advance(-11 * MINUTE_MS)
    expect(await statuses(quote)).toEqual(['unclear'])
    expect((await back(quote, attemptId, 1)).status).not.toBe(201)
    const booked = { kind: 'returned', method: 'card', amountHalalas: 115_000, reference: 'DASHBOARD-1' }
    expect((await desk.record(quote, booked)).status).toBe(201)
    expect(await dueOf(quote)).toBe(0)
  })

  it('waits for a provider that does not answer, and is sent once it does', async () => {
    const { quote, attemptId } = await owed()
    app.services.payment.refund = async () => {
      throw new Error('no answer')
    }
    expect((await back(quote, attemptId, 115_000)).data).toMatchObject([{ status: 'sending' }])
    app.services.payment.refund = provider.refund
    await sql`update purchase_refunds set at = at - interval '2 hours' where quote_id = ${quote.id}`.execute(app.db)
    await resendPurchaseRefunds(app.services)
    await eventually(
      () => statuses(quote),
      (found) => expect(found).toEqual(['done']),
    )
    expect(await heldByProvider(quote)).toBe(115_000)
  })

  it('asks for the right of refunds, and counts toward the limit of Admins', async () => {
    const { quote, attemptId } = await owed()
    await institute(app.db, { adminRefundHalalas: 100_000 })
    const [content, admin] = [await signedInMember(app, ['Content']), await signedInMember(app, ['Admin'])]
    const path = `admin/quotes/${quote.id}/card-refunds`
    expect((await content.call('POST', path, { attemptId, amountHalalas: 1 })).status).toBe(403)
    expect((await admin.call('POST', path, { attemptId, amountHalalas: 60_000 })).status).toBe(201)
    const above = await admin.call('POST', path, { attemptId, amountHalalas: 55_000 })
    expect(above.error.code).toBe('refundAboveLimit')
    await institute(app.db)
    expect((await back(quote, attemptId, 55_000)).status).toBe(201)
    expect((await back(quote, crypto.randomUUID(), 1)).status).toBe(404)
  })
})
