import { exportLoader } from '../../../desk/exports/export.ts'

/** The codes of a series, for those who hand them out. */
export const loader = exportLoader(
  (page, { format }, { params }) =>
    page.api.coupons.exportCoupons({ seriesId: Number(params.id) || 0, format } as object),
  ({ id }) => `coupons/series/${Number(id) || 0}`,
)
