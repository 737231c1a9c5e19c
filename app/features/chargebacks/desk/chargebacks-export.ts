import { exportLoader } from '../../../desk/exports/export.ts'

export const loader = exportLoader(
  (page, query) => page.api.chargebacks.exportChargebacks(query as object),
  () => 'chargebacks',
)
