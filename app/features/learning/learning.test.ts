import { type Insertable, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Transfers } from '../../../db/types.ts'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { course, inDays, inMinutes, learner, order, review, schedule } from '../../../tests/support/factories.ts'
import { signedInMember } from '../../../tests/support/signed-in.ts'
import type { SignedInUser } from '../../platform/context.server.ts'
import { MINUTE_MS } from '../../platform/durations.ts'

const LINK = 'https://meet.example.com/room'

describe('the courses of a learner', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.stop())

  const mine = async (user: SignedInUser, PageIndex = 1, PageSize = 12) =>
    apiAs(app, user).learning.myCourses({ PageIndex, PageSize })

  async function session(runId: number, startsAt: Date, facts: { joinLink?: string; room?: string } = {}) {
    const values = { schedule_id: runId, starts_at: startsAt, ends_at: new Date(startsAt.getTime() + 3_600_000) }
    const { id } = await app.db
      .insertInto('run_sessions')
      .values({ ...values, room: facts.room ?? null, join_link: facts.joinLink ?? null })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  it('are those of paid orders, what comes next first, and nobody else’s', async () => {
    const sara = await learner(app.db)
    const [over, recorded, soon, later, unpaid] = [
      await course(app.db),
      await course(app.db, { delivery: 2 }),
      await course(app.db),
      await course(app.db),
      await course(app.db),
    ]
    const runs = {
      over: await schedule(app.db, over.id, { startsAt: inDays(-20), endsAt: inDays(-10) }),
      soon: await schedule(app.db, soon.id, { startsAt: inDays(2) }),
      later: await schedule(app.db, later.id, { startsAt: inDays(9) }),
    }
    await session(runs.soon, inDays(2))
    await session(runs.later, inDays(9))
    await session(runs.over, inDays(-20))
    for (const [courseId, scheduleId] of [
      [over.id, runs.over],
      [recorded.id, null],
      [later.id, runs.later],
      [soon.id, runs.soon],
    ] as const)
      await order(app.db, { userId: sara.id, courseId, scheduleId })
    await order(app.db, { userId: sara.id, courseId: unpaid.id, status: 'pending' })
    await order(app.db, { courseId: recorded.id })
    const { items, totalCount } = await mine(sara)
    expect(items.map((item) => item.order.course.slug)).toEqual([soon.slug, later.slug, recorded.slug, over.slug])
    expect(totalCount).toBe(4)
    const awaiting = async () =>
      (await mine(sara)).items.filter((item) => item.awaitsReview).map((item) => item.order.course.slug)
    expect(await awaiting()).toEqual([over.slug])
    await review(app.db, { courseId: over.id, userId: sara.id })
    expect(await awaiting()).toEqual([])
    expect((await mine(sara, 2, 3)).items.map((item) => item.order.course.slug)).toEqual([over.slug])
    expect((await mine(await learner(app.db))).items).toEqual([])
  })

  it('say how often the learner was there, and how to join only shortly before', async () => {
    const sara = await learner(app.db)
    const { id: courseId } = await course(app.db, { delivery: 3 })
    const scheduleId = await schedule(app.db, courseId, { startsAt: inDays(-3), endsAt: inDays(3), city: null })
    const { id: orderId } = await order(app.db, { userId: sara.id, courseId, scheduleId })
    const [first] = [await session(scheduleId, inDays(-3)), await session(scheduleId, inDays(-2))]
    const mark = { state: 'late', at: new Date(), marked_at: new Date(), marked_by: sara.id }
    await app.db
      .insertInto('attendance')
      .values({ session_id: first, order_id: orderId, ...mark })
      .execute()
    const coming = await session(scheduleId, inMinutes(60), { joinLink: LINK })
    const next = async () => (await mine(sara)).items[0]!
    // A mark that was made before its session ends counts with its session.
    const early = await session(scheduleId, inMinutes(30))
    await app.db
      .insertInto('attendance')
      .values({ session_id: early, order_id: orderId, ...mark })
      .execute()
    expect((await next()).sessions).toEqual({ total: 4, ended: 3, attended: 2 })
    await sql`delete from attendance where session_id = ${early}`.execute(app.db)
    await sql`delete from run_sessions where id = ${early}`.execute(app.db)
    expect(await next()).toMatchObject({
      sessions: { total: 3, ended: 2, attended: 1 },
      nextSession: { isOnline: true, joinLink: null, joinFrom: expect.any(String) },
      certificate: null,
    })
    await app.db
      .updateTable('run_sessions')
      .set({ starts_at: inMinutes(14) })
      .where('id', '=', coming)
      .execute()
    expect((await next()).nextSession).toMatchObject({ joinLink: LINK })
  })

  it('say when the link to join opens, also before the institute has entered it, and not while access is paused', async () => {
    const sara = await learner(app.db)
    const { id: courseId } = await course(app.db, { delivery: 3 })
    const scheduleId = await schedule(app.db, courseId, { startsAt: inDays(2), city: null })
    const startsAt = inDays(2)
    await session(scheduleId, startsAt)
    const { id } = await order(app.db, { userId: sara.id, courseId, scheduleId })
    const next = async () => (await mine(sara)).items[0]!.nextSession
    expect(await next()).toMatchObject({
      ...{ isOnline: true, joinLink: null },
      joinFrom: new Date(startsAt.getTime() - 15 * MINUTE_MS).toISOString(),
    })
    await app.db.updateTable('orders').set({ access_paused_at: new Date() }).where('id', '=', id).execute()
    expect(await next()).toMatchObject({ isOnline: true, joinLink: null, joinFrom: null })
  })

  it('are known on the page of the course: the run to come before one that is over', async () => {
    const sara = await learner(app.db)
    const { id: courseId } = await course(app.db)
    const known = (user: SignedInUser | null) => apiAs(app, user).catalogue.myCourse({ courseId })
    expect(await known(sara)).toMatchObject({ isLearner: false, enrolment: null })
    const [over, coming] = [
      await schedule(app.db, courseId, { startsAt: inDays(-20), endsAt: inDays(-10) }),
      await schedule(app.db, courseId, { startsAt: inDays(9) }),
    ]
    await order(app.db, { userId: sara.id, courseId, scheduleId: over })
    expect((await known(sara)).enrolment?.run).toMatchObject({ id: over, isOver: true })
    await order(app.db, { userId: sara.id, courseId, scheduleId: coming })
    expect(await known(sara)).toMatchObject({ isLearner: true, enrolment: { run: { id: coming, isOver: false } } })
    expect(await known(null)).toMatchObject({ isLearner: false, enrolment: null })
  })

  it('say what became of the wish for another date, which staff find at the order', async () => {
    const [sara, other, admin] = [
      await learner(app.db),
      await learner(app.db),
      await learner(app.db, { roles: ['Admin'] }),
    ]
    const { id: courseId } = await course(app.db)
    const scheduleId = await schedule(app.db, courseId, { startsAt: inDays(9) })
    const { id: orderId, reference: number } = await order(app.db, { userId: sara.id, courseId, scheduleId })
    const ask = (user: SignedInUser, orderReference: string) =>
      apiAs(app, user).leads.contact({
        ...{ name: 'سارة الأحمد', email: user.email, phone: '+966551234567' },
        ...{ subject: 1, orderReference, message: 'يناسبني موعد المساء' },
      })
    expect((await mine(sara)).items[0]!.moveRequest).toBeNull()
    // Nobody joins another learner's order to what they write.
    await ask(other, number)
    expect((await mine(sara)).items[0]!.moveRequest).toBeNull()
    const { reference, token } = await ask(sara, ` ${number.toLowerCase()}`)
    expect((await mine(sara)).items[0]!.moveRequest).toMatchObject({ reference, token, status: 'received' })

    const desk = apiAs(app, admin)
    expect((await desk.leads.leadsOfOrder({ id: orderId })).map((lead) => lead.reference)).toEqual([reference])
    expect(await desk.leads.lead({ reference })).toMatchObject({ order: { id: orderId, reference: number } })
    await desk.leads.changeLead({ reference, status: 'handling' })
    expect((await mine(sara)).items[0]!.moveRequest).toMatchObject({ reference, status: 'handling' })
  })

  it('are named before they are paid, with what they wait for', async () => {
    const sara = await learner(app.db)
    const pending = async (facts: { createdAt?: Date; expiresAt?: Date; userId?: number }) => {
      const { id: courseId } = await course(app.db)
      return order(app.db, { courseId, userId: sara.id, status: 'pending', expiresAt: inDays(2), ...facts })
    }
    const transfer = async (minutes: number, facts: Partial<Insertable<Transfers>>) => {
      const { id } = await pending({ createdAt: inMinutes(-minutes) })
      await app.db.updateTable('orders').set({ method: 'transfer' }).where('id', '=', id).execute()
      await app.db
        .insertInto('transfers')
        .values({ order_id: id, ...facts })
        .execute()
      return id
    }
    const sent = { receipt_at: inMinutes(-9) }
    const declined = await transfer(5, { ...sent, answer: 'Another account', declined_at: inMinutes(-8) })
    const rest = await transfer(4, { ...sent, received_halalas: 1, rest_asked_at: inMinutes(-8) })
    const review = await transfer(3, sent)
    const receipt = await transfer(2, {})
    const { id: payment } = await pending({ createdAt: inMinutes(-1) })
    // Its time is over, and it is somebody else's.
    await pending({ expiresAt: inMinutes(-1) })
    await pending({ userId: (await learner(app.db)).id })
    const { pending: found } = await mine(sara)
    expect(found.map(({ orderId, waitsFor }) => [orderId, waitsFor])).toEqual([
      [payment, 'payment'],
      [receipt, 'receipt'],
      [review, 'review'],
      [rest, 'rest'],
      [declined, 'anotherReceipt'],
    ])
    expect((await mine(sara, 2)).pending).toEqual([])
  })

  it('are known on the page of the course before they are paid, with their run and what they wait for', async () => {
    const sara = await learner(app.db)
    const { id: courseId } = await course(app.db)
    const scheduleId = await schedule(app.db, courseId, { startsAt: inDays(9) })
    const known = async (user: SignedInUser | null) => (await apiAs(app, user).catalogue.myCourse({ courseId })).pending
    const place = { courseId, scheduleId, userId: sara.id, status: 'pending' as const }
    const { id } = await order(app.db, { ...place, expiresAt: inDays(2) })
    const run = { id: scheduleId, startsAt: expect.any(String) as string }
    expect(await known(sara)).toEqual({ waitsFor: 'payment', run })
    await app.db.updateTable('orders').set({ method: 'transfer' }).where('id', '=', id).execute()
    await app.db.insertInto('transfers').values({ order_id: id, receipt_at: new Date() }).execute()
    expect(await known(sara)).toEqual({ waitsFor: 'review', run })
    expect([await known(null), await known(await learner(app.db))]).toEqual([null, null])
    await app.db
      .updateTable('orders')
      .set({ expires_at: inMinutes(-1) })
      .where('id', '=', id)
      .execute()
    expect(await known(sara)).toBeNull()
  })

  it('are nothing that a guest can ask for', async () => {
    expect((await app.call('GET', 'Learning/courses')).status).toBe(401)
    const { call } = await signedInMember(app)
    const answer = await call<{ items: unknown[] }>('GET', 'Learning/courses')
    expect([answer.status, answer.data.items]).toEqual([200, []])
  })
})
