import { exportLoader } from '../../../desk/exports/export.ts'
import { quoteFilters } from './quote-filters.ts'

export const loader = exportLoader(
  (page, query) => page.api.quotes.exportQuotes(quoteFilters(query) as object),
  () => 'quotes',
)
