import { exportLoader } from '../../../desk/exports/export.ts'

export const loader = exportLoader(
  (page, query) => page.api.articleEditing.exportArticles(query as never),
  () => 'articles',
)
