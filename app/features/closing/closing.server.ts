/** Closes the books of a month: what was signed off stays, and nothing is dated into it any more (decision 0087). */
import { createHash } from 'node:crypto'
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { dayOf } from '../../platform/days.ts'
import { writeAudit } from '../audit/queries.server.ts'
import type { closingEndpoints, ListedMonth, MonthView } from './contract.ts'
import { changesOf, type Figures, isToAccept, totalOf } from './figures.ts'
import { daysOfMonth, figuresOf, monthAfter, monthOf, spanOf } from './month-figures.server.ts'
import { partsOf, printMonth } from './month-pdf.server.ts'
import {
  booksBegin,
  closeBooksAlone,
  findClosing,
  findClosings,
  insertClosing,
  lastClosed,
  type Signed,
} from './queries.server.ts'

type Calls = typeof closingEndpoints

export const closingOperations: Operations<Calls> = { closings, closing, monthPdf, closeMonth }

async function closings({ db, now }: Context) {
  const [closed, next] = await Promise.all([findClosings(db), nextToClose(db)])
  const current = monthOfTime(now())
  const months: ListedMonth[] = []
  for (let month = next; month !== undefined && month <= current; month = monthAfter(month)) {
    const state = month === current ? 'running' : month === next ? 'next' : 'waiting'
    months.unshift({ month, state, closedAt: null, closedBy: null, total: null })
  }
  return {
    months: [
      ...months,
      ...closed.map(({ month, closedAt, closedBy, signed }) => ({
        ...{ month, state: 'closed' as const, closedBy },
        closedAt: closedAt.toISOString(),
        total: totalOf(signed.figures),
      })),
    ],
  }
}

async function closing(ctx: Context, { month }: Input<Calls['closing']>): Promise<MonthView> {
  const { db, now } = ctx
  const row = await findClosing(db, month)
  if (row) {
    const { signed, closedAt, closedBy, note } = row
    return {
      ...viewOf(month, 'closed', signed),
      closed: { at: closedAt.toISOString(), by: closedBy, note },
      changed: changesOf(signed.figures, await figuresOf(db, month)),
    }
  }
  const [next, current] = [await nextToClose(db), monthOfTime(now())]
  if (next === undefined || month < next || month > current) throw new Problem('notFound')
  const state = month === current ? 'running' : month === next ? 'next' : 'waiting'
  return { ...viewOf(month, state, await monthOf(db, month, now())), closed: null, changed: [] }
}

async function monthPdf(ctx: Context, { month, part }: Input<Calls['monthPdf']>) {
  return printMonth(ctx, await closing(ctx, { month }), { part })
}

async function closeMonth(
  ctx: Context,
  { month, fingerprint, note, acceptOpen }: Input<Calls['closeMonth']>,
): Promise<MonthView> {
  const by = requireUser(ctx).id
  await ctx.db.transaction().execute(async (tx) => {
    await closeBooksAlone(tx)
    const at = ctx.now()
    const { until } = spanOf(month)
    if (await findClosing(tx, month)) throw new Problem('monthClosed')
    const next = await nextToClose(tx)
    if (next === undefined || month < next) throw new Problem('notFound')
    if (until > at) throw new Problem('monthNotOver')
    if (month !== next) throw new Problem('monthBeforeOpen')
    const signed = await monthOf(tx, month, at)
    if (fingerprintOf(signed.figures) !== fingerprint) throw new Problem('previewStale')
    if (hasWarnings(signed) && !acceptOpen) throw new Problem('validation', {}, { acceptOpen: ['required'] })
    await insertClosing(tx, { month, until, at, by, note, signed })
    const { open } = signed
    await writeAudit(tx, ctx, {
      action: 'month.close',
      reference: month,
      after: { ...totalOf(signed.figures), note, open },
    })
  })
  return closing(ctx, { month })
}

/** Something is open, or the two ways of adding up differ without a reason. */
const hasWarnings = ({ open, comparisons }: Signed) =>
  open.some(isToAccept) || comparisons.some(({ differenceHalalas }) => differenceHalalas !== 0)

function viewOf(month: string, state: MonthView['state'], signed: Signed) {
  const { figures, comparisons, open } = signed
  const total = totalOf(figures)
  return {
    ...{ month, state, ...daysOfMonth(month), figures, total, comparisons, open },
    pdfParts: partsOf({ total }),
    fingerprint: fingerprintOf(figures),
  }
}

const monthOfTime = (at: Date) => dayOf(at).slice(0, 7)

/** The month after the last closed one, or the first of the books; undefined while the books are empty. */
async function nextToClose(db: Database): Promise<string | undefined> {
  const last = await lastClosed(db)
  if (last !== undefined) return monthAfter(last)
  const begin = await booksBegin(db)
  return begin ? monthOfTime(begin) : undefined
}

function fingerprintOf(figures: Figures): string {
  return createHash('sha256').update(JSON.stringify(figures)).digest('base64url').slice(0, 32)
}
