import type { QuoteLineView } from '../desk-contract.ts'

type Line = Pick<QuoteLineView, 'seats'> & {
  course: { name: string }
  run: Pick<NonNullable<QuoteLineView['run']>, 'id' | 'startsAt' | 'seatsLeft'> | null
}

/** The runs in which a quote offers more seats than are free, all its lines together. Who waits for a seat goes first. */
export function shortRuns(lines: readonly Line[]) {
  const runs = new Map<number, { id: number; course: string; startsAt: string; wanted: number; seatsLeft: number }>()
  for (const { run, seats, course } of lines) {
    if (!run) continue
    const { id, startsAt } = run
    const seatsLeft = Math.max(0, run.seatsLeft)
    runs.set(id, { id, course: course.name, startsAt, seatsLeft, wanted: (runs.get(id)?.wanted ?? 0) + seats })
  }
  return [...runs.values()].filter(({ wanted, seatsLeft }) => wanted > seatsLeft)
}
