import { exportLoader } from '../../../desk/exports/export.ts'

export const loader = exportLoader(
  (page, query) => page.api.moderation.exportCases(query as never),
  () => 'moderation',
)
