import { exportLoader } from '../../../desk/exports/export.ts'

export const loader = exportLoader(
  (page, query) => page.api.reports.exportSales(query as never),
  () => 'reports',
)
