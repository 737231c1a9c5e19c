/** Invoices at the desk: the list, and the VAT return. */
import { z } from 'zod'
import { cursorPage, placeOf } from '../../api/cursor.ts'
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import { foldDigits } from '../../locales/digits.ts'
import type { Context } from '../../platform/context.server.ts'
import { COUNT_CAP, cappedTotal } from '../../platform/count-cap.ts'
import { daysBetween, instantOf, plusDays } from '../../platform/days.ts'
import { orderLinksFor } from '../orders/order-links.ts'
import { findLearners } from '../orders/staff-queries.server.ts'
import type { invoiceDeskEndpoints } from './desk-contract.ts'
import { countDocuments, countInvoices, findInvoices, type InvoiceFilter, sumVat } from './desk-queries.server.ts'
import { vatReturnOf } from './vat-return.ts'

type Calls = typeof invoiceDeskEndpoints

/** VAT is returned by the month or the quarter; a year is looked at, too. */
const MAX_DAYS = 366

export const invoiceDeskOperations: Operations<Calls> = { invoiceList, vatReturn }

const Place = z.tuple([z.iso.datetime(), z.int()])

async function invoiceList(
  ctx: Context,
  { cursor, limit, query, from, to, sort, ...own }: Input<Calls['invoiceList']>,
) {
  const place = placeOf(Place, cursor)
  const filter: InvoiceFilter = {
    ...own,
    found: query === undefined ? undefined : await foundBy(ctx, query),
    from: from === undefined ? undefined : instantOf(from),
    until: to === undefined ? undefined : instantOf(plusDays(to, 1)),
  }
  const [rows, count] = await Promise.all([
    findInvoices(ctx.db, filter, {
      limit: limit + 1,
      after: place && { at: new Date(place[0]), counter: place[1] },
      isOldestFirst: sort === 'oldest',
    }),
    countInvoices(ctx.db, filter, COUNT_CAP + 1),
  ])
  const links = orderLinksFor(ctx.lang)
  const page = cursorPage(rows, limit, {
    itemOf: ({ counter: _, issuedAt, orderId, reference, ...row }) => ({
      ...row,
      issuedAt: issuedAt.toISOString(),
      order: { id: orderId, reference },
      url: links.invoice(row.number),
    }),
    placeOf: ({ issuedAt, counter }) => [issuedAt.toISOString(), counter],
  })
  return { ...page, ...cappedTotal(count) }
}

/** `12`, `inv-12` and `INV-000012` name the same invoice. */
async function foundBy(ctx: Context, query: string) {
  const [, series, digits] = /^(?:(inv|cn)-?)?0*(\d{1,9})$/i.exec(foldDigits(query).trim()) ?? []
  const numbers =
    digits === undefined
      ? []
      : (series ? [series.toUpperCase()] : ['INV', 'CN']).map((kind) => `${kind}-${digits.padStart(6, '0')}`)
  return { numbers, learners: await findLearners(ctx.db, query) }
}

async function vatReturn(ctx: Context, { from, to }: Input<Calls['vatReturn']>) {
  const days = daysBetween(from, to) + 1
  if (days < 1 || days > MAX_DAYS) throw new Problem('validation', {}, { to: ['invalid'] })
  const [start, end] = [instantOf(from), instantOf(plusDays(to, 1))]
  const [sums, counts] = await Promise.all([sumVat(ctx.db, start, end), countDocuments(ctx.db, start, end)])
  return { from, to, ...vatReturnOf(sums, counts) }
}
