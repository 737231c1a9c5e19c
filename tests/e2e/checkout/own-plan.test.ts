/** A learner pays a course in parts by the institute's own plan: deposit at the checkout, the next part from my courses. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { formatDay, formatMoney } from '../../../app/locales/format.ts'
import { DAY_MS } from '../../../app/platform/durations.ts'
import { expectAccessible } from '../../support/accessible.ts'
import { apiAs } from '../../support/api-as.ts'
import { pdf } from '../../support/attacks/upload-corpus.ts'
import { hydrated, picture, startTestSite, type TestSite, type Visitor } from '../../support/browser.ts'
import { coupon, learner, paymentPlan } from '../../support/factories.ts'
import { openRun, signedIn, textsOf } from '../../support/learner.ts'
import { inTurn } from '../../support/long.ts'
import { CARDS } from '../../support/orders/orders.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite({ env: { INSTALMENT_COMPANIES: 'tabby', TABBY_AMOUNTS: '1-20000' } })
})
afterAll(() => site.stop())

const VISITORS: Visitor[] = [
  { lang: 'ar', width: 390, scripts: true },
  { lang: 'en', width: 1440, scripts: false },
]

it.each(inTurn(...VISITORS))(
  'deposit and next part are paid on the pages, with what was shown before',
  async (visitor) => {
    const { lang } = visitor
    const { orders: t } = textsOf(lang)
    const { parts } = t
    const { page, context } = await site.visit(visitor)
    await signedIn(site, context, lang)
    const { course, run, path } = await openRun(site)
    const later = [3, 6].map((days) => ({ percent: 50, days, from: 'order' as const }))
    await paymentPlan(site.db, { depositPercent: 40, parts: later, courseIds: [course.id] })
    const pay = async (card = CARDS.good, outcome = 'order-approved') => {
      await page.waitForURL('**/sandbox-payment/**')
      await page.locator('[name=number]').fill(card)
      await page.locator('[name=expiry]').fill('12/40')
      await page.locator('[name=cvc]').fill('123')
      await page.locator('button').first().click()
      await page.waitForURL(`**/${outcome}?**`)
    }
    await page.goto(`/${lang}/courses/${encodeURIComponent(course.slug)}`)
    const { ownPlan } = textsOf(lang).course
    await page.getByText(ownPlan.leadOfRun(3, formatDay(course.nextStart, lang))).waitFor()
    const dayIn = (days: number) => formatDay(new Date(Date.now() + days * DAY_MS), lang)
    for (const days of [3, 6]) await page.getByText(ownPlan.by(dayIn(days))).waitFor()
    await picture(page, `plan-course-${lang}`)

    await page.goto(`/${lang}${path}`)
    // What an instalment company would be asked for follows the choice, also without scripts.
    const ofCompanies = async () => (await page.locator('[data-of]:visible').allInnerTexts()).join('\n')
    // Later parts are whole riyals.
    const whole = run.priceHalalas
    const deposit = whole - 2 * Math.floor((whole * 0.3) / 100) * 100
    const inFour = (halalas: number) => formatMoney(Math.ceil(halalas / 4), lang)
    expect(await ofCompanies()).toContain(inFour(whole))
    await page.getByRole('radio', { name: parts.inParts(3) }).check()
    expect(await ofCompanies()).toContain(inFour(deposit))
    expect(await ofCompanies()).not.toContain(inFour(whole))
    // So does the bar of a phone: what is paid now by this choice.
    const now = async () => (await page.locator('[data-now]:visible').allInnerTexts()).join('\n')
    const exact = (halalas: number) => formatMoney(halalas, lang)
    if (visitor.width < 1024) {
      expect(await now()).toContain(exact(deposit))
      await page.locator('[name=method][value=tabby]').check()
      expect(await now()).toContain(exact(Math.ceil(deposit / 4)))
      expect(await now()).not.toContain(exact(deposit))
      await page.locator('[name=plan][value=none]').check()
      expect(await now()).toContain(exact(Math.ceil(whole / 4)))
      await page.locator('[name=plan]').last().check()
      await page.locator('[name=method][value=online]').check()
    }
    if (visitor.scripts) await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await page.getByRole('button', { name: t.placeOrder.run }).first().click()
    await pay(CARDS.poor, 'order-canceled')
    // The order is placed once more in the same parts.
    await page.getByRole('button', { name: t.canceled.retry }).click()
    await pay()
    await page.getByRole('heading', { name: parts.title }).waitFor({ timeout: 20_000 })
    await page.getByText(parts.thanks(1, 3)).waitFor()
    await picture(page, `plan-thanks-${lang}`)

    await page.goto(`/${lang}/profile/courses`)
    if (visitor.scripts) await expectAccessible(page)
    await page.getByRole('button', { name: parts.pay('').slice(0, 12) }).click()
    await pay(CARDS.poor)
    await page.getByRole('heading', { name: parts.failedTitle(2) }).waitFor({ timeout: 20_000 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await page.getByRole('button', { name: parts.pay('').slice(0, 12) }).click()
    await pay()
    // The seat was confirmed by the first part.
    const said = parts.laterTitle(2, 3)
    await page.getByRole('heading', { level: 1, name: said }).waitFor({ timeout: 20_000 })
    expect(await page.title()).toContain(said)
    const head = await page.locator('main').innerText()
    for (const words of parts.left('|').split('|')) expect(head).toContain(words.trim())
    expect(head).not.toContain(t.approved.title)
    const states = () => page.locator('ol > li[data-state=paid]').count()
    await expect
      .poll(
        async () => {
          await page.reload()
          return states()
        },
        { timeout: 20_000 },
      )
      .toBe(2)

    // Once a receipt of the next part is there, its card is folded away and says what paying twice means.
    const card = page.getByRole('button', { name: parts.pay('').slice(0, 12) })
    expect(await card.isVisible()).toBe(true)
    await page.getByText(parts.transfer).click()
    if (visitor.scripts) await hydrated(page)
    const file = { name: 'receipt.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf()) }
    await page.locator('#receipt').setInputFiles(file)
    if (!visitor.scripts) await page.getByRole('button', { name: t.transfer.send, exact: true }).click()
    await page.getByText(parts.receiptSent).waitFor()
    expect(await card.isVisible()).toBe(false)
    await page.getByText(parts.cardInstead).click()
    await page.getByText(parts.paidTwice).waitFor()
    await picture(page, `plan-receipt-${lang}`)

    // After it was declined, the reason stands there, the card is in the open again, and so is the place for another.
    const { rows } = await sql<{ id: string }>`
      select order_id as id from order_parts where receipt_at is not null and paid_at is null`.execute(site.db)
    const office = await learner(site.db, { roles: ['Finance'] })
    await apiAs(site, office).transfers.declinePartReceipt({ id: rows[0]!.id, part: 3, reason: 'المبلغ غير واضح' })
    await page.reload()
    await page.getByText(parts.declinedTitle(3)).waitFor()
    await page.getByText('المبلغ غير واضح').waitFor()
    await page.getByText(parts.receiptDeclined).waitFor()
    await page.getByText(t.transfer.wasDeclined, { exact: false }).last().waitFor()
    expect(await page.locator('#receipt').count()).toBe(1)
    if (visitor.scripts) await expectAccessible(page)
    await picture(page, `plan-declined-${lang}`)
    await card.click()
    await pay()
    await expect.poll(states, { timeout: 20_000 }).toBe(3)
    await context.close()
  },
)

it('an open order has the price of its coupon in each way of paying it, and changes to parts and back', async () => {
  const { orders: t } = textsOf('en')
  const { page, context } = await site.visit({ lang: 'en', width: 390, scripts: false })
  await signedIn(site, context, 'en')
  const { course, run, path } = await openRun(site)
  await paymentPlan(site.db, { courseIds: [course.id] })
  const { code } = await coupon(site.db, { percent: 10, perLearnerLimit: 1 })
  const price = run.priceHalalas * 0.9
  const inFour = (halalas: number) => formatMoney(Math.ceil(halalas / 4), 'en')
  await page.goto(`/en${path}?coupon=${code}`)
  await page.getByRole('button', { name: t.placeOrder.run }).last().click()
  await page.waitForURL('**/sandbox-payment/**')
  // As from the list of orders: without the coupon in the address.
  await page.goto(`/en${path}`)
  await page.getByText(inFour(price)).waitFor()
  await page.getByRole('button', { name: t.parts.toParts(2) }).click()
  await page.waitForURL('**/sandbox-payment/**')
  await page.goto(`/en${path}`)
  const deposit = price - Math.floor((price * 0.6) / 100) * 100
  await page.getByText(inFour(deposit)).waitFor()
  await page.getByRole('button', { name: t.parts.toWhole(formatMoney(price, 'en')) }).click()
  await page.waitForURL('**/sandbox-payment/**')
  await page.goto(`/en${path}`)
  await page.getByRole('button', { name: t.parts.toParts(2) }).waitFor()
  // So does one that waits for a transfer, as long as nobody has sent a receipt.
  await page.getByRole('button', { name: t.parts.toParts(2) }).click()
  await page.waitForURL('**/sandbox-payment/**')
  await page.goto(`/en${path}`)
  await page.getByRole('button', { name: t.paymentMethod.toTransfer }).click()
  await page.waitForURL('**/order-approved?**')
  await page.goto(`/en${path}`)
  await page.getByText(t.parts.newNumber).waitFor()
  await picture(page, 'plan-open-transfer-en')
  await page.getByRole('button', { name: t.parts.toWhole(formatMoney(price, 'en')) }).click()
  await page.waitForURL('**/order-approved?**')
  await page.getByText(formatMoney(price, 'en')).first().waitFor()
  expect(await page.getByRole('heading', { name: t.parts.title }).count()).toBe(0)
  await page
    .locator('#receipt')
    .setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf()) })
  await page.getByRole('button', { name: t.transfer.send, exact: true }).click()
  await page.getByRole('heading', { name: t.transfer.title.received }).waitFor()
  await page.goto(`/en${path}`)
  await page.getByText(t.transfer.short.received).waitFor()
  expect(await page.getByRole('button', { name: t.parts.toParts(2) }).count()).toBe(0)
  await context.close()
})
