/** Taking attendance, by tap or by scanned badge, and the lists of those who are enrolled. */
import { randomBytes } from 'node:crypto'
import type { Localized } from '../../../db/shapes.ts'
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import { hasRight, type Right, scopesOf } from '../../api/rights.ts'
import { attendanceTexts as ar } from '../../locales/ar/desk/exports/attendance-export.ts'
import { attendanceTexts as en } from '../../locales/en/desk/exports/attendance-export.ts'
import { type Lang, separatorOf } from '../../locales/lang.ts'
import { inLang } from '../../locales/localized.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import { dayOf, instantOf, plusDays } from '../../platform/days.ts'
import { MINUTE_MS } from '../../platform/durations.ts'
import { qrCode } from '../../platform/qr-code.server.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { certificateNumber } from '../certificates/certificate-number.ts'
import { minAttendedPercent } from '../certificates/certificates.server.ts'
import { type Column, inOneBatch } from '../lists/table.ts'
import { tableFile } from '../lists/table-file.server.ts'
import { type attendanceEndpoints, EARLY_MINUTES, type MarkState, type Verdict } from './contract.ts'
import { attendedPercent } from './percent.ts'
import {
  addBadges,
  attendeesOfRun,
  attendeesOfSession,
  badgesOfRun,
  enrolledName,
  findRun,
  findScan,
  findSession,
  insertScan,
  markPresent,
  openProposal,
  ownerOfBadge,
  type SessionRow,
  saveMark,
  sessionsBetween,
} from './queries.server.ts'

const TEXTS = { ar, en }
/** 176 bits: a badge cannot be guessed. */
const CODE_BYTES = 22

type Calls = typeof attendanceEndpoints

/** The account to whose own runs the person is limited; null for those who take attendance everywhere. */
const ownRunsOf = (ctx: Context, right: Right = 'attendance.take') =>
  scopesOf(ctx.user, right).has('all') ? null : requireUser(ctx).id

const viewOf = (row: SessionRow, { lang }: Context) => ({
  ...row,
  course: inLang(row.course, lang),
  startsAt: row.startsAt.toISOString(),
  endsAt: row.endsAt.toISOString(),
})

async function sessionsOfDay(ctx: Context, { day = dayOf(ctx.now()) }: Input<Calls['sessionsOfDay']>) {
  const rows = await sessionsBetween(ctx.db, instantOf(day), instantOf(plusDays(day, 1)), ownRunsOf(ctx))
  return { day, sessions: rows.map((row) => viewOf(row, ctx)) }
}

async function requireSession(ctx: Context, id: number): Promise<SessionRow> {
  const found = await findSession(ctx.db, id, ownRunsOf(ctx))
  if (!found) throw new Problem('runNotFound')
  return found
}

async function session(ctx: Context, { id }: Input<Calls['session']>) {
  const row = await requireSession(ctx, id)
  return { ...viewOf(row, ctx), attendees: await attendeesOfSession(ctx.db, row.id, row.runId) }
}

/** Somebody in another session's page by mistake is told so; whoever means it says so. @throws Problem sessionNotBegun */
function refuseEarly(ctx: Context, { startsAt }: SessionRow, early: boolean | undefined): void {
  if (early || startsAt.getTime() - ctx.now().getTime() <= EARLY_MINUTES * MINUTE_MS) return
  throw new Problem('sessionNotBegun', { startsAt: startsAt.toISOString() })
}

async function mark(ctx: Context, { id: sessionId, orderId, state, at, early }: Input<Calls['mark']>) {
  const user = requireUser(ctx)
  const session = await requireSession(ctx, sessionId)
  const { runId } = session
  if ((await enrolledName(ctx.db, orderId, runId)) === undefined) throw new Problem('orderNotFound')
  refuseEarly(ctx, session, early)
  const now = ctx.now()
  return ctx.db.transaction().execute(async (tx) => {
    const made = { at: notAfter(now, at ?? now), markedAt: now, markedBy: user.id }
    const { before, after } = await saveMark(tx, { sessionId, orderId, state, ...made })
    if (before !== after) await audit(ctx, tx, { sessionId, runId, orderId, before, after })
    return { state: after }
  })
}

/** A device whose clock is ahead must not put a mark into the future. */
const notAfter = (now: Date, at: Date) => (at > now ? now : at)

type Marked = { sessionId: number; runId: number; orderId: string; before: MarkState | undefined; after: MarkState }

function audit(ctx: Context, tx: Tx, { sessionId, runId, orderId, before, after }: Marked): Promise<void> {
  return writeAudit(tx, ctx, {
    action: 'attendance.mark',
    reference: String(sessionId),
    before: { orderId, state: before ?? null },
    after: { orderId, state: after },
    runId,
  })
}

/** One after another: of two devices that send the same badge at once, the second gets `duplicate`. */
async function scan(ctx: Context, { id, scans, early }: Input<Calls['scan']>) {
  const session = await requireSession(ctx, id)
  const verdicts: { id: string; verdict: Verdict; name: string | null }[] = []
  for (const one of scans) verdicts.push({ id: one.id, ...(await scanned(ctx, session, one, early)) })
  return { verdicts }
}

type OneScan = Input<Calls['scan']>['scans'][number]

async function scanned(ctx: Context, session: SessionRow, { id, code, at }: OneScan, early: boolean | undefined) {
  const by = requireUser(ctx).id
  const known = await findScan(ctx.db, id)
  if (known) return known
  refuseEarly(ctx, session, early)
  const owner = await ownerOfBadge(ctx.db, code.trim())
  const now = ctx.now()
  const scannedAt = notAfter(now, at)
  return ctx.db.transaction().execute(async (tx) => {
    let verdict: Verdict = 'unknown'
    if (owner) verdict = owner.runId !== session.runId ? 'otherRun' : 'present'
    if (verdict === 'present' && owner!.status !== 'paid') verdict = 'notEnrolled'
    const orderId = owner?.orderId ?? null
    if (verdict === 'present') {
      const mark = { sessionId: session.id, orderId: orderId!, at: scannedAt, markedAt: now, markedBy: by }
      const isFirst = await markPresent(tx, mark)
      if (isFirst)
        await audit(ctx, tx, {
          ...{ sessionId: session.id, runId: session.runId, orderId: orderId! },
          ...{ before: undefined, after: 'present' },
        })
      else verdict = 'duplicate'
    }
    const isStored = await insertScan(tx, { id, sessionId: session.id, orderId, verdict, at: scannedAt, by })
    // The same scan was sent twice at once: the other answer counts.
    if (!isStored) verdict = (await findScan(tx, id))?.verdict ?? verdict
    return { verdict, name: verdict === 'otherRun' ? null : (owner?.name ?? null) }
  })
}

async function requireRun(ctx: Context, id: number, right?: Right) {
  const run = await findRun(ctx.db, id, ownRunsOf(ctx, right))
  if (!run) throw new Problem('runNotFound')
  return run
}

async function attendees(ctx: Context, { id }: Input<Calls['attendees']>) {
  const run = await requireRun(ctx, id)
  const rows = await attendeesOfRun(ctx.db, id, ctx.now())
  const proposal = await openProposal(ctx.db, id)
  const seesContacts = hasRight(ctx.user, 'learners.view')
  return {
    run: {
      id,
      course: inLang(run.course, ctx.lang),
      startsAt: run.startsAt.toISOString(),
      endsAt: run.endsAt.toISOString(),
      place: placeOf(run, ctx.lang),
    },
    minPercent: await minAttendedPercent(ctx.db),
    proposal: proposal ? { at: proposal.at.toISOString(), by: proposal.by } : null,
    attendees: rows.map(({ email, phone, attended, ended, certificate, wasRevoked, ...row }) => ({
      ...row,
      attended,
      ...(seesContacts ? { email, phone } : {}),
      percent: attendedPercent(attended, ended),
      certificate: certificate && { number: certificateNumber(certificate), code: certificate.code },
      isRevoked: wasRevoked && !certificate,
    })),
  }
}

function placeOf({ city, venue }: { city: Localized | null; venue: Localized | null }, lang: Lang): string | null {
  if (!city) return null
  return [venue, city].flatMap((part) => (part ? [inLang(part, lang)] : [])).join(separatorOf(lang))
}

async function badges(ctx: Context, { id }: Input<Calls['badges']>) {
  const run = await requireRun(ctx, id)
  await addBadges(ctx.db, id, () => randomBytes(CODE_BYTES).toString('base64url'))
  const rows = await badgesOfRun(ctx.db, id)
  return {
    course: inLang(run.course, ctx.lang),
    badges: rows.map(({ orderId, name, code }) => ({ orderId, name, qr: qrCode(code) })),
  }
}

async function exportAttendees(ctx: Context, { id, format }: Input<Calls['exportAttendees']>) {
  await requireRun(ctx, id, 'learners.export')
  const rows = await attendeesOfRun(ctx.db, id, ctx.now())
  await writeAudit(ctx.db, ctx, {
    action: 'attendance.export',
    reference: String(id),
    detail: { rows: rows.length, format },
    runId: id,
  })
  const { title, columns: t } = TEXTS[ctx.lang]
  const columns: Column<(typeof rows)[number]>[] = [
    { title: t.name, kind: 'text', of: ({ name }) => name },
    { title: t.email, kind: 'text', of: ({ email }) => email },
    { title: t.phone, kind: 'text', of: ({ phone }) => phone },
    { title: t.order, kind: 'text', of: ({ reference }) => reference },
    { title: t.attended, kind: 'number', of: ({ attended }) => attended },
    { title: t.held, kind: 'number', of: ({ ended }) => ended },
    { title: t.certificate, kind: 'text', of: ({ certificate }) => certificate && certificateNumber(certificate) },
  ]
  return tableFile(format, {
    name: `attendees-${id}`,
    ...{ title, lang: ctx.lang, columns, batches: inOneBatch(rows) },
  })
}

export const attendanceOperations: Operations<Calls> = {
  sessionsOfDay,
  session,
  mark,
  scan,
  attendees,
  badges,
  exportAttendees,
}
