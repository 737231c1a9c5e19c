/** The home page in one window, and where its reviews stand while they move. */
import type { BrowserContext, Page } from 'playwright-core'
import type { Lang } from '../../../app/locales/lang.ts'
import { hydrated, type TestSite } from '../browser.ts'
import { textsOf } from '../learner.ts'

type Facts = { lang?: Lang; width?: number; motion?: 'reduce' | 'no-preference'; scripts?: boolean; clock?: boolean }

/** Opens the home page of a site that is started later; `close` closes what was opened last. */
export function homeOf(site: () => TestSite) {
  let context: BrowserContext | undefined
  async function home({
    lang = 'en',
    width = 1440,
    motion = 'no-preference',
    scripts = true,
    clock = false,
  }: Facts = {}) {
    context = await site().browser.newContext({
      baseURL: site().address,
      viewport: { width, height: 900 },
      reducedMotion: motion,
      javaScriptEnabled: scripts,
    })
    const page = await context.newPage()
    page.setDefaultTimeout(60_000)
    if (clock) await page.clock.install()
    // Not kept: tests change what it shows.
    await page.goto(`/${lang}?made=anew`)
    if (scripts) await hydrated(page)
    return { page, t: textsOf(lang) }
  }

  /** The reviews once they move. */
  async function carousel(facts: Facts = {}) {
    const { page, t } = await home(facts)
    const group = page.getByRole('group', { name: t.pages.home.reviewsTitle, exact: true })
    await page.getByRole('heading', { name: t.pages.home.reviewsTitle }).scrollIntoViewIfNeeded()
    await group.getByRole('button', { name: t.carousel.next }).waitFor()
    await group.scrollIntoViewIfNeeded()
    return {
      page,
      t,
      group,
      button: (name: 'next' | 'previous' | 'pause' | 'play') =>
        group.getByRole('button', { name: t.carousel[name], exact: true }),
    }
  }

  return { home, carousel, close: () => context?.close() }
}

/** The reviews in the frame from its start, by their place in the list, and how they stand. */
export function shown(page: Page) {
  return page.evaluate(() => {
    const frame = document.querySelector('[data-moving]')!
    const isRtl = document.dir === 'rtl'
    const padding = 4
    const view = frame.getBoundingClientRect()
    const [start, end] = [view.left + padding, view.right - padding]
    const cards = [...frame.firstElementChild!.children].map((item, index) => {
      const { left, right } = item.firstElementChild!.getBoundingClientRect()
      return { index, from: isRtl ? end - right : left - start, to: isRtl ? end - left : right - start }
    })
    const width = end - start
    const seen = cards.filter(({ from, to }) => to > 3 && from < width - 3).sort((a, b) => a.from - b.from)
    return {
      whole: seen.filter(({ from, to }) => from > -3 && to < width + 3).map(({ index }) => index),
      cut: seen.filter(({ from, to }) => from <= -3 || to >= width + 3).map(({ index }) => index),
      startsAt: Math.round(seen[0]!.from),
      offCentre: Math.round(Math.min(...seen.map(({ from, to }) => Math.abs((from + to - width) / 2)))),
    }
  })
}

export const first = async (page: Page) => (await shown(page)).whole[0]

/** Where the row of reviews stands now, in pixels. */
export const placeOf = (page: Page) =>
  page.evaluate(() => new DOMMatrix(getComputedStyle(document.querySelector('[data-moving] > *')!).transform).m41)

/** The clock stands still, and the pulse of the carousel begins now: the pointer just left it. */
export async function holdClock(page: Page) {
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.locator('[data-moving]').hover()
  await page.mouse.move(2, 2)
  await page.clock.runFor(700)
  await page.locator('[data-moving]').hover()
  await page.mouse.move(2, 2)
}
