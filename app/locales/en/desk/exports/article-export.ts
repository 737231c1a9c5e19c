import type { articleExport as source } from '../../../ar/desk/exports/article-export.ts'
import { articles } from '../articles.ts'

export const articleExport: typeof source = {
  fileName: 'articles',
  title: articles.title,
  columns: {
    titleAr: 'Title in Arabic',
    titleEn: 'Title in English',
    slug: articles.slug,
    state: articles.state,
    category: articles.category,
    author: articles.author,
    published: articles.published,
    englishMissing: 'English texts missing',
    englishStale: 'English texts older than the Arabic',
    changed: articles.changed,
  },
  states: articles.states,
}
