import { exportLoader } from '../../../desk/exports/export.ts'

export const loader = exportLoader(
  (page, query, { params }) => page.api.closing.monthPdf({ month: params.month ?? '', part: query.part }),
  (params) => `closing/${params.month}`,
)
