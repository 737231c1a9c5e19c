/** Debit notes by hand: issued once, counted wherever sales are, and taken back by a credit note. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { course } from '../../../tests/support/factories.ts'
import { bookedRefund, bookedSale } from '../../../tests/support/orders/books.ts'
import { institute } from '../../../tests/support/orders/invoices.ts'
import { type Member, signedInMember } from '../../../tests/support/signed-in.ts'
import type { Output } from '../../api/endpoint.ts'
import type { invoiceDeskEndpoints } from './desk-contract.ts'
import { GENESIS_HASH, hashOf } from './invoice-hash.server.ts'
import type { DeskInvoice } from './notes-contract.ts'

type VatReturn = Output<(typeof invoiceDeskEndpoints)['vatReturn']>
type Sale = Awaited<ReturnType<typeof bookedSale>>

const NOVEMBER = 'from=2026-11-01&to=2026-11-30'

let app: TestApp
let finance: Member
let sale: Sale

beforeAll(async () => {
  app = await startTestApp({ now: new Date('2026-11-20T09:00:00Z') })
  await institute(app.db)
  finance = await signedInMember(app, ['Finance'])
  const { id: courseId } = await course(app.db, { delivery: 2 })
  sale = await bookedSale(app.db, { courseId, totalHalalas: 1150_00, at: new Date('2026-10-10T09:00:00Z') })
})
afterAll(() => app.stop())

const view = async (number: string, query = '') =>
  (await finance.call<DeskInvoice>('GET', `admin/invoices/${number}${query}`)).data
const debit = (facts: object, who = finance) =>
  who.call<DeskInvoice>('POST', 'admin/invoices/INV-000001/debit-notes', {
    ...{ amountHalalas: 100_03, reason: 'مواد إضافية', known: 0 },
    ...facts,
  })
const takeBack = (facts: object = {}, number = 'DN-000001') =>
  finance.call<DeskInvoice>('POST', `admin/invoices/${number}/take-back`, { reason: 'خطأ', known: 0, ...facts })
const vat = async () => (await finance.call<VatReturn>('GET', `admin/vat?${NOVEMBER}`)).data.total
const reported = async () =>
  (await finance.call<{ total: object }>('GET', `admin/reports/sales?by=course&${NOVEMBER}`)).data.total
const closing = async () => (await finance.call<{ total: object }>('GET', 'admin/closing/2026-11')).data.total

it('an amount is shown with its VAT before it is added', async () => {
  expect(await view('inv-000001', '?amountHalalas=10003')).toMatchObject({
    ...{ number: 'INV-000001', notes: [], balanceHalalas: 1150_00 },
    preview: { netHalalas: 86_98, vatHalalas: 13_05, totalHalalas: 100_03 },
  })
  expect((await finance.call('GET', 'admin/invoices/INV-000001?amountHalalas=0')).status).toBe(400)
  expect((await finance.call('GET', 'admin/invoices/INV-000009')).status).toBe(404)
})

it('a debit note is refused without a reason, with another amount, by others, and of one’s own order', async () => {
  expect((await debit({ reason: ' ' })).error?.fields).toHaveProperty('reason')
  expect((await debit({ amountHalalas: -5 })).error?.fields).toHaveProperty('amountHalalas')
  expect((await debit({}, await signedInMember(app, ['Content']))).status).toBe(403)
  // Supplied before the sale, in the future, or on no day.
  for (const suppliedOn of ['2026-10-09', '2027-01-01', '2026-02-30'])
    expect((await debit({ suppliedOn })).error?.fields, suppliedOn).toHaveProperty('suppliedOn')
  const own = apiAs(app, { ...finance.user, id: sale.userId })
  const asked = { number: 'INV-000001', amountHalalas: 100, reason: 'x', known: 0 }
  await expect(own.invoices.issueDebitNote(asked)).rejects.toMatchObject({ code: 'ownOrder' })
  expect(await app.db.selectFrom('invoices').select('id').execute()).toHaveLength(1)
})

it('a debit note has its own series, is mailed to the buyer, and counts in return, report and close', async () => {
  const { status, data } = await debit({ suppliedOn: '2026-10-20' })
  expect([status, data.notes, data.balanceHalalas]).toMatchObject([
    200,
    [{ number: 'DN-000001', kind: 'debit-note', totalHalalas: 100_03, reason: 'مواد إضافية' }],
    1250_03,
  ])
  // The second press of the same button.
  expect((await debit({})).error).toMatchObject({ code: 'previewStale' })
  expect(await view('DN-000001')).toMatchObject({ original: 'INV-000001', notes: [], suppliedOn: '2026-10-20' })
  const sums = { netHalalas: 86_98, vatHalalas: 13_05, totalHalalas: 100_03 }
  expect(await vat()).toMatchObject({ debitNotes: { ...sums, documents: 1 }, balance: sums })
  expect(await reported()).toMatchObject({ invoices: 0, creditNotes: 0, ...sums })
  expect(await closing()).toMatchObject({ documents: 1, ...sums })
  const mail = await app.db
    .selectFrom('messages')
    .select(['subject', 'text', 'attachments'])
    .where('about', 'like', 'note:%')
    .executeTakeFirstOrThrow()
  expect(mail.subject).toContain('إشعار مدين')
  expect(mail.text).toContain('مواد إضافية')
  expect(mail.attachments).toMatchObject([{ kind: 'debit-note' }])
  const audit = await app.db.selectFrom('audit_log').select('after').where('action', '=', 'invoice.debit').execute()
  expect(audit).toMatchObject([{ after: { note: 'DN-000001', amountHalalas: 100_03, suppliedOn: '2026-10-20' } }])
})

it('it stands among the documents of its order, for staff and for the learner', async () => {
  const note = { number: 'DN-000001', totalHalalas: 100_03 }
  const staff = apiAs(app, finance.user)
  expect(await staff.orders.staffOrder({ id: sale.id })).toMatchObject({ creditNotes: [], debitNotes: [note] })
  const learner = apiAs(app, { id: sale.userId, roles: ['Student'] } as never)
  expect(await learner.checkout.order({ id: sale.id })).toMatchObject({ debitNotes: [note] })
})

it('a debit note is taken back once, whole, and leaves what can be refunded of its invoice as it was', async () => {
  expect((await takeBack({}, 'INV-000001')).status).toBe(404)
  expect((await takeBack()).data.notes).toMatchObject([{ number: 'CN-000001', totalHalalas: 100_03 }])
  expect((await takeBack()).error).toMatchObject({ code: 'previewStale' })
  expect((await takeBack({ known: 1 })).error).toMatchObject({ code: 'previewStale' })
  expect(await vat()).toMatchObject({ balance: { netHalalas: 0, vatHalalas: 0, totalHalalas: 0 } })
  await bookedRefund(app.db, sale, { amountHalalas: 1150_00, at: new Date('2026-11-20T10:00:00Z') })
  const { notes, balanceHalalas } = await view('INV-000001')
  expect([notes.map(({ number }) => number), balanceHalalas]).toEqual([['DN-000001', 'CN-000001', 'CN-000002'], 0])
})

it('the documents of all three series are one chain', async () => {
  const rows = await app.db.selectFrom('invoices').selectAll().orderBy('counter').execute()
  expect(rows.map(({ number }) => number)).toEqual(['INV-000001', 'DN-000001', 'CN-000001', 'CN-000002'])
  let previousHash = GENESIS_HASH
  for (const row of rows) {
    const { order_id: orderId, quote_id: quoteId, issued_at: issuedAt } = row
    expect(row.hash).toBe(hashOf({ ...row, previousHash, orderId, quoteId, issuedAt }))
    previousHash = row.hash
  }
})
