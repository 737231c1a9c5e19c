import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { withHomeLists } from '../../../app/features/pages/home-lists.ts'
import type { Lang } from '../../../app/locales/lang.ts'
import { startTestSite, type TestSite } from '../../support/browser.ts'
import { textsOf } from '../../support/learner.ts'
import { inTurn, longIt } from '../../support/long.ts'
import { homeOf } from '../../support/pages/home-page.ts'

let site: TestSite
const { home, close } = homeOf(() => site)
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.stop())
afterEach(close)

describe('the rest of the home page', () => {
  it.each(inTurn<[Lang, boolean]>(['ar', true], ['en', false]))(
    'leads from each kind of programme to its courses, %s, scripts %s',
    async (lang, scripts) => {
      const { page, t } = await home({ lang, scripts, width: 390 })
      for (const [category, query] of [
        [1, ''],
        [2, '?category=2'],
        [3, '?category=3'],
        [4, '?category=4'],
      ] as const) {
        const form = page.getByRole('search', { name: t.pages.home.searchForm })
        await form.locator('select').selectOption(t.catalogue.categories[category])
        await form.getByRole('button', { name: t.pages.home.submitSearch, exact: true }).click()
        await page.waitForURL((url) => url.pathname === `/${lang}/courses` && url.search === query)
        // The address changes before the page does.
        await form.waitFor({ state: 'detached' })
        await page.goBack()
      }
    },
  )

  longIt('has its numbers in its text, and counts them up only without reduced motion', async () => {
    const { page } = await home({ scripts: false })
    const numbers = page.locator('section dl').last().locator('dd')
    await numbers.first().scrollIntoViewIfNeeded()
    expect(await numbers.allTextContents()).toEqual(['12,400', '61', '180', '18'])
    await close()

    const moving = await home({ clock: true })
    const seen = moving.page.locator('section dl').last().locator('dd')
    await seen.first().scrollIntoViewIfNeeded()
    await moving.page.waitForFunction(() =>
      [...document.querySelectorAll('section dl:last-of-type dd')].some((one) => one.textContent!.startsWith('10,')),
    )
    await moving.page.clock.runFor(2000)
    expect(await seen.allInnerTexts()).toEqual(['12,400', '61', '180', '18'])
  })

  longIt('shows one review without buttons, and no section when there is none', async () => {
    const all = await site.db.selectFrom('reviews').selectAll().execute()
    await site.db.deleteFrom('reviews').where('id', '!=', all[0]!.id).execute()
    const { page, t } = await home()
    await page.getByRole('heading', { name: t.pages.home.reviewsTitle }).scrollIntoViewIfNeeded()
    await page.locator('[data-moving]').waitFor()
    expect(await page.getByRole('button', { name: t.carousel.next }).count()).toBe(0)
    expect(await page.getByRole('list', { name: t.pages.home.reviewsTitle }).getByRole('listitem').count()).toBe(1)
    await close()

    await site.db.deleteFrom('reviews').execute()
    const empty = await home()
    expect(await empty.page.getByRole('heading', { name: t.pages.home.reviewsTitle }).count()).toBe(0)
    expect(await empty.page.getByRole('heading', { level: 1 }).count()).toBe(1)
  })
})

it.each(inTurn(390, 768, 1440))('lays out what is near, and scrolls evenly through the rest: %d px', async (width) => {
  const { page } = await home({ lang: 'ar', width })
  await page.evaluate(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) document.documentElement.dataset.shifted = entry.entryType
    }).observe({ type: 'layout-shift' })
  })
  const far = page.locator('main > section').nth(5).locator('h2, h3, p').first()
  const isLaidOut = () => far.evaluate((text) => text.checkVisibility({ contentVisibilityAuto: true }))
  expect(await isLaidOut()).toBe(false)
  const height = () => page.evaluate(() => document.documentElement.scrollHeight)
  const estimated = await height()
  await far.scrollIntoViewIfNeeded()
  await expect.poll(isLaidOut).toBe(true)
  expect(await page.locator('html[data-shifted]').count()).toBe(0)
  await page.evaluate(() => {
    for (const part of document.querySelectorAll<HTMLElement>('main > *, footer'))
      part.style.contentVisibility = 'visible'
  })
  const actual = await height()
  expect(Math.abs(estimated - actual) / actual).toBeLessThan(0.15)
})

it('shows its sections and lists in the order of staff, with the sections that they added', async () => {
  const { soonTitle, fieldsTitle, latestTitle, closingTitle } = textsOf('en').pages.home
  const added = {
    key: 'added-1',
    title: { ar: 'قسم', en: 'Added by staff' },
    body: { ar: 'نص', en: 'Text' },
    items: [],
  }
  const headings = async () => {
    await site.waitForSync()
    const html = await (await fetch(`${site.address}/en`)).text()
    return Array.from(html.matchAll(/<h2[^>]*>(.*?)<\/h2>/g), ([, heading]) => heading!.replaceAll(/<[^>]*>/g, ''))
  }
  const placesIn = (found: string[]) =>
    [soonTitle, fieldsTitle, latestTitle, added.title.en, closingTitle].map((title) => found.indexOf(title))
  const { sections } = await site.db
    .selectFrom('pages')
    .select('sections')
    .where('code', '=', 'home')
    .executeTakeFirstOrThrow()
  const usual = await headings()
  const parts = [...withHomeLists(sections, (key) => ({ key, items: [] })), added]
  const hidden = (key: string) => (key === 'fields' ? { hidden: true as const } : {})
  const ordered = parts.reverse().map((part) => ({ ...part, ...hidden(part.key) }))
  await site.db
    .updateTable('pages')
    .set({ sections: JSON.stringify(ordered) })
    .where('code', '=', 'home')
    .execute()
  const found = await headings()
  const [soon, fields, latest, own, closing] = placesIn(found) as [number, number, number, number, number]
  expect(fields).toBe(-1)
  expect([own, closing, latest, soon]).toEqual([own, closing, latest, soon].toSorted((one, other) => one - other))
  expect(own).toBe(0)
  expect(placesIn(usual).filter((place) => place >= 0)).toHaveLength(4)
})
