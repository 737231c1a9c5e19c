/** The share of the sessions that have ended, in whole percent, rounded down; null before the first one has. */
export function attendedPercent(attended: number, ended: number): number | null {
  return ended === 0 ? null : Math.min(100, Math.floor((attended * 100) / ended))
}
