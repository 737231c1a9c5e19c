import { exportLoader } from '../../../desk/exports/export.ts'

export const loader = exportLoader(
  (page, query) => page.api.courseEditing.exportCourses(query as never),
  () => 'courses',
)
