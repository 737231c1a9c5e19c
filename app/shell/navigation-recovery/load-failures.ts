/**
 * Chunks and data of pages that failed to load. A failed load is not lost: it waits for a retry, and the open page stays
 * with what was typed into it. See decision 0013.
 */
import { completeResponse, ServerUnavailable, UNAVAILABLE_STATUSES, withTimeout } from './load-attempt.ts'

const RELOADED_INTO = 'reloadedInto'

export type PendingNavigation = {
  target: string
  /** Whether opening the target as a new document would lose nothing; false while a refused form is on this page. */
  mayReload: boolean
}

let navigation: PendingNavigation | undefined
let isOffline = false
/** A stylesheet or widget of the open page is missing. */
let isPageIncomplete = false
/** Stylesheets that failed while offline, requested again when the connection is back. */
const failedStylesheets = new Set<HTMLLinkElement>()
type WaitingLoad = {
  what: LoadFailure
  since: number
  hasNavigation: boolean
  isForm: boolean
  retry: (byVisitor: boolean) => void
}
const waiting = new Set<WaitingLoad>()
/** The router reports a navigation after it requests the chunks for it, at most this much later. */
const NAVIGATION_REPORT_MS = 1000

const listeners = new Set<() => void>()
const notify = () => {
  for (const listener of listeners) listener()
}
export function onLoadFailure(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * The server answers that it is unavailable, the connection broke, or a part of the page is missing. While the browser
 * knows that it is offline, everything but a form goes on by itself when it is back.
 */
export type LoadFailure = 'server' | 'connection' | 'offline' | 'part'
/** What the visitor has to know. Loads that wait without a navigation, such as prefetches, are not reported. */
export function currentLoadFailure(): LoadFailure | undefined {
  if (isOffline) return Array.from(waiting).some(({ isForm }) => isForm) ? 'connection' : 'offline'
  if (navigation && waiting.size > 0) {
    const missing = new Set(Array.from(waiting, ({ what }) => what))
    return missing.has('server') ? 'server' : missing.has('connection') ? 'connection' : 'part'
  }
  return isPageIncomplete ? 'part' : undefined
}

/** Each new navigation retries what failed before it. */
export function setNavigation(pending: PendingNavigation | undefined) {
  const isNew = pending !== undefined && pending.target !== navigation?.target
  navigation = pending
  if (isNew) for (const load of waiting) if (!belongsToNavigation(load)) load.retry(false)
  if (pending) isPageIncomplete = false
  notify()
}

/**
 * What failed just before the navigation was reported belongs to it, not to an earlier one. Then data waits for the
 * visitor, while a chunk decides anew, now that its target is known.
 */
function belongsToNavigation(load: WaitingLoad): boolean {
  const isOwn = !load.hasNavigation && performance.now() - load.since < NAVIGATION_REPORT_MS
  load.hasNavigation = true
  return isOwn && load.what !== 'part'
}

/** What the notice's button does. */
export async function tryAgain() {
  if (waiting.size > 0) {
    for (const { retry } of waiting) retry(true)
  } else if (navigation?.mayReload) {
    await openDocument(navigation.target)
  } else if (isPageIncomplete) {
    await openDocument(currentPath())
  }
  if (isOffline && (await isReachable(currentPath()))) setOffline(false)
}

/** Loads a chunk that failed to load, until it succeeds or the target is opened as a document. */
export async function retryChunk<T>(load: () => Promise<T>): Promise<T> {
  for (let [isFirst, byVisitor] = [true, false]; ; ) {
    try {
      if (!isFirst) return await withTimeout(load())
      throw new Error('It has failed already.')
    } catch {
      const mayReload = navigation?.mayReload && (byVisitor || (isFirst && !wasReloadedInto(navigation.target)))
      // A newer version of the site may have replaced the file: a new document names the current one.
      if (mayReload && (await openDocument(navigation!.target))) return new Promise(() => {})
      // On a slow machine the chunk fails before the navigation is reported: that retries it, and the target is known.
      isFirst &&= navigation === undefined
      byVisitor = await waitForRetry('part')
    }
  }
}

/**
 * Requests a page's data again. A form is sent again only when the visitor asks for it.
 * @param failure why the first request failed
 */
export async function retryPageData(
  request: () => Promise<Response>,
  init: RequestInit | undefined,
  failure: unknown,
): Promise<Response> {
  const isRead = (init?.method ?? 'GET') === 'GET'
  for (let reason = failure; ; ) {
    const what = reason instanceof ServerUnavailable ? 'server' : 'connection'
    while (!(await waitForRetry(what, !isRead, init?.signal)) && !isRead);
    init?.signal?.throwIfAborted()
    try {
      return await withTimeout(completeResponse(request()))
    } catch (error) {
      if (init?.signal?.aborted) throw error
      reason = error
    }
  }
}

/** Waits for the button, the connection or a new navigation. @returns whether the visitor asked for it */
function waitForRetry(what: LoadFailure, isForm = false, signal?: AbortSignal | null): Promise<boolean> {
  return new Promise((resolve) => {
    const retry = (byVisitor: boolean) => {
      waiting.delete(load)
      resolve(byVisitor)
      notify()
    }
    const load = { what, since: performance.now(), hasNavigation: navigation !== undefined, isForm, retry }
    waiting.add(load)
    signal?.addEventListener('abort', () => retry(true))
    notify()
  })
}

/** Opens the target as a new document, unless the server does not answer: the browser's error page would lose this one. */
async function openDocument(target: string): Promise<boolean> {
  // Offline, loads wait: when the connection is back they are retried on this page.
  if (isOffline || !(await isReachable(target))) return false
  sessionStorage.setItem(RELOADED_INTO, target)
  if (target === currentPath()) location.reload()
  else location.assign(target)
  return true
}

const currentPath = () => location.pathname + location.search
const wasReloadedInto = (target: string) => sessionStorage.getItem(RELOADED_INTO) === target

async function isReachable(url: string): Promise<boolean> {
  try {
    const { status } = await fetch(url, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(10_000) })
    return !UNAVAILABLE_STATUSES.includes(status)
  } catch {
    return false
  }
}

function setOffline(is: boolean) {
  isOffline = is
  if (!is) {
    for (const { retry } of waiting) retry(false)
    // Only a new element is requested again.
    for (const link of failedStylesheets) link.replaceWith(link.cloneNode())
    failedStylesheets.clear()
  }
  notify()
}

/** Listens to the connection, and for failed loads that no caller handles. */
function watch() {
  setOffline(!navigator.onLine)
  window.addEventListener('offline', () => setOffline(true))
  window.addEventListener('online', () => setOffline(false))
  window.addEventListener('unhandledrejection', ({ reason }) => {
    // The messages of Chromium, Firefox and Safari for an `import()` that failed.
    if (/dynamically imported module|importing a module script failed/i.test(String(reason?.message))) {
      markPageIncomplete()
    }
  })
  document.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.relList.contains('stylesheet')) onStylesheetError(target)
    },
    true,
  )
}

function markPageIncomplete() {
  isPageIncomplete = true
  notify()
}

/** For a stylesheet of the next page, that page is opened as a document, once. One of the open page is reported. */
async function onStylesheetError(link: HTMLLinkElement) {
  if (isOffline) {
    failedStylesheets.add(link)
    return
  }
  const target = navigation?.mayReload && !wasReloadedInto(navigation.target) ? navigation.target : undefined
  if (!target || !(await openDocument(target))) markPageIncomplete()
}

watch()
