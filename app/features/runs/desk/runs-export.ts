import { exportLoader } from '../../../desk/exports/export.ts'
import { runFilters } from './run-filters.ts'

export const loader = exportLoader(
  (page, query) => page.api.runs.exportRuns(runFilters(query) as object),
  () => 'runs',
)
