/** Many concurrent buyers for few seats and coupon uses, while orders are cancelled and expire. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { localApi } from '../../../app/composition/operations.server.ts'
import { expireOverdue } from '../../../app/features/orders/transition-queries.server.ts'
import type { Context, Services, SignedInUser } from '../../../app/platform/context.server.ts'
import type { Database } from '../../../app/platform/database/database.server.ts'
import { MINUTE_MS } from '../../../app/platform/durations.ts'
import { coupon, course, learner, schedule } from '../factories.ts'
import { inMemoryProvider } from '../order-model/provider.ts'
import { type OrderApi, orderApi } from './order-api.ts'

export type RaceFigures = {
  placed: number
  /** Attempts of a buyer who already had a seat and got the same order again. */
  resumed: number
  /** Orders that expired before their checkout session was created. */
  tooLate: number
  refused: number
  cancelled: number
  expired: number
  /** Replaced by an order with another coupon. */
  replaced: number
  /** The maximum held at the same time, as counted repeatedly during the race. */
  maxSeats: number
  maxUses: number
  samples: number
  /** Held although all orders have expired. */
  seatsLeaked: number
  usesLeaked: number
}

export type RaceSize = {
  buyers: number
  seats: number
  uses: number
  /** Every n-th attempt uses the coupon. */
  couponEvery: number
  tries: number
}

/** How a refused attempt is counted. Any other refusal is an error. */
const REFUSALS: Record<string, 'refused' | 'tooLate'> = {
  seatsGone: 'refused',
  couponExhausted: 'refused',
  orderNotPayable: 'tooLate',
  // Its time was up after the overdue ones had been expired.
  paymentUnderWay: 'tooLate',
}

/**
 * All buyers start at once, try repeatedly, and cancel every fifth order; others expire.
 * @param crowd the buyers' connections, separate from those that count
 */
export async function raceForSeats(base: Services, crowd: Database, size: RaceSize): Promise<RaceFigures> {
  const { db } = base
  const { id: courseId } = await course(db)
  const scheduleId = await schedule(db, courseId, { seats: size.seats })
  const { id: couponId, code } = await coupon(db, { percent: 50, totalLimit: size.uses })
  const services = { ...base, db: crowd, payment: inMemoryProvider().port, formerPayments: [], instalmentPayments: [] }
  const buyers: OrderApi[] = []
  for (let count = 0; count < size.buyers; count++)
    buyers.push(orderApi(localApi(contextOf(services, await learner(db)))))
  const figures = { resumed: 0, tooLate: 0, refused: 0, cancelled: 0, maxSeats: 0, maxUses: 0, samples: 0 }
  let isOver = false
  const countHolds = async () => {
    while (!isOver) {
      const { seats, uses } = await held(db, { scheduleId, couponId })
      figures.maxSeats = Math.max(figures.maxSeats, seats)
      figures.maxUses = Math.max(figures.maxUses, uses)
      figures.samples += 1
      await sleep(2)
    }
  }
  const clock = async () => {
    while (!isOver) {
      // Expires random pending orders.
      await sql`update orders set expires_at = created_at - interval '1 hour'
        where schedule_id = ${scheduleId} and status = 'pending' and random() < 0.04`.execute(db)
      await expireOverdue(db, new Date())
      await sleep(100)
    }
  }
  const known = new Set<string>()
  const buy = async (api: OrderApi, index: number) => {
    for (let turn = index; turn < index + size.tries; turn++) {
      const request = { courseId, scheduleId, ...(turn % size.couponEvery === 0 ? { couponCode: code } : {}) }
      const order = await api.place(request).catch((problem: { code?: string }) => {
        const refusal = REFUSALS[problem.code ?? '']
        if (!refusal) throw problem
        figures[refusal] += 1
      })
      if (!order) continue
      if (known.has(order.id)) figures.resumed += 1
      known.add(order.id)
      if (turn % 5 !== 0) continue
      const isCancelled = await api.cancel({ id: order.id }).then(
        () => true,
        () => false,
      )
      if (isCancelled) figures.cancelled += 1
    }
  }
  const watching = [countHolds(), clock()]
  await Promise.all(buyers.map(buy)).finally(() => {
    isOver = true
    return Promise.all(watching)
  })
  const { rows } = await sql<Pick<RaceFigures, 'placed' | 'expired' | 'replaced'>>`
    select count(*) as placed, count(*) filter (where status = 'expired') as expired,
      count(*) filter (where ended_because = 'replaced') as replaced
    from orders where schedule_id = ${scheduleId}`.execute(db)
  await expireOverdue(db, new Date(Date.now() + 40 * MINUTE_MS))
  const left = await held(db, { scheduleId, couponId })
  return { ...rows[0]!, ...figures, seatsLeaked: left.seats, usesLeaked: left.uses }
}

type Limited = { scheduleId?: number; couponId?: number }

/** The seats and coupon uses that orders hold. */
export async function held(db: Database, { scheduleId, couponId }: Limited): Promise<{ seats: number; uses: number }> {
  const { rows } = await sql<{ seats: number; uses: number }>`
    select count(*) filter (where schedule_id = ${scheduleId ?? null}) as seats,
      count(*) filter (where coupon_id = ${couponId ?? null}) as uses
    from orders where status in ('pending', 'paid')`.execute(db)
  return rows[0]!
}

/** The control for seats: how many are sold to concurrent buyers when seats are counted first and written later. */
export async function seatsSoldNaively(crowd: Database, buyers: SignedInUser[], seats: number): Promise<number> {
  const { id: courseId } = await course(crowd)
  const scheduleId = await schedule(crowd, courseId, { seats })
  // The database itself refuses a seat too many.
  await sql`alter table orders disable trigger orders_fit_in_run_when_placed`.execute(crowd)
  await Promise.all(buyers.map(({ id }) => placeNaively(crowd, id, { courseId, scheduleId })))
  await sql`alter table orders enable trigger orders_fit_in_run_when_placed`.execute(crowd)
  return (await held(crowd, { scheduleId })).seats
}

/** The same for the uses of a coupon, in a course without runs. */
export async function usesSoldNaively(crowd: Database, buyers: SignedInUser[], uses: number): Promise<number> {
  const { id: courseId } = await course(crowd, { delivery: 2 })
  const { id: couponId } = await coupon(crowd, { totalLimit: uses })
  await Promise.all(buyers.map(({ id }) => placeNaively(crowd, id, { courseId, couponId })))
  return (await held(crowd, { couponId })).uses
}

/** Deliberately wrong: a transaction that counts, decides and then writes. */
async function placeNaively(db: Database, userId: number, request: { courseId: number } & Limited): Promise<void> {
  const { courseId, scheduleId = null, couponId = null } = request
  await db.transaction().execute(async (tx) => {
    const { seats, uses } = await held(tx, request)
    const { rows } = await sql<{ isLeft: boolean }>`
      select not exists (select from schedules where id = ${scheduleId} and seats <= ${seats})
        and not exists (select from coupons where id = ${couponId} and total_limit <= ${uses}) as "isLeft"`.execute(tx)
    if (!rows[0]!.isLeft) return
    const now = new Date()
    await tx
      .insertInto('orders')
      .values({
        id: randomUUID(),
        reference: `NAIVE-${randomUUID()}`,
        user_id: userId,
        course_id: courseId,
        schedule_id: scheduleId,
        coupon_id: couponId,
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
        expires_at: new Date(now.getTime() + MINUTE_MS),
      })
      .execute()
  })
}

function contextOf(services: Services, user: Context['user']): Context {
  const facts = { requestId: 'race', lang: 'en', ip: '192.0.2.1', userAgent: 'race', isFromBrowser: false } as const
  return { ...services, ...facts, user, tokensIn: 'cookies', setCookies: [], cookies: new Map() }
}
