/** Pages whose scripts come late, for tests of what works before hydration, and forms whose answers do. */
import type { BrowserContextOptions, Page } from 'playwright-core'
import { type TestSite, watchErrors } from './browser.ts'

export type BoundToSite<F> = F extends (site: TestSite, ...rest: infer Rest) => infer Result
  ? (...rest: Rest) => Result
  : never

/** @returns also the requested scripts. @param before runs before the page is opened */
export async function openPage(
  site: TestSite,
  path: string,
  options: BrowserContextOptions = {},
  before?: (page: Page) => Promise<unknown>,
) {
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

/**
 * @param which all of them by default
 * @returns lets the scripts of the page come
 */
export async function holdScripts(page: Page, which = '**/assets/**/*.js'): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(which, async (route) => {
    await released
    await route.continue().catch(() => undefined)
  })
  return release
}

/** A page whose scripts come when they are released. */
export async function openHeldPage(site: TestSite, path: string, options: BrowserContextOptions = {}) {
  const context = await site.browser.newContext({ baseURL: site.address, ...options })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  const errors = watchErrors(page)
  const release = await holdScripts(page)
  await page.goto(path, { waitUntil: 'domcontentloaded' })
  return { context, page, errors, release }
}

/** Forms of the page reach the server once they are released. @returns also when the next one is sent */
export async function holdForms(page: Page): Promise<{ release: () => void; sent: Promise<unknown> }> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await page.route('**', async (route) => {
    if (route.request().method() === 'POST') await released
    await route.continue().catch(() => undefined)
  })
  return { release, sent }
}
