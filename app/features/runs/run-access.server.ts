/** Which runs a person may see, and what stops a change of one. */
import { Problem } from '../../api/problem.ts'
import { type Right, scopesOf } from '../../api/rights.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import { type LockedRun, lockRun } from './queries.server.ts'

/** The account to whose own runs the person is limited; null for those who see all runs. */
export function ownRunsOf(ctx: Context, right: Right = 'runs.view'): number | null {
  return scopesOf(ctx.user, right).has('all') ? null : requireUser(ctx).id
}

/** Locks a run that may be changed. @throws Problem runNotFound, runCancelled */
export async function requireRun(tx: Tx, id: number): Promise<LockedRun> {
  const run = await lockRun(tx, id)
  if (!run) throw new Problem('runNotFound')
  if (run.cancelledAt) throw new Problem('runCancelled')
  return run
}
