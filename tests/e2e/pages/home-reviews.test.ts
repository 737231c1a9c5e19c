import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Lang } from '../../../app/locales/lang.ts'
import { expectAccessible } from '../../support/accessible.ts'
import { hydrated, startTestSite, type TestSite } from '../../support/browser.ts'
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
