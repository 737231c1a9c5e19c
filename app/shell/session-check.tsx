import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { useLang } from '../locales/texts.tsx'
import { forgetVisitor, rememberVisitor } from './remembered-visitor.ts'
import styles from './session-check.module.css'

const DELAY_MS = 10
/** Longer than this nobody looks at a splash; the server checks each request anyway. */
const SPLASH_MS = 8000
const REFUSALS = [401, 403]
const CHECKING = 'data-checking'

/**
 * Asks whether the session of a signed-in browser still stands, and signs out silently when it doesn't; no connection
 * is no refusal. The server checked it for the page that it sent. But a page that the browser kept in its memory may be
 * older than the session's end: until it has been checked again, the splash stands before it. It is put up when the
 * page goes into the memory, so that nothing is seen before it when the page comes back.
 */
export default function SessionCheck() {
  const lang = useLang()
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const root = document.documentElement
    const stop = new AbortController()
    const call = (path: string, method: string, signal = stop.signal) =>
      fetch(path, { method, headers: { 'Accept-Language': lang }, signal })
    async function check(signal?: AbortSignal) {
      const answer = await call('/api/auth/user-info', 'GET', signal)
      if (answer.ok) return rememberVisitor((await answer.json()).data, new Date())
      if (!REFUSALS.includes(answer.status)) return
      forgetVisitor()
      await call('/api/Auth/logout', 'POST')
      await revalidate()
    }
    const goesIntoMemory = ({ persisted }: PageTransitionEvent) => root.toggleAttribute(CHECKING, persisted)
    const comesBack = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      check(AbortSignal.timeout(SPLASH_MS))
        .catch(() => {})
        .finally(() => root.removeAttribute(CHECKING))
    }
    const timer = setTimeout(() => check().catch(() => {}), DELAY_MS)
    window.addEventListener('pagehide', goesIntoMemory)
    window.addEventListener('pageshow', comesBack)
    return () => {
      clearTimeout(timer)
      stop.abort()
      window.removeEventListener('pagehide', goesIntoMemory)
      window.removeEventListener('pageshow', comesBack)
      root.removeAttribute(CHECKING)
    }
  }, [lang, revalidate])
  return (
    <div className={styles.splash} data-splash aria-hidden>
      <img src="/brand/mark.svg" alt="" width={72} height={72} />
    </div>
  )
}
