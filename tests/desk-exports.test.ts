/** The lists of the desk as files: what the list shows with its filters, for whoever sees it, and written down. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findWaitingRefunds, type WaitingRefundRow } from '../app/features/refunds/waiting-queries.server.ts'
import { findTransfersToCheck, type TransferToCheckRow } from '../app/features/transfers/queries.server.ts'
import { startTestApp, type TestApp } from './support/app.ts'
import { course, inDays, learner, order, schedule, trainer } from './support/factories.ts'
import { type Member, signedInMember } from './support/signed-in.ts'

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
