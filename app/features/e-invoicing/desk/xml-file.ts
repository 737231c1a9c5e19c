import { exportLoader } from '../../../desk/exports/export.ts'

/** Needs no fresh proof, so that it never leads to the list. */
export const loader = exportLoader(
  ({ api }, _query, { params }) => api.eInvoicing.eInvoiceXml({ number: params.number ?? '' }),
  ({ number }) => `invoices/${number}`,
)
