import { exportLoader } from '../../../desk/export.ts'

export const loader = exportLoader(
  (page, query) => page.api.coupons.exportCoupons(query as object),
  () => 'coupons',
)
