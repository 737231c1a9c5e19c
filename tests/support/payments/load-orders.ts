/** Creates pending orders with a checkout session at the provider, by the product's own queries. */
import { randomUUID } from 'node:crypto'
import { insertAttempt, saveProviderReference } from '../../../app/features/orders/attempt-queries.server.ts'
import { priceOf } from '../../../app/features/orders/prices/pricing.ts'
import { expireOverdueOrder, insertOrder } from '../../../app/features/orders/transition-queries.server.ts'
import type { Database } from '../../../app/platform/database/database.server.ts'
import { MINUTE_MS } from '../../../app/platform/durations.ts'
import { course, learner, schedule } from '../factories.ts'
import { institute } from '../orders/invoices.ts'
import type { MoyasarServer } from './moyasar-server.ts'
import type { Invoice } from './moyasar-store.ts'

const PRICE_HALALAS = 1150_00
const ORDERS_PER_RUN = 250
const CONCURRENCY = 8

export type LoadOrder = {
  id: string
  invoice: Invoice
  /** Its hold expired before it was paid. */
  isLate: boolean
}

type Run = { courseId: number; scheduleId: number }

/**
 * Every tenth order has expired; the learner of every other of these has placed a second order, which is pending. Half
 * of the runs are full: a late payment there finds no seat.
 */
export async function placeMany(db: Database, provider: MoyasarServer, count: number): Promise<LoadOrder[]> {
  await institute(db)
  const runs: Run[] = []
  for (let number = 0; number < Math.max(4, count / ORDERS_PER_RUN); number++) {
    const { id: courseId } = await course(db, { priceHalalas: PRICE_HALALAS })
    runs.push({ courseId, scheduleId: await schedule(db, courseId, { seats: count }) })
  }
  const orders: LoadOrder[] = []
  let begun = 0
  const worker = async () => {
    while (begun < count) {
      const number = begun++
      const run = runs[orders.length % runs.length]!
      const userId = (await learner(db)).id
      const isLate = number % 10 === 0
      orders.push(await placeOne(db, provider, run, userId, isLate))
      if (number % 20 === 0 && begun++ < count) orders.push(await placeOne(db, provider, run, userId, false))
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  for (const { scheduleId } of runs.filter((_, index) => index % 2 === 0)) await fill(db, scheduleId)
  return orders
}

async function placeOne(
  db: Database,
  provider: MoyasarServer,
  run: Run,
  userId: number,
  isLate: boolean,
): Promise<LoadOrder> {
  const now = new Date(Date.now() - (isLate ? 35 * MINUTE_MS : 0))
  const expiresAt = new Date(now.getTime() + 20 * MINUTE_MS)
  const id = randomUUID()
  const price = priceOf(PRICE_HALALAS, null, { treatment: 'standard', ratePercent: 15 })
  const placed = await insertOrder(db, {
    ...price,
    ...run,
    ...{ id, userId, coupon: null, event: 'placed', lang: userId % 2 === 0 ? 'en' : 'ar', method: 'online' },
    ...{ courseName: { ar: 'إدارة المشاريع', en: 'Project management' }, vatReasonCode: null, now, expiresAt },
    source: 'site',
    referencePrefix: 'M-2026-',
  })
  if (!placed) throw new Error('The order was refused.')
  const attemptId = randomUUID()
  await insertAttempt(db, { id: attemptId, orderId: id, provider: 'moyasar', amountHalalas: price.totalHalalas, now })
  const { body } = provider.createInvoice({
    ...{ amount: price.totalHalalas, currency: 'SAR', description: placed.reference },
    ...{ metadata: { attempt_id: attemptId }, expired_at: new Date(Date.now() + 20 * MINUTE_MS).toISOString() },
  })
  const invoice = provider.invoices.get((body as Invoice).id)!
  await saveProviderReference(db, attemptId, invoice.id, invoice.url, now)
  if (isLate) await expireOverdueOrder(db, id, new Date())
  return { id, invoice, isLate }
}

/** Reduces the seats of a run to those that are held. */
async function fill(db: Database, scheduleId: number): Promise<void> {
  const { held } = await db
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll<number>().as('held'))
    .where('schedule_id', '=', scheduleId)
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow()
  await db.updateTable('schedules').set({ seats: held }).where('id', '=', scheduleId).execute()
}
