/** The list of invoices at the desk, and the VAT return: each figure is added up a second way, from the documents. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { download, linesOf, sheetOf } from '../../../tests/support/downloads.ts'
import { course, learner, order } from '../../../tests/support/factories.ts'
import { doneRefund, institute } from '../../../tests/support/orders/invoices.ts'
import { type Member, signedInMember } from '../../../tests/support/signed-in.ts'
import type { Output } from '../../api/endpoint.ts'
import type { invoiceDeskEndpoints } from './desk-contract.ts'
import { issueCreditNote, issueInvoice } from './invoicing.server.ts'

type Calls = typeof invoiceDeskEndpoints
type List = Output<Calls['invoiceList']>
type VatReturn = Output<Calls['vatReturn']>

let app: TestApp
let finance: Member
const orders: { id: string; reference: string }[] = []

/** An order that was paid and invoiced at `paidAt`, and refunded in part a day later when `refundHalalas` is given. */
async function sold(facts: { totalHalalas: number; at: string; vatTreatment?: 'exempt'; refundHalalas?: number }) {
  const { id: courseId } = await course(app.db, { delivery: 2 })
  const user = await learner(app.db, { firstName: 'هند', lastName: 'الدوسري' })
  const made = await order(app.db, { courseId, userId: user.id, ...facts })
  const at = new Date(facts.at)
  await app.db.transaction().execute((tx) => issueInvoice(tx, made.id, at))
  if (facts.refundHalalas !== undefined) {
    const refundId = await doneRefund(app.db, {
      ...{ orderId: made.id, userId: user.id, amountHalalas: facts.refundHalalas },
    })
    const later = new Date(at.getTime() + 86_400_000)
    await app.db.transaction().execute((tx) => issueCreditNote(tx, refundId, later))
  }
  orders.push(made)
  return made
}

beforeAll(async () => {
  app = await startTestApp()
  await institute(app.db)
  finance = await signedInMember(app, ['Finance'])
  // One riyal amount that does not split evenly, one at each end of the month in Riyadh, one just outside.
  await sold({ totalHalalas: 1200, at: '2026-09-30T21:00:00.000Z' })
  await sold({ totalHalalas: 350_55, at: '2026-10-15T09:00:00.000Z', refundHalalas: 100_03 })
  await sold({ totalHalalas: 500_00, at: '2026-10-20T09:00:00.000Z', vatTreatment: 'exempt' })
  await sold({ totalHalalas: 900_00, at: '2026-10-31T20:59:59.999Z', refundHalalas: 900_00 })
  await sold({ totalHalalas: 777_77, at: '2026-10-31T21:00:00.000Z' })
})
afterAll(() => app.stop())

const list = async (query: string) => (await finance.call<List>('GET', `admin/invoices?${query}`)).data

it('the list is searched by number, order and buyer, and filtered by kind, treatment and days', async () => {
  const everything = await list('limit=50')
  expect(everything.totalCount).toBe(7)
  expect(everything.items.map(({ issuedAt }) => issuedAt)).toEqual(
    everything.items.map(({ issuedAt }) => issuedAt).toSorted((one, other) => (one < other ? 1 : -1)),
  )
  const numbers = async (query: string) => (await list(query)).items.map(({ number }) => number)
  expect(await numbers('query=٢')).toEqual(['CN-000002', 'INV-000002'])
  expect(await numbers('query=inv-3')).toEqual(['INV-000003'])
  expect(await numbers(`query=${orders[1]!.reference.toLowerCase()}`)).toEqual(['CN-000001', 'INV-000002'])
  expect((await numbers(`query=${encodeURIComponent('هند الدوسري')}`)).length).toBe(7)
  expect(await numbers('kind=credit-note')).toEqual(['CN-000002', 'CN-000001'])
  expect(await numbers('treatment=exempt')).toEqual(['INV-000003'])
  expect(await numbers('from=2026-10-01&to=2026-10-31&kind=invoice')).toEqual([
    'INV-000004',
    'INV-000003',
    'INV-000002',
    'INV-000001',
  ])
})

it.each(['newest', 'oldest'])('pages follow one another without gaps: %s', async (sort) => {
  const seen: string[] = []
  let next: string | null = ''
  while (next !== null) {
    const page = await list(`limit=2&sort=${sort}&cursor=${next}`)
    seen.push(...page.items.map(({ number }) => number))
    next = page.next
  }
  const all = (await list('limit=50')).items.map(({ number }) => number)
  expect(seen).toEqual(sort === 'newest' ? all : all.reverse())
})

/** Signed sums straight from the documents, a credit note's negative. */
async function fromDocuments(from: string, until: string) {
  const { rows } = await sql<{ treatment: string; net: number; vat: number; total: number }>`
    select line ->> 'vatTreatment' as treatment, sum(sign * (line ->> 'netHalalas')::int)::int as net,
      sum(sign * (line ->> 'vatHalalas')::int)::int as vat, sum(sign * (line ->> 'totalHalalas')::int)::int as total
    from invoices, jsonb_array_elements(document -> 'lines') as line,
      lateral (select case kind when 'invoice' then 1 else -1 end as sign) as signs
    where issued_at >= ${from}::timestamptz and issued_at < ${until}::timestamptz
    group by 1 order by 1 desc`.execute(app.db)
  return rows
}

it('the VAT return equals invoices less credit notes to the halala', async () => {
  const { data } = await finance.call<VatReturn>('GET', 'admin/vat?from=2026-10-01&to=2026-10-31')
  const expected = await fromDocuments('2026-10-01T00:00+03:00', '2026-11-01T00:00+03:00')
  expect(
    data.rows.map(({ treatment, balance }) => ({
      treatment,
      net: balance.netHalalas,
      vat: balance.vatHalalas,
      total: balance.totalHalalas,
    })),
  ).toEqual(expected)
  expect(data.total.invoices.documents).toBe(4)
  // The credit note of the last invoice was issued in November.
  expect(data.total.creditNotes).toMatchObject({ documents: 1, totalHalalas: 100_03 })
  expect(data.total.balance.totalHalalas).toBe(1200 + 350_55 + 500_00 + 900_00 - 100_03)
  const { data: november } = await finance.call<VatReturn>('GET', 'admin/vat?from=2026-11-01&to=2026-11-30')
  expect(november.total.balance.totalHalalas).toBe(777_77 - 900_00)
  const { data: both } = await finance.call<VatReturn>('GET', 'admin/vat?from=2026-10-01&to=2026-11-30')
  expect(both.total.balance.vatHalalas).toBe(data.total.balance.vatHalalas + november.total.balance.vatHalalas)
  const { data: empty } = await finance.call<VatReturn>('GET', 'admin/vat?from=2020-01-01&to=2020-01-31')
  expect([empty.rows, empty.total.balance.totalHalalas]).toEqual([[], 0])
  const wrong = await finance.call('GET', 'admin/vat?from=2026-10-31&to=2026-10-01')
  expect([wrong.status, Object.keys(wrong.error.fields ?? {})]).toEqual([400, ['to']])
})

it('what a document adds to the return cannot be changed', async () => {
  await expect(sql`update invoice_vat set vat_halalas = 0`.execute(app.db)).rejects.toThrow()
  await expect(sql`delete from invoice_vat`.execute(app.db)).rejects.toThrow()
})

it('what is shown is downloaded, and the download is in the audit log', async () => {
  const { name, bytes } = await download(app, finance, 'admin/invoices/export?treatment=exempt')
  expect(name).toMatch(/^invoices-[\d-]+\.csv$/)
  const [head, ...rows] = linesOf(bytes)
  expect(head).toContain('Total (SAR)')
  expect(rows.map(([number]) => number)).toEqual(['INV-000003'])
  const entry = await app.db
    .selectFrom('audit_log')
    .select('detail')
    .where('action', '=', 'invoice.export')
    .executeTakeFirstOrThrow()
  expect(entry.detail).toEqual({ rows: 1, format: 'csv', filter: { treatment: 'exempt' } })
})

it('as a workbook it has a row for each document, right to left, with amounts as numbers', async () => {
  const { name, bytes } = await download(app, finance, 'admin/invoices/export?format=xlsx&kind=credit-note', 'ar')
  expect(name).toMatch(/^invoices-[\d-]+\.xlsx$/)
  const { isRightToLeft, rows } = sheetOf(bytes)
  expect(isRightToLeft).toBe(true)
  const [head, ...notes] = rows
  const column = (title: string) => notes.map((row) => row[head!.indexOf(title)])
  expect(column('الرقم')).toEqual(['CN-000001', 'CN-000002'])
  expect(column('النوع')).toEqual(['إشعار دائن', 'إشعار دائن'])
  expect(column('الإجمالي (ر.س)')).toEqual([100.03, 900])
})
