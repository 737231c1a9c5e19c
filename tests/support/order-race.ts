/** Many buyers at once for few seats and few uses of a coupon, while others cancel and time runs out beside them. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Api } from '../../app/api/contract.ts'
import { expireOverdue } from '../../app/features/orders/order-moves.server.ts'
import { localApi } from '../../app/operations.server.ts'
import type { Context, Services } from '../../app/platform/context.server.ts'
import type { Database } from '../../app/platform/database.server.ts'
import { coupon, course, learner, schedule } from './factories.ts'
import { companyInMemory } from './order-model/company.ts'

export type RaceFigures = {
  placed: number
  refused: number
  cancelled: number
  expired: number
  /** The most that was ever held at once, as somebody beside counted again and again. */
  mostSeats: number
  mostUses: number
  looks: number
  /** What is still held once everything has run out. */
  seatsLeaked: number
  usesLeaked: number
}

export type RaceSize = {
  buyers: number
  seats: number
  uses: number
  /** Every how manieth try is with the coupon. */
  couponEvery: number
  tries: number
  atOnce: number
}

/** Every buyer tries again and again, and gives up every fifth seat they get; of others the time runs out. */
export async function raceForSeats(base: Services, size: RaceSize): Promise<RaceFigures> {
  const { db } = base
  const { id: courseId } = await course(db)
  const scheduleId = await schedule(db, courseId, { seats: size.seats })
  const { id: couponId, code } = await coupon(db, { percent: 50, totalLimit: size.uses })
  const services = { ...base, payment: companyInMemory().port }
  const buyers: Api['orders'][] = []
  for (let count = 0; count < size.buyers; count++) buyers.push(localApi(visit(services, await learner(db))).orders)
  const figures = { placed: 0, refused: 0, cancelled: 0, expired: 0, mostSeats: 0, mostUses: 0, looks: 0 }
  let isOver = false
  const beside = async () => {
    while (!isOver) {
      const { seats, uses } = await held(db, scheduleId, couponId)
      figures.mostSeats = Math.max(figures.mostSeats, seats)
      figures.mostUses = Math.max(figures.mostUses, uses)
      figures.looks += 1
      await sleep(2)
    }
  }
  const clock = async () => {
    while (!isOver) {
      // For some, the time to pay is over: chosen by the database, among all that wait.
      const { numAffectedRows } = await sql`update orders set expires_at = created_at
        where schedule_id = ${scheduleId} and status = 'pending' and random() < 0.04`.execute(db)
      figures.expired += Number(numAffectedRows ?? 0)
      await expireOverdue(db, new Date())
      await sleep(100)
    }
  }
  const watching = [beside(), clock()]
  const waiting = Array.from({ length: size.buyers * size.tries }, (_, index) => index)
  const buy = async () => {
    for (let turn = waiting.shift(); turn !== undefined; turn = waiting.shift()) {
      const api = buyers[turn % buyers.length]!
      const wish = { courseId, scheduleId, ...(turn % size.couponEvery === 0 ? { couponCode: code } : {}) }
      const placed = await api.place(wish).catch((problem: { code?: string }) => {
        if (!problem.code) throw problem
      })
      figures[placed ? 'placed' : 'refused'] += 1
      if (!placed || turn % 5 !== 0) continue
      const isCancelled = await api.cancel({ id: placed.id }).then(
        () => true,
        () => false,
      )
      if (isCancelled) figures.cancelled += 1
    }
  }
  await Promise.all(Array.from({ length: size.atOnce }, buy))
  isOver = true
  await Promise.all(watching)
  await expireOverdue(db, new Date(Date.now() + 30 * 60_000))
  const left = await held(db, scheduleId, couponId)
  return { ...figures, seatsLeaked: left.seats, usesLeaked: left.uses }
}

async function held(db: Database, scheduleId: number, couponId: number): Promise<{ seats: number; uses: number }> {
  const { rows } = await sql<{ seats: number; uses: number }>`
    select count(*) filter (where schedule_id = ${scheduleId}) as seats, count(*) filter (where coupon_id = ${couponId}) as uses
    from orders where status in ('pending', 'paid')`.execute(db)
  return rows[0]!
}

function visit(services: Services, user: Context['user']): Context {
  const facts = { requestId: 'race', lang: 'en', ip: '192.0.2.1', userAgent: 'race' } as const
  return { ...services, ...facts, user, setCookies: [], cookies: new Map() }
}
