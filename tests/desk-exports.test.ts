/** The lists of the desk as files: what the list shows with its filters, for whoever sees it, and written down. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findCases } from '../app/features/moderation/queries.server.ts'
import { findUnmatchedPayments } from '../app/features/payments/unmatched-queries.server.ts'
import { findWaitingRefunds, type WaitingRefundRow } from '../app/features/refunds/waiting-queries.server.ts'
import { findTransfersToCheck, type TransferToCheckRow } from '../app/features/transfers/queries.server.ts'
import { startTestApp, type TestApp } from './support/app.ts'
import { companyPurchase } from './support/company-purchase.ts'
import { course, inDays, learner, order, schedule, trainer } from './support/factories.ts'
import { bookedPayment } from './support/orders/books.ts'
import { type Member, signedInMember } from './support/signed-in.ts'
import { post } from './support/writing.ts'

let app: TestApp
let owner: Member
let finance: Member
let teacher: Member
beforeAll(async () => {
  app = await startTestApp()
  owner = await signedInMember(app, ['Owner'])
  finance = await signedInMember(app, ['Finance'])
  teacher = await signedInMember(app, ['Teacher'])
})
afterAll(() => app.stop())

/** The rows of a file, without its heads. */
async function fileOf(path: string, by = owner): Promise<string[][]> {
  const { status, data } = await by.call<Blob>('GET', `admin/${path}`)
  expect([path, status]).toEqual([path, 200])
  const bytes = new Uint8Array(await data.arrayBuffer())
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const lines = new TextDecoder().decode(bytes).trimEnd().split('\r\n')
  return lines.slice(1).map((line) => line.split(','))
}
const lastAudit = () =>
  app.db.selectFrom('audit_log').select(['action', 'user_id', 'detail']).orderBy('id', 'desc').executeTakeFirstOrThrow()

describe('the file of enquiries', () => {
  const LEADS = 1005
  const lead = (reference: string, facts: object) =>
    app.db
      .insertInto('leads')
      .values({
        ...{ reference, kind: 'contact', name: 'سارة', email: 's@x.example', phone: '+966500000000', fields: '{}' },
        ...{ lang: 'ar', created_at: inDays(-3), updated_at: inDays(-3), erase_at: inDays(300), ...facts },
      } as never)
      .execute()

  it('has each enquiry of the filters once, however many have the same moment', async () => {
    await sql`insert into leads (reference, kind, name, email, phone, fields, lang, created_at, updated_at, erase_at)
      select 'Q-2026-' || lpad(n::text, 6, '0'), 'support', '=cmd', 'a@x.example', '+966500000001', '{}', 'en',
        ${inDays(-1)}, ${inDays(-1)}, ${inDays(300)} from generate_series(1, ${LEADS}::int) n`.execute(app.db)
    await lead('Q-2026-900001', { status: 'closed' })
    const all = await fileOf('leads/export')
    expect(new Set(all.map(([reference]) => reference)).size).toBe(LEADS + 1)
    // Text that a spreadsheet would run as a formula stays text.
    expect(all[0]![4]).toBe("'=cmd")
    expect((await fileOf('leads/export?Status=closed')).map(([reference]) => reference)).toEqual(['Q-2026-900001'])
    expect(await lastAudit()).toEqual({
      ...{ action: 'lead.export', user_id: owner.user.id },
      detail: { rows: 1, format: 'csv', filter: { Status: 'closed' } },
    })
  })

  it('has for Finance only requests for quotes, and what is theirs', async () => {
    await lead('Q-2026-900002', { kind: 'quote' })
    await lead('Q-2026-900003', { assignee_id: finance.user.id })
    const references = (await fileOf('leads/export', finance)).map(([reference]) => reference)
    expect(references).toEqual(['Q-2026-900003', 'Q-2026-900002'])
    expect((await teacher.call('GET', 'admin/leads/export')).error.code).toBe('forbidden')
  })
})

it('the file of courses has those of the filters by name, and for a trainer only their own', async () => {
  const own = await course(app.db, { name: { ar: 'باء', en: 'Baa' } })
  await course(app.db, { name: { ar: 'ألف' } })
  const trainerId = await trainer(app.db, { courseIds: [own.id] })
  await app.db.updateTable('trainers').set({ user_id: teacher.user.id }).where('id', '=', trainerId).execute()
  const all = await fileOf('courses/export')
  expect(all.map(([ar]) => ar)).toEqual(['ألف', 'باء'])
  expect((await fileOf('courses/export?query=baa')).map((row) => row.slice(0, 3))).toEqual([['باء', 'Baa', own.slug]])
  expect(await fileOf('courses/export?state=archived')).toEqual([])
  expect((await fileOf('courses/export', teacher)).map(([ar]) => ar)).toEqual(['باء'])
  expect(await lastAudit()).toMatchObject({ action: 'course.export', user_id: teacher.user.id })
  expect((await owner.call('GET', 'admin/courses/export?format=pdf')).status).toBe(400)

  // Runs of both: the trainer's file has no run of the other course.
  const soon = await schedule(app.db, own.id, { startsAt: inDays(3), seats: 12 })
  await order(app.db, { courseId: own.id, scheduleId: soon })
  const other = await course(app.db)
  await schedule(app.db, other.id, { startsAt: inDays(9) })
  const runs = await fileOf('runs/export')
  expect(runs).toHaveLength(2)
  expect(runs[0]!.slice(6, 8)).toEqual(['12', '1'])
  expect(await fileOf('runs/export', teacher)).toHaveLength(1)
  expect(await fileOf(`runs/export?courseId=${other.id}`)).toHaveLength(1)
  expect(await fileOf('runs/export?state=ended')).toEqual([])
  expect(await lastAudit()).toMatchObject({ action: 'run.export', detail: { rows: 0, filter: { state: 'ended' } } })
})

it('the file of trainers names them with their courses', async () => {
  const rows = await fileOf('trainers/export')
  expect(rows.map((row) => row.at(-1))).toContain('1')
  expect(await lastAudit()).toMatchObject({ action: 'trainer.export', detail: { rows: rows.length } })
})

it('the file of reviews has those of the list, and of a trainer those of their own courses', async () => {
  const { id } = await course(app.db)
  await app.db
    .insertInto('reviews')
    .values({
      course_id: id,
      user_name: '{"ar":"سعاد"}',
      rate: 4,
      comment: '{"ar":"دورة نافعة"}',
      created_at: inDays(-1),
    })
    .execute()
  expect((await fileOf(`reviews/export?courseId=${id}`)).map((row) => row.slice(2, 5))).toEqual([
    ['سعاد', '4', 'دورة نافعة'],
  ])
  expect(await lastAudit()).toMatchObject({ action: 'review.export', detail: { rows: 1, filter: { courseId: id } } })
  expect(await fileOf(`reviews/export?courseId=${id}&stars=5`)).toEqual([])
  expect(await fileOf(`reviews/export?courseId=${id}`, teacher)).toEqual([])
})

it('the file of companies has a row for each contact, and one for a company without', async () => {
  await sql`insert into companies (name) select jsonb_build_object('ar', 'شركة ' || n) from generate_series(1, 600) n`.execute(
    app.db,
  )
  await sql`insert into company_contacts (company_id, name, email)
    select id, 'نورة', n || '@company.example' from companies, generate_series(1, 2) n where id % 600 <> 0`.execute(
    app.db,
  )
  const all = await fileOf('companies/export')
  expect(all).toHaveLength(599 * 2 + 1)
  expect(new Set(all.map((row) => row.join())).size).toBe(599 * 2 + 1)
  const found = await fileOf(`companies/export?query=${encodeURIComponent('شركة 11')}`)
  expect(found.map(([name]) => name)).toContain('شركة 11')
  expect(await lastAudit()).toMatchObject({ action: 'company.export', detail: { rows: found.length } })
})

describe('the files of money that waits', () => {
  const ids: string[] = []
  beforeAll(async () => {
    const { id: courseId } = await course(app.db)
    for (const place of [1, 2, 3]) {
      const { id: userId } = await learner(app.db, { firstName: `L${place}` })
      const paid = await order(app.db, { courseId, userId })
      await app.db
        .insertInto('refunds')
        .values({
          ...{ id: randomUUID(), order_id: paid.id, status: 'requested', reason: 'ظرف', requested_by: userId },
          requested_at: inDays(-2),
        })
        .execute()
      const open = await order(app.db, { courseId, status: 'pending', expiresAt: inDays(2) })
      await app.db.updateTable('orders').set({ method: 'transfer' }).where('id', '=', open.id).execute()
      await app.db
        .insertInto('transfers')
        .values({ order_id: open.id, receipt_at: inDays(-1) })
        .execute()
      ids.push(open.id)
    }
  })

  it('name the order and the learner, never a bank account', async () => {
    const refunds = await fileOf('refunds/export', finance)
    expect(refunds.map(([, name]) => name!.slice(0, 2)).sort()).toEqual(['L1', 'L2', 'L3'])
    expect(refunds[0]!.slice(-2)).toEqual(['1000.00', 'SAR'])
    expect(await fileOf('refunds/export?WaitsFor=transfer', finance)).toEqual([])
    expect(await fileOf('transfers/export', finance)).toHaveLength(3)
    expect(await lastAudit()).toMatchObject({ action: 'transfer.export', detail: { rows: 3, filter: {} } })
  })

  it('are read on after their last row, also between rows of one moment', async () => {
    const filter = { found: undefined, waitsFor: undefined, unconfirmedBefore: new Date() }
    const read: string[][] = [[], []]
    let refund: WaitingRefundRow | undefined
    let transfer: TransferToCheckRow | undefined
    for (let page = 0; page < 3; page++) {
      ;[refund] = await findWaitingRefunds(app.db, filter, { limit: 1, after: refund })
      ;[transfer] = await findTransfersToCheck(app.db, { limit: 1, after: transfer })
      read[0]!.push(refund!.id)
      read[1]!.push(transfer!.id)
    }
    expect(new Set(read[0]).size).toBe(3)
    expect(read[1]!.sort()).toEqual(ids.sort())
    expect(await findWaitingRefunds(app.db, filter, { limit: 1, after: refund })).toEqual([])
  })
})

it('the file of learners has those of the filters, or those that were chosen, for whoever may export them', async () => {
  const [one, other] = [await learner(app.db, { firstName: 'Salwa' }), await learner(app.db, { firstName: 'Salwa' })]
  await learner(app.db, { firstName: 'Amal' })
  const emails = async (query: string, by = finance) =>
    (await fileOf(`learners/export?${query}`, by)).map(([, email]) => email)
  expect(await emails('query=salwa')).toEqual([other.email, one.email])
  expect(await lastAudit()).toMatchObject({ action: 'learner.export', detail: { rows: 2, filter: { query: 'salwa' } } })
  expect(await emails(`ids=${one.id}`)).toEqual([one.email])
  expect((await owner.call('GET', 'admin/learners/export?ids=x')).status).toBe(400)
  expect((await teacher.call('GET', 'admin/learners/export')).error.code).toBe('forbidden')
})

it('the file of orders has those that were chosen', async () => {
  const { id: courseId } = await course(app.db)
  const [one] = [await order(app.db, { courseId }), await order(app.db, { courseId })]
  expect((await fileOf(`orders/export?Ids=${one.id}`, finance)).map(([reference]) => reference)).toEqual([
    one.reference,
  ])
})

it('the file of the staff has their roles', async () => {
  const rows = await fileOf('staff/export?role=Finance')
  expect(rows.map((row) => row[1])).toEqual([finance.user.email])
  expect(await lastAudit()).toMatchObject({ action: 'staff.export', detail: { rows: 1, filter: { role: 'Finance' } } })
})

it('the file of quotes has those of a company with what is due', async () => {
  const { id: courseId } = await course(app.db)
  const quote = await companyPurchase(app.db, { courseId, seats: 2 })
  await companyPurchase(app.db, { courseId })
  const rows = await fileOf(`quotes/export?companyId=${quote.companyId}`, finance)
  expect(rows.map(([number]) => number)).toEqual([quote.number])
  expect(await lastAudit()).toMatchObject({ action: 'quote.export', detail: { rows: 1 } })
})

it('the files of chargebacks and of unmatched payments have those of a state', async () => {
  const { id: courseId } = await course(app.db)
  const paid = await order(app.db, { courseId, totalHalalas: 500_00 })
  const attemptId = await bookedPayment(app.db, paid.id, 500_00, new Date())
  await app.db
    .insertInto('chargebacks')
    .values({
      ...{ id: randomUUID(), order_id: paid.id, attempt_id: attemptId, amount_halalas: 500_00, reference: 'CB-1' },
      ...{ reason: 'unknown', source: 'staff', created_at: new Date() },
    })
    .execute()
  expect((await fileOf('chargebacks/export?status=open', finance)).map(([reference]) => reference)).toEqual([
    paid.reference,
  ])
  expect(await lastAudit()).toMatchObject({ action: 'payment.export-chargebacks', detail: { rows: 1 } })
  expect(await fileOf('chargebacks/export?status=won', finance)).toEqual([])
  for (const reference of ['p-1', 'p-2'])
    await app.db
      .insertInto('unmatched_payments')
      .values({
        ...{ provider: 'sandbox', provider_reference: reference, amount_halalas: 100_00, currency: 'SAR' },
        seen_at: new Date(),
      })
      .execute()
  const open = await fileOf('unmatched-payments/export?Status=open', finance)
  expect(open.map((row) => [row[0], ...row.slice(-2)]).sort()).toEqual([
    ['p-1', '100.00', 'SAR'],
    ['p-2', '100.00', 'SAR'],
  ])
  const searched = await fileOf('unmatched-payments/export?SearchTerm=P-1&AmountHalalas=10000', finance)
  expect(searched.map(([reference]) => reference)).toEqual(['p-1'])
  const [newest] = await findUnmatchedPayments(app.db, { status: 'open' }, { limit: 1 })
  // One that is settled while the file is read moves no other out of it.
  await app.db.updateTable('unmatched_payments').set({ status: 'returned' }).where('id', '=', newest!.id).execute()
  const next = await findUnmatchedPayments(app.db, { status: 'open' }, { limit: 1, after: newest })
  expect(next.map(({ reference }) => reference)).toEqual([newest!.reference === 'p-1' ? 'p-2' : 'p-1'])
  await app.db.updateTable('unmatched_payments').set({ status: 'open' }).where('id', '=', newest!.id).execute()
  expect(await fileOf('unmatched-payments/export?Status=returned', finance)).toEqual([])
})

it('the file of what waits for moderation has the words that somebody wrote', async () => {
  const id = await post(app.db, { title: 'نص مبلغ عنه' })
  await app.db.insertInto('moderation_cases').values({ cause: 'reports', post_id: id, opened_at: new Date() }).execute()
  expect((await fileOf('reports/export')).join()).toContain('نص مبلغ عنه')
  const other = await post(app.db, {})
  const { opened_at } = (await findCases(app.db, { limit: 1 }))[0]!
  await app.db.insertInto('moderation_cases').values({ cause: 'reports', post_id: other, opened_at }).execute()
  const [oldest] = await findCases(app.db, { limit: 1 })
  await app.db.updateTable('moderation_cases').set({ decided_at: new Date() }).where('id', '=', oldest!.id).execute()
  expect((await findCases(app.db, { limit: 1, after: oldest })).map(({ subject_id }) => subject_id)).toEqual([other])
  expect(await lastAudit()).toMatchObject({ action: 'moderation.export', detail: { rows: 1 } })
  expect((await finance.call('GET', 'admin/reports/export')).error.code).toBe('forbidden')
})

it('the file of a waiting list has everybody in the order in which they joined', async () => {
  const { id: courseId } = await course(app.db)
  const run = await schedule(app.db, courseId, { startsAt: inDays(9) })
  const people = [await learner(app.db), await learner(app.db)]
  for (const { id } of people)
    await app.db
      .insertInto('waiting_places')
      .values({ schedule_id: run, user_id: id, lang: 'ar', joined_at: new Date() })
      .execute()
  expect((await fileOf(`runs/${run}/waiting/export`)).map(([, email]) => email)).toEqual(
    people.map(({ email }) => email),
  )
  expect(await lastAudit()).toMatchObject({ action: 'waiting-list.export', detail: { rows: 2 } })
  expect((await owner.call('GET', 'admin/runs/999999/waiting/export')).error.code).toBe('runNotFound')
})

it('the files of learners and orders have all of a name that very many have, also behind those who came later', async () => {
  const first = await learner(app.db, { firstName: 'Manymany', lastName: 'Early' })
  const { id: courseId } = await course(app.db)
  const paid = await order(app.db, { courseId, userId: first.id })
  for (const [name, count] of [
    ['Manymany', 2001],
    ['Later', 10_000],
  ] as const)
    await sql`insert into users (email, first_name, last_name, user_name, phone, terms_accepted_at, activated_at)
      select lower(${name}) || n || '@many.example', ${name}, n, ${name}::text || n, ${name}::text || n, now(), now()
      from generate_series(1, ${count}::int) n`.execute(app.db)
  await sql`insert into orders (id, reference, user_id, course_id, status, lang, course_name, price_halalas, discount_halalas,
      total_halalas, net_halalas, vat_halalas, vat_treatment, vat_rate_percent, created_at, expires_at, ended_at, ended_because)
    select gen_random_uuid(), 'LATER-' || n, ${finance.user.id}, ${courseId}, 'cancelled', 'ar', '{"ar": "دورة"}', 115000, 0,
      115000, 100000, 15000, 'standard', 15, now() + interval '1 day', now(), now(), 'cancelled'
    from generate_series(1, 10000) n`.execute(app.db)
  const people = await fileOf('learners/export?query=Manymany')
  expect([people.length, people.at(-1)![0]]).toEqual([2002, 'Manymany Early'])
  expect(await lastAudit()).toMatchObject({ action: 'learner.export', detail: { rows: 2002 } })
  expect((await fileOf('orders/export?SearchTerm=Manymany')).map(([reference]) => reference)).toEqual([paid.reference])
  expect(await lastAudit()).toMatchObject({ action: 'order.export', detail: { rows: 1 } })
})
