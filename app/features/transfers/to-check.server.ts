/** The receipts that wait for staff. */
import type { Input } from '../../api/endpoint.ts'
import { transferExport as ar } from '../../locales/ar/desk/exports/transfer-export.ts'
import { transferExport as en } from '../../locales/en/desk/exports/transfer-export.ts'
import { inLang } from '../../locales/localized.ts'
import type { Context } from '../../platform/context.server.ts'
import { COUNT_CAP, cappedTotal } from '../../platform/count-cap.ts'
import { exportedTable, MAX_EXPORTED_ROWS } from '../audit/exported-table.server.ts'
import type { Column } from '../lists/table.ts'
import type { transfersEndpoints } from './contract.ts'
import { countTransfersToCheck, findTransfersToCheck, type TransferToCheckRow } from './queries.server.ts'

const TEXTS = { ar, en }

export async function transfersToCheck(
  { db, lang }: Context,
  { PageIndex, PageSize }: Input<(typeof transfersEndpoints)['transfersToCheck']>,
) {
  const offset = (PageIndex - 1) * PageSize
  const [rows, count] = await Promise.all([
    offset < COUNT_CAP ? findTransfersToCheck(db, { limit: PageSize, offset }) : [],
    countTransfersToCheck(db, COUNT_CAP + 1),
  ])
  return {
    items: rows.map(({ courseName, learner, expiresAt, receiptAt, ...row }) => ({
      ...row,
      course: inLang(courseName, lang),
      learner: learner ?? undefined,
      expiresAt: expiresAt?.toISOString() ?? null,
      receiptAt: receiptAt.toISOString(),
    })),
    pageIndex: PageIndex,
    pageSize: PageSize,
    ...cappedTotal(count),
  }
}

export async function exportTransfers(ctx: Context, { format }: Input<(typeof transfersEndpoints)['exportTransfers']>) {
  return exportedTable<TransferToCheckRow>(ctx, {
    action: 'transfer.export',
    reference: 'transfers',
    asked: { format },
    rowCount: await countTransfersToCheck(ctx.db, MAX_EXPORTED_ROWS),
    texts: TEXTS[ctx.lang],
    columns: columnsOf(ctx),
    read: (page) => findTransfersToCheck(ctx.db, page),
  })
}

function columnsOf({ lang }: Context): Column<TransferToCheckRow>[] {
  const { columns, erased } = TEXTS[lang]
  return [
    { title: columns.reference, kind: 'text', of: ({ reference }) => reference },
    { title: columns.part, kind: 'number', of: ({ part }) => part ?? undefined },
    { title: columns.learner, kind: 'text', of: ({ learner }) => learner?.name ?? erased },
    { title: columns.email, kind: 'text', of: ({ learner }) => learner?.email },
    { title: columns.phone, kind: 'text', of: ({ learner }) => learner?.phone },
    { title: columns.course, kind: 'text', of: ({ courseName }) => inLang(courseName, lang) },
    { title: columns.receipt, kind: 'moment', of: ({ receiptAt }) => receiptAt },
    { title: columns.expires, kind: 'moment', of: ({ expiresAt }) => expiresAt ?? undefined },
    { title: columns.total, kind: 'halalas', of: ({ totalHalalas }) => totalHalalas },
    { title: columns.received, kind: 'halalas', of: ({ receivedHalalas }) => receivedHalalas },
  ]
}
