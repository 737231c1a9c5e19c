import type { attendanceTexts as source } from '../../../ar/desk/exports/attendance-export.ts'

export const attendanceTexts: typeof source = {
  title: 'Attendees',
  columns: {
    name: 'Name',
    email: 'Email',
    phone: 'Mobile',
    order: 'Order',
    attended: 'Sessions attended',
    held: 'Sessions held',
    certificate: 'Certificate',
  },
}
