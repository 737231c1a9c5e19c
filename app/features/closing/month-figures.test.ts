/** A month of 400 orders and 8 companies, added up in two ways: by SQL of the bench, and by what the product says of it. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { closeThrough, compareMonth, isEqual, stopwatch } from '../../../bench/month/compare.ts'
import { fillMonth } from '../../../bench/month/fill.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { longIt } from '../../../tests/support/long.ts'
import type { Context } from '../../platform/context.server.ts'
import { instantOf } from '../../platform/days.ts'

const MONTH = {
  ...{ month: '2026-10', from: '2026-10-01', to: '2026-10-31' },
  span: { from: instantOf('2026-10-01'), until: instantOf('2026-11-01') },
}
const { timed } = stopwatch()

let app: TestApp
let ctx: Context
beforeAll(async () => {
  app = await startTestApp()
  const { ownerId } = await fillMonth(app.db, MONTH.span, { orders: 400, refunds: 30, transfers: 10, companies: 8 })
  const user = { id: ownerId, roles: ['Owner'] }
  ctx = { ...app.services, lang: 'ar', user, now: () => new Date('2026-11-05T09:00:00Z') } as unknown as Context
})
afterAll(() => app.stop())

const different = async () =>
  (await compareMonth(ctx, MONTH, timed)).filter((figure) => !isEqual(figure)).map(({ name }) => name)

it('every figure of the report, the VAT return and the close equals the documents and payments to the halala', async () => {
  const figures = await compareMonth(ctx, MONTH, timed)
  expect(figures.length).toBeGreaterThan(100)
  expect(figures.filter((figure) => !isEqual(figure))).toEqual([])
})

it('the month has everything that a month of an institute has, and a month and a year before it', async () => {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*) from orders where moved_from is not null)::int as moves,
      (select count(*) from invoices where kind = 'debit-note' and order_id is not null)::int as debits,
      (select count(*) from invoices where kind = 'debit-note' and quote_id is not null)::int as "companyDebits",
      (select count(*) from order_parts where paid_at is not null)::int as "partsPaid",
      (select count(*) from order_parts where paid_at is null)::int as "partsOwed",
      (select count(*) from chargebacks)::int as chargebacks, (select count(*) from payout_lines)::int as payouts,
      (select count(*) from company_seats where order_id is not null)::int as seats,
      (select count(*) from bank_line_uses where quote_id is not null)::int as movements,
      (select count(*) from company_payments where method = 'card' and kind = 'returned')::int as "cardRefunds",
      (select count(*) from invoices where issued_at < '2025-11-01')::int as "yearBefore",
      (select count(*) from invoices where issued_at between '2026-09-01' and '2026-09-30')::int as before`.execute(
    app.db,
  )
  for (const [what, count] of Object.entries(rows[0]!)) expect(count, what).toBeGreaterThan(0)
})

it('money of a company that was booked otherwise than it came is found', async () => {
  const booked = (method: string, kind: string) => sql`update company_payments set amount_halalas = amount_halalas + 1
    where id = (select min(id) from company_payments where method = ${method} and kind = ${kind})`
  const changes = [
    ['money in, company-transfer', booked('transfer', 'received')],
    ['money in, company-cash', booked('cash', 'received')],
    ['money in, company-card', booked('card', 'received')],
    ['money back, company-card', booked('card', 'returned')],
  ] as const
  for (const [name, change] of changes) {
    await expect(
      app.db.transaction().execute(async (tx) => {
        await sql`set local session_replication_role = replica`.execute(tx)
        await change.execute(tx)
        const figures = await compareMonth({ ...ctx, db: tx } as Context, MONTH, timed)
        expect(figures.filter((figure) => !isEqual(figure)).map((figure) => figure.name)).toContain(name)
        throw new Error('undone')
      }),
    ).rejects.toThrow('undone')
  }
})

it('after the months are closed, too', async () => {
  const closed = await closeThrough(ctx, '2026-10', timed)
  const explained = closed.comparisons.map(({ of, explained }) => [of, explained.map(({ because }) => because)])
  expect(Object.fromEntries(explained)).toEqual({
    sales: ['paidNotInvoiced', 'invoicedNotPaid', 'debited'],
    vat: ['paidNotInvoiced', 'invoicedNotPaid', 'debited'],
    money: ['boughtNothing'],
    refunds: ['refundBoughtNothing', 'creditedToCompanies', 'debitTakenBack'],
    companies: ['companiesOwe', 'owedToCompanies'],
    companyCards: [],
  })
  expect(await different()).toEqual([])
})

it('a halala that is missing in one place is found', async () => {
  await app.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update invoice_vat set vat_halalas = vat_halalas - 1, total_halalas = total_halalas - 1
      where (invoice_id, treatment) = (select invoice_id, treatment from invoice_vat where kind = 'invoice' and vat_halalas > 1
        and issued_at between '2026-10-10' and '2026-10-20' order by issued_at limit 1)`.execute(tx)
  })
  expect(await different()).toEqual(
    expect.arrayContaining([
      'invoice, standard 15 %, VAT',
      "the month's VAT",
      'sales by month 2026-10, VAT',
      'figures changed since the closing',
    ]),
  )
})

longIt(
  'a month of 20,000 orders, 800 refunds, 300 transfers and 40 companies closes with every figure equal',
  async () => {
    const large = await startTestApp()
    const { ownerId } = await fillMonth(large.db, MONTH.span, {
      orders: 20_000,
      refunds: 800,
      transfers: 300,
      companies: 40,
    })
    const itsCtx = { ...ctx, ...large.services, user: { id: ownerId, roles: ['Owner'] }, now: ctx.now } as Context
    const open = await compareMonth(itsCtx, MONTH, timed)
    await closeThrough(itsCtx, '2026-10', timed)
    const figures = [...open, ...(await compareMonth(itsCtx, MONTH, timed))]
    await large.stop()
    expect(figures.length).toBeGreaterThan(500)
    expect(figures.filter((figure) => !isEqual(figure))).toEqual([])
  },
  600_000,
)
