/** From a quote to the seats that a company's employees use, and its bad days. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { enquiries } from '../../../tests/support/enquiries.ts'
import { learner, specialization } from '../../../tests/support/factories.ts'
import { institute } from '../../../tests/support/orders/invoices.ts'
import { bookable } from '../../../tests/support/orders/orders.ts'
import { type Member, signedInMember, tokenOf } from '../../../tests/support/signed-in.ts'
import type { Output } from '../../api/endpoint.ts'
import { orderEmails as arOrderEmails } from '../../locales/ar/emails/emails-orders.ts'
import { orderEmails } from '../../locales/en/emails/emails-orders.ts'
import type { companiesEndpoints } from '../companies/contract.ts'
import { overduePurchases } from '../desk/today-queries.server.ts'
import type { Lead } from '../leads/contract.ts'
import type { quotesEndpoints } from './contract.ts'

type Quote = Output<(typeof quotesEndpoints)['quote']>
type Quotation = Output<(typeof quotesEndpoints)['quotation']>
type Company = Output<(typeof companiesEndpoints)['company']>

let app: TestApp
let finance: Member
let company: Company
let place: { courseId: number; scheduleId: number }

beforeAll(async () => {
  app = await startTestApp()
  await institute(app.db)
  finance = await signedInMember(app, ['Finance'])
  company = (
    await finance.call<Company>('POST', 'admin/companies', {
      ...{
        name: { ar: 'شركة أفق', en: 'Ufuq' },
        vatNumber: '300000000000003',
        registerNumber: '1010123456',
        notes: '',
      },
      nationalAddress: {
        ...{ buildingNumber: '2322', street: { ar: 'طريق الملك فهد' }, district: { ar: 'العليا' } },
        ...{ city: { ar: 'الرياض' }, postalCode: '12211', additionalNumber: '', shortAddress: '' },
      },
      contact: { name: 'نورة السالم', email: 'noura@ufuq.example', phone: '', jobTitle: '', isPrimary: true },
    })
  ).data
})
afterAll(() => app.stop())
beforeEach(async () => {
  place = (await bookable(app.db, { priceHalalas: 115_000 }, { seats: 12 })) as typeof place
})

const call = <T = Quote>(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object, by = finance) =>
  by.call<T>(method, `admin/quotes${path}`, body)

async function draft(line: object = {}): Promise<Quote> {
  const { data } = await call('POST', '', { companyId: company.id, contactId: company.contacts[0]!.id })
  return (await call('POST', `/${data.id}/lines`, { ...place, seats: 10, ...line })).data
}

async function sent(line: object = {}): Promise<Quote> {
  const { id, totals } = await draft(line)
  const answer = await call('POST', `/${id}/send`, { totalHalalas: totals.totalHalalas })
  expect(answer.status).toBe(200)
  return answer.data
}

const tokenIn = ({ link }: Quote) => new URL(link!).searchParams.get('token')!

function accept(quote: Quote, fields: object = {}) {
  const { totalHalalas } = quote.totals
  const body = { token: tokenIn(quote), name: 'خالد العمري', role: 'مدير التدريب', hasAgreed: true, totalHalalas }
  return app.call<Quotation>('POST', `Quotations/${quote.number}/accept`, {
    body: { ...body, ...fields },
  })
}

const seen = async (quote: Quote) =>
  (await app.call<Quotation>('GET', `Quotations/${quote.number}?token=${tokenIn(quote)}`)).data

const pay = ({ id }: Quote, fields: object) =>
  call('POST', `/${id}/payments`, {
    ...{ kind: 'received', method: 'transfer', reference: 'FT-1', receivedOn: '2026-01-01', ...fields },
  })

async function bought(line: object = {}): Promise<Quote> {
  const quote = await sent(line)
  expect((await accept(quote)).status).toBe(200)
  const { data } = await pay(quote, { amountHalalas: quote.totals.totalHalalas })
  return data
}

let people = 0
const person = () => ({
  ...{ firstName: 'سارة', lastName: 'القحطاني', phone: `05${10_000_000 + ++people}`, hasAgreed: true },
  email: `employee${people}@ufuq.example`,
})
const redeem = (code: string, who: object = person()) =>
  app.call<{ reference: string; orderId: string }>('POST', `Seats/${code}/redeem`, { body: who })

const seatsLeft = async () =>
  app.db
    .selectFrom('schedules')
    .select(['held_seats', 'company_seats'])
    .where('id', '=', place.scheduleId)
    .executeTakeFirstOrThrow()

describe('a quote', () => {
  it('becomes an invoice with the company’s VAT number, ten codes and ten seats; an eleventh is refused', async () => {
    const quote = await sent()
    expect(quote.totals).toEqual({ netHalalas: 1_000_000, vatHalalas: 150_000, totalHalalas: 1_150_000 })
    const [mail] = await app.mails('noura@ufuq.example')
    expect(mail!.text).toContain(quote.number)
    expect(mail!.text).toContain(tokenIn(quote))

    const accepted = await accept(quote)
    expect(accepted.data).toMatchObject({
      ...{ state: 'accepted', isReleased: false, answer: { name: 'خالد العمري', role: 'مدير التدريب' } },
      money: { invoicedHalalas: 1_150_000, receivedHalalas: 0, dueHalalas: 1_150_000 },
    })
    const [document] = accepted.data.documents
    const invoice = await app.db
      .selectFrom('invoices')
      .selectAll()
      .where('number', '=', document!.number)
      .executeTakeFirstOrThrow()
    expect(invoice.document).toMatchObject({
      buyer: { company: { vatNumber: '300000000000003', registerNumber: '1010123456' } },
      order: { reference: quote.number, paidAt: null },
      lines: [{ seats: 10, totalHalalas: 1_150_000 }],
    })
    expect(await seatsLeft()).toEqual({ held_seats: 10, company_seats: 10 })

    const codes = accepted.data.seats.map(({ code }) => code)
    expect(new Set(codes).size).toBe(10)
    expect((await redeem(codes[0]!)).error.code).toBe('seatNotReleased')

    const paid = await pay(quote, { amountHalalas: 1_150_000 })
    expect(paid.data).toMatchObject({ money: { dueHalalas: 0 } })
    expect(paid.data.releasedAt).not.toBeNull()

    for (const code of codes) expect((await redeem(code)).status).toBe(201)
    expect((await redeem(codes[0]!)).error.code).toBe('seatUsed')
    expect((await redeem('2222-2222-2222')).error.code).toBe('seatUnknown')
    expect(await seatsLeft()).toEqual({ held_seats: 0, company_seats: 0 })
    const orders = await app.db.selectFrom('orders').selectAll().where('schedule_id', '=', place.scheduleId).execute()
    expect(orders.map(({ status, total_halalas }) => [status, total_halalas])).toEqual(Array(10).fill(['paid', 0]))
    const invoices = await app.db.selectFrom('invoices').select('id').where('kind', '=', 'invoice').execute()
    expect(invoices).toHaveLength(1)
  })

  it('is accepted once, not after its last day, and only by its link and its total', async () => {
    const quote = await sent({ seats: 1 })
    expect((await accept(quote, { token: 'x'.repeat(32) })).status).toBe(404)
    expect((await accept(quote, { totalHalalas: 1 })).error.code).toBe('previewStale')
    for (const hasAgreed of [false, undefined]) expect((await accept(quote, { hasAgreed })).status).toBe(400)
    const answers = await Promise.all([accept(quote), accept(quote), accept(quote)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await seatsLeft()).toEqual({ held_seats: 1, company_seats: 1 })

    const late = await sent({ seats: 1 })
    await app.db
      .updateTable('quotes')
      .set({ valid_until: new Date('2020-01-01') })
      .where('id', '=', late.id)
      .execute()
    expect((await accept(late)).error.code).toBe('quoteExpired')
    expect((await seen(late)).state).toBe('expired')
  })

  it('takes no seats that are not there: of two quotes for the last seats one is accepted', async () => {
    const quotes = [await sent({ seats: 8 }), await sent({ seats: 8 })]
    const answers = await Promise.all(quotes.map((quote) => accept(quote)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)!.error.code).toBe('quoteSeatsGone')
    expect(await seatsLeft()).toEqual({ held_seats: 8, company_seats: 8 })
  })

  it('is changed while it is a draft only, and is not sent with another total than was shown', async () => {
    const quote = await draft({ seats: 2, discountHalalas: 30_000 })
    expect(quote.totals.totalHalalas).toBe(200_000)
    const change = (changes: object) => call('PATCH', `/${quote.id}`, { version: quote.version, changes })
    const terms = await change({ paymentDays: { from: 30, to: 60 }, terms: { from: '', to: 'تشمل الضيافة.' } })
    expect(terms.data).toMatchObject({ paymentDays: 60, terms: 'تشمل الضيافة.' })
    expect(await call('POST', `/${quote.id}/send`, { totalHalalas: 1 })).toMatchObject({
      error: { code: 'previewStale' },
    })
    expect((await call('POST', `/${quote.id}/send`, { totalHalalas: 200_000 })).data.state).toBe('sent')
    expect(await change({ paymentDays: { from: 60, to: 10 } })).toMatchObject({ error: { code: 'quoteNotDraft' } })
    expect((await call('POST', `/${quote.id}/revise`)).data).toMatchObject({ state: 'draft', document: null })
    expect((await call('POST', `/${quote.id}/lines`, { ...place, seats: 2, discountHalalas: 999_999 })).status).toBe(
      400,
    )
  })

  it('is declined with a reason, and withdrawn by staff', async () => {
    const quote = await sent({ seats: 1 })
    const body = { token: tokenIn(quote), name: 'خالد', role: 'مدير', note: 'السعر مرتفع' }
    const declined = await app.call<Quotation>('POST', `Quotations/${quote.number}/decline`, { body })
    expect(declined.data.state).toBe('declined')
    expect((await accept(quote)).status).toBe(409)
    const other = await sent({ seats: 1 })
    expect((await call('POST', `/${other.id}/withdraw`, { reason: 'أُلغيت الدورة' })).data.state).toBe('withdrawn')
    expect((await accept(other)).error.code).toBe('quoteAnswered')
  })
})

describe('a purchase', () => {
  it('is paid in parts, never with more than is owed, and a reference is booked once', async () => {
    const quote = await sent({ seats: 2 })
    expect(await pay(quote, { amountHalalas: 1 })).toMatchObject({ error: { code: 'quoteNotAccepted' } })
    await accept(quote)
    expect((await pay(quote, { amountHalalas: 230_001 })).status).toBe(400)
    const part = await pay(quote, { amountHalalas: 100_000 })
    expect(part.data).toMatchObject({ releasedAt: null, money: { dueHalalas: 130_000 } })
    expect((await pay(quote, { amountHalalas: 100_000 })).status).toBe(400)
    const rest = await pay(quote, { amountHalalas: 130_000, reference: 'FT-2' })
    expect(rest.data.releasedAt).not.toBeNull()
  })

  it('gives unused seats back with a credit note whose parts add up to the line', async () => {
    const quote = await bought({ seats: 3, unitHalalas: 33_333 })
    const [line] = quote.lines
    const withdraw = (seats: number) =>
      call('POST', `/${quote.id}/lines/${line!.id}/withdraw`, { seats, reason: 'لم يعد لازمًا' })
    expect((await withdraw(4)).status).toBe(400)
    const first = await withdraw(1)
    expect(first.data.money).toMatchObject({ creditedHalalas: 33_333, dueHalalas: -33_333 })
    const all = await withdraw(2)
    expect(all.data.money).toMatchObject({ creditedHalalas: 99_999, dueHalalas: -99_999 })
    expect(await seatsLeft()).toEqual({ held_seats: 0, company_seats: 0 })
    expect((await redeem(all.data.seats[0]!.code)).error.code).toBe('seatGone')
    const back = await pay(quote, { kind: 'returned', amountHalalas: 99_999, reference: 'FT-9' })
    expect(back.data.money).toMatchObject({ dueHalalas: 0, returnedHalalas: 99_999 })
    const sums = await app.db
      .selectFrom('invoice_vat')
      .innerJoin('invoices', 'invoices.id', 'invoice_vat.invoice_id')
      .select(['invoice_vat.kind', 'net_halalas', 'total_halalas'])
      .where('quote_id', '=', quote.id)
      .execute()
    const sum = (kind: string, column: 'net_halalas' | 'total_halalas') =>
      sums.filter((row) => row.kind === kind).reduce((total, row) => total + Number(row[column]), 0)
    for (const column of ['net_halalas', 'total_halalas'] as const)
      expect(sum('credit-note', column)).toBe(sum('invoice', column))
  })

  it('keeps its seats after the day that its terms name', async () => {
    const quote = await bought({ seats: 1 })
    await app.db
      .updateTable('schedules')
      .set({ starts_at: new Date(Date.now() + 86_400_000), enrolment_closes_at: new Date(Date.now() + 80_000_000) })
      .where('id', '=', place.scheduleId)
      .execute()
    const refused = await call('POST', `/${quote.id}/lines/${quote.lines[0]!.id}/withdraw`, { seats: 1, reason: 'x' })
    expect(refused).toMatchObject({ error: { code: 'withdrawalOver' } })
  })

  it('has its seats named, all rows or none, and each person is invited once', async () => {
    const quote = await bought({ seats: 3 })
    const lineId = quote.lines[0]!.id
    const name = (names: string) =>
      app.call<Quotation>('POST', `Quotations/${quote.number}/names`, {
        body: { token: tokenIn(quote), lineId, names },
      })
    const refused = await name(
      'الاسم,البريد\nسارة,sara@ufuq.example\n=cmd,b@ufuq.example\nمنى,not-an-address\nليلى,SARA@ufuq.example',
    )
    expect(refused.status).toBe(400)
    expect(JSON.stringify(refused.error.fields)).toMatch(/3.*4.*5/)
    expect((await seen(quote)).seats.every(({ state }) => state === 'open')).toBe(true)
    expect((await name('a,a@u.example\nb,b@u.example\nc,c@u.example\nd,d@u.example')).status).toBe(400)
    expect((await name('سارة القحطاني\tsara@ufuq.example\nمنى\tmona@ufuq.example')).status).toBe(200)
    const invitations = await app.mails('sara@ufuq.example')
    expect(invitations).toHaveLength(1)
    // Who is named for a seat reads when and where it is.
    for (const fact of [arOrderEmails.facts.starts, arOrderEmails.facts.days, arOrderEmails.facts.place])
      expect(invitations[0]!.text).toContain(`${fact}: `)
    const [mine] = (await seen(quote)).seats.filter(({ person: who }) => who?.email === 'sara@ufuq.example')
    expect((await redeem(mine!.code)).error.code).toBe('seatOfOther')
    expect((await redeem(mine!.code, { ...person(), email: 'sara@ufuq.example' })).status).toBe(201)
    expect((await seen(quote)).seats.find(({ code }) => code === mine!.code)).toMatchObject({ state: 'used' })
    // The company has paid: its employee gets no price that a code took down.
    const [enrolled] = await app.mails('sara@ufuq.example')
    expect(enrolled!.text).toContain(orderEmails.facts.reference)
    for (const fact of [orderEmails.facts.price, orderEmails.facts.discount('')])
      expect(enrolled!.text).not.toContain(fact.trim())
  })

  it('tells who was invited that their seat was given back, and says so at its address', async () => {
    const quote = await bought({ seats: 2 })
    const lineId = quote.lines[0]!.id
    const body = { token: tokenIn(quote), lineId, names: 'عبير\tabeer@ufuq.example' }
    await app.call('POST', `Quotations/${quote.number}/names`, { body })
    const [mine] = (await seen(quote)).seats.filter(({ person: who }) => who !== null)
    const back = { seats: 2, reason: 'لم يعد لازمًا' }
    expect((await call('POST', `/${quote.id}/lines/${lineId}/withdraw`, back)).status).toBe(200)
    const mails = await app.mails('abeer@ufuq.example')
    expect(mails.map(({ subject }) => subject).sort()).toEqual(
      [expect.stringContaining('أُعيد مقعدك'), expect.stringContaining('مقعدك في')].sort(),
    )
    expect((await app.call('GET', `Seats/${mine!.code}`)).error.code).toBe('seatGone')
  })

  it('is used by somebody with an account, once for a run, and by nobody after the start', async () => {
    const quote = await bought({ seats: 3 })
    const member = await signedInMember(app)
    const codes = quote.seats.map(({ code }) => code)
    const used = await member.call<{ orderId: string }>('POST', `Seats/${codes[0]}/redeem`, {})
    expect(used.status).toBe(201)
    // Whoever opens the address again is told of their own enrolment, and others that the code is used.
    const opened = async (by: Pick<Member, 'call'>) =>
      (await by.call<{ state: string; myOrderId: string | null }>('GET', `Seats/${codes[0]}`)).data
    expect(await opened(member)).toMatchObject({ state: 'used', myOrderId: used.data.orderId })
    expect(await opened(finance)).toMatchObject({ state: 'used', myOrderId: null })
    expect((await member.call('POST', `Seats/${codes[1]}/redeem`, {})).error.code).toBe('alreadyEnrolled')
    expect(await seatsLeft()).toEqual({ held_seats: 2, company_seats: 2 })
    const race = await Promise.all([1, 2, 3, 4].map(() => redeem(codes[1]!)))
    expect(race.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
    await app.db
      .updateTable('schedules')
      .set({ starts_at: new Date(Date.now() - 1000), enrolment_closes_at: new Date(Date.now() - 2000) })
      .where('id', '=', place.scheduleId)
      .execute()
    expect((await redeem(codes[2]!)).error.code).toBe('enrolmentClosed')
  })
})

it('owes what its documents and payments add up to, also where that is kept for the list of what is overdue', async () => {
  const { rows } = await sql<{ due: number; kept: number }>`
    select b.due_halalas::float8 as kept,
      (select coalesce(sum(case kind when 'credit-note' then -1 else 1 end
        * (document #>> '{totals,totalHalalas}')::int), 0) from invoices where quote_id = q.id)::float8
      - (select coalesce(sum(case kind when 'returned' then -1 else 1 end * amount_halalas), 0)
        from company_payments where quote_id = q.id)::float8 as due
    from quotes q left join purchase_balances b on b.quote_id = q.id where q.state = 'accepted'`.execute(app.db)
  expect(new Set(rows.map(({ due }) => Math.sign(due)))).toContain(1)
  expect(rows.map(({ kept }) => kept)).toEqual(rows.map(({ due }) => due))
})

it('is overdue after the days that its terms give, and not when it is paid or not due yet', async () => {
  const [late, early, settled] = [await bought({ seats: 1 }), await bought({ seats: 1 }), await bought({ seats: 1 })]
  for (const { id } of [late, early]) await sql`delete from company_payments where quote_id = ${id}`.execute(app.db)
  const dayBefore = sql`now() - interval '1 day'`
  await sql`update purchase_balances set due_at = ${dayBefore} where quote_id in (${late.id}, ${settled.id})`.execute(
    app.db,
  )
  const overdue = await overduePurchases(app.db, new Date(), 1000)
  const found = overdue.filter(({ id }) => [late, early, settled].some((quote) => quote.id === Number(id)))
  expect(found).toMatchObject([{ reference: late.number, amountHalalas: late.money!.invoicedHalalas }])
})

it('is read and changed by those who handle money only, and by nobody without the token', async () => {
  const quote = await sent({ seats: 1 })
  const student = await signedInMember(app)
  const content = await signedInMember(app, ['Content'])
  for (const by of [student, content]) expect((await call('GET', `/${quote.id}`, undefined, by)).status).toBe(403)
  expect((await app.call('GET', `Quotations/${quote.number}?token=`)).status).toBe(404)
  const file = await app.call('GET', `Quotations/${quote.number}/files/quote?token=${tokenIn(quote)}`)
  expect(file.status).toBe(200)
  const other = await app.call('GET', `Quotations/${quote.number}/files/INV-000001?token=${tokenIn(quote)}`)
  expect(other.status).toBe(404)
})

it('a quote takes the phone of its contact, unless it is begun with another', async () => {
  const contact = { name: 'خالد', email: 'khalid@ufuq.example', phone: '0501234567', jobTitle: '', isPrimary: false }
  const { data } = await finance.call<Company>('POST', `admin/companies/${company.id}/contacts`, contact)
  const { id: contactId } = data.contacts.find(({ email }) => email === contact.email)!
  const phoneOf = async (typed: object) =>
    (await call('POST', '', { companyId: company.id, contactId, ...typed })).data.contact.phone
  expect([await phoneOf({}), await phoneOf({ phone: '0551234567' })]).toEqual(['0501234567', '0551234567'])
})

it('a quote that was written from an enquiry stands on its page and in its history, for who may see quotes', async () => {
  const { send, staffToken } = enquiries(() => app)
  const { data: enquiry } = await send(
    {
      ...{ email: 'noura@ufuq.example', phone: '+966112345678', institutionName: 'شركة أفق', managerName: 'نورة' },
      ...{ jobTitle: 'مديرة', traineeCount: '12', trainingLocation: 3, trainingPackage: '', otherAdditions: '' },
      specializationId: await specialization(app.db),
    },
    'Quotes',
  )
  const opened = async () => (await finance.call<Lead>('GET', `admin/leads/${enquiry.reference}`)).data
  expect((await opened()).quotes).toEqual([])
  const body = { companyId: company.id, contactId: company.contacts[0]!.id, enquiry: enquiry.reference }
  const { data: quote } = await call('POST', '', body)
  await call('POST', `/${quote.id}/lines`, { ...place, seats: 10 })
  const { totals } = (await call('GET', `/${quote.id}`)).data
  const { data: out } = await call('POST', `/${quote.id}/send`, { totalHalalas: totals.totalHalalas })
  await accept(out)
  const lead = await opened()
  const { id, number } = quote
  expect(lead.quotes).toEqual([{ id, number, state: 'accepted' }])
  const steps = lead.history.flatMap((event) => event.quote ?? [])
  expect(steps).toEqual(['written', 'sent', 'accepted'].map((step) => ({ id, number, step })))
  expect(lead.history.at(-3)!.by).toMatchObject({ id: expect.any(Number) })
  const teacher = await learner(app.db, { roles: ['Teacher'] })
  const path = `admin/leads/${enquiry.reference}`
  await app.call('PATCH', path, { body: { assignee: teacher.id }, token: await staffToken() })
  const { data: seenByTeacher } = await app.call<Lead>('GET', path, { token: await tokenOf(app, teacher) })
  expect(seenByTeacher.quotes).toEqual([])
  expect(seenByTeacher.history.some((event) => event.quote)).toBe(false)
})
