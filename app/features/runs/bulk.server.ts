/** Commands on many runs: what fails for one says nothing about the others. */

import type { Input } from '../../api/endpoint.ts'
import { Problem } from '../../api/problem.ts'
import { inLang } from '../../locales/localized.ts'
import type { Context } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import { forEachRow } from '../lists/bulk.server.ts'
import type { runBulkEndpoints } from './bulk-contract.ts'
import { findRun, findRuns } from './listing-queries.server.ts'
import { assignTrainer, type LockedRun, type RunChanges, updateRun } from './queries.server.ts'
import { requireRun } from './run-access.server.ts'
import { auditRun, requireTrainers } from './run-changes.server.ts'
import { runFilter } from './run-views.server.ts'
import { undoRun } from './undo.server.ts'

type Calls = typeof runBulkEndpoints
type Bulk = Input<Calls['changeRuns']>
type Which = Pick<Bulk, 'ids' | 'matching'>

/** @throws Problem previewStale when other runs match than those that were counted */
export async function changeRuns(ctx: Context, { ids, matching, ...change }: Bulk) {
  const chosen = await chosenRuns(ctx, { ids, matching })
  const rows = await forEachRow(ctx, namedRuns(ctx, chosen), ({ id }) => changeRun(ctx, id, change))
  return { rows }
}

/** The ids of the chosen runs, or of all that match, in the order of their first days. */
export async function chosenRuns(ctx: Context, { ids = [], matching }: Which): Promise<Set<number>> {
  if (!matching) return new Set(ids)
  const { count, ...asked } = matching
  const page = { limit: count + 1, after: undefined, sort: 'first' } as const
  const found = await findRuns(ctx.db, runFilter(ctx, asked), page, ctx.now())
  if (found.length !== count) throw new Problem('previewStale')
  return new Set(found.map(({ id }) => id))
}

/** By their courses; a run that there is not has no name. */
export async function* namedRuns(ctx: Context, ids: Iterable<number>) {
  for (const id of ids) {
    const run = await findRun(ctx.db, id, null, ctx.now())
    yield { id, name: run ? inLang(run.course.name, ctx.lang) : null }
  }
}

function changeRun(ctx: Context, id: number, { action, trainerId, tag }: Omit<Bulk, 'ids' | 'matching'>) {
  return ctx.db.transaction().execute(async (tx) => {
    const run = await requireRun(tx, id)
    if (action === 'assignTrainer') return giveTrainer(tx, ctx, run, trainerId!)
    if (action === 'undo') return undoRun(tx, ctx, run)
    const changes = CHANGES[action](run, tag ?? '', ctx.now())
    if (!changes) return false
    await updateRun(tx, id, changes)
    await auditRun(tx, ctx, action.endsWith('Tag') ? 'run.tag' : 'run.edit', run, changes)
    return true
  })
}

/** What a command changes of a run; nothing where it is so already. */
const CHANGES: Record<
  Exclude<Bulk['action'], 'assignTrainer' | 'undo'>,
  (run: LockedRun, tag: string, now: Date) => RunChanges | undefined
> = {
  openEnrolment: (run, _tag, now) => {
    if (run.startsAt <= now) throw new Problem('runBegun')
    const opens = run.enrolmentOpensAt !== null && run.enrolmentOpensAt > now
    const isClosed = run.enrolmentClosesAt <= now
    return opens || isClosed
      ? { ...(opens && { enrolmentOpensAt: null }), ...(isClosed && { enrolmentClosesAt: run.startsAt }) }
      : undefined
  },
  closeEnrolment: (run, _tag, now) => {
    if (run.enrolmentClosesAt <= now) return undefined
    const opens = run.enrolmentOpensAt !== null && run.enrolmentOpensAt >= now
    return { enrolmentClosesAt: now, ...(opens && { enrolmentOpensAt: null }) }
  },
  addTag: ({ tags }, tag) => {
    if (tags.includes(tag)) return undefined
    if (tags.length >= MAX_TAGS_OF_RUN) throw new Problem('tooManyTags', { count: MAX_TAGS_OF_RUN })
    return { tags: [...tags, tag] }
  },
  removeTag: ({ tags }, tag) => (tags.includes(tag) ? { tags: tags.filter((one) => one !== tag) } : undefined),
}

const MAX_TAGS_OF_RUN = 10

/** All sessions that have not begun. @throws Problem runEnded, trainerNotFound */
async function giveTrainer(tx: Tx, ctx: Context, run: LockedRun, trainerId: number): Promise<boolean> {
  await requireTrainers(tx, [trainerId])
  if (run.endsAt <= ctx.now()) throw new Problem('runEnded')
  const former = await assignTrainer(tx, run.id, trainerId, ctx.now())
  if (former.length === 0) return false
  await updateRun(tx, run.id, {})
  await auditRun(tx, ctx, 'run.session', run, {}, { trainerId, sessions: former.length, former })
  return true
}
