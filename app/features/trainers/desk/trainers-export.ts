import { exportLoader } from '../../../desk/exports/export.ts'

export const loader = exportLoader(
  (page, query) => page.api.trainers.exportTrainers(query as object),
  () => 'trainers',
)
