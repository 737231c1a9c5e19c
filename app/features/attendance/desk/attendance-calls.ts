/**
 * The calls of attendance that the page of a session makes by itself: the forms of the router would replace the page by
 * an error when the connection is away.
 */
import type { Lang } from '../../../locales/lang.ts'
import type { AttendanceSession, MarkState, Verdict } from '../contract.ts'
import type { KeptMark, Scan } from './device-queue.ts'

export type SessionAttendee = { orderId: string; reference: string; name: string; state: MarkState | null }
export type Verdicts = { id: string; verdict: Verdict; name: string | null }[]

/** `away`: the server was not reached or is down, so that trying again may help. */
export type Answer<T> =
  | { is: 'done'; data: T }
  | { is: 'away' | 'signedOut' }
  | { is: 'refused'; code: string; message: string }

/** Then a call counts as lost; it is repeated, which changes nothing where it had arrived. */
const CALL_TIMEOUT_MS = 10_000
/** As many as one call takes, see `MAX_SCANS`. */
const SCANS_AT_ONCE = 200

export const readSession = (lang: Lang, sessionId: number) =>
  call<AttendanceSession & { attendees: SessionAttendee[] }>(lang, 'GET', String(sessionId))

export const markAttendee = (lang: Lang, sessionId: number, { orderId, state, early, at }: KeptMark) =>
  call<{ state: MarkState }>(lang, 'POST', `${sessionId}/marks`, { orderId, state, early, at })

export const sendScans = (lang: Lang, sessionId: number, scans: readonly Scan[], early: boolean) =>
  call<{ verdicts: Verdicts }>(lang, 'POST', `${sessionId}/scans`, { scans: scans.slice(0, SCANS_AT_ONCE), early })

async function call<T>(lang: Lang, method: 'GET' | 'POST', path: string, body?: object): Promise<Answer<T>> {
  try {
    const response = await fetch(`/api/admin/attendance/${path}`, {
      method,
      headers: { 'Accept-Language': lang, ...(body ? { 'Content-Type': 'application/json' } : {}) },
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const answer = await response.json()
    if (response.ok) return { is: 'done', data: answer.data }
    if (response.status === 401) return { is: 'signedOut' }
    if (response.status === 429 || response.status >= 500) return { is: 'away' }
    return { is: 'refused', code: answer.error.code, message: answer.error.description }
  } catch {
    return { is: 'away' }
  }
}
