/** A guest's pages load their scripts at the first interaction; until then they work without. */
import { brotliCompressSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../../app/platform/durations.ts'
import { browserOf, newPerson, signUpForm } from '../../support/accounts/accounts.ts'
import { retriesFailedModules, startTestSite, type TestSite } from '../../support/browser.ts'
import { type BoundToSite, holdScripts, openHeldPage, openPage } from '../../support/held-scripts.ts'
import { signedIn, signUp, textsOf } from '../../support/learner.ts'
import { IS_LONG, inTurn, longIt } from '../../support/long.ts'

/** Script that a content page may load before the first interaction, compressed with brotli, inline scripts included. */
const MAX_BYTES_BEFORE_INTERACTION = 25_000

type OpenPage = BoundToSite<typeof openPage>
type OpenHeld = BoundToSite<typeof openHeldPage>
const isHydrated = (page: Page) => page.evaluate(() => document.documentElement.dataset.scripts === 'ready')
const hydrated = (page: Page) => page.waitForFunction(() => document.documentElement.dataset.scripts === 'ready')

describe('deferred hydration', () => {
  let site: TestSite
  beforeAll(async () => {
    site = await startTestSite({ isWhole: true })
  })
  afterAll(() => site.stop())
  const open: OpenPage = (...page) => openPage(site, ...page)
  const openHeld: OpenHeld = (...page) => openHeldPage(site, ...page)

  /** As a slow phone runs scripts. */
  async function slowDown(page: Page) {
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
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

  it.each(inTurn('/en', '/ar/courses', '/ar/faq', '/en/about', '/ar/privacy'))(
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

  it('loads no script on a page with a form either, except where a code counts down', async () => {
    const { context, page, scripts, errors } = await open('/ar/login')
    const course = await site.db.selectFrom('courses').select('id').orderBy('id').executeTakeFirstOrThrow()
    const forms = ['sign-up', 'forget-pass', 'join-us', 'contact', 'support', 'complains', 'services', 'partners']
    for (const path of [...forms, `order-details/${course.id}`, 'unsubscribe']) {
      const html = await (await fetch(`${site.address}/en/${path}`)).text()
      expect(html.match(/<script[^>]* data-deferred/g), path).toHaveLength(1)
      expect(html, path).not.toMatch(/<link[^>]* rel="modulepreload"|<script[^>]* type="module"/)
    }
    expect([scripts, errors]).toEqual([[], []])
    await page.goto('/en/register-otp?email=new@learner.example')
    await hydrated(page)
    await context.close()
  })

  longIt('is not used for a signed-in visitor', async () => {
    const { browser } = await newPerson(site, browserOf(site))
    const cookies = [...browser.cookies].map(([name, value]) => ({ name, value, url: site.address }))
    const { context, page, errors } = await open('/ar/faq', {}, (page) => page.context().addCookies(cookies))
    await hydrated(page)
    expect(errors).toEqual([])
    await context.close()
  })

  it.each(
    inTurn<[string, (page: Page) => Promise<unknown>]>(
      ['a finger', (page) => page.touchscreen.tap(5, 500)],
      ['the mouse', (page) => page.mouse.move(200, 200)],
      ['a key', (page) => page.keyboard.press('Tab')],
      ['the wheel', (page) => page.mouse.wheel(0, 300)],
      ['scrolling', (page) => page.evaluate(() => window.scrollTo(0, 400))],
    ),
  )('starts with %s', async (_, interact) => {
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

  it('opens the film at the first tap, however late the scripts come', async () => {
    const { playFilm } = textsOf('en').pages.home
    for (const isSlow of inTurn(true, false)) {
      const { context, page, release } = await openHeld('/en', { hasTouch: true })
      if (!isSlow) release()
      await page.getByLabel(playFilm).tap()
      if (isSlow) {
        await page.waitForTimeout(500)
        expect(await page.getByLabel(playFilm).getAttribute('aria-busy')).toBe('true')
        release()
      }
      await page.locator('dialog video').waitFor()
      expect(new URL(page.url()).pathname).toBe('/en')
      expect(await page.getByLabel(playFilm).first().getAttribute('aria-busy')).toBeNull()
      await context.close()
    }
  })

  longIt('leaves the film to the browser when the scripts do not come', async () => {
    const { context, page } = await openHeld('/en', { hasTouch: true })
    await page.getByLabel(textsOf('en').pages.home.playFilm).tap()
    await page.waitForURL(/\.(mp4|webm)$/)
    await context.close()
  })

  longIt('is retried after the connection was lost', async () => {
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

  const type = (selector: string, text: string) => async (page: Page) => {
    await page.locator(selector).tap()
    await page.keyboard.type(text)
    // The field is left: what counts is not where the focus is, but what was typed.
    await page.locator('h1').tap()
  }
  describe.each<[string, (page: Page) => Promise<unknown>, string, string]>([
    ['a category', (page) => page.locator('[name=category][value="3"]').tap(), 'category=3', '[name=category]:checked'],
    [
      'the sort',
      async (page) => {
        await page.locator('#sort').focus()
        await page.keyboard.press('End')
      },
      'sort=4',
      '#sort',
    ],
    ['a price', type('[name=min]', '1500'), 'min=1500', '[name=min]'],
    ['a date', (page) => page.locator('[name=from]').fill('2027-01-15'), 'from=2027-01-15', '[name=from]'],
    ['a search', type('#search', 'Excel'), 'search=Excel', '#search'],
  ])('%s that is the first gesture', (_, choose, query, field) => {
    // In a short run one with slow scripts and one with fast ones.
    const turn = { '[name=category]:checked': 'slow', '#search': 'fast' }[field]
    it.runIf(IS_LONG || turn).each(IS_LONG ? ['fast', 'slow'] : [turn])('is applied and stays: %s', async (speed) => {
      const width = speed === 'fast' ? 1440 : 1024
      const options = { hasTouch: true, viewport: { width, height: 900 } }
      const { context, page, errors, release } = await openHeld('/en/courses', options)
      if (speed === 'slow') await slowDown(page)
      else release()
      await choose(page)
      if (speed === 'slow') {
        await page.waitForTimeout(300)
        expect(await isHydrated(page)).toBe(false)
        release()
      }
      await page.waitForURL(`**/en/courses?${query}`)
      await hydrated(page)
      expect(await page.locator(field).inputValue()).toBe(query.split('=')[1])
      const remove = page.getByRole('link', { name: /^Remove/ })
      if (!query.startsWith('sort')) {
        await remove.first().waitFor()
        // What was done early does not come back after it was removed.
        await remove.first().click()
        await page.waitForURL('**/en/courses')
        await page.waitForTimeout(300)
        expect(new URL(page.url()).search).toBe('')
      }
      expect(errors).toEqual([])
      await context.close()
    })
  })

  longIt.each(inTurn(['/en/courses', 'search', 'Exce', 'l'], ['/en/faq', 'q', 'invoic', 'e']))(
    'keeps a letter that is typed before the answer to those before it, also when the field is left: %s',
    async (...row) => {
      const [path, name, first, last] = row
      const { context, page } = await open(path, { hasTouch: true }, (page) => page.clock.install())
      await page.locator(`main [name=${name}]`).tap()
      await hydrated(page)
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      const asked = page.waitForRequest(`**${path}.data?*${name}=${first}*`)
      await page.route(`**${path}.data?*`, async (route) => {
        await released
        await route.continue()
      })
      await page.keyboard.type(first)
      await asked
      // The last letter is not applied until the clock goes on.
      await page.clock.pauseAt(Date.now() + MINUTE_MS)
      await page.keyboard.type(last)
      await page.locator('h1').tap()
      release()
      await page.waitForURL(`**${path}?${name}=${first}`)
      await page.clock.resume()
      await page.waitForURL(`**${path}?${name}=${first}${last}`)
      expect(await page.locator(`main [name=${name}]`).inputValue()).toBe(first + last)
      await context.close()
    },
  )

  it('keeps what was typed before it into a search, a code and a password', async () => {
    const faq = await openHeld('/en/faq', { hasTouch: true })
    await type('[name=q]', 'invoice')(faq.page)
    faq.release()
    await faq.page.waitForURL('**/en/faq?q=invoice')
    await faq.context.close()

    const { context, page, release } = await openHeld('/en/sign-up')
    const person = signUpForm()
    await page.locator('[name=password]').pressSequentially(person.password)
    await page.locator('[name=firstName]').focus()
    release()
    await hydrated(page)
    await expect.poll(() => page.locator('#password-rules [data-met]').count()).toBeGreaterThan(3)
    expect(await page.locator('[name=password]').inputValue()).toBe(person.password)
    await context.close()

    const { page: otp, context: sameBrowser } = await open('/en/sign-up')
    await signUp(otp, 'en', person)
    const releaseCode = await holdScripts(otp)
    await otp.goto(otp.url(), { waitUntil: 'domcontentloaded' })
    await otp.locator('[name=code]').pressSequentially('1234')
    releaseCode()
    await hydrated(otp)
    await expect.poll(() => otp.locator('[data-length] [data-filled]').count()).toBe(4)
    expect(await otp.locator('[name=code]').inputValue()).toBe('1234')
    await sameBrowser.close()
  })

  longIt('takes a file that was chosen before it', async () => {
    const { context, page } = await open('/en')
    await signedIn(site, context)
    const release = await holdScripts(page)
    await page.goto('/en/profile', { waitUntil: 'domcontentloaded' })
    const buffer = await sharp({ create: { width: 80, height: 40, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    await page.locator('#file').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
    release()
    await page.getByRole('dialog').waitFor()
    await context.close()
  })

  longIt('also works for a visitor whose session has ended, and after a form that was refused', async () => {
    for (const name of inTurn('refresh', 'access')) {
      const stale = { name, value: 'e'.repeat(43), url: site.address }
      const { context, page, errors } = await open('/en/courses', {}, (page) => page.context().addCookies([stale]))
      await page.locator('[name=category][value="3"]').click()
      await page.waitForURL('**/en/courses?category=3')
      await hydrated(page)
      expect(errors).toEqual([])
      await context.close()
    }
    const { context, page, errors, release } = await openHeld('/en/contact')
    const send = page.locator('main form').last().locator('[type=submit]')
    // The browser leaves it to the server to refuse the form.
    await send.evaluate((button: HTMLButtonElement) => {
      button.formNoValidate = true
    })
    await send.click()
    await page.locator('main [aria-invalid]').first().waitFor()
    expect(await isHydrated(page)).toBe(false)
    release()
    await page.mouse.move(200, 200)
    await hydrated(page)
    expect(errors.filter((error) => !error.includes('status of 400'))).toEqual([])
    await context.close()
  })
})
