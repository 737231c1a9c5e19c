import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { download, sheetOf } from '../../../tests/support/downloads.ts'
import { coupon, course, inDays, schedule } from '../../../tests/support/factories.ts'
import { bookedSale } from '../../../tests/support/orders/books.ts'
import { institute } from '../../../tests/support/orders/invoices.ts'
import { type Member, signedInMember } from '../../../tests/support/signed-in.ts'
import { dayOf, plusDays } from '../../platform/days.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { monthsBefore } from './compared.ts'
import type { SalesReport } from './contract.ts'
import { GROUPINGS } from './groupings.ts'

let app: TestApp
let finance: Member
/** The month in which everything is sold, and the one before. */
let month: { from: string; to: string }
let earlier: { from: string; to: string }
beforeAll(async () => {
  app = await startTestApp()
  await institute(app.db)
  finance = await signedInMember(app, ['Finance'])
  // From the middle of a month to the middle of the next one, whatever day it is.
  const today = dayOf(app.services.now())
  app.advance(((31 + 10 - Number(today.slice(8))) % 31) * DAY_MS)
  earlier = monthOf(dayOf(app.services.now()))
  const first = await courseAt(1150_00, 'زكاة')
  const aYearAgo = new Date(`${monthsBefore(earlier.from, 11).slice(0, 8)}15T09:00:00Z`)
  await bookedSale(app.db, { ...first, totalHalalas: 575_00, at: aYearAgo })
  await sell(first, { payment: 'cash', totalHalalas: 1150_00 })
  app.advance(31 * DAY_MS)
  month = monthOf(dayOf(app.services.now()))
  const second = await courseAt(2300_00, 'مشاريع', 2)
  const { code } = await coupon(app.db, { percent: 10 })
  await sell(first, { payment: 'cash', totalHalalas: 1150_00 })
  const refunded = await sell(first, { payment: 'transfer', totalHalalas: 1150_00 })
  await sell(second, { payment: 'cash', totalHalalas: 2070_00, couponCode: code })
  await refund(refunded, 333_33)
})
afterAll(() => app.stop())

function monthOf(day: string) {
  const from = `${day.slice(0, 8)}01`
  return { from, to: plusDays(monthsBefore(from, -1), -1) }
}

type Place = { courseId: number; scheduleId: number }

async function courseAt(priceHalalas: number, name: string, category: 1 | 2 = 1): Promise<Place> {
  const { id: courseId } = await course(app.db, { priceHalalas, category, name: { ar: name, en: name } })
  return {
    courseId,
    scheduleId: await schedule(app.db, courseId, { startsAt: inDays(300), enrolmentClosesAt: inDays(299) }),
  }
}

let people = 0
async function sell(place: Place, facts: object): Promise<string> {
  const { status, data, error } = await finance.call<{ id: string }>('POST', 'admin/orders', {
    ...{ ...place, email: `buyer-${++people}@example.com`, firstName: 'منى', lastName: 'العمري', phone: '0501234567' },
    ...{ hasAgreed: true, moneyReference: 'R', reason: 'x', ...facts },
  })
  expect(status, JSON.stringify(error)).toBe(201)
  return data.id
}

async function refund(id: string, amountHalalas: number) {
  await finance.call('POST', `admin/orders/${id}/refund`, { amountHalalas, keepsSeat: true, reason: 'x' })
  const { id: refundId } = await app.db
    .selectFrom('refunds')
    .select('id')
    .where('order_id', '=', id)
    .executeTakeFirstOrThrow()
  const sent = await finance.call('POST', `admin/orders/${id}/refunds/${refundId}/sent`, { bankReference: 'B' })
  expect(sent.status).toBe(200)
}

const report = async (query: object) =>
  finance.call<SalesReport>('GET', `admin/reports/sales?${new URLSearchParams(query as Record<string, string>)}`)

/** From the documents themselves, without the table that the report reads. */
async function documentsOf({ from, to }: { from: string; to: string }) {
  const { rows } = await sql<{ net: number; vat: number; total: number; invoices: number; notes: number }>`
    select sum(sign * (document #>> '{totals,netHalalas}')::int)::int as net,
      sum(sign * (document #>> '{totals,vatHalalas}')::int)::int as vat,
      sum(sign * (document #>> '{totals,totalHalalas}')::int)::int as total,
      (count(*) filter (where sign = 1))::int as invoices, (count(*) filter (where sign = -1))::int as notes
    from (select document, case kind when 'invoice' then 1 else -1 end as sign from invoices
      where (issued_at at time zone 'Asia/Riyadh')::date between ${from}::date and ${to}::date) as documents`.execute(
    app.db,
  )
  return rows[0]!
}

describe('the report of sales', () => {
  it.each(GROUPINGS)('adds up by %s to what the documents and the VAT return say, to the halala', async (by) => {
    const { data } = await report({ by, ...month })
    const expected = await documentsOf(month)
    expect(expected).toMatchObject({ invoices: 3, notes: 1, total: 1150_00 + 1150_00 + 2070_00 - 333_33 })
    const { data: vat } = await finance.call<{ total: { balance: object } }>(
      'GET',
      `admin/vat?from=${month.from}&to=${month.to}`,
    )
    const sums = ({ netHalalas, vatHalalas, totalHalalas }: SalesReport['total']) => ({
      ...{ netHalalas, vatHalalas, totalHalalas },
    })
    expect(sums(data.total)).toEqual({
      netHalalas: expected.net,
      vatHalalas: expected.vat,
      totalHalalas: expected.total,
    })
    expect(vat.total.balance).toEqual(sums(data.total))
    const added = data.rows.reduce((sum, row) => sum + row.netHalalas, 0)
    expect(added).toBe(expected.net)
    expect([data.total.invoices, data.total.creditNotes]).toEqual([3, 1])
    expect(data.total.beforeHalalas).toBe((await documentsOf(earlier)).net)
    expect(data.before).toEqual(earlier)
  })

  it('names what it adds up, the largest first, beside the period before', async () => {
    const of = async (by: string) =>
      (await report({ by, ...month })).data.rows.map(({ name, totalHalalas, beforeHalalas }) => [
        ...[name, totalHalalas, beforeHalalas],
      ])
    expect(await of('course')).toEqual([
      ['مشاريع', 2070_00, 0],
      ['زكاة', 2300_00 - 333_33, 1000_00],
    ])
    expect((await of('run')).map(([name]) => name)).toEqual([
      expect.stringMatching(/^مشاريع · \d/),
      expect.stringMatching(/^زكاة · \d/),
    ])
    expect(await of('method')).toEqual([
      ['Cash', 1150_00 + 2070_00, 1000_00],
      ['Bank transfer', 1150_00 - 333_33, 0],
      // Of a year before.
      ['Card', 0, 0],
    ])
    expect((await of('category')).map(([name]) => name)).toEqual(['Qualification course', 'Development course'])
    expect(await of('source')).toEqual([
      ['Enrolled at the desk', 4370_00 - 333_33, 1000_00],
      ['Website', 0, 0],
    ])
    expect((await of('coupon')).map(([name]) => name)).toEqual([
      expect.stringMatching(/^[A-Z0-9-]+$/),
      'Without a coupon',
    ])
    const both = await report({ by: 'month', from: earlier.from, to: month.to })
    expect(both.data.rows.map(({ key, beforeHalalas }) => [key, beforeHalalas])).toEqual([
      [earlier.from.slice(0, 7), 0],
      [month.from.slice(0, 7), 1000_00],
    ])
  })

  it('is compared with the same days a year before', async () => {
    const { data } = await report({ by: 'course', ...month })
    expect(data.yearBefore).toEqual(monthOf(`${monthsBefore(month.from, 12).slice(0, 8)}15`))
    expect(data.rows.map(({ name, yearBeforeHalalas }) => [name, yearBeforeHalalas])).toEqual([
      ['مشاريع', 0],
      ['زكاة', 500_00],
    ])
    expect(data.total.yearBeforeHalalas).toBe(500_00)
    const months = await report({ by: 'month', from: earlier.from, to: month.to })
    expect(months.data.rows.map(({ yearBeforeHalalas }) => yearBeforeHalalas)).toEqual([0, 500_00])
  })

  it('is downloaded as a workbook with each figure as a number', async () => {
    const path = `admin/reports/sales/export?format=xlsx&by=course&from=${month.from}&to=${month.to}`
    const { name, bytes } = await download(app, finance, path, 'ar')
    expect(name).toMatch(/^sales-[\d-]+\.xlsx$/)
    const { isRightToLeft, rows } = sheetOf(bytes)
    expect(isRightToLeft).toBe(true)
    const [head, ...courses] = rows
    expect(head).toEqual([
      ...['الدورة', 'الفواتير', 'الإشعارات الدائنة', 'الصافي (ر.س)', 'الضريبة (ر.س)', 'الإجمالي (ر.س)'],
      ...['قبلها (ر.س)', 'قبل سنة (ر.س)'],
    ])
    expect(courses).toEqual([
      ['مشاريع', 1, 0, 1800, 270, 2070, 0, 0],
      ['زكاة', 2, 1, expect.closeTo(1710.15, 5), expect.closeTo(256.52, 5), 1966.67, 1000, 500],
    ])
  })

  it('is downloaded with every row, and refuses days that are none, too many or in the wrong order', async () => {
    const { data } = await finance.call<Blob>(
      'GET',
      `admin/reports/sales/export?by=course&from=${month.from}&to=${month.to}`,
    )
    expect((await data.text()).trimEnd().split('\r\n')).toHaveLength(3)
    for (const days of [
      { from: '2026-02-30', to: month.to },
      { from: month.to, to: month.from },
      { from: '2000-01-01', to: month.to },
    ])
      expect((await report(days)).status).toBe(400)
    const content = await signedInMember(app, ['Content'])
    expect((await content.call('GET', `admin/reports/sales?from=${month.from}&to=${month.to}`)).status).toBe(403)
  })
})
