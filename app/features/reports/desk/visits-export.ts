import { exportLoader } from '../../../desk/exports/export.ts'

export const loader = exportLoader(
  (page, query) => page.api.visits.exportVisits(query as never),
  () => 'reports/visits',
)
