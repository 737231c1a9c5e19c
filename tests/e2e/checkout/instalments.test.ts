/** A learner pays by an instalment company in the browser, after another one has declined them. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { companyName } from '../../../app/locales/instalment-companies.ts'
import { startTestSite, type TestSite, type Visitor } from '../../support/browser.ts'
import { openRun, signedIn, textsOf } from '../../support/learner.ts'
import { inTurn } from '../../support/long.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite({
    env: { INSTALMENT_COMPANIES: 'tabby,tamara', TABBY_AMOUNTS: '1-20000', TAMARA_AMOUNTS: '1-20000' },
  })
})
afterAll(() => site.stop())

const VISITORS: Visitor[] = [
  { lang: 'ar', width: 390, scripts: true },
  { lang: 'en', width: 1440, scripts: false },
]

it.each(inTurn(...VISITORS))('a course is paid in parts: declined by Tabby, accepted by Tamara', async (visitor) => {
  const { lang } = visitor
  const t = textsOf(lang).orders
  const { page, context } = await site.visit(visitor)
  const { email } = await signedIn(site, context, lang)
  const { course, path } = await openRun(site)
  await page.goto(`/${lang}/courses/${encodeURIComponent(course.slug)}`)
  await page
    .getByText(lang === 'ar' ? 'مع تابي أو تمارا' : 'with Tabby or Tamara')
    .first()
    .waitFor()
  await page.goto(`/${lang}${path}`)
  await page.locator('[name=method][value=tabby]').check()
  await page.getByRole('button', { name: t.placeOrder.run }).click()
  await page.waitForURL('**/sandbox-instalments/pay/tabby/**')
  await page.locator('button[value=decline]').click()
  const other = page.getByRole('link', { name: t.canceled.otherMethod })
  // Without scripts the page asks again by itself.
  await other.waitFor({ timeout: 20_000 })
  await other.click()
  await page.locator('[name=method][value=tamara]').check()
  await page.getByRole('button', { name: t.placeOrder.run }).click()
  await page.waitForURL('**/sandbox-instalments/pay/tamara/**')
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await page.locator('button[value=pay]').click()
  await page.getByRole('heading', { name: t.approved.title }).waitFor({ timeout: 20_000 })
  await page.getByText(t.approved.byCompany(companyName('tamara', lang))).waitFor()
  const orders = await site.db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .select(['orders.method', 'orders.status'])
    .where('users.email', '=', email)
    .orderBy('orders.created_at')
    .execute()
  expect(orders).toEqual([
    { method: 'tabby', status: 'failed' },
    { method: 'tamara', status: 'paid' },
  ])
  // Nobody who has the course is asked to order it again.
  const { again, details } = textsOf(lang).profile.orders
  const action = (label: string) => page.locator('main a', { hasText: label })
  await page.goto(`/${lang}/profile/orders`)
  expect([await action(details).count(), await action(again).count()]).toEqual([2, 0])
  await context.close()
})
