/** Plans at the desk: who writes them, what they refuse, and what a course page says. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { course, inDays, learner, schedule } from '../../../tests/support/factories.ts'

let app: TestApp
let desk: ReturnType<typeof apiAs>['paymentPlans']
beforeAll(async () => {
  app = await startTestApp()
  desk = apiAs(app, await learner(app.db, { roles: ['Finance'] })).paymentPlans
})
afterAll(() => app.stop())

const PLAN = {
  ...{ name: 'ثلاث دفعات', depositPercent: 40, depositHalalas: null, fromHalalas: null, isActive: true },
  parts: [
    { percent: 50, days: 30, from: 'order' as const },
    { percent: 50, days: 60, from: 'order' as const },
  ],
}
const failure = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    ({ code, fields }: { code: string; fields?: Record<string, string[]> }) => ({ code, fields }),
  )

it('a plan is for the courses that name it, or for all others from a price, and the course says so', async () => {
  const { id: named } = await course(app.db, { priceHalalas: 1000_00 })
  const { id: dear } = await course(app.db, { priceHalalas: 5000_00 })
  const { id: cheap } = await course(app.db, { priceHalalas: 900_00 })
  const own = await desk.addPaymentPlan({ ...PLAN, courseIds: [named] })
  await desk.addPaymentPlan({
    ...{ ...PLAN, name: 'من 3000', depositPercent: null, depositHalalas: 1000_00, fromHalalas: 3000_00 },
    courseIds: [],
  })
  const guest = apiAs(app, null).paymentPlans
  const planOf = async (courseId: number) => (await guest.coursePlan({ courseId })).plan
  const later = (amountHalalas: number) => [30, 60].map((days) => ({ amountHalalas, days, from: 'order' }))
  expect(await planOf(named)).toEqual({ depositHalalas: 400_00, laterParts: 2, later: later(300_00) })
  expect(await planOf(dear)).toEqual({ depositHalalas: 1000_00, laterParts: 2, later: later(2000_00) })
  expect(await planOf(cheap)).toBeNull()
  // At the price of a run, which the page shows; a plan from a price is found by it.
  const atPrice = async (courseId: number, price: number) => (await guest.coursePlan({ courseId, price })).plan
  expect(await atPrice(named, 800_00)).toEqual({ depositHalalas: 320_00, laterParts: 2, later: later(240_00) })
  expect(await atPrice(cheap, 3000_00)).toMatchObject({ depositHalalas: 1000_00, later: later(1000_00) })
  expect(await atPrice(dear, 0)).toBeNull()
  const { version } = own
  const isActive = { from: true, to: false }
  expect(await desk.changePaymentPlan({ id: own.id, version, changes: { isActive } })).toMatchObject({
    isActive: false,
    version: version + 1,
  })
  expect(await planOf(named)).toBeNull()
})

it('the course says of a run what its checkout asks: no day after its end, and what is due by then as one part', async () => {
  const { id } = await course(app.db, { priceHalalas: 1000_00 })
  const parts = [20, 40].map((days) => ({ percent: 50, days, from: 'order' as const }))
  await desk.addPaymentPlan({ ...PLAN, parts, courseIds: [id] })
  const [short, long] = [10, 60].map((days) =>
    schedule(app.db, id, { startsAt: inDays(days), endsAt: inDays(days + 3) }),
  )
  const guest = apiAs(app, null)
  for (const scheduleId of [await short!, await long!]) {
    const { plan } = await guest.paymentPlans.coursePlan({ courseId: id, schedule: scheduleId, price: 1000_00 })
    const { plan: asked } = await guest.checkout.summary({ courseId: id, scheduleId })
    const [deposit, ...later] = asked!.parts
    expect(plan!.depositHalalas).toBe(deposit!.amountHalalas)
    expect(plan!.later).toMatchObject(later.map(({ amountHalalas, dueAt }) => ({ amountHalalas, dueAt })))
    expect(later.map(({ amountHalalas }) => amountHalalas)).toEqual(
      scheduleId === (await short) ? [600_00] : [300_00, 300_00],
    )
  }
  const over = await schedule(app.db, id, { startsAt: inDays(-3), endsAt: new Date() })
  expect(await guest.paymentPlans.coursePlan({ courseId: id, schedule: over })).toEqual({ plan: null })
  expect(await guest.paymentPlans.coursePlan({ courseId: id, schedule: 999_999 })).toEqual({ plan: null })
})

it.each([
  ['two deposits', { depositHalalas: 500_00 }, { depositPercent: ['oneDeposit'] }],
  ['no deposit', { depositPercent: null }, { depositPercent: ['oneDeposit'] }],
  ['no part', { parts: [] }, { parts: ['noParts'] }],
  ['percentages of less than all', { parts: PLAN.parts.slice(1) }, { parts: ['percentSum'] }],
  ['a course that there is not', { courseIds: [999_999] }, { courseIds: ['invalid'] }],
])('a plan with %s is refused at its field', async (_what, facts, fields) => {
  const refused = await failure(desk.addPaymentPlan({ ...PLAN, courseIds: [], ...facts }))
  expect(refused).toMatchObject({ code: 'validation', fields })
})

it('two people who change a plan are told of each other', async () => {
  const { id, version } = await desk.addPaymentPlan({ ...PLAN, courseIds: [] })
  const rename = (to: string) => desk.changePaymentPlan({ id, version, changes: { name: { from: PLAN.name, to } } })
  await rename('أولى')
  expect(await failure(rename('ثانية'))).toMatchObject({ code: 'changedMeanwhile' })
  expect(await desk.paymentPlan({ id })).toMatchObject({ name: 'أولى' })
})
