/** A guest's pages load their scripts at the first interaction; until then they work without. */
import { brotliCompressSync } from 'node:zlib'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserOf, newPerson } from '../../support/accounts/accounts.ts'
import { retriesFailedModules, startTestSite, type TestSite, watchErrors } from '../../support/browser.ts'
import { textsOf } from '../../support/learner.ts'

/** Script that a content page may load before the first interaction, compressed with brotli, inline scripts included. */
const MAX_BYTES_BEFORE_INTERACTION = 25_000

const isHydrated = (page: Page) => page.evaluate(() => document.documentElement.dataset.scripts === 'ready')
const hydrated = (page: Page) => page.waitForFunction(() => document.documentElement.dataset.scripts === 'ready')

describe('deferred hydration', () => {
  let site: TestSite
  beforeAll(async () => {
    site = await startTestSite({ isWhole: true })
  })
  afterAll(() => site.stop())

  async function open(path: string, options: BrowserContextOptions = {}, before?: (page: Page) => Promise<unknown>) {
    const context = await site.browser.newContext({ baseURL: site.address, ...options })
    const page = await context.newPage()
    page.setDefaultTimeout(60_000)
    const scripts: string[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.endsWith('.js')) scripts.push(request.url())
    })
    const errors = watchErrors(page)
    await before?.(page)
    await page.goto(path, { waitUntil: 'networkidle' })
    return { context, page, scripts, errors }
  }

  /** Bytes of script that the page has loaded so far, with its inline scripts. */
  async function scriptBytes(page: Page, scripts: string[]): Promise<number> {
    const inline = await page.evaluate(() =>
      [...document.querySelectorAll('script:not([src])')].map((script) => script.textContent).join('\n'),
    )
    const loaded = scripts.map(async (url) =>
      (await page.request.get(url, { headers: { 'accept-encoding': 'br' } })).body(),
    )
    const files = await Promise.all(loaded)
    return [Buffer.from(inline), ...files].reduce((sum, file) => sum + brotliCompressSync(file).length, 0)
  }

  it.each(['/ar/faq', '/en/about', '/ar/privacy', '/en', '/ar/courses'])(
    '%s loads at most 25 kB of script before the first interaction, and remembers the language',
    async (path) => {
      const { context, page, scripts, errors } = await open(path)
      expect(await scriptBytes(page, scripts)).toBeLessThan(MAX_BYTES_BEFORE_INTERACTION)
      expect(scripts).toEqual([])
      const lang = path.slice(1, 3)
      expect(await page.evaluate(() => [document.cookie, localStorage.lang, localStorage.dir])).toEqual([
        `lang=${lang}`,
        lang,
        lang === 'ar' ? 'rtl' : 'ltr',
      ])
      expect(errors).toEqual([])
      await context.close()
    },
  )

  it('is not used on a page with a form, which would be over the limit', async () => {
    const { context, page, scripts } = await open('/ar/login')
    await hydrated(page)
    expect(await scriptBytes(page, scripts)).toBeGreaterThan(MAX_BYTES_BEFORE_INTERACTION)
    await context.close()
  })

  it('is not used for a signed-in visitor', async () => {
    const { browser } = await newPerson(site, browserOf(site))
    const cookies = [...browser.cookies].map(([name, value]) => ({ name, value, url: site.address }))
    const { context, page, errors } = await open('/ar/faq', {}, (page) => page.context().addCookies(cookies))
    await hydrated(page)
    expect(errors).toEqual([])
    await context.close()
  })

  it.each<[string, (page: Page) => Promise<unknown>]>([
    ['the mouse', (page) => page.mouse.move(200, 200)],
    ['a key', (page) => page.keyboard.press('Tab')],
    ['a finger', (page) => page.touchscreen.tap(5, 500)],
    ['the wheel', (page) => page.mouse.wheel(0, 300)],
    ['scrolling', (page) => page.evaluate(() => window.scrollTo(0, 400))],
  ])('starts with %s', async (_, interact) => {
    const { context, page, scripts, errors } = await open('/en/faq', { hasTouch: true })
    expect([await isHydrated(page), scripts]).toEqual([false, []])
    await interact(page)
    await hydrated(page)
    expect(scripts.length).toBeGreaterThan(3)
    expect(errors).toEqual([])
    await context.close()
  })

  it('leaves links, questions and searches to the browser until it is finished', async () => {
    const { context, page } = await open('/en', {}, (page) => page.route('**/assets/*.js', () => undefined))
    await page.getByRole('search', { name: 'Search our courses' }).getByRole('searchbox').fill('Excel')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/en/courses?*search=Excel*')
    await page.goto('/en/faq')
    await page.locator('main summary').first().click()
    expect(await page.locator('main details[open]').count()).toBe(1)
    await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).first().click()
    await page.waitForURL('**/en/about')
    await context.close()
  })

  it('repeats an earlier click once', async () => {
    let arrive = () => {}
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve
    })
    const { context, page } = await open('/en/faq', {}, (page) =>
      page.route('**/assets/*.js', async (route) => {
        await arrived
        await route.continue()
      }),
    )
    // Any element can represent a control that works only after hydration.
    const control = page.locator('main h1')
    await control.evaluate((element) => {
      element.dataset.replay = ''
      element.addEventListener('click', () => {
        element.dataset.presses = `${Number(element.dataset.presses ?? 0) + 1}`
      })
    })
    const presses = async () => Number(await control.getAttribute('data-presses'))
    await control.click()
    await control.click()
    expect(await presses()).toBe(2)
    arrive()
    await hydrated(page)
    await expect.poll(presses).toBe(3)
    await control.click()
    expect(await presses()).toBe(4)
    await context.close()
  })

  it('is retried after the connection was lost', async () => {
    const { context, page } = await open('/en/faq', {}, (page) =>
      page.route('**/assets/*.js', (route) => route.abort(), { times: 20 }),
    )
    await page.mouse.move(200, 200)
    await page.waitForTimeout(500)
    expect(await isHydrated(page)).toBe(false)
    await page.unrouteAll()
    if (!(await retriesFailedModules(site))) {
      // The page stays as it is without scripts; the next one is hydrated.
      await page
        .locator('footer')
        .getByRole('link', { name: textsOf('en').shell.about, exact: true })
        .click()
      await page.waitForURL('**/en/about')
      await page.mouse.move(210, 210)
      await hydrated(page)
      return context.close()
    }
    await expect
      .poll(
        async () => {
          await page.mouse.wheel(0, 10)
          await page.mouse.wheel(0, -10)
          return isHydrated(page)
        },
        { interval: 500 },
      )
      .toBe(true)
    await context.close()
  })
})
