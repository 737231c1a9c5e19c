import { exportLoader } from '../../../desk/export.ts'

export const loader = exportLoader(
  (page, query) => page.api.runs.exportRuns(query as object),
  () => 'runs',
)
