import { coupons } from '../coupons.ts'

/** The file in which staff download coupons. */
export const couponExport = {
  fileName: 'coupons',
  title: coupons.title,
  columns: {
    code: coupons.code,
    series: 'السلسلة',
    note: coupons.note,
    state: coupons.state,
    percent: 'الخصم (٪)',
    amount: 'الخصم (ر.س)',
    firstDay: coupons.firstDay,
    lastDay: coupons.lastDay,
    totalLimit: coupons.totalLimit,
    uses: coupons.uses,
  },
  states: coupons.states,
}
