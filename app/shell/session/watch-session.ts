import type { Lang } from '../../locales/lang.ts'
import { unreadText } from '../../locales/unread-text.ts'
import { clearDraft } from '../../ui/fields/use-draft.ts'
import { clearRememberedVisitor, isRemembered, rememberVisitor } from './remembered-visitor.ts'

const DELAY_MS = 10
/** The splash is shown no longer than this; the server checks every request anyway. */
const SPLASH_MS = 8000
const REFUSALS = [401, 403]
const CHECKING = 'data-checking'

type Router = {
  revalidate: () => Promise<void>
  isUnderWay: () => boolean
  /** Called once after signing in. */
  welcome: () => void
}

/**
 * Checks whether the session of a signed-in browser is still valid, and signs out silently if not; a missing connection
 * does not count as a refusal. The server has checked the session of a page that it sent, but a page from the browser's
 * back/forward cache may be older than the session's end: until it is checked again, the splash covers it. It is added
 * when the page enters the cache, so that nothing is visible when the page comes back. A page that was left during a
 * navigation is reloaded.
 * @param email of whom the page was made for
 */
export function watchSession(
  lang: Lang,
  email: string,
  { revalidate, isUnderWay, welcome }: Router,
  signal: AbortSignal,
): void {
  if (signal.aborted) return
  const root = document.documentElement
  const call = (path: string, method: string, until = signal) =>
    fetch(path, { method, headers: { 'Accept-Language': lang }, signal: until })
  async function check(until?: AbortSignal) {
    const answer = await call('/api/auth/user-info', 'GET', until)
    if (answer.ok) {
      if (!isRemembered()) {
        welcome()
        // What was typed to open the account is done with.
        clearDraft('sign-up')
      }
      const { data } = await answer.json()
      rememberVisitor(data, new Date())
      // Since the page went into memory somebody else has signed in, or a notification was read.
      const shown = document.querySelector<HTMLElement>('header [data-count]')?.dataset.count
      if (data.userData.email !== email || unreadText(data.unreadNotifications) !== shown) await revalidate()
      return
    }
    if (!REFUSALS.includes(answer.status)) return
    clearRememberedVisitor()
    await call('/api/Auth/logout', 'POST')
    await revalidate()
  }
  const goesIntoMemory = ({ persisted }: PageTransitionEvent) => root.toggleAttribute(CHECKING, persisted)
  const comesBack = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return
    // It was left for the payment page with a pending submit button, which would stay pending.
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
