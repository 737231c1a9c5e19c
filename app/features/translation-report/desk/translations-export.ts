import { exportLoader } from '../../../desk/exports/export.ts'

export const loader = exportLoader(
  (page, query) => page.api.translations.exportTranslations(query as never),
  () => 'translations',
)
