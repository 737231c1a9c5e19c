/** A real browser on the running product: both languages, phone and desktop, with and without scripts. */
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import axe from 'axe-core'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Lang } from '../../app/locales/lang.ts'
import { startTestApp, type TestApp, type TestAppOptions } from './app.ts'
import { IS_LONG } from './long.ts'

declare global {
  interface Window {
    axe: typeof axe
  }
}

const ROOT = join(import.meta.dirname, '..', '..')

export type Visitor = { lang: Lang; width: 390 | 768 | 1440; scripts: boolean }

/** Each way in which the main journey is walked. */
export const VISITORS: Visitor[] = [
  { lang: 'ar', width: 390, scripts: true },
  { lang: 'ar', width: 1440, scripts: false },
  { lang: 'en', width: 390, scripts: false },
  { lang: 'en', width: 1440, scripts: true },
]

/** Who walks the others: both languages, both widths, with and without scripts. The long run walks with all visitors. */
export const WALKERS: Visitor[] = IS_LONG
  ? VISITORS
  : [
      { lang: 'ar', width: 390, scripts: true },
      { lang: 'en', width: 1440, scripts: false },
    ]

export const nameOf = ({ lang, width, scripts }: Visitor) =>
  `${lang}, ${width} px, ${scripts ? 'with' : 'without'} scripts`

export type TestSite = TestApp & {
  browser: Browser
  /** A fresh visitor: no cookies, nothing stored. Fails the test on any error in the page's console. */
  visit: (visitor: Visitor) => Promise<{ page: Page; context: BrowserContext }>
}

/** The browser as people have it. */
const WHOLE = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
/** The same engine without windows, as Debian packs it: it does the same in three quarters of the time. */
const LIGHT = `${WHOLE}-headless-shell`

/** By whether it is the whole one. Every test file of a worker takes the same one, with contexts of its own. */
const running = new Map<boolean, Promise<Browser>>()

/**
 * A browser of which only what is opened through it can be seen: closing it closes its contexts and leaves the process
 * to the next file. The process ends with the worker.
 * @param isWhole for what the light one does differently, such as how scrollbars look
 */
export async function openBrowser(isWhole = false): Promise<Browser> {
  if (!running.has(isWhole)) running.set(isWhole, launch(isWhole))
  const browser = await running.get(isWhole)!
  const opened = new Set<BrowserContext>()
  const newContext: Browser['newContext'] = async (options) => {
    const context = await browser.newContext(options)
    opened.add(context)
    context.once('close', () => opened.delete(context))
    return context
  }
  return Object.assign(Object.create(browser) as Browser, {
    newContext,
    newPage: async (options?: BrowserContextOptions) => (await newContext(options)).newPage(),
    close: async () => void (await Promise.all(Array.from(opened, (context) => context.close()))),
  })
}

async function launch(isWhole: boolean): Promise<Browser> {
  const isLight = !isWhole && existsSync(LIGHT)
  const browser = await chromium.launch({
    executablePath: isLight ? LIGHT : WHOLE,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
  return isLight ? withoutMouse(browser) : browser
}

/** The light browser has a mouse that rests in the corner of every page, and tells of it: scripts that wait would come. */
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

/** @property isWhole with the whole browser, see `openBrowser` */
type TestSiteOptions = Partial<TestAppOptions> & { isWhole?: boolean }

/** The product as it is built, with the demonstration content, and a browser. */
export async function startTestSite({ isWhole, ...options }: TestSiteOptions = {}): Promise<TestSite> {
  const { entry, ...rest } = await import(/* @vite-ignore */ join(ROOT, 'build', 'server', 'index.js'))
  const pageHandler = entry.module.createPageHandler({ entry, ...rest }, 'production')
  const app = await startTestApp({ pageHandler, institute: true, ...options })
  const browser = await openBrowser(isWhole)
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
    return { page, context }
  }
  const stop = async () => {
    await browser.close()
    await app.stop()
  }
  return { ...app, browser, visit, stop }
}

/** What went wrong in the page while it was open: script errors, refused content, failed requests. */
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

/** Gives the sign that waiting scripts wait for, and waits until they have taken the page over: a click is theirs. */
export async function hydrated(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event('pointermove')))
  // Looking at each frame, as it does unless told, makes the browser draw frames that nobody needs.
  await page.waitForFunction(() => document.documentElement.dataset.scripts === 'ready', undefined, { polling: 50 })
}

/**
 * Whether the browser asks for a module again that failed to load, as https://github.com/whatwg/html/pull/10327 wants
 * it. Chromium 150 does not: there a page comes only with a new document. See decision 0013.
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

const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * What axe finds on the page as it stands. It runs within the page and tells only what is wrong: its own driver, which
 * carries all that is right through a second page, takes four times as long.
 * @param but rules that are about something else than this page
 * @param exclude selectors of parts that are looked at elsewhere
 */
export async function axeFindings(page: Page, but: string[] = [], exclude: string[] = []): Promise<string[]> {
  for (const frame of page.frames()) await frame.evaluate(`window.axe || (() => { ${axe.source} })()`)
  return page.evaluate(
    async ({ tags, but, exclude }) => {
      const { violations } = await window.axe.run(exclude.length > 0 ? { include: [['html']], exclude } : document, {
        runOnly: { type: 'tag', values: tags },
        rules: Object.fromEntries(but.map((rule) => [rule, { enabled: false }])),
        resultTypes: ['violations'],
      })
      return violations.map(
        ({ id, nodes }) =>
          `${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join(' | ')}`,
      )
    },
    { tags: AXE_TAGS, but, exclude },
  )
}

/** axe finds nothing on the page as it stands. The footer, the same on all pages, is looked at in every-page.test.ts. */
export async function expectAccessible(page: Page, but?: string[]): Promise<void> {
  expect(await axeFindings(page, but, ['body > footer']), page.url()).toEqual([])
}

/** By how many pixels some part of the page is wider than the window. */
export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

/** No part of the page is wider than the window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  expect(await sidewaysScroll(page), `${page.url()} scrolls sideways`).toBeLessThanOrEqual(0)
}

/** Keeps a picture for a person to look at when SCREENSHOTS names a folder. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
}
