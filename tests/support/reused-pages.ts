/**
 * Pages that several visitors use one after the other. A new page starts a process that loads fonts, styles and scripts
 * again: that takes twice as long as the visit itself. Between two visitors cookies, storage and what a test has set are
 * cleared; a page that was changed in a way that cannot be undone is closed.
 */
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'

type Open = (options?: BrowserContextOptions) => Promise<BrowserContext>
type Used = {
  context: BrowserContext
  page: Page
  options: BrowserContextOptions & { baseURL: string }
  close: () => Promise<void>
}
type Replace = <T extends object, K extends keyof T>(target: T, name: K, value: T[K]) => void
type Listener = (...args: unknown[]) => void

/** After these calls the next visitor would not be a new one. Routes, offline and the window are undone in `isReset`. */
const CHANGES_OF_CONTEXT = [
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'newCDPSession',
  'setExtraHTTPHeaders',
  'setGeolocation',
] as const
const CHANGES_OF_PAGE = ['addInitScript', 'close', 'exposeBinding', 'exposeFunction', 'setExtraHTTPHeaders'] as const
const CHANGES_OF_CLOCK = ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'] as const
/** The window of a context without one: https://playwright.dev/docs/api/class-browser#browser-new-context */
const DEFAULT_WINDOW = { width: 1280, height: 720 }
/** A page that cannot be left in this time is closed. */
const RESET_TIMEOUT_MS = 5000

/** @returns `newContext`, whose contexts have a page that another visitor used before, if there is one */
export function reusingPages(open: Open): Open {
  const idle = new Map<string, Used[]>()
  return async (options) => {
    const { baseURL, storageState, ...rest } = options ?? {}
    if (!baseURL || storageState) return open(options)
    const key = JSON.stringify(options)
    const waiting = idle.get(key) ?? []
    idle.set(key, waiting)
    const used = waiting.pop() ?? (await openUsed(open, { ...rest, baseURL }))
    return lend(used, () => void waiting.push(used))
  }
}

async function openUsed(open: Open, options: Used['options']): Promise<Used> {
  const context = await open(options)
  const page = await context.newPage()
  return { context, page, options, close: context.close.bind(context) }
}

/** The context for one visitor: its first page is the one that waits, and closing it makes it wait for the next. */
function lend(used: Used, giveBack: () => void): BrowserContext {
  const { context, page } = used
  const restore: (() => void)[] = []
  let isChanged = false
  // The methods are replaced on the objects themselves, so that Playwright's own checks of their types succeed.
  const replace: Replace = (target, name, value) => {
    target[name] = value
    restore.push(() => void Reflect.deleteProperty(target, name))
  }
  const notice = <T extends object>(target: T, names: readonly (keyof T)[]) => {
    for (const name of names) {
      const original = (target[name] as (...args: unknown[]) => unknown).bind(target)
      const noticed = (...args: unknown[]) => {
        isChanged = true
        return original(...args)
      }
      replace(target, name, noticed as T[typeof name])
    }
  }
  notice(context, CHANGES_OF_CONTEXT)
  notice(page, CHANGES_OF_PAGE)
  notice(context.clock, CHANGES_OF_CLOCK)
  const listeners = recordListeners(page, replace)

  let isFirst = true
  const openPage = context.newPage.bind(context)
  replace(context, 'newPage', async () => {
    if (!isFirst) return openPage()
    isFirst = false
    return page
  })
  replace(context, 'close', async () => {
    for (const undo of restore) undo()
    for (const remove of listeners) remove()
    // Some tests close a context twice.
    context.close = async () => undefined
    if (isChanged || !(await isReset(used))) await used.close()
    else giveBack()
  })
  return context
}

/** @returns functions that remove the listeners that a visitor adds */
function recordListeners(page: Page, replace: Replace): (() => void)[] {
  const removals: (() => void)[] = []
  for (const name of ['on', 'once', 'addListener'] as const) {
    const original = page[name].bind(page) as unknown as (event: string, listener: Listener) => Page
    const recording = (event: string, listener: Listener) => {
      removals.push(() => page.off(event as 'load', listener as () => void))
      return original(event, listener)
    }
    replace(page, name, recording as unknown as Page[typeof name])
  }
  return removals
}

/** Makes the page that of a new visitor. Returns false if that fails. */
async function isReset({ context, page, options }: Used): Promise<boolean> {
  const { origin } = new URL(options.baseURL)
  try {
    if (new URL(page.url()).origin !== origin) return false
    for (const other of context.pages()) if (other !== page) await other.close()
    await undoSettings(context, page, options)
    // Left first, since a page may store drafts while it is left.
    await page.goto(`${origin}/healthz`, { timeout: RESET_TIMEOUT_MS })
    await page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
    await context.clearCookies()
    return true
  } catch {
    return false
  }
}

async function undoSettings(context: BrowserContext, page: Page, options: BrowserContextOptions): Promise<void> {
  await Promise.all([
    context.unrouteAll({ behavior: 'ignoreErrors' }),
    page.unrouteAll({ behavior: 'ignoreErrors' }),
    context.setOffline(options.offline ?? false),
    page.emulateMedia({
      media: null,
      colorScheme: options.colorScheme ?? 'light',
      contrast: options.contrast ?? 'no-preference',
      forcedColors: options.forcedColors ?? 'none',
      reducedMotion: options.reducedMotion ?? 'no-preference',
    }),
    page.setViewportSize(options.viewport ?? DEFAULT_WINDOW),
  ])
}
