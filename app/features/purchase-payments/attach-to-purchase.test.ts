/** A payment of nobody pays a company's purchase: never more than is due, once, with the books right. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { learner } from '../../../tests/support/factories.ts'
import { refusal } from '../../../tests/support/orders/orders.ts'
import { type CompanyDesk, companyDesk, type Quote, someRun } from '../../../tests/support/orders/purchases.ts'
import { compareCompanyCards } from '../closing/company-queries.server.ts'
import { handlePaymentEvent } from '../payments/payments.server.ts'
import { comparePayments } from '../payments/reconciliation.server.ts'
import { paymentsWithoutLine } from '../payouts/line-queries.server.ts'
import { applyToPurchase } from './apply-to-purchase.server.ts'

let app: TestApp
let companies: CompanyDesk
let desk: ReturnType<typeof apiAs>
beforeAll(async () => {
  app = await startTestApp()
  app.services.log = app.services.log.child({}, { level: 'silent' })
  companies = await companyDesk(app)
  desk = apiAs(app, await learner(app.db, { roles: ['Finance'] }))
})
afterAll(() => app.stop())

/** Money at the sandbox that no order and no purchase asked for, as the comparison finds it. */
async function unmatched(amountHalalas: number): Promise<{ id: string; reference: string }> {
  const reference = randomUUID()
  const now = app.services.now()
  await app.db
    .insertInto('sandbox_payments')
    .values({
      ...{ id: reference, attempt_id: randomUUID(), amount_halalas: amountHalalas, description: 'x', lang: 'ar' },
      ...{ return_url: app.address, status: 'paid', created_at: now, updated_at: now },
    })
    .execute()
  await comparePayments(app.services, applyToPurchase)
  const { items } = await desk.payments.unmatchedPayments({ SearchTerm: reference })
  return { id: items[0]!.id, reference }
}
const moneyOf = async (quote: Quote) => (await companies.atDesk(quote)).money!
const attach = (id: string, quote: Quote) =>
  desk.purchasePayments.attachToPurchase({ id, quoteId: quote.id, note: 'The company sent its receipt' })
const preview = (id: string, quote: Quote) => desk.purchasePayments.attachToPurchasePreview({ id, quoteId: quote.id })

it('is previewed, pays in parts, opens the seats with the last, and is told to the contact', async () => {
  const quote = await companies.owing()
  const [first, rest] = [await unmatched(100_000), await unmatched(130_000)]
  expect(await preview(first.id, quote)).toEqual({
    ...{ quote: { id: quote.id, number: quote.number }, company: 'Ufuq', dueHalalas: 230_000 },
    ...{ dueAfterHalalas: 130_000, overHalalas: 0, restIsCredit: false, opensSeats: false, refusal: null },
  })
  expect(await attach(first.id, quote)).toMatchObject({
    ...{ status: 'attached', quote: { number: quote.number }, note: 'The company sent its receipt' },
  })
  expect(await moneyOf(quote)).toMatchObject({ receivedHalalas: 100_000, dueHalalas: 130_000 })
  expect(await preview(rest.id, quote)).toMatchObject({ dueAfterHalalas: 0, opensSeats: true })
  await attach(rest.id, quote)
  const after = await companies.atDesk(quote)
  expect([after.money!.dueHalalas, after.releasedAt === null]).toEqual([0, false])
  expect(after.payments.map(({ method, reference }) => [method, reference])).toEqual([
    ['card', first.reference],
    ['card', rest.reference],
  ])
  const mails = (await app.mails(companies.contact)).filter(({ subject }) => subject?.includes(quote.number))
  expect(mails.filter(({ subject }) => subject?.includes('دفعتكم'))).toHaveLength(2)
})

it('is never more than is due, and pays once', async () => {
  const quote = await companies.owing()
  const [much, all] = [await unmatched(230_001), await unmatched(230_000)]
  expect(await preview(much.id, quote)).toMatchObject({ refusal: 'moreThanDue', overHalalas: 1, dueAfterHalalas: null })
  expect(await refusal(attach(much.id, quote))).toBe('moreThanDue')
  const draft = await companies.sent({ ...(await someRun(app)), seats: 2 })
  expect(await preview(all.id, draft)).toMatchObject({ refusal: 'quoteNotAccepted' })
  expect(await refusal(attach(all.id, draft))).toBe('quoteNotAccepted')
  const results = await Promise.all([refusal(attach(all.id, quote)), refusal(attach(all.id, quote))])
  expect(results.sort()).toEqual(['not refused', 'paymentSettled'])
  expect(await moneyOf(quote)).toMatchObject({ receivedHalalas: 230_000, dueHalalas: 0 })
  expect(await preview(all.id, quote)).toMatchObject({ refusal: 'paymentSettled' })
  expect((await desk.payments.unmatchedPayment({ id: much.id })).status).toBe('open')
  const content = apiAs(app, await learner(app.db, { roles: ['Content'] }))
  expect(await refusal(content.purchasePayments.attachToPurchasePreview({ id: all.id, quoteId: quote.id }))).toBe(
    'forbidden',
  )
})

it('is a payment of the purchase from then on: for the books, for payouts, and when it goes back', async () => {
  const quote = await companies.owing()
  const { id, reference } = await unmatched(230_000)
  await attach(id, quote)
  const always = { from: new Date(0), until: new Date('2100-01-01') }
  const cards = await compareCompanyCards(app.db, always)
  expect(cards.bookedHalalas).toBe(cards.reportedHalalas)
  const { rows: reports } = await sql<{ id: string }>`insert into payout_first_days values ('sandbox', '2020-01-01')
    on conflict do nothing returning provider as id`.execute(app.db)
  expect(reports).toHaveLength(1)
  const waiting = await paymentsWithoutLine(app.db, new Date('2100-01-01'), 100)
  expect(waiting.find((one) => one.reference === reference)).toMatchObject({ quote: { number: quote.number } })
  // The company of the payments tells that it was sent back in its own pages.
  await sql`update sandbox_payments set refunded_halalas = 30000 where id = ${reference}::uuid`.execute(app.db)
  await comparePayments(app.services, applyToPurchase)
  await handlePaymentEvent(app.services, { provider: 'sandbox', eventId: 'none', reference }, applyToPurchase)
  expect(await moneyOf(quote)).toMatchObject({ returnedHalalas: 30_000, dueHalalas: 30_000 })
})
