import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { coupon, course, learner } from '../../../tests/support/factories.ts'
import { IS_LONG } from '../../../tests/support/long.ts'
import { held, raceForSeats, seatsSoldNaively, usesSoldNaively } from '../../../tests/support/orders/order-race.ts'
import { bookable, refusal } from '../../../tests/support/orders/orders.ts'
import type { SignedInUser } from '../../platform/context.server.ts'
import { type OpenDatabase, openDatabase } from '../../platform/database/database.server.ts'
import { COMMAND_LIMITS } from '../../platform/database/limits.ts'

const [BUYERS, SEATS, USES] = IS_LONG ? [500, 30, 100] : [150, 15, 40]

let app: TestApp
let crowd: OpenDatabase
let buyers: SignedInUser[]
beforeAll(async () => {
  app = await startTestApp()
  crowd = openDatabase(app.services.settings.databaseUrl!, 60, () => undefined, {
    limits: { ...COMMAND_LIMITS, connectTimeoutMs: 60_000 },
  })
  buyers = []
  for (let count = 0; count < BUYERS; count++) buyers.push(await learner(app.db))
})
afterAll(async () => {
  await crowd.close()
  await app.stop()
})

type OrderRequest = { courseId: number; scheduleId?: number; couponCode?: string }

/** Counts the outcomes when all buyers order at the same moment over 60 connections, taking the requests in turn. */
async function outcomes(...requests: OrderRequest[]) {
  const codes = await Promise.all(
    buyers.map((buyer, index) =>
      refusal(apiAs(app, buyer, { db: crowd.db }).checkout.place(requests[index % requests.length]!)),
    ),
  )
  return Object.fromEntries(
    Map.groupBy(codes, (code) => code)
      .entries()
      .map(([code, all]) => [code, all.length]),
  )
}

describe(`${BUYERS} buyers at the same moment`, () => {
  it(`get exactly the ${SEATS} seats there are`, async () => {
    const { courseId, scheduleId } = await bookable(app.db, {}, { seats: SEATS + 5, heldSeats: 5 })
    expect(await outcomes({ courseId, scheduleId })).toEqual({ 'not refused': SEATS, seatsGone: BUYERS - SEATS })
    expect((await held(app.db, { scheduleId })).seats).toBe(SEATS)
  })

  it(`use a coupon for ${USES} learners exactly ${USES} times, even across ten different courses`, async () => {
    const { id: couponId, code } = await coupon(app.db, { percent: 100, totalLimit: USES, perLearnerLimit: 1 })
    const requests: OrderRequest[] = []
    for (let count = 0; count < 10; count++)
      requests.push({ courseId: (await course(app.db, { delivery: 2 })).id, couponCode: code })
    const left = BUYERS - USES
    expect(await outcomes(...requests)).toEqual({ 'not refused': USES, couponExhausted: left })
    expect((await held(app.db, { couponId })).uses).toBe(USES)
  })

  it('never exceed the limits while orders are cancelled and expire, and leave no hold behind', async () => {
    const services = { ...app.services, log: app.services.log.child({}, { level: 'silent' }) }
    const figures = await raceForSeats(services, crowd.db, {
      buyers: 120,
      seats: 10,
      uses: 6,
      couponEvery: 2,
      tries: 3,
    })
    expect(figures.maxSeats).toBeLessThanOrEqual(10)
    expect(figures.maxUses).toBeLessThanOrEqual(6)
    // It is a race only if seats were released and taken again.
    expect([figures.maxSeats, figures.refused > 0]).toEqual([10, true])
    expect(figures.placed).toBeGreaterThan(10)
    expect(figures.cancelled).toBeGreaterThan(0)
    expect([figures.seatsLeaked, figures.usesLeaked]).toEqual([0, 0])
  })

  it('oversell seats that are counted first and written later: the control of this test', async () => {
    expect(await seatsSoldNaively(crowd.db, buyers, SEATS)).toBeGreaterThan(SEATS)
  })

  it('use a coupon too often when its uses are counted first and written later: the control for coupons', async () => {
    expect(await usesSoldNaively(crowd.db, buyers, USES)).toBeGreaterThan(USES)
  })
})
