/**
 * Parts of a page and its data that did not come. What was asked for is not lost: it waits until somebody tries again,
 * so the page as it stands, with what was typed into it, stays. See docs/decisions/0013.
 */
import { AWAY, inTime, wholeAnswer } from './page-parts.ts'

const RELOADED_INTO = 'reloadedInto'

/** Where the visitor is on the way to. */
export type Journey = {
  target: string
  /** Whether going there as a whole document would lose nothing: a form that was refused stands on this page. */
  mayLeave: boolean
}

let journey: Journey | undefined
let offline = false
/** A part of the page that is open: a style, a widget. */
let broken = false
/** Styles that failed while there was no connection: asked for again when it is back. */
const lostStyles = new Set<HTMLLinkElement>()
type Waiting = { isPart: boolean; since: number; ofJourney: boolean; wake: (byVisitor: boolean) => void }
const waiting = new Set<Waiting>()
/** The router tells of a journey so much later than it asks for its parts, at most. */
const TOLD_WITHIN_MS = 1000

const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}
export function onTrouble(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export type Trouble = 'connection' | 'part'
/** What a visitor has to know; what waits for no journey concerns nobody. */
export function troubleNow(): Trouble | undefined {
  if (offline) return 'connection'
  if (journey && waiting.size > 0) return [...waiting].every(({ isPart }) => isPart) ? 'part' : 'connection'
  return broken ? 'part' : undefined
}

/** Each new journey is another try for what an earlier one did not get. */
export function setJourney(to: Journey | undefined) {
  const begins = to !== undefined && to.target !== journey?.target
  journey = to
  if (begins) for (const one of waiting) if (!isOfThis(one)) one.wake(false)
  if (to) broken = false
  tell()
}

/** What failed before its own journey was told of is no earlier one's: data waits for the visitor, a part looks again. */
function isOfThis(one: Waiting): boolean {
  const isOwn = !one.ofJourney && performance.now() - one.since < TOLD_WITHIN_MS
  one.ofJourney = true
  return isOwn && !one.isPart
}

/** What the button of the notice does. */
export async function tryAgain() {
  if (waiting.size > 0) {
    for (const { wake } of waiting) wake(true)
  } else if (journey?.mayLeave) {
    await leaveFor(journey.target)
  } else if (broken) {
    await leaveFor(here())
  }
  if (offline && (await reachable(here()))) setOffline(false)
}

/** Loads a part of the page that failed to load; never fails itself. */
export async function partAgain<T>(load: () => Promise<T>): Promise<T> {
  for (let [first, asked] = [true, false]; ; ) {
    try {
      if (!first) return await inTime(load())
      throw new Error('It has failed already.')
    } catch {
      const may = journey?.mayLeave && (asked || (first && !reloadedInto(journey.target)))
      // A newer version of the site may have taken its place: the whole document knows what it is made of.
      if (may && (await leaveFor(journey!.target))) return new Promise(() => {})
      // On a slow machine the part fails before it is told where the visitor is going: that comes with the next wake.
      first &&= journey === undefined
      asked = await anotherTry(true)
    }
  }
}

/** Asks again for a page's data. A form is sent again only by who sent it. */
export async function pageDataAgain(ask: () => Promise<Response>, init: RequestInit | undefined): Promise<Response> {
  const isRead = (init?.method ?? 'GET') === 'GET'
  for (;;) {
    while (!(await anotherTry(false, init?.signal)) && !isRead);
    init?.signal?.throwIfAborted()
    try {
      return await inTime(wholeAnswer(ask()))
    } catch (error) {
      if (init?.signal?.aborted) throw error
    }
  }
}

/** Waits for a press, for the connection, for another journey. @returns whether the visitor asked for it */
function anotherTry(isPart: boolean, signal?: AbortSignal | null): Promise<boolean> {
  return new Promise((resolve) => {
    const wake = (byVisitor: boolean) => {
      waiting.delete(one)
      resolve(byVisitor)
      tell()
    }
    const one = { isPart, since: performance.now(), ofJourney: journey !== undefined, wake }
    waiting.add(one)
    signal?.addEventListener('abort', () => wake(true))
    tell()
  })
}

/** Goes there as a whole document, if there is an answer: the browser's own failure page would lose everything. */
async function leaveFor(target: string): Promise<boolean> {
  // Without a connection it is only waited for: when it comes back, what waits is asked for again on this page.
  if (offline || !(await reachable(target))) return false
  sessionStorage.setItem(RELOADED_INTO, target)
  if (target === here()) location.reload()
  else location.assign(target)
  return true
}

const here = () => location.pathname + location.search
const reloadedInto = (target: string) => sessionStorage.getItem(RELOADED_INTO) === target

async function reachable(address: string): Promise<boolean> {
  try {
    const { status } = await fetch(address, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(10_000) })
    return !AWAY.includes(status)
  } catch {
    return false
  }
}

function setOffline(is: boolean) {
  offline = is
  if (!is) {
    for (const { wake } of waiting) wake(false)
    // Only a new element is fetched anew.
    for (const link of lostStyles) link.replaceWith(link.cloneNode())
    lostStyles.clear()
  }
  tell()
}

/** Listens to the connection, and for parts that nobody else answers for. */
function watch() {
  setOffline(!navigator.onLine)
  window.addEventListener('offline', () => setOffline(true))
  window.addEventListener('online', () => setOffline(false))
  window.addEventListener('unhandledrejection', ({ reason }) => {
    // What Chromium, Firefox and Safari say of an `import()` that failed.
    if (/dynamically imported module|importing a module script failed/i.test(String(reason?.message))) partBroke()
  })
  document.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.relList.contains('stylesheet')) styleBroke(target)
    },
    true,
  )
}

function partBroke() {
  broken = true
  tell()
}

/** A style of the page to come: that page is loaded whole, once. One of the page that is here: told. */
async function styleBroke(link: HTMLLinkElement) {
  if (offline) {
    lostStyles.add(link)
    return
  }
  const target = journey?.mayLeave && !reloadedInto(journey.target) ? journey.target : undefined
  if (!target || !(await leaveFor(target))) partBroke()
}

watch()
