import type { Lang } from '../../locales/lang.ts'
import { clearRememberedVisitor, rememberVisitor } from './remembered-visitor.ts'

const DELAY_MS = 10
/** Longer than this nobody looks at a splash; the server checks each request anyway. */
const SPLASH_MS = 8000
const REFUSALS = [401, 403]
const CHECKING = 'data-checking'

type Router = { revalidate: () => Promise<void>; isUnderWay: () => boolean }

/**
 * Asks whether the session of a signed-in browser still stands, and signs out silently when it doesn't; no connection
 * is no refusal. The server checked it for the page that it sent. But a page that the browser kept in its memory may be
 * older than the session's end: until it has been checked again, the splash stands before it. It is put up when the
 * page goes into the memory, so that nothing is seen before it when the page comes back. One that was on its way
 * elsewhere when it was left is read anew.
 */
export function watchSession(lang: Lang, { revalidate, isUnderWay }: Router, signal: AbortSignal): void {
  if (signal.aborted) return
  const root = document.documentElement
  const call = (path: string, method: string, until = signal) =>
    fetch(path, { method, headers: { 'Accept-Language': lang }, signal: until })
  async function check(until?: AbortSignal) {
    const answer = await call('/api/auth/user-info', 'GET', until)
    if (answer.ok) return rememberVisitor((await answer.json()).data, new Date())
    if (!REFUSALS.includes(answer.status)) return
    clearRememberedVisitor()
    await call('/api/Auth/logout', 'POST')
    await revalidate()
  }
  const goesIntoMemory = ({ persisted }: PageTransitionEvent) => root.toggleAttribute(CHECKING, persisted)
  const comesBack = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return
    // It left for the payment page with its button pressed, and would wait for that press for ever.
    if (isUnderWay()) return location.reload()
    check(AbortSignal.timeout(SPLASH_MS))
      .catch(() => {})
      .finally(() => root.removeAttribute(CHECKING))
  }
  const timer = setTimeout(() => check().catch(() => {}), DELAY_MS)
  window.addEventListener('pagehide', goesIntoMemory, { signal })
  window.addEventListener('pageshow', comesBack, { signal })
  signal.addEventListener('abort', () => {
    clearTimeout(timer)
    root.removeAttribute(CHECKING)
  })
}
