/** Quotes with more seats than a run has free: sent with a warning, and never accepted or used beyond the run's seats. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { learner } from '../../../tests/support/factories.ts'
import { refusal } from '../../../tests/support/orders/orders.ts'
import { type CompanyDesk, companyDesk, type Run, redeem, someRun } from '../../../tests/support/orders/purchases.ts'
import type { SignedInUser } from '../../platform/context.server.ts'

let app: TestApp
let desk: CompanyDesk
beforeAll(async () => {
  app = await startTestApp()
  desk = await companyDesk(app)
})
afterAll(() => app.stop())

async function crowd(count: number): Promise<SignedInUser[]> {
  const people: SignedInUser[] = []
  while (people.length < count) people.push(await learner(app.db))
  return people
}
const buy = (person: SignedInUser, place: Run) => refusal(apiAs(app, person).checkout.place(place))

/** Seats that orders and companies hold. */
async function takenOf({ scheduleId }: Run) {
  const orders = await app.db
    .selectFrom('orders')
    .select('id')
    .where('schedule_id', '=', scheduleId)
    .where('status', 'in', ['pending', 'paid'])
    .execute()
  const run = await app.db
    .selectFrom('schedules')
    .select(['company_seats', 'held_seats'])
    .where('id', '=', scheduleId)
    .executeTakeFirstOrThrow()
  expect(run.held_seats).toBe(run.company_seats)
  return orders.length + run.company_seats
}

it('is sent, and is accepted once the run has enough seats', async () => {
  const run = await someRun(app, 4)
  const quote = await desk.sent({ ...run, seats: 6 }, { ...run, seats: 4 })
  expect(quote.lines.map(({ run: of }) => of!.seatsLeft)).toEqual([4, 4])
  expect((await desk.accept(quote)).error.code).toBe('quoteSeatsGone')
  expect(await takenOf(run)).toBe(0)
  const admin = apiAs(app, await learner(app.db, { roles: ['Admin'] }))
  await admin.runs.setRunCapacity({ id: run.scheduleId, seats: 9 })
  expect((await desk.accept(quote)).error.code).toBe('quoteSeatsGone')
  await admin.runs.setRunCapacity({ id: run.scheduleId, seats: 10 })
  expect((await desk.accept(quote)).status).toBe(200)
  expect(await takenOf(run)).toBe(10)
})

it('two companies that accept while learners buy never take more seats than there are', async () => {
  for (let round = 0; round < 4; round++) {
    const run = await someRun(app, 10)
    const quotes = [await desk.sent({ ...run, seats: 6 }), await desk.sent({ ...run, seats: 6 })]
    const people = await crowd(8)
    const buying = people.map((person) => buy(person, run))
    const answers = await Promise.all(quotes.map((quote) => desk.accept(quote)))
    const bought = (await Promise.all(buying)).filter((answer) => answer === 'not refused').length
    const accepted = answers.filter(({ status }) => status === 200).length
    expect(await takenOf(run)).toBe(bought + 6 * accepted)
    expect(await takenOf(run)).toBeLessThanOrEqual(10)
    // Whoever came too late is told so.
    for (const { status, error } of answers) if (status !== 200) expect(error.code).toBe('quoteSeatsGone')
  }
})

it('the seats of a company in a full run are used by its employees, and by nobody who buys meanwhile', async () => {
  const run = await someRun(app, 6)
  const quote = await desk.owing({ ...run, seats: 6 })
  await desk.record(quote, { amountHalalas: quote.totals.totalHalalas })
  const codes = (await desk.seen(quote)).seats.map(({ code }) => code)
  const people = await crowd(6)
  const buying = people.map((person) => buy(person, run))
  // Each code is tried twice.
  const used = await Promise.all([...codes, ...codes].map((code) => redeem(app, code)))
  expect(used.map(({ status, error }) => error?.code ?? status).toSorted()).toEqual([
    ...Array(6).fill(201),
    ...Array(6).fill('seatUsed'),
  ])
  expect(new Set(await Promise.all(buying))).toEqual(new Set(['seatsGone']))
  expect(await takenOf(run)).toBe(6)
})
