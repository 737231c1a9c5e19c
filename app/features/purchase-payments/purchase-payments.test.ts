/** Companies pay by card, on good days and bad ones: no halala is lost, and none is booked twice. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { CARDS, eventually, is, leave, payWith } from '../../../tests/support/orders/orders.ts'
import { type CompanyDesk, companyDesk, type Quote } from '../../../tests/support/orders/purchases.ts'
import type { ListedPayment, PaymentPort } from '../../adapters/payment/port.ts'
import type { Output } from '../../api/endpoint.ts'
import type { Services } from '../../platform/context.server.ts'
import { dayOf } from '../../platform/days.ts'
import { HOUR_MS } from '../../platform/durations.ts'
import { comparePayments } from '../payments/reconciliation.server.ts'
import { applyToPurchase } from './apply-to-purchase.server.ts'
import type { purchasePaymentsEndpoints } from './contract.ts'
import { syncPurchasePayments } from './purchase-payments.server.ts'

type CardPayment = Output<(typeof purchasePaymentsEndpoints)['cardPayment']>

let app: TestApp
let desk: CompanyDesk
beforeAll(async () => {
  app = await startTestApp()
  desk = await companyDesk(app)
})
afterAll(() => app.stop())

const openPage = (quote: Quote) => desk.byLink<{ paymentUrl: string }>(quote, 'POST', '/card-payment')
const pageOf = async (quote: Quote) => {
  const { status, data } = await openPage(quote)
  expect(status).toBe(200)
  return data.paymentUrl
}
const card = async (quote: Quote) => (await desk.byLink<CardPayment>(quote, 'GET', '/card-payment')).data
const dueOf = async (quote: Quote) => (await desk.atDesk(quote)).money!.dueHalalas
const referenceOf = (paymentUrl: string) => paymentUrl.split('/').at(-1)!.split('?')[0]!
const attemptsOf = ({ id }: Quote) =>
  app.db
    .selectFrom('purchase_attempts')
    .select(['id', 'status', 'provider_reference as reference', 'amount_halalas as amount'])
    .where('quote_id', '=', id)
    .orderBy('created_at')
    .execute()
const unmatchedOf = ({ id }: Quote) =>
  app.db
    .selectFrom('unmatched_payments')
    .select(['id', 'kind', 'status', 'amount_halalas as amount'])
    .where('quote_id', '=', id)
    .execute()

/** Everything that the provider holds for a purchase: booked, or waiting to be sent back. */
async function accountedFor(quote: Quote): Promise<number> {
  const { rows } = await sql<{ halalas: number }>`select (
      (select coalesce(sum(case kind when 'received' then amount_halalas else -amount_halalas end), 0)
        from company_payments where quote_id = ${quote.id} and method = 'card')
      + (select coalesce(sum(amount_halalas), 0) from unmatched_payments
        where quote_id = ${quote.id} and status <> 'returned'))::int as halalas`.execute(app.db)
  return rows[0]!.halalas
}
const heldByProvider = async (quote: Quote) => {
  const { rows } = await sql<{ halalas: number }>`
    select coalesce(sum(p.amount_halalas - p.refunded_halalas), 0)::int as halalas from sandbox_payments p
    join purchase_attempts a on a.provider_reference = p.id::text
    where a.quote_id = ${quote.id} and p.status in ('paid', 'refunded')`.execute(app.db)
  return rows[0]!.halalas
}

const state = (facts: Partial<ListedPayment>): ListedPayment => ({
  ...{ reference: randomUUID(), attemptId: null, status: 'paid', amountHalalas: 230_000, currency: 'SAR' },
  ...{ refundedHalalas: 0, failureReason: null, ...facts },
})

/** The provider also lists these payments. */
function withListed(...others: ListedPayment[]): Services {
  const { payment, log } = app.services
  const list: PaymentPort['list'] = async function* (since) {
    yield* payment.list(since)
    yield* others
  }
  return { ...app.services, payment: { ...payment, list }, log: log.child({}, { level: 'silent' }) }
}

describe('a card payment', () => {
  it('of all that is due is booked by the webhook alone, opens the seats, and is mailed once', async () => {
    const quote = await desk.owing()
    expect(await card(quote)).toEqual({ payableHalalas: 230_000, last: null })
    const url = await pageOf(quote)
    const back = await payWith(url, CARDS.good)
    expect(back.status).toBe(303)
    expect(back.location).toContain(`/quotation/${quote.number}`)
    expect(back.location).toContain('paid=1')
    await eventually(() => dueOf(quote), is(0))
    const { payments, releasedAt } = await desk.atDesk(quote)
    expect(payments).toMatchObject([
      { kind: 'received', method: 'card', amountHalalas: 230_000, reference: referenceOf(url), by: null },
    ])
    expect(releasedAt).not.toBeNull()
    const mails = (await app.mails(desk.contact)).filter(({ subject }) => subject?.includes(quote.number))
    expect(mails.filter(({ subject }) => subject?.includes('دفعتكم'))).toHaveLength(1)
    expect(await card(quote)).toMatchObject({ payableHalalas: null, last: { state: 'paid' } })
    expect((await openPage(quote)).error.code).toBe('nothingDue')
  })

  it('is seen by a company that returns before the webhook, and shown at the desk', async () => {
    const quote = await desk.owing()
    const reference = referenceOf(await pageOf(quote))
    await app.db.updateTable('sandbox_payments').set({ status: 'paid' }).where('id', '=', reference).execute()
    expect(await card(quote)).toMatchObject({ payableHalalas: null, last: { state: 'paid' } })
    const { data } = await desk.call<{ state: string; reference: string }[]>('GET', `/${quote.id}/card-payments`)
    expect(data).toMatchObject([{ state: 'paid', reference, paidHalalas: 230_000 }])
  })

  it('is asked for what is left after a transfer, and completes the purchase', async () => {
    const quote = await desk.owing()
    await desk.record(quote, { amountHalalas: 100_000 })
    expect(await card(quote)).toMatchObject({ payableHalalas: 130_000 })
    await payWith(await pageOf(quote), CARDS.good)
    await eventually(() => dueOf(quote), is(0))
  })

  it('keeps one page while it is open: pressed twice at once, and again after leaving', async () => {
    const quote = await desk.owing()
    const urls = await Promise.all([pageOf(quote), pageOf(quote), pageOf(quote)])
    expect(new Set(urls).size).toBe(1)
    expect(await pageOf(quote)).toBe(urls[0])
    expect(await attemptsOf(quote)).toHaveLength(1)
  })

  it('that the bank declines books nothing, says why, and can be tried again', async () => {
    const quote = await desk.owing()
    const first = await pageOf(quote)
    await payWith(first, CARDS.poor)
    await eventually(async () => (await attemptsOf(quote))[0]!.status, is('failed'))
    const refused = await card(quote)
    expect(refused).toMatchObject({ payableHalalas: 230_000, last: { state: 'failed' } })
    expect(refused.last!.failure).toContain('funds')
    const second = await pageOf(quote)
    expect(second).not.toBe(first)
    await payWith(second, CARDS.good)
    await eventually(() => dueOf(quote), is(0))
  })

  it('that is left without paying books nothing', async () => {
    const quote = await desk.owing()
    await leave(await pageOf(quote))
    await eventually(async () => (await attemptsOf(quote))[0]!.status, is('abandoned'))
    expect(await dueOf(quote)).toBe(230_000)
  })

  it('that is reported late and repeatedly is booked once', async () => {
    for (const number of [CARDS.late, CARDS.twice, CARDS.first, CARDS.lost]) {
      const quote = await desk.owing()
      const reference = referenceOf(await pageOf(quote))
      await payWith(`${app.address}/sandbox-payment/${reference}`, number)
      const report = state({ reference })
      await Promise.all([1, 2, 3].map(() => applyToPurchase(app.services, 'sandbox', report)))
      await applyToPurchase(app.services, 'sandbox', { ...report, status: 'failed' })
      await applyToPurchase(app.services, 'sandbox', { ...report, status: 'abandoned' })
      await eventually(() => dueOf(quote), is(0))
      expect(await unmatchedOf(quote)).toEqual([])
      expect((await desk.atDesk(quote)).payments).toHaveLength(1)
    }
  })

  it('that was reported as failed first, and as paid afterwards, is booked', async () => {
    const quote = await desk.owing()
    const reference = referenceOf(await pageOf(quote))
    await applyToPurchase(app.services, 'sandbox', state({ reference, status: 'failed', failureReason: 'declined' }))
    await applyToPurchase(app.services, 'sandbox', state({ reference }))
    expect(await dueOf(quote)).toBe(0)
  })

  it('without any report is found by the minute’s job', async () => {
    const quote = await desk.owing()
    const reference = referenceOf(await pageOf(quote))
    await app.db.updateTable('sandbox_payments').set({ status: 'paid' }).where('id', '=', reference).execute()
    await app.db.updateTable('purchase_attempts').set({ asked_at: null }).where('quote_id', '=', quote.id).execute()
    await syncPurchasePayments(app.services)
    expect(await dueOf(quote)).toBe(0)
  })

  it('whose page was never confirmed to us is found in the provider’s list', async () => {
    const quote = await desk.owing()
    const reference = referenceOf(await pageOf(quote))
    const lost = { provider_reference: null, payment_url: null }
    await app.db.updateTable('purchase_attempts').set(lost).where('quote_id', '=', quote.id).execute()
    await app.db
      .updateTable('sandbox_payments')
      .set({ status: 'paid', updated_at: new Date() })
      .where('id', '=', reference)
      .execute()
    await comparePayments(app.services, applyToPurchase)
    expect(await dueOf(quote)).toBe(0)
    expect(await attemptsOf(quote)).toMatchObject([{ status: 'paid', reference }])
  })

  it('cannot be started while the provider is down, before the acceptance, or without the token', async () => {
    const quote = await desk.owing()
    const { create } = app.services.payment
    app.services.payment.create = async () => {
      throw new Error('no answer')
    }
    expect((await openPage(quote)).error.code).toBe('paymentProviderDown')
    app.services.payment.create = create
    await payWith(await pageOf(quote), CARDS.good)
    await eventually(() => dueOf(quote), is(0))
    expect(await attemptsOf(quote)).toHaveLength(1)
    const other = await app.call('POST', `Quotations/${quote.number}/card-payment`, { body: { token: 'x'.repeat(32) } })
    expect(other.status).toBe(404)
    const [line] = quote.lines
    const open = await desk.sent({ courseId: line!.course.id, scheduleId: line!.run!.id, seats: 1 })
    expect((await openPage(open)).error.code).toBe('quoteNotAccepted')
  })
})

describe('money that a company does not owe', () => {
  it('paid by card and by transfer at once waits to be sent back, and goes back through the provider', async () => {
    const quote = await desk.owing()
    const url = await pageOf(quote)
    await desk.record(quote, { amountHalalas: 230_000 })
    await payWith(url, CARDS.good)
    await eventually(async () => (await unmatchedOf(quote)).length, is(1))
    const [surplus] = await unmatchedOf(quote)
    expect(surplus).toMatchObject({ kind: 'surplus', status: 'open', amount: 230_000 })
    expect(await dueOf(quote)).toBe(0)
    expect(await accountedFor(quote)).toBe(await heldByProvider(quote))
    const told = (await app.mails(desk.contact)).filter(({ subject }) =>
      subject?.includes(`زائدة لعرض السعر ${quote.number}`),
    )
    expect(told).toHaveLength(1)

    const staff = apiAs(app, desk.finance.user)
    const shown = await staff.payments.unmatchedPayment({ id: surplus!.id })
    expect(shown.quote).toEqual({ id: quote.id, number: quote.number })
    await staff.payments.returnPayment({ id: surplus!.id, byHand: false, note: 'دُفع مرتين' })
    expect(await unmatchedOf(quote)).toMatchObject([{ status: 'returned' }])
    await comparePayments(app.services, applyToPurchase)
    expect(await heldByProvider(quote)).toBe(0)
    expect(await accountedFor(quote)).toBe(0)
    expect(await dueOf(quote)).toBe(0)
  })

  it('is not asked for: a page for more than is due is closed', async () => {
    const quote = await desk.owing()
    const reference = referenceOf(await pageOf(quote))
    await desk.record(quote, { amountHalalas: 230_000 })
    await app.db.updateTable('purchase_attempts').set({ asked_at: null }).where('quote_id', '=', quote.id).execute()
    await syncPurchasePayments(app.services)
    const statusOf = async () => (await attemptsOf(quote))[0]!.status
    await eventually(statusOf, is('abandoned'))
    await payWith(`${app.address}/sandbox-payment/${reference}`, CARDS.good)
    expect(await heldByProvider(quote)).toBe(0)
  })

  it('in another amount or currency than was asked for is booked as far as it is owed, or waits', async () => {
    const less = await desk.owing()
    const short = referenceOf(await pageOf(less))
    await applyToPurchase(withListed(), 'sandbox', state({ reference: short, amountHalalas: 200_000 }))
    expect(await dueOf(less)).toBe(30_000)
    expect((await desk.atDesk(less)).releasedAt).toBeNull()
    for (const wrong of [{ amountHalalas: 230_001 }, { currency: 'USD' }]) {
      const quote = await desk.owing()
      const reference = referenceOf(await pageOf(quote))
      await applyToPurchase(withListed(), 'sandbox', state({ reference, ...wrong }))
      expect(await dueOf(quote)).toBe(230_000)
      expect(await unmatchedOf(quote)).toMatchObject([{ kind: 'surplus' }])
    }
  })

  it('is a second payment of one attempt, or a second one on one page', async () => {
    const quote = await desk.owing()
    const url = await pageOf(quote)
    await payWith(url, CARDS.good)
    await eventually(() => dueOf(quote), is(0))
    const [attempt] = await attemptsOf(quote)
    const second = state({ attemptId: attempt!.id })
    const duplicate = { reference: randomUUID(), amountHalalas: 230_000, currency: 'SAR', refundedHalalas: 0 }
    const first = state({ reference: attempt!.reference!, duplicatePayments: [duplicate] })
    for (let times = 0; times < 3; times++) await comparePayments(withListed(second, first), applyToPurchase)
    const waiting = await unmatchedOf(quote)
    expect(waiting.map(({ kind, amount }) => [kind, amount]).sort()).toEqual([
      ['duplicate', 230_000],
      ['surplus', 230_000],
    ])
    // One of them is sent back in the provider's dashboard.
    const sentBack = { ...first, duplicatePayments: [{ ...duplicate, refundedHalalas: 230_000 }] }
    await comparePayments(withListed(second, sentBack), applyToPurchase)
    expect((await unmatchedOf(quote)).find(({ kind }) => kind === 'duplicate')!.status).toBe('returned')
    expect(await dueOf(quote)).toBe(0)
  })

  it('that the provider sends back is owed again, once, also when staff wrote it down before', async () => {
    const quote = await desk.owing()
    const reference = referenceOf(await pageOf(quote))
    await applyToPurchase(app.services, 'sandbox', state({ reference }))
    for (let times = 0; times < 2; times++)
      await applyToPurchase(app.services, 'sandbox', state({ reference, refundedHalalas: 50_000 }))
    expect(await dueOf(quote)).toBe(50_000)
    await applyToPurchase(app.services, 'sandbox', state({ reference, status: 'refunded', refundedHalalas: 230_000 }))
    expect(await dueOf(quote)).toBe(230_000)
    expect((await desk.atDesk(quote)).payments.map(({ kind, amountHalalas }) => [kind, amountHalalas])).toEqual([
      ['received', 230_000],
      ['returned', 50_000],
      ['returned', 180_000],
    ])
    const written = await desk.owing()
    const paid = referenceOf(await pageOf(written))
    await applyToPurchase(app.services, 'sandbox', state({ reference: paid }))
    const [line] = written.lines
    await desk.call('POST', `/${written.id}/lines/${line!.id}/withdraw`, { seats: 1, reason: 'لم يعد لازمًا' })
    await desk.record(written, { kind: 'returned', method: 'card', amountHalalas: 115_000, reference: 'R-1' })
    await applyToPurchase(app.services, 'sandbox', state({ reference: paid, refundedHalalas: 115_000 }))
    expect(await dueOf(written)).toBe(0)
  })
})

it('a settlement report names the card payment of a company, its refund, and what it does not name is missing', async () => {
  const staff = apiAs(app, desk.finance.user)
  const [quote, other] = [await desk.owing(), await desk.owing()]
  const [reference, silent] = [referenceOf(await pageOf(quote)), referenceOf(await pageOf(other))]
  await applyToPurchase(app.services, 'sandbox', state({ reference, refundedHalalas: 30_000 }))
  await applyToPurchase(app.services, 'sandbox', state({ reference: silent }))
  const day = dayOf(app.services.now())
  const content = [
    'Date,Type,ID,Description,Scheme,Amount,Fee,VAT,Net,Settlement ID',
    `${day},payment,${reference},,visa,2300.00,0,0,,C-1`,
    `${day},refund,${reference},,visa,-300.00,0,0,,C-1`,
    `${day},refund,${reference},,visa,-300.00,0,0,,C-1`,
  ].join('\n')
  const { payouts } = await staff.payouts.importPayouts({ file: new File([content], 'companies.csv') })
  const { items } = await staff.payouts.payoutLines({ id: payouts[0]!.id, limit: 50 })
  expect(items.map(({ kind, state: agrees, quote: of }) => [kind, agrees, of?.number])).toEqual([
    ['payment', 'matched', quote.number],
    ['refund', 'matched', quote.number],
    ['refund', 'unknown', quote.number],
  ])
  app.advance(8 * 24 * HOUR_MS)
  const missing = (await staff.payouts.missingPayments({})).items.map((one) => one.quote?.number)
  expect(missing).toContain(other.number)
  expect(missing).not.toContain(quote.number)
})
