import { HOUR_MS } from '../../platform/durations.ts'

/** Codes are counted per hour, so no wait is longer. */
const MAX_WAIT_MS = HOUR_MS

export type CodeWait = { until: string; now: string }

/** The wait that the page's address contains, so that it survives a reload. */
export function waitFromQuery(query: URLSearchParams, at: Date): CodeWait | null {
  const now = at.getTime()
  const resendAt = Number(query.get('resendAt'))
  const waits = resendAt > now && resendAt <= now + MAX_WAIT_MS
  return waits ? { until: new Date(resendAt).toISOString(), now: at.toISOString() } : null
}

export function waitFromSeconds(now: Date, seconds: number): CodeWait | null {
  if (seconds <= 0) return null
  return { until: new Date(now.getTime() + seconds * 1000).toISOString(), now: now.toISOString() }
}
