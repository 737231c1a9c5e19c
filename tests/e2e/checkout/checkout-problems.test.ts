/** Problems during checkout, and what the learner sees then. */
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../../app/platform/durations.ts'
import { mailedCode, signUpForm } from '../../support/accounts/accounts.ts'
import { hydrated, startTestSite, type TestSite, type Visitor } from '../../support/browser.ts'
import { schedule } from '../../support/factories.ts'
import { activate, fillCard, openRun, payWith, signedIn, signUp, textsOf } from '../../support/learner.ts'
import { inTurn, longIt } from '../../support/long.ts'
import { CARDS } from '../../support/orders/orders.ts'

const PHONE_AR: Visitor = { lang: 'ar', width: 390, scripts: true }
const DESK_EN: Visitor = { lang: 'en', width: 1440, scripts: true }
const NO_SCRIPTS: Visitor = { lang: 'ar', width: 1440, scripts: false }

describe('problems during checkout', () => {
  let site: TestSite
  beforeAll(async () => {
    site = await startTestSite()
  })
  afterAll(() => site.stop())

  const ordersOf = async (email: string) =>
    site.db
      .selectFrom('orders')
      .innerJoin('users', 'users.id', 'orders.user_id')
      .select(['orders.id', 'orders.status', 'orders.schedule_id'])
      .where('users.email', '=', email)
      .orderBy('orders.created_at')
      .execute()

  async function visitAsLearner(visitor: Visitor): Promise<{ page: Page; context: BrowserContext; email: string }> {
    const { page, context } = await site.visit(visitor)
    const { email } = await signedIn(site, context, visitor.lang)
    return { page, context, email }
  }

  async function placeOrder(page: Page, visitor: Visitor, path: string) {
    await page.goto(`/${visitor.lang}${path}`)
    if (visitor.scripts) await hydrated(page)
    await page.getByRole('button', { name: textsOf(visitor.lang).orders.placeOrder.run }).click()
    await page.waitForURL('**/sandbox-payment/**')
  }

  it.each(inTurn(PHONE_AR, NO_SCRIPTS))('a wrong code, then the right one', async (visitor) => {
    const person = signUpForm()
    const { page, context } = await site.visit(visitor)
    await page.goto(`/${visitor.lang}/sign-up`)
    await signUp(page, visitor.lang, person)
    const code = await mailedCode(site, person.email)
    await page.locator('[name=code]').fill(code === '000000' ? '111111' : '000000')
    await page.getByRole('button', { name: textsOf(visitor.lang).accounts.otp.submit }).click()
    await page.getByText('الرمز غير صحيح. حاول مرة أخرى.').first().waitFor()
    await activate(page, visitor.lang, site, person)
    await page.waitForURL(`**/${visitor.lang}/welcome`)
    await context.close()
  })

  longIt('an expired code, then a new one', async () => {
    const person = signUpForm()
    const { page, context } = await site.visit(DESK_EN)
    await page.goto('/en/sign-up')
    await signUp(page, 'en', person)
    const old = await mailedCode(site, person.email)
    site.advance(11 * MINUTE_MS)
    await page.locator('[name=code]').fill(old)
    await page.getByRole('button', { name: textsOf('en').accounts.otp.submit }).click()
    await page.getByText('The OTP has expired. Please request a new one.').first().waitFor()
    // The countdown uses the browser's clock, which was not changed.
    await page.reload()
    await page.getByRole('button', { name: textsOf('en').accounts.codeAgain.resend }).click()
    await page.getByText(textsOf('en').accounts.otp.sentAgain).waitFor()
    expect(await mailedCode(site, person.email)).not.toBe(old)
    await activate(page, 'en', site, person)
    await page.waitForURL('**/en/welcome')
    await context.close()
  })

  it.each(inTurn(NO_SCRIPTS, PHONE_AR))(
    'the last seat is sold while the learner reads the summary',
    async (visitor) => {
      const { course } = await openRun(site)
      const run = await schedule(site.db, course.id, { seats: 1 })
      const path = `/order-details/${course.id}/${run}`
      const slow = await visitAsLearner(visitor)
      await slow.page.goto(`/${visitor.lang}${path}`)
      const quick = await visitAsLearner(DESK_EN)
      await placeOrder(quick.page, DESK_EN, path)
      await slow.page.getByRole('button', { name: textsOf(visitor.lang).orders.placeOrder.run }).click()
      await slow.page.getByText('نفدت المقاعد في هذا الموعد. اختر موعدًا آخر.').waitFor()
      expect(await ordersOf(slow.email)).toEqual([])
      await slow.context.close()
      await quick.context.close()
    },
  )

  it('a full run offers no order', async () => {
    const { course } = await openRun(site)
    const run = await schedule(site.db, course.id, { seats: 2, heldSeats: 2 })
    const { page, context } = await visitAsLearner(DESK_EN)
    await page.goto(`/en/order-details/${course.id}/${run}`)
    await page.getByText(textsOf('en').orders.states.full.title).waitFor()
    expect(await page.getByRole('button', { name: textsOf('en').orders.placeOrder.run }).count()).toBe(0)
    await context.close()
  })

  it('a coupon is refused with its reason', async () => {
    const { path } = await openRun(site)
    const { page, context } = await site.visit(DESK_EN)
    for (const [code, reason] of [
      ['', 'Enter the coupon first.'],
      ['NOSUCHCODE', 'We do not know this coupon. Check how it is spelled.'],
      ['LASTYEAR', 'This coupon has expired.'],
      ['NEXTYEAR', 'This coupon is not valid yet.'],
      ['PAUSED', 'This coupon is paused at the moment.'],
    ] as const) {
      await page.goto(`/en${path}?coupon=${code}`)
      await page.getByText(reason).first().waitFor()
      expect(await page.locator('[name=coupon]').inputValue()).toBe(code)
      expect(await page.locator('[name=coupon]').getAttribute('aria-invalid'), code).toBe('true')
    }
    await context.close()
  })

  longIt('the payment returns to the host from which the learner came', async () => {
    const { path } = await openRun(site)
    const { page, context } = await site.visit(DESK_EN)
    const here = site.address.replace('localhost', '127.0.0.1')
    await page.goto(`${here}/en/login`)
    await signedIn({ ...site, address: here }, context)
    await page.goto(`${here}/en${path}`)
    await page.getByRole('button', { name: textsOf('en').orders.placeOrder.run }).click()
    await payWith(page, CARDS.good)
    await page.waitForURL(`${here}/en/order-approved?**`)
    await page.getByRole('heading', { name: textsOf('en').orders.approved.title }).waitFor()
    await context.close()
  })

  longIt('after the payment page was closed the order can be resumed, then expires and frees the seat', async () => {
    const { path, course, run } = await openRun(site)
    const before = await seatsLeft(course.slug, run.id)
    const { page, context, email } = await visitAsLearner(DESK_EN)
    await placeOrder(page, DESK_EN, path)
    const payment = page.url()
    await page.goto(`/en${path}`)
    await page.getByText(textsOf('en').orders.resumeTitle).waitFor()
    await page.getByRole('link', { name: textsOf('en').orders.resume }).click()
    await page.waitForURL('**/sandbox-payment/**')
    expect(new URL(page.url()).pathname).toBe(new URL(payment).pathname)
    expect(await ordersOf(email)).toHaveLength(1)

    site.advance(21 * MINUTE_MS)
    await site.tasks.reconcileOrders!({})
    expect((await ordersOf(email)).map(({ status }) => status)).toEqual(['expired'])
    expect(await seatsLeft(course.slug, run.id)).toBe(before)
    await page.goto(`/en/order-approved?order=${(await ordersOf(email))[0]!.id}`)
    await page.getByRole('heading', { name: textsOf('en').orders.canceled.expired.title }).waitFor()
    await context.close()
  })

  /** After a double click, whose second click aborts the first navigation: `waitForURL` would fail. */
  async function arrives(page: Page, at: string) {
    await expect.poll(() => page.url()).toContain(at)
    await page.waitForLoadState()
  }

  it.each(inTurn(PHONE_AR, NO_SCRIPTS))('a double click on pay charges once', async (visitor) => {
    const { path } = await openRun(site)
    const { page, context, email } = await visitAsLearner(visitor)
    await placeOrder(page, visitor, path)
    await fillCard(page, CARDS.good)
    await page
      .locator('form:has([name=number]) button')
      .dblclick({ noWaitAfter: true })
      .catch(() => undefined)
    await arrives(page, '/order-approved?')
    await expectPaidOnce(email)
    await context.close()
  })

  longIt('a double click on the order button places one order', async () => {
    const { path } = await openRun(site)
    const { page, context, email } = await visitAsLearner(NO_SCRIPTS)
    await page.goto(`/ar${path}`)
    await page
      .getByRole('button', { name: textsOf('ar').orders.placeOrder.run })
      .dblclick({ noWaitAfter: true })
      .catch(() => undefined)
    await arrives(page, '/sandbox-payment/')
    expect(await ordersOf(email)).toHaveLength(1)
    await context.close()
  })

  longIt('the back button after the payment causes no second payment', async () => {
    const { path } = await openRun(site)
    const { page, context, email } = await visitAsLearner(DESK_EN)
    await placeOrder(page, DESK_EN, path)
    await payWith(page, CARDS.good)
    await page.waitForURL('**/order-approved?**')
    await page.evaluate(() => history.back())
    await page.waitForURL('**/sandbox-payment/**')
    await page.reload()
    expect(await page.locator('[name=number]').count()).toBe(0)
    await page.goto(`/en${path}`)
    await page.getByText(textsOf('en').orders.enrolledTitle).waitFor()
    await expectPaidOnce(email)
    await context.close()
  })

  longIt('two tabs place one order, and the second payment page shows that it is paid', async () => {
    const { path } = await openRun(site)
    const { page, context, email } = await visitAsLearner(DESK_EN)
    const second = await context.newPage()
    await page.goto(`/en${path}`)
    await second.goto(`/en${path}`)
    for (const tab of [page, second]) {
      await hydrated(tab)
      await tab.getByRole('button', { name: textsOf('en').orders.placeOrder.run }).click()
      await tab.waitForURL('**/sandbox-payment/**')
    }
    expect(await ordersOf(email)).toHaveLength(1)
    await fillCard(second, CARDS.good)
    await payWith(page, CARDS.good)
    await page.waitForURL('**/order-approved?**')
    await second.locator('form:has([name=number]) button').click()
    await second.waitForURL((url) => !url.pathname.endsWith('/card'))
    await expectPaidOnce(email)
    await context.close()
  })

  longIt("another learner's order is not shown", async () => {
    const { path } = await openRun(site)
    const owner = await visitAsLearner(DESK_EN)
    await placeOrder(owner.page, DESK_EN, path)
    const [order] = await ordersOf(owner.email)
    const other = await visitAsLearner(DESK_EN)
    const answer = await other.page.goto(`/en/order-approved?order=${order!.id}`)
    expect(new URL(other.page.url()).pathname).toBe('/error')
    expect(answer!.status()).toBe(404)
    await owner.context.close()
    await other.context.close()
  })

  longIt('guest-only pages redirect a signed-in learner, and an order requires a sign-in', async () => {
    const { page, context } = await visitAsLearner(DESK_EN)
    for (const path of ['login', 'sign-up', 'accounts', 'register-otp']) {
      await page.goto(`/en/${path}`)
      expect(new URL(page.url()).pathname).toBe('/en')
    }
    const guest = await site.visit(DESK_EN)
    await guest.page.goto('/en/order-approved?order=00000000-0000-4000-8000-000000000000')
    expect(new URL(guest.page.url()).pathname).toBe('/en/login')
    expect(new URL(guest.page.url()).searchParams.get('returnTo')).toContain('/en/order-approved?order=')
    const { noOrder } = textsOf('en').orders
    for (const path of ['order-approved', 'order-canceled']) {
      expect((await guest.page.goto(`/en/${path}`))!.status()).toBe(200)
      expect(await guest.page.locator('main').innerText()).toContain(noOrder.guest.title)
      await page.goto(`/en/${path}`)
      expect(await page.locator('main').innerText()).toContain(noOrder.learner.title)
    }
    await context.close()
    await guest.context.close()
  })

  async function seatsLeft(slug: string, runId: number): Promise<number> {
    const { data } = await site.call('GET', `Courses/course-by-slug?slug=${encodeURIComponent(slug)}`)
    return data.schedules.find(({ id }: { id: number }) => id === runId).seatsLeft
  }

  async function expectPaidOnce(email: string) {
    const orders = await ordersOf(email)
    expect(orders.map(({ status }) => status)).toEqual(['paid'])
    const { paid } = await site.db
      .selectFrom('sandbox_payments')
      .innerJoin('payment_attempts', 'payment_attempts.id', 'sandbox_payments.attempt_id')
      .select((row) => row.fn.countAll<number>().as('paid'))
      .where('payment_attempts.order_id', '=', orders[0]!.id)
      .where('sandbox_payments.status', '=', 'paid')
      .executeTakeFirstOrThrow()
    expect(paid).toBe(1)
    const mails = (await site.mails(email)).filter(({ text }) => text.includes('/order-approved?'))
    expect(mails).toHaveLength(1)
  }
})
