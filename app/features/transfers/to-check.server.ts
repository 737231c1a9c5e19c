/** The receipts that wait for staff. */
import type { Input } from '../../api/endpoint.ts'
import { inLang } from '../../locales/localized.ts'
import type { Context } from '../../platform/context.server.ts'
import { COUNT_CAP, cappedTotal } from '../../platform/count-cap.ts'
import type { transfersEndpoints } from './contract.ts'
import { countTransfersToCheck, findTransfersToCheck } from './queries.server.ts'

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
      expiresAt: expiresAt.toISOString(),
      receiptAt: receiptAt.toISOString(),
    })),
    pageIndex: PageIndex,
    pageSize: PageSize,
    ...cappedTotal(count),
  }
}
