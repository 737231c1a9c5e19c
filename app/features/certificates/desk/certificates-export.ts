import { exportLoader } from '../../../desk/export.ts'

export const loader = exportLoader(
  (page, query) => page.api.certificates.exportCertificates(query as never),
  () => 'certificates',
)
