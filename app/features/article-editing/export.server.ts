/** The articles of a list as a file. */
import type { Input } from '../../api/endpoint.ts'
import { articleExport as ar } from '../../locales/ar/desk/exports/article-export.ts'
import { articleExport as en } from '../../locales/en/desk/exports/article-export.ts'
import { inLang } from '../../locales/localized.ts'
import type { Context } from '../../platform/context.server.ts'
import { exportedTable, MAX_EXPORTED_ROWS } from '../audit/exported-table.server.ts'
import type { Column } from '../lists/table.ts'
import { stateOf } from '../revisions/publication.ts'
import type { articleEditingEndpoints } from './desk-contract.ts'
import { countArticles, findArticles, type ListedArticle } from './listing-queries.server.ts'

const TEXTS = { ar, en }

export async function exportArticles(
  ctx: Context,
  { format, ...asked }: Input<(typeof articleEditingEndpoints)['exportArticles']>,
) {
  // By title, which changes less often than the time of the last change.
  const [filter, now] = [{ ...asked, sort: 'title' as const }, ctx.now()]
  return exportedTable<ListedArticle>(ctx, {
    action: 'article.export',
    reference: 'articles',
    asked: { ...asked, format },
    rowCount: await countArticles(ctx.db, filter, MAX_EXPORTED_ROWS, now),
    texts: TEXTS[ctx.lang],
    columns: columnsOf(ctx, now),
    read: ({ limit, after }) => findArticles(ctx.db, { ...filter, limit }, after && [after.place, after.id], now),
  })
}

function columnsOf({ lang }: Context, now: Date): Column<ListedArticle>[] {
  const { columns, states } = TEXTS[lang]
  return [
    { title: columns.titleAr, kind: 'text', of: ({ title }) => title.ar },
    { title: columns.titleEn, kind: 'text', of: ({ title }) => title.en },
    { title: columns.slug, kind: 'text', of: ({ slug }) => slug },
    { title: columns.state, kind: 'text', of: (row) => states[stateOf(row, now)] },
    { title: columns.category, kind: 'text', of: ({ category }) => inLang(category, lang) },
    { title: columns.author, kind: 'text', of: ({ author }) => author && inLang(author, lang) },
    { title: columns.published, kind: 'moment', of: ({ publishedAt }) => publishedAt },
    { title: columns.englishMissing, kind: 'number', of: ({ englishMissing }) => englishMissing },
    { title: columns.englishStale, kind: 'number', of: ({ englishStale }) => englishStale },
    { title: columns.changed, kind: 'moment', of: ({ updatedAt }) => updatedAt },
  ]
}
