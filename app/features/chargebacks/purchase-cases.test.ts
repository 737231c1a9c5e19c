/** Chargebacks of companies' card payments: nothing moves until one is lost, and then it is owed again, once. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { learner } from '../../../tests/support/factories.ts'
import { institute } from '../../../tests/support/orders/invoices.ts'
import { CARDS, eventually, is, payWith, refusal } from '../../../tests/support/orders/orders.ts'
import { type CompanyDesk, companyDesk, type Quote } from '../../../tests/support/orders/purchases.ts'
import { dayOf, instantOf, plusDays } from '../../platform/days.ts'
import { findReportLines } from '../payouts/line-queries.server.ts'
import type { CardAttempt } from '../purchase-payments/contract.ts'

let app: TestApp
let companies: CompanyDesk
let desk: ReturnType<typeof apiAs>
beforeAll(async () => {
  app = await startTestApp()
  companies = await companyDesk(app)
  desk = apiAs(app, await learner(app.db, { roles: ['Finance'] }))
})
afterAll(() => app.stop())

const today = () => dayOf(app.services.now())
const FACTS = { reason: 'The holder does not know the payment', dueOn: '2099-12-01', reference: 'CB-7' }

/** A purchase of two seats, 2,300 riyals, paid by card. */
async function paid(): Promise<{ quote: Quote; attemptId: string; reference: string }> {
  const quote = await companies.owing()
  const { data } = await companies.byLink<{ paymentUrl: string }>(quote, 'POST', '/card-payment')
  await payWith(data.paymentUrl, CARDS.good)
  await eventually(() => dueOf(quote), is(0))
  const attempts = await companies.call<CardAttempt[]>('GET', `/${quote.id}/card-payments`)
  const { id, reference } = attempts.data.find(({ isBooked }) => isBooked)!
  return { quote, attemptId: id, reference: reference! }
}
const dueOf = async (quote: Quote) => (await companies.atDesk(quote)).money!.dueHalalas
const record = ({ quote, attemptId }: { quote: Quote; attemptId: string }, facts = {}) =>
  desk.chargebacks.recordPurchaseChargeback({ id: quote.id, attemptId, ...FACTS, ...facts })
const lose = (id: string) => desk.chargebacks.decideChargeback({ id, outcome: 'lost', reason: 'Your bank took it' })
const onToday = async ({ id }: Quote) =>
  (await desk.desk.today({})).items.filter(({ kind, path }) => kind === 'chargeback' && path === `quotes/${id}`)
const mailsOfLoss = async ({ number }: Quote) =>
  (await app.mails(companies.contact)).filter(({ subject }) =>
    subject?.includes(`استرد البنك مبلغًا دفعتموه عن عرض السعر ${number}`),
  )

it('shows with its deadline on the quote, in the list and in Today, moves no money, and is won', async () => {
  const bought = await paid()
  const { quote } = bought
  const recorded = await record(bought)
  expect(recorded).toMatchObject({
    ...{ status: 'open', amountHalalas: 230_000, dueOn: FACTS.dueOn, order: null, learner: null },
    ...{ quote: { id: quote.id, number: quote.number }, company: 'Ufuq' },
  })
  expect(await onToday(quote)).toMatchObject([
    { reference: quote.number, subject: 'شركة أفق', since: instantOf(FACTS.dueOn).toISOString() },
  ])
  expect(await desk.chargebacks.chargebacksOfPurchase({ id: quote.id })).toEqual({ items: [recorded], payments: [] })
  expect((await desk.chargebacks.chargebacks({ status: 'open' })).items[0]).toEqual(recorded)
  expect(await refusal(record(bought))).toBe('chargebackOpen')
  await desk.chargebacks.noteChargeback({ id: recorded.id, kind: 'evidence', note: 'The signed quote' })
  const won = await desk.chargebacks.decideChargeback({ id: recorded.id, outcome: 'won', reason: 'They accept it' })
  expect(won).toMatchObject({ status: 'won', keepsSeat: null, notes: [{ kind: 'evidence' }, { kind: 'won' }] })
  expect([await dueOf(quote), await onToday(quote)]).toEqual([0, []])
})

it('that is lost is owed again once, with the days of the quote, and is told to the contact', async () => {
  const bought = await paid()
  const { quote } = bought
  await sql`update purchase_balances set due_at = due_at - interval '90 days' where quote_id = ${quote.id}`.execute(
    app.db,
  )
  const { id } = await record(bought)
  const results = await Promise.all([refusal(lose(id)), refusal(lose(id))])
  expect(results.sort()).toEqual(['chargebackDecided', 'not refused'])
  const after = await companies.atDesk(quote)
  expect(after.money).toMatchObject({
    ...{ dueHalalas: 230_000, returnedHalalas: 230_000, creditedHalalas: 0 },
    dueOn: plusDays(today(), quote.paymentDays),
  })
  expect(after.payments.at(-1)).toMatchObject({ kind: 'returned', method: 'card', reference: 'CB-7' })
  expect(after.documents).toHaveLength(1)
  const [mail, ...others] = await mailsOfLoss(quote)
  expect([mail?.text?.includes('Your bank took it'), others]).toEqual([true, []])
  // It is paid again by any way that there is.
  expect((await companies.record(quote, { amountHalalas: 230_000, reference: 'FT-AGAIN' })).status).toBe(201)
  expect(await dueOf(quote)).toBe(0)
})

it('and refunds of the same payment never take more of it than it was, and are booked beside each other', async () => {
  const bought = await paid()
  const { quote, attemptId } = bought
  const first = await record(bought, { amountHalalas: 100_000 })
  await lose(first.id)
  await companies.record(quote, { amountHalalas: 100_000, reference: 'FT-PART' })
  // Both seats come back: the company is owed what it paid, of which the card still holds the rest.
  await companies.call('POST', `/${quote.id}/lines/${quote.lines[0]!.id}/withdraw`, { seats: 2, reason: 'x' })
  const back = (amountHalalas: number) =>
    companies.call('POST', `/${quote.id}/card-refunds`, { attemptId, amountHalalas })
  expect((await back(130_001)).status).toBe(400)
  expect((await back(30_000)).status).toBe(201)
  expect(await dueOf(quote)).toBe(-200_000)
  expect(await refusal(record(bought, { amountHalalas: 100_001 }))).toBe('validation')
  const second = await record(bought)
  expect(second.amountHalalas).toBe(100_000)
  // The same number of the bank does not hide the second one.
  await lose(second.id)
  expect(await dueOf(quote)).toBe(-100_000)
  expect((await desk.chargebacks.chargebacksOfPurchase({ id: quote.id })).payments).toEqual([])
})

it('is compared with the line of a settlement report', async () => {
  const bought = await paid()
  const { rows } = await sql<{ id: string }>`with file as (
      insert into payout_files (id, provider, file_name, payout_reference, imported_at)
      values (gen_random_uuid(), 'sandbox', 'a.csv', '', now()) returning id),
    payout as (insert into payouts (id, provider, reference, day)
      values (gen_random_uuid(), 'sandbox', 'P-1', ${today()}::date) returning id),
    line as (insert into payout_lines (payout_id, file_id, fingerprint, occurrence, place, kind, day, reference,
        order_reference, scheme, amount_halalas, fee_halalas, fee_vat_halalas, has_fee)
      select payout.id, file.id, 'f', 0, 0, 'chargeback', ${today()}::date, ${bought.reference}, '', '', -230000, 0, 0, true
      from payout, file)
    select id from payout`.execute(app.db)
  await desk.payouts.comparePayouts({})
  const states = async () =>
    (await findReportLines(app.db, { payoutId: rows[0]!.id }, { limit: 5, after: undefined })).map(({ state }) => state)
  expect(await states()).toEqual(['unknown'])
  const { id } = await record(bought)
  await lose(id)
  expect(await states()).toEqual(['matched'])
})

it('asks for a payment of this purchase, for the right, and counts toward the limit of Admins', async () => {
  const bought = await paid()
  const other = await paid()
  expect(await refusal(record({ ...bought, attemptId: other.attemptId }))).toBe('noCardPayment')
  expect(await refusal(record(bought, { amountHalalas: 230_001 }))).toBe('validation')
  const content = apiAs(app, await learner(app.db, { roles: ['Content'] }))
  expect(await refusal(content.chargebacks.chargebacksOfPurchase({ id: bought.quote.id }))).toBe('forbidden')
  await institute(app.db, { adminRefundHalalas: 100_000 })
  const admin = apiAs(app, await learner(app.db, { roles: ['Admin'] }))
  const { id } = await record(bought)
  const above = admin.chargebacks.decideChargeback({ id, outcome: 'lost', reason: 'x' })
  expect(await refusal(above)).toBe('refundAboveLimit')
  await institute(app.db)
})
