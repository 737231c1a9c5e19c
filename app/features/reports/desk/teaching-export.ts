import { exportLoader } from '../../../desk/exports/export.ts'

export const loader = exportLoader(
  (page, query) => page.api.reports.exportTeaching(query as never),
  () => 'reports/teaching',
)
