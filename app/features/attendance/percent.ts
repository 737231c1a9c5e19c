/**
 * The share of the sessions that have ended, in whole percent, to be shown; 100 of all of them only. Who has earned a
 * certificate is decided by the numbers themselves. Null before the first session has ended.
 */
export function attendedPercent(attended: number, ended: number): number | null {
  if (ended === 0) return null
  return attended >= ended ? 100 : Math.min(99, Math.round((attended * 100) / ended))
}
