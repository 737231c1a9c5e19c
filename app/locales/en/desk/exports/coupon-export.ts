import type { couponExport as source } from '../../../ar/desk/exports/coupon-export.ts'
import { coupons } from '../coupons.ts'

export const couponExport: typeof source = {
  fileName: 'coupons',
  title: coupons.title,
  columns: {
    code: coupons.code,
    series: 'Series',
    note: coupons.note,
    state: coupons.state,
    percent: 'Discount (%)',
    amount: 'Discount (SAR)',
    firstDay: coupons.firstDay,
    lastDay: coupons.lastDay,
    totalLimit: coupons.totalLimit,
    uses: coupons.uses,
  },
  states: coupons.states,
}
