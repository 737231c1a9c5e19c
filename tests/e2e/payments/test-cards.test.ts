/**
 * Every test card for each kind of visitor, from the order to its result: in both languages, at both widths, with and
 * without scripts. The first card of each starts at the course page.
 */
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inGroups, TEST_CARDS, type TestCard } from '../../../app/adapters/payment/sandbox-cards.ts'
import { sandboxTexts } from '../../../app/adapters/payment/sandbox-texts.ts'
import type { EndReason } from '../../../app/features/orders/order-state.ts'
import { orderEmails as arEmails } from '../../../app/locales/ar/emails/emails-orders.ts'
import { ordersRecords as arRecords } from '../../../app/locales/ar/orders-records.ts'
import { orderEmails as enEmails } from '../../../app/locales/en/emails/emails-orders.ts'
import { ordersRecords as enRecords } from '../../../app/locales/en/orders-records.ts'
import { expectAccessible } from '../../support/accessible.ts'
import {
  expectNoSidewaysScroll,
  nameOf,
  picture,
  startTestSite,
  type TestSite,
  type Visitor,
  watchErrors,
} from '../../support/browser.ts'
import { schedule } from '../../support/factories.ts'
import { fillCard, openRun, signedIn, textsOf } from '../../support/learner.ts'
import { IS_LONG } from '../../support/long.ts'
import { eventually, is } from '../../support/orders/orders.ts'
import { seatsLeft } from '../../support/payments/payment-flows.ts'
import { hasTurn, WALKERS } from '../../support/walkers.ts'

const SEATS = 9
/** What a learner may do on the sandbox page besides typing each card. */
type Scenario = TestCard | { name: 'leaves' } | { name: 'bank-refuses'; number: string }

const challenge = TEST_CARDS.find(({ name }) => name === 'challenge')!
const SCENARIOS: Scenario[] = [...TEST_CARDS, { name: 'bank-refuses', number: challenge.number }, { name: 'leaves' }]

/** In a short run one of the cards that fail: what each card does is tested at the provider, the pages are the same. */
const failing = TEST_CARDS.filter(({ rule }) => rule.becomes === 'failed').map(({ name }): string => name)
const SHOWN = SCENARIOS.filter(({ name }) => IS_LONG || !failing.slice(1).includes(name))

describe('each card at the sandbox', () => {
  let site: TestSite
  let course: { id: number; slug: string }
  let clock: Promise<unknown> = Promise.resolve()
  beforeAll(async () => {
    site = await startTestSite()
    course = (await openRun(site)).course
  })
  afterAll(() => site.stop())

  // Concurrently, since most of a scenario is waiting.
  it.concurrent.each(WALKERS.map((visitor) => [nameOf(visitor), visitor] as const))('%s', async (name, visitor) => {
    const { page, context } = await site.visit(visitor)
    const errors = watchErrors(page)
    const { email } = await signedIn(site, context, visitor.lang)
    const scenarios = SHOWN.filter((_, flow) => hasTurn(visitor, flow))
    for (const [place, scenario] of scenarios.entries()) {
      const run = await schedule(site.db, course.id, { seats: SEATS })
      await runScenario({ page, context, visitor, email, run, isFirst: place === 0, name }, scenario)
    }
    expect(errors.filter((error) => visitor.scripts || !error.endsWith('.js csp'))).toEqual([])
    await context.close()
  })

  type Walker = {
    page: Page
    context: BrowserContext
    visitor: Visitor
    email: string
    run: number
    isFirst: boolean
    name: string
  }

  async function runScenario(walker: Walker, scenario: Scenario) {
    const { page, visitor, run, isFirst, name } = walker
    const { lang, scripts } = visitor
    const t = textsOf(lang).orders
    await (isFirst ? orderFromCourse(walker) : order(walker))
    const payment = page.url()
    expect(await seatsLeft(site, { courseId: course.id, run })).toBe(SEATS - 1)
    if (isFirst) {
      await expectOwnPage(page, visitor, `${name}-1-card`)
      if (scripts) await expectAccessible(page)
    }

    const isLate = 'rule' in scenario && scenario.rule.webhookLate
    const outcome = await (isLate ? oneAtATime(() => pay(walker, scenario)) : pay(walker, scenario))
    await page.waitForURL(outcome.paid ? '**/order-approved?**' : '**/order-canceled?**')
    const heading = outcome.paid ? t.approved.title : t.canceled[outcome.status].title
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    if (!outcome.paid) {
      const words = (lang === 'ar' ? arRecords : enRecords).endedBecause[outcome.reason]
      await page.getByText(words).waitFor()
      // A card that is declined leaves the bank transfer.
      const isDeclined = outcome.status === 'failed'
      expect(await page.getByRole('button', { name: t.canceled.byTransfer }).isVisible()).toBe(isDeclined)
    }
    await picture(page, `${name}-3-${scenario.name}`)
    await expectBooked(walker, outcome.paid ? 'paid' : outcome.status)
    if (!isFirst) return

    // The payment page stays closed.
    await expectNoSidewaysScroll(page)
    await page.goto(payment)
    expect(await page.locator('form').count()).toBe(0)
  }

  async function orderFromCourse({ page, visitor: { lang }, run }: Walker) {
    const order = `/order-details/${course.id}/${run}`
    await page.goto(`/${lang}/courses/${encodeURIComponent(course.slug)}`)
    await page.locator(`#runs a[href*="${order}"]`).first().click()
    await page.waitForURL(`**${order}`)
    await page.getByRole('button', { name: textsOf(lang).orders.placeOrder.run }).click()
    await page.waitForURL('**/sandbox-payment/**')
  }

  /** The same through the API: the pages before the payment are the same for every card. */
  async function order({ page, context, visitor: { lang }, run }: Walker) {
    const placed = await context.request.post(`${site.address}/api/Orders`, {
      headers: { 'Accept-Language': lang, Origin: site.address },
      // Learners have a seat in another run of the course by then.
      data: { courseId: course.id, scheduleId: run, again: true },
    })
    expect(placed.status(), await placed.text()).toBe(201)
    await page.goto((await placed.json()).data.paymentUrl)
  }

  type Outcome = { paid: true } | { paid: false; status: 'failed' | 'cancelled'; reason: EndReason }

  /** Performs the scenario at the sandbox. @returns the expected result */
  async function pay(walker: Walker, scenario: Scenario): Promise<Outcome> {
    const { page, visitor, isFirst, name } = walker
    if (scenario.name === 'leaves') {
      await page.locator('[name=leave]').click()
      return { paid: false, status: 'cancelled', reason: 'abandoned' }
    }
    const { number } = scenario as TestCard
    await (visitor.width === 390 ? chooseCard(page, number) : fillCard(page, inGroups(number)))
    expect(await page.locator('.brands .visa').isVisible()).toBe(number.startsWith('4'))
    expect(await page.locator('.brands .mastercard').isVisible()).toBe(number.startsWith('5'))
    await page.locator('form:has([name=number]) button').click()
    if (scenario.name === 'bank-refuses') {
      await page.locator('[value=refuse]').click()
      return { paid: false, status: 'failed', reason: 'authentication-failed' }
    }
    const { rule } = scenario as TestCard
    if (rule.becomes === 'failed') return { paid: false, status: 'failed', reason: rule.reason as EndReason }
    if (rule.becomes === 'challenge') await askTheBank(walker)
    if (rule.returnLost) await findTheOrder(page, visitor)
    if (rule.webhookLate) await waitForWord(page, visitor)
    if (isFirst) await picture(page, `${name}-2-paid`)
    return { paid: true }
  }

  /** On a phone a card is chosen from the table, on a desktop it is typed. */
  async function chooseCard(page: Page, number: string) {
    await page.locator(`.use a[href*="card=${number}"]`).click()
    await eventually(() => page.locator('[name=number]').inputValue(), is(inGroups(number)))
  }

  /** The bank does not respond; the learner waits in the shop, goes back and approves. */
  async function askTheBank({ page, visitor, name }: Walker) {
    const { lang, scripts } = visitor
    await page.getByRole('heading', { level: 1, name: sandboxTexts[lang].bank.title }).waitFor()
    await expectOwnPage(page, visitor, `${name}-2-bank`)
    if (scripts) await expectAccessible(page)
    await page.locator('[value=silence]').click()
    await page.waitForURL('**/order-approved?**')
    await page.getByRole('heading', { level: 1, name: textsOf(lang).orders.confirming.title }).waitFor()
    await page.getByRole('link', { name: textsOf(lang).orders.confirming.goPay }).click()
    await page.locator('[value=approve]').click()
  }

  /** The page does not redirect back: the learner opens the site and finds the order in the list. */
  async function findTheOrder(page: Page, { lang }: Visitor) {
    await page.getByRole('heading', { level: 1, name: sandboxTexts[lang].lostTitle }).waitFor()
    expect(await page.locator('main a, main form').count()).toBe(0)
    await page.goto(`/${lang}/profile/orders`)
    await page.locator('a[href*="order-approved?order="]').first().click()
  }

  /** All visitors share one clock: moving it must not end a wait that another visitor still expects. */
  function oneAtATime<T>(step: () => Promise<T>): Promise<T> {
    const mine = clock.then(step)
    clock = mine.catch(() => undefined)
    return mine
  }

  async function waitForWord(page: Page, { lang, scripts }: Visitor) {
    await page.getByRole('heading', { level: 1, name: textsOf(lang).orders.confirming.title }).waitFor()
    site.advance(20_000)
    // With scripts the page polls.
    if (!scripts) await page.reload()
  }

  async function expectOwnPage(page: Page, { lang, width, scripts }: Visitor, shown: string) {
    expect(await page.locator('html').getAttribute('lang')).toBe(lang)
    expect(await page.locator('h1').count()).toBe(1)
    if (scripts) await expectNoSidewaysScroll(page)
    expect(page.viewportSize()!.width).toBe(width)
    await picture(page, shown)
  }

  /** The order, its one charge, its one mail, and the seats that are left. */
  async function expectBooked({ email, visitor, run }: Walker, status: 'paid' | 'failed' | 'cancelled') {
    const order = await site.db
      .selectFrom('orders')
      .select(['id', 'reference', 'status'])
      .where('schedule_id', '=', run)
      .executeTakeFirstOrThrow()
    expect(order.status).toBe(status)
    expect(await seatsLeft(site, { courseId: course.id, run })).toBe(status === 'paid' ? SEATS - 1 : SEATS)
    const charged = await site.db
      .selectFrom('ledger')
      .select('amount_halalas')
      .where('order_id', '=', order.id)
      .execute()
    const { paid } = visitor.lang === 'ar' ? arEmails : enEmails
    const mails = async () =>
      (await site.mails(email)).filter(({ subject }) => subject === paid.subject(order.reference)).length
    expect(charged.length).toBe(status === 'paid' ? 1 : 0)
    await eventually(mails, is(status === 'paid' ? 1 : 0))
  }
})
