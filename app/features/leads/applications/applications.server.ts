/** Applications of trainers at the desk. */
import type { Input } from '../../../api/endpoint.ts'
import type { Operations } from '../../../api/local-api.server.ts'
import { Problem } from '../../../api/problem.ts'
import { inLang } from '../../../locales/localized.ts'
import { type Context, requireUser } from '../../../platform/context.server.ts'
import type { Tx } from '../../../platform/database/database.server.ts'
import { writeAudit } from '../../audit/queries.server.ts'
import { findFile } from '../../files/files.server.ts'
import { accessOf } from '../lead-filter.server.ts'
import { findLead, lockLead } from '../queries.server.ts'
import type { applicationEndpoints, Review } from './applications-contract.ts'
import {
  findCriteria,
  findReviews,
  findScores,
  findTrainerOfLead,
  insertCriterion,
  lockCriteria,
  lockCriterion,
  setTrainer,
  updateCriterion,
  writeReview,
} from './applications-queries.server.ts'

type Calls = typeof applicationEndpoints

export const applicationOperations: Operations<Calls> = {
  trainerCriteria: async ({ db }) => findCriteria(db),
  addTrainerCriterion,
  changeTrainerCriterion,
  applicationReview: async (ctx, { reference }) => readReview(ctx, (await application(ctx, reference)).id),
  scoreApplication,
  leadCv,
}

async function addTrainerCriterion(ctx: Context, { name }: Input<Calls['addTrainerCriterion']>) {
  return ctx.db.transaction().execute(async (tx) => {
    const added = await insertCriterion(tx, name)
    await writeAudit(tx, ctx, { action: 'lead.criterion', reference: `criterion-${added.id}`, after: { name } })
    return added
  })
}

async function changeTrainerCriterion(ctx: Context, { id, ...changes }: Input<Calls['changeTrainerCriterion']>) {
  return ctx.db.transaction().execute(async (tx) => {
    const row = await lockCriterion(tx, id)
    if (!row) throw new Problem('notFound')
    const { name, isRetired } = row
    const after = { name: changes.name ?? name, isRetired: changes.isRetired ?? isRetired }
    const changed = await updateCriterion(tx, id, after, ctx.now())
    const reference = `criterion-${id}`
    await writeAudit(tx, ctx, { action: 'lead.criterion', reference, before: { name, isRetired }, after })
    return changed
  })
}

/** @throws Problem leadNotFound, also for an enquiry of another kind */
async function application(ctx: Context, reference: string) {
  const lead = await findLead(ctx.db, reference, accessOf(ctx))
  if (lead?.kind !== 'trainer') throw new Problem('leadNotFound')
  return lead
}

const meanOf = (scores: readonly (number | null)[]): number | undefined => {
  const given = scores.filter((score) => score !== null)
  return given.length === 0 ? undefined : given.reduce((sum, score) => sum + score, 0) / given.length
}

async function readReview(ctx: Context, leadId: number): Promise<Review> {
  const { id: userId } = requireUser(ctx)
  const [criteria, reviews, trainer] = await Promise.all([
    findScores(ctx.db, leadId, userId),
    findReviews(ctx.db, leadId),
    findTrainerOfLead(ctx.db, leadId),
  ])
  return {
    criteria: criteria.map(({ mean, own, ...one }) => ({ ...one, mean: mean ?? undefined, own: own ?? undefined })),
    mean: meanOf(criteria.map(({ mean }) => mean)),
    ownNote: reviews.find(({ reviewerId }) => reviewerId === userId)?.note ?? undefined,
    reviews: reviews.map(({ by, at, note, mean, scores }) => ({
      ...{ by, at: at.toISOString(), scores },
      note: note ?? undefined,
      mean: mean ?? undefined,
    })),
    trainer: trainer && { id: trainer.id, name: inLang(trainer.name, ctx.lang) },
  }
}

async function scoreApplication(ctx: Context, { reference, scores, note }: Input<Calls['scoreApplication']>) {
  const { id: leadId } = await application(ctx, reference)
  const reviewerId = requireUser(ctx).id
  const byCriterion = new Map(scores.map(({ criterion, score }) => [criterion, score]))
  await ctx.db.transaction().execute(async (tx) => {
    const lead = await lockLead(tx, reference, accessOf(ctx))
    if (!lead) throw new Problem('leadNotFound')
    if (lead.email === null) throw new Problem('leadErased')
    const asked = new Map((await lockCriteria(tx)).map(({ id, version }) => [id, version]))
    if (scores.some(({ criterion }) => !asked.has(criterion)))
      throw new Problem('validation', {}, { scores: ['invalid'] })
    // What the reviewer read is another question now.
    if (scores.some(({ criterion, version = asked.get(criterion) }) => version !== asked.get(criterion)))
      throw new Problem('validation', {}, { scores: ['criterionChanged'] })
    const given = [...byCriterion].map(([criterion, score]) => ({ criterion, score }))
    await writeReview(tx, { leadId, reviewerId, note: note ?? null, scores: given, now: ctx.now() })
    await writeAudit(tx, ctx, { action: 'lead.score', reference, detail: { criteria: given.length } })
  })
  return readReview(ctx, leadId)
}

/** Read here and not at a signed address, so that each opening is checked and written down. */
async function leadCv(ctx: Context, { reference }: Input<Calls['leadCv']>) {
  const lead = await findLead(ctx.db, reference, accessOf(ctx))
  if (!lead) throw new Problem('leadNotFound')
  const file = lead.cv_file === null ? undefined : await findFile(ctx.db, lead.cv_file)
  const stored = file?.state === 'kept' ? file.names[0] : undefined
  const opened = stored === undefined ? undefined : await ctx.storage.open(stored)
  if (!file || !opened) throw new Problem('notFound')
  await writeAudit(ctx.db, ctx, { action: 'lead.open-cv', reference })
  return { name: file.file_name, type: file.type, body: opened.stream }
}

/**
 * Says of an application which trainer came of it, in the transaction that creates them.
 * @throws Problem leadNotFound, applicationDone
 */
export async function becomeTrainer(ctx: Context, tx: Tx, reference: string, trainerId: number): Promise<void> {
  const lead = await lockLead(tx, reference, accessOf(ctx))
  if (lead?.kind !== 'trainer') throw new Problem('leadNotFound')
  if (!(await setTrainer(tx, lead.id, trainerId))) throw new Problem('applicationDone')
  await writeAudit(tx, ctx, { action: 'lead.make-trainer', reference, after: { trainerId } })
}
