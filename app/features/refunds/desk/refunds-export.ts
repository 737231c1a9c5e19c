import { exportLoader } from '../../../desk/exports/export.ts'

export const loader = exportLoader(
  (page, { waitsFor, query, format }) =>
    page.api.refunds.exportRefunds({ WaitsFor: waitsFor, SearchTerm: query, format } as object),
  () => 'refunds',
)
