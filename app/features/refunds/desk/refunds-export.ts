import { exportLoader } from '../../../desk/export.ts'

export const loader = exportLoader(
  (page, { waitsFor, format }) => page.api.refunds.exportRefunds({ WaitsFor: waitsFor, format } as object),
  () => 'refunds',
)
