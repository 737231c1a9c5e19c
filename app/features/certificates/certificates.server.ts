/** Issuing, checking and revoking certificates. */
import { randomBytes } from 'node:crypto'
import { cursorPage, placeOf, TimePlace } from '../../api/cursor.ts'
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import { hasRight, type Right, scopesOf } from '../../api/rights.ts'
import { inLang } from '../../locales/localized.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import { COUNT_CAP, cappedTotal } from '../../platform/count-cap.ts'
import type { Database, Tx } from '../../platform/database/database.server.ts'
import { dayOf } from '../../platform/days.ts'
import { HOUR_SECONDS } from '../../platform/durations.ts'
import { limit } from '../../platform/limits/rate-limit.server.ts'
import { qrCode } from '../../platform/qr-code.server.ts'
import { limitSource } from '../attempt-limits/attempt-limits.server.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { pdfAnswer } from '../printed-documents/printed-documents.server.ts'
import { certificateAddress, certificatePdfAddress } from './certificate-links.ts'
import { mailCertificate } from './certificate-mail.server.ts'
import { certificateNumber, numberOf } from './certificate-number.ts'
import { certificatePdf } from './certificate-pdf.server.ts'
import type { certificatesEndpoints } from './contract.ts'
import { exportCertificates } from './export.server.ts'
import {
  type CertificatePlace,
  type CertificateRow,
  type CheckedRow,
  certificateByCode,
  certificatesOf,
  closeProposal,
  countCertificates,
  findCertificates,
  findIssuer,
  findNamedCertificates,
  findRun,
  insertCertificate,
  lockSeats,
  nameNow,
  nextPlace,
  revoke,
  saveProposal,
  storedMinPercent,
} from './queries.server.ts'
import { revokeCertificate, revokeCertificates } from './revoking.server.ts'
import { MIN_ATTENDED_PERCENT, qualifies } from './rule.ts'

/** 128 bits: a guessed code finds nothing. In lower case, since addresses of the API ignore case. */
const CODE_BYTES = 16
/** Of one network: enough for an employer who checks certificates all day, far too few to guess a code. */
const MAX_CHECKS_PER_HOUR = 600
/** Of one person: printing takes a second of CPU and runs one document at a time. */
const MAX_PDFS_PER_HOUR = 30

type Calls = typeof certificatesEndpoints

const viewOf = ({ year, place, course, issuedAt, revokedAt, ...row }: CertificateRow, { lang }: Context) => ({
  ...row,
  number: certificateNumber({ year, place }),
  course: inLang(course, lang),
  issuedAt: issuedAt.toISOString(),
  revokedAt: revokedAt?.toISOString() ?? null,
})

const checkedView = (row: CheckedRow, ctx: Context) => ({
  ...viewOf(row, ctx),
  hours: Number(row.hours),
  startsAt: row.startsAt?.toISOString() ?? null,
  endsAt: row.endsAt?.toISOString() ?? null,
  qr: qrCode(`${ctx.settings.publicUrl}${certificateAddress(ctx.lang, row.code)}`),
})

const findByCode = (ctx: Context, code: string) => certificateByCode(ctx.db, code.trim().toLowerCase())

async function certificate(ctx: Context, { code }: Input<Calls['certificate']>) {
  await limitSource(ctx, 'certificate', MAX_CHECKS_PER_HOUR)
  const row = await findByCode(ctx, code)
  if (!row) throw new Problem('notFound')
  return checkedView(row, ctx)
}

async function mine(ctx: Context) {
  const rows = await certificatesOf(ctx.db, requireUser(ctx).id)
  return {
    certificates: rows.map((row) => ({
      ...viewOf(row, ctx),
      pdfUrl: row.revokedAt ? null : certificatePdfAddress(ctx.lang, row.code),
    })),
  }
}

/** A revoked certificate, or one whose name was erased, has no PDF. */
async function certificateFile(asked: Context, { code, lang }: Input<Calls['certificatePdf']>) {
  const ctx = { ...asked, lang: lang ?? asked.lang }
  const user = requireUser(ctx)
  const row = await findByCode(ctx, code)
  const mayRead = row && (row.userId === user.id || hasRight(user, 'certificates.issue'))
  if (!mayRead || row.revokedAt || row.name === null) throw new Problem('notFound')
  await limit(ctx, `pdf:${user.id}`, MAX_PDFS_PER_HOUR, HOUR_SECONDS)
  const view = { ...checkedView(row, ctx), name: row.name }
  const content = await certificatePdf(view, await findIssuer(ctx.db), ctx.lang)
  return pdfAnswer(`certificate-${view.number}`, content)
}

async function certificates(ctx: Context, { query, state, sort, cursor, limit }: Input<Calls['certificates']>) {
  const after = placeOf(TimePlace, cursor) as CertificatePlace | undefined
  const filter = { query, state }
  const [rows, count, minPercent] = await Promise.all([
    findCertificates(ctx.db, filter, { limit: limit + 1, after, isOldestFirst: sort === 'oldest' }),
    countCertificates(ctx.db, filter, COUNT_CAP + 1),
    minAttendedPercent(ctx.db),
  ])
  return {
    ...cursorPage(rows, limit, {
      itemOf: (row) => viewOf(row, ctx),
      placeOf: ({ issuedAt, id }) => [issuedAt.toISOString(), id],
    }),
    ...cappedTotal(count),
    minPercent,
  }
}

/** The share of a run's sessions that a certificate needs. */
export async function minAttendedPercent(db: Database): Promise<number> {
  return (await storedMinPercent(db)) ?? MIN_ATTENDED_PERCENT
}

/** @throws Problem runNotFound, also for a run of others that a trainer asks for, and runNotEnded */
async function requireEndedRun(ctx: Context, id: number, right: Right) {
  const ownRunsOf = scopesOf(ctx.user, right).has('all') ? null : requireUser(ctx).id
  const run = await findRun(ctx.db, id, ownRunsOf)
  if (!run) throw new Problem('runNotFound')
  if (run.endsAt > ctx.now()) throw new Problem('runNotEnded')
  return run
}

async function proposeCertificates(ctx: Context, { id }: Input<Calls['proposeCertificates']>) {
  const { reference } = await requireEndedRun(ctx, id, 'certificates.propose')
  const at = ctx.now()
  await ctx.db.transaction().execute(async (tx) => {
    await saveProposal(tx, id, { at, by: requireUser(ctx).id })
    await writeAudit(tx, ctx, { action: 'certificate.propose', reference, runId: id })
  })
  return { proposedAt: at.toISOString() }
}

async function issueCertificates(ctx: Context, { id, orderId }: Input<Calls['issueCertificates']>) {
  await requireEndedRun(ctx, id, 'certificates.issue')
  return ctx.db.transaction().execute(async (tx) => {
    const minPercent = await minAttendedPercent(tx)
    const skipped: { name: string; why: 'attendance' | 'issued' | 'revoked' }[] = []
    let issued = 0
    for (const { name, ...seat } of await lockSeats(tx, id, orderId)) {
      if (seat.hasOne) skipped.push({ name, why: 'issued' })
      else if (!qualifies(seat, minPercent)) skipped.push({ name, why: 'attendance' })
      // It was taken from this person for a reason.
      else if (seat.wasRevoked && orderId === undefined) skipped.push({ name, why: 'revoked' })
      else {
        const { number } = await issueCertificate(tx, ctx, {
          orderId: seat.orderId,
          holder: name,
          by: requireUser(ctx).id,
        })
        const after = { orderId: seat.orderId }
        await writeAudit(tx, ctx, { action: 'certificate.issue', reference: number, after, runId: id })
        issued += 1
      }
    }
    if (orderId === undefined) await closeProposal(tx, id, ctx.now())
    return { issued, skipped }
  })
}

/**
 * Issues it and tells its learner.
 * @param seat.by null of a recorded course, whose certificate nobody issues by hand
 * @param replaces the number of the one whose place it takes
 */
export async function issueCertificate(
  tx: Tx,
  ctx: Pick<Context, 'now' | 'settings'>,
  seat: { orderId: string; holder: string; by: number | null },
  replaces?: string,
) {
  const at = ctx.now()
  const year = Number(dayOf(at).slice(0, 4))
  const place = await nextPlace(tx, year)
  const code = randomBytes(CODE_BYTES).toString('hex')
  const id = await insertCertificate(tx, { ...seat, year, place, code, at })
  const number = certificateNumber({ year, place })
  await mailCertificate(tx, ctx, { id, orderId: seat.orderId, holder: seat.holder, code, number, replaces })
  return { number, code }
}

/** The audit log keeps the numbers and the reason, not the names: it cannot be changed when an account is erased. */
async function reissueCertificate(ctx: Context, { id, reason, name }: Input<Calls['reissueCertificate']>) {
  return ctx.db.transaction().execute(async (tx) => {
    const revoked = await revoke(tx, id, { at: ctx.now(), by: requireUser(ctx).id, reason })
    if (!revoked) throw new Problem('notFound')
    const holder = name ?? (await nameNow(tx, revoked.orderId))
    if (!holder) throw new Problem('notFound')
    const replaces = certificateNumber(revoked)
    const seat = { orderId: revoked.orderId, holder, by: requireUser(ctx).id }
    const reissued = await issueCertificate(tx, ctx, seat, replaces)
    const detail = { reason, replaces }
    await writeAudit(tx, ctx, { action: 'certificate.reissue', reference: reissued.number, detail })
    return reissued
  })
}

export const certificatesOperations: Operations<Calls> = {
  certificate,
  mine,
  certificatePdf: certificateFile,
  certificates,
  exportCertificates,
  proposeCertificates,
  issueCertificates,
  reissueCertificate,
  revokeCertificate,
  revokeCertificates,
}

/** The certificate of a number, and the few newest ones of the people `userIds`. */
export async function namedCertificates(ctx: Context, named: { text: string; userIds: number[] }, limit: number) {
  const found = await findNamedCertificates(ctx.db, { number: numberOf(named.text), userIds: named.userIds }, limit)
  return found.map(({ year, place, name, course }) => ({
    ...{ number: certificateNumber({ year, place }), name, course: inLang(course, ctx.lang) },
  }))
}
