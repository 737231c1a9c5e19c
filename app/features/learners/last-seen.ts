import { DAY_MS } from '../../platform/durations.ts'

/** Choices of when learners used their account last. */
export const SEEN_CHOICES = ['week', 'month', 'notThreeMonths', 'notYear', 'never'] as const
export type SeenChoice = (typeof SEEN_CHOICES)[number]

const DAYS = { week: 7, month: 30, notThreeMonths: 90, notYear: 365 } as const

/** From when, or until when, the accounts were used; those that nobody used yet are for `never` alone. */
export function seenBetween(choice: SeenChoice, now: Date): { from?: Date; before?: Date } | 'never' {
  if (choice === 'never') return 'never'
  const moment = new Date(now.getTime() - DAYS[choice] * DAY_MS)
  return choice === 'week' || choice === 'month' ? { from: moment } : { before: moment }
}
