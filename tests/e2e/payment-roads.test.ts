/** Ways to and from the payment page that nobody planned: reloads, tabs, lost sessions, copied addresses, lost time. */
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sandboxTexts } from '../../app/adapters/payment/sandbox-texts.ts'
import { hydrated, startTestSite, type TestSite, type Visitor } from '../support/browser.ts'
import { coupon, schedule } from '../support/factories.ts'
import { fillCard, openRun, type Person, payWith, signedIn, textsOf } from '../support/learner.ts'
import { CARDS } from '../support/orders.ts'

const MINUTE = 60_000
const SEATS = 5
const PHONE_AR: Visitor = { lang: 'ar', width: 390, scripts: true }
const DESK_EN: Visitor = { lang: 'en', width: 1440, scripts: true }
const NO_SCRIPTS: Visitor = { lang: 'ar', width: 1440, scripts: false }

describe('the road to a seat', () => {
  let site: TestSite
  let course: { id: number; slug: string }
  beforeAll(async () => {
    site = await startTestSite()
    course = (await openRun(site)).course
  })
  afterAll(() => site.stop())

  type Learner = { page: Page; context: BrowserContext; person: Person; run: number; path: string; visitor: Visitor }

  /** A learner with a run of their own to order. */
  async function learner(visitor: Visitor): Promise<Learner> {
    const { page, context } = await site.visit(visitor)
    const person = await signedIn(site, context, visitor.lang)
    const run = await schedule(site.db, course.id, { seats: SEATS })
    return { page, context, person, run, path: `/${visitor.lang}/order-details/${course.id}/${run}`, visitor }
  }

  /** On the payment page, with its address. */
  async function toPayment({ page, path, visitor }: Learner, query = ''): Promise<string> {
    await page.goto(path + query)
    if (visitor.scripts) await hydrated(page)
    await page.getByRole('button', { name: textsOf(visitor.lang).orders.placeOrder.run }).click()
    await page.waitForURL('**/sandbox-payment/**')
    return page.url()
  }

  const pay = (page: Page) => page.locator('form:has([name=number]) button').click()
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
  const ordersOf = (run: number) =>
    site.db
      .selectFrom('orders')
      .select(['id', 'status', 'coupon_code'])
      .where('schedule_id', '=', run)
      .orderBy('created_at')
      .execute()
  const statuses = async (run: number) => (await ordersOf(run)).map(({ status }) => status)

  /** What the sandbox has taken for this run, less what it has sent back. */
  async function kept(run: number): Promise<number> {
    const taken = await site.db
      .selectFrom('sandbox_payments')
      .innerJoin('payment_attempts', 'payment_attempts.id', 'sandbox_payments.attempt_id')
      .innerJoin('orders', 'orders.id', 'payment_attempts.order_id')
      .select(['sandbox_payments.amount_halalas as amount', 'sandbox_payments.refunded_halalas as back'])
      .where('orders.schedule_id', '=', run)
      .where('sandbox_payments.status', 'in', ['paid', 'refunded'])
      .execute()
    return taken.filter(({ amount, back }) => amount > back).length
  }

  it.each([PHONE_AR, NO_SCRIPTS])('a reload at each step changes nothing', async (visitor) => {
    const who = await learner(visitor)
    const { page, run, context } = who
    const t = textsOf(visitor.lang).orders
    await page.goto(who.path)
    await page.reload()
    await toPayment(who)
    await page.reload()
    await fillCard(page, CARDS.challenge)
    await pay(page)
    await heading(page, sandboxTexts[visitor.lang].bank.title)
    await page.reload()
    await page.locator('[value=approve]').click()
    await page.waitForURL('**/order-approved?**')
    await heading(page, t.approved.title)
    await page.reload()
    await heading(page, t.approved.title)
    expect([await statuses(run), await kept(run)]).toEqual([['paid'], 1])
    await context.close()
  })

  it('paying in one tab while cancelling in the other: a seat that is paid, or neither seat nor charge', async () => {
    const who = await learner(DESK_EN)
    const { page, context, run, path } = who
    await toPayment(who)
    await fillCard(page, CARDS.good)
    const other = await context.newPage()
    await other.goto(path)
    const cancel = other.getByRole('button', { name: textsOf('en').orders.cancel })
    await cancel.waitFor()
    await hydrated(other)
    await Promise.all([pay(page), cancel.click()])
    await page.waitForURL(/order-(approved|canceled)/)
    await expect
      .poll(async () => [await statuses(run), await kept(run)].flat().join())
      .toMatch(/^(paid,1|cancelled,0)$/)

    // Whoever presses it on a page that is old is told how it stands.
    const late = await learner(DESK_EN)
    await toPayment(late)
    const old = await late.context.newPage()
    await old.goto(late.path)
    await hydrated(old)
    await payWith(late.page, CARDS.good)
    await heading(late.page, textsOf('en').orders.approved.title)
    await old.getByRole('button', { name: textsOf('en').orders.cancel }).click()
    await heading(old, textsOf('en').orders.approved.title)
    expect([await statuses(late.run), await kept(late.run)]).toEqual([['paid'], 1])
    await context.close()
    await late.context.close()
  })

  it('an address to come back by that was copied, altered or belongs to another order pays nothing', async () => {
    const who = await learner(DESK_EN)
    const { page, context, run } = who
    await toPayment(who)
    await payWith(page, CARDS.good)
    await heading(page, textsOf('en').orders.approved.title)
    const back = new URL(page.url())
    const second = { ...who, run: await schedule(site.db, course.id, { seats: SEATS }) }
    second.path = `/en/order-details/${course.id}/${second.run}`
    await toPayment(second)
    const [open] = await ordersOf(second.run)
    for (const words of ['status=paid', 'id=1&status=paid&message=APPROVED', 'try=99&paid=true']) {
      await page.goto(`${back.pathname}?order=${open!.id}&${words}`)
      await page.getByRole('heading', { level: 1, name: /Confirming your payment|Still waiting/ }).waitFor()
    }
    await page.goto(back.href)
    await heading(page, textsOf('en').orders.approved.title)
    await page.goto(`${back.pathname}?order=${open!.id.replace(/^./, (first) => (first === '0' ? '1' : '0'))}`)
    expect(new URL(page.url()).pathname).toBe('/error')
    expect([await statuses(run), await statuses(second.run), await kept(second.run)]).toEqual([
      ['paid'],
      ['pending'],
      0,
    ])
    await context.close()
  })

  it.each([PHONE_AR, NO_SCRIPTS])(
    'whoever comes back signed out signs in and is where the payment led',
    async (visitor) => {
      const who = await learner(visitor)
      const { page, context, person, run } = who
      const { lang } = visitor
      await toPayment(who)
      await fillCard(page, CARDS.good)
      await context.clearCookies()
      await pay(page)
      await page.waitForURL(`**/${lang}/login?**`)
      await page.locator('[name=email]').fill(person.email)
      await page.locator('[name=password]').fill(person.password)
      await page.locator('main form:has([name=password]) button[type=submit]').last().click()
      await page.waitForURL('**/order-approved?**')
      await heading(page, textsOf(lang).orders.approved.title)
      expect([await statuses(run), await kept(run)]).toEqual([['paid'], 1])
      await context.close()
    },
  )

  it.each([PHONE_AR, NO_SCRIPTS])(
    'a closed payment page is found again among the learner’s orders',
    async (visitor) => {
      const who = await learner(visitor)
      const { page, context, run } = who
      const payment = new URL(await toPayment(who))
      await page.close()
      const again = await context.newPage()
      await again.goto(`/${visitor.lang}/profile/orders`)
      await again.locator('a[href*="/sandbox-payment/"]').first().click()
      await again.waitForURL(`**${payment.pathname}`)
      await payWith(again, CARDS.good)
      await heading(again, textsOf(visitor.lang).orders.approved.title)
      expect([await statuses(run), await kept(run)]).toEqual([['paid'], 1])
      await context.close()
    },
  )

  it.each([DESK_EN, NO_SCRIPTS])(
    'a declined card: one press, and the same run with the same coupon is to be paid',
    async (visitor) => {
      const who = await learner(visitor)
      const { page, context, run } = who
      const t = textsOf(visitor.lang).orders
      const { code } = await coupon(site.db, { percent: 20, perLearnerLimit: 1 })
      await toPayment(who, `?coupon=${code}`)
      const price = await page.locator('.amount').first().textContent()
      await payWith(page, CARDS.poor)
      await page.waitForURL('**/order-canceled?**')
      await heading(page, t.canceled.failed.title)
      await page.getByRole('button', { name: t.canceled.retry }).click()
      await page.waitForURL('**/sandbox-payment/**')
      expect(await page.locator('.amount').first().textContent()).toBe(price)
      await payWith(page, CARDS.good)
      await heading(page, t.approved.title)
      expect((await ordersOf(run)).map((one) => [one.status, one.coupon_code])).toEqual([
        ['failed', code],
        ['paid', code],
      ])
      await context.close()
    },
  )

  // Last: it moves the clock.
  it('time that ran out while the payment page was open: no charge, the seat is free, and a way to begin again', async () => {
    const who = await learner(DESK_EN)
    const { page, context, run, path } = who
    const t = textsOf('en').orders
    await toPayment(who)
    await fillCard(page, CARDS.good)
    site.advance(21 * MINUTE)
    await pay(page)
    await heading(page, sandboxTexts.en.overTitle)
    await page.getByRole('link', { name: sandboxTexts.en.back }).click()
    await page.waitForURL('**/order-canceled?**')
    await heading(page, t.canceled.expired.title)
    expect([await statuses(run), await kept(run)]).toEqual([['expired'], 0])
    await page.getByRole('link', { name: t.canceled.again }).click()
    await page.waitForURL(`**${path}`)
    await page.getByRole('button', { name: t.placeOrder.run }).click()
    await payWith(page, CARDS.good)
    await heading(page, t.approved.title)
    expect([await statuses(run), await kept(run)]).toEqual([['expired', 'paid'], 1])
    await context.close()
  })
})
