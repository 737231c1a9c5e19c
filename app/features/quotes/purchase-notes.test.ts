/** An amount that is added to a company's invoice: it is owed, counted by the treatment of its line, and taken back once. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { bookable } from '../../../tests/support/orders/orders.ts'
import { type CompanyDesk, companyDesk, type Quote, type Run } from '../../../tests/support/orders/purchases.ts'
import { signedInMember } from '../../../tests/support/signed-in.ts'
import type { Output } from '../../api/endpoint.ts'
import { formatDay } from '../../locales/format.ts'
import { dayOf, instantOf, plusDays } from '../../platform/days.ts'
import type { companiesEndpoints } from '../companies/contract.ts'
import type { invoiceDeskEndpoints } from '../invoices/desk-contract.ts'
import type { DeskInvoice } from '../invoices/notes-contract.ts'

type Account = Output<(typeof companiesEndpoints)['companyAccount']>
type VatReturn = Output<(typeof invoiceDeskEndpoints)['vatReturn']>

let app: TestApp
let desk: CompanyDesk
let quote: Quote
/** The second line, which is exempt. */
let exempt: Quote['lines'][number]
beforeAll(async () => {
  app = await startTestApp()
  desk = await companyDesk(app)
  const taxed = (await bookable(app.db, { priceHalalas: 115_000 }, { seats: 12 })) as Run
  const free = (await bookable(app.db, { priceHalalas: 50_000, vatTreatment: 'exempt' }, { seats: 12 })) as Run
  quote = await desk.owing({ ...taxed, seats: 2 }, { ...free, seats: 3 })
  exempt = quote.lines[1]!
})
afterAll(() => app.stop())

const view = async (number: string, query = '') =>
  (await desk.finance.call<DeskInvoice>('GET', `admin/invoices/${number}${query}`)).data
const debit = (facts: object = {}, line = exempt.id, who = desk.finance) =>
  who.call<{ number: string }>('POST', `admin/quotes/${quote.id}/lines/${line}/debit-notes`, {
    ...{ amountHalalas: 300_07, reason: 'كتب المتدربين', known: 0, ...facts },
  })
const takeBack = (known = 0, id = quote.id) =>
  desk.finance.call<{ number: string }>('POST', `admin/quotes/${id}/debit-notes/DN-000001/take-back`, {
    ...{ reason: 'خطأ', known },
  })
const money = async () => (await desk.atDesk(quote)).money!
const balance = async () =>
  (
    await app.db
      .selectFrom('purchase_balances')
      .select('due_halalas')
      .where('quote_id', '=', quote.id)
      .executeTakeFirstOrThrow()
  ).due_halalas
const vat = async () => {
  const today = dayOf(app.services.now())
  return (await desk.finance.call<VatReturn>('GET', `admin/vat?from=${today}&to=${today}`)).data
}
const mails = async () => (await app.mails(desk.contact)).map(({ subject, text }) => ({ subject, text }))

it('an invoice shows its lines, and what an amount added to one of them comes to', async () => {
  const { lines, preview } = await view('INV-000001', `?amountHalalas=10003&lineId=${quote.lines[0]!.id}`)
  expect(
    lines.map(({ lineId, treatment, ratePercent, totalHalalas }) => [lineId, treatment, ratePercent, totalHalalas]),
  ).toEqual([
    [quote.lines[0]!.id, 'standard', 15, 230_000],
    [exempt.id, 'exempt', 0, 150_000],
  ])
  expect(preview).toEqual({ netHalalas: 86_98, vatHalalas: 13_05, totalHalalas: 100_03 })
  expect((await view('INV-000001', `?amountHalalas=10003&lineId=${exempt.id}`)).preview).toMatchObject({
    vatHalalas: 0,
  })
  // Without a line nobody knows its treatment.
  expect((await view('INV-000001', '?amountHalalas=10003')).preview).toBeNull()
})

it('a debit note is refused without a reason, of another line, by others, and when other notes were shown', async () => {
  expect((await debit({ reason: ' ' })).error?.fields).toHaveProperty('reason')
  expect((await debit({ amountHalalas: 0 })).error?.fields).toHaveProperty('amountHalalas')
  expect((await debit({}, 999_999)).status).toBe(404)
  expect((await debit({ suppliedOn: '2020-01-01' })).error?.fields).toHaveProperty('suppliedOn')
  expect((await debit({ known: 1 })).error).toMatchObject({ code: 'previewStale' })
  expect((await debit({}, exempt.id, await signedInMember(app, ['Content']))).status).toBe(403)
  const draft = await desk.sent({ ...(await bookable(app.db)), seats: 1 } as never)
  const path = `admin/quotes/${draft.id}/lines/${draft.lines[0]!.id}/debit-notes`
  const early = await desk.finance.call('POST', path, { amountHalalas: 100, reason: 'x', known: 0 })
  expect(early.error).toMatchObject({ code: 'quoteNotAccepted' })
  expect(await money()).toMatchObject({ debitedHalalas: 0, dueHalalas: 380_000 })
})

it('it is owed, mailed to the contact, shown by their link, and counts by the treatment of its line', async () => {
  expect(await debit()).toMatchObject({ status: 200, data: { number: 'DN-000001' } })
  // The second press of the same button.
  expect((await debit()).error).toMatchObject({ code: 'previewStale' })
  expect(await money()).toMatchObject({ debitedHalalas: 300_07, dueHalalas: 380_000 + 300_07 })
  expect(await balance()).toBe(380_000 + 300_07)
  const seen = await desk.seen(quote)
  expect(seen.documents.map(({ kind, totalHalalas }) => [kind, totalHalalas])).toEqual([
    ['invoice', 380_000],
    ['debit-note', 300_07],
  ])
  expect(seen.money).toMatchObject({ debitedHalalas: 300_07 })
  const mail = (await mails()).find(({ subject }) => subject?.includes('DN-000001'))
  expect(mail?.text).toContain('كتب المتدربين')
  const sums = { documents: 1, netHalalas: 300_07, vatHalalas: 0, totalHalalas: 300_07 }
  const { rows, total } = await vat()
  expect(rows.find(({ treatment }) => treatment === 'exempt')).toMatchObject({ debitNotes: sums })
  expect(total.debitNotes).toEqual(sums)
  const { document } = await app.db
    .selectFrom('invoices')
    .select('document')
    .where('number', '=', 'DN-000001')
    .executeTakeFirstOrThrow()
  expect(document).toMatchObject({
    original: { number: 'INV-000001' },
    buyer: { company: { vatNumber: desk.company.vatNumber } },
  })
  expect(document.lines).toHaveLength(1)
  expect(document.lines[0]).not.toHaveProperty('seats')
  const { data: courses } = await desk.finance.call<{ total: object }>(
    'GET',
    `admin/reports/sales?by=source&from=${dayOf(app.services.now())}&to=${dayOf(app.services.now())}`,
  )
  expect(courses.total).toMatchObject({ totalHalalas: 380_000 + 300_07 })
  const audit = app.db.selectFrom('audit_log').select('after').where('action', '=', 'invoice.debit')
  // Nobody said on which day: it is today's.
  const suppliedOn = dayOf(app.services.now())
  expect(await audit.execute()).toMatchObject([{ after: { note: 'DN-000001', amountHalalas: 300_07, suppliedOn } }])
})

it('is taken back once, whole, and leaves what can be credited of its line as it was', async () => {
  expect((await takeBack(0, 999_999)).status).toBe(404)
  expect((await takeBack(1)).error).toMatchObject({ code: 'previewStale' })
  expect(await takeBack()).toMatchObject({ status: 200, data: { number: 'CN-000001' } })
  expect((await takeBack()).error).toMatchObject({ code: 'previewStale' })
  expect(await money()).toMatchObject({ debitedHalalas: 300_07, creditedHalalas: 300_07, dueHalalas: 380_000 })
  expect(await balance()).toBe(380_000)
  expect((await vat()).total.balance).toMatchObject({ totalHalalas: 380_000 })
  expect((await mails()).some(({ subject }) => subject?.includes('CN-000001'))).toBe(true)
  const back = await desk.call('POST', `/${quote.id}/lines/${exempt.id}/withdraw`, { seats: 3, reason: 'تعذر' })
  expect(back.data.money).toMatchObject({ dueHalalas: 230_000 })
})

it('the database refuses a second note that takes it back', async () => {
  const again = sql`insert into invoices select (jsonb_populate_record(null::invoices, to_jsonb(i) || jsonb_build_object(
    'id', gen_random_uuid(), 'number', 'CN-900000', 'counter', 900000, 'previous_hash', repeat('a', 64), 'hash', repeat('b', 64)))).* from invoices i where number = 'CN-000001'`
  const refused = app.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await again.execute(tx)
  })
  await expect(refused).rejects.toThrow('invoices_purchase_debits_taken_back_once')
})

it('a company that has paid its invoice owes the amount alone by a day of its own, and its seats stay usable', async () => {
  const setDue = sql`update purchase_balances set due_at = now() - interval '40 days' where quote_id = ${quote.id}`
  await setDue.execute(app.db)
  await desk.record(quote, { amountHalalas: 230_000 })
  const line = quote.lines[0]!.id
  const { notes } = await view('INV-000001')
  const added = await debit({ amountHalalas: 50_00, known: notes.length }, line)
  expect(added.data).toEqual({ number: 'DN-000002' })
  const after = await desk.atDesk(quote)
  const dueOn = plusDays(dayOf(app.services.now()), quote.paymentDays)
  expect(after.money).toMatchObject({ dueHalalas: 50_00, dueOn })
  expect((await desk.seen(quote)).money).toMatchObject({ dueOn })
  const { data } = await desk.finance.call<Account>('GET', `admin/companies/${desk.company.id}/account`)
  expect(data.sums).toMatchObject({ dueHalalas: 50_00, overdueHalalas: 0 })
  const mail = (await mails()).find(({ subject }) => subject?.includes('DN-000002'))
  expect(mail?.text).toContain(formatDay(instantOf(dueOn).toISOString(), 'ar'))
  // While something is left to pay, another note changes its day no more.
  await setDue.execute(app.db)
  await debit({ amountHalalas: 1_00, known: notes.length + 1 }, line)
  expect((await desk.atDesk(quote)).money!.dueOn).toBe(plusDays(dayOf(app.services.now()), -40))
  expect(after.releasedAt).not.toBeNull()
  expect((await desk.record(quote, { amountHalalas: 51_00, reference: 'FT-2' })).data.money).toMatchObject({
    dueHalalas: 0,
  })
})
