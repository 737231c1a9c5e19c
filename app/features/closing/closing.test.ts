/** Closing a month: its totals stay as signed off, and nothing is dated into it any more. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { course, order } from '../../../tests/support/factories.ts'
import { bookedPayment, bookedRefund, bookedSale } from '../../../tests/support/orders/books.ts'
import { institute } from '../../../tests/support/orders/invoices.ts'
import { pdfFacts } from '../../../tests/support/pdf-text.ts'
import { type Member, signedInMember, tokenOf } from '../../../tests/support/signed-in.ts'
import type { Output } from '../../api/endpoint.ts'
import { issueInvoice } from '../invoices/invoicing.server.ts'
import { claimPaid } from '../orders/transition-queries.server.ts'
import type { closingEndpoints, MonthView } from './contract.ts'
import { isToAccept } from './figures.ts'

type List = Output<(typeof closingEndpoints)['closings']>

/** In Riyadh: September began at 21:00 on 31 August UTC. */
const AT = {
  firstOfSeptember: new Date('2026-08-31T21:00:00.000Z'),
  lastOfSeptember: new Date('2026-09-30T20:59:59.999Z'),
  firstOfOctober: new Date('2026-09-30T21:00:00.000Z'),
  october: new Date('2026-10-10T09:00:00.000Z'),
}

let app: TestApp
let finance: Member
let courseId: number

beforeAll(async () => {
  app = await startTestApp({ now: new Date('2026-11-20T09:00:00Z') })
  await institute(app.db)
  finance = await signedInMember(app, ['Finance'])
  courseId = (await course(app.db, { delivery: 2 })).id
  await app.db
    .updateTable('courses')
    .set({ published_at: new Date('2026-01-01') })
    .execute()
  const sale = await bookedSale(app.db, { courseId, totalHalalas: 100_03, at: AT.firstOfSeptember })
  await bookedSale(app.db, { courseId, totalHalalas: 500_00, at: AT.lastOfSeptember, vatTreatment: 'exempt' })
  await bookedSale(app.db, { courseId, totalHalalas: 350_55, at: AT.firstOfOctober })
  // Paid in September and invoiced in October, since the institute's settings were incomplete.
  await bookedSale(app.db, { courseId, totalHalalas: 70_00, at: AT.lastOfSeptember, invoicedAt: AT.october })
  // Paid twice: the second payment bought nothing, and went back.
  const twice = await bookedPayment(app.db, sale.id, 100_03, AT.lastOfSeptember, 'refund-due')
  await bookedRefund(app.db, { ...sale, attemptId: twice }, { amountHalalas: 100_03, at: AT.october, ofSeat: false })
  await bookedRefund(app.db, sale, { amountHalalas: 40_01, at: AT.lastOfSeptember })
  await bookedRefund(app.db, sale, { amountHalalas: 10_00, at: AT.firstOfOctober })
})
afterAll(() => app.stop())

const view = async (month: string) => (await finance.call<MonthView>('GET', `admin/closing/${month}`)).data
const close = async (month: string, facts: object = {}, who = finance) => {
  const { data } = await who.call<MonthView>('GET', `admin/closing/${month}`)
  const body = { fingerprint: data?.fingerprint ?? 'x', note: 'طابق كشف البنك', acceptOpen: true, ...facts }
  return who.call<MonthView>('POST', `admin/closing/${month}/close`, body)
}
const months = async () => (await finance.call<List>('GET', 'admin/closing')).data.months

/** Straight from the documents, with credit notes taken off. */
async function fromDocuments(from: Date, until: Date) {
  const { rows } = await sql<{ net: number; vat: number; total: number }>`
    select sum(sign * (line ->> 'netHalalas')::int)::int as net, sum(sign * (line ->> 'vatHalalas')::int)::int as vat,
      sum(sign * (line ->> 'totalHalalas')::int)::int as total
    from invoices, jsonb_array_elements(document -> 'lines') as line,
      lateral (select case kind when 'credit-note' then -1 else 1 end as sign) as signs
    where issued_at >= ${from} and issued_at < ${until}`.execute(app.db)
  return rows[0]!
}

it('a month shows what it comes to in two ways of adding up, with the reason of each difference', async () => {
  const september = await view('2026-09')
  const { net, vat, total } = await fromDocuments(AT.firstOfSeptember, AT.firstOfOctober)
  expect(september.total).toEqual({
    ...{ documents: 3, netHalalas: net, vatHalalas: vat, totalHalalas: total },
    ...{ inHalalas: 100_03 + 500_00 + 70_00 + 100_03, backHalalas: 40_01 },
  })
  expect(total).toBe(100_03 + 500_00 - 40_01)
  expect(september.figures.numbers).toEqual([
    { kind: 'invoice', first: 'INV-000001', last: 'INV-000002', count: 2 },
    { kind: 'credit-note', first: 'CN-000001', last: 'CN-000001', count: 1 },
  ])
  const explained = september.comparisons.map(
    ({ of, documentsHalalas, booksHalalas, explained, differenceHalalas }) => [
      of,
      documentsHalalas - booksHalalas,
      explained.map(({ because, halalas }) => `${because} ${halalas}`).join(),
      differenceHalalas,
    ],
  )
  expect(explained).toEqual([
    ['sales', -70_00, 'paidNotInvoiced -7000', 0],
    ['vat', -913, 'paidNotInvoiced -913', 0],
    ['money', -100_03, 'boughtNothing -10003', 0],
    ['refunds', 0, '', 0],
    ['companies', 0, '', 0],
    ['companyCards', 0, '', 0],
  ])
  const october = await view('2026-10')
  expect(october.comparisons.map(({ of, explained }) => [of, explained.map(({ because }) => because)])).toEqual([
    ['sales', ['invoicedNotPaid']],
    ['vat', ['invoicedNotPaid']],
    ['money', []],
    ['refunds', ['refundBoughtNothing']],
    ['companies', []],
    ['companyCards', []],
  ])
  expect(october.comparisons.every(({ differenceHalalas }) => differenceHalalas === 0)).toBe(true)
})

it('an order whose invoice says something else is a difference without a reason', async () => {
  await app.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update orders set total_halalas = total_halalas + 7, price_halalas = price_halalas + 7,
      net_halalas = net_halalas + 7 where id = (select order_id from invoices where number = 'INV-000001')`.execute(tx)
    await tx.deleteFrom('order_events').execute()
  })
  const [sales, , money] = (await view('2026-09')).comparisons
  expect([sales!.differenceHalalas, money!.differenceHalalas]).toEqual([-7, 7])
  await app.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update orders set total_halalas = total_halalas - 7, price_halalas = price_halalas - 7,
      net_halalas = net_halalas - 7 where id = (select order_id from invoices where number = 'INV-000001')`.execute(tx)
  })
})

it('months are closed in order, after their end, by those who may, as shown', async () => {
  expect((await months()).map(({ month, state }) => `${month} ${state}`)).toEqual([
    ...['2026-11 running', '2026-10 waiting', '2026-09 next'],
  ])
  expect((await close('2026-10')).error).toMatchObject({ code: 'monthBeforeOpen' })
  expect((await close('2026-11')).error).toMatchObject({ code: 'monthNotOver' })
  expect((await close('2026-08')).status).toBe(404)
  expect((await close('2026-13')).status).toBe(400)
  expect((await close('2026-09', { fingerprint: 'of another day' })).error).toMatchObject({ code: 'previewStale' })
  expect((await close('2026-09', { note: ' ' })).error?.fields).toHaveProperty('note')
  const content = await signedInMember(app, ['Content'])
  expect((await close('2026-09', {}, content)).status).toBe(403)
  expect((await months()).filter(({ state }) => state === 'closed')).toEqual([])
})

it('documents that wait for the tax authority are named and counted, and hold up no close', async () => {
  const unit = await sql<{ id: number }>`
    insert into e_invoicing_units (environment, state, vat_number, facts, csr, owner, sealed_key, last_hash, created_at)
    values ('sandbox', 'retired', '300000000000003', '{}', 'x', gen_random_uuid(), '\\x', 'x', now()) returning id`.execute(
    app.db,
  )
  await sql`insert into e_invoices (id, unit_id, invoice_id, attempt, is_standard, counter, previous_hash, hash, xml,
      next_try_at, created_at)
    select gen_random_uuid(), ${unit.rows[0]!.id}, id, 1, false, row_number() over (order by counter), 'x', 'x', 'x',
      now(), now()
    from invoices where kind = 'invoice' and issued_at < ${AT.firstOfOctober}`.execute(app.db)
  const { open } = await view('2026-09')
  expect(open).toEqual([{ what: 'eInvoicesWaiting', count: 2, halalas: 600_03 }])
  expect(isToAccept(open[0]!)).toBe(false)
})

it('what is open is named, and is seen before the month is closed', async () => {
  const pending = await order(app.db, { courseId, totalHalalas: 90_00, createdAt: AT.october })
  await app.db
    .insertInto('unmatched_payments')
    .values({
      provider: 'moyasar',
      provider_reference: 'x1',
      amount_halalas: 55_00,
      currency: 'SAR',
      seen_at: AT.lastOfSeptember,
    })
    .execute()
  const { open } = await view('2026-09')
  expect(open.filter(isToAccept)).toEqual([{ what: 'unmatchedPayments', count: 1, halalas: 55_00 }])
  const next = (await view('2026-10')).open.filter(isToAccept)
  expect(next.map(({ what }) => what).sort()).toEqual(['unmatchedPayments', 'withoutInvoice'])
  expect((await close('2026-09', { acceptOpen: undefined })).error?.fields).toHaveProperty('acceptOpen')
  await app.db.transaction().execute((tx) => issueInvoice(tx, pending.id, AT.october))
})

it('a closed month keeps its totals, and what comes later is dated into the open one', async () => {
  const before = await view('2026-09')
  const { status, data } = await close('2026-09')
  expect([status, data]).toMatchObject([200, { state: 'closed', changed: [], closed: { note: 'طابق كشف البنك' } }])
  expect([data.figures, data.total]).toEqual([before.figures, before.total])
  expect((await close('2026-09')).error).toMatchObject({ code: 'monthClosed' })
  const entry = await app.db
    .selectFrom('audit_log')
    .select(['subject', 'after'])
    .where('action', '=', 'month.close')
    .executeTakeFirstOrThrow()
  expect(entry).toMatchObject({ subject: '2026-09', after: { vatHalalas: before.total.vatHalalas } })

  // A request that began within September and comes to its writes only now.
  const { id } = await order(app.db, {
    ...{ courseId, totalHalalas: 77_00, status: 'pending', createdAt: AT.lastOfSeptember },
    expiresAt: new Date('2027-01-01'),
  })
  const { user_id: userId } = await app.db
    .selectFrom('orders')
    .select('user_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await app.db.transaction().execute(async (tx) => {
    await sql`insert into payment_attempts (id, order_id, provider, provider_reference, amount_halalas, status, created_at,
      updated_at, paid_halalas, paid_currency) values (gen_random_uuid(), ${id}::uuid, 'sandbox', ${id}, 7700, 'paid',
      now(), now(), 7700, 'SAR')`.execute(tx)
    const seat = { id, userId, courseId, scheduleId: null, couponId: null }
    expect(await claimPaid(tx, seat, { now: AT.lastOfSeptember, by: 'provider' })).toBe(true)
    await issueInvoice(tx, id, AT.lastOfSeptember)
  })
  const { rows } =
    await sql`select i.issued_at as issued, o.paid_at as paid from invoices i join orders o on o.id = i.order_id
    where o.id = ${id}::uuid`.execute(app.db)
  expect(rows).toEqual([{ issued: AT.firstOfOctober, paid: AT.firstOfOctober }])
  expect(await view('2026-09')).toMatchObject({ figures: before.figures, changed: [] })
})

it('nothing is dated into a closed month, even with SQL, and a closing cannot be changed', async () => {
  const sale = await order(app.db, { courseId, totalHalalas: 60_00, createdAt: AT.october })
  await expect(bookedPayment(app.db, sale.id, 60_00, AT.lastOfSeptember)).rejects.toThrow('is closed')
  await expect(order(app.db, { courseId, totalHalalas: 1, createdAt: AT.lastOfSeptember })).rejects.toThrow('is closed')
  await expect(
    sql`insert into invoices (id, kind, number, counter, previous_hash, hash, order_id, issued_at, document)
      select gen_random_uuid(), 'invoice', 'INV-009999', 9999, 'a', 'b', ${sale.id}::uuid, ${AT.lastOfSeptember},
        document from invoices limit 1`.execute(app.db),
  ).rejects.toThrow('is closed')
  await expect(sql`update month_closings set note = 'x'`.execute(app.db)).rejects.toThrow('never changed')
  await expect(sql`delete from month_closings`.execute(app.db)).rejects.toThrow('never changed')
  await expect(sql`truncate month_closings`.execute(app.db)).rejects.toThrow('never changed')
  await expect(
    sql`insert into month_closings (month, ends_at, closed_at, closed_by, note, figures)
      values ('2026-11-01', '2026-11-30T21:00Z', '2026-12-01T21:00Z', ${finance.user.id}, '', '{}')`.execute(app.db),
  ).rejects.toThrow('is not closed')
})

it('a closing waits for what is on its way, and what comes meanwhile waits for the closing', async () => {
  const sale = await order(app.db, { courseId, totalHalalas: 60_00, createdAt: AT.october })
  let finish: () => void = () => undefined
  const held = new Promise<void>((done) => {
    finish = done
  })
  const onItsWay = app.db.transaction().execute(async (tx) => {
    await issueInvoice(tx, sale.id, AT.october)
    await held
  })
  await sleep(100)
  const { fingerprint } = await view('2026-10')
  const closing = finance.call('POST', 'admin/closing/2026-10/close', { fingerprint, note: 'x', acceptOpen: true })
  await sleep(200)
  finish()
  await onItsWay
  // The invoice came into the month that was shown without it.
  expect((await closing).error).toMatchObject({ code: 'previewStale' })
  expect((await close('2026-10')).status).toBe(200)
})

it('figures that are no longer what was signed off are said loudly', async () => {
  await app.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update invoice_vat set vat_halalas = vat_halalas + 1, net_halalas = net_halalas - 1
      where invoice_id = (select id from invoices where number = 'INV-000001')`.execute(tx)
  })
  const { changed, total } = await view('2026-09')
  expect(changed).toEqual([
    { figure: 'net', signed: total.netHalalas, now: total.netHalalas - 1 },
    { figure: 'vat', signed: total.vatHalalas, now: total.vatHalalas + 1 },
  ])
})

it('the documents of a month are printed in either language, in parts when they are many, and each is in the audit log', async () => {
  const token = await tokenOf(app, finance.user)
  const pdf = (path: string, lang: string) =>
    fetch(`${app.address}/api/admin/closing/${path}`, {
      headers: { Authorization: `Bearer ${token}`, 'Accept-Language': lang },
    })
  const answer = await pdf('2026-09/pdf', 'en')
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect(answer.headers.get('content-disposition')).toContain('documents-2026-09.pdf')
  const english = pdfFacts(Buffer.from(await answer.arrayBuffer())).text
  for (const text of ['Documents of September 2026', 'INV-000001', 'CN-000001', '310098765000003', 'was closed on'])
    expect(english).toContain(text)
  expect(english).not.toContain('INV-000003')
  const arabic = await pdf('2026-10/pdf', 'ar')
  expect(pdfFacts(Buffer.from(await arabic.arrayBuffer())).text).toContain('مستندات أكتوبر 2026')
  expect((await pdf('2026-10/pdf?part=2', 'ar')).status).toBe(404)
  expect((await pdf('2026-10/pdf?part=0', 'ar')).status).toBe(400)
  const entries = await app.db
    .selectFrom('audit_log')
    .select('detail')
    .where('action', '=', 'invoice.export')
    .where('subject', '=', 'month')
    .orderBy('id')
    .execute()
  expect(entries.map(({ detail }) => detail)).toMatchObject([
    { rows: 3, format: 'pdf', filter: { month: '2026-09', part: 1 } },
    { filter: { month: '2026-10' } },
  ])
})

it('a month that a newer version closed is shown, with a name that this one does not know', async () => {
  await app.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update month_closings set figures = jsonb_set(figures, '{comparisons,0,of}', '"newer"')`.execute(tx)
  })
  expect((await view('2026-09')).comparisons[0]).toMatchObject({ of: 'newer' })
})
