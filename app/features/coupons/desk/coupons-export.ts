import { exportLoader } from '../../../desk/exports/export.ts'
import { couponFilters } from './coupon-filters.ts'

export const loader = exportLoader(
  (page, query) => page.api.coupons.exportCoupons(couponFilters(query) as object),
  () => 'coupons',
)
