/** Moments as fields of forms have them: `2026-12-06T17:00`, in Riyadh. */
import { clockOf, dayOf } from '../platform/days.ts'

export function localMoment(iso: string | null): string {
  if (iso === null) return ''
  const at = new Date(iso)
  return `${dayOf(at)}T${clockOf(at)}`
}

/** What cannot be read stays as it is: the call refuses it at its field. */
export function momentIn(text: string): string | null {
  if (text.trim() === '') return null
  const at = new Date(`${text}:00+03:00`)
  return Number.isNaN(at.getTime()) ? text : at.toISOString()
}
