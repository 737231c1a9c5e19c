/** Unusual paths to and from the payment page: reloads, back button, tabs, expired sessions, copied addresses, time-outs. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sandboxTexts } from '../../../app/adapters/payment/sandbox-texts.ts'
import { MINUTE_MS } from '../../../app/platform/durations.ts'
import { hydrated, startTestSite, type TestSite, type Visitor } from '../../support/browser.ts'
import { coupon } from '../../support/factories.ts'
import { cancelOrder, fillCard, openRun, payWith, textsOf } from '../../support/learner.ts'
import { inTurn, longIt } from '../../support/long.ts'
import { CARDS } from '../../support/orders/orders.ts'
import {
  attemptsOf,
  heading,
  learner,
  ordersOf,
  pay,
  SEATS,
  seatsLeft,
  standOf,
  toBank,
  toPayment,
  withOwnRun,
} from '../../support/payments/payment-flows.ts'

const PHONE_AR: Visitor = { lang: 'ar', width: 390, scripts: true }
const DESK_EN: Visitor = { lang: 'en', width: 1440, scripts: true }
const NO_SCRIPTS: Visitor = { lang: 'ar', width: 1440, scripts: false }

describe('paying for a seat', () => {
  let site: TestSite
  let courseId: number
  beforeAll(async () => {
    site = await startTestSite()
    courseId = (await openRun(site)).course.id
  })
  afterAll(() => site.stop())

  longIt.each(inTurn(PHONE_AR, NO_SCRIPTS))('a reload at each step changes nothing', async (visitor) => {
    const who = await learner(site, courseId, visitor)
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
    expect(await standOf(site, run)).toEqual([['paid'], 1])
    await context.close()
  })

  longIt(
    'paying in one tab while cancelling in the other ends in a paid seat, or in neither seat nor charge',
    async () => {
      const who = await learner(site, courseId, DESK_EN)
      const { page, context, run, path } = who
      await toPayment(who)
      await fillCard(page, CARDS.good)
      const other = await context.newPage()
      await other.goto(path)
      await hydrated(other)
      await Promise.all([pay(page), cancelOrder(other, 'en')])
      await page.waitForURL(/order-(approved|canceled)/)
      await expect.poll(async () => (await standOf(site, run)).join()).toMatch(/^(paid,1|cancelled,0)$/)

      await context.close()
    },
  )

  longIt('the button to cancel on an outdated page shows the current status', async () => {
    const late = await learner(site, courseId, DESK_EN)
    await toPayment(late)
    const old = await late.context.newPage()
    await old.goto(late.path)
    await hydrated(old)
    await payWith(late.page, CARDS.good)
    await heading(late.page, textsOf('en').orders.approved.title)
    await cancelOrder(old, 'en')
    await heading(old, textsOf('en').orders.approved.title)
    expect(await standOf(site, late.run)).toEqual([['paid'], 1])
    await late.context.close()
  })

  longIt('a return address that was copied, altered or belongs to another order pays nothing', async () => {
    const who = await learner(site, courseId, DESK_EN)
    const { page, context, run } = who
    await toPayment(who)
    await payWith(page, CARDS.good)
    await heading(page, textsOf('en').orders.approved.title)
    const back = new URL(page.url())
    const second = await withOwnRun(site, who)
    await toPayment(second)
    const [open] = await ordersOf(site, second.run)
    for (const words of ['status=paid', 'id=1&status=paid&message=APPROVED', 'try=99&paid=true']) {
      await page.goto(`${back.pathname}?order=${open!.id}&${words}`)
      await page.getByRole('heading', { level: 1, name: /Confirming your payment|Still waiting/ }).waitFor()
    }
    await page.goto(back.href)
    await heading(page, textsOf('en').orders.approved.title)
    await page.goto(`${back.pathname}?order=${open!.id.replace(/^./, (first) => (first === '0' ? '1' : '0'))}`)
    expect(new URL(page.url()).pathname).toBe('/error')
    expect(await standOf(site, run)).toEqual([['paid'], 1])
    expect(await standOf(site, second.run)).toEqual([['pending'], 0])
    await context.close()
  })

  it.each(inTurn(NO_SCRIPTS, PHONE_AR))(
    'a learner who returns signed out signs in and reaches the page of the payment',
    async (visitor) => {
      const who = await learner(site, courseId, visitor)
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
      expect(await standOf(site, run)).toEqual([['paid'], 1])
      await context.close()
    },
  )

  longIt.each(inTurn(PHONE_AR, NO_SCRIPTS))(
    'a closed payment page can be reopened from the learner’s orders',
    async (visitor) => {
      const who = await learner(site, courseId, visitor)
      const { page, context, run } = who
      const payment = new URL(await toPayment(who))
      await page.close()
      const again = await context.newPage()
      await again.goto(`/${visitor.lang}/profile/orders`)
      await again.locator('a[href*="/sandbox-payment/"]').first().click()
      await again.waitForURL(`**${payment.pathname}`)
      await payWith(again, CARDS.good)
      await heading(again, textsOf(visitor.lang).orders.approved.title)
      expect(await standOf(site, run)).toEqual([['paid'], 1])
      await context.close()
    },
  )

  it.each(inTurn(NO_SCRIPTS, DESK_EN))(
    'after a declined card one click orders the same run with the same coupon again',
    async (visitor) => {
      const who = await learner(site, courseId, visitor)
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
      expect((await ordersOf(site, run)).map((one) => [one.status, one.coupon_code])).toEqual([
        ['failed', code],
        ['paid', code],
      ])
      await context.close()
    },
  )

  it.each(inTurn(PHONE_AR, NO_SCRIPTS))(
    'after going back from the payment page the order is open with its time, and leads to the same payment page',
    async (visitor) => {
      const who = await learner(site, courseId, visitor)
      const { page, context, run } = who
      const t = textsOf(visitor.lang).orders
      const payment = await toPayment(who)
      await page.goBack()
      await page.waitForURL(`**${who.path}`)
      await page.getByRole('heading', { name: t.resumeTitle }).waitFor()
      await page.getByText(t.timeLeft, { exact: true }).waitFor()
      await page
        .getByRole('timer')
        .filter({ hasText: /\d:\d\d/ })
        .waitFor()
      expect(await page.getByRole('button', { name: t.placeOrder.run }).count()).toBe(0)
      await page.getByRole('link', { name: t.resume, exact: true }).click()
      await page.waitForURL(payment)
      expect(await attemptsOf(site, run)).toBe(1)
      await payWith(page, CARDS.good)
      await heading(page, t.approved.title)
      expect(await standOf(site, run)).toEqual([['paid'], 1])
      await context.close()
    },
  )

  longIt('an order page restored from the browser’s memory is loaded again', async () => {
    const who = await learner(site, courseId, PHONE_AR)
    const { page, context, run } = who
    const t = textsOf('ar').orders
    // Without a response the page stays as it is, as when it is restored from memory.
    await page.route('**/sandbox-payment/**', (route) => route.fulfill({ status: 204 }))
    await page.goto(who.path)
    await hydrated(page)
    const leaving = page.waitForRequest('**/sandbox-payment/**')
    await page.getByRole('button', { name: t.placeOrder.run }).click()
    await leaving
    for (const type of ['pagehide', 'pageshow'])
      await page.evaluate((type) => window.dispatchEvent(new PageTransitionEvent(type, { persisted: true })), type)
    await page.getByRole('heading', { name: t.resumeTitle }).waitFor()
    await page.unroute('**/sandbox-payment/**')
    await page.getByRole('link', { name: t.resume, exact: true }).click()
    await page.waitForURL('**/sandbox-payment/**')
    expect(await attemptsOf(site, run)).toBe(1)
    await context.close()
  })

  longIt.each(inTurn(NO_SCRIPTS, PHONE_AR))(
    'after going back from the challenge page the payment page leads to it again, and charges once',
    async (visitor) => {
      const who = await learner(site, courseId, visitor)
      const { page, context, run } = who
      const t = textsOf(visitor.lang).orders
      const payment = await toBank(who)
      await page.goBack()
      expect(page.url()).toBe(payment)
      await heading(page, sandboxTexts[visitor.lang].bank.title)
      await page.locator('[value=approve]').click()
      await heading(page, t.approved.title)
      expect(await standOf(site, run)).toEqual([['paid'], 1])
      await context.close()
    },
  )

  longIt.each(inTurn(DESK_EN, NO_SCRIPTS))(
    'after going back during the confirmation the payment page shows that it is paid, and leads to the confirmation',
    async (visitor) => {
      const who = await learner(site, courseId, visitor)
      const { page, context, run } = who
      const t = textsOf(visitor.lang).orders
      const payment = await toPayment(who)
      await payWith(page, CARDS.late)
      await heading(page, t.confirming.title)
      await page.goBack()
      await page.waitForURL(payment)
      await heading(page, sandboxTexts[visitor.lang].finishedTitle)
      expect(await page.locator('form').count()).toBe(0)
      await page.getByRole('link', { name: sandboxTexts[visitor.lang].back }).click()
      await heading(page, t.confirming.title)
      site.advance(20_000)
      await page.reload()
      await heading(page, t.approved.title)
      expect(await standOf(site, run)).toEqual([['paid'], 1])
      await context.close()
    },
  )

  longIt.each(inTurn(NO_SCRIPTS, DESK_EN))(
    'paying in two tabs concurrently is one charge and one seat',
    async (visitor) => {
      const who = await learner(site, courseId, visitor)
      const { page, context, run } = who
      const other = await context.newPage()
      await other.goto(await toPayment(who))
      const tabs = [page, other]
      for (const tab of tabs) await fillCard(tab, CARDS.good)
      await Promise.all(tabs.map(pay))
      for (const tab of tabs) await heading(tab, textsOf(visitor.lang).orders.approved.title)
      expect(await standOf(site, run)).toEqual([['paid'], 1])
      expect(await seatsLeft(site, who)).toBe(SEATS - 1)
      await context.close()
    },
  )

  longIt.each(inTurn(DESK_EN, NO_SCRIPTS))(
    'of two tabs with the challenge page the first answer counts, and both show it',
    async (visitor) => {
      const t = textsOf(visitor.lang).orders
      const who = await learner(site, courseId, visitor)
      for (const [answers, title, stand] of inTurn<[string[], string, [string[], number]]>(
        [['refuse', 'approve'], t.canceled.failed.title, [['failed'], 0]],
        [['approve', 'approve'], t.approved.title, [['paid'], 1]],
      )) {
        const own = await withOwnRun(site, who)
        await toBank(own)
        const other = await own.context.newPage()
        await other.goto(own.page.url())
        await own.page.locator(`[value=${answers[0]}]`).click()
        await heading(own.page, title)
        await other.locator(`[value=${answers[1]}]`).click()
        await heading(other, title)
        expect(await standOf(site, own.run)).toEqual(stand)
        expect(await seatsLeft(site, own)).toBe(SEATS - stand[1])
        await other.close()
      }
      await who.context.close()
    },
  )

  longIt('after cancelling the payment in one tab the challenge page of the other cannot pay', async () => {
    const who = await learner(site, courseId, NO_SCRIPTS)
    const { page, context, run } = who
    const other = await context.newPage()
    await other.goto(await toPayment(who))
    await fillCard(page, CARDS.challenge)
    await pay(page)
    await heading(page, sandboxTexts.ar.bank.title)
    await other.locator('[name=leave]').click()
    await heading(other, textsOf('ar').orders.canceled.cancelled.title)
    await page.locator('[value=approve]').click()
    await heading(page, textsOf('ar').orders.canceled.cancelled.title)
    expect(await standOf(site, run)).toEqual([['cancelled'], 0])
    await context.close()
  })

  // Last, because it moves the clock past the expiry of every order.
  longIt(
    'an order that expires while the payment page is open is not charged, frees its seat and can be placed again',
    async () => {
      const who = await learner(site, courseId, DESK_EN)
      const { page, context, run, path } = who
      const t = textsOf('en').orders
      await toPayment(who)
      await fillCard(page, CARDS.good)
      site.advance(21 * MINUTE_MS)
      await pay(page)
      await heading(page, sandboxTexts.en.overTitle)
      await page.getByRole('link', { name: sandboxTexts.en.back }).click()
      await page.waitForURL('**/order-canceled?**')
      await heading(page, t.canceled.expired.title)
      expect(await standOf(site, run)).toEqual([['expired'], 0])
      await page.getByRole('link', { name: t.canceled.again }).click()
      await page.waitForURL(`**${path}`)
      await page.getByRole('button', { name: t.placeOrder.run }).click()
      await payWith(page, CARDS.good)
      await heading(page, t.approved.title)
      expect(await standOf(site, run)).toEqual([['expired', 'paid'], 1])
      await context.close()
    },
  )
})
