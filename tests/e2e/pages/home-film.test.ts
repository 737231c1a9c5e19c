/** The film of the home page: its frame, captions, and what it loads before it plays. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible } from '../../support/accessible.ts'
import { startTestSite, type TestSite, watchErrors } from '../../support/browser.ts'
import { inTurn, longIt } from '../../support/long.ts'
import { homeOf } from '../../support/pages/home-page.ts'

let site: TestSite
const { home, close } = homeOf(() => site)
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.stop())
afterEach(close)

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
