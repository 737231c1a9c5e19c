import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { useLang } from '../locales/texts.tsx'
import { forgetVisitor, rememberVisitor } from './remembered-visitor.ts'

const DELAY_MS = 10
const REFUSALS = [401, 403]

/**
 * Asks once whether the session of a signed-in browser still stands, and signs out silently when it doesn't. A page
 * that came back from the browser's memory may be older than the session's end; no connection is no refusal.
 */
export default function SessionCheck() {
  const lang = useLang()
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const stop = new AbortController()
    const call = (path: string, method: string) =>
      fetch(path, { method, headers: { 'Accept-Language': lang }, signal: stop.signal })
    async function check() {
      const answer = await call('/api/auth/user-info', 'GET')
      if (answer.ok) return rememberVisitor((await answer.json()).data, new Date())
      if (!REFUSALS.includes(answer.status)) return
      forgetVisitor()
      await call('/api/Auth/logout', 'POST')
      await revalidate()
    }
    const timer = setTimeout(() => check().catch(() => {}), DELAY_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [lang, revalidate])
  return null
}
