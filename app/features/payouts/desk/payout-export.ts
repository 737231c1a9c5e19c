import { exportLoader } from '../../../desk/exports/export.ts'

export const loader = exportLoader(
  (page, { format, state }, { params }) => page.api.payouts.exportPayout({ id: params.id, format, state } as never),
  ({ id }) => `payouts/${id}`,
)
