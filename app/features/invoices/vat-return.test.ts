/** Each figure of the VAT return opens a list that adds up to it, also of documents of which it is a part only. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { download, linesOf, sheetOf } from '../../../tests/support/downloads.ts'
import { course, learner, order } from '../../../tests/support/factories.ts'
import { doneRefund } from '../../../tests/support/orders/invoices.ts'
import { bookable } from '../../../tests/support/orders/orders.ts'
import { type CompanyDesk, companyDesk, type Run } from '../../../tests/support/orders/purchases.ts'
import type { Output } from '../../api/endpoint.ts'
import { dayOf } from '../../platform/days.ts'
import type { invoiceDeskEndpoints } from './desk-contract.ts'
import { issueCreditNote, issueInvoice } from './invoicing.server.ts'
import { documentsBehind, type VatSum } from './vat-return.ts'

type List = Output<(typeof invoiceDeskEndpoints)['invoiceList']>
type VatReturn = Output<(typeof invoiceDeskEndpoints)['vatReturn']>
type Sums = VatReturn['rows'][number]['invoices']

let app: TestApp
let desk: CompanyDesk
let period: { from: string; to: string }

/** An order with its invoice, at 15 % or at the rate of before. */
async function sold(totalHalalas: number, vatRatePercent = 15) {
  const { id: courseId } = await course(app.db, { delivery: 2 })
  const user = await learner(app.db)
  const made = await order(app.db, { courseId, userId: user.id, totalHalalas, vatRatePercent })
  await app.db.transaction().execute((tx) => issueInvoice(tx, made.id, app.services.now()))
  return { ...made, userId: user.id }
}

async function credited(sale: { id: string; userId: number }, amountHalalas: number) {
  const refundId = await doneRefund(app.db, { orderId: sale.id, userId: sale.userId, amountHalalas })
  await app.db.transaction().execute((tx) => issueCreditNote(tx, refundId, app.services.now()))
}

beforeAll(async () => {
  app = await startTestApp()
  desk = await companyDesk(app)
  const today = dayOf(app.services.now())
  period = { from: today, to: today }
  const [first, before] = [await sold(350_55), await sold(105_35, 5)]
  await sold(1200)
  await credited(first, 100_03)
  await credited(before, 33_33)
  const debit = { amountHalalas: 20_10, reason: 'فرق', known: 1 }
  const debited = await desk.finance.call('POST', 'admin/invoices/INV-000002/debit-notes', debit)
  expect(debited.status).toBe(200)
  const run = (await bookable(app.db, { priceHalalas: 777_70 }, { seats: 30 })) as Run
  const exempt = (await bookable(app.db, { priceHalalas: 410_10, vatTreatment: 'exempt' }, { seats: 30 })) as Run
  const quote = await desk.owing({ ...run, seats: 3 }, { ...exempt, seats: 7 })
  const [, line] = quote.lines
  const back = await desk.call('POST', `/${quote.id}/lines/${line!.id}/withdraw`, { seats: 2, reason: 'تعذر' })
  expect(back.status).toBe(200)
})
afterAll(() => app.stop())

const vatReturn = async () =>
  (await desk.finance.call<VatReturn>('GET', `admin/vat?${new URLSearchParams(period)}`)).data

/** The whole list behind a figure, page by page, as its link opens it. */
async function addedUp(query: Record<string, string>): Promise<Sums> {
  const sums = { documents: 0, netHalalas: 0, vatHalalas: 0, totalHalalas: 0 }
  for (let next: string | null = ''; next !== null; ) {
    const asked = new URLSearchParams({ ...query, limit: '2', ...(next ? { cursor: next } : {}) })
    const { data } = await desk.finance.call<List>('GET', `admin/invoices?${asked}`)
    for (const item of data.items) {
      sums.documents += 1
      for (const name of ['netHalalas', 'vatHalalas', 'totalHalalas'] as const) sums[name] += item[name]
    }
    next = data.next
  }
  return sums
}

const FIGURES = [
  ['invoice', 'invoices'],
  ['debit-note', 'debitNotes'],
  ['credit-note', 'creditNotes'],
] as const satisfies [VatSum['kind'], string][]

it('the list behind each figure adds up to it, to the halala', async () => {
  const vat = await vatReturn()
  expect(vat.rows.map(({ treatment, ratePercent }) => [treatment, ratePercent])).toEqual([
    ...[
      ['standard', 15],
      ['standard', 5],
      ['exempt', 0],
    ],
  ])
  for (const [kind, name] of FIGURES) {
    for (const row of vat.rows) expect(await addedUp(documentsBehind(kind, vat, row)), kind).toEqual(row[name])
    expect(await addedUp(documentsBehind(kind, vat)), `all: ${kind}`).toEqual(vat.total[name])
  }
  // Two rates of one treatment, and a document of two treatments: each part is smaller than the whole.
  expect(vat.rows[1]).toMatchObject({ invoices: { documents: 1, totalHalalas: 105_35 } })
  const query = new URLSearchParams(documentsBehind('invoice', vat, vat.rows[2]))
  const [mixed] = (await desk.finance.call<List>('GET', `admin/invoices?${query}`)).data.items
  expect(mixed).toMatchObject({ netHalalas: 7 * 410_10, vatHalalas: 0, totalHalalas: 7 * 410_10 })
  expect(mixed!.documentHalalas).toBe(7 * 410_10 + 3 * 777_70)
})

it('a rate that is none is refused, and one that nothing has finds nothing', async () => {
  const asked = (rate: string) => desk.finance.call<List>('GET', `admin/invoices?rate=${rate}`)
  for (const rate of ['-1', '101', 'abc', '5.123']) expect((await asked(rate)).status, rate).toBe(400)
  for (const rate of ['7.5', '٧٫٥', encodeURIComponent('7.5%'), '٧٫٥٪'])
    expect(await asked(rate), rate).toMatchObject({ status: 200, data: { items: [] } })
})

it('is downloaded with its sum, in both languages, and each download is in the audit log', async () => {
  const vat = await vatReturn()
  const query = String(new URLSearchParams(period))
  const { name, bytes } = await download(app, desk.finance, `admin/vat/export?${query}`)
  expect(name).toMatch(/^vat-return-[\d-]+\.csv$/)
  const [head, ...lines] = linesOf(bytes)
  expect(head!.at(-1)).toBe('VAT due (SAR)')
  const riyals = (halalas: number) => (halalas / 100).toFixed(2)
  const figures = [...vat.rows, vat.total].map(({ invoices, debitNotes, creditNotes, balance }) =>
    [invoices, debitNotes, creditNotes, balance].flatMap((sums) => [sums.netHalalas, sums.vatHalalas]),
  )
  expect(lines.map((line) => line.slice(2))).toEqual(figures.map((row) => row.map(riyals)))
  const named = [['Standard rate', '15%'], ['Standard rate', '5%'], ...['Exempt', 'Total'].map((one) => [one, ''])]
  expect(lines.map((line) => line.slice(0, 2))).toEqual(named)
  const workbook = await download(app, desk.finance, `admin/vat/export?format=xlsx&${query}`, 'ar')
  expect(workbook.name).toMatch(/^vat-return-[\d-]+\.xlsx$/)
  const sheet = sheetOf(workbook.bytes)
  expect(sheet.isRightToLeft).toBe(true)
  expect(sheet.rows.slice(1).map((row) => row.slice(2))).toEqual(figures.map((row) => row.map((one) => one / 100)))
  expect(sheet.rows.at(-1)![0]).toBe('المجموع')
  const entries = app.db.selectFrom('audit_log').select('detail').where('action', '=', 'invoice.export')
  expect((await entries.orderBy('id').execute()).map(({ detail }) => detail)).toEqual(
    ['csv', 'xlsx'].map((format) => ({ rows: 3, format, filter: period })),
  )
})

it('content editors cannot download it', async () => {
  const content = apiAs(app, await learner(app.db, { roles: ['Content'] }))
  await expect(content.invoices.exportVatReturn({ ...period, format: 'csv' })).rejects.toThrow()
})
