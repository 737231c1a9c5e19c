/** A seat that an employee gives up is the company's again. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs } from '../../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { inDays, learner, schedule } from '../../../../tests/support/factories.ts'
import {
  type CompanyDesk,
  companyDesk,
  newEmployee,
  type Quote,
  redeem,
  someRun,
} from '../../../../tests/support/orders/purchases.ts'
import type { Api } from '../../../api/contract.ts'

let app: TestApp
let admin: Api
let desk: CompanyDesk
beforeAll(async () => {
  app = await startTestApp()
  desk = await companyDesk(app)
  admin = apiAs(app, await learner(app.db, { roles: ['Admin'] }))
})
afterAll(() => app.stop())

const seatCounts = (id: number) =>
  app.db.selectFrom('schedules').select(['held_seats', 'company_seats']).where('id', '=', id).executeTakeFirstOrThrow()
const runView = (id: number) => admin.runs.run({ id })

/** All seats of a run, bought by one company. */
async function bought(seats: number): Promise<{ quote: Quote; scheduleId: number; courseId: number }> {
  const run = await someRun(app, seats)
  const quote = await desk.owing({ ...run, seats })
  return { quote: (await desk.record(quote, { amountHalalas: quote.totals.totalHalalas })).data, ...run }
}

async function used(code: string) {
  const { status, data } = await redeem(app, code)
  expect(status).toBe(201)
  return data.orderId
}

const cancelOrder = (id: string) => admin.refunds.refund({ id, reason: 'Has left the company' })

describe('a used seat', () => {
  it('returns to the company when staff cancel the order: its code is used again, and nobody else gets the seat', async () => {
    const { quote, scheduleId } = await bought(2)
    const [code, other] = quote.seats.map((one) => one.code)
    const first = await used(code!)
    await used(other!)
    expect(await seatCounts(scheduleId)).toEqual({ held_seats: 0, company_seats: 0 })
    expect(await cancelOrder(first)).toMatchObject({ status: 'refunded' })
    expect(await seatCounts(scheduleId)).toEqual({ held_seats: 1, company_seats: 1 })
    expect(await runView(scheduleId)).toMatchObject({ paid: 1, companySeats: 1 })
    const seat = (await desk.seen(quote)).seats.find((one) => one.code === code)
    expect(seat).toMatchObject({ state: 'open', person: null, usedAt: null })
    const second = await used(code!)
    expect(await seatCounts(scheduleId)).toEqual({ held_seats: 0, company_seats: 0 })
    expect(second).not.toBe(first)
    expect((await redeem(app, code!)).error.code).toBe('seatUsed')
  })

  it('is open for another name, and can be given back with a credit note', async () => {
    const { quote, scheduleId } = await bought(1)
    const lineId = quote.lines[0]!.id
    const employee = newEmployee()
    await desk.byLink(quote, 'POST', '/names', { lineId, names: `سارة,${employee.email}` })
    const { data } = await redeem(app, quote.seats[0]!.code, employee)
    await cancelOrder(data.orderId)
    const named = await desk.byLink(quote, 'POST', '/names', { lineId, names: 'منى,mona@ufuq.example' })
    expect(named.data.seats).toMatchObject([{ state: 'named', person: { email: 'mona@ufuq.example' } }])
    const after = await desk.call('POST', `/${quote.id}/lines/${lineId}/withdraw`, { seats: 1, reason: 'x' })
    expect(after.data.money).toMatchObject({ creditedHalalas: 115_000, dueHalalas: -115_000 })
    expect(await seatCounts(scheduleId)).toEqual({ held_seats: 0, company_seats: 0 })
  })

  it('is in the run to which its order was moved, also when it returns there', async () => {
    const { quote, courseId, scheduleId } = await bought(1)
    const target = await schedule(app.db, courseId, { seats: 1, startsAt: inDays(50) })
    const id = await used(quote.seats[0]!.code)
    const { fingerprint } = await admin.runs.orderMovePreview({ id })
    await admin.runs.moveOrder({ id, runId: target, fingerprint, reason: 'Cannot come then' })
    expect([await seatCounts(scheduleId), await seatCounts(target)]).toEqual([
      { held_seats: 0, company_seats: 0 },
      { held_seats: 0, company_seats: 0 },
    ])
    await cancelOrder(id)
    expect(await seatCounts(target)).toEqual({ held_seats: 1, company_seats: 1 })
    const seat = await app.call<{ run: { startsAt: string } }>('GET', `Seats/${quote.seats[0]!.code}`)
    expect(seat.data.run.startsAt).toBe((await runView(target)).startsAt)
    await used(quote.seats[0]!.code)
    expect(await seatCounts(target)).toEqual({ held_seats: 0, company_seats: 0 })
    const orders = app.db
      .selectFrom('orders')
      .select('id')
      .where('schedule_id', '=', target)
      .where('status', '=', 'paid')
    expect(await orders.execute()).toHaveLength(1)
  })

  it('is counted right while employees enrol and staff cancel at the same time', async () => {
    const { quote, scheduleId } = await bought(8)
    const codes = quote.seats.map((one) => one.code)
    const first = await Promise.all(codes.slice(0, 4).map(used))
    await Promise.all([
      ...first.map(cancelOrder),
      ...codes.slice(4).map(used),
      ...[1, 2, 3].map(() => desk.seen(quote)),
    ])
    expect(await seatCounts(scheduleId)).toEqual({ held_seats: 4, company_seats: 4 })
    expect(await runView(scheduleId)).toMatchObject({ paid: 4, companySeats: 4 })
  })
})
