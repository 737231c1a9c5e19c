import { exportLoader } from '../../../desk/export.ts'

export const loader = exportLoader(
  (page, { status, format }) =>
    page.api.payments.exportUnmatchedPayments({ Status: status ?? 'open', format } as object),
  () => 'payments',
)
