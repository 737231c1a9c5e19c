/** What learners noticed on their way, each on the page where it was seen. */
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { texts as ar } from '../../../app/locales/ar/index.ts'
import { course, inDays, schedule } from '../../support/factories.ts'
import { PLAIN_PHONE, startLearnerSite } from '../../support/learner-site.ts'

const { site, recorded, asLearner, courseAddress } = await startLearnerSite()
afterAll(() => site.stop())

/** Whether the whole element stands in the window. */
const isSeen = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return top >= 0 && bottom <= innerHeight
  })

it('what takes a filter away, and what a search without results suggests, can be pressed by a finger', async () => {
  const { page, context } = await site.visit(PLAIN_PHONE)
  for (const query of ['?category=2&level=1', '?search=zzzzzz']) {
    await page.goto(`/ar/courses${query}`)
    const links = page.locator('main a:is([class*=chip], [class*=clear])')
    const all = await links.evaluateAll((found) => found.map((link) => link.getBoundingClientRect().height))
    // Those of the closed panel have none.
    const heights = all.filter((height) => height > 0)
    expect(heights.length, query).toBeGreaterThan(1)
    expect(Math.min(...heights), query).toBeGreaterThanOrEqual(44)
  }
  await context.close()
})

describe('without scripts, a refused form far down its page', () => {
  it('shows its errors: the deletion of the account', async () => {
    const { page, context } = await asLearner(PLAIN_PHONE)
    await page.goto('/ar/profile/data')
    await page.getByRole('button', { name: ar.profile.data.delete.submit }).click()
    await page.waitForLoadState()
    await expect.poll(() => isSeen(page, 'main [role=alert]:has(a)')).toBe(true)
    await context.close()
  })

  it('shows its errors: a review, which nobody rates by forgetting to', async () => {
    const { page, context } = await asLearner(PLAIN_PHONE)
    const t = ar.course.review
    await page.goto(courseAddress('ar'))
    expect(await page.locator('[name=rate]').inputValue()).toBe('')
    await page.locator('[name=comment]').fill('دورة نافعة')
    await page.getByRole('button', { name: t.send }).click()
    await page.locator('[name=rate][aria-invalid=true]').waitFor()
    await expect.poll(() => isSeen(page, '#own-review [role=alert]')).toBe(true)
    expect(await page.locator('[name=comment]').inputValue()).toBe('دورة نافعة')
    await page.locator('[name=rate]').selectOption('4')
    await page.getByRole('button', { name: t.send }).click()
    await page.getByText(t.saved).waitFor()
    await expect.poll(() => isSeen(page, '#own-review [role=status]')).toBe(true)
    expect(await page.locator('[name=rate] option').count()).toBe(5)
    await context.close()
  })
})

it('who leaves an address to be told sees the answer, without scripts', async () => {
  const { id, slug } = await course(site.db)
  await schedule(site.db, id, { startsAt: inDays(4), enrolmentClosesAt: inDays(-1) })
  const { page, context } = await site.visit(PLAIN_PHONE)
  await page.goto(`/ar/courses/${encodeURIComponent(slug)}`)
  const t = ar.course.notify
  await page.locator('#notify [name=email]').fill('saud@example.com')
  await page.getByRole('button', { name: t.send }).click()
  await page.getByText(t.doneTitle).waitFor()
  await expect.poll(() => isSeen(page, '#notify')).toBe(true)
  await context.close()
})

it('a recorded course promises to begin at once only when it has lessons', async () => {
  const { page, context } = await site.visit(PLAIN_PHONE)
  const path = courseAddress('ar')
  await page.goto(path)
  await page.getByText(ar.course.lessonsSoon).waitFor()
  const main = page.locator('main')
  expect(await main.innerText()).not.toContain(ar.catalogue.states.recorded)
  await page.goto(`/ar/order-details/${recorded.id}`)
  await page.getByText(ar.orders.recordedSoon).waitFor()
  const title = JSON.stringify({ ar: 'الأول', en: 'The first' })
  await site.db
    .insertInto('lessons')
    .values({ course_id: recorded.id, key: 'first', position: 0, title, minutes: 5 })
    .execute()
  await page.goto(path)
  await page.getByText(ar.course.anytime).waitFor()
  await page.goto(`/ar/order-details/${recorded.id}`)
  await page.getByText(ar.orders.recorded).waitFor()
  await context.close()
})
