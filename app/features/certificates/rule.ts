/** Who has earned a certificate: a paid seat, and enough of the run's sessions. */

/** Of all sessions of the run, unless the institute sets its own share. */
export const MIN_ATTENDED_PERCENT = 80

export type Attended = { attended: number; sessions: number }

export function qualifies({ attended, sessions }: Attended, minPercent: number): boolean {
  return sessions > 0 && attended * 100 >= sessions * minPercent
}
