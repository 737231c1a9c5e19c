/** A month of 400 orders and 5 companies, added up in two ways: by SQL of the bench, and by what the product says of it. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { closeMonth, compareMonth, isEqual, stopwatch } from '../../../bench/month/compare.ts'
import { fillMonth } from '../../../bench/month/fill.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
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
  const { ownerId } = await fillMonth(app.db, MONTH.span, { orders: 400, refunds: 30, transfers: 10, companies: 5 })
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

it('after the months are closed, too', async () => {
  await closeMonth(ctx, '2026-09', timed)
  const closed = await closeMonth(ctx, '2026-10', timed)
  expect(closed.comparisons.flatMap(({ explained }) => explained.map(({ because }) => because)).sort()).toEqual([
    ...['boughtNothing', 'companiesOwe', 'creditedToCompanies', 'owedToCompanies'],
    ...['paidNotInvoiced', 'paidNotInvoiced', 'refundBoughtNothing'],
  ])
  expect(await different()).toEqual([])
})

it('a halala that is missing in one place is found', async () => {
  await app.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update invoice_vat set vat_halalas = vat_halalas - 1, total_halalas = total_halalas - 1
      where invoice_id = (select id from invoices where number = 'INV-000100')`.execute(tx)
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
