import { exportLoader } from '../../../desk/exports/export.ts'

export const loader = exportLoader(
  (page, query) => page.api.invoices.exportVatReturn(query as never),
  () => 'vat',
)
