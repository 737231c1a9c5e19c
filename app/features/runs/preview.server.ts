/** What rescheduling or cancelling a run will do, and the fingerprint by which the command does what was shown. */
import { createHash } from 'node:crypto'
import { Problem } from '../../api/problem.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { type PurchaseInRun, purchasesInRun } from '../quotes/seats/run-purchases.server.ts'
import { type ConcernedOrder, concernedOrders, type Target, targetsOf } from './action-queries.server.ts'
import type { LockedRun } from './queries.server.ts'
import { peopleInLine } from './waiting-queries.server.ts'

export type Consequences = {
  orders: ConcernedOrder[]
  waiting: number[]
  /** Of companies that have bought seats in the run. */
  purchases: PurchaseInRun[]
  /** The runs to which learners could be moved. */
  targets: Target[]
  target: Target | undefined
  fingerprint: string
}

/**
 * Under the lock of the run, what it shows stays true until the end of the transaction.
 * @throws Problem targetRunUnfit
 */
export async function consequencesFor(
  db: Database,
  run: LockedRun,
  targetId: number | undefined,
  now: Date,
): Promise<Consequences> {
  const targets = await targetsOf(db, run, now)
  const target = targets.find(({ id }) => id === targetId)
  if (targetId !== undefined && !target) throw new Problem('targetRunUnfit')
  const [orders, waiting] = [await concernedOrders(db, run.id), await peopleInLine(db, run.id)]
  const purchases = await purchasesInRun(db, run.id)
  const shown = [
    ...[run.id, run.version, targetId ?? null, orders.map(({ id, status }) => [id, status]), waiting],
    purchases.map(({ quoteId, seats, backHalalas }) => [quoteId, seats, backHalalas]),
  ]
  const fingerprint = createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 32)
  return { orders, waiting, purchases, targets, target, fingerprint }
}

/** @throws Problem previewStale when something has changed since the preview */
export function requireSame({ fingerprint }: Consequences, shown: string): void {
  if (fingerprint !== shown) throw new Problem('previewStale')
}

export const countOf = (orders: readonly ConcernedOrder[], status: ConcernedOrder['status']) =>
  orders.filter((order) => order.status === status).length

/** Mails to learners of these orders. */
export const mailsTo = (orders: readonly ConcernedOrder[]) => orders.filter(({ hasLearner }) => hasLearner).length
