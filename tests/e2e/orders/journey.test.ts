/** From the home page to a paid order, in each language and width, with and without scripts: two of four in every run. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { problemText } from '../../../app/api/messages.server.ts'
import { formatMoney } from '../../../app/locales/format.ts'
import { expectAccessible } from '../../support/accessible.ts'
import { signUpForm } from '../../support/accounts/accounts.ts'
import {
  expectNoSidewaysScroll,
  nameOf,
  picture,
  startTestSite,
  type TestSite,
  VISITORS,
  watchErrors,
} from '../../support/browser.ts'
import { activate, payWith, signUp, textsOf } from '../../support/learner.ts'
import { IS_LONG } from '../../support/long.ts'
import { CARDS } from '../../support/orders/orders.ts'

describe('a learner finds a course and buys it', () => {
  let site: TestSite
  beforeAll(async () => {
    site = await startTestSite({ isWhole: true })
  })
  afterAll(() => site.stop())

  it.each((IS_LONG ? VISITORS : [VISITORS[0]!, VISITORS[2]!]).map((visitor) => [nameOf(visitor), visitor] as const))(
    '%s',
    async (name, visitor) => {
      const { lang, scripts } = visitor
      const t = textsOf(lang)
      const person = signUpForm()
      const { page, context } = await site.visit(visitor)
      const errors = watchErrors(page)
      const seen = async (step: string) => {
        await expectNoSidewaysScroll(page)
        await picture(page, `${name}-${step}`)
      }

      await page.goto(`/${lang}`)
      await seen('1-home')
      const search = page.locator('main').getByRole('search').first()
      await search.getByRole('searchbox').fill('والمحاسبه')
      await search.getByRole('button').click()
      await page.waitForURL('**/courses?**')
      await seen('2-listing')
      const found = await site.call(
        'GET',
        `Courses/basic-courses-paginated?SearchTerm=${encodeURIComponent('والمحاسبه')}`,
        { lang },
      )
      const card = found.data.items.find(({ slug }: { slug: string }) => slug === 'تأهيل-المحاسبة-للعمل')
      await page.locator('main').getByRole('link', { name: card.name }).first().click()
      await page.waitForURL(`**/courses/${encodeURIComponent(card.slug)}`)
      await page.getByRole('heading', { level: 1, name: card.name }).waitFor()
      await seen('3-course')
      await page.locator('#runs a[href*="order-details"]').first().click()
      await page.waitForURL('**/order-details/**')

      // An invalid coupon shows the reason at its field; a valid one stays with the order.
      await page.locator('[name=coupon]').fill('paused')
      await page.getByRole('button', { name: t.orders.applyCoupon }).click()
      await page.locator('[name=coupon][aria-invalid=true]').waitFor()
      await page
        .getByText(problemText('couponInactive', {}, lang))
        .first()
        .waitFor()
      await page.locator('[name=coupon]').fill('accounting25')
      await page.getByRole('button', { name: t.orders.applyCoupon }).click()
      await page.getByText(t.orders.couponApplied('ACCOUNTING25')).waitFor()
      await seen('4-order-guest')
      if (scripts) await expectAccessible(page)

      await page.getByRole('link', { name: t.orders.createAccount, exact: true }).last().click()
      await page.waitForURL('**/sign-up?**')
      await signUp(page, lang, person)
      await seen('5-code')
      await activate(page, lang, site, person)
      await page.waitForURL('**/order-details/**')
      await page.getByText(t.orders.couponApplied('ACCOUNTING25')).waitFor()
      await seen('6-order')

      await page.getByRole('button', { name: t.orders.placeOrder.run }).click()
      await payWith(page, CARDS.good)
      await page.waitForURL('**/order-approved?**')
      await page.getByRole('heading', { name: t.orders.approved.title }).waitFor()
      await seen('7-approved')
      if (scripts) await expectAccessible(page)

      const order = await site.db
        .selectFrom('orders')
        .selectAll()
        .where('coupon_code', '=', 'ACCOUNTING25')
        .orderBy('created_at', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
      expect(order).toMatchObject({ status: 'paid', lang, discount_halalas: Math.round(order.price_halalas / 4) })
      const confirmations = (await site.mails(person.email)).filter(({ text }) => text.includes(order.reference))
      expect(confirmations).toHaveLength(1)
      expect(confirmations[0]!.text).toContain(formatMoney(order.total_halalas, lang))
      expect(await page.locator('main').textContent()).toContain(order.reference)
      expect(errors.filter((error) => scripts || !error.endsWith('.js csp'))).toEqual([])
      await context.close()
    },
  )
})
