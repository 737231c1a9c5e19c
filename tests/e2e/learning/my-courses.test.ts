/** What a learner comes back for: their courses, in a browser. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { problemText } from '../../../app/api/messages.server.ts'
import { JOIN_BEFORE_MINUTES } from '../../../app/features/orders/join-window.ts'
import { texts as ar } from '../../../app/locales/ar/index.ts'
import { deskTexts } from '../../../app/locales/en/desk/index.ts'
import { formatTime } from '../../../app/locales/format.ts'
import { MINUTE_MS } from '../../../app/platform/durations.ts'
import { expectAccessible } from '../../support/accessible.ts'
import { apiAs } from '../../support/api-as.ts'
import { pdf } from '../../support/attacks/upload-corpus.ts'
import { expectNoSidewaysScroll, hydrated, picture, startTestSite, type TestSite } from '../../support/browser.ts'
import { course, inDays, order, schedule } from '../../support/factories.ts'
import { textsOf } from '../../support/learner.ts'
import { orderApi } from '../../support/orders/order-api.ts'
import { orderStatus } from '../../support/orders/orders.ts'
import { smallTargets } from '../../support/pages/touch-targets.ts'
import { type Member, signedInMember, tokenOf } from '../../support/signed-in.ts'

let site: TestSite
let admin: Member
let learner: Member
let run: number
let other: number
let made: { id: number; slug: string }
beforeAll(async () => {
  site = await startTestSite()
  admin = await signedInMember(site, ['Admin'])
  learner = await signedInMember(site)
  made = await course(site.db, { name: { ar: 'إدارة المشاريع', en: 'Project management' } })
  run = await schedule(site.db, made.id, { startsAt: inDays(4) })
  other = await schedule(site.db, made.id, { startsAt: inDays(40) })
  const session = { schedule_id: run, starts_at: inDays(4), ends_at: inDays(4.1), room: 'قاعة 1' }
  await site.db.insertInto('run_sessions').values(session).execute()
  await order(site.db, { courseId: made.id, scheduleId: run, userId: learner.user.id })
})
afterAll(() => site.stop())

async function asMember(member: Member, visitor: Parameters<TestSite['visit']>[0]) {
  const visit = await site.visit(visitor)
  await visit.context.addCookies([{ name: 'access', value: await tokenOf(site, member.user), url: site.address }])
  return visit
}

it('the desk gives the learners of a run a file', async () => {
  const { page, context } = await asMember(admin, { lang: 'en', width: 1440, scripts: true })
  const t = deskTexts.materials
  await page.goto(`/en/desk/runs/${run}`)
  await page.getByRole('link', { name: t.open }).click()
  await hydrated(page)
  await page
    .getByLabel(t.file, { exact: true })
    .setInputFiles({ name: 'slides.pdf', mimeType: 'application/pdf', buffer: pdf() })
  await page.getByLabel(t.name).fill('عرض الجلسة الأولى')
  await page.getByRole('button', { name: t.send }).click()
  await page.getByText(t.done.added).waitFor()
  await expectAccessible(page)
  await context.close()
})

it('a learner finds the next session, the file and a calendar in their courses, without scripts', async () => {
  const { page, context } = await asMember(learner, { lang: 'ar', width: 390, scripts: false })
  const t = ar.learning
  await page.goto('/ar')
  const answer = await page.goto('/ar/profile/courses')
  expect(answer!.status()).toBe(200)
  await page.getByText(t.next, { exact: true }).waitFor()
  await page.getByText('قاعة 1').waitFor()
  expect(await page.getByRole('link', { name: t.map }).getAttribute('href')).toContain('google.com/maps')
  await expectNoSidewaysScroll(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'عرض الجلسة الأولى' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('slides.pdf')
  await page.getByRole('button', { name: t.feed.make }).click()
  // There was no former link that could have stopped.
  await page.getByText(t.feed.made).waitFor()
  expect(await page.locator('label[for=calendar-address]').textContent()).toBe(t.feed.address)
  const link = page.getByRole('link', { name: t.feed.subscribe })
  expect(await link.getAttribute('href')).toMatch(/^webcal:.*\/api\/Learning\/calendar\//)
  expect(await page.getByLabel(t.feed.address).inputValue()).toContain('/api/Learning/calendar/')
  await page.getByText(t.feed.manage).click()
  await page.getByRole('button', { name: t.feed.renew }).click()
  await page.getByText(t.feed.renewed).waitFor()
  await context.close()
})

it('an enrolled learner is known on the page of the course, and is asked before they take a second seat', async () => {
  const { page, context } = await asMember(learner, { lang: 'ar', width: 390, scripts: true })
  const { enrolled } = ar.course
  await page.goto(`/ar/courses/${made.slug}`)
  await page.getByRole('link', { name: enrolled.open }).waitFor()
  // Their own date is not offered again, and the course is not judged before it begins.
  await page.locator('#runs').getByText(enrolled.here).waitFor()
  const offered = await page
    .locator('#runs a[href*="order-details"]')
    .evaluateAll((all) => (all as HTMLAnchorElement[]).map(({ href }) => href))
  expect(offered).toEqual([`${site.address}/ar/order-details/${made.id}/${other}`])
  expect(await page.locator('#own-review form').count()).toBe(0)
  await expectAccessible(page)
  await page.goto(`/ar/order-details/${made.id}/${other}`)
  await page.getByText(ar.orders.secondRun.title).waitFor()
  await page.getByRole('link', { name: ar.orders.secondRun.again }).click()
  await page.getByRole('button', { name: ar.orders.placeOrder.run }).click()
  await page.waitForURL('**/sandbox-payment/**')
  await context.close()
})

it('an order that is not paid yet is known on the page of the course, without scripts', async () => {
  const ordered = await course(site.db)
  const [first, second] = [
    await schedule(site.db, ordered.id, { startsAt: inDays(4) }),
    await schedule(site.db, ordered.id, { startsAt: inDays(40) }),
  ]
  const place = { courseId: ordered.id, scheduleId: first, userId: learner.user.id }
  await order(site.db, { ...place, status: 'pending', expiresAt: inDays(1) })
  const { page, context } = await asMember(learner, { lang: 'ar', width: 390, scripts: false })
  const t = ar.course.pending
  await page.goto(`/ar/courses/${ordered.slug}`)
  await page.getByText(t.waitsFor.payment).waitFor()
  await page.locator('#runs').getByText(t.here).waitFor()
  const offered = await page
    .locator('main a[href*="order-details"]')
    .evaluateAll((all) => (all as HTMLAnchorElement[]).map(({ href }) => Number(href.split('/').at(-1))))
  expect(offered).toEqual([first, second, second])
  await expectNoSidewaysScroll(page)
  await page.getByRole('link', { name: t.complete }).click()
  await page.getByRole('heading', { name: ar.orders.resumeTitle }).waitFor()
  await context.close()
})

it('who asks for another date arrives at the form, which knows the order', async () => {
  const { page, context } = await asMember(learner, { lang: 'en', width: 1440, scripts: true })
  await page.goto('/en/profile/courses')
  await hydrated(page)
  await page
    .getByRole('link', { name: textsOf('en').learning.move })
    .first()
    .click()
  await page.waitForURL('**/contact?**')
  const form = page.locator('#write')
  await expect.poll(() => form.evaluate((part) => part.getBoundingClientRect().top)).toBeLessThan(400)
  await context.close()
})

it('the page that thanks and the card say one rule of the link to an online session, without scripts', async () => {
  const online = await course(site.db, { delivery: 3 })
  const scheduleId = await schedule(site.db, online.id, { startsAt: inDays(1), city: null })
  const session = {
    schedule_id: scheduleId,
    starts_at: inDays(1),
    ends_at: inDays(1.1),
    join_link: 'https://meet.test/1',
  }
  await site.db.insertInto('run_sessions').values(session).execute()
  const placed = await order(site.db, { courseId: online.id, scheduleId, userId: learner.user.id })
  const { page, context } = await asMember(learner, { lang: 'ar', width: 390, scripts: false })
  await page.goto(`/ar/order-approved?order=${placed.id}`)
  await page.getByText(ar.learning.joining.rule(JOIN_BEFORE_MINUTES)).waitFor()
  expect(await smallTargets(page)).toEqual([])
  expect(await page.locator('main header').innerText()).toContain(learner.user.firstName)
  const calendar = page.getByRole('link', { name: ar.orders.approved.toCalendar })
  expect(await calendar.getAttribute('href')).toContain('.ics')
  for (const place of ['wa.me', 'x.com', 'linkedin', 'mailto:'])
    expect(await page.locator(`main a[href*="${place}"]`).count(), place).toBe(1)
  await page.getByRole('link', { name: ar.orders.approved.nextSteps.open }).click()
  await page.waitForURL(`**/ar/profile/courses#${placed.reference}`)
  const opensAt = formatTime(new Date(session.starts_at.getTime() - JOIN_BEFORE_MINUTES * MINUTE_MS), 'ar')
  await page
    .locator(`[id="${placed.reference}"]`)
    .getByText(ar.learning.joining.here(opensAt, JOIN_BEFORE_MINUTES))
    .waitFor()
  expect(await page.content()).not.toContain('meet.test')
  await context.close()
})

it('who asks in their courses for the money of a transfer is asked for the account, without scripts', async () => {
  const person = await signedInMember(site)
  const scheduleId = await schedule(site.db, made.id, { startsAt: inDays(20) })
  const api = orderApi(apiAs(site, person.user))
  const { id } = await api.place({ courseId: made.id, scheduleId, method: 'transfer' })
  await orderApi(apiAs(site, { ...admin.user, roles: ['Admin'], lastRole: 'Admin' })).approveTransfer({ id })
  const { page, context } = await asMember(person, { lang: 'ar', width: 390, scripts: false })
  const { ask, send, reason, account } = textsOf('ar').profile.orders.refund
  await page.goto('/ar/profile/courses')
  await page.getByText(ask, { exact: true }).click()
  await page.getByLabel(reason).fill('سبب')
  await page.getByRole('button', { name: send }).click()
  await page.getByText(account.needed, { exact: true }).waitFor()
  await page.getByRole('link', { name: account.give }).click()
  await page.waitForURL('**/ar/profile/orders')
  await context.close()
})

it.each([
  { lang: 'ar', width: 390, scripts: false },
  { lang: 'en', width: 1440, scripts: true },
] as const)(
  'a refund request is withdrawn after a question, and the data page names it until then: $lang',
  async (visitor) => {
    const { lang, scripts } = visitor
    const t = textsOf(lang)
    const person = await signedInMember(site)
    const scheduleId = await schedule(site.db, made.id, { startsAt: inDays(20) })
    const placed = await order(site.db, { courseId: made.id, scheduleId, userId: person.user.id })
    const { page, context } = await asMember(person, visitor)
    const { ask, send, reason, withdrawal } = t.profile.orders.refund
    for (const [address, said] of [
      [`/${lang}/profile/courses`, t.learning.withdrawn],
      [`/${lang}/profile/orders`, withdrawal.done],
    ] as const) {
      await page.goto(address)
      if (scripts) await hydrated(page)
      await page.getByText(ask, { exact: true }).click()
      await page.getByLabel(reason).fill('سبب')
      await page.getByRole('button', { name: send }).click()
      await page.getByText(withdrawal.ask, { exact: true }).waitFor()
      await page.goto(`/${lang}/profile/data`)
      await page.getByText(t.profile.data.delete.refundStays(1)).waitFor()
      await page.goto(address)
      if (scripts) await hydrated(page)
      expect(await page.getByText(withdrawal.means).isVisible()).toBe(false)
      await page.getByText(withdrawal.ask, { exact: true }).click()
      await page.getByText(withdrawal.means).waitFor()
      await expectNoSidewaysScroll(page)
      if (visitor.width === 390) expect(await smallTargets(page)).toEqual([])
      await picture(page, `withdraw-${lang}`)
      await page.getByRole('button', { name: withdrawal.confirm }).click()
      await page.getByText(said, { exact: true }).waitFor()
      await page.getByText(ask, { exact: true }).waitFor()
    }
    // Decided in the meantime: the page that still shows the form says so.
    await page.goto(`/${lang}/profile/courses`)
    await page.getByText(ask, { exact: true }).click()
    await page.getByLabel(reason).fill('سبب')
    await page.getByRole('button', { name: send }).click()
    await page.getByText(withdrawal.ask, { exact: true }).click()
    await site.db
      .updateTable('refunds')
      .set({ status: 'declined', answer: 'لا' })
      .where('status', '=', 'requested')
      .execute()
    await page.getByRole('button', { name: withdrawal.confirm }).click()
    await page.getByText(problemText('noRefundAsked', {}, lang)).waitFor()
    await page.goto(`/${lang}/profile/data`)
    expect(await page.getByText(t.profile.data.delete.refundStays(1)).count()).toBe(0)
    expect(await orderStatus(site.db, placed.id)).toMatchObject({ status: 'paid' })
    await context.close()
  },
)

it.each([
  { lang: 'ar', width: 390, scripts: false },
  { lang: 'en', width: 1440, scripts: true },
] as const)(
  'the page of a course says the place in its waiting list, and leads to leaving it: $lang',
  async (visitor) => {
    const { lang } = visitor
    const t = textsOf(lang)
    const full = await course(site.db, { name: { ar: 'التفاوض', en: 'Negotiation' } })
    const scheduleId = await schedule(site.db, full.id, { startsAt: inDays(20), seats: 1 })
    await order(site.db, { courseId: full.id, scheduleId, userId: learner.user.id })
    const person = await signedInMember(site)
    const { page, context } = await asMember(person, visitor)
    await page.goto(`/${lang}/courses/${full.slug}`)
    await page.getByRole('link', { name: t.course.wait }).first().click()
    await page.getByRole('button', { name: t.orders.waiting.join }).waitFor()
    // One thing to do first, and no other date is promised where there is none.
    expect(await page.locator('main [data-variant=primary]').allInnerTexts()).toEqual([t.orders.waiting.join])
    await page.getByText(t.orders.states.full.noOther).waitFor()
    await page.getByRole('button', { name: t.orders.waiting.join }).click()
    await page.getByText(t.orders.waiting.place('1')).waitFor()
    await page.getByText(t.orders.waiting.noOther).waitFor()
    await page.goto(`/${lang}/courses/${full.slug}`)
    await page.getByText(t.course.waiting.place('1', '')).first().waitFor()
    expect(await page.getByRole('link', { name: t.course.wait }).count()).toBe(0)
    // Who waits already is not asked to leave an address for being told.
    expect(await page.locator('#notify').count()).toBe(0)
    await expectNoSidewaysScroll(page)
    if (visitor.scripts) await expectAccessible(page)
    await picture(page, `waiting-${lang}`)
    // Where a date is chosen, too.
    await page.goto(`/${lang}/order-details/${full.id}`)
    await page.getByText(t.course.waiting.place('1', '')).waitFor()
    expect(await page.getByRole('link', { name: t.course.wait }).count()).toBe(0)
    expect(await page.getByRole('link', { name: t.orders.notifyMe }).count()).toBe(0)
    await page.getByRole('link', { name: t.orders.waiting.mine }).waitFor()
    await page.getByRole('link', { name: t.course.waiting.leave }).first().click()
    await page.getByRole('button', { name: t.orders.waiting.leave }).click()
    await page.getByRole('button', { name: t.orders.waiting.join }).waitFor()
    await page.goto(`/${lang}/courses/${full.slug}`)
    await page.getByRole('link', { name: t.course.wait }).first().waitFor()
    await context.close()
  },
)
