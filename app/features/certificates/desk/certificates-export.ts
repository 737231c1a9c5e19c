import { exportLoader } from '../../../desk/exports/export.ts'

export const loader = exportLoader(
  (page, query) => page.api.certificates.exportCertificates(query as never),
  () => 'certificates',
)
