/** The home page: its film, its reviews that move, its numbers; each constant of the specification that can be seen. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { withHomeLists } from '../../../app/features/pages/home-lists.ts'
import type { Lang } from '../../../app/locales/lang.ts'
import { expectAccessible } from '../../support/accessible.ts'
import { hydrated, startTestSite, type TestSite, watchErrors } from '../../support/browser.ts'
import { review } from '../../support/factories.ts'
import { textsOf } from '../../support/learner.ts'
import { inTurn, longIt } from '../../support/long.ts'
import { first, holdClock, homeOf, placeOf, shown } from '../../support/pages/home-page.ts'

let site: TestSite
const { home, carousel, close } = homeOf(() => site)
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.stop())
afterEach(close)

describe('the reviews', () => {
  it.each(inTurn<Lang>('ar', 'en'))(
    'are shown 2, 2 centred, 3 and 4 at a time as the window grows, %s',
    async (lang) => {
      const { page } = await carousel({ lang, width: 699, motion: 'reduce' })
      const at = async (width: number) => {
        await page.setViewportSize({ width, height: 900 })
        await page.waitForTimeout(300)
        return shown(page)
      }
      for (const [width, whole] of [
        [699, 2],
        [900, 3],
        [1023, 3],
        [1024, 4],
      ] as const) {
        const now = await at(width)
        expect(now.whole, `${width} px`).toEqual([0, 1, 2, 3].slice(0, whole))
        expect(now.cut, `${width} px`).toEqual([])
        expect(Math.abs(now.startsAt), `${width} px`).toBeLessThanOrEqual(1)
      }
      for (const width of [700, 899]) {
        const now = await at(width)
        // The current one whole in the middle, and half of each neighbour: two at a time.
        expect([now.whole, now.cut], `${width} px`).toEqual([[0], [expect.any(Number), 1]])
        expect(now.offCentre, `${width} px`).toBeLessThanOrEqual(1)
      }
    },
  )

  longIt.each(inTurn<Lang>('en', 'ar'))('move on every 4000 ms, in 600 ms, %s', async (lang) => {
    const { page } = await carousel({ lang, clock: true })
    await holdClock(page)
    const before = await first(page)
    const from = await placeOf(page)
    await page.clock.runFor(3990)
    expect(await placeOf(page)).toBe(from)

    await page.clock.runFor(10)
    const places: number[] = []
    for (let time = 0; time < 800; time += 20) {
      await page.clock.runFor(20)
      places.push(await placeOf(page))
    }
    const end = places.at(-1)!
    const took = places.indexOf(end) * 20 + 20
    expect(took).toBeGreaterThanOrEqual(560)
    expect(took).toBeLessThanOrEqual(640)
    expect(end > from).toBe(lang === 'ar')
    expect(await first(page)).toBe(before! + 1)

    await page.clock.runFor(4000)
    await page.clock.runFor(700)
    expect(await first(page)).toBe(before! + 2)
  })

  it('pause while the pointer or the focus is on them, or by their button', async () => {
    const { page, button } = await carousel({ clock: true })
    await holdClock(page)
    const before = await first(page)
    const row = page.locator('[data-moving] > *')
    const later = async () => {
      await page.clock.runFor(12_700)
      return first(page)
    }
    expect(await row.getAttribute('aria-live')).toBe('off')
    await page.locator('[data-moving]').hover()
    expect(await later()).toBe(before)
    await page.mouse.move(2, 2)

    await page.locator('[data-moving] > * > :not([inert]) a').first().focus()
    expect(await later()).toBe(before)

    await button('pause').click()
    expect(await row.getAttribute('aria-live')).toBe('polite')
    await page.mouse.move(2, 2)
    await button('play').blur()
    expect(await later()).toBe(before)

    await button('play').click()
    await page.clock.runFor(4700)
    expect(await first(page)).toBe(before! + 1)
  })

  longIt.each(inTurn<Lang>('ar', 'en'))('wrap around in both directions, %s', async (lang) => {
    const { page, button } = await carousel({ lang, motion: 'reduce' })
    const count = await page.locator('[data-moving] > * > *').count()
    expect(count).toBeGreaterThan(5)
    await button('previous').click()
    expect((await shown(page)).whole).toEqual([count - 1, 0, 1, 2])
    for (let step = 0; step < count; step += 1) await button('next').click()
    expect((await shown(page)).whole).toEqual([count - 1, 0, 1, 2])
  })

  longIt('do not move by themselves, and change without animation, with reduced motion', async () => {
    const { page, button } = await carousel({ motion: 'reduce', clock: true })
    await page.clock.pauseAt(Date.now() + 60_000)
    expect(await button('pause').count()).toBe(0)
    await page.clock.runFor(20_000)
    expect(await first(page)).toBe(0)
    await button('next').click()
    expect(await first(page)).toBe(1)
  })

  it('are operated by keyboard alone; hidden ones take no focus', async () => {
    const { page, button, group } = await carousel({ lang: 'ar', motion: 'reduce' })
    await button('next').focus()
    await page.keyboard.press('Enter')
    expect(await first(page)).toBe(1)
    await page.keyboard.press('ArrowRight')
    expect(await first(page)).toBe(0)
    await page.keyboard.press('ArrowLeft')
    expect(await first(page)).toBe(1)
    const reached: string[] = []
    for (let step = 0; step < 5; step += 1) {
      await page.keyboard.press('Tab')
      reached.push(
        await page.evaluate(
          () => document.activeElement!.closest('[role=group][aria-label]')?.getAttribute('aria-label') ?? '',
        ),
      )
    }
    const { position } = textsOf('ar').carousel
    expect(reached.slice(0, 4)).toEqual([2, 3, 4, 5].map((place) => position(place, 8)))
    expect(await group.evaluate((element) => element.contains(document.activeElement))).toBe(false)
    expect(await first(page)).toBe(1)
  })

  longIt('follow a swipe', async () => {
    const { page } = await carousel({ width: 390 })
    const box = (await page.locator('[data-moving]').boundingBox())!
    const y = box.y + 60
    await page.mouse.move(box.x + box.width - 30, y)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width - 120, y, { steps: 4 })
    await expect.poll(() => placeOf(page)).toBeLessThan(-60)
    await page.mouse.move(box.x + box.width - 190, y, { steps: 4 })
    await page.mouse.up()
    await expect.poll(async () => (await shown(page)).whole).toEqual([1, 2])
  })

  longIt('have stars of 20 px, filled to a hundredth, in both directions', async () => {
    const { id } = await site.db.selectFrom('courses').select('id').executeTakeFirstOrThrow()
    const added = await review(site.db, { courseId: id, rate: 4.37, featured: true, createdAt: new Date() })
    for (const lang of inTurn<Lang>('ar', 'en')) {
      const { page } = await home({ lang })
      const stars = page.getByRole('img', { name: /^4\.37 \D+ 5$/ })
      const measured = await stars.evaluate((element) => {
        const [all, full] = [element, element.lastElementChild!].map((one) => one.getBoundingClientRect())
        return {
          width: all!.width,
          height: all!.height,
          part: full!.width / all!.width,
          fromStart: document.dir === 'rtl' ? all!.right - full!.right : full!.left - all!.left,
        }
      })
      expect(measured).toMatchObject({ width: 100, height: 20 })
      expect(measured.part).toBeCloseTo(4.37 / 5, 3)
      expect(measured.fromStart).toBeCloseTo(0, 1)
      await close()
    }
    await site.db.deleteFrom('reviews').where('id', '=', added).execute()
  })

  longIt('show a placeholder for a picture that fails', async () => {
    const context = await site.browser.newContext({ baseURL: site.address, viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    await page.route(/\/media\/.*\.svg/, (route) => route.fulfill({ status: 404 }))
    await page.goto('/ar?made=anew')
    await hydrated(page)
    await page.getByRole('heading', { name: textsOf('ar').pages.home.reviewsTitle }).scrollIntoViewIfNeeded()
    await page.waitForFunction(() => {
      const pictures = [...document.querySelectorAll<HTMLImageElement>('figure img')].slice(0, 4)
      return (
        pictures.length === 4 &&
        pictures.every((one) => one.src.endsWith('/brand/review-placeholder.svg') && one.naturalWidth > 0)
      )
    })
    await context.close()
  })

  longIt('scroll as a row without scripts', async () => {
    const { page } = await home({ scripts: false, width: 390 })
    const row = page.getByRole('list', { name: textsOf('en').pages.home.reviewsTitle })
    expect(await row.getByRole('listitem').count()).toBe(8)
    expect(await row.evaluate((element) => getComputedStyle(element.parentElement!).overflowX)).toBe('auto')
  })

  longIt.each(inTurn(390, 1440))('are accessible while they move, %d px', async (width) => {
    const { page } = await carousel({ lang: 'ar', width })
    await expectAccessible(page)
  })
})

describe('the film', () => {
  it('plays in a frame of 500 px, with captions in both languages, and loads nothing before', async () => {
    const { page, t } = await home()
    const requests: string[] = []
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    await page.waitForTimeout(500)
    expect(requests.filter((path) => /\.(mp4|webm|vtt)$/.test(path))).toEqual([])
    await page.getByRole('button', { name: t.pages.home.playFilm }).click()
    const video = page.locator('dialog video')
    await video.waitFor()
    await page.waitForFunction(() => document.querySelector('video')!.currentTime > 0.1)
    expect((await video.boundingBox())!.height).toBeCloseTo(500, 0)
    expect(
      await video.evaluate((element: HTMLVideoElement) => ({
        preload: element.preload,
        poster: element.poster.endsWith('.webp'),
        tracks: [...element.textTracks].map(({ kind, language }) => `${kind} ${language}`),
      })),
    ).toEqual({ preload: 'none', poster: true, tracks: ['captions ar', 'captions en'] })
    await page.waitForFunction(() => (document.querySelector('video')!.textTracks[1]!.cues?.length ?? 0) > 3)
    await video.evaluate((element: HTMLVideoElement) => element.pause())
    await expectAccessible(page)
  })

  longIt('fits a phone', async () => {
    const { page, t } = await home({ lang: 'ar', width: 390 })
    await page.getByRole('button', { name: t.pages.home.playFilm }).click()
    const box = (await page.locator('dialog video').boundingBox())!
    expect([box.x >= 0, box.x + box.width <= 390, box.height > 150]).toEqual([true, true, true])
    await expectAccessible(page)
  })

  longIt.each(
    inTurn<[string, (page: Page) => Promise<void>]>(
      ['Escape', (page: Page) => page.keyboard.press('Escape')],
      ['its button', (page: Page) => page.getByRole('dialog').getByRole('button').first().click()],
      ['a click beside it', (page: Page) => page.mouse.click(20, 20)],
    ),
  )('stops, rewinds and gives the focus back when it is closed by %s', async (_name, close) => {
    const { page, t } = await home()
    const play = page.getByRole('button', { name: t.pages.home.playFilm })
    await play.focus()
    await page.keyboard.press('Space')
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.1)
    await close(page)
    await page.locator('dialog').waitFor({ state: 'hidden' })
    expect(
      await page.evaluate(() => {
        const { paused, currentTime } = document.querySelector('video')!
        return { paused, currentTime }
      }),
    ).toEqual({ paused: true, currentTime: 0 })
    expect(await play.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
  })

  longIt('stops when the visitor goes back to another page', async () => {
    const { page, t } = await home({ width: 1440 })
    const errors = watchErrors(page)
    await page.getByRole('banner').getByRole('link', { name: t.shell.about, exact: true }).click()
    await page.waitForURL('**/en/about')
    await page.goBack()
    await page.getByRole('button', { name: t.pages.home.playFilm }).click()
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.1)
    const video = await page.evaluateHandle(() => document.querySelector('video')!)
    await page.goForward()
    await page.waitForURL('**/en/about')
    await page.locator('dialog').waitFor({ state: 'detached' })
    expect(await video.evaluate((element) => element.paused)).toBe(true)
    expect(errors).toEqual([])
  })

  it('is a plain link without scripts, served in full or in ranges', async () => {
    const { page, t } = await home({ scripts: false })
    const link = page.getByRole('link', { name: t.pages.home.playFilm })
    const address = site.address + (await link.getAttribute('href'))
    const whole = await fetch(address)
    const size = (await whole.arrayBuffer()).byteLength
    expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'video/mp4'])
    expect(whole.headers.get('accept-ranges')).toBe('bytes')
    const part = await fetch(address, { headers: { Range: 'bytes=100-199' } })
    expect([part.status, part.headers.get('content-range'), (await part.arrayBuffer()).byteLength]).toEqual([
      206,
      `bytes 100-199/${size}`,
      100,
    ])
    const beyond = await fetch(address, { headers: { Range: `bytes=${size}-` } })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${size}`])
    for (const [ending, type] of [
      ['.webm', 'video/webm'],
      ['.ar.vtt', 'text/vtt; charset=utf-8'],
    ] as const)
      expect((await fetch(address.replace('.mp4', ending))).headers.get('content-type')).toBe(type)
  })
})

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
