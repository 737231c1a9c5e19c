/** Learners who pay for a seat, each with their own run, and what the database has of it afterwards. */
import type { BrowserContext, Page } from 'playwright-core'
import { sandboxTexts } from '../../../app/adapters/payment/sandbox-texts.ts'
import { hydrated, type TestSite, type Visitor } from '../browser.ts'
import { schedule } from '../factories.ts'
import { fillCard, type Person, signedIn, textsOf } from '../learner.ts'
import { CARDS } from '../orders/orders.ts'

export const SEATS = 5

export type Learner = {
  page: Page
  context: BrowserContext
  person: Person
  courseId: number
  run: number
  /** The path of the order page. */
  path: string
  visitor: Visitor
}

/** A new learner, and a new run to order. */
export async function learner(site: TestSite, courseId: number, visitor: Visitor): Promise<Learner> {
  const { page, context } = await site.visit(visitor)
  const person = await signedIn(site, context, visitor.lang)
  return { page, context, person, visitor, courseId, ...(await ownRun(site, courseId, visitor)) }
}

/** The same learner with another new run. */
export async function withOwnRun(site: TestSite, who: Learner): Promise<Learner> {
  return { ...who, ...(await ownRun(site, who.courseId, who.visitor)) }
}

async function ownRun(site: TestSite, courseId: number, { lang }: Visitor) {
  const run = await schedule(site.db, courseId, { seats: SEATS })
  return { run, path: `/${lang}/order-details/${courseId}/${run}` }
}

/** Goes to the payment page. @returns its address */
export async function toPayment({ page, path, visitor }: Learner, query = ''): Promise<string> {
  await page.goto(path + query)
  if (visitor.scripts) await hydrated(page)
  await page.getByRole('button', { name: textsOf(visitor.lang).orders.placeOrder.run }).click()
  await page.waitForURL('**/sandbox-payment/**')
  return page.url()
}

/** Goes to the challenge page of the bank. @returns the address of the payment page */
export async function toBank(who: Learner): Promise<string> {
  const payment = await toPayment(who)
  await fillCard(who.page, CARDS.challenge)
  await pay(who.page)
  await heading(who.page, sandboxTexts[who.visitor.lang].bank.title)
  return payment
}

/** Submits the card. */
export const pay = (page: Page) => page.locator('form:has([name=number]) button').click()

export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

export const ordersOf = (site: TestSite, run: number) =>
  site.db
    .selectFrom('orders')
    .select(['id', 'status', 'coupon_code'])
    .where('schedule_id', '=', run)
    .orderBy('created_at')
    .execute()

/** The statuses of the orders of a run, and the number of its sandbox payments that are not refunded. */
export async function standOf(site: TestSite, run: number): Promise<[string[], number]> {
  const statuses = (await ordersOf(site, run)).map(({ status }) => status)
  const taken = await site.db
    .selectFrom('sandbox_payments')
    .innerJoin('payment_attempts', 'payment_attempts.id', 'sandbox_payments.attempt_id')
    .innerJoin('orders', 'orders.id', 'payment_attempts.order_id')
    .select(['sandbox_payments.amount_halalas as amount', 'sandbox_payments.refunded_halalas as back'])
    .where('orders.schedule_id', '=', run)
    .where('sandbox_payments.status', 'in', ['paid', 'refunded'])
    .execute()
  return [statuses, taken.filter(({ amount, back }) => amount > back).length]
}

/** The number of payment attempts for the orders of a run. */
export async function attemptsOf(site: TestSite, run: number): Promise<number> {
  const attempts = await site.db
    .selectFrom('payment_attempts')
    .innerJoin('orders', 'orders.id', 'payment_attempts.order_id')
    .select('payment_attempts.id')
    .where('orders.schedule_id', '=', run)
    .execute()
  return attempts.length
}

/** The number of seats of a run that are offered. */
export async function seatsLeft(site: TestSite, { courseId, run }: Pick<Learner, 'courseId' | 'run'>): Promise<number> {
  const { data } = await site.call('GET', `Orders/summary?courseId=${courseId}&scheduleId=${run}`)
  return data.schedule.seatsLeft
}
