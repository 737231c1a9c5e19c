/** Merging two accounts of one person, in one transaction. */
import { createHash } from 'node:crypto'
import type { Input } from '../../../api/endpoint.ts'
import type { Operations } from '../../../api/local-api.server.ts'
import { Problem } from '../../../api/problem.ts'
import { isStaff } from '../../../api/rights.ts'
import { inLang } from '../../../locales/localized.ts'
import { type Context, requireUser } from '../../../platform/context.server.ts'
import { writeAudit } from '../../audit/queries.server.ts'
import { emptyMerged } from '../../personal-data/erase.server.ts'
import { deletePicture } from '../../profile/picture-files.server.ts'
import { addNote, findLearner, lockLearner } from '../queries.server.ts'
import type { accountMergingEndpoints, Merging } from './merging-contract.ts'
import { countMoves, findClashes, keepAddresses, moveBelongings, type Pair } from './merging-queries.server.ts'

type Calls = typeof accountMergingEndpoints

export const accountMergingOperations: Operations<Calls> = {
  mergingPreview: async (ctx, { id, into }) => previewOf(ctx, { from: id, into }),
  mergeLearner,
}

async function accountsOf(ctx: Context, pair: Pair) {
  if (pair.from === pair.into) throw new Problem('sameAccount')
  const [from, into] = await Promise.all([findLearner(ctx.db, pair.from), findLearner(ctx.db, pair.into)])
  if (!from || !into) throw new Problem('notFound')
  // Roles are given to a person by an Owner, and never come along with orders.
  if (isStaff(from) || isStaff(into)) throw new Problem('staffAccount')
  return { from, into }
}

async function previewOf(ctx: Context, pair: Pair): Promise<Merging> {
  const { from, into } = await accountsOf(ctx, pair)
  const [{ reviewsLeft, ...moves }, found] = await Promise.all([countMoves(ctx.db, pair), findClashes(ctx.db, pair)])
  const clashes = found.map((clash) => ({ ...clash, course: inLang(clash.course, ctx.lang) }))
  const references = found.map((clash) => [clash.from, clash.into])
  const shown = JSON.stringify([pair, moves, reviewsLeft, references])
  return {
    from: { id: from.id, name: from.name, email: from.email },
    into: { id: into.id, name: into.name, email: into.email },
    ...{ moves, reviewsLeft, clashes },
    fingerprint: createHash('sha256').update(shown).digest('base64url').slice(0, 32),
  }
}

async function mergeLearner(ctx: Context, { id, into, reason, fingerprint }: Input<Calls['mergeLearner']>) {
  const authorId = requireUser(ctx).id
  const now = ctx.now()
  const pair = { from: id, into }
  const emptied = await ctx.db.transaction().execute(async (tx) => {
    if (id === into) throw new Problem('sameAccount')
    // In one order, so that two mergings of the same accounts do not wait for each other.
    const locked: Awaited<ReturnType<typeof lockLearner>>[] = []
    for (const one of [id, into].sort((a, b) => a - b)) locked.push(await lockLearner(tx, one))
    const [merged, kept] = [id, into].map((one) => locked.find((row) => row?.id === one))
    if (!merged || !kept) throw new Problem('notFound')
    const preview = await previewOf({ ...ctx, db: tx }, pair)
    if (preview.clashes.length > 0) throw new Problem('accountsClash')
    if (preview.fingerprint !== fingerprint) throw new Problem('previewStale')
    await moveBelongings(tx, pair, { from: merged.email, into: kept.email })
    await keepAddresses(tx, pair, merged.email, now)
    const before = await emptyMerged(ctx, tx, merged)
    await addNote(tx, { userId: into, at: now, authorId, kind: 'merge', note: reason })
    await writeAudit(tx, ctx, {
      action: 'learner.merge',
      reference: String(into),
      detail: { merged: id, moved: preview.moves },
    })
    return before
  })
  await deletePicture(ctx, emptied.picture)
  return { id: into }
}
