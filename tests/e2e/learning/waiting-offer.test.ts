/** The seat that became free is offered to the first who waits, who takes it on the pages. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { offerSeats } from '../../../app/features/runs/waiting.server.ts'
import { runs as arRuns } from '../../../app/locales/ar/desk/runs.ts'
import { runs as enRuns } from '../../../app/locales/en/desk/runs.ts'
import { formatTime, formatWeekday } from '../../../app/locales/format.ts'
import { expectAccessible } from '../../support/accessible.ts'
import { apiAs } from '../../support/api-as.ts'
import { expectNoSidewaysScroll, hydrated, picture, startTestSite, type TestSite } from '../../support/browser.ts'
import { staffWithOldProof } from '../../support/desk-staff.ts'
import { coupon, course, inDays, paymentPlan, schedule } from '../../support/factories.ts'
import { payWith, textsOf } from '../../support/learner.ts'
import { orderApi } from '../../support/orders/order-api.ts'
import { CARDS } from '../../support/orders/orders.ts'
import { signedInMember, tokenOf } from '../../support/signed-in.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.stop())

it.each([
  { lang: 'ar', width: 390, scripts: false },
  { lang: 'en', width: 1440, scripts: true },
] as const)('the offered seat is held, named with its time, and paid: $lang, scripts $scripts', async (visitor) => {
  const { lang } = visitor
  const t = textsOf(lang)
  const full = await course(site.db, { name: { ar: 'التفاوض', en: 'Negotiation' } })
  const scheduleId = await schedule(site.db, full.id, { startsAt: inDays(20), seats: 1 })
  const holder = orderApi(apiAs(site, (await signedInMember(site)).user))
  const { id } = await holder.place({ courseId: full.id, scheduleId })
  const person = await signedInMember(site)
  const { page, context } = await site.visit(visitor)
  await context.addCookies([{ name: 'access', value: await tokenOf(site, person.user), url: site.address }])
  const address = `/${lang}/order-details/${full.id}/${scheduleId}`
  await page.goto(address)
  await page.getByRole('button', { name: t.orders.waiting.join }).click()
  await page.getByText(t.orders.waiting.place('1')).waitFor()
  await page.goto(`/${lang}/profile/courses`)
  await page.getByText(t.learning.onTheWay.waiting('1')).waitFor()
  await expectNoSidewaysScroll(page)
  await picture(page, `waiting-in-courses-${lang}`)
  await holder.cancel({ id })
  // Staff offer it, or the job of every minute.
  const desk = await staffWithOldProof(site, visitor, 'Admin')
  const runs = lang === 'ar' ? arRuns : enRuns
  await desk.page.goto(`/${lang}/desk/runs/${scheduleId}`)
  if (visitor.scripts) {
    await hydrated(desk.page)
    await desk.page.getByRole('button', { name: runs.offerNow }).click()
    await desk.page.getByText(runs.done.offered).waitFor()
  } else {
    await offerSeats(site.services)
    await desk.page.reload()
  }
  const fact = desk.page.locator('dl > *', { has: desk.page.getByText(runs.waiting, { exact: true }) })
  expect((await fact.locator('dd').innerText()).trim()).toBe('0')
  await desk.page.getByText(runs.nobodyWaits).waitFor()
  await desk.page.getByText(runs.offersHeld(1)).waitFor()
  await picture(desk.page, `waiting-desk-${lang}`)
  await desk.context.close()
  const mails = await site.mails(person.user.email)
  const link = mails.map(({ text }) => /\S+\/order-details\/\S+/.exec(text)?.[0]).find((found) => found)!
  await page.goto(link)
  await page.getByText(t.orders.waiting.offered).waitFor()
  const { offeredUntil } = await apiAs(site, person.user).runs.waitingPlace({ id: scheduleId })
  const moment = [formatWeekday(offeredUntil!, lang), formatTime(offeredUntil!, lang)] as const
  const said = t.orders.waiting.offeredBody(...moment)
  await page.getByText(said).waitFor()
  await page.goto(`/${lang}/profile/courses`)
  // The seat is named once, though an order holds it.
  const held = page.getByRole('region', { name: t.learning.onTheWay.title }).getByRole('listitem')
  expect(await held.count()).toBe(1)
  await held.getByText(t.learning.onTheWay.offered(...moment)).waitFor()
  await page.goto(link)
  await expectNoSidewaysScroll(page)
  if (visitor.scripts) await expectAccessible(page)
  await picture(page, `waiting-offer-${lang}`)
  await page.getByRole('button', { name: t.orders.resume }).click()
  await payWith(page, CARDS.poor)
  // Back at the seat, which is still held: now with a coupon.
  await page.waitForURL(`**${address}`)
  await page.getByText(t.orders.paymentFailed.title).waitFor()
  await page.getByText(said).waitFor()
  await expectNoSidewaysScroll(page)
  await picture(page, `waiting-offer-declined-${lang}`)
  await coupon(site.db, { code: `OFFER${lang}`.toUpperCase(), percent: 10 })
  await page.locator('[name=coupon]').first().fill(`offer${lang}`)
  await page.getByRole('button', { name: t.orders.applyCoupon }).click()
  await page.getByText(t.orders.couponApplied(`OFFER${lang}`.toUpperCase())).waitFor()
  // And in the parts of the institute, of the lower price.
  await paymentPlan(site.db, { courseIds: [full.id] })
  await page.reload()
  await page.getByText(t.orders.parts.agreed).waitFor()
  await expectNoSidewaysScroll(page)
  await picture(page, `waiting-offer-parts-${lang}`)
  await page.getByRole('button', { name: t.orders.parts.toParts(2) }).click()
  await page.waitForURL('**/sandbox-payment/**')
  await page.goto(link)
  await page.getByText(said).waitFor()
  await page.getByRole('button', { name: t.orders.parts.toWhole('').slice(0, 12) }).waitFor()
  await page.getByRole('link', { name: t.orders.resume }).click()
  await payWith(page, CARDS.good)
  await page.waitForURL('**/order-approved?**')
  await page.getByRole('heading', { name: t.orders.approved.title }).waitFor()
  await page.getByRole('heading', { name: t.orders.parts.title }).waitFor()
  // Where it takes place is one press away.
  const map = page.getByRole('link', { name: t.course.map })
  expect(await map.getAttribute('href')).toContain('https://www.google.com/maps/search/')
  await page.goto(`/${lang}/profile/courses`)
  expect(await page.getByText(t.learning.onTheWay.title).count()).toBe(0)
  await page.goto(`/${lang}/courses/${full.slug}`)
  expect(await page.getByText(t.course.waiting.place('1', '')).count()).toBe(0)
  await context.close()
})
