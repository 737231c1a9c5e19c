/** Issuing, checking and revoking certificates. */
import { randomBytes } from 'node:crypto'
import { cursorPage, placeOf, TimePlace } from '../../api/cursor.ts'
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import { inLang } from '../../locales/localized.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import { COUNT_CAP } from '../../platform/count-cap.ts'
import { dayOf } from '../../platform/days.ts'
import { qrCode } from '../../platform/qr-code.server.ts'
import { limitSource } from '../attempt-limits/attempt-limits.server.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { certificateAddress } from './certificate-links.ts'
import { certificateNumber } from './certificate-number.ts'
import type { certificatesEndpoints } from './contract.ts'
import {
  type CertificatePlace,
  type CertificateRow,
  certificateByCode,
  certificatesOf,
  countCertificates,
  endOfRun,
  findCertificates,
  insertCertificate,
  lockSeats,
  nextPlace,
  revoke,
} from './queries.server.ts'
import { qualifies } from './rule.ts'

/** 128 bits: a guessed code finds nothing. In lower case, since addresses of the API ignore case. */
const CODE_BYTES = 16
/** Of one network. Whoever checks papers for a living stays below it, whoever guesses gains nothing. */
const MAX_CHECKS_PER_HOUR = 600

type Calls = typeof certificatesEndpoints

const viewOf = ({ year, place, course, issuedAt, revokedAt, ...row }: CertificateRow, { lang }: Context) => ({
  ...row,
  number: certificateNumber({ year, place }),
  course: inLang(course, lang),
  issuedAt: issuedAt.toISOString(),
  revokedAt: revokedAt?.toISOString() ?? null,
})

async function certificate(ctx: Context, { code }: Input<Calls['certificate']>) {
  await limitSource(ctx, 'certificate', MAX_CHECKS_PER_HOUR)
  const row = await certificateByCode(ctx.db, code.trim().toLowerCase())
  if (!row) throw new Problem('notFound')
  return {
    ...viewOf(row, ctx),
    hours: Number(row.hours),
    startsAt: row.startsAt?.toISOString() ?? null,
    endsAt: row.endsAt?.toISOString() ?? null,
    qr: qrCode(`${ctx.settings.publicUrl}${certificateAddress(ctx.lang, row.code)}`),
  }
}

async function mine(ctx: Context) {
  return { certificates: (await certificatesOf(ctx.db, requireUser(ctx).id)).map((row) => viewOf(row, ctx)) }
}

async function certificates(ctx: Context, { query, state, cursor, limit }: Input<Calls['certificates']>) {
  const after = placeOf(TimePlace, cursor) as CertificatePlace | undefined
  const filter = { query, state }
  const [rows, count] = await Promise.all([
    findCertificates(ctx.db, filter, { limit: limit + 1, after }),
    countCertificates(ctx.db, filter, COUNT_CAP + 1),
  ])
  return {
    ...cursorPage(rows, limit, {
      itemOf: (row) => viewOf(row, ctx),
      placeOf: ({ issuedAt, id }) => [issuedAt.toISOString(), id],
    }),
    totalCount: Math.min(count, COUNT_CAP),
    ...(count > COUNT_CAP ? { totalIsCapped: true } : {}),
  }
}

async function issueCertificates(ctx: Context, { id, orderId }: Input<Calls['issueCertificates']>) {
  const now = ctx.now()
  const by = requireUser(ctx).id
  const endsAt = await endOfRun(ctx.db, id)
  if (!endsAt) throw new Problem('runNotFound')
  if (endsAt > now) throw new Problem('runNotEnded')
  const year = Number(dayOf(now).slice(0, 4))
  return ctx.db.transaction().execute(async (tx) => {
    const skipped: { name: string; why: 'attendance' | 'issued' }[] = []
    let issued = 0
    for (const { name, ...seat } of await lockSeats(tx, id, orderId)) {
      if (seat.hasOne) skipped.push({ name, why: 'issued' })
      else if (!qualifies(seat)) skipped.push({ name, why: 'attendance' })
      else {
        const place = await nextPlace(tx, year)
        const code = randomBytes(CODE_BYTES).toString('hex')
        await insertCertificate(tx, { year, place, orderId: seat.orderId, code, at: now, by })
        await writeAudit(tx, ctx, {
          action: 'certificate.issue',
          reference: certificateNumber({ year, place }),
          after: { orderId: seat.orderId },
          runId: id,
        })
        issued += 1
      }
    }
    return { issued, skipped }
  })
}

async function revokeCertificate(ctx: Context, { id, reason }: Input<Calls['revokeCertificate']>) {
  const at = ctx.now()
  const by = requireUser(ctx).id
  return ctx.db.transaction().execute(async (tx) => {
    const revoked = await revoke(tx, id, { at, by, reason })
    if (!revoked) throw new Problem('notFound')
    await writeAudit(tx, ctx, {
      action: 'certificate.revoke',
      reference: certificateNumber(revoked),
      after: { reason },
    })
    return { revokedAt: at.toISOString() }
  })
}

export const certificatesOperations: Operations<Calls> = {
  certificate,
  mine,
  certificates,
  issueCertificates,
  revokeCertificate,
}
