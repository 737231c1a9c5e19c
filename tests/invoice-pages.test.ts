/** Invoices over HTTP, as data and as pages: access rights and content. */
import type { AddressInfo } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issueCreditNote, issueInvoice } from '../app/features/invoices/invoicing.server.ts'
import type { SignedInUser } from '../app/platform/context.server.ts'
import { apiAs } from './support/api-as.ts'
import { startTestApp, type TestApp } from './support/app.ts'
import { course, learner, order } from './support/factories.ts'
import { doneRefund, institute } from './support/orders/invoices.ts'
import { orderApi } from './support/orders/order-api.ts'
import { bookable, CARDS, eventually, payWith } from './support/orders/orders.ts'
import { pdfFacts } from './support/pdf-text.ts'
import { tokenOf } from './support/signed-in.ts'

let app: TestApp
let own: SignedInUser
let id: string
let number: string
beforeAll(async () => {
  app = await startTestApp()
  await institute(app.db)
  own = await learner(app.db, { firstName: '<b>Sara</b>' })
  id = (await order(app.db, { ...(await bookable(app.db)), userId: own.id, totalHalalas: 1150_00 })).id
  await app.db.transaction().execute((tx) => issueInvoice(tx, id, app.services.now()))
  number = (await invoiceFor(own)).data.number
})
afterAll(() => app.stop())

const invoiceFor = async (user: SignedInUser) =>
  app.call('GET', `Orders/${id}/invoice`, { token: await tokenOf(app, user) })

async function open(path: string, user?: SignedInUser, headers: Record<string, string> = {}) {
  const cookie: Record<string, string> = user ? { Cookie: `access=${await tokenOf(app, user)}` } : {}
  const response = await fetch(app.address + path, { redirect: 'manual', headers: { ...cookie, ...headers } })
  return { status: response.status, headers: response.headers, html: await response.text() }
}

describe('an invoice', () => {
  it('is JSON for API clients and redirects browsers to its page', async () => {
    const { data } = await invoiceFor(own)
    expect(data).toMatchObject({
      ...{ kind: 'invoice', number: 'INV-000001', counter: 1, orderId: id, currency: 'SAR', isMine: true },
      totals: { netHalalas: 1000_00, vatHalalas: 150_00, totalHalalas: 1150_00 },
      url: '/en/invoice/INV-000001',
      creditNotes: [],
    })
    const led = await open(`/api/Orders/${id}/invoice`, own, { Accept: 'text/html,*/*;q=0.8', 'Accept-Language': 'ar' })
    expect([led.status, led.headers.get('location')]).toEqual([302, '/ar/invoice/INV-000001'])
    const byNumber = await app.call('GET', 'Invoices/inv-000001', { token: await tokenOf(app, own) })
    expect(byNumber.data).toEqual(data)
  })

  it('is found from its order', async () => {
    const found = await apiAs(app, own).checkout.order({ id })
    expect(found).toMatchObject({
      invoice: { number, url: `/en/invoice/${number}`, totalHalalas: 1150_00 },
      creditNotes: [],
    })
  })

  it('is a page for its learner and for staff, and not found for others', async () => {
    const path = `/ar/invoice/${number}`
    expect((await open(path, own)).status).toBe(200)
    expect((await open(path, await learner(app.db, { roles: ['Admin'] }))).status).toBe(200)
    for (const roles of [['Student'], ['Teacher']] as const) {
      const other = await learner(app.db, { roles: [...roles] })
      const refused = await open(path, other)
      expect([refused.status, refused.headers.get('location')]).toEqual([302, '/error'])
      expect((await invoiceFor(other)).status).toBe(404)
    }
    expect((await open('/ar/invoice/INV-999999', own)).headers.get('location')).toBe('/error')
    expect((await open('/ar/invoice/x', own)).headers.get('location')).toBe('/error')
    const guest = await open(path)
    expect([guest.status, guest.headers.get('location')]).toEqual([
      302,
      `/ar/login?returnTo=${encodeURIComponent(path)}`,
    ])
  })

  it('is private, runs only the script of its print button, and escapes names', async () => {
    const { headers, html } = await open(`/en/invoice/${number}`, own)
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(headers.get('x-robots-tag')).toBe('noindex')
    const policy = headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe')
    expect(html).toContain('&lt;b&gt;Sara&lt;/b&gt;')
    expect(html).not.toMatch(/ style=| onclick=|<b>Sara/)
  })

  it('contains everything required of a simplified invoice, in Arabic and English', async () => {
    const { html } = await open(`/en/invoice/${number}`, own)
    for (const text of ['فاتورة ضريبية مبسطة', 'Simplified tax invoice', 'الرقم الضريبي', '310098765000003'])
      expect(html).toContain(text)
    for (const text of ['شركة معهد للتدريب المحدودة', 'حي الملقا', '1,000.00', '150.00', '1,150.00', '15%'])
      expect(html).toContain(text)
    expect(html).toMatch(/<article class="paper" lang="ar" dir="rtl">/)
  })
})

it('a credit note has a page like its invoice, and each links to the other', async () => {
  const { id: courseId } = await course(app.db, { delivery: 2 })
  const { id: orderId } = await order(app.db, { courseId, userId: own.id, totalHalalas: 230_00 })
  await app.db.transaction().execute((tx) => issueInvoice(tx, orderId, app.services.now()))
  const refund = await doneRefund(app.db, { orderId, userId: own.id, amountHalalas: 115_00, reason: 'ظرف <i>طارئ</i>' })
  await app.db.transaction().execute((tx) => issueCreditNote(tx, refund, app.services.now()))
  const found = await apiAs(app, own).checkout.order({ id: orderId })
  const [note] = found.creditNotes
  expect(note).toMatchObject({ number: 'CN-000001', totalHalalas: 115_00 })
  const page = (await open(`/ar/invoice/${note!.number}`, own)).html
  expect(page).toContain('إشعار دائن للفاتورة الضريبية المبسطة')
  expect(page).toContain('ظرف &lt;i&gt;طارئ&lt;/i&gt;')
  expect(page).toContain(`href="/ar/invoice/${found.invoice!.number}"`)
  expect((await open(found.invoice!.url, own)).html).toContain(`href="/en/invoice/${note!.number}"`)
  const other = await learner(app.db)
  expect((await open(`/ar/invoice/${note!.number}`, other)).headers.get('location')).toBe('/error')
})

describe('the PDF of an invoice', () => {
  const received: ParsedMail[] = []
  let server: SMTPServer
  let printing: TestApp
  let buyer: SignedInUser
  beforeAll(async () => {
    server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      onData: async (stream, _, done) => {
        received.push(await simpleParser(stream))
        done()
      },
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.server.address() as AddressInfo
    printing = await startTestApp({ env: { SMTP_URL: `smtp://127.0.0.1:${port}` } })
    await institute(printing.db)
    buyer = await learner(printing.db)
  })
  afterAll(async () => {
    await printing.stop()
    await new Promise<void>((resolve) => server.close(resolve))
  })

  it('is attached to the confirmation beside the calendar, and can be downloaded', async () => {
    const api = orderApi(apiAs(printing, buyer, { lang: 'ar' }))
    const place = await bookable(printing.db, { priceHalalas: 1150_00 })
    const { id: orderId, reference, paymentUrl } = await api.place(place)
    await payWith(paymentUrl, CARDS.good)
    await eventually(
      async () => (await api.order({ id: orderId })).status,
      (status) => expect(status).toBe('paid'),
    )
    await expect.poll(() => received.length, { timeout: 50_000 }).toBe(1)
    const [mail] = received
    expect(mail!.text).toContain(`${printing.services.settings.publicUrl}/ar/invoice/INV-000001`)
    const names = mail!.attachments.map(({ filename, contentType }) => [filename, contentType])
    expect(names).toEqual([
      ['INV-000001.pdf', 'application/pdf'],
      [`${reference}.ics`, 'text/calendar'],
    ])
    const pdf = pdfFacts(mail!.attachments[0]!.content)
    expect(pdf.pages).toBe(1)
    // The fonts are embedded, so that it looks the same everywhere.
    expect(pdf.source).toMatch(/\/BaseFont \/[A-Z]+\+ReadexPro-Regular/)
    expect(pdf.source).toContain('/FontFile2')
    for (const said of ['INV-000001', '1,150.00', 'فاتورة ضريبية مبسطة', 'Simplified tax invoice', reference])
      expect(pdf.text).toContain(said)

    const token = await tokenOf(printing, buyer)
    const { data } = await printing.call('GET', `Orders/${orderId}/invoice`, { token })
    expect(data.pdfUrl).toBe('/api/Invoices/INV-000001/pdf')
    const download = await fetch(printing.address + data.pdfUrl, { headers: { Authorization: `Bearer ${token}` } })
    expect(download.headers.get('content-type')).toBe('application/pdf')
    expect(download.headers.get('content-disposition')).toBe('attachment; filename="INV-000001.pdf"')
    expect(
      Buffer.from(await download.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
    const other = await tokenOf(printing, await learner(printing.db))
    for (const path of [`Orders/${orderId}/invoice.pdf`, 'Invoices/INV-000001/pdf'])
      expect((await printing.call('GET', path, { token: other })).status).toBe(404)
  }, 90_000)
})
