import type { attendanceTexts as source } from '../../ar/desk/attendance-export.ts'

export const attendanceTexts: typeof source = {
  columns: ['Name', 'Email', 'Mobile', 'Order', 'Sessions attended', 'Sessions held', 'Certificate'],
}
