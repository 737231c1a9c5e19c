/** The audit log: written by every command, read by those whom it concerns, changed by nobody. */
import { globSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { course, learner, order, schedule, trainer } from '../../../tests/support/factories.ts'
import { type Member, signedInMember, tokenOf } from '../../../tests/support/signed-in.ts'
import type { Output } from '../../api/endpoint.ts'
import { auditActions } from '../../locales/en/desk/exports/audit-export.ts'
import type { SignedInUser } from '../../platform/context.server.ts'
import { dayOf } from '../../platform/days.ts'
import { DAY_MS } from '../../platform/durations.ts'
import type { AuditAction } from './areas.ts'
import type { auditEndpoints } from './contract.ts'
import { type AuditEntry, writeAudit } from './queries.server.ts'

type Page = Output<(typeof auditEndpoints)['audit']>

let app: TestApp
let owner: Member
beforeAll(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: '1' } })
  owner = await signedInMember(app, ['Owner'])
})
afterAll(() => app.stop())

const write = (entry: AuditEntry, user: { id: number } | null = null) =>
  writeAudit(app.db, { now: app.services.now, user }, entry)
const read = async (query: string, member = owner) =>
  (await member.call<Page>('GET', `admin/audit?limit=50&${query}`)).data
const references = async (query: string, member = owner) =>
  (await read(query, member)).items.map(({ reference }) => reference)
/** A reference that no other test writes. */
let count = 0
const newReference = () => `T-${process.pid}-${++count}`

async function trainerOf(courseId: number): Promise<Member> {
  const member = await signedInMember(app, ['Teacher'])
  const id = await trainer(app.db, { courseIds: [courseId] })
  await app.db.updateTable('trainers').set({ user_id: member.user.id }).where('id', '=', id).execute()
  return member
}

describe('an entry', () => {
  it('says who did what, when, from where, and the fields before and after', async () => {
    const { id, reference } = await order(app.db, { courseId: (await course(app.db)).id, status: 'pending' })
    const body = { id, reason: 'دفعة مكررة' }
    const headers = { 'X-Forwarded-For': '203.0.113.77', 'User-Agent': 'Desk/1 (iPhone)' }
    const token = await tokenOf(app, owner.user)
    const { status } = await app.call('POST', `admin/orders/${id}/cancel`, { token, body, headers })
    expect(status).toBe(200)
    const [entry] = (await read(`reference=${reference}`)).items
    expect(entry).toMatchObject({
      action: 'order.cancel',
      area: 'money',
      person: { id: owner.user.id, email: owner.user.email },
      ip: '203.0.113.77',
      userAgent: 'Desk/1 (iPhone)',
    })
    const change = newReference()
    await write({
      action: 'staff.roles',
      reference: change,
      before: { roles: ['Student'] },
      after: { roles: ['Admin'] },
    })
    expect((await read(`reference=${change}`)).items).toMatchObject([
      { person: null, before: { roles: ['Student'] }, after: { roles: ['Admin'] }, ip: null, runId: null },
    ])
  })

  it('says what the record is called now, of a course also for what belongs to it', async () => {
    const { id } = await course(app.db, { name: { ar: 'دورة الجودة', en: 'Quality' } })
    const { key } = await app.db.selectFrom('courses').select('key').where('id', '=', id).executeTakeFirstOrThrow()
    await write({ action: 'course.create', reference: key })
    await write({ action: 'run.plan', reference: `${key}/autumn` })
    // An order's number is its name; a course that is gone has none any more.
    await write({ action: 'order.extend', reference: key })
    const run = await schedule(app.db, id)
    await write({ action: 'attendance.mark', reference: `${key}-session`, runId: run })
    const named = async () => (await read(`reference=${key}`)).items.map(({ action, name }) => [action, name])
    expect(await named()).toEqual([
      ['attendance.mark', expect.stringMatching(/^(دورة الجودة|Quality)$/)],
      ['order.extend', null],
      ['run.plan', expect.stringMatching(/^(دورة الجودة|Quality)$/)],
      ['course.create', expect.stringMatching(/^(دورة الجودة|Quality)$/)],
    ])
    await app.db.deleteFrom('schedules').where('id', '=', run).execute()
    await app.db.deleteFrom('courses').where('id', '=', id).execute()
    expect((await named()).map(([, name]) => name)).toEqual([null, null, null, null])
  })

  it('names the person of an account, and a picture, until they are gone', async () => {
    const { id } = await learner(app.db, { firstName: 'نورة', lastName: 'السالم' })
    const { id: picture } = await app.db
      .insertInto('media')
      .values({
        address: '/media/board/x.webp',
        file_name: 'board.jpg',
        kind: 'picture',
        created_at: app.services.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await write({ action: 'staff.suspend', reference: String(id) })
    await write({ action: 'media.add', reference: String(picture) })
    // Its reference is that of a message.
    await write({ action: 'learner.message', reference: String(id) })
    const nameOf = async (reference: number, action: string) =>
      (await read(`reference=${reference}`)).items.find((entry) => entry.action === action)?.name
    expect(await nameOf(id, 'staff.suspend')).toBe('نورة السالم')
    expect(await nameOf(id, 'learner.message')).toBeNull()
    expect(await nameOf(picture, 'media.add')).toBe('board.jpg')
    await app.db.updateTable('users').set({ erased_at: app.services.now() }).where('id', '=', id).execute()
    expect(await nameOf(id, 'staff.suspend')).toBeNull()
  })

  it('outlives the account of whoever acted, without its name', async () => {
    const { user, call } = await signedInMember(app, ['Finance'])
    const reference = newReference()
    await write({ action: 'order.extend', reference }, user)
    await app.db.updateTable('sessions').set({ proved_at: app.services.now() }).execute()
    const password = { password_hash: null }
    await app.db.updateTable('users').set(password).where('id', '=', user.id).execute()
    expect((await call('DELETE', 'Profile', {})).status).toBe(200)
    const [entry] = (await read(`reference=${reference}`)).items
    expect(entry!.person).toEqual({ id: user.id, name: '', email: null })
    expect(await references(`person=${user.id}`)).toContain(reference)
  })

  it('is never changed, deleted or removed with all others', async () => {
    const reference = newReference()
    await write({ action: 'order.refund', reference })
    for (const statement of [
      sql`update audit_log set after = '{}' where subject = ${reference}`,
      sql`update audit_log set ip = null where subject = ${reference}`,
      sql`delete from audit_log where subject = ${reference}`,
      sql`truncate audit_log`,
    ])
      await expect(statement.execute(app.db)).rejects.toThrow('rows of audit_log are never changed')
    expect(await references(`reference=${reference}`)).toEqual([reference])
  })

  it('has a name in both languages, whatever was done', () => {
    const sources = globSync('app/**/*.server.ts').map((file) => readFileSync(file, 'utf8'))
    const actions = sources.flatMap((source) =>
      [...source.matchAll(/\baction(?::| =)[^\n]*?'[^\n]*/g)].flatMap(([line]) =>
        [...line.matchAll(/'([a-z-]+\.[a-z-]+)'/g)].map(([, action]) => action!),
      ),
    )
    expect(actions.length).toBeGreaterThan(15)
    expect(actions.filter((action) => !(action in auditActions))).toEqual([])
  })
})

describe('the log', () => {
  it('is read on from its last row, while others write', async () => {
    const reference = newReference()
    for (let n = 0; n < 5; n++) await write({ action: 'order.ask-rest', reference: `${reference}.${n}` })
    const references: string[] = []
    let cursor = ''
    do {
      const page = (
        await owner.call<Page>('GET', `admin/audit?limit=2&reference=${reference}${cursor && `&cursor=${cursor}`}`)
      ).data
      expect(page.items.length).toBeLessThanOrEqual(2)
      references.push(...page.items.map((item) => item.reference))
      await write({ action: 'order.ask-rest', reference: `${reference}.later` })
      cursor = page.next ?? ''
    } while (cursor)
    expect(references).toEqual([4, 3, 2, 1, 0].map((n) => `${reference}.${n}`))
    for (const wrong of ['x', Buffer.from('["a"]').toString('base64url')])
      expect((await owner.call('GET', `admin/audit?cursor=${wrong}`)).status).toBe(400)
  })

  it('is found by person, action, area, reference and day', async () => {
    const { user } = await signedInMember(app, ['Admin'])
    await app.db
      .updateTable('users')
      .set({ first_name: 'إيمان', last_name: 'الزهراني' })
      .where('id', '=', user.id)
      .execute()
    const reference = newReference()
    await write({ action: 'staff.suspend', reference }, user)
    app.advance(2 * DAY_MS)
    await write({ action: 'order.refund', reference: `${reference}x` })
    const day = (daysAgo: number) => dayOf(new Date(app.services.now().getTime() - daysAgo * DAY_MS))
    for (const query of [
      `person=${user.id}`,
      `query=${encodeURIComponent('ايمان')}`,
      `query=${user.email}`,
      `action=staff.suspend&reference=${reference.toLowerCase()}`,
      `area=institute&query=${reference}`,
      `query=${reference}&to=${day(1)}`,
    ])
      expect(await references(query), query).toEqual([reference])
    expect(await references(`query=${reference}&from=${day(1)}`)).toEqual([`${reference}x`])
    for (const nothing of ['query=زرافة', 'query=%25', 'reference=_', 'person=999999', `to=2001-01-01`])
      expect(await references(nothing), nothing).toEqual([])
    for (const wrong of ['area=x', 'from=yesterday', 'person=-1', 'limit=500'])
      expect((await owner.call('GET', `admin/audit?${wrong}`)).status, wrong).toBe(400)
  })

  it('shows each role its own part, without the addresses of the others', async () => {
    const [{ id: courseId }, { id: otherId }] = [await course(app.db), await course(app.db)]
    const [own, other] = [await schedule(app.db, courseId), await schedule(app.db, otherId)]
    const reference = newReference()
    const entries: [AuditAction, number?][] = [
      ['order.refund'],
      ['content.import'],
      ['staff.roles'],
      ['lead.change'],
      ['run.reschedule', own],
      ['run.cancel', other],
    ]
    for (const [action, runId] of entries)
      await writeAudit(
        app.db,
        { now: app.services.now, user: null, ip: '10.1.1.1' },
        { action, reference, ...(runId === undefined ? {} : { runId }) },
      )
    const seenBy = async (member: Member) =>
      (await read(`reference=${reference}`, member)).items.map(({ action, ip }) => [action, ip])
    const all = entries.map(([action]) => [action, '10.1.1.1']).reverse()
    expect(await seenBy(await signedInMember(app, ['Admin']))).toEqual(all)
    expect(await seenBy(await signedInMember(app, ['Finance']))).toEqual([['order.refund', null]])
    expect(await seenBy(await signedInMember(app, ['Content']))).toEqual([['content.import', null]])
    expect(await seenBy(await trainerOf(courseId))).toEqual([['run.reschedule', null]])
    expect(await seenBy(await signedInMember(app, ['Teacher']))).toEqual([])
    expect(await seenBy(await signedInMember(app, ['Finance', 'Content']))).toEqual([
      ['content.import', null],
      ['order.refund', null],
    ])
  })
})

describe('the export', () => {
  const download = async (user: SignedInUser, query: string) => {
    const response = await fetch(`${app.address}/api/admin/audit/export?${query}`, {
      headers: { Authorization: `Bearer ${await tokenOf(app, user)}`, 'Accept-Language': 'ar' },
    })
    return { response, text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer()) }
  }

  it('opens in a spreadsheet, keeps formulas as text, and is in the log itself', async () => {
    const reference = newReference()
    for (const [n, value] of ['=cmd()', '+1', '-1', '@x', 'سطر "أول"\nوثان'].entries())
      await write({ action: 'lead.change', reference: `${reference}.${n}`, after: { note: value } })
    await write({ action: 'lead.change', reference: `=${reference}` })
    const { response, text } = await download(owner.user, `query=${reference}`)
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toMatch(/attachment; filename=.*\.csv/)
    expect(text).toMatch(/^\ufeffالوقت,الشخص,/)
    expect(text.match(/\r\n/g)).toHaveLength(6)
    expect(text).toContain('"note: سطر ""أول""\nوثان"')
    expect((await download(owner.user, `query==${reference}`)).text).toContain(`,'=${reference},`)
    const [entry] = (await read('action=audit.export')).items.slice(-1)
    expect(entry).toMatchObject({
      person: { id: owner.user.id },
      area: 'institute',
      detail: { rows: 5, filter: { query: reference } },
    })
  })

  it('has only what the person may read, in batches, without what was written meanwhile', async () => {
    const { user } = await signedInMember(app, ['Finance'])
    const reference = newReference()
    await sql`insert into audit_log (at, user_id, action, area, subject)
      select now() - n * interval '1 second', null, 'order.refund', case when n % 3 = 0 then 'people' else 'money' end,
        ${reference} || '.' || n from generate_series(1, 3600) n`.execute(app.db)
    const { text } = await download(user, `reference=${reference}`)
    const rows = text.trimEnd().split('\r\n').slice(1)
    expect(rows).toHaveLength(2400)
    expect(new Set(rows.map((row) => row.split(',')[5])).size).toBe(2400)
  })

  it('asks for a recent proof', async () => {
    const token = await tokenOf(app, owner.user)
    const old = new Date(app.services.now().getTime() - DAY_MS)
    await app.db.updateTable('sessions').set({ proved_at: old }).where('user_id', '=', owner.user.id).execute()
    expect((await app.call('GET', 'admin/audit/export', { token })).error.code).toBe('proofNeeded')
  })
})
