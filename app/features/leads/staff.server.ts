/** The operations of staff on enquiries. */
import type { z } from 'zod'
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import { hasRight, rolesWith } from '../../api/rights.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import { COUNT_CAP } from '../../platform/count-cap.ts'
import { dayOf } from '../../platform/days.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { forEachRow } from '../lists/bulk.server.ts'
import { promisesOf } from '../messages/institute-contacts.server.ts'
import { shownState } from '../quotes/terms.ts'
import { answerDue } from './answer-time.ts'
import { agreedVersion } from './consent.server.ts'
import {
  type Lead,
  type LeadCard,
  type LeadKind,
  LeadStatus,
  type leadsEndpoints,
  type QUOTE_STEPS,
} from './contract.ts'
import { leadMessages } from './conversation/conversation.server.ts'
import { exportLeads } from './export.server.ts'
import { factsOf } from './facts.ts'
import { accessOf, leadFilter } from './lead-filter.server.ts'
import { findMerged, findOfSender, ofSenderOf } from './merging/merging-queries.server.ts'
import {
  ALL_LEADS,
  addEvent,
  changeLead as change,
  countLeads,
  countLeadsByStatus,
  type EventRow,
  findAssignees,
  findEvents,
  findLead,
  findLeads,
  findNamedLeads,
  hasRole,
  type LeadAccess,
  type LeadRow,
  lockLead,
} from './queries.server.ts'
import { findQuotesOfLead, type LeadQuoteRow } from './quote-queries.server.ts'
import { eraseAt } from './retention.ts'
import { savedCv } from './trainers/cv.server.ts'

type Calls = typeof leadsEndpoints

export const staffOperations: Pick<
  Operations<Calls>,
  'leads' | 'leadCounts' | 'exportLeads' | 'lead' | 'leadAssignees' | 'changeLead' | 'changeLeads'
> = {
  leads,
  leadCounts: async (ctx, asked) =>
    countLeadsByStatus(ctx.db, await leadFilter(ctx, { ...asked, Status: undefined }), LeadStatus.options, COUNT_CAP),
  exportLeads,
  lead,
  leadAssignees,
  changeLead,
  changeLeads,
}

async function leads(
  ctx: Context,
  { PageIndex, PageSize, Sort, ...asked }: Input<Calls['leads']>,
): Promise<z.input<Calls['leads']['output']>> {
  const filter = await leadFilter(ctx, asked)
  const offset = (PageIndex - 1) * PageSize
  const [rows, count, promises] = await Promise.all([
    offset < COUNT_CAP ? findLeads(ctx.db, filter, { limit: PageSize, offset, isOldestFirst: Sort === 'oldest' }) : [],
    countLeads(ctx.db, filter, COUNT_CAP + 1),
    promisesOf(ctx.db),
  ])
  return {
    items: rows.map((row) => cardOf(row, promises)),
    pageIndex: PageIndex,
    pageSize: PageSize,
    totalCount: Math.min(count, COUNT_CAP),
    totalIsCapped: count > COUNT_CAP || filter.found?.ids === 'many' || undefined,
  }
}

/** The few newest enquiries of a number, an address, a phone or a name that the caller may see. */
export const namedLeads = (ctx: Context, term: { text: string; phone: string | undefined }, limit: number) =>
  findNamedLeads(ctx.db, term, accessOf(ctx), limit)

function lead(ctx: Context, { reference }: { reference: string }): Promise<Lead> {
  return readLead(ctx, reference, accessOf(ctx))
}

async function readLead(ctx: Context, reference: string, access: LeadAccess): Promise<Lead> {
  const row = await findLead(ctx.db, reference, access)
  if (!row) throw new Problem('leadNotFound')
  const [privacyVersion, events, messages, merged, ofSender, promises, quotes] = await Promise.all([
    agreedVersion(ctx.db, row.consent_version),
    findEvents(ctx.db, row.id),
    leadMessages(ctx, row.id),
    findMerged(ctx.db, row.id),
    findOfSender(ctx.db, row.id, access),
    promisesOf(ctx.db),
    hasRight(ctx.user, 'quotes.manage') ? findQuotesOfLead(ctx.db, row.id) : [],
  ])
  return {
    ...cardOf(row, promises),
    lang: row.lang,
    facts: factsOf(row.fields, ctx.lang),
    consentVersion: row.consent_version ?? undefined,
    privacyVersion,
    cv: await cvOf(ctx, row.cv_file),
    eraseAt: row.erase_at.toISOString(),
    mergedInto: row.merged_into ?? undefined,
    merged: merged.map(({ fields, ...other }) => ({ ...ofSenderOf(other), facts: factsOf(fields, ctx.lang) })),
    ofSender: ofSender.map(ofSenderOf),
    order: row.order ?? undefined,
    quotes: quotes.map(({ id, number, ...quote }) => ({ id, number, state: shownState(quote, dayOf(ctx.now())) })),
    messages,
    history: historyOf(events.map(eventOf), quotes.flatMap(stepsOf)),
  }
}

/** The events in the order in which they took effect, whatever the clocks said, and each step of a quote at its time. */
function historyOf(events: Lead['history'], steps: Lead['history']): Lead['history'] {
  const history = [...events]
  for (const step of steps.toSorted((one, other) => one.at.localeCompare(other.at)))
    history.splice(history.findLastIndex(({ at }) => at <= step.at) + 1, 0, step)
  return history
}

const eventOf = ({ at, actor, status, assignee, note, mergedWith }: EventRow): Lead['history'][number] => ({
  at: at.toISOString(),
  by: actor ?? undefined,
  status: status ?? undefined,
  assignee: assignee ?? undefined,
  note: note ?? undefined,
  mergedWith: mergedWith ?? undefined,
})

/** What became of a quote, as it stands: one that is a draft again was not sent. */
function stepsOf({ id, number, state, createdAt, createdBy, sentAt, answeredAt }: LeadQuoteRow): Lead['history'] {
  const step = (at: Date, name: (typeof QUOTE_STEPS)[number]) => ({
    at: at.toISOString(),
    quote: { id, number, step: name },
  })
  const isAnswered = state === 'accepted' || state === 'declined'
  return [
    { ...step(createdAt, 'written'), by: createdBy ?? undefined },
    ...(sentAt && state !== 'draft' ? [step(sentAt, 'sent')] : []),
    ...(answeredAt && isAnswered ? [step(answeredAt, state)] : []),
  ]
}

async function cvOf({ db }: Context, id: string | null) {
  const cv = id === null ? undefined : await savedCv(db, id)
  return cv && { name: cv.name, size: cv.size }
}

function leadAssignees(ctx: Context) {
  return findAssignees(ctx.db, rolesWith('enquiries.handle'))
}

async function changeLead(ctx: Context, input: Input<Calls['changeLead']>) {
  await write(ctx, input)
  // After assigning an enquiry to a colleague the caller still gets its new state.
  return readLead(ctx, input.reference, ALL_LEADS)
}

/** @throws Problem leadNotFound, validation at `assignee` */
async function write(ctx: Context, { reference, status, assignee, note }: Input<Calls['changeLead']>): Promise<void> {
  const actorId = requireUser(ctx).id
  if (assignee !== undefined && !(await hasRole(ctx.db, assignee, rolesWith('enquiries.handle'))))
    throw new Problem('validation', {}, { assignee: ['invalid'] })
  await ctx.db.transaction().execute(async (tx) => {
    const row = await lockLead(tx, reference, accessOf(ctx))
    if (!row) throw new Problem('leadNotFound')
    if (row.merged_into !== null) throw new Problem('leadMerged')
    // The time of the lock, not of the request: of two changes at once the one that waited comes later.
    const now = ctx.now()
    const newStatus = status !== undefined && status !== row.status ? status : undefined
    const newAssignee = assignee !== undefined && assignee !== row.assignee_id ? assignee : undefined
    if (newStatus === undefined && newAssignee === undefined && note === undefined) return
    const isClosed = (newStatus ?? row.status) === 'closed'
    const closedAt = isClosed ? (row.closed_at ?? now) : null
    await change(tx, row.id, {
      status: newStatus ?? (row.status as LeadStatus),
      assigneeId: newAssignee ?? row.assignee_id,
      closedAt,
      eraseAt: eraseAt(row.kind as LeadKind, row.created_at, closedAt),
      now,
    })
    await addEvent(tx, { leadId: row.id, at: now, actorId, status: newStatus, assigneeId: newAssignee, note })
    // The audit trail records actions, never the text of enquiries.
    await writeAudit(tx, ctx, {
      action: 'lead.change',
      reference,
      before: { status: row.status, assigneeId: row.assignee_id },
      after: { status: newStatus ?? row.status, assigneeId: newAssignee ?? row.assignee_id },
      detail: { noted: note !== undefined },
    })
  })
}

type Bulk = Input<Calls['changeLeads']>

/** @throws Problem previewStale when other enquiries match than those that were counted */
async function changeLeads(ctx: Context, { references = [], matching, status, assignee }: Bulk) {
  const chosen = new Set(matching ? await matchingReferences(ctx, matching) : references)
  const rows = [...chosen].map((reference) => ({ reference, name: reference }))
  return { rows: await forEachRow(ctx, rows, ({ reference }) => write(ctx, { reference, status, assignee })) }
}

async function matchingReferences(ctx: Context, { count, ...asked }: NonNullable<Bulk['matching']>): Promise<string[]> {
  const found = await findLeads(ctx.db, await leadFilter(ctx, asked), { limit: count + 1 })
  if (found.length !== count) throw new Problem('previewStale')
  return found.map(({ reference }) => reference)
}

function cardOf(row: LeadRow, promises: Awaited<ReturnType<typeof promisesOf>>): z.input<typeof LeadCard> {
  return {
    reference: row.reference,
    kind: row.kind,
    status: row.status,
    name: row.name ?? undefined,
    email: row.email ?? undefined,
    phone: row.phone ?? undefined,
    assignee: row.assignee ?? undefined,
    sameAs: row.same_as ?? undefined,
    receivedAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    ...(row.status === 'answered' || row.status === 'closed' || row.merged_into !== null
      ? {}
      : { answerDueAt: answerDue(row.kind as LeadKind, row.waiting_since ?? row.created_at, promises).toISOString() }),
  }
}
