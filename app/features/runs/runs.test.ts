import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { course, inDays, learner, order, schedule, trainer } from '../../../tests/support/factories.ts'
import { held } from '../../../tests/support/orders/order-race.ts'
import { bookable, refusal } from '../../../tests/support/orders/orders.ts'
import type { Api } from '../../api/contract.ts'
import type { SignedInUser } from '../../platform/context.server.ts'
import { openDatabase } from '../../platform/database/database.server.ts'
import { COMMAND_LIMITS } from '../../platform/database/limits.ts'
import { dayOf } from '../../platform/days.ts'
import { HOUR_MS } from '../../platform/durations.ts'

let app: TestApp
let admin: Api
beforeAll(async () => {
  app = await startTestApp()
  admin = apiAs(app, await learner(app.db, { roles: ['Admin'] }))
})
afterAll(() => app.stop())

const day = (days: number) => dayOf(inDays(days))
const session = (days: number, facts: object = {}) => ({ day: day(days), from: '17:00', to: '20:00', ...facts })
/** A trainer with an account. */
async function teacher(courseIds: number[] = []): Promise<{ trainerId: number; person: SignedInUser }> {
  const person = await learner(app.db, { roles: ['Teacher'] })
  const trainerId = await trainer(app.db, { courseIds })
  await app.db.updateTable('trainers').set({ user_id: person.id }).where('id', '=', trainerId).execute()
  return { trainerId, person }
}
const auditOf = (runId: number) =>
  app.db.selectFrom('audit_log').selectAll().where('run_id', '=', runId).orderBy('id').execute()

describe('a planned run', () => {
  it('has its sessions, and dates, weekdays and hours that follow from them', async () => {
    const { id: courseId, slug } = await course(app.db)
    const { trainerId } = await teacher()
    const planned = await admin.runs.planRun({
      courseId,
      seats: 12,
      minimum: 5,
      city: { ar: 'جدة', en: 'Jeddah' },
      sessions: [session(12, { room: 'B', trainerId }), session(10, { joinLink: 'https://meet.example/x' })],
    })
    expect(planned.sessions.map(({ day, room, joinLink, trainer }) => [day, room, joinLink, trainer?.id])).toEqual([
      [day(10), null, 'https://meet.example/x', undefined],
      [day(12), 'B', null, trainerId],
    ])
    expect(planned).toMatchObject({ phase: 'coming', seats: 12, minimum: 5, paid: 0, sessionCount: 2, version: 1 })
    expect(planned.startsAt).toBe(planned.sessions[0]!.startsAt)
    expect(planned.endsAt).toBe(planned.sessions[1]!.endsAt)
    // The public page keeps its shape.
    const page = await apiAs(app, null).catalogue.courseBySlug({ slug })
    expect('schedules' in page && page.schedules).toMatchObject([
      { id: planned.id, startsAt: planned.startsAt, state: 'open' },
    ])
    expect(await auditOf(planned.id)).toMatchObject([{ action: 'run.plan' }])
  })

  it('is refused with sessions that overlap or are over, an unknown trainer, and for a recorded course', async () => {
    const { id: courseId } = await course(app.db)
    const plan = (sessions: ReturnType<typeof session>[], other: object = {}) =>
      refusal(admin.runs.planRun({ courseId, seats: 5, sessions, ...other }))
    expect(await plan([session(3), session(3, { from: '19:00', to: '21:00' })])).toBe('sessionsOverlap')
    expect(await plan([session(-1)])).toBe('runBegun')
    expect(await plan([session(3, { trainerId: 999_999 })])).toBe('trainerNotFound')
    expect(await plan([session(3)], { enrolmentClosesAt: inDays(9).toISOString() })).toBe('enrolmentClosesLate')
    expect(await plan([session(3)], { courseId: (await course(app.db, { delivery: 2 })).id })).toBe('courseNotFound')
    expect(await plan([])).toBe('validation')
  })

  it('names the end of a session that would go on almost to its start of the next day', async () => {
    const { id: courseId } = await course(app.db)
    const wrong = { from: '18:00', to: '17:00' }
    const fieldsOf = (call: Promise<unknown>) =>
      call.then(
        () => 'not refused',
        ({ fields }) => Object.keys(fields),
      )
    const plan = (facts: object) =>
      admin.runs.planRun({ courseId, seats: 5, sessions: [session(3), session(4, facts)] })
    expect(await fieldsOf(plan(wrong))).toEqual(['sessions.1.to'])
    const { id, sessions } = await plan({ from: '21:00', to: '01:00' })
    expect(sessions[1]).toMatchObject({ from: '21:00', to: '01:00' })
    const { fingerprint } = await admin.runs.reschedulePreview({ id })
    const move = { id, fingerprint, reason: 'x', sessions: [session(3, wrong)] }
    expect(await fieldsOf(admin.runs.rescheduleRun(move))).toEqual(['sessions.0.to'])
    const days = { weekdays: ['sun'], firstDay: day(3), lastDay: day(30) }
    const ramadan = { ramadanFrom: '21:00', ramadanTo: '20:00' }
    expect(await fieldsOf(admin.runs.sessionPattern({ ...days, ...wrong, ...ramadan }))).toEqual(['to', 'ramadanTo'])
    // Fields that were left empty are missing, not wrong.
    const empty = admin.runs.sessionPattern({ ...days, ...wrong, firstDay: '', from: '', lastDay: '3' })
    await expect(empty).rejects.toMatchObject({
      fields: { firstDay: ['required'], from: ['required'], lastDay: ['invalid'] },
    })
  })

  it('shows what is sold, held and waited for, and the money only to those who may see orders', async () => {
    const { courseId, scheduleId } = await bookable(app.db, {}, { seats: 5, heldSeats: 1 })
    await order(app.db, { courseId, scheduleId })
    await order(app.db, { courseId, scheduleId, status: 'pending' })
    await order(app.db, { courseId, scheduleId, status: 'pending', expiresAt: inDays(-1) })
    const found = await admin.runs.run({ id: scheduleId })
    expect(found).toMatchObject({ paid: 1, pending: 1, heldSeats: 1, waiting: 0, money: { paidHalalas: 0 } })
    const { person } = await teacher([courseId])
    expect((await apiAs(app, person).runs.run({ id: scheduleId })).money).toBe(null)
  })
})

describe('a teacher', () => {
  it('sees the runs with a session or a course of theirs, and no other', async () => {
    const [one, two, three] = [await bookable(app.db), await bookable(app.db), await bookable(app.db)]
    const { trainerId, person } = await teacher([one.courseId])
    await app.db
      .insertInto('run_sessions')
      .values({
        schedule_id: two.scheduleId,
        starts_at: inDays(5),
        ends_at: new Date(+inDays(5) + HOUR_MS),
        trainer_id: trainerId,
      })
      .execute()
    const { runs } = apiAs(app, person)
    const { items, totalCount } = await runs.runs({})
    expect(items.map(({ id }) => id).sort()).toEqual([one.scheduleId, two.scheduleId].sort())
    expect(totalCount).toBe(2)
    expect(await refusal(runs.run({ id: one.scheduleId }))).toBe('not refused')
    expect(await refusal(runs.run({ id: three.scheduleId }))).toBe('runNotFound')
    expect(await refusal(runs.setRunCapacity({ id: one.scheduleId, seats: 9 }))).toBe('forbidden')
  })
})

describe('the list of runs', () => {
  it('is filtered by course, trainer, room, state and days, and read on from its cursor', async () => {
    const { id: courseId } = await course(app.db)
    const ids: number[] = []
    for (const days of [3, 4, 5, -20, 6])
      ids.push(await schedule(app.db, courseId, { startsAt: inDays(days), endsAt: inDays(days + 0.1) }))
    await app.db
      .updateTable('schedules')
      .set({ cancelled_at: inDays(-1) })
      .where('id', '=', ids[4]!)
      .execute()
    await app.db.updateTable('schedules').set({ minimum_seats: 2 }).where('id', '=', ids[0]!).execute()
    const times = { starts_at: inDays(4), ends_at: new Date(+inDays(4) + HOUR_MS) }
    await app.db
      .insertInto('run_sessions')
      .values({ schedule_id: ids[1]!, ...times, room: 'Hall 7' })
      .execute()
    const { person } = await teacher([courseId])
    const trainerId = (
      await app.db.selectFrom('trainers').select('id').where('user_id', '=', person.id).executeTakeFirstOrThrow()
    ).id
    const found = async (filter: object) => (await admin.runs.runs({ courseId, ...filter })).items.map(({ id }) => id)
    expect(await found({ state: 'coming' })).toEqual(ids.slice(0, 3))
    const running = await schedule(app.db, courseId, { startsAt: inDays(-1), endsAt: inDays(1) })
    expect(await found({ state: 'current' })).toEqual([running, ...ids.slice(0, 3)])
    await app.db.deleteFrom('schedules').where('id', '=', running).execute()
    expect(await found({ state: 'ended' })).toEqual([ids[3]])
    expect(await found({ state: 'cancelled' })).toEqual([ids[4]])
    expect(await found({ state: 'below-minimum' })).toEqual([ids[0]])
    expect(await found({ room: 'Hall 7' })).toEqual([ids[1]])
    expect((await admin.runs.runs({ trainerId })).items).toHaveLength(5)
    expect(await found({ from: day(4), to: day(5) })).toEqual([ids[1], ids[2]])
    const seen: number[] = []
    let cursor: string | undefined
    do {
      const page = await admin.runs.runs({ courseId, sort: 'last', limit: 2, ...(cursor ? { cursor } : {}) })
      expect(page.totalCount).toBe(5)
      seen.push(...page.items.map(({ id }) => id))
      cursor = page.next ?? undefined
    } while (cursor)
    expect(seen).toEqual([ids[4], ids[2], ids[1], ids[0], ids[3]])
    expect(await refusal(admin.runs.runs({ cursor: 'x' }))).toBe('validation')
  })
})

describe('an edit', () => {
  it('merges with that of another person, and names the field that both changed', async () => {
    const { scheduleId: id } = await bookable(app.db)
    await admin.runs.editRun({ id, version: 1, changes: { minimum: { from: null, to: 4 } } })
    const city = { ar: 'الدمام', en: 'Dammam' }
    const merged = await admin.runs.editRun({
      id,
      version: 1,
      changes: { city: { from: { ar: 'الرياض', en: 'Riyadh' }, to: city } },
    })
    expect(merged).toMatchObject({ minimum: 4, cityNames: city, version: 3 })
    const both = admin.runs.editRun({ id, version: 1, changes: { minimum: { from: null, to: 6 } } })
    await expect(both).rejects.toMatchObject({
      code: 'changedMeanwhile',
      conflicts: { minimum: { yours: 6, theirs: 4 } },
    })
    expect((await auditOf(id)).map(({ before, after }) => [before, after])[0]).toEqual([
      { minimum: null },
      { minimum: 4 },
    ])
  })

  it('refuses a minimum that is larger than the seats', async () => {
    const { id: courseId } = await course(app.db)
    const plan = { courseId, seats: 5, sessions: [session(9)] }
    const refused = (field: string) => ({ code: 'validation', fields: { [field]: ['minimumAtMost:5'] } })
    await expect(admin.runs.planRun({ ...plan, minimum: 6 })).rejects.toMatchObject(refused('minimum'))
    const { id } = await admin.runs.planRun({ ...plan, minimum: 5 })
    const larger = admin.runs.editRun({ id, version: 1, changes: { minimum: { from: 5, to: 6 } } })
    await expect(larger).rejects.toMatchObject(refused('changes.minimum.to'))
  })

  it('of a session changes its room, link and trainer, and of a price only new orders', async () => {
    const { id: courseId } = await course(app.db, { priceHalalas: 90_000 })
    const { id, sessions } = await admin.runs.planRun({ courseId, seats: 5, sessions: [session(9)] })
    const change = { id: sessions[0]!.id, version: 1, changes: { room: { from: null, to: 'A1' } } }
    expect((await admin.runs.editSession(change)).sessions[0]!.room).toBe('A1')
    expect((await admin.runs.setRunPrice({ id, priceHalalas: 70_000 })).priceHalalas).toBe(70_000)
    const buyer = apiAs(app, await learner(app.db))
    expect((await buyer.checkout.summary({ courseId, scheduleId: id })).totalHalalas).toBe(70_000)
    expect((await admin.runs.setRunPrice({ id })).priceHalalas).toBe(null)
    const finance = apiAs(app, await learner(app.db, { roles: ['Finance'] }))
    expect(await refusal(finance.runs.setRunPrice({ id, priceHalalas: 1000 }))).toBe('not refused')
    expect(await refusal(finance.runs.setRunCapacity({ id, seats: 9 }))).toBe('forbidden')
  })

  it('is not made to a run that was cancelled', async () => {
    const { scheduleId: id } = await bookable(app.db)
    await app.db.updateTable('schedules').set({ cancelled_at: new Date() }).where('id', '=', id).execute()
    expect(await refusal(admin.runs.setRunCapacity({ id, seats: 40 }))).toBe('runCancelled')
  })
})

describe('the capacity of a run', () => {
  it('is never below what is sold or held', async () => {
    const { courseId, scheduleId: id } = await bookable(app.db, {}, { seats: 10, heldSeats: 2 })
    for (let sold = 0; sold < 3; sold++) await order(app.db, { courseId, scheduleId: id })
    expect(await refusal(admin.runs.setRunCapacity({ id, seats: 4 }))).toBe('seatsSold')
    expect(await refusal(admin.runs.setRunCapacity({ id, seats: 5, heldSeats: 3 }))).toBe('seatsSold')
    expect(await admin.runs.setRunCapacity({ id, seats: 5 })).toMatchObject({ seats: 5, heldSeats: 2, paid: 3 })
    expect(await auditOf(id)).toMatchObject([
      { action: 'run.capacity', before: { seats: 10, heldSeats: 2 }, after: { seats: 5, heldSeats: 2 } },
    ])
  })

  it('is never oversold when it changes while 200 people buy', async () => {
    const { courseId, scheduleId: id } = await bookable(app.db, {}, { seats: 60 })
    const crowd = openDatabase(app.services.settings.databaseUrl!, 40, () => undefined, {
      limits: { ...COMMAND_LIMITS, connectTimeoutMs: 60_000 },
    })
    try {
      const buyers: SignedInUser[] = []
      for (let count = 0; count < 200; count++) buyers.push(await learner(app.db))
      const staff = apiAs(app, await learner(app.db, { roles: ['Admin'] }), { db: crowd.db })
      let most = 60
      const shrink = async () => {
        for (const seats of [50, 30, 45, 20, 10, 25]) {
          const answer = await refusal(staff.runs.setRunCapacity({ id, seats }))
          expect(['not refused', 'seatsSold']).toContain(answer)
          if (answer === 'not refused') most = seats
        }
      }
      const bought = Promise.all(
        buyers.map((buyer) =>
          refusal(apiAs(app, buyer, { db: crowd.db }).checkout.place({ courseId, scheduleId: id })),
        ),
      )
      const [codes] = await Promise.all([bought, shrink()])
      const { seats } = await held(app.db, { scheduleId: id })
      expect(seats).toBe(codes.filter((code) => code === 'not refused').length)
      expect(seats).toBeLessThanOrEqual(most)
      expect((await admin.runs.run({ id })).seats).toBe(most)
      expect(codes).toContain('seatsGone')
    } finally {
      await crowd.close()
    }
  })
})

describe('the calendar of a month', () => {
  it('has all sessions of it, and names those that need the same room or trainer at the same time', async () => {
    const next = new Date(inDays(400))
    const month = dayOf(next).slice(0, 7)
    const [one, two, three] = [await course(app.db), await course(app.db), await course(app.db)]
    const { person, trainerId } = await teacher([one.id])
    const plan = (courseId: number, dayOfMonth: string, facts: object) =>
      admin.runs.planRun({ courseId, seats: 5, sessions: [session(0, { day: `${month}-${dayOfMonth}`, ...facts })] })
    const a = await plan(one.id, '10', { room: 'Hall' })
    const b = await plan(two.id, '10', { room: 'Hall', from: '19:00', to: '21:00' })
    const c = await plan(three.id, '10', { room: 'Lab', trainerId, from: '18:00', to: '19:00' })
    const d = await plan(two.id, '11', { room: 'Hall' })
    const { groups, clashing } = await admin.runs.calendar({ month })
    const sessions = groups.flatMap((group) => group.sessions)
    const clashes = Object.fromEntries(
      sessions.map(({ run, clashes }) => [run.id, clashes.map(({ run, because }) => [run, because])]),
    )
    expect(clashes).toEqual({
      [a.id]: [
        [c.id, 'trainer'],
        [b.id, 'room'],
      ],
      [b.id]: [[a.id, 'room']],
      [c.id]: [[a.id, 'trainer']],
      [d.id]: [],
    })
    expect([clashing, groups.map(({ value, total, clashing }) => [value, total, clashing])]).toEqual([
      3,
      [
        [`${month}-10`, 3, 3],
        [`${month}-11`, 1, 0],
      ],
    ])
    const inLab = await admin.runs.calendar({ month, room: 'Lab' })
    expect(inLab.groups.flatMap((group) => group.sessions.map(({ run, clashes }) => [run.id, clashes.length]))).toEqual(
      [[c.id, 1]],
    )
    expect(inLab.choices.rooms).toEqual(['Hall', 'Lab'])
    const own = await apiAs(app, person).runs.calendarDay({ day: `${month}-10` })
    expect(own.sessions.map(({ run }) => run.id).sort()).toEqual([a.id, c.id].sort())
  })

  it('shows a bounded number of the sessions of a day, and all of them on the page of the day', async () => {
    const day = dayOf(new Date(inDays(800)))
    const { id } = await course(app.db)
    const plan = (room: string | undefined) =>
      admin.runs.planRun({ courseId: id, seats: 5, sessions: [session(0, { day, ...(room ? { room } : {}) })] })
    for (let n = 0; n < 8; n++) await plan('Hall')
    await plan(undefined)
    const month = day.slice(0, 7)
    const [group] = (await admin.runs.calendar({ month })).groups
    expect([group!.value, group!.total, group!.sessions.length, group!.clashing]).toEqual([day, 9, 6, 8])
    // The room is wanted by seven others: three of them are named.
    expect(group!.sessions.map(({ clashes, moreClashes }) => [clashes.length, moreClashes])).toEqual(
      Array.from({ length: 6 }, () => [3, 4]),
    )
    const rooms = await admin.runs.calendar({ month, by: 'room' })
    expect(rooms.groups.map(({ name, value, total }) => [name, value, total])).toEqual([
      [['Hall'], 'Hall', 8],
      [[], '-', 1],
    ])
    const all = await admin.runs.calendarDay({ day })
    expect([all.sessions.length, all.total, all.hasMore]).toEqual([9, 9, false])
    expect((await admin.runs.calendarDay({ day, room: '-' })).total).toBe(1)
    expect((await admin.runs.calendarDay({ day, page: 2 })).sessions).toEqual([])
  })
})
