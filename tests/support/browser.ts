/** A real browser on the running product: both languages, phone and desktop, with and without scripts. */
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { expect, onTestFailed, TestRunner } from 'vitest'
import { builtPages } from '../../app/composition/built-pages.server.ts'
import type { Lang } from '../../app/locales/lang.ts'
import { startTestApp, type TestApp, type TestAppOptions } from './app.ts'
import { reusingPages } from './reused-pages.ts'

export type Visitor = { lang: Lang; width: 390 | 768 | 1440; scripts: boolean }

/** The variants in which the main flow is tested. */
export const VISITORS: Visitor[] = [
  { lang: 'ar', width: 390, scripts: true },
  { lang: 'ar', width: 1440, scripts: false },
  { lang: 'en', width: 390, scripts: false },
  { lang: 'en', width: 1440, scripts: true },
]

export const nameOf = ({ lang, width, scripts }: Visitor) =>
  `${lang}, ${width} px, ${scripts ? 'with' : 'without'} scripts`

export type TestSite = TestApp & {
  browser: Browser
  /** A new visitor without cookies and storage. Any error in the page's console fails the test. */
  visit: (visitor: Visitor) => Promise<{ page: Page; context: BrowserContext }>
}

/** The whole browser, as users have it. */
const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
/** Debian's headless shell: the same engine, but it needs only three quarters of the time. */
const HEADLESS_SHELL = `${CHROMIUM}-headless-shell`

/** By `isWhole`. All test files of a worker share a browser; each has its own contexts. */
const running = new Map<boolean, Promise<Browser>>()

/**
 * Only the contexts opened by this test file: `close` closes them and leaves the browser to the next file. The browser
 * ends with the worker.
 * @param isWhole uses the whole browser, for what the headless shell does differently, such as scrollbars
 * @param freshPages opens a new page for every visitor, for files that depend on an empty HTTP cache; see reused-pages.ts
 */
export async function openBrowser(isWhole = false, freshPages = false): Promise<Browser> {
  if (!running.has(isWhole)) running.set(isWhole, launch(isWhole))
  const browser = await running.get(isWhole)!
  const opened = new Map<BrowserContext, () => Promise<void>>()
  const open: Browser['newContext'] = async (options) => {
    const context = await browser.newContext(options)
    opened.set(context, context.close.bind(context))
    context.once('close', () => opened.delete(context))
    return context
  }
  const newContext = freshPages ? open : reusingPages(open)
  return Object.assign(Object.create(browser) as Browser, {
    newContext,
    newPage: async (options?: BrowserContextOptions) => (await newContext(options)).newPage(),
    close: async () => void (await Promise.all(Array.from(opened.values(), (close) => close()))),
  })
}

async function launch(isWhole: boolean): Promise<Browser> {
  const isLight = !isWhole && existsSync(HEADLESS_SHELL)
  const browser = await chromium.launch({
    executablePath: isLight ? HEADLESS_SHELL : CHROMIUM,
    // Without a language of the system, Arabic names of downloads are lost.
    env: { LANG: 'C.UTF-8', ...process.env },
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // A page of a test is open for seconds: neither a process for its graphics nor optimized scripts pay off.
      ...(isLight ? ['--in-process-gpu', '--num-raster-threads=1', '--js-flags=--no-opt'] : []),
    ],
  })
  return isLight ? withoutMouse(browser) : browser
}

/** The headless shell reports a mouse in the corner of every page, which would start deferred hydration. */
function withoutMouse(browser: Browser): Browser {
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await newContext(options)
    await context.addInitScript(() => {
      const away = (event: PointerEvent) => {
        if (event.isTrusted && event.clientX === 0 && event.clientY === 0) event.stopImmediatePropagation()
      }
      for (const sign of ['pointerover', 'pointermove'] as const) window.addEventListener(sign, away, { capture: true })
    })
    return context
  }
  return browser
}

/**
 * The database for tests that write to it directly: after each write, the product has forgotten what it remembered of it,
 * so that the next page shows it.
 */
function syncedAfterWrites({ db, waitForSync }: TestApp): TestApp['db'] {
  const writes = new WeakSet<object>()
  return db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      if (node.kind !== 'SelectQueryNode') writes.add(queryId)
      return node
    },
    transformResult: async ({ queryId, result }) => {
      if (writes.has(queryId)) await waitForSync()
      return result
    },
  })
}

/** @property isWhole, freshPages see `openBrowser` */
type TestSiteOptions = Partial<TestAppOptions> & { isWhole?: boolean; freshPages?: boolean }

/** The built product with the demonstration content, and a browser. */
export async function startTestSite({ isWhole, freshPages, ...options }: TestSiteOptions = {}): Promise<TestSite> {
  const pageHandler = await builtPages()
  const app = await startTestApp({ pageHandler, institute: true, ...options })
  const browser = await openBrowser(isWhole, freshPages)
  const visit = async ({ lang, width, scripts }: Visitor) => {
    const context = await browser.newContext({
      baseURL: app.address,
      javaScriptEnabled: scripts,
      locale: lang === 'ar' ? 'ar-SA' : 'en-GB',
      timezoneId: 'Asia/Riyadh',
      viewport: { width, height: width === 390 ? 844 : 900 },
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    page.setDefaultTimeout(60_000)
    if (TestRunner.getCurrentTest()) onTestFailed(({ task }) => addPageTo(task.result?.errors?.at(-1), page))
    return { page, context }
  }
  const stop = async () => {
    await browser.close()
    await app.stop()
  }
  return { ...app, db: syncedAfterWrites(app), browser, visit, stop }
}

/** Adds what a visitor saw to the error: a run elsewhere leaves nothing else of a page. */
async function addPageTo(error: { message?: string } | undefined, page: Page): Promise<void> {
  if (!error || page.isClosed()) return
  const shown = await page.locator('main').first().innerText({ timeout: 5000 })
  error.message += `\nThe page was ${page.url()}:\n${shown.slice(0, 2000)}`
}

/** The errors of the page while it was open: script errors, content security policy violations, failed requests. */
export function watchErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(`script: ${error.message}`))
  page.on('console', (message) => message.type() === 'error' && errors.push(`console: ${message.text()}`))
  page.on('requestfailed', (request) => {
    if (request.failure()?.errorText !== 'net::ERR_ABORTED')
      errors.push(`request: ${request.url()} ${request.failure()?.errorText}`)
  })
  return errors
}

/** Triggers deferred hydration and waits until it is complete. */
export async function hydrated(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event('pointermove')))
  // By default Playwright polls on each animation frame, which makes the browser draw needless frames.
  await page.waitForFunction(() => document.documentElement.dataset.scripts === 'ready', undefined, { polling: 50 })
}

/**
 * Whether the browser requests a failed module again, as in https://github.com/whatwg/html/pull/10327. Chromium 150 does
 * not: there, the page is only available after a document load. See decision 0013.
 */
export async function retriesFailedModules(site: TestSite): Promise<boolean> {
  const context = await site.browser.newContext({ baseURL: site.address, bypassCSP: true })
  const page = await context.newPage()
  let isAway = true
  await page.route('**/probe.js', (route) =>
    isAway ? route.abort() : route.fulfill({ contentType: 'text/javascript', body: 'export const is = 1' }),
  )
  await page.goto('/healthz')
  const load = () => page.evaluate("import('/probe.js').then(() => true, () => false)")
  expect(await load()).toBe(false)
  isAway = false
  const retries = await load()
  await context.close()
  return retries === true
}

/** The number of pixels by which the page is wider than the window. */
export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

/** No part of the page is wider than the window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  expect(await sidewaysScroll(page), `${page.url()} scrolls sideways`).toBeLessThanOrEqual(0)
}

/** Saves a screenshot for review when SCREENSHOTS names a folder. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
}
