/** The standard tax invoice of a company: as printed, as found by staff, and what must be known before it is promised. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { download, linesOf } from '../../../tests/support/downloads.ts'
import { institute } from '../../../tests/support/orders/invoices.ts'
import { type CompanyDesk, companyDesk, type Quote, someRun, tokenIn } from '../../../tests/support/orders/purchases.ts'
import { pdfFacts } from '../../../tests/support/pdf-text.ts'
import type { Output } from '../../api/endpoint.ts'
import type { invoiceDeskEndpoints } from '../invoices/desk-contract.ts'

type List = Output<(typeof invoiceDeskEndpoints)['invoiceList']>

let app: TestApp
let desk: CompanyDesk
let other: CompanyDesk
let quote: Quote
beforeAll(async () => {
  app = await startTestApp()
  desk = await companyDesk(app)
  other = await companyDesk(app)
  const name = JSON.stringify({ ar: 'مؤسسة الرواد', en: 'Ruwwad' })
  await app.db.updateTable('companies').set({ name }).where('id', '=', other.company.id).execute()
  quote = await desk.owing()
  await other.owing()
})
afterAll(() => app.stop())

it('is printed with its own title, and the number and address of the buyer', async () => {
  const path = `Quotations/${quote.number}/files/INV-000001?token=${tokenIn(quote)}`
  const answer = await fetch(`${app.address}/api/${path}`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  const { text } = pdfFacts(new Uint8Array(await answer.arrayBuffer()))
  expect(text).toContain('فاتورة ضريبية')
  expect(text).not.toContain('مبسطة')
  for (const printed of [
    'شركة أفق',
    desk.company.vatNumber!,
    '310098765000003',
    'طريق الملك فهد',
    'العليا',
    '12211',
    '2322',
  ])
    expect(text, printed).toContain(printed)
})

const found = async (query: string) => {
  const { data } = await desk.finance.call<List>('GET', `admin/invoices?query=${encodeURIComponent(query)}`)
  return data.items.map(({ number }) => number)
}

it('is found by any part of the company’s name, in either language, and by its VAT number', async () => {
  expect(await found('افق')).toEqual(['INV-000001'])
  expect(await found('ufu')).toEqual(['INV-000001'])
  expect(await found('رواد')).toEqual(['INV-000002'])
  expect(await found(desk.company.vatNumber!)).toEqual(['INV-000001'])
  expect(await found(other.company.vatNumber!)).toEqual(['INV-000002'])
  expect(await found('399999999999993')).toEqual([])
})

it('stands in the file of invoices with the buyer’s VAT number', async () => {
  const { bytes } = await download(app, desk.finance, 'admin/invoices/export')
  const [head, ...rows] = linesOf(bytes)
  const column = head!.indexOf('Buyer’s VAT number')
  expect(column).toBeGreaterThan(0)
  expect(rows.map((row) => [row[0], row[column]])).toEqual([
    ['INV-000001', desk.company.vatNumber],
    ['INV-000002', other.company.vatNumber],
  ])
})

it('is not promised while the company has no address, or the institute no VAT number', async () => {
  const { data: bare } = await desk.finance.call<{ id: number; contacts: { id: number }[] }>(
    'POST',
    'admin/companies',
    {
      ...{ name: { ar: 'شركة بلا عنوان', en: '' }, vatNumber: '', registerNumber: '', notes: '' },
      contact: { name: 'هند', email: 'hind@bare.example', phone: '', jobTitle: '', isPrimary: true },
    },
  )
  const draft = async (companyId: number, contactId: number) => {
    const { data } = await desk.call('POST', '', { companyId, contactId })
    return (await desk.call('POST', `/${data.id}/lines`, { ...(await someRun(app)), seats: 1 })).data
  }
  const send = ({ id, totals }: Quote) => desk.call('POST', `/${id}/send`, { totalHalalas: totals.totalHalalas })
  const unaddressed = await draft(bare.id, bare.contacts[0]!.id)
  const complete = await draft(desk.company.id, desk.company.contacts[0]!.id)
  expect((await send(unaddressed)).error).toMatchObject({ code: 'companyIncomplete' })
  await institute(app.db, { vatNumber: '' })
  expect((await send(complete)).error).toMatchObject({ code: 'sellerIncomplete' })
  expect((await app.mails('hind@bare.example')).length).toBe(0)
  await institute(app.db)
  expect((await send(complete)).status).toBe(200)
})
