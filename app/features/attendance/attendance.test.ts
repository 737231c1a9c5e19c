import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { course, learner, order, schedule, trainer } from '../../../tests/support/factories.ts'
import { type Member, signedInMember, tokenOf } from '../../../tests/support/signed-in.ts'
import { dayOf } from '../../platform/days.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/durations.ts'
import { attendedPercent } from './percent.ts'

let app: TestApp
let admin: Member
beforeAll(async () => {
  app = await startTestApp()
  admin = await signedInMember(app, ['Admin'])
})
afterAll(() => app.stop())

type Verdicts = { verdicts: { id: string; verdict: string; name: string | null }[] }

/** A run with a session that began an hour ago and one of yesterday, and learners with paid seats. */
async function taught(learners: number) {
  const { id: courseId } = await course(app.db)
  const now = Date.now()
  const run = await schedule(app.db, courseId, { startsAt: new Date(now - DAY_MS), endsAt: new Date(now + DAY_MS) })
  const sessions = []
  for (const startsAt of [now - DAY_MS, now - HOUR_MS]) {
    const { id } = await app.db
      .insertInto('run_sessions')
      .values({
        schedule_id: run,
        starts_at: new Date(startsAt),
        ends_at: new Date(startsAt + 2 * HOUR_MS),
        room: 'Hall A',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    sessions.push(id)
  }
  const orders = []
  for (let n = 0; n < learners; n++) orders.push(await order(app.db, { courseId, scheduleId: run }))
  return { courseId, run, past: sessions[0]!, session: sessions[1]!, orders }
}

async function badgesOf(run: number): Promise<Map<string, string>> {
  await admin.call('GET', `admin/runs/${run}/badges`)
  const rows = await app.db.selectFrom('badges').select(['order_id', 'code']).execute()
  return new Map(rows.map(({ order_id, code }) => [order_id, code]))
}

const scanOf = (code: string, at = new Date()) => ({ id: randomUUID(), code, at: at.toISOString() })
const send = async (session: number, scans: object[]) =>
  (await admin.call<Verdicts>('POST', `admin/attendance/${session}/scans`, { scans })).data.verdicts
const presentIn = async (session: number) =>
  (
    await app.db
      .selectFrom('attendance')
      .select('order_id')
      .where('session_id', '=', session)
      .where('state', '=', 'present')
      .execute()
  ).length

describe('attendance by name', () => {
  it('is taken by a tap, can be changed, and each change is written down once', async () => {
    const { session, run, orders } = await taught(2)
    const mark = (state: string) =>
      admin.call('POST', `admin/attendance/${session}/marks`, { orderId: orders[0]!.id, state })
    for (const state of ['present', 'present', 'late']) expect((await mark(state)).error).toBeUndefined()
    const shown = await admin.call<{
      enrolled: number
      attended: number
      attendees: { orderId: string; state: string | null }[]
    }>('GET', `admin/attendance/${session}`)
    expect(shown.data).toMatchObject({ enrolled: 2, attended: 1 })
    expect(new Map(shown.data.attendees.map(({ orderId, state }) => [orderId, state]))).toEqual(
      new Map([
        [orders[0]!.id, 'late'],
        [orders[1]!.id, null],
      ]),
    )
    const written = await app.db
      .selectFrom('audit_log')
      .select(['before', 'after'])
      .where('action', '=', 'attendance.mark')
      .where('run_id', '=', run)
      .orderBy('id')
      .execute()
    expect(written.map(({ after }) => (after as { state: string }).state)).toEqual(['present', 'late'])
  })

  it('that arrives late gives way to a later one, whatever the clock of its device says', async () => {
    const { session, orders } = await taught(1)
    const now = app.services.now().getTime()
    const mark = async (state: string, minutes?: number) => {
      const at = minutes === undefined ? {} : { at: new Date(now + minutes * MINUTE_MS).toISOString() }
      const facts = { orderId: orders[0]!.id, state, ...at }
      return (await admin.call<{ state: string }>('POST', `admin/attendance/${session}/marks`, facts)).data.state
    }
    expect(await mark('absent', -10)).toBe('absent')
    expect(await mark('late', -5)).toBe('late')
    expect(await mark('present', -7)).toBe('late')
    expect(await mark('present', 60)).toBe('present')
    expect(await mark('late')).toBe('late')
  })

  it('is only for seats of this run that are paid', async () => {
    const { session, courseId, run } = await taught(0)
    const other = await order(app.db, { courseId })
    const refunded = await order(app.db, { courseId, scheduleId: run, status: 'refunded' })
    for (const { id } of [other, refunded]) {
      const answer = await admin.call('POST', `admin/attendance/${session}/marks`, { orderId: id, state: 'present' })
      expect(answer.status).toBe(404)
    }
  })

  it('is taken by the trainers of a run, and its existence is hidden from others', async () => {
    const { session, courseId, run } = await taught(1)
    const [own, other] = [await signedInMember(app, ['Teacher']), await signedInMember(app, ['Teacher'])]
    const trainerId = await trainer(app.db, { courseIds: [courseId] })
    await app.db.updateTable('trainers').set({ user_id: own.user.id }).where('id', '=', trainerId).execute()
    for (const path of [`admin/attendance/${session}`, `admin/runs/${run}/attendees`, `admin/runs/${run}/badges`])
      expect([(await own.call('GET', path)).status, (await other.call('GET', path)).status]).toEqual([200, 404])
    // Shortly after midnight it began yesterday.
    const day = dayOf(new Date(Date.now() - HOUR_MS))
    const days = await Promise.all(
      [own, other].map((person) => person.call<{ sessions: { id: number }[] }>('GET', `admin/attendance?day=${day}`)),
    )
    expect(days.map(({ data }) => data.sessions.some(({ id }) => id === session))).toEqual([true, false])
    const shown = await own.call<{ run: object; attendees: object[] }>('GET', `admin/runs/${run}/attendees`)
    expect(shown.data.run).toMatchObject({
      id: run,
      course: expect.any(String),
      place: expect.stringContaining('Riyadh'),
    })
    expect(Object.keys(shown.data.attendees[0]!)).not.toContain('email')
  })
})

describe('attendance by badge', () => {
  it('of two devices that were offline counts everybody once, and names whom both have scanned', async () => {
    const { session, run, orders } = await taught(20)
    const codes = await badgesOf(run)
    const all = orders.map(({ id }) => codes.get(id)!)
    // Twelve on one device and twelve on the other: four people were scanned by both.
    const [one, two] = [all.slice(0, 12).map((code) => scanOf(code)), all.slice(8).map((code) => scanOf(code))]
    const answers = (await Promise.all([send(session, one), send(session, two)])).flat()
    expect(await presentIn(session)).toBe(20)
    const duplicates = answers.filter(({ verdict }) => verdict === 'duplicate')
    expect(duplicates).toHaveLength(4)
    expect(duplicates.every(({ name }) => name)).toBe(true)
    expect(answers.filter(({ verdict }) => verdict === 'present')).toHaveLength(20)
  })

  it('that is sent again, because the answer was lost, has the same verdict', async () => {
    const { session, run, orders } = await taught(1)
    const scan = scanOf((await badgesOf(run)).get(orders[0]!.id)!)
    const [first, ...again] = [await send(session, [scan]), await send(session, [scan])]
    expect(first[0]).toMatchObject({ verdict: 'present' })
    expect(again[0]).toEqual(first)
  })

  it('tells the badge of another run, of a refunded order, and none of ours', async () => {
    const [here, elsewhere] = [await taught(1), await taught(1)]
    const codes = new Map([...(await badgesOf(here.run)), ...(await badgesOf(elsewhere.run))])
    const refunded = codes.get(here.orders[0]!.id)!
    await app.db
      .updateTable('orders')
      .set({ status: 'refunded', ended_at: new Date(), ended_because: 'refunded' })
      .where('id', '=', here.orders[0]!.id)
      .execute()
    const verdicts = await send(
      here.session,
      [codes.get(elsewhere.orders[0]!.id)!, refunded, 'nonsense'].map((code) => scanOf(code)),
    )
    expect(verdicts.map(({ verdict }) => verdict)).toEqual(['otherRun', 'notEnrolled', 'unknown'])
    expect(verdicts[0]!.name).toBeNull()
    expect(await presentIn(here.session)).toBe(0)
  })

  it('counts a scan of a clock that is ahead at the time when it arrived', async () => {
    const { session, run, orders } = await taught(1)
    await send(session, [scanOf((await badgesOf(run)).get(orders[0]!.id)!, new Date(Date.now() + DAY_MS))])
    const { at } = await app.db
      .selectFrom('attendance')
      .select('at')
      .where('session_id', '=', session)
      .executeTakeFirstOrThrow()
    expect(at.getTime()).toBeLessThanOrEqual(Date.now())
  })
})

describe('attendance in a session that is still to come', () => {
  async function inMinutesFrom(minutes: number) {
    const made = await taught(1)
    const startsAt = new Date(Date.now() + minutes * MINUTE_MS)
    await app.db
      .updateTable('run_sessions')
      .set({ starts_at: startsAt, ends_at: new Date(startsAt.getTime() + HOUR_MS) })
      .where('id', '=', made.session)
      .execute()
    const path = `admin/attendance/${made.session}`
    const mark = (facts: object) =>
      admin.call('POST', `${path}/marks`, { orderId: made.orders[0]!.id, state: 'present', ...facts })
    return { ...made, path, mark }
  }

  it('is asked about before it is taken, and not in the hour before', async () => {
    const { session, mark } = await inMinutesFrom(61)
    const refused = await mark({})
    expect([refused.status, refused.error.code]).toEqual([409, 'sessionNotBegun'])
    expect(await presentIn(session)).toBe(0)
    expect((await mark({ early: true })).status).toBe(200)
    expect(await presentIn(session)).toBe(1)
    expect((await (await inMinutesFrom(59)).mark({})).status).toBe(200)
  })

  it('keeps no scan that was refused, and judges it when it is sent again and meant', async () => {
    const { session, path, run, orders } = await inMinutesFrom(7 * 24 * 60)
    const scans = [scanOf((await badgesOf(run)).get(orders[0]!.id)!)]
    expect((await admin.call('POST', `${path}/scans`, { scans })).error.code).toBe('sessionNotBegun')
    const judged = await admin.call<Verdicts>('POST', `${path}/scans`, { scans, early: true })
    expect(judged.data.verdicts).toMatchObject([{ verdict: 'present' }])
    // Its answer was lost: what is judged needs no question.
    expect(await send(session, scans)).toEqual(judged.data.verdicts)
  })
})

describe('the attendees of a run', () => {
  it('have their share of the sessions that have ended', () => {
    const shares = [attendedPercent(0, 0), attendedPercent(1, 3), attendedPercent(2, 3), attendedPercent(3, 3)]
    expect(shares).toEqual([null, 33, 67, 100])
    expect(attendedPercent(299, 300)).toBe(99)
  })

  it('open in a spreadsheet with formulas as text, for those with fresh proof, and it is written down', async () => {
    const { courseId, run } = await taught(0)
    const user = await learner(app.db, { firstName: '=cmd', lastName: 'نورة' })
    await order(app.db, { courseId, scheduleId: run, userId: user.id })
    const file = await fetch(`${app.address}/api/admin/runs/${run}/attendees/export`, {
      headers: { Authorization: `Bearer ${await tokenOf(app, admin.user)}` },
    })
    expect(file.status).toBe(200)
    const text = Buffer.from(await file.arrayBuffer()).toString()
    expect(text.startsWith('\ufeff')).toBe(true)
    expect(text).toContain("'=cmd")
    const written = await app.db
      .selectFrom('audit_log')
      .select('detail')
      .where('action', '=', 'attendance.export')
      .where('run_id', '=', run)
      .execute()
    expect(written).toEqual([{ detail: { rows: 1, format: 'csv' } }])
  })
})
