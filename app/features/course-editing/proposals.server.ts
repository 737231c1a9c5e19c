/** Trainers propose changes of their courses; an editor writes them into the course or refuses them with a reason. */
import { applyEdits, type Changes, isSame } from '../../api/edits.ts'
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import { linksFor } from '../../links.ts'
import { courseProposalEmails as ar } from '../../locales/ar/emails/emails-proposals.ts'
import { courseProposalEmails as en } from '../../locales/en/emails/emails-proposals.ts'
import type { Lang } from '../../locales/lang.ts'
import { inLang } from '../../locales/localized.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import { mail } from '../accounts/emails.server.ts'
import { writeAudit } from '../audit/queries.server.ts'
import type { AnyChanges } from '../revisions/queries.server.ts'
import type { Saved } from '../revisions/record-changes.server.ts'
import { reachOf, rowValues, writeValues } from './change-course.server.ts'
import type { CourseValues } from './course-values.ts'
import {
  decideProposal,
  deleteWaitingProposal,
  findLastProposal,
  findWaitingProposals,
  lockWaitingProposal,
  type ProposalRow,
  saveProposal,
} from './proposal-queries.server.ts'
import type { courseProposalEndpoints, Proposal } from './proposals-contract.ts'
import { type EditedRow, findEdited, lockEdited } from './queries.server.ts'

type Calls = typeof courseProposalEndpoints

const TEXTS = { ar, en }

/** Those that the caller decides about, or the caller's own last one. */
export async function proposalsFor(ctx: Context, courseId: number, mayDecide: boolean): Promise<Proposal[]> {
  if (mayDecide) return (await findWaitingProposals(ctx.db, courseId)).map(proposalOf)
  const own = await findLastProposal(ctx.db, courseId, requireUser(ctx).id)
  return own ? [proposalOf(own)] : []
}

const proposalOf = ({ id, changes, by, proposed_at, decided_at, is_accepted, reason }: ProposalRow): Proposal => ({
  id,
  changes: changes as Proposal['changes'],
  by,
  at: proposed_at.toISOString(),
  decision: decided_at && { isAccepted: is_accepted === true, reason, at: decided_at.toISOString() },
})

/** @throws Problem courseNotFound for the course of another trainer, nothingProposed */
async function proposeChanges(ctx: Context, { id, changes }: Input<Calls['proposeChanges']>) {
  const user = requireUser(ctx)
  const row = await findEdited(ctx.db, id, reachOf(ctx))
  if (!row) throw new Problem('courseNotFound')
  const values: Record<string, unknown> = rowValues(row)
  const wanted = Object.entries(changes as AnyChanges)
  const news = wanted.filter(([name, change]) => change && !isSame(values[name], change.to))
  if (news.length === 0) throw new Problem('nothingProposed')
  return ctx.db.transaction().execute(async (tx) => {
    const proposal = { courseId: id, changes: Object.fromEntries(news), userId: user.id, at: ctx.now() }
    const proposalId = await saveProposal(tx, proposal)
    await writeAudit(tx, ctx, { action: 'course.propose', reference: row.key, after: toOf(proposal.changes) })
    return { id: proposalId }
  })
}

const toOf = (changes: AnyChanges) => Object.fromEntries(Object.entries(changes).map(([name, one]) => [name, one?.to]))

/** @throws Problem courseNotFound, proposalNotFound */
async function withdrawProposal(ctx: Context, { id }: { id: number }) {
  const row = await findEdited(ctx.db, id, reachOf(ctx))
  if (!row) throw new Problem('courseNotFound')
  return ctx.db.transaction().execute(async (tx) => {
    if (!(await deleteWaitingProposal(tx, id, requireUser(ctx).id))) throw new Problem('proposalNotFound')
    await writeAudit(tx, ctx, { action: 'course.withdraw-proposal', reference: row.key })
    return {}
  })
}

/** @throws Problem proposalNotFound, changedMeanwhile when a field became something else meanwhile */
async function acceptProposal(ctx: Context, { id }: { id: number }): Promise<Saved> {
  return decide(ctx, id, null, (tx, row, changes) => {
    const values = rowValues(row)
    const edits = applyEdits({ ...values, version: row.version }, changes as Changes<CourseValues>)
    return writeValues(tx, row, { ...values, ...edits }, ctx, 'accept-proposal')
  })
}

/** @throws Problem proposalNotFound */
async function refuseProposal(ctx: Context, { id, reason }: { id: number; reason: string }) {
  return decide(ctx, id, reason, async (tx, row) => {
    await writeAudit(tx, ctx, { action: 'course.refuse-proposal', reference: row.key, detail: { reason } })
    return {}
  })
}

/** @param reason why it is refused; null when it is accepted */
async function decide<T>(
  ctx: Context,
  id: number,
  reason: string | null,
  work: (tx: Tx, row: EditedRow, changes: AnyChanges) => Promise<T>,
): Promise<T> {
  return ctx.db.transaction().execute(async (tx) => {
    const proposal = await lockWaitingProposal(tx, id)
    if (!proposal) throw new Problem('proposalNotFound')
    const row = (await lockEdited(tx, proposal.course_id, 'all'))!
    const done = await work(tx, row, proposal.changes)
    await decideProposal(tx, id, { isAccepted: reason === null, reason, userId: requireUser(ctx).id, at: ctx.now() })
    await tell(ctx, tx, row, proposal, reason)
    return done
  })
}

async function tell(
  ctx: Context,
  tx: Tx,
  course: EditedRow,
  to: { email: string; lang: string; first_name: string },
  reason: string | null,
) {
  const lang = to.lang as Lang
  const name = inLang(course.name, lang)
  const { greeting, accepted, refused, open, reasonLabel } = TEXTS[lang]
  const t = reason === null ? accepted : refused
  await mail({ lang, now: ctx.now }, tx, to.email, () => ({
    subject: t.subject(name),
    title: t.title,
    paragraphs: [greeting(to.first_name), t.body(name)],
    ...(reason === null ? {} : { facts: [[reasonLabel, reason]] }),
    action: { label: open, url: `${ctx.settings.publicUrl}${linksFor(lang).home}/desk/courses/${course.id}` },
  }))
}

export const courseProposalOperations: Operations<Calls> = {
  proposeChanges,
  withdrawProposal,
  acceptProposal,
  refuseProposal,
}
