/** What staff mend of a quote and of the purchase that follows. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { refusal } from '../../../tests/support/orders/orders.ts'
import { type CompanyDesk, companyDesk, redeem, someRun } from '../../../tests/support/orders/purchases.ts'
import { HOUR_MS } from '../../platform/durations.ts'

let app: TestApp
let desk: CompanyDesk
let staff: ReturnType<typeof apiAs>
beforeAll(async () => {
  app = await startTestApp()
  desk = await companyDesk(app)
  staff = apiAs(app, desk.finance.user, { lang: 'ar' })
})
afterAll(() => app.stop())

const audited = async (action: string) => {
  const { rows } = await sql<{ detail: object }>`select detail from audit_log where action = ${action}
    order by id desc limit 1`.execute(app.db)
  return rows[0]?.detail
}
const subjectsTo = async (email: string) => (await app.mails(email)).map(({ subject }) => subject)

it('a quote goes to another contact until it is accepted, and the former link ends', async () => {
  const quote = await desk.sent({ ...(await someRun(app)), seats: 1 })
  const change = (person: object) => staff.quotes.changeQuoteContact({ id: quote.id, ...person } as never)
  const renamed = await change({ name: 'هند السالم', email: quote.contact.email })
  expect([renamed.contact.name, renamed.document!.contact.name, renamed.link]).toEqual([
    ...['هند السالم', 'هند السالم', quote.link],
  ])
  const moved = await change({ name: 'هند السالم', email: 'hind@other.example' })
  expect(moved.document!.contact).toEqual({ name: 'هند السالم', email: 'hind@other.example' })
  expect((await desk.byLink(quote, 'GET')).status).toBe(404)
  expect((await desk.byLink(moved, 'GET')).status).toBe(200)
  const [mail, ...others] = await app.mails('hind@other.example')
  expect([others.length, mail!.text.includes(quote.number)]).toEqual([0, true])
  expect((await desk.accept(moved)).status).toBe(200)
  expect(await refusal(change({ name: 'x', email: 'x@other.example' }))).toBe('quoteAnswered')
})

it('the phone of a contact stays until it is changed or taken off, and is not part of what was sent', async () => {
  const { id, contact, document } = await desk.sent({ ...(await someRun(app)), seats: 1 })
  const change = async (phone?: string) => {
    const facts = { id, name: contact.name, email: contact.email, ...(phone === undefined ? {} : { phone }) }
    const quote = await staff.quotes.changeQuoteContact(facts as never)
    expect(quote.document!.contact).toEqual(document!.contact)
    return quote.contact.phone
  }
  expect(contact.phone).toBeNull()
  expect(await change('٠٥٠ 123 4567')).toBe('050 123 4567')
  expect(await change()).toBe('050 123 4567')
  expect(await refusal(change('none'))).toBe('validation')
  expect(await change('')).toBeNull()
})

it('money that was booked by mistake is taken back: it is owed again, and the seats that it opened are closed', async () => {
  const quote = await desk.owing()
  const { data: paid } = await desk.record(quote, { amountHalalas: quote.totals.totalHalalas })
  expect([paid.money!.dueHalalas, paid.releasedAt === null]).toEqual([0, false])
  const [payment] = paid.payments
  expect(payment!.canUndo).toBe(true)
  const undo = (id = quote.id) =>
    staff.quotes.undoCompanyPayment({ id, paymentId: payment!.id, reason: 'لشركة أخرى' } as never)
  expect(await refusal(undo((await desk.owing()).id))).toBe('notFound')
  const undone = await undo()
  expect([undone.money!.dueHalalas, undone.payments, undone.releasedAt]).toEqual([
    ...[quote.totals.totalHalalas, [], null],
  ])
  expect((await redeem(app, undone.seats[0]!.code)).error.code).toBe('seatNotReleased')
  expect(await audited('quote.undo-payment')).toEqual({ reason: 'لشركة أخرى', closesSeats: true })
  expect(await refusal(undo())).toBe('notFound')
  // The same reference can be booked as it was.
  const again = await desk.record(quote, { amountHalalas: quote.totals.totalHalalas })
  expect([again.status, again.data.releasedAt === null]).toEqual([201, false])
})

it('money stays that went back since, or whose month is closed', async () => {
  const quote = await desk.owing()
  const { data: paid } = await desk.record(quote, { amountHalalas: quote.totals.totalHalalas })
  const undo = (paymentId: number) =>
    staff.quotes.undoCompanyPayment({ id: quote.id, paymentId, reason: 'خطأ' } as never)
  await sql`insert into company_payments (quote_id, kind, method, amount_halalas, reference, received_on, at)
    values (${quote.id}, 'returned', 'transfer', 100, 'BACK', current_date, now())`.execute(app.db)
  expect(await refusal(undo(paid.payments[0]!.id))).toBe('paymentStays')
  const back = (await desk.atDesk(quote)).payments.find(({ kind }) => kind === 'returned')!
  expect((await undo(back.id)).payments).toHaveLength(1)
  await sql`update company_payments set at = '2020-01-15' where quote_id = ${quote.id}`.execute(app.db)
  await sql`insert into month_closings (month, ends_at, closed_at, closed_by, note, figures)
    values ('2020-01-01', '2020-02-01T00:00:00+03', now(), ${desk.finance.user.id}, '', '{}')`.execute(app.db)
  expect((await desk.atDesk(quote)).payments.map(({ canUndo }) => canUndo)).toEqual([false])
  expect(await refusal(undo(paid.payments[0]!.id))).toBe('paymentStays')
})

it('a bank movement that booked the money is open again', async () => {
  const quote = await desk.owing()
  const text = `Date,Description,Amount,Reference\n2026-11-20,"${quote.number}",2300.00,FT-900\n`
  const { id } = await staff.bankStatements.importStatement({ file: new File([text], 'statement.csv') })
  const lines = async (state: 'open' | 'used') =>
    (await staff.bankStatements.bankLines({ statementId: id, state, limit: 5 })).items
  const [line] = await lines('open')
  await staff.bankStatements.payPurchases({
    lineIds: [line!.id],
    parts: [{ quoteId: quote.id, amountHalalas: 230_000 }],
  })
  const [payment] = (await desk.atDesk(quote)).payments
  await staff.quotes.undoCompanyPayment({ id: quote.id, paymentId: payment!.id, reason: 'لشركة أخرى' } as never)
  expect([(await lines('open')).map(({ usedHalalas }) => usedHalalas), await lines('used')]).toEqual([[0], []])
})

it('a named seat is for another person, or for nobody, with a code that the former person does not know', async () => {
  const quote = await desk.owing()
  await desk.record(quote, { amountHalalas: quote.totals.totalHalalas })
  const lineId = quote.lines[0]!.id
  const names = 'سارة, sara@seats.example\nليلى, laila@seats.example'
  const named = await staff.quotes.nameQuoteSeats({ id: quote.id, lineId, names })
  const seatOf = (of: typeof named, email: string) => of.seats.find(({ person }) => person?.email === email)
  const { id: seatId, code } = seatOf(named, 'sara@seats.example')!
  const rename = (name: string, email: string) =>
    staff.quotes.renameSeat({ id: quote.id, seatId, name, email } as never)
  expect(seatOf(await rename('سارة علي', 'sara@seats.example'), 'sara@seats.example')).toMatchObject({ code })
  expect(await refusal(rename('ليلى', 'laila@seats.example'))).toBe('validation')
  const other = seatOf(await rename('منى', 'muna@seats.example'), 'muna@seats.example')!
  expect([other.id, other.code === code]).toEqual([seatId, false])
  expect((await redeem(app, code)).error.code).toBe('seatUnknown')
  expect((await app.mails('muna@seats.example'))[0]!.text).toContain(other.code)
  const open = await staff.quotes.takeNameOff({ id: quote.id, seatId })
  const seat = open.seats.find(({ id }) => id === seatId)!
  expect([seat.state, seat.person, seat.code === other.code]).toEqual(['open', null, false])
  // The same person can be named again, and is told again.
  await staff.quotes.nameQuoteSeats({ id: quote.id, lineId, names: 'منى, muna@seats.example' })
  expect(await subjectsTo('muna@seats.example')).toHaveLength(2)
  const laila = seatOf(named, 'laila@seats.example')!
  expect((await redeem(app, laila.code, person('laila@seats.example'))).status).toBe(201)
  expect(await refusal(staff.quotes.takeNameOff({ id: quote.id, seatId: laila.id }))).toBe('seatUsed')
})

const person = (email: string) => ({
  ...{ firstName: 'ليلى', lastName: 'القحطاني', phone: '0509876543', hasAgreed: true, email },
})

it('the mails about a purchase are seen, and sent again', async () => {
  const quote = await desk.owing()
  const { mails } = await staff.quotes.quoteMails({ id: quote.id })
  expect(mails.length).toBe(2)
  const send = () => staff.quotes.sendQuoteMailAgain({ id: quote.id, mailId: mails[1]!.id } as never)
  expect(await refusal(send())).toBe('mailSentRecently')
  app.advance(HOUR_MS)
  expect((await send()).mails.map(({ subject }) => subject)).toEqual([
    ...[mails[1]!.subject, mails[0]!.subject, mails[1]!.subject],
  ])
})
