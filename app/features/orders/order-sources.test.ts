/** Where orders come from: said by those that place them, and read from what an order is where the version before wrote it. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { companyPurchase } from '../../../tests/support/company-purchase.ts'
import { coupon, learner } from '../../../tests/support/factories.ts'
import { institute } from '../../../tests/support/orders/invoices.ts'
import { orderApi } from '../../../tests/support/orders/order-api.ts'
import { bookable, eventually, is } from '../../../tests/support/orders/orders.ts'
import type { Api } from '../../api/contract.ts'
import { ordersRecords } from '../../locales/en/orders-records.ts'
import { reconcileOrders } from '../payments/reconciliation.server.ts'
import { offerSeats } from '../runs/waiting.server.ts'
import { nameOrderSources } from './source-queries.server.ts'

let app: TestApp
let desk: Api
beforeAll(async () => {
  app = await startTestApp()
  await institute(app.db)
  desk = apiAs(app, await learner(app.db, { roles: ['Finance'] }))
})
afterAll(() => app.stop())

async function visitor() {
  const api = apiAs(app, await learner(app.db))
  return { api, orders: orderApi(api) }
}
const person = (n: number) => ({
  email: `person-${n}@example.com`,
  ...{ firstName: 'منى', lastName: 'الحربي', phone: '0501234567', hasAgreed: true, reason: 'حضرت إلى المعهد' },
})
const atDesk = (n: number, place: { courseId: number; scheduleId: number }) =>
  desk.checkout.enrol({ ...place, ...person(n), payment: 'cash', moneyReference: 'R', totalHalalas: 1000_00 } as never)

const sourceOf = async (id: string) => (await desk.orders.staffOrder({ id })).source

/** What the version before would have written. */
const forget = (id: string) => sql`update orders set source = null where id = ${id}::uuid`.execute(app.db)

async function offered() {
  const place = await bookable(app.db, { priceHalalas: 1000_00 }, { seats: 1 })
  const [holder, waiting] = [await visitor(), await visitor()]
  const held = await holder.orders.place(place)
  await waiting.api.runs.joinWaiting({ id: place.scheduleId })
  await holder.orders.cancel({ id: held.id })
  await offerSeats(app.services)
  const { id } = await app.db
    .selectFrom('orders')
    .select('id')
    .where('schedule_id', '=', place.scheduleId)
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow()
  return { id, place, waiting }
}

it('an order says whether the site, the desk, the waiting list, a company or a move brought it', async () => {
  const place = await bookable(app.db, { priceHalalas: 1000_00 }, { seats: 20 })
  const other = await bookable(app.db, { priceHalalas: 1000_00 }, { seats: 20 })
  const bySite = await (await visitor()).orders.place(place)
  const byDesk = await atDesk(1, place)
  const { lineId } = await companyPurchase(app.db, { ...place, seats: 1 })
  const byCompany = await desk.quotes.enrolByCompany({ lineId, ...person(2) } as never)
  const { fingerprint } = await desk.runs.enrolmentMovePreview({ id: byDesk.id, ...other } as never)
  const moved = await desk.runs.moveEnrolment({ id: byDesk.id, ...other, fingerprint, reason: 'طلبته' } as never)
  const { id: fromLine } = await offered()
  const expected = new Map([
    [bySite.id, 'site'],
    [byDesk.id, 'desk'],
    [byCompany.id, 'company'],
    [moved.id, 'move'],
    [fromLine, 'waiting-list'],
  ])
  for (const [id, source] of expected) {
    expect(await sourceOf(id)).toBe(source)
    await forget(id)
    expect(await sourceOf(id), 'of the version before').toBe(source)
  }
  // The list finds them by it once the job has stored it; until then they count as the site's.
  const listed = async (filter: object) => {
    const { items, totalCount } = await desk.orders.orders({ ...filter, PageSize: 50 } as object)
    expect(items).toHaveLength(totalCount)
    return items.map(({ id }) => id)
  }
  const findsEach = async () => {
    for (const [id, source] of expected) {
      const { method, totalHalalas } = await desk.orders.staffOrder({ id })
      // What was free was paid by no method.
      for (const filter of [{}, { Sort: 'cheap' }, ...(totalHalalas > 0 ? [{ Method: method }] : [])]) {
        expect(await listed({ Source: source, ...filter }), source).toContain(id)
        const others = await listed({ Source: source === 'site' ? 'desk' : 'site', ...filter })
        expect(others, source).not.toContain(id)
      }
    }
  }
  expect(new Set(await listed({ Source: 'site' }))).toEqual(new Set(await listed({})))
  await nameOrderSources(app.services)
  const { rows } = await sql<{ id: string; source: string }>`select id, source from orders`.execute(app.db)
  expect(rows.filter(({ source }) => source === null)).toEqual([])
  expect(rows.filter(({ id }) => expected.has(id)).map(({ id, source }) => [id, source] as const)).toEqual(
    expect.arrayContaining([...expected]),
  )
  await findsEach()
  // With a refund, of a course and searched for.
  await desk.refunds.refund({
    id: moved.id,
    amountHalalas: 100_00,
    keepsSeat: true,
    reason: 'x',
    byHand: true,
    bankReference: 'FT-1',
  } as never)
  expect(await listed({ Source: 'move', Refund: 'any' })).toEqual([moved.id])
  expect(await listed({ Source: 'desk', Refund: 'any' })).toEqual([byDesk.id])
  expect(await listed({ Source: 'company', Refund: 'any' })).toEqual([])
  // It is kept beside the refund, which follows its order.
  await forget(moved.id)
  expect(await listed({ Source: 'site', Refund: 'any' })).toEqual([moved.id])
  await nameOrderSources(app.services)
  expect(await listed({ Source: 'move', Refund: 'any' })).toEqual([moved.id])
  expect(await listed({ Source: 'move', CourseId: other.courseId })).toEqual([moved.id])
  expect(await listed({ Source: 'site', SearchTerm: moved.reference })).toEqual([])
})

it('of a seat that the waiting list offered and nobody took, the order says that it went on', async () => {
  const { id, waiting } = await offered()
  await app.db
    .updateTable('orders')
    .set({ expires_at: new Date(0) })
    .where('id', '=', id)
    .execute()
  await reconcileOrders(app.services)
  await eventually(
    async () => (await waiting.orders.order({ id })).endedBecause,
    is<string | null>(ordersRecords.endedBecause.offer),
  )
})

it('a seat that was offered to the waiting list stays one when its learner adds a coupon', async () => {
  const { place, waiting, id } = await offered()
  const { code } = await coupon(app.db, { percent: 10 })
  const replaced = await waiting.orders.place({ ...place, couponCode: code })
  expect(replaced.id).not.toBe(id)
  expect(await sourceOf(replaced.id)).toBe('waiting-list')
})
