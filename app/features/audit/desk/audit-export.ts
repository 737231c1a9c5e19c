import { exportLoader } from '../../../desk/exports/export.ts'

export const loader = exportLoader(
  (page, query) => page.api.audit.exportAudit(query as object),
  () => 'audit',
)
