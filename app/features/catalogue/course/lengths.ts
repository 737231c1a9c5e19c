/** The duration of lessons as text. */
import type { course } from '../../../locales/ar/course.ts'

/** From this number of minutes on hours are shown: a diploma's unit takes thousands of minutes. */
const HOURS_FROM = 120

/** `45 minutes`, `2.5 hours`, `40 hours`. */
export function lengthText(minutes: number, t: Pick<typeof course, 'minutes' | 'hoursLong'>): string {
  return minutes < HOURS_FROM ? t.minutes(minutes) : t.hoursLong(Math.round(minutes / 30) / 2)
}

export function totalMinutes(lessons: readonly { minutes: number }[]): number {
  return lessons.reduce((sum, { minutes }) => sum + minutes, 0)
}
