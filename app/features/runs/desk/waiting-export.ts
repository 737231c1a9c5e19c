import { exportLoader } from '../../../desk/exports/export.ts'

export const loader = exportLoader(
  (page, { format }, { params }) => page.api.runs.exportWaiting({ id: Number(params.id) || 0, format } as never),
  ({ id }) => `runs/${id}`,
)
