/** The courses of a list as a file. */
import type { Input } from '../../api/endpoint.ts'
import { courseExport as ar } from '../../locales/ar/desk/exports/course-export.ts'
import { courseExport as en } from '../../locales/en/desk/exports/course-export.ts'
import { inLang } from '../../locales/localized.ts'
import type { Context } from '../../platform/context.server.ts'
import { exportedTable, MAX_EXPORTED_ROWS } from '../audit/exported-table.server.ts'
import type { Column } from '../lists/table.ts'
import { stateOf } from '../revisions/publication.ts'
import { reachOf } from './change-course.server.ts'
import type { courseEditingEndpoints } from './desk-contract.ts'
import { countCourses, findCourses, type ListedCourse } from './listing-queries.server.ts'

const TEXTS = { ar, en }

export async function exportCourses(
  ctx: Context,
  { format, ...asked }: Input<(typeof courseEditingEndpoints)['exportCourses']>,
) {
  const [filter, now] = [{ ...asked, reach: reachOf(ctx) }, ctx.now()]
  return exportedTable<ListedCourse>(ctx, {
    action: 'course.export',
    reference: 'courses',
    asked: { ...asked, format },
    rowCount: await countCourses(ctx.db, filter, MAX_EXPORTED_ROWS, now),
    texts: TEXTS[ctx.lang],
    columns: columnsOf(ctx, now),
    // By name, which changes less often than the time of the last change.
    read: ({ limit, after }) =>
      findCourses(ctx.db, { ...filter, sort: 'name', limit }, after && [after.place, after.id], now),
  })
}

function columnsOf({ lang }: Context, now: Date): Column<ListedCourse>[] {
  const { columns, states, deliveries } = TEXTS[lang]
  return [
    { title: columns.nameAr, kind: 'text', of: ({ name }) => name.ar },
    { title: columns.nameEn, kind: 'text', of: ({ name }) => name.en },
    { title: columns.slug, kind: 'text', of: ({ slug }) => slug },
    { title: columns.state, kind: 'text', of: (row) => states[stateOf(row, now)] },
    { title: columns.specialization, kind: 'text', of: ({ specialization }) => inLang(specialization, lang) },
    { title: columns.delivery, kind: 'text', of: ({ deliveryMethod }) => deliveries[deliveryMethod as 1] },
    { title: columns.price, kind: 'halalas', of: ({ priceHalalas }) => priceHalalas },
    { title: columns.published, kind: 'moment', of: ({ publishedAt }) => publishedAt },
    { title: columns.englishMissing, kind: 'number', of: ({ englishMissing }) => englishMissing },
    { title: columns.englishStale, kind: 'number', of: ({ englishStale }) => englishStale },
    { title: columns.changed, kind: 'moment', of: ({ updatedAt }) => updatedAt },
  ]
}
