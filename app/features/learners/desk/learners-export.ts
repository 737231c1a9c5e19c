import { exportLoader } from '../../../desk/exports/export.ts'

export const loader = exportLoader(
  (page, query) => page.api.learners.exportLearners(query as object),
  () => 'learners',
)
