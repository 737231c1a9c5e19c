import { exportLoader } from '../../../desk/exports/export.ts'
import { unmatchedAsked } from './payments-filter.ts'

export const loader = exportLoader(
  (page, { format, ...query }) =>
    page.api.payments.exportUnmatchedPayments({ ...unmatchedAsked(query), format } as object),
  () => 'payments',
)
