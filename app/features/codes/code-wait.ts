import { HOUR_MS } from '../../platform/durations.ts'

/** No wait for another code is longer than the hour in which codes are counted. */
const MAX_WAIT_MS = HOUR_MS

export type CodeWait = { until: string; now: string }

/** Until when the page's address says that another code may not be asked for: it survives a reload. */
export function waitFromQuery(query: URLSearchParams, at: Date): CodeWait | null {
  const now = at.getTime()
  const resendAt = Number(query.get('resendAt'))
  const waits = resendAt > now && resendAt <= now + MAX_WAIT_MS
  return waits ? { until: new Date(resendAt).toISOString(), now: at.toISOString() } : null
}

/** For so many seconds from now. */
export function waitFromSeconds(now: Date, seconds: number): CodeWait | null {
  if (seconds <= 0) return null
  return { until: new Date(now.getTime() + seconds * 1000).toISOString(), now: now.toISOString() }
}
