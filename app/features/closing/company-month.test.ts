/** Companies in the monthly close: their documents and money in two ways, and what of them is open. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { inDays } from '../../../tests/support/factories.ts'
import { bookedSale } from '../../../tests/support/orders/books.ts'
import { type CompanyDesk, companyDesk, type Quote, someRun } from '../../../tests/support/orders/purchases.ts'
import { dayOf } from '../../platform/days.ts'
import { MINUTE_MS } from '../../platform/durations.ts'
import type { MonthView } from './contract.ts'

let app: TestApp
let desk: CompanyDesk
let quote: Quote
let month: string
beforeAll(async () => {
  app = await startTestApp()
  desk = await companyDesk(app)
  month = dayOf(app.services.now()).slice(0, 7)
  // 4 seats for 4,600 riyals; one goes back, and 200 riyals are added, of which 50 are taken back.
  quote = await desk.owing({ ...(await someRun(app)), seats: 4 })
  const line = quote.lines[0]!.id
  await desk.call('POST', `/${quote.id}/lines/${line}/withdraw`, { seats: 1, reason: 'تعذر' })
  const debit = (amountHalalas: number, known: number) =>
    desk.call('POST', `/${quote.id}/lines/${line}/debit-notes`, { amountHalalas, reason: 'كتب', known })
  await debit(150_00, 1)
  await debit(50_00, 2)
  await desk.call('POST', `/${quote.id}/debit-notes/DN-000002/take-back`, { reason: 'خطأ', known: 0 })
  await desk.record(quote, { amountHalalas: 1000_00 })
})
afterAll(() => app.stop())

const view = async () => (await desk.finance.call<MonthView>('GET', `admin/closing/${month}`)).data
const comparison = async (of: string) => (await view()).comparisons.find((one) => one.of === of)!
const because = ({ explained }: MonthView['comparisons'][number]) =>
  Object.fromEntries(explained.map(({ because: why, count, halalas }) => [why, [count, halalas]]))
/** A hand in the database, which no rule of it notices. */
const tamper = (change: ReturnType<typeof sql>) =>
  app.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await change.execute(tx)
  })

it('debit notes and what companies are credited have their reasons of their own', async () => {
  const { comparisons } = await view()
  expect(comparisons.filter(({ differenceHalalas }) => differenceHalalas !== 0)).toEqual([])
  expect(because(await comparison('sales'))).toEqual({ debited: [2, 200_00] })
  expect(because(await comparison('refunds'))).toEqual({
    creditedToCompanies: [1, 1150_00],
    debitTakenBack: [1, 50_00],
  })
})

it('the documents of companies are what they have paid and what they owe', async () => {
  const companies = await comparison('companies')
  expect(companies).toMatchObject({ documentsHalalas: 3450_00 + 150_00, booksHalalas: 1000_00, differenceHalalas: 0 })
  expect(because(companies)).toEqual({ companiesOwe: [1, 2600_00] })
})

it.each([
  [
    'a document',
    sql`update invoice_vat set total_halalas = total_halalas + 7, net_halalas = net_halalas + 7
    where kind = 'debit-note' and total_halalas = 15000`,
    7,
  ],
  ['a payment', sql`update company_payments set amount_halalas = amount_halalas + 7`, -7],
  ['what it owes', sql`update purchase_balances set due_halalas = due_halalas + 7`, -7],
])('%s that says something else is a difference without a reason', async (_, change, differenceHalalas) => {
  await tamper(change)
  expect(await comparison('companies')).toMatchObject({ differenceHalalas })
  await tamper(sql`update invoice_vat set total_halalas = 15000, net_halalas = 15000 - vat_halalas
    where kind = 'debit-note' and total_halalas = 15007`)
  await tamper(sql`update company_payments set amount_halalas = 100000`)
  await tamper(sql`update purchase_balances set due_halalas = 260000`)
  expect(await comparison('companies')).toMatchObject({ differenceHalalas: 0 })
})

/** What the provider says was paid by card, and what was booked of it. */
async function byCard(paidHalalas: number, bookedHalalas: number | null, reference: string) {
  const [id, now] = [randomUUID(), app.services.now()]
  await sql`insert into purchase_attempts (id, quote_id, provider, provider_reference, amount_halalas, status, paid_halalas,
      paid_currency, expires_at, created_at, updated_at)
    values (${id}, ${quote.id}, 'moyasar', ${reference}, ${paidHalalas}, 'paid', ${paidHalalas}, 'SAR', ${now}, ${now}, ${now})`.execute(
    app.db,
  )
  if (bookedHalalas !== null)
    await sql`insert into company_payments (quote_id, kind, method, amount_halalas, reference, received_on, at, attempt_id)
      values (${quote.id}, 'received', 'card', ${bookedHalalas}, ${reference}, ${now}::date, ${now}, ${id})`.execute(
      app.db,
    )
  return id
}

it('a card payment that the provider reports and nobody booked is a difference, and one by hand has its reason', async () => {
  await byCard(300_00, 300_00, 'card-1')
  await desk.record(quote, { amountHalalas: 100_00, method: 'card', reference: 'card-by-hand' })
  const agreed = await comparison('companyCards')
  expect(agreed).toMatchObject({ documentsHalalas: 400_00, booksHalalas: 300_00, differenceHalalas: 0 })
  expect(because(agreed)).toEqual({ bookedByHand: [1, 100_00] })
  await byCard(77_00, null, 'card-2')
  expect(await comparison('companyCards')).toMatchObject({ differenceHalalas: -77_00 })
  // It was more than the company owed, and waits beside the payments of nobody.
  await sql`insert into unmatched_payments (provider, provider_reference, amount_halalas, currency, seen_at, kind, quote_id)
    values ('moyasar', 'card-2', 7700, 'SAR', ${app.services.now()}, 'surplus', ${quote.id})`.execute(app.db)
  expect(await comparison('companyCards')).toMatchObject({ differenceHalalas: 0 })
  await tamper(sql`update purchase_attempts set paid_halalas = 29999 where provider_reference = 'card-1'`)
  expect(await comparison('companyCards')).toMatchObject({ differenceHalalas: 1 })
  await tamper(sql`update purchase_attempts set paid_halalas = 30000 where provider_reference = 'card-1'`)
})

it('purchases overdue or owed back, refunds to cards, chargebacks and payouts are named before a month is closed', async () => {
  const open = async () =>
    Object.fromEntries((await view()).open.map(({ what, count, halalas }) => [what, [count, halalas]]))
  const now = app.services.now()
  const before = await open()
  for (const what of [
    'purchasesOverdue',
    'owedToCompanies',
    'purchaseRefunds',
    'chargebacks',
    'payoutsNotArrived',
    'payoutLinesUnknown',
  ])
    expect(before, what).not.toHaveProperty(what)
  // Due before the month ends, but not yet.
  await sql`update purchase_balances set due_at = ${new Date(now.getTime() + 10 * MINUTE_MS)}`.execute(app.db)
  expect(await open()).not.toHaveProperty('purchasesOverdue')
  await sql`update purchase_balances set due_at = ${inDays(-1)}`.execute(app.db)
  const other = await desk.owing({ ...(await someRun(app)), seats: 2 })
  await desk.record(other, { amountHalalas: 2300_00, reference: 'FT-9' })
  await desk.call('POST', `/${other.id}/lines/${other.lines[0]!.id}/withdraw`, { seats: 1, reason: 'تعذر' })
  const attemptId = await byCard(10_00, 10_00, 'card-3')
  for (const [status, amountHalalas] of [
    ['unclear', 10_00],
    ['done', 99_00],
  ] as const)
    await sql`insert into purchase_refunds (id, quote_id, attempt_id, amount_halalas, in_all_halalas, status, at)
      values (gen_random_uuid(), ${quote.id}, ${attemptId}, ${amountHalalas}, ${amountHalalas}, ${status}, ${now})`.execute(
      app.db,
    )
  const sale = await bookedSale(app.db, { courseId: (await someRun(app)).courseId, totalHalalas: 500_00, at: now })
  await sql`insert into chargebacks (id, order_id, attempt_id, reference, amount_halalas, reason, source, created_at)
    values (gen_random_uuid(), ${sale.id}, ${sale.attemptId}, 'CB-1', 50000, 'x', 'staff', ${now})`.execute(app.db)
  await sql`with file as (insert into payout_files (id, file_name, provider, payout_reference, imported_at)
      select gen_random_uuid(), 'x.csv', 'moyasar', 'P-1', ${now} returning id),
    payout as (insert into payouts (id, provider, reference, day)
      values (gen_random_uuid(), 'moyasar', 'P-1', ${dayOf(now)}::date) returning id)
    insert into payout_lines (payout_id, file_id, fingerprint, occurrence, place, kind, day, reference, order_reference, scheme,
      amount_halalas, fee_halalas, fee_vat_halalas, has_fee, attempt_id)
    select payout.id, file.id, 'f' || n, 1, n, 'payment', ${dayOf(now)}::date, 'r' || n, '', '', 20000, 300, 45, true,
      case n when 1 then ${sale.attemptId}::uuid end from file, payout, generate_series(1, 2) n`.execute(app.db)
  expect(await open()).toMatchObject({
    purchasesOverdue: [1, 2600_00 - 410_00],
    owedToCompanies: [1, 1150_00],
    purchaseRefunds: [1, 10_00],
    chargebacks: [1, 500_00],
    payoutsNotArrived: [1, 2 * (200_00 - 3_45)],
    payoutLinesUnknown: [1, 200_00],
  })
  await sql`update chargebacks set status = 'won'`.execute(app.db)
  expect(await open()).not.toHaveProperty('chargebacks')
})
