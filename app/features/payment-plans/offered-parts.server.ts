/** The parts in which an order would be paid, for those who sell. */
import type { Database } from '../../platform/database/database.server.ts'
import { planOf } from './queries.server.ts'
import { dividedBy, type PlannedPart } from './schedule.ts'

type Sold = {
  courseId: number
  totalHalalas: number
  netHalalas: number
  vatRatePercent: number
  run: { startsAt: Date; endsAt: Date } | null
  now: Date
  /** The least that can be paid online. */
  minimumHalalas: number
}

/** Undefined where the institute has no plan for the course, or the plan leaves fewer than two parts. */
export async function offeredParts(db: Database, sold: Sold): Promise<PlannedPart[] | undefined> {
  const { courseId, totalHalalas, run, now, minimumHalalas } = sold
  if (totalHalalas === 0) return undefined
  const plan = await planOf(db, courseId, totalHalalas)
  const parts = plan && dividedBy(plan, sold, { run, now })
  return parts && arePayable(parts, minimumHalalas) ? parts : undefined
}

/** Whether each of them can be paid online. */
export const arePayable = (parts: readonly { amountHalalas: number }[], minimumHalalas: number): boolean =>
  parts.every(({ amountHalalas }) => amountHalalas >= minimumHalalas)
