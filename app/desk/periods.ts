/** Months and quarters to choose from, as days in Riyadh. */
import { plusDays } from '../platform/days.ts'

export type Period = { from: string; to: string }

/** The `months` months, a month or a quarter, that `day` lies in; `ago` counts whole ones back. */
function monthsAround(day: string, months: 1 | 3, ago: number): Period {
  const [year, month] = day.split('-').map(Number) as [number, number]
  const first = Math.floor((month - 1) / months) * months - ago * months
  const dayOf = (index: number) => new Date(Date.UTC(year, index, 1)).toISOString().slice(0, 10)
  return { from: dayOf(first), to: plusDays(dayOf(first + months), -1) }
}

export const PERIODS = ['thisMonth', 'lastMonth', 'thisQuarter', 'lastQuarter'] as const

export type Periods = Record<(typeof PERIODS)[number], Period>

export function periodsOf(today: string): Periods {
  return {
    thisMonth: monthsAround(today, 1, 0),
    lastMonth: monthsAround(today, 1, 1),
    thisQuarter: monthsAround(today, 3, 0),
    lastQuarter: monthsAround(today, 3, 1),
  }
}
