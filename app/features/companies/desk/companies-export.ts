import { exportLoader } from '../../../desk/exports/export.ts'

export const loader = exportLoader(
  (page, query) => page.api.companies.exportCompanies(query as object),
  () => 'companies',
)
