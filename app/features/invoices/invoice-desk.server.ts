/** Invoices at the desk: the list and its file. */
import { z } from 'zod'
import { cursorPage, placeOf } from '../../api/cursor.ts'
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { invoiceExport as ar } from '../../locales/ar/desk/exports/invoice-export.ts'
import { foldDigits } from '../../locales/digits.ts'
import { invoiceExport as en } from '../../locales/en/desk/exports/invoice-export.ts'
import type { Context } from '../../platform/context.server.ts'
import { COUNT_CAP, cappedTotal } from '../../platform/count-cap.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { instantOf, plusDays } from '../../platform/days.ts'
import { exportedTable, MAX_EXPORTED_ROWS } from '../audit/exported-table.server.ts'
import type { Column } from '../lists/table.ts'
import { orderLinksFor } from '../orders/order-links.ts'
import { findInstitute } from '../orders/queries.server.ts'
import { findLearners } from '../orders/staff-queries.server.ts'
import type { invoiceDeskEndpoints } from './desk-contract.ts'
import { countInvoices, findInvoices, type InvoiceFilter, type InvoiceItemRow, sumVat } from './desk-queries.server.ts'
import { sellerOf } from './invoice-document.ts'
import { exportVatReturn, vatReturn } from './vat-return.server.ts'

type Calls = typeof invoiceDeskEndpoints

const TEXTS = { ar, en }

export const invoiceDeskOperations: Operations<Calls> = {
  ...{ invoiceList, exportInvoices, vatReturn, exportVatReturn },
}

const Place = z.tuple([z.iso.datetime(), z.int()])

async function invoiceList(ctx: Context, { cursor, limit, sort, ...asked }: Input<Calls['invoiceList']>) {
  const place = placeOf(Place, cursor)
  const filter = await filterOf(ctx, asked)
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
    itemOf: ({ counter: _, issuedAt, ...row }) => ({
      ...row,
      issuedAt: issuedAt.toISOString(),
      url: links.invoice(row.number),
    }),
    placeOf: ({ issuedAt, counter }) => [issuedAt.toISOString(), counter],
  })
  return { ...page, ...cappedTotal(count) }
}

async function exportInvoices(ctx: Context, { format, ...asked }: Input<Calls['exportInvoices']>) {
  const filter = await filterOf(ctx, asked)
  return exportedTable<InvoiceItemRow>(ctx, {
    action: 'invoice.export',
    reference: 'invoices',
    asked: { ...asked, format },
    rowCount: await countInvoices(ctx.db, filter, MAX_EXPORTED_ROWS),
    texts: TEXTS[ctx.lang],
    columns: columnsOf(ctx),
    read: ({ limit, after }) =>
      findInvoices(ctx.db, filter, {
        limit,
        after: after && { at: after.issuedAt, counter: after.counter },
        isOldestFirst: true,
      }),
  })
}

function columnsOf({ lang }: Context): Column<InvoiceItemRow>[] {
  const { columns, kinds, erased } = TEXTS[lang]
  return [
    { title: columns.number, kind: 'text', of: ({ number }) => number },
    { title: columns.kind, kind: 'text', of: ({ kind }) => kinds[kind] },
    { title: columns.issued, kind: 'moment', of: ({ issuedAt }) => issuedAt },
    { title: columns.order, kind: 'text', of: ({ reference }) => reference },
    { title: columns.buyer, kind: 'text', of: ({ buyer }) => buyer ?? erased },
    { title: columns.buyerVatNumber, kind: 'text', of: ({ buyerVatNumber }) => buyerVatNumber ?? '' },
    { title: columns.net, kind: 'halalas', of: ({ netHalalas }) => netHalalas },
    { title: columns.vat, kind: 'halalas', of: ({ vatHalalas }) => vatHalalas },
    { title: columns.total, kind: 'halalas', of: ({ totalHalalas }) => totalHalalas },
  ]
}

async function filterOf(
  ctx: Context,
  { query, from, to, ...own }: Omit<Input<Calls['exportInvoices']>, 'format'>,
): Promise<InvoiceFilter> {
  return {
    ...own,
    found: query === undefined ? undefined : await foundBy(ctx, query),
    from: from === undefined ? undefined : instantOf(from),
    until: to === undefined ? undefined : instantOf(plusDays(to, 1)),
  }
}

/** `12`, `inv-12` and `INV-000012` name the same invoice. */
async function foundBy(ctx: Context, query: string) {
  const [, series, digits] = /^(?:(inv|cn|dn)-?)?0*(\d{1,9})$/i.exec(foldDigits(query).trim()) ?? []
  const numbers =
    digits === undefined
      ? []
      : (series ? [series.toUpperCase()] : ['INV', 'CN', 'DN']).map((kind) => `${kind}-${digits.padStart(6, '0')}`)
  return { numbers, learners: await findLearners(ctx.db, query) }
}

/** Who sells, as on invoices; undefined while the institute's settings are incomplete. */
export const findSeller = async (db: Database) => sellerOf(await findInstitute(db))

/** What the documents from `from` until before `until` add up to, by kind, treatment and rate. */
export const vatSums = sumVat
