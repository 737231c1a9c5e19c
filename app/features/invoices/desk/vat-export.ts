import { exportLoader } from '../../../desk/export.ts'

export const loader = exportLoader(
  (page, query) => page.api.invoices.exportVatReturn(query as never),
  () => 'vat',
)
