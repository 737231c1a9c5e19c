/** Electronic invoicing at the desk: the connection, the documents, and sending them again. */
import { z } from 'zod'
import { cursorPage, placeOf } from '../../api/cursor.ts'
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import type { Context } from '../../platform/context.server.ts'
import { COUNT_CAP, cappedTotal } from '../../platform/count-cap.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { findInstitute } from '../orders/queries.server.ts'
import { enqueueSending, writeAttempt } from './chain.server.ts'
import { startConnecting } from './connecting.server.ts'
import type { EInvoice, EInvoicing, eInvoicingEndpoints } from './contract.ts'
import { fileNameOf } from './document/file-name.ts'
import { ENDS_SOON_MS, LATE_MS } from './open-matters.server.ts'
import {
  countDocumentsOf,
  countEInvoices,
  countOpen,
  type EInvoiceRow,
  findAttempts,
  findEInvoices,
  findIssued,
  findXml,
  lockLatestAttempt,
  makeDue,
  markSeen,
} from './queries.server.ts'
import { readinessOf } from './readiness.ts'
import { findUnits, lockActiveUnit, type UnitRow, unblockUnits } from './unit-queries.server.ts'

type Calls = typeof eInvoicingEndpoints

export const eInvoicingOperations: Operations<Calls> = {
  ...{ eInvoicing, connect, eInvoices, eInvoice, eInvoiceXml, sendEInvoice, seeEInvoice, sendWaiting },
}

async function eInvoicing(ctx: Context): Promise<EInvoicing> {
  const { db, now } = ctx
  const [{ active, latest }, open, institute, accepted] = await Promise.all([
    findUnits(db),
    countOpen(db),
    findInstitute(db),
    countEInvoices(db, 'accepted', COUNT_CAP),
  ])
  const documents = active ? await countDocumentsOf(db, active.id) : 0
  const { missing } = readinessOf(institute)
  const { oldestWaitingAt, waiting, warned, refused } = open
  return {
    connection: active ? connectionOf(active, documents, now()) : null,
    attempt: latest
      ? {
          ...{
            state: latest.state === 'failed' ? ('failed' as const) : ('connecting' as const),
            problem: latest.problem,
          },
          ...{ environment: latest.environment, startedAt: latest.createdAt.toISOString() },
        }
      : null,
    ...{ environments: [...ctx.eInvoicing.environments], missing },
    suggested: {
      name: active?.facts.name ?? `maahad-${institute?.vatNumber ?? ''}`,
      branch: active?.facts.branch ?? institute?.nationalAddress?.city.ar ?? '',
    },
    accepted,
    open: {
      ...{ waiting, warned, refused },
      late: oldestWaitingAt !== null && now().getTime() - oldestWaitingAt.getTime() > LATE_MS,
      oldestWaitingAt: oldestWaitingAt?.toISOString() ?? null,
    },
  }
}

function connectionOf(
  { environment, facts, vatNumber, ...unit }: UnitRow,
  documents: number,
  now: Date,
): EInvoicing['connection'] {
  const expiresAt = unit.expiresAt!
  return {
    ...{ environment, vatNumber, name: facts.name, documents },
    activatedAt: unit.activatedAt!.toISOString(),
    expiresAt: expiresAt.toISOString(),
    endsSoon: expiresAt.getTime() - now.getTime() < ENDS_SOON_MS,
    blockedAt: unit.blockedAt?.toISOString() ?? null,
  }
}

async function connect(ctx: Context, asked: Input<Calls['connect']>) {
  await startConnecting(ctx, asked)
  return eInvoicing(ctx)
}

const Place = z.tuple([z.iso.datetime(), z.uuid()])

async function eInvoices(ctx: Context, { state, cursor, limit }: Input<Calls['eInvoices']>) {
  const place = placeOf(Place, cursor)
  const after = place && { createdAt: new Date(place[0]), id: place[1] }
  const [rows, count] = await Promise.all([
    findEInvoices(ctx.db, state, { limit: limit + 1, after }),
    countEInvoices(ctx.db, state, COUNT_CAP + 1),
  ])
  const page = cursorPage(rows, limit, {
    itemOf,
    placeOf: ({ createdAt, id }) => [createdAt.toISOString(), id],
  })
  return { ...page, ...cappedTotal(count) }
}

function itemOf(row: EInvoiceRow): EInvoice {
  const { number, kind, buyer, totalHalalas, attempt, isLatest, isStandard, state, counter, wasReported } = row
  return {
    ...{ number, kind, buyer, totalHalalas, attempt, isLatest, isStandard, state, counter, wasReported },
    ...{ warnings: row.warnings, errors: row.errors, tries: row.tries, lastFailure: row.lastFailure },
    issuedAt: row.issuedAt.toISOString(),
    nextTryAt: state === 'waiting' ? row.nextTryAt.toISOString() : null,
    isSeen: row.seenAt !== null,
    decidedAt: row.decidedAt?.toISOString() ?? null,
    hasXml: row.hasXml,
  }
}

async function eInvoice({ db }: Pick<Context, 'db'>, { number }: Input<Calls['eInvoice']>) {
  return { attempts: (await findAttempts(db, number)).map(itemOf) }
}

async function eInvoiceXml({ db }: Context, { number }: Input<Calls['eInvoiceXml']>) {
  const found = await findXml(db, number)
  if (!found) throw new Problem('notFound')
  return { name: fileNameOf({ ...found, number }), body: new Blob([found.xml]).stream() }
}

async function sendEInvoice(ctx: Context, { number }: Input<Calls['sendEInvoice']>) {
  const { db, now } = ctx
  const issued = await findIssued(db, { number })
  if (!issued) throw new Problem('notFound')
  await db.transaction().execute(async (tx) => {
    const unit = await lockActiveUnit(tx)
    if (!unit) throw new Problem('notConnected')
    const latest = await lockLatestAttempt(tx, issued.id)
    if (!latest) throw new Problem('notFound')
    if (latest.state === 'accepted' || latest.state === 'warned') throw new Problem('eInvoiceDecided')
    if (latest.state === 'waiting') {
      await unblockUnits(tx)
      await makeDue(tx, now(), issued.id)
    } else await writeAttempt(tx, unit, issued, { attempt: latest.attempt + 1, now: now() })
    await enqueueSending(tx)
    await writeAudit(tx, ctx, { action: 'invoice.send-to-authority', reference: number })
  })
  return eInvoice(ctx, { number })
}

async function seeEInvoice(ctx: Context, { number }: Input<Calls['seeEInvoice']>) {
  const issued = await findIssued(ctx.db, { number })
  if (!issued) throw new Problem('notFound')
  await ctx.db.transaction().execute(async (tx) => {
    if (await markSeen(tx, issued.id, ctx.now()))
      await writeAudit(tx, ctx, { action: 'invoice.see-warnings', reference: number })
  })
  return eInvoice(ctx, { number })
}

async function sendWaiting(ctx: Context) {
  await ctx.db.transaction().execute(async (tx) => {
    await unblockUnits(tx)
    await makeDue(tx, ctx.now())
    await enqueueSending(tx)
    await writeAudit(tx, ctx, { action: 'invoice.send-to-authority', reference: 'waiting' })
  })
  return eInvoicing(ctx)
}
