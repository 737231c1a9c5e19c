import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newPerson, PASSWORD } from '../../../tests/support/accounts/accounts.ts'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { coupon, course, learner, order } from '../../../tests/support/factories.ts'
import { doneRefund, institute } from '../../../tests/support/orders/invoices.ts'
import { orderApi } from '../../../tests/support/orders/order-api.ts'
import { bookable, CARDS, eventually, payWith } from '../../../tests/support/orders/orders.ts'
import { type OpenDatabase, openDatabase } from '../../platform/database/database.server.ts'
import { COMMAND_LIMITS } from '../../platform/database/limits.ts'
import type { Log } from '../../platform/log.server.ts'
import { GENESIS_HASH, hashOf } from './invoice-hash.server.ts'
import { invoiceHtml } from './invoice-html.server.tsx'
import { issueCreditNote, issueInvoice, issueMissing, warnOfMissingSeller } from './invoicing.server.ts'
import { creditNotesOf, invoiceOfOrder } from './queries.server.ts'

const CONCURRENCY = 50

let app: TestApp
let crowd: OpenDatabase
beforeAll(async () => {
  app = await startTestApp()
  crowd = openDatabase(app.services.settings.databaseUrl!, 30, () => undefined, {
    limits: { ...COMMAND_LIMITS, connectTimeoutMs: 60_000 },
  })
})
afterAll(async () => {
  await crowd.close()
  await app.stop()
})
beforeEach(() => institute(app.db))

const allInvoices = () => app.db.selectFrom('invoices').selectAll().orderBy('counter').execute()
const invoiceOf = (id: string) => invoiceOfOrder(app.db, id)
const creditNotesOfOrder = async (id: string) => creditNotesOf(app.db, (await invoiceOf(id))!.id)
const issue = (id: string) => app.db.transaction().execute((tx) => issueInvoice(tx, id, app.services.now()))

async function paidOrder(totalHalalas = 1150_00, createdAt = new Date()) {
  const { id: courseId } = await course(app.db, { delivery: 2 })
  const user = await learner(app.db)
  const { id, reference } = await order(app.db, { courseId, userId: user.id, totalHalalas, createdAt })
  return { id, reference, user }
}

/** Checks counters, numbers of both series and the hash chain of all documents. */
async function expectValidSeries() {
  const rows = await allInvoices()
  expect(rows.map(({ counter }) => counter)).toEqual(rows.map((_, index) => index + 1))
  for (const [kind, series] of [
    ['invoice', 'INV'],
    ['credit-note', 'CN'],
  ])
    expect(rows.filter((row) => row.kind === kind).map(({ number }) => number)).toEqual(
      rows.filter((row) => row.kind === kind).map((_, index) => `${series}-${String(index + 1).padStart(6, '0')}`),
    )
  let previousHash = GENESIS_HASH
  for (const row of rows) {
    expect(row.previous_hash).toBe(previousHash)
    expect(row.hash).toBe(
      hashOf({ ...row, previousHash, orderId: row.order_id, quoteId: row.quote_id, issuedAt: row.issued_at }),
    )
    previousHash = row.hash
  }
  return rows
}

describe('an invoice', () => {
  it('is issued once with the payment, and contains seller, buyer and course', async () => {
    const own = await learner(app.db, { firstName: 'سارة', lastName: 'القحطاني' })
    const { courseId, scheduleId } = await bookable(app.db, { priceHalalas: 1150_00 })
    const { code } = await coupon(app.db, { percent: 10 })
    const api = orderApi(apiAs(app, own))
    const { id, reference, paymentUrl } = await api.place({ courseId, scheduleId, couponCode: code })
    expect(await invoiceOf(id)).toBe(undefined)
    await payWith(paymentUrl, CARDS.twice)
    const invoice = await eventually(
      async () => {
        await api.order({ id })
        return invoiceOf(id)
      },
      (found) => expect(found).toBeDefined(),
    )
    expect(invoice!.document).toMatchObject({
      seller: { vatNumber: '310098765000003', commercialRegistration: '1010987650' },
      buyer: { name: 'سارة القحطاني' },
      order: { reference },
      lines: [{ couponCode: code, vatTreatment: 'standard', vatRatePercent: 15 }],
      totals: { priceHalalas: 1150_00, discountHalalas: 115_00, netHalalas: 900_00, vatHalalas: 135_00 },
    })
    const qr = Buffer.from(invoice!.document.qr!, 'base64').toString()
    expect(qr).toContain('شركة معهد للتدريب المحدودة')
    expect(qr).toContain('1035.00')
    expect(qr).toContain(invoice!.issuedAt.toISOString().slice(0, 19))
  })

  it('is a plain invoice without VAT and QR code when the institute is not registered', async () => {
    await institute(app.db, { vatRegistered: false, vatNumber: undefined, vatRatePercent: undefined })
    await warnOfMissingSeller({ db: app.db, log: app.services.log })
    const { courseId, scheduleId } = await bookable(app.db, { priceHalalas: 1150_00 })
    const sara = await learner(app.db)
    const api = orderApi(apiAs(app, sara))
    expect(await api.summary({ courseId, scheduleId })).toMatchObject({
      ...{ totalHalalas: 1150_00, netHalalas: 1150_00, vatHalalas: 0, vatRatePercent: 0, vatTreatment: 'none' },
    })
    const { id, paymentUrl } = await api.place({ courseId, scheduleId })
    await payWith(paymentUrl, CARDS.good)
    expect(await api.order({ id })).toMatchObject({ status: 'paid', vatTreatment: 'none', vatHalalas: 0 })
    const invoice = await api.invoice({ id })
    expect(invoice).toMatchObject({
      ...{ seller: { vatNumber: null }, qr: null, totals: { netHalalas: 1150_00, vatHalalas: 0 } },
      lines: [{ vatTreatment: 'none', vatReason: null, vatReasonCode: null }],
    })
    const html = invoiceHtml(invoice)
    expect(html).toContain('<span>فاتورة</span>')
    for (const words of ['ضريب', 'VAT', 'Tax', 'role="img"']) expect(html).not.toContain(words)
    const staff = orderApi(apiAs(app, await learner(app.db, { roles: ['Admin'] })))
    await staff.refund({ id, reason: 'x', amountHalalas: 150_00 })
    const [note] = await creditNotesOfOrder(id)
    expect(note!.document).toMatchObject({ qr: null, totals: { totalHalalas: 150_00, vatHalalas: 0 } })
    const mails = (await app.mails(sara.email)).filter(({ text }) => text.includes(invoice.order.reference))
    for (const { text } of mails) expect(text).not.toMatch(/VAT|ضريب/)
    await expectValidSeries()
  })

  it('is issued for a free course, too', async () => {
    const { courseId, scheduleId } = await bookable(app.db, { priceHalalas: 0 })
    const { id } = await apiAs(app, await learner(app.db)).checkout.place({ courseId, scheduleId })
    expect((await invoiceOf(id))!.document.totals).toMatchObject({ netHalalas: 0, vatHalalas: 0, totalHalalas: 0 })
  })

  it('is issued later when the institute’s settings are complete, in the order of the payments', async () => {
    await institute(app.db, { vatNumber: '' })
    const orders = []
    for (let n = 0; n < 3; n++) orders.push(await paidOrder(1150_00, new Date(Date.UTC(2026, 0, 3 - n))))
    await issueMissing(app.services)
    expect(await invoiceOf(orders[0]!.id)).toBe(undefined)
    await institute(app.db)
    await Promise.all([issueMissing(app.services), issueMissing(app.services)])
    const counters = await Promise.all(orders.map(async ({ id }) => (await invoiceOf(id))!.counter))
    expect(counters).toEqual([...counters].sort((a, b) => b - a))
    await expectValidSeries()
  })

  it('is reported as blocked at the start when the institute’s settings are incomplete', async () => {
    const logged: object[] = []
    const log = { error: (facts: object) => logged.push(facts) } as unknown as Log
    await warnOfMissingSeller({ db: app.db, log })
    expect(logged).toEqual([])
    await institute(app.db, { vatNumber: '123' })
    await warnOfMissingSeller({ db: app.db, log })
    expect(logged).toEqual([{ alert: 'invoicesWait' }])
  })

  it('cannot be changed or deleted, even with SQL', async () => {
    const { id } = await paidOrder()
    await issue(id)
    const { id: invoiceId } = (await invoiceOf(id))!
    const where = sql`where id = ${invoiceId}::uuid`
    for (const statement of [
      sql`update invoices set issued_at = now() ${where}`,
      sql`update invoices set document = '{}' ${where}`,
      sql`delete from invoices ${where}`,
      sql`truncate invoices cascade`,
    ])
      await expect(statement.execute(app.db)).rejects.toThrow('rows of invoices are never changed')
    await expect(issue(id)).rejects.toThrow('invoices_of_part_once')
  })

  it('stays unchanged when the buyer’s account is deleted', async () => {
    const person = await newPerson(app)
    const { id: userId } = await app.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', person.email)
      .executeTakeFirstOrThrow()
    const { id } = await order(app.db, { courseId: (await course(app.db, { delivery: 2 })).id, userId })
    await issue(id)
    const before = await invoiceOf(id)
    expect(before!.document.buyer!.name).not.toBe('')
    expect((await person.browser.call('DELETE', 'Profile', { body: { password: PASSWORD } })).status).toBe(200)
    expect(await invoiceOf(id)).toEqual(before)
    await expectValidSeries()
  })
})

describe(`${CONCURRENCY} concurrent invoices`, () => {
  it('get consecutive numbers, although every third transaction is rolled back', async () => {
    const before = (await allInvoices()).length
    const orders = []
    for (let n = 0; n < CONCURRENCY; n++) orders.push(await paidOrder())
    const outcomes = await Promise.all(
      orders.map(({ id }, n) =>
        crowd.db
          .transaction()
          .execute(async (tx) => {
            await issueInvoice(tx, id, app.services.now())
            if (n % 3 === 0) throw new Error('rolled back')
          })
          .then(
            () => 'issued',
            (error: Error) => error.message,
          ),
      ),
    )
    const issued = outcomes.filter((outcome) => outcome === 'issued').length
    expect(outcomes.filter((outcome) => outcome === 'rolled back')).toHaveLength(CONCURRENCY - issued)
    const rows = await expectValidSeries()
    expect(rows).toHaveLength(before + issued)
  })
})

describe('a credit note', () => {
  const credit = (refundId: string) =>
    app.db.transaction().execute((tx) => issueCreditNote(tx, refundId, app.services.now()))

  it('contains its invoice and reason, and all credit notes add up to the invoice', async () => {
    const { id, user } = await paidOrder(999_99)
    await issue(id)
    const invoice = (await invoiceOf(id))!
    for (const amountHalalas of [333_33, 1, 666_65])
      await credit(
        await doneRefund(app.db, { orderId: id, userId: user.id, amountHalalas, reason: 'انتقل إلى مدينة أخرى' }),
      )
    const notes = await creditNotesOfOrder(id)
    expect(notes).toHaveLength(3)
    for (const { document } of notes)
      expect(document).toMatchObject({
        original: { number: invoice.number, issuedAt: invoice.issuedAt.toISOString() },
        reason: 'انتقل إلى مدينة أخرى',
      })
    const sum = (part: 'netHalalas' | 'vatHalalas' | 'totalHalalas') =>
      notes.reduce((all, { document }) => all + document.totals[part], 0)
    for (const part of ['netHalalas', 'vatHalalas', 'totalHalalas'] as const)
      expect(sum(part)).toBe(invoice.document.totals[part])
    await expectValidSeries()
  })

  it('is issued once for a refund, and never for a payment that bought no seat', async () => {
    const { id, user } = await paidOrder()
    await issue(id)
    const refundId = await doneRefund(app.db, { orderId: id, userId: user.id, amountHalalas: 100_00 })
    await credit(refundId)
    await credit(refundId)
    await issueMissing(app.services)
    expect(await creditNotesOfOrder(id)).toHaveLength(1)
    const duplicateRefund = { orderId: id, userId: user.id, amountHalalas: 100_00, boughtNothing: true } as const
    await credit(await doneRefund(app.db, duplicateRefund))
    await issueMissing(app.services)
    expect(await creditNotesOfOrder(id)).toHaveLength(1)
  })

  it('is issued after an invoice that was issued later', async () => {
    const { id, user } = await paidOrder()
    await doneRefund(app.db, { orderId: id, userId: user.id, amountHalalas: 1150_00 })
    await issueMissing(app.services)
    const [note] = await creditNotesOfOrder(id)
    expect(note!.document.totals).toEqual({ ...(await invoiceOf(id))!.document.totals })
  })
})
