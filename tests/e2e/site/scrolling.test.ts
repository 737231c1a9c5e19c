/** Scrolling: the sticky header and the button to the top; the layout does not shift. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Lang } from '../../../app/locales/lang.ts'
import { hydrated, startTestSite, type TestSite, VISITORS } from '../../support/browser.ts'
import { openRun, signedIn, textsOf } from '../../support/learner.ts'
import { inTurn, longIt } from '../../support/long.ts'

/** Counts every layout shift from the start, including those after an input. */
async function countShifts(page: Page) {
  await page.addInitScript(() => {
    const all: number[] = []
    Object.assign(window, { shifts: all })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) all.push((entry as PerformanceEntry & { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
}
const shifts = (page: Page) => page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)

const headerTop = (page: Page) =>
  page
    .locator('header')
    .first()
    .evaluate((bar) => bar.getBoundingClientRect().top)
const scrollTo = (page: Page, y: number) => page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), y)
const settled = (page: Page) => page.waitForTimeout(300)

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.stop())

describe('a page that scrolls', () => {
  it.each(inTurn(390, 1440, 768))(
    'keeps its header from 101 pixels on, and offers the button to the top, at %s px',
    async (width) => {
      for (const lang of inTurn<Lang>('ar', 'en')) {
        const { page, context } = await site.visit({ lang, width, scripts: true })
        await countShifts(page)
        await page.goto(`/${lang}/faq`)
        await hydrated(page)
        const up = page.getByRole('button', { name: textsOf(lang).header.backToTop })
        const above = await headerTop(page)
        const before = (await shifts(page)).length

        await scrollTo(page, 99)
        await settled(page)
        expect(await headerTop(page)).toBeCloseTo(above - 99, 0)
        expect(await up.isVisible()).toBe(false)
        await scrollTo(page, 100)
        await settled(page)
        expect(await up.isVisible()).toBe(false)
        await scrollTo(page, 101)
        await up.waitFor()
        await expect.poll(() => headerTop(page)).toBeCloseTo(0, 0)
        await scrollTo(page, 900)
        await settled(page)
        expect(await headerTop(page)).toBeCloseTo(0, 0)
        await scrollTo(page, 101)
        await scrollTo(page, 99)
        await settled(page)
        expect(await headerTop(page)).toBeCloseTo(above - 99, 0)
        expect(await up.isVisible()).toBe(false)

        await scrollTo(page, 900)
        await up.click()
        await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
        await expect.poll(() => headerTop(page)).toBeCloseTo(above, 0)
        expect(await page.evaluate(() => document.activeElement?.closest('header') !== null)).toBe(true)
        expect((await shifts(page)).slice(before)).toEqual([])
        await context.close()
      }
    },
  )

  it('shows the button on a phone only where it covers no amount and no button', async () => {
    const { page, context } = await site.visit({ lang: 'ar', width: 390, scripts: true })
    await signedIn(site, context, 'ar')
    const up = page.getByRole('button', { name: textsOf('ar').header.backToTop })
    const { path, course } = await openRun(site)
    for (const plain of [`/ar${path}`, '/ar/profile/orders', '/ar/profile/courses']) {
      await page.goto(plain)
      await hydrated(page)
      await page.evaluate(() => document.body.style.setProperty('min-block-size', '3000px'))
      await scrollTo(page, 400)
      await expect.poll(() => headerTop(page)).toBeCloseTo(0, 0)
      expect(await up.isVisible(), plain).toBe(false)
    }
    // On the page of a course it stands above the bar with the price and the button.
    await page.goto(`/ar/courses/${encodeURIComponent(course.slug)}`)
    await hydrated(page)
    await scrollTo(page, 1500)
    await up.waitFor()
    const { bottom } = await up.evaluate((button) => button.getBoundingClientRect())
    const barTop = await page.locator('main *').evaluateAll((all) => {
      const bars = all.filter((one) => getComputedStyle(one).position === 'sticky' && one.querySelector('a'))
      return Math.min(...bars.map((one) => one.getBoundingClientRect().top))
    })
    expect(barTop).toBeLessThan(844)
    expect(bottom).toBeLessThanOrEqual(barTop)
    await context.close()
  })

  it('would be reported as shifting if its header took up space', async () => {
    const { page, context } = await site.visit({ lang: 'en', width: 1440, scripts: true })
    await countShifts(page)
    await page.goto('/en/faq')
    await hydrated(page)
    const before = (await shifts(page)).length
    const header = page.locator('header').first()
    await header.evaluate((bar) => bar.style.setProperty('margin-block-end', '40px'))
    await expect.poll(async () => (await shifts(page)).length).toBeGreaterThan(before)
    await context.close()
  })

  longIt('that opens at its former position has its header there, and shifts nothing', async () => {
    const { page, context } = await site.visit({ lang: 'ar', width: 1440, scripts: true })
    await countShifts(page)
    await page.goto('/ar/faq')
    await hydrated(page)
    await scrollTo(page, 700)
    await expect.poll(() => headerTop(page)).toBeCloseTo(0, 0)
    await page.reload()
    await hydrated(page)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(700)
    await expect.poll(() => headerTop(page)).toBeCloseTo(0, 0)
    await settled(page)
    expect((await shifts(page)).reduce((sum, value) => sum + value, 0)).toBeLessThan(0.02)
    await context.close()
  })

  longIt('jumps immediately with reduced motion', async () => {
    for (const [reducedMotion, moving] of [
      ['reduce', false],
      ['no-preference', true],
    ] as const) {
      const { page, context } = await site.visit({ lang: 'en', width: 1440, scripts: true })
      await page.emulateMedia({ reducedMotion })
      await page.goto('/en/faq')
      await hydrated(page)
      await scrollTo(page, 2000)
      const up = page.getByRole('button', { name: textsOf('en').header.backToTop })
      await up.waitFor()
      const duration = await page
        .locator('header')
        .first()
        .evaluate((bar) => Number.parseFloat(getComputedStyle(bar).transitionDuration))
      expect(duration > 0).toBe(moving)
      const after = await up.evaluate((button: HTMLButtonElement) => {
        button.click()
        return window.scrollY
      })
      expect(after > 0).toBe(moving)
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
      await context.close()
    }
  })

  it('shows the target of an anchor below the header', async () => {
    const { page, context } = await site.visit({ lang: 'en', width: 1440, scripts: true })
    const clear = async (selector: string) => {
      await expect.poll(() => headerTop(page)).toBeCloseTo(0, 0)
      const { bottom } = await page
        .locator('header')
        .first()
        .evaluate((bar) => bar.getBoundingClientRect())
      expect(
        await page
          .locator(selector)
          .first()
          .evaluate((it) => it.getBoundingClientRect().top),
      ).toBeGreaterThanOrEqual(bottom)
    }
    const slug = (await site.call('GET', 'Courses/basic-courses-paginated?SortMethod=2')).data.items[0].slug
    await page.goto(`/en/courses/${encodeURIComponent(slug)}#runs`)
    await hydrated(page)
    await clear('#runs')
    await page.goto('/en/faq#payment-invoices-2')
    await hydrated(page)
    await page.locator('#payment-invoices-2').waitFor({ state: 'visible' })
    await clear('#payment-invoices-2')
    await page.goto('/en/terms')
    await hydrated(page)
    const contents = page.locator('main nav a[href^="#"]').nth(3)
    const anchor = await contents.getAttribute('href')
    await contents.click()
    await clear(`main ${anchor}`)
    await context.close()
  })

  it.each(inTurn(VISITORS[1]!, VISITORS[2]!))('scrolls with its header without scripts ($lang)', async (visitor) => {
    const { page, context } = await site.visit(visitor)
    await page.goto(`/${visitor.lang}/faq`)
    await page.mouse.move(100, 400)
    await page.mouse.wheel(0, 600)
    await page.waitForTimeout(300)
    const box = await page.locator('header').first().boundingBox()
    expect(box!.y).toBeLessThan(-100)
    await context.close()
  })
})
