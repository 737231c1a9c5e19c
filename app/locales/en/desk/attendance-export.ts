import type { attendanceTexts as source } from '../../ar/desk/attendance-export.ts'

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
