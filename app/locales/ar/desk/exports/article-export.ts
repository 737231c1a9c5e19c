import { articles } from '../articles.ts'

/** The file in which staff download articles. */
export const articleExport = {
  fileName: 'articles',
  title: articles.title,
  columns: {
    titleAr: 'العنوان بالعربية',
    titleEn: 'العنوان بالإنجليزية',
    slug: articles.slug,
    state: articles.state,
    category: articles.category,
    author: articles.author,
    published: articles.published,
    englishMissing: 'نصوص إنجليزية ناقصة',
    englishStale: 'نصوص إنجليزية أقدم من العربية',
    changed: articles.changed,
  },
  states: articles.states,
}
