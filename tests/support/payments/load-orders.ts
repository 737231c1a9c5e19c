/** Orders that wait for a payment at the company, written by what the product itself writes them with. */
import { randomUUID } from 'node:crypto'
import { insertAttempt, saveProviderReference } from '../../../app/features/orders/attempt-queries.server.ts'
import { priceOf } from '../../../app/features/orders/pricing.ts'
import { expireOverdueOrder, insertOrder } from '../../../app/features/orders/transition-queries.server.ts'
import type { Database } from '../../../app/platform/database.server.ts'
import { MINUTE_MS } from '../../../app/platform/durations.ts'
import { course, learner, schedule } from '../factories.ts'
import { institute } from '../orders/invoices.ts'
import type { MoyasarServer } from './moyasar-server.ts'
import type { Invoice } from './moyasar-store.ts'

const PRICE = 1150_00
const IN_A_RUN = 250
const WRITERS = 8

export type StormOrder = {
  id: string
  invoice: Invoice
  /** Its reservation ran out before it was paid. */
  isLate: boolean
}

type Run = { courseId: number; scheduleId: number }

/**
 * Every tenth order has run out; every other of these was ordered again by its learner, and the second one waits. Half
 * of the runs are full: who pays late there finds no seat.
 */
export async function placeMany(db: Database, company: MoyasarServer, count: number): Promise<StormOrder[]> {
  await institute(db)
  const runs: Run[] = []
  for (let number = 0; number < Math.max(4, count / IN_A_RUN); number++) {
    const { id: courseId } = await course(db, { priceHalalas: PRICE })
    runs.push({ courseId, scheduleId: await schedule(db, courseId, { seats: count }) })
  }
  const orders: StormOrder[] = []
  let begun = 0
  const write = async () => {
    while (begun < count) {
      const number = begun++
      const run = runs[orders.length % runs.length]!
      const userId = (await learner(db)).id
      const isLate = number % 10 === 0
      orders.push(await placeOne(db, company, run, userId, isLate))
      if (number % 20 === 0 && begun++ < count) orders.push(await placeOne(db, company, run, userId, false))
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, write))
  for (const { scheduleId } of runs.filter((_, index) => index % 2 === 0)) await fill(db, scheduleId)
  return orders
}

async function placeOne(
  db: Database,
  company: MoyasarServer,
  run: Run,
  userId: number,
  isLate: boolean,
): Promise<StormOrder> {
  const now = new Date(Date.now() - (isLate ? 25 * MINUTE_MS : 0))
  const expiresAt = new Date(now.getTime() + 20 * MINUTE_MS)
  const id = randomUUID()
  const price = priceOf(PRICE, null, 'standard', 15)
  const placed = await insertOrder(db, {
    ...price,
    ...run,
    ...{ id, userId, coupon: null, event: 'placed', lang: userId % 2 === 0 ? 'en' : 'ar', method: 'online' },
    ...{ courseName: { ar: 'إدارة المشاريع', en: 'Project management' }, vatTreatment: 'standard', now, expiresAt },
    referencePrefix: 'M-2026-',
  })
  if (!placed) throw new Error('The order was not taken.')
  const attemptId = randomUUID()
  await insertAttempt(db, { id: attemptId, orderId: id, provider: 'moyasar', amountHalalas: price.totalHalalas, now })
  const { body } = company.createInvoice({
    ...{ amount: price.totalHalalas, currency: 'SAR', description: placed.reference },
    ...{ metadata: { attempt_id: attemptId }, expired_at: new Date(Date.now() + 20 * MINUTE_MS).toISOString() },
  })
  const invoice = company.invoices.get((body as Invoice).id)!
  await saveProviderReference(db, attemptId, invoice.id, invoice.url, now)
  if (isLate) await expireOverdueOrder(db, id, new Date())
  return { id, invoice, isLate }
}

/** No more seats than are held. */
async function fill(db: Database, scheduleId: number): Promise<void> {
  const { held } = await db
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll<number>().as('held'))
    .where('schedule_id', '=', scheduleId)
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow()
  await db.updateTable('schedules').set({ seats: held }).where('id', '=', scheduleId).execute()
}
