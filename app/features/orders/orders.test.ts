import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { coupon, course, inDays, learner, order } from '../../../tests/support/factories.ts'
import { orderApi } from '../../../tests/support/orders/order-api.ts'
import { bookable, orderStatus, refusal } from '../../../tests/support/orders/orders.ts'
import { tokenOf } from '../../../tests/support/signed-in.ts'
import type { Context, SignedInUser } from '../../platform/context.server.ts'

type Facts = Parameters<typeof bookable> extends [unknown, ...infer Rest] ? Rest : never

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const ordersOf = (user: SignedInUser | null, facts: Partial<Context> = {}) => orderApi(apiAs(app, user, facts))
const statusOf = (id: string) => orderStatus(app.db, id)
const courseWithRun = (...facts: Facts) => bookable(app.db, ...facts)

describe('the summary of an order', () => {
  it('contains price, VAT, run and state', async () => {
    const { courseId, scheduleId } = await courseWithRun({ priceHalalas: 1_150_00 }, { seats: 4 })
    const summary = await ordersOf(null).summary({ courseId, scheduleId })
    expect(summary).toMatchObject({
      currency: 'SAR',
      priceHalalas: 1_150_00,
      discountHalalas: 0,
      totalHalalas: 1_150_00,
      netHalalas: 1_000_00,
      vatHalalas: 150_00,
      vatRatePercent: 15,
      state: 'few-seats',
      needsSchedule: false,
      coupon: null,
      existingOrder: null,
      schedule: { id: scheduleId, seatsLeft: 4, place: { city: 'Riyadh', venue: 'Main hall' } },
    })
  })

  it('requires a run for a course with runs, and none for a recorded course', async () => {
    const { courseId } = await courseWithRun()
    const recorded = await course(app.db, { delivery: 2 })
    expect(await ordersOf(null).summary({ courseId })).toMatchObject({ needsSchedule: true, schedule: null })
    expect(await ordersOf(null).summary({ courseId: recorded.id })).toMatchObject({
      needsSchedule: false,
      schedule: null,
      state: 'open',
    })
  })

  it('limits coupon guesses by address, but still accepts real coupons', async () => {
    const { courseId, scheduleId } = await courseWithRun()
    const { code } = await coupon(app.db, {})
    const guest = ordersOf(null, { ip: '203.0.113.7' })
    const guess = (n: number) => guest.summary({ courseId, scheduleId, coupon: `GUESS${n}` })
    for (let n = 0; n < 40; n++) expect((await guess(n)).coupon?.valid).toBe(false)
    expect(await refusal(guess(41))).toBe('tooManyRequests')
    expect((await guest.summary({ courseId, scheduleId, coupon: code })).coupon?.valid).toBe(true)
    expect(
      (await ordersOf(null, { ip: '198.51.100.7' }).summary({ courseId, scheduleId, coupon: 'GUESS' })).coupon?.valid,
    ).toBe(false)
  })

  it("takes the run's own price and the course's VAT treatment", async () => {
    const { courseId, scheduleId } = await courseWithRun({ vatTreatment: 'exempt' }, { priceHalalas: 900_00 })
    expect(await ordersOf(null).summary({ courseId, scheduleId })).toMatchObject({
      priceHalalas: 900_00,
      vatHalalas: 0,
      vatRatePercent: 0,
    })
  })

  it('applies a coupon typed in lower case and Arabic digits', async () => {
    const { courseId, scheduleId } = await courseWithRun({ priceHalalas: 1_000_00 })
    await coupon(app.db, { code: 'SPRING25', percent: 25 })
    const summary = await ordersOf(null).summary({ courseId, scheduleId, coupon: ' spring٢٥ ' })
    expect(summary).toMatchObject({
      discountHalalas: 250_00,
      totalHalalas: 750_00,
      coupon: { code: 'SPRING25', valid: true },
    })
  })

  it('explains why a coupon is refused, and gives no discount', async () => {
    const { courseId, scheduleId } = await courseWithRun({ priceHalalas: 1_000_00 })
    const { code } = await coupon(app.db, { minimumHalalas: 2_000_00 })
    const inBoth = async (lang: 'ar' | 'en') =>
      (await ordersOf(null, { lang }).summary({ courseId, scheduleId, coupon: code })).coupon
    expect(await inBoth('en')).toEqual({
      code,
      valid: false,
      reason: 'This coupon needs an order of at least SAR 2,000.',
    })
    expect((await inBoth('ar'))?.reason).toContain('2,000 ر.س')
    expect(await ordersOf(null).summary({ courseId, scheduleId, coupon: 'NOSUCH' })).toMatchObject({
      totalHalalas: 1_000_00,
      coupon: { valid: false, reason: 'We do not know this coupon. Check how it is spelled.' },
    })
  })

  it("shows a learner their own open order, and never another learner's", async () => {
    const sara = await learner(app.db)
    const { courseId, scheduleId } = await courseWithRun()
    const { id } = await ordersOf(sara).place({ courseId, scheduleId })
    expect((await ordersOf(sara).summary({ courseId, scheduleId })).existingOrder).toMatchObject({
      id,
      status: 'pending',
    })
    expect((await ordersOf(await learner(app.db)).summary({ courseId, scheduleId })).existingOrder).toBeNull()
    expect((await ordersOf(null).summary({ courseId, scheduleId })).existingOrder).toBeNull()
  })

  it('finds no drafts, unknown courses or runs of another course', async () => {
    const draft = await course(app.db, { publishedAt: null })
    const { courseId } = await courseWithRun()
    const other = await courseWithRun()
    for (const input of [{ courseId: draft.id }, { courseId: 999_999 }, { courseId, scheduleId: other.scheduleId }])
      expect(await refusal(ordersOf(null).summary(input))).toBe('courseNotFound')
  })
})

describe("a learner's orders", () => {
  it('contain only the learner’s own, newest first, one list page at a time', async () => {
    const sara = await learner(app.db)
    const { courseId, scheduleId } = await courseWithRun()
    await order(app.db, { courseId, scheduleId, userId: sara.id, status: 'expired', createdAt: inDays(-2) })
    await order(app.db, { courseId, scheduleId, userId: sara.id, status: 'cancelled', createdAt: inDays(-1) })
    await order(app.db, { courseId, scheduleId })
    const newest = await ordersOf(sara).place({ courseId, scheduleId })
    const first = await ordersOf(sara).mine({ PageSize: 2 })
    expect(first).toMatchObject({ totalCount: 3, pageIndex: 1, pageSize: 2 })
    expect(first.items.map(({ status }) => status)).toEqual(['pending', 'cancelled'])
    expect(first.items[0]!.id).toBe(newest.id)
    const pages: [page: { PageSize: number; PageIndex?: number }, items: number][] = [
      [{ PageSize: 2, PageIndex: 2 }, 1],
      [{ PageSize: 2, PageIndex: 3 }, 0],
      [{ PageSize: 3 }, 3],
      [{ PageSize: 4 }, 3],
    ]
    for (const [page, items] of pages) {
      const answer = await ordersOf(sara).mine(page)
      expect([answer.items.length, answer.totalCount], JSON.stringify(page)).toEqual([items, 3])
    }
    expect(await ordersOf(await learner(app.db)).mine({})).toMatchObject({ items: [], totalCount: 0 })
  })

  it("are shown with all details in the caller's language", async () => {
    const sara = await learner(app.db)
    const name = { ar: 'إدارة المشاريع', en: 'Project management' }
    // Long enough that each of its weekdays comes, whatever day it is today.
    const { courseId, scheduleId } = await courseWithRun({ name }, { endsAt: inDays(40) })
    const { code } = await coupon(app.db, { percent: 10 })
    const { id } = await ordersOf(sara).place({ courseId, scheduleId, couponCode: code })
    expect(await ordersOf(sara).order({ id })).toMatchObject({
      status: 'pending',
      course: { name: 'Project management', courseDeliveryMethod: 1 },
      schedule: { id: scheduleId, weekdays: ['sun', 'tue'] },
      lines: [
        { description: 'Project management', amountHalalas: 1_000_00 },
        { description: `Discount with ${code}`, amountHalalas: -100_00 },
      ],
      attempts: [{ provider: 'sandbox', status: 'created', amountHalalas: 900_00 }],
      endedBecause: null,
      paidAt: null,
    })
    expect((await ordersOf(sara, { lang: 'ar' }).order({ id })).course.name).toBe('إدارة المشاريع')
  })

  it('cannot be read or cancelled by another learner', async () => {
    const { courseId, scheduleId } = await courseWithRun()
    const { id } = await ordersOf(await learner(app.db)).place({ courseId, scheduleId })
    const other = ordersOf(await learner(app.db))
    expect(await refusal(other.order({ id }))).toBe('orderNotFound')
    expect(await refusal(other.cancel({ id }))).toBe('orderNotFound')
    expect((await statusOf(id)).status).toBe('pending')
  })

  it('can be cancelled while they are pending, once', async () => {
    const sara = await learner(app.db)
    const api = ordersOf(sara)
    const { courseId, scheduleId } = await courseWithRun({}, { seats: 1 })
    const { id, reference } = await api.place({ courseId, scheduleId })
    expect(await api.cancel({ id, reason: 'أسافر في تلك الأيام' })).toMatchObject({
      status: 'cancelled',
      endedBecause: 'You cancelled this order.',
      cancelReason: 'أسافر في تلك الأيام',
      paymentUrl: null,
    })
    expect(await refusal(api.cancel({ id }))).toBe('orderNotPending')
    expect((await app.mails(sara.email)).map(({ subject }) => subject)).toEqual([`You cancelled order ${reference}`])
    expect((await ordersOf(await learner(app.db)).place({ courseId, scheduleId })).status).toBe('pending')
  })

  it('cannot be cancelled once they are paid', async () => {
    const sara = await learner(app.db)
    const { courseId, scheduleId } = await courseWithRun()
    const { id } = await order(app.db, { courseId, scheduleId, userId: sara.id })
    expect(await refusal(ordersOf(sara).cancel({ id }))).toBe('orderNotPending')
  })
})

describe('the endpoints of orders over HTTP', () => {
  it.each([
    ['POST', 'Orders', { courseId: 1 }],
    ['GET', 'Orders/mine', undefined],
    ['GET', 'Orders/00000000-0000-4000-8000-000000000000', undefined],
    ['POST', 'Orders/00000000-0000-4000-8000-000000000000/cancel', {}],
  ])('%s %s requires a signed-in user', async (method, path, body) => {
    const response = await app.call(method, path, { body })
    expect([response.status, response.error.code]).toEqual([401, 'unauthenticated'])
  })

  it('report bad input by field', async () => {
    const token = await tokenOf(app, await learner(app.db))
    const none = await app.call('GET', 'Orders/summary')
    const bad = await app.call('POST', 'Orders', { token, body: { courseId: 'abc', scheduleId: 0 } })
    const id = await app.call('GET', 'Orders/17', { token })
    expect([none.status, Object.keys(none.error.fields!)]).toEqual([400, ['courseId']])
    expect([bad.status, Object.keys(bad.error.fields!)]).toEqual([400, ['courseId', 'scheduleId']])
    expect([id.status, Object.keys(id.error.fields!)]).toEqual([400, ['id']])
  })

  it('place, show and cancel an order, and place one order per Idempotency-Key', async () => {
    const token = await tokenOf(app, await learner(app.db))
    const { courseId, scheduleId } = await courseWithRun()
    const options = { token, body: { courseId, scheduleId }, headers: { 'Idempotency-Key': 'one-click' } }
    const placed = await app.call('POST', 'orders', options)
    expect(placed.status).toBe(201)
    await app.call('POST', `Orders/${placed.data.id}/cancel`, { token, body: {} })
    const again = await app.call('POST', 'orders', options)
    expect([again.status, again.data]).toEqual([201, placed.data])
    const shown = await app.call('GET', `Orders/${placed.data.id}`, { token })
    expect(shown.data).toMatchObject({ status: 'cancelled', reference: placed.data.reference })
    const other = await app.call('POST', 'orders', { ...options, body: { courseId } })
    expect([other.status, other.error.code]).toEqual([422, 'idempotencyMismatch'])
  })

  it('answer a refused order with the status and text of its problem', async () => {
    const token = await tokenOf(app, await learner(app.db))
    const { courseId, scheduleId } = await courseWithRun({}, { seats: 1, heldSeats: 1 })
    const response = await app.call('POST', 'Orders', { token, body: { courseId, scheduleId }, lang: 'ar' })
    expect([response.status, response.error]).toEqual([
      409,
      { code: 'seatsGone', description: 'نفدت المقاعد في هذا الموعد. اختر موعدًا آخر.' },
    ])
  })
})
