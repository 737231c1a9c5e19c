/** Slow pages, chunks that fail to load, and a lost connection: no navigation and no typed text is lost. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible } from '../../support/accessible.ts'
import {
  hydrated,
  picture,
  retriesFailedModules,
  startTestSite,
  type TestSite,
  type Visitor,
} from '../../support/browser.ts'
import { signedIn, textsOf } from '../../support/learner.ts'
import { longIt } from '../../support/long.ts'
import { at, button, menu } from '../../support/pages/header.ts'

const PHONE_AR: Visitor = { lang: 'ar', width: 390, scripts: true }
const DESK_EN: Visitor = { lang: 'en', width: 1440, scripts: true }
const DATA = '**/*.data**'

const t = textsOf('en')
const notice = (page: Page) => page.locator('[role=alert]', { has: page.locator('strong') })
const toAbout = (page: Page) => page.locator('footer').getByRole('link', { name: t.shell.about, exact: true }).click()
const toFaq = (page: Page) => page.locator('footer').getByRole('link', { name: t.shell.faq, exact: true }).click()
const atAbout = (page: Page) => page.waitForURL('**/en/about')

/** A loaded page with its notice, and a mark that distinguishes it from a new document. */
async function ready(page: Page, path: string) {
  await page.goto(path)
  await hydrated(page)
  await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => /\/notices-/.test(name)))
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
}
const isSameDocument = (page: Page) => page.evaluate(() => 'sameDocument' in window)

let site: TestSite
let comesBackByItself: boolean
beforeAll(async () => {
  site = await startTestSite({ freshPages: true })
  comesBackByItself = await retriesFailedModules(site)
})
afterAll(() => site.stop())

describe('a load failure', () => {
  longIt('shows a progress line, and after a second a text', async () => {
    const { page, context } = await site.visit(DESK_EN)
    await ready(page, '/en/faq')
    let go: (() => void) | undefined
    await page.route(DATA, async (route) => {
      await new Promise<void>((resolve) => {
        go = resolve
      })
      await route.continue()
    })
    const line = page.locator('div[aria-hidden]:has(+ p[role=status])')
    await toAbout(page)
    await line.waitFor({ state: 'attached' })
    expect(await line.evaluate((element) => getComputedStyle(element).animationDelay)).toBe('0.15s')
    const announcement = page.getByRole('status').getByText(t.shell.opening)
    expect(await announcement.count()).toBe(0)
    await announcement.waitFor({ state: 'attached' })
    await expect.poll(() => go).toBeDefined()
    go!()
    await atAbout(page)
    await expect.poll(() => line.count()).toBe(0)
    expect(await announcement.count()).toBe(0)
    await context.close()
  })

  it('a page whose script fails is opened as a new document, once; then the visitor is notified', async () => {
    const { page, context } = await site.visit(DESK_EN)
    await ready(page, '/en/faq')
    const script = '**/assets/about-page-*.js'
    await page.route(script, (route) => route.abort())
    await toAbout(page)
    await atAbout(page)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await isSameDocument(page)).toBe(false)

    await ready(page, '/en/faq')
    await toAbout(page)
    await notice(page).getByText(t.notices.part.title).waitFor()
    expect(new URL(page.url()).pathname).toBe('/en/faq')
    expect(await isSameDocument(page)).toBe(true)
    await expectAccessible(page)
    await picture(page, 'notice-part-en-1440')
    // Another page can be opened, and the notice disappears.
    await page.locator('footer').getByRole('link', { name: t.shell.reviews, exact: true }).click()
    await page.waitForURL('**/en/reviews')
    await expect.poll(() => notice(page).count()).toBe(0)
    expect(await isSameDocument(page)).toBe(true)
    await page.unroute(script)
    await toAbout(page)
    if (!comesBackByItself) await notice(page).getByRole('button', { name: t.notices.tryAgain }).click()
    await atAbout(page)
    expect(await isSameDocument(page)).toBe(comesBackByItself)
    await context.close()
  })

  longIt('a chunk that fails again at the button is replaced by a new document', async () => {
    const { page, context } = await site.visit(DESK_EN)
    await ready(page, '/en/faq')
    await page.evaluate(() => sessionStorage.setItem('reloadedInto', '/en/about'))
    await page.route('**/assets/about-page-*.js', (route) => route.abort())
    await toAbout(page)
    await notice(page).getByRole('button', { name: t.notices.tryAgain }).click()
    await atAbout(page)
    expect(await isSameDocument(page)).toBe(false)
    await context.close()
  })

  longIt('a page whose style fails is opened as a new document', async () => {
    const { page, context } = await site.visit(DESK_EN)
    await ready(page, '/en/about')
    let failures = 0
    let isOpened = false
    page.on('request', (request) => {
      if (request.isNavigationRequest() && request.url().endsWith('/en/faq')) isOpened = true
    })
    await page.route('**/assets/faq-page-*.css', (route) => {
      if (isOpened) return route.continue()
      failures += 1
      return route.abort()
    })
    await toFaq(page)
    await page.waitForURL('**/en/faq')
    await expect.poll(() => isSameDocument(page).catch(() => true)).toBe(false)
    expect(failures).toBeGreaterThan(0)
    await context.close()
  })

  it('a lost connection shows a notice, keeps the page, and a requested page opens when it is back', async () => {
    const ar = textsOf('ar')
    const { page, context } = await site.visit(PHONE_AR)
    await ready(page, '/ar/login')
    await page.locator('[name=email]').fill('sara@example.com')
    await context.setOffline(true)
    await notice(page).getByText(ar.notices.offline.body).waitFor()
    await expectAccessible(page)
    await picture(page, 'notice-connection-ar-390')
    await page.locator('header').getByRole('link', { name: ar.shell.siteName, exact: true }).click()
    const tryAgain = notice(page).getByRole('button', { name: ar.notices.tryAgain })
    const triedAgain = comesBackByItself
      ? page.waitForEvent('requestfailed', (request) => /\/home-page-/.test(request.url()))
      : undefined
    await tryAgain.click()
    await triedAgain
    expect(await page.locator('[name=email]').inputValue()).toBe('sara@example.com')
    expect(new URL(page.url()).pathname).toBe('/ar/login')
    const styles = () =>
      page.evaluate(() =>
        (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
          .filter(({ name }) => name.endsWith('.css'))
          .map(({ name, responseStatus }) => ({ name, responseStatus })),
      )
    const lost = (await styles()).filter(({ responseStatus }) => responseStatus === 0)
    expect(lost).not.toEqual([])
    await context.setOffline(false)
    if (!comesBackByItself) await tryAgain.click()
    await page.waitForURL('**/ar')
    // A new document requests the styles of its own page only.
    if (comesBackByItself)
      await expect.poll(styles).toEqual(expect.arrayContaining(lost.map((one) => ({ ...one, responseStatus: 200 }))))
    expect((await styles()).every(({ responseStatus }) => responseStatus === 200 || comesBackByItself)).toBe(true)
    await expect.poll(() => notice(page).count()).toBe(0)
    expect(await isSameDocument(page)).toBe(comesBackByItself)
    await context.close()
  })

  it('a form that could not be sent keeps the typed text, and is sent again only by the visitor', async () => {
    const { page, context } = await site.visit(DESK_EN)
    await ready(page, '/en/login')
    let sent = 0
    await page.route(DATA, (route) => {
      sent += 1
      return sent === 1 ? route.abort() : route.continue()
    })
    await page.locator('[name=email]').fill('nobody@example.com')
    await page.locator('[name=password]').fill('Sahara-7-dunes')
    await page.locator('main').getByRole('button', { name: t.accounts.login.submit, exact: true }).click()
    // A form is not sent again by itself, and the notice does not say so.
    await notice(page).getByText(t.notices.connection.body).waitFor()
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await page.waitForTimeout(300)
    expect(sent).toBe(1)
    expect(await page.locator('[name=email]').inputValue()).toBe('nobody@example.com')
    await notice(page).getByRole('button', { name: t.notices.tryAgain }).click()
    await page.locator('main').getByText('Invalid email or password').first().waitFor()
    expect(sent).toBe(2)
    expect(await page.locator('[name=email]').inputValue()).toBe('nobody@example.com')
    await context.close()
  })

  longIt('a server that is unavailable for a moment causes no error', async () => {
    const { page, context } = await site.visit(DESK_EN)
    await ready(page, '/en/faq')
    let requests = 0
    await page.route(DATA, (route) => {
      requests += 1
      return requests === 1 ? route.fulfill({ status: 502, body: 'Bad gateway' }) : route.continue()
    })
    await toAbout(page)
    await notice(page).getByRole('button', { name: t.notices.tryAgain }).click()
    await atAbout(page)
    await context.close()
  })

  longIt('waiting ends after two minutes', async () => {
    const { page, context } = await site.visit(DESK_EN)
    await ready(page, '/en/faq')
    await page.clock.install()
    const script = '**/assets/about-page-*.js'
    let wasRequested = false
    await page.route(script, () => {
      wasRequested = true
    })
    await page.evaluate(() => sessionStorage.setItem('reloadedInto', '/en/about'))
    await toAbout(page)
    await expect.poll(() => wasRequested).toBe(true)
    await page.clock.runFor(119_000)
    expect(await notice(page).count()).toBe(0)
    await page.clock.runFor(2_000)
    await notice(page).getByText(t.notices.part.title).waitFor()
    await page.unroute(script)
    await notice(page).getByRole('button', { name: t.notices.tryAgain }).click()
    await atAbout(page)
    await context.close()
  })
})

describe('the splash', () => {
  const splash = (page: Page) => page.locator('[data-splash]')
  const leave = (page: Page) =>
    page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })))
  const comeBack = (page: Page) =>
    page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))

  longIt('covers a page restored from memory until its session is checked', async () => {
    const { page, context } = await site.visit(DESK_EN)
    const person = await signedIn(site, context)
    await page.goto('/en/faq')
    await hydrated(page)
    expect(await splash(page).isVisible()).toBe(false)
    let answer: (() => void) | undefined
    await page.route('**/api/auth/user-info', async (route) => {
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      await route.continue()
    })
    await leave(page)
    await comeBack(page)
    expect(await splash(page).isVisible()).toBe(true)
    expect(await splash(page).locator('img[src="/brand/mark.svg"]').count()).toBe(1)
    await expect.poll(() => answer).toBeDefined()
    answer!()
    await splash(page).waitFor({ state: 'hidden' })
    expect(await page.locator('header').getByText(person.firstName).count()).toBeGreaterThan(0)
    await context.close()
  })

  it('is replaced by the guest’s page when the session has ended meanwhile', async () => {
    const { page, context } = await site.visit(DESK_EN)
    const person = await signedIn(site, context)
    await page.goto('/en/faq')
    await hydrated(page)
    await page.waitForFunction(() => localStorage.getItem('userData') !== null)
    await leave(page)
    await context.clearCookies()
    await comeBack(page)
    await splash(page).waitFor({ state: 'hidden' })
    await expect.poll(() => page.locator('header').getByText(person.firstName).count()).toBe(0)
    expect(await page.evaluate(() => localStorage.getItem('userData'))).toBeNull()
    await context.close()
  })

  it('is replaced by the page of whoever has signed in meanwhile', async () => {
    const { page, context } = await site.visit(DESK_EN)
    const former = await signedIn(site, context)
    await page.goto('/en/faq')
    await hydrated(page)
    await page.waitForFunction(() => localStorage.getItem('userData') !== null)
    await leave(page)
    await context.clearCookies()
    const next = await signedIn(site, context)
    await comeBack(page)
    await splash(page).waitFor({ state: 'hidden' })
    const header = () => page.locator('header').first().innerHTML()
    await expect.poll(header).toContain(next.email)
    expect(await header()).not.toContain(former.email)
    await context.close()
  })

  longIt('is not shown to guests, and only briefly without a connection', async () => {
    const guest = await site.visit(DESK_EN)
    await guest.page.goto('/en/faq')
    await hydrated(guest.page)
    await leave(guest.page)
    expect(await splash(guest.page).count()).toBe(0)
    await guest.context.close()

    const { page, context } = await site.visit(DESK_EN)
    await signedIn(site, context)
    await page.goto('/en/faq')
    await hydrated(page)
    await leave(page)
    await context.setOffline(true)
    await comeBack(page)
    await splash(page).waitFor({ state: 'hidden' })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await context.close()
  })
})

longIt('the menu of programmes stays links when its chunk fails to load', async () => {
  const { page, context } = await site.visit(DESK_EN)
  const { data: known } = await site.call('GET', 'Specialization/specializations-dropdown')
  await page.route('**/assets/header-parts-*.js', (route) => route.abort())
  await at(page, '/en/faq')
  await button(page).click()
  await menu(page).locator('li a').first().waitFor()
  await page.waitForTimeout(300)
  expect(await menu(page).locator('li a').count()).toBe(known.length)
  await context.close()
})
