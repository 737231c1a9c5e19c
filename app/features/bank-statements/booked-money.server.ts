/** What of the money that staff booked by hand may be that of movements which name no order. */
import type { Database } from '../../platform/database/database.server.ts'
import { instantOf, plusDays } from '../../platform/days.ts'
import { bookedAlike, MAX_DAYS_APART } from './booked-alike.ts'
import { type BookedSale, bookedOrders, bookedPurchases } from './booked-queries.server.ts'
import type { OpenLine } from './matching.ts'

type Line = OpenLine & { day: string }

/** @param lines those that name no order and no quote */
export async function bookedMoney(db: Database, lines: readonly Line[]): Promise<(line: Line) => BookedSale[]> {
  if (lines.length === 0) return () => []
  const days = lines.map(({ day }) => day).toSorted()
  const search = {
    from: instantOf(plusDays(days[0]!, -MAX_DAYS_APART)),
    until: instantOf(plusDays(days.at(-1)!, MAX_DAYS_APART + 1)),
    amounts: lines.map(({ leftHalalas }) => leftHalalas),
  }
  const money = (await Promise.all([bookedOrders(db, search), bookedPurchases(db, search)])).flat()
  return (line) => bookedAlike(line, money)
}
