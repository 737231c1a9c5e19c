/** Promises to answer: shown on Today, and reminded of once. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { type Member, signedInMember } from '../../../../tests/support/signed-in.ts'
import { dayOf, plusDays } from '../../../platform/days.ts'
import { DAY_MS, HOUR_MS } from '../../../platform/durations.ts'
import { answerDue } from '../answer-time.ts'
import { remindOfPromises } from './promises.server.ts'

const OFFICE = 'office@institute.example'

let app: TestApp
let admin: Member
let handler: Member
beforeAll(async () => {
  app = await startTestApp({ env: { MAIL_FROM: `Institute <${OFFICE}>` } })
  admin = await signedInMember(app, ['Admin'])
  handler = await signedInMember(app, ['Content'])
})
afterAll(() => app.stop())
beforeEach(async () => {
  await app.db.deleteFrom('leads').execute()
})

/** Sunday at nine in the morning in Riyadh: an answer to a message is promised until the end of Monday. */
const SUNDAY = new Date('2026-11-22T09:00:00+03:00')
const DUE = answerDue('contact', SUNDAY)

let count = 0
async function enquiry(facts: { at?: Date; kind?: string; status?: string; assignee?: number } = {}) {
  const { at = SUNDAY, kind = 'contact', status = 'received', assignee = null } = facts
  count += 1
  const reference = `Q-2026-${700_000 + count}`
  await sql`insert into leads (reference, kind, status, assignee_id, name, email, phone, fields, lang, created_at, updated_at, erase_at)
    values (${reference}, ${kind}, ${status}, ${assignee}, 'سارة', ${`s${count}@visitor.example`}, '+966551234567', '{}', 'ar', ${at},
      ${at}, '2030-01-01')`.execute(app.db)
  return reference
}
const remindAt = (at: Date) => remindOfPromises({ ...app.services, now: () => at })
const reminders = async (reference: string) =>
  (await app.db.selectFrom('messages').select(['recipient', 'subject']).execute()).filter(({ subject }) =>
    subject?.includes(reference),
  )
const hoursBefore = (hours: number) => new Date(DUE.getTime() - hours * HOUR_MS)

it('whoever handles it is reminded once when the promise is close, and the team while nobody does', async () => {
  const [own, team] = [await enquiry({ assignee: handler.user.id }), await enquiry()]
  const [answered, later] = [await enquiry({ status: 'answered' }), await enquiry({ kind: 'trainer' })]
  await remindAt(hoursBefore(17))
  expect(await reminders(own)).toEqual([])
  await Promise.all([remindAt(hoursBefore(15)), remindAt(hoursBefore(15))])
  await remindAt(hoursBefore(3))
  await remindAt(DUE)
  const { email } = await app.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', handler.user.id)
    .executeTakeFirstOrThrow()
  expect((await reminders(own)).map(({ recipient }) => recipient)).toEqual([email])
  expect((await reminders(team)).map(({ recipient }) => recipient)).toEqual([OFFICE])
  expect([await reminders(answered), await reminders(later)]).toEqual([[], []])
})

it('a sender who writes again is promised anew, and of that there is one more reminder', async () => {
  const reference = await enquiry()
  await remindAt(hoursBefore(10))
  const again = new Date('2026-11-25T10:00:00+03:00')
  await sql`update leads set waiting_since = ${again} where reference = ${reference}`.execute(app.db)
  await remindAt(new Date(answerDue('contact', again).getTime() - HOUR_MS))
  expect(await reminders(reference)).toHaveLength(2)
})

it('after a long standstill nobody gets reminders of what ended long ago', async () => {
  const reference = await enquiry()
  await remindAt(new Date(DUE.getTime() + 30 * HOUR_MS))
  expect(await reminders(reference)).toEqual([])
})

it('Today shows what is due and what is overdue, each once, and the rest as open', async () => {
  const now = app.services.now()
  const days = (back: number) => new Date(now.getTime() - back * 24 * HOUR_MS)
  const late = await enquiry({ at: days(20) })
  const fresh = await enquiry({ at: now, kind: 'trainer' })
  const elsewhere = await enquiry({ at: days(21), kind: 'quote' })
  const { data } = await admin.call<{ items: { kind: string; reference?: string; since: string }[] }>(
    'GET',
    'admin/today',
  )
  const found = data.items
    .filter(({ kind }) => kind.startsWith('enquiry'))
    .map(({ kind, reference }) => [kind, reference])
  expect(found.sort()).toEqual(
    [
      ['enquiryLate', late],
      ['enquiryLate', elsewhere],
      ['enquiry', fresh],
    ].sort(),
  )
  // The day that the list of enquiries says, too: the last one on which an answer was in time.
  const shown = data.items.find(({ reference }) => reference === late)!
  expect(dayOf(new Date(shown.since))).toBe(plusDays(dayOf(answerDue('contact', days(20))), -1))
  const { data: own } = await handler.call<{ items: { reference?: string }[] }>('GET', 'admin/today')
  expect(own.items.map(({ reference }) => reference)).not.toContain(late)
})

it('staff list those that are late and those that nobody handles, and command what such a list counted', async () => {
  const [at, now] = [new Date(Date.now() - 20 * DAY_MS), new Date()]
  const [late, own] = [await enquiry({ at }), await enquiry({ at, assignee: handler.user.id })]
  await enquiry({ at, status: 'answered', assignee: admin.user.id })
  const inTime = await enquiry({ at: now, kind: 'trainer', status: 'handling' })
  type List = { items: { reference: string }[]; totalCount: number }
  const listed = async (query: string, by = admin) =>
    (await by.call<List>('GET', `admin/leads?${query}`)).data.items.map(({ reference }) => reference).sort()
  const counts = async (query: string, by = admin) => (await by.call('GET', `admin/leads/counts?${query}`)).data
  expect(await listed('Late=true')).toEqual([late, own])
  expect(await listed('Late=true&Unassigned=true')).toEqual([late])
  expect(await listed('Unassigned=true&Status=handling')).toEqual([inTime])
  expect(await listed('Late=true&Status=answered')).toEqual([])
  expect(await counts('')).toEqual({ received: 2, handling: 1, answered: 1, closed: 0 })
  expect(await counts('Late=true')).toEqual({ received: 2, handling: 0, answered: 0, closed: 0 })
  expect(await counts(`SearchTerm=${encodeURIComponent('سارة')}`)).toEqual(await counts(''))
  // Who handles only their own neither sees nor counts the others.
  expect(await listed('Late=true', handler)).toEqual([own])
  expect(await counts('', handler)).toEqual({ received: 1, handling: 0, answered: 0, closed: 0 })
  const close = (count: number) =>
    admin.call('POST', 'admin/leads/bulk', { matching: { Late: true, Unassigned: true, count }, status: 'closed' })
  expect((await close(2)).error.code).toBe('previewStale')
  expect((await close(1)).status).toBe(200)
  expect(await counts('')).toEqual({ received: 1, handling: 1, answered: 1, closed: 1 })
})
