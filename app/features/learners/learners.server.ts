/** Learners at the desk. */
import { z } from 'zod'
import { cursorPage, placeOf } from '../../api/cursor.ts'
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import { isStaff, scopesOf } from '../../api/rights.ts'
import { inLang } from '../../locales/localized.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import { COUNT_CAP, cappedTotal } from '../../platform/count-cap.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { certificateNumber } from '../certificates/certificate-number.ts'
import { withoutCodes } from '../messages/without-codes.ts'
import { policyVersionAt } from '../pages/policy-versions.server.ts'
import { revokeSessionsOf } from '../sessions/session-queries.server.ts'
import type { Learner, learnersEndpoints } from './contract.ts'
import { dataOperations } from './data-requests/data.server.ts'
import {
  certificatesOf,
  countOpenSessions,
  enquiriesOf,
  mailsTo,
  notesOn,
  ordersOf,
  writingsOf,
} from './detail-queries.server.ts'
import { exportLearners } from './export.server.ts'
import { learnerFilter } from './learner-filter.server.ts'
import { accountMergingOperations } from './merging/merging.server.ts'
import {
  addNote,
  countLearners,
  findLearner,
  findLearners,
  type LearnerRow,
  lockLearner,
  setAccountStatus,
} from './queries.server.ts'

type Calls = typeof learnersEndpoints

export const learnersOperations: Operations<Calls> = {
  learners,
  exportLearners,
  learner,
  addLearnerNote,
  blockLearner,
  unblockLearner,
  ...dataOperations,
  ...accountMergingOperations,
}

/** A row's place in the list: what the list is sorted by, and the id. */
const Place = z.tuple([z.string(), z.int()])

async function learners(ctx: Context, { sort, cursor, limit, ...asked }: Input<Calls['learners']>) {
  const filter = await learnerFilter(ctx, asked)
  const [rows, count] = await Promise.all([
    findLearners(ctx.db, filter, { sort, limit: limit + 1, after: placeOf(Place, cursor) }),
    countLearners(ctx.db, filter, COUNT_CAP + 1),
  ])
  const page = cursorPage(rows, limit, { itemOf: cardOf, placeOf: ({ place, id }) => [place, id] })
  const total = cappedTotal(count)
  return { ...page, ...total, ...(filter.found?.ids === 'many' ? { totalIsCapped: true } : {}) }
}

const cardOf = (row: LearnerRow) => ({
  id: row.id,
  name: row.name,
  email: row.email,
  phone: row.phone,
  status: row.status,
  isStaff: isStaff(row),
  joinedAt: row.joinedAt.toISOString(),
  lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
  orderCount: row.orderCount,
})

async function learner(ctx: Context, { id }: Input<Calls['learner']>): Promise<z.input<typeof Learner>> {
  const { db, lang } = ctx
  const row = await findLearner(db, id)
  if (!row) throw new Problem('notFound')
  const [terms, orders, certificates, writings, mails, enquiries, notes, openSessions] = await Promise.all([
    policyVersionAt(db, 'terms-conditions', row.termsAcceptedAt),
    ordersOf(db, id),
    certificatesOf(db, id),
    writingsOf(db, id),
    mailsTo(db, [row.email, row.phone].filter(Boolean)),
    enquiriesOf(db, { ...row, onlyQuotes: !scopesOf(ctx.user, 'enquiries.handle').has('all') }),
    notesOn(db, id),
    countOpenSessions(db, id, ctx.now()),
  ])
  return {
    ...cardOf(row),
    lang: row.lang,
    hasPhoneVerified: row.phoneVerifiedAt !== null,
    openSessions,
    terms: { acceptedAt: row.termsAcceptedAt.toISOString(), version: terms ?? null },
    orders: {
      count: orders.count,
      items: orders.rows.map(({ course, startsAt, at, present, marked, ...order }) => ({
        ...order,
        course: inLang(course, lang),
        startsAt: startsAt?.toISOString(),
        placedAt: at.toISOString(),
        attended: marked > 0 ? { present, marked } : undefined,
      })),
    },
    certificates: {
      count: certificates.count,
      items: certificates.rows.map(({ course, at, revokedAt, ...place }) => ({
        number: certificateNumber(place),
        course: inLang(course, lang),
        issuedAt: at.toISOString(),
        revokedAt: revokedAt?.toISOString(),
      })),
    },
    writings: {
      count: writings.count,
      items: writings.rows.map(({ at, postId, slug, ...writing }) => ({
        ...writing,
        postId: postId ?? undefined,
        slug: slug ?? undefined,
        at: at.toISOString(),
      })),
    },
    mails: {
      count: mails.count,
      items: mails.rows.map(({ at, subject, ...mail }) => ({
        ...mail,
        subject: subject === null ? undefined : withoutCodes(subject),
        at: at.toISOString(),
      })),
    },
    enquiries: enquiries.map(({ at, ...enquiry }) => ({ ...enquiry, receivedAt: at.toISOString() })),
    notes: notes.map(({ at, by, ...note }) => ({ ...note, by: by ?? undefined, at: at.toISOString() })),
  }
}

async function addLearnerNote(ctx: Context, { id, note }: Input<Calls['addLearnerNote']>) {
  const authorId = requireUser(ctx).id
  await ctx.db.transaction().execute(async (tx) => {
    await requireLearner(tx, id)
    await addNote(tx, { userId: id, at: ctx.now(), authorId, kind: 'note', note })
    // The audit log is never erased, so it has no text about a person.
    await writeAudit(tx, ctx, { action: 'learner.note', reference: String(id) })
  })
  return {}
}

async function blockLearner(ctx: Context, { id, reason }: Input<Calls['blockLearner']>) {
  await changeStatus(ctx, id, { to: 'suspended', kind: 'block', reason, otherwise: 'alreadyBlocked' })
  return {}
}

async function unblockLearner(ctx: Context, { id, reason }: Input<Calls['unblockLearner']>) {
  await changeStatus(ctx, id, { to: 'active', kind: 'unblock', reason, otherwise: 'notBlocked' })
  return {}
}

type Change = {
  to: 'active' | 'suspended'
  kind: 'block' | 'unblock'
  reason: string
  otherwise: 'alreadyBlocked' | 'notBlocked'
}

async function changeStatus(ctx: Context, id: number, { to, kind, reason, otherwise }: Change): Promise<void> {
  const authorId = requireUser(ctx).id
  await ctx.db.transaction().execute(async (tx) => {
    const person = await requireLearner(tx, id)
    // Accounts of staff are suspended by an Owner, on the page of the staff.
    if (isStaff({ roles: person.roles })) throw new Problem('staffAccount')
    if (person.status === to) throw new Problem(otherwise)
    await setAccountStatus(tx, id, to)
    if (to === 'suspended') await revokeSessionsOf(tx, id, 'suspended', ctx.now())
    await addNote(tx, { userId: id, at: ctx.now(), authorId, kind, note: reason })
    await writeAudit(tx, ctx, {
      action: `learner.${kind}`,
      reference: String(id),
      before: { status: person.status },
      after: { status: to },
    })
  })
}

/** @throws Problem notFound */
export async function requireLearner(tx: Tx, id: number) {
  const person = await lockLearner(tx, id)
  if (!person) throw new Problem('notFound')
  return person
}
