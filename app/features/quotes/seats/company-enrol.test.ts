/** Staff enrol people with seats that companies have bought. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs } from '../../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { companyPurchase } from '../../../../tests/support/company-purchase.ts'
import { inDays, learner, order } from '../../../../tests/support/factories.ts'
import { institute } from '../../../../tests/support/orders/invoices.ts'
import { bookable, refusal } from '../../../../tests/support/orders/orders.ts'
import type { Api } from '../../../api/contract.ts'

let app: TestApp
let desk: Api
let staffId: number
let staffEmail: string
beforeAll(async () => {
  app = await startTestApp()
  await institute(app.db)
  const staff = await learner(app.db, { roles: ['Finance'] })
  staffId = staff.id
  staffEmail = staff.email
  desk = apiAs(app, staff)
})
afterAll(() => app.stop())

let people = 0
const person = () => ({
  email: `employee-${++people}@company.example`,
  ...{ firstName: 'منى', lastName: 'الحربي', phone: '0501234567', hasAgreed: true, reason: 'طلبته الشركة بالهاتف' },
})

async function bought(seats: number, facts: { isReleased?: boolean; runSeats?: number } = {}) {
  const place = await bookable(app.db, {}, { seats: facts.runSeats ?? seats })
  return { ...place, ...(await companyPurchase(app.db, { ...place, seats, ...facts })) }
}

const enrol = (lineId: number, asked = person()) => desk.quotes.enrolByCompany({ lineId, ...asked } as never)
const heldIn = (id: number) =>
  app.db.selectFrom('schedules').select(['held_seats', 'company_seats']).where('id', '=', id).executeTakeFirstOrThrow()

describe('enrolling by a company by hand', () => {
  it('shows its purchases and uses one of its seats, without money and without an invoice', async () => {
    const { courseId, scheduleId, lineId, number, quoteId, companyId } = await bought(2)
    const one = person()
    expect(await desk.quotes.companySeats({ courseId, scheduleId, email: one.email })).toMatchObject({
      learner: null,
      purchases: [{ lineId, quote: { id: quoteId, number }, seatsLeft: 2, isNamed: false, isReleased: true }],
    })
    const { id, ...enrolled } = await enrol(lineId, one)
    expect(enrolled).toMatchObject({
      ...{ status: 'paid', totalHalalas: 0, invoice: null, payments: [], learner: { email: one.email } },
      purchase: { quote: { id: quoteId, number }, company: { id: companyId, name: 'شركة أفق' } },
      history: [{ event: 'placedFree', by: 'staff', staff: { id: staffId }, details: { quoteNumber: number } }],
    })
    expect(await heldIn(scheduleId)).toEqual({ held_seats: 1, company_seats: 1 })
    const seats = app.db.selectFrom('company_seats').select('order_id').where('line_id', '=', lineId).orderBy('id')
    expect((await seats.execute()).map(({ order_id }) => order_id)).toEqual([id, null])
    expect((await app.mails(one.email)).map(({ subject }) => subject)).toHaveLength(1)
    const list = await desk.orders.orders({ CompanyId: companyId } as never)
    expect(list.items.map((row) => row.id)).toEqual([id])
  })

  it('never uses more seats than were bought, whoever presses at the same moment', async () => {
    const { scheduleId, lineId } = await bought(2, { runSeats: 9 })
    const results = await Promise.all(Array.from({ length: 5 }, () => refusal(enrol(lineId))))
    expect(results.sort()).toEqual(['not refused', 'not refused', 'seatsGone', 'seatsGone', 'seatsGone'])
    expect(await heldIn(scheduleId)).toEqual({ held_seats: 0, company_seats: 0 })
  })

  it('leaves seats that are meant for others, and takes the one that is meant for the person', async () => {
    const { courseId, scheduleId, lineId } = await bought(1)
    const named = person()
    const name = { person_name: 'منى', person_email: named.email }
    await app.db.updateTable('company_seats').set(name).where('line_id', '=', lineId).execute()
    const asked = { courseId, scheduleId }
    expect((await desk.quotes.companySeats({ ...asked, email: 'other@company.example' })).purchases).toEqual([])
    expect(await refusal(enrol(lineId))).toBe('seatsGone')
    const { purchases } = await desk.quotes.companySeats({ ...asked, email: named.email })
    expect(purchases).toMatchObject([{ isNamed: true, seatsLeft: 1 }])
    expect(await refusal(enrol(lineId, named))).toBe('not refused')
    expect(await refusal(enrol(lineId, named))).toBe('seatsGone')
  })

  it('is refused before the seats are paid, after the start, for who is enrolled, oneself, and without a name', async () => {
    const unpaid = await bought(1, { isReleased: false })
    expect(await refusal(enrol(unpaid.lineId))).toBe('seatNotReleased')
    const { courseId, scheduleId, lineId } = await bought(3, { runSeats: 9 })
    expect(
      await refusal(desk.quotes.enrolByCompany({ lineId, email: 'nobody@company.example', reason: 'x' } as never)),
    ).toBe('validation')
    expect(await refusal(enrol(lineId, { ...person(), email: staffEmail }))).toBe('ownOrder')
    const there = await learner(app.db)
    await order(app.db, { courseId, scheduleId, userId: there.id, status: 'paid' })
    expect(await refusal(enrol(lineId, { ...person(), email: there.email }))).toBe('alreadyEnrolled')
    const asked = { courseId, scheduleId, email: there.email }
    expect(await refusal(desk.quotes.companySeats(asked))).toBe('alreadyEnrolled')
    expect(await refusal(enrol(999_999))).toBe('notFound')
    await app.db
      .updateTable('schedules')
      .set({ starts_at: inDays(-1), enrolment_closes_at: inDays(-2) })
      .where('id', '=', scheduleId)
      .execute()
    expect(await refusal(enrol(lineId))).toBe('enrolmentClosed')
    expect(await heldIn(scheduleId)).toEqual({ held_seats: 3, company_seats: 3 })
  })

  it('replaces an unpaid order of the same run, and such an order moves to no other course', async () => {
    const { courseId, scheduleId, lineId } = await bought(1, { runSeats: 9 })
    const there = await learner(app.db)
    const open = await order(app.db, { courseId, scheduleId, userId: there.id, status: 'pending' })
    const { id } = await enrol(lineId, { ...person(), email: there.email })
    const former = await desk.orders.staffOrder({ id: open.id })
    expect(former).toMatchObject({ status: 'cancelled', history: [{ event: 'replaced', by: 'staff' }] })
    const other = await bookable(app.db)
    expect(await refusal(desk.runs.enrolmentMovePreview({ id, ...other }))).toBe('orderOfCompany')
  })
})
