import { exportLoader } from '../../../desk/exports/export.ts'

export const loader = exportLoader(
  (page, query) => page.api.transfers.exportTransfers(query as object),
  () => 'transfers',
)
