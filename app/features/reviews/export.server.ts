/** The reviews of a list as a file. */
import type { Input } from '../../api/endpoint.ts'
import { reviewExport as ar } from '../../locales/ar/desk/exports/review-export.ts'
import { reviewExport as en } from '../../locales/en/desk/exports/review-export.ts'
import { inLang } from '../../locales/localized.ts'
import type { Context } from '../../platform/context.server.ts'
import { exportedTable, MAX_EXPORTED_ROWS } from '../audit/exported-table.server.ts'
import type { Column } from '../lists/table.ts'
import type { reviewsEndpoints } from './contract.ts'
import { countReviews, type DeskReviewRow, findReviews } from './queries.server.ts'

const TEXTS = { ar, en }

/** @param trainerOf the account to whose own courses the person is limited */
export async function exportedReviews(
  ctx: Context,
  trainerOf: number | null,
  { format, ...asked }: Input<(typeof reviewsEndpoints)['exportReviews']>,
) {
  const filter = { ...asked, trainerOf }
  return exportedTable<DeskReviewRow>(ctx, {
    action: 'review.export',
    reference: 'reviews',
    asked: { ...asked, format },
    rowCount: await countReviews(ctx.db, filter, MAX_EXPORTED_ROWS),
    texts: TEXTS[ctx.lang],
    columns: columnsOf(ctx),
    read: ({ limit, after }) =>
      findReviews(ctx.db, filter, {
        limit,
        after: after && { at: after.createdAt, id: after.id },
        isOldestFirst: true,
      }),
  })
}

function columnsOf({ lang }: Context): Column<DeskReviewRow>[] {
  const { columns, states } = TEXTS[lang]
  return [
    { title: columns.at, kind: 'moment', of: ({ createdAt }) => createdAt },
    { title: columns.course, kind: 'text', of: ({ courseName }) => inLang(courseName, lang) },
    { title: columns.learner, kind: 'text', of: ({ userName }) => inLang(userName, lang) },
    { title: columns.rate, kind: 'number', of: ({ rate }) => rate },
    { title: columns.comment, kind: 'text', of: ({ comment }) => inLang(comment, lang) },
    { title: columns.state, kind: 'text', of: (row) => states[stateOf(row)] },
    { title: columns.answer, kind: 'text', of: ({ answer }) => answer && inLang(answer, lang) },
  ]
}

function stateOf({ hiddenAt, matched, answeredAt }: DeskReviewRow) {
  if (matched !== null) return 'held'
  if (hiddenAt) return 'hidden'
  return answeredAt ? 'answered' : 'unanswered'
}
