import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { coupon, course, learner } from '../../../tests/support/factories.ts'
import { raceForSeats } from '../../../tests/support/order-race.ts'
import { bookable, refusal } from '../../../tests/support/orders.ts'
import type { SignedInUser } from '../../platform/context.server.ts'
import { type OpenDatabase, openDatabase } from '../../platform/database.server.ts'

const BUYERS = 500
const SEATS = 30
const USES = 100

let app: TestApp
let crowd: OpenDatabase
let buyers: SignedInUser[]
beforeAll(async () => {
  app = await startTestApp()
  crowd = openDatabase(app.services.settings.databaseUrl!, 60, () => undefined, 60_000)
  buyers = []
  for (let count = 0; count < BUYERS; count++) buyers.push(await learner(app.db))
})
afterAll(async () => {
  await crowd.close()
  await app.stop()
})

type Wish = { courseId: number; scheduleId?: number; couponCode?: string }

/** How the orders of all buyers end, placed at the same moment over 60 connections; the wishes go round among them. */
async function outcomes(...wishes: Wish[]) {
  const codes = await Promise.all(
    buyers.map((buyer, index) =>
      refusal(apiAs(app, buyer, { db: crowd.db }).orders.place(wishes[index % wishes.length]!)),
    ),
  )
  return Object.fromEntries(
    Map.groupBy(codes, (code) => code)
      .entries()
      .map(([code, all]) => [code, all.length]),
  )
}

const taken = async (column: 'schedule_id' | 'coupon_id', id: number) =>
  (
    await sql<{ count: number }>`
      select count(*)::int as count from orders where ${sql.ref(column)} = ${id} and status in ('pending', 'paid')`.execute(
      app.db,
    )
  ).rows[0]!.count

describe(`${BUYERS} buyers at the same moment`, () => {
  it(`get exactly the ${SEATS} seats there are`, async () => {
    const { courseId, scheduleId } = await bookable(app.db, {}, { seats: SEATS + 5, heldSeats: 5 })
    expect(await outcomes({ courseId, scheduleId })).toEqual({ 'not refused': SEATS, seatsGone: BUYERS - SEATS })
    expect(await taken('schedule_id', scheduleId)).toBe(SEATS)
  })

  it(`use a coupon for ${USES} learners exactly ${USES} times, though they want ten different courses`, async () => {
    const { id, code } = await coupon(app.db, { percent: 100, totalLimit: USES, perLearnerLimit: 1 })
    const wishes: Wish[] = []
    for (let count = 0; count < 10; count++)
      wishes.push({ courseId: (await course(app.db, { delivery: 2 })).id, couponCode: code })
    const left = BUYERS - USES
    expect(await outcomes(...wishes)).toEqual({ 'not refused': USES, couponExhausted: left })
    expect(await taken('coupon_id', id)).toBe(USES)
  })

  it('never get more while others cancel and run out of time beside, and nothing leaks', async () => {
    const services = { ...app.services, db: crowd.db, log: app.services.log.child({}, { level: 'silent' }) }
    const figures = await raceForSeats(services, {
      buyers: 120,
      seats: 10,
      uses: 6,
      couponEvery: 2,
      tries: 3,
      atOnce: 40,
    })
    expect(figures.mostSeats).toBeLessThanOrEqual(10)
    expect(figures.mostUses).toBeLessThanOrEqual(6)
    // It is a race only if seats went round.
    expect([figures.mostSeats, figures.refused > 0]).toEqual([10, true])
    expect(figures.placed).toBeGreaterThan(10)
    expect(figures.cancelled).toBeGreaterThan(0)
    expect([figures.seatsLeaked, figures.usesLeaked]).toEqual([0, 0])
  })

  it('oversell when seats are read first and orders written later: the control of this test', async () => {
    const { courseId, scheduleId } = await bookable(app.db, {}, { seats: SEATS })
    await Promise.all(buyers.map((buyer) => placeNaively(buyer.id, courseId, scheduleId)))
    expect(await taken('schedule_id', scheduleId)).toBeGreaterThan(SEATS)
  })
})

/** What must never be: a transaction that counts, decides, and writes. */
async function placeNaively(userId: number, courseId: number, scheduleId: number): Promise<void> {
  await crowd.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ left: number }>`
      select s.seats - (select count(*)::int from orders o where o.schedule_id = s.id and o.status in ('pending', 'paid')) as left
      from schedules s where s.id = ${scheduleId}`.execute(tx)
    if (rows[0]!.left <= 0) return
    const now = new Date()
    await tx
      .insertInto('orders')
      .values({
        id: randomUUID(),
        reference: `NAIVE-${userId}`,
        user_id: userId,
        course_id: courseId,
        schedule_id: scheduleId,
        status: 'pending',
        lang: 'ar',
        course_name: JSON.stringify({ ar: 'دورة' }),
        price_halalas: 100,
        discount_halalas: 0,
        total_halalas: 100,
        net_halalas: 87,
        vat_halalas: 13,
        vat_treatment: 'standard',
        vat_rate_percent: 15,
        created_at: now,
        expires_at: new Date(now.getTime() + 60_000),
      })
      .execute()
  })
}
