import { exportLoader } from '../../../desk/exports/export.ts'

export const loader = exportLoader(
  (page, query) => page.api.staff.exportStaff(query as object),
  () => 'staff',
)
