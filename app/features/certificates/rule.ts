/** Who has earned a certificate: a paid seat, and enough of the run's sessions. */

/** Of all sessions of the run. */
export const MIN_ATTENDED_PERCENT = 80

export function qualifies({ attended, sessions }: { attended: number; sessions: number }): boolean {
  return sessions > 0 && attended * 100 >= sessions * MIN_ATTENDED_PERCENT
}
