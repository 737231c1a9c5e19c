import { exportLoader } from '../../../desk/exports/export.ts'
import { enquiryFilters } from './enquiry-filters.ts'

export const loader = exportLoader(
  (page, query) => page.api.leads.exportLeads({ ...enquiryFilters(query), format: query.format } as object),
  () => 'enquiries',
)
