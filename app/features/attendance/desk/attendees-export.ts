import { exportLoader } from '../../../desk/exports/export.ts'

export const loader = exportLoader(
  (page, { format }, { params }) =>
    page.api.attendance.exportAttendees({ id: Number(params.id) || 0, format } as { id: number }),
  ({ id }) => `runs/${id}/attendees`,
)
