import type { seatsReport as source } from '../ar/seats-report.ts'
import { quotation } from './quotation.ts'

export const seatsReport: typeof source = {
  fileName: 'seats',
  title: 'Attendance of employees',
  states: quotation.states,
  columns: {
    course: 'Course',
    code: quotation.seat.code,
    state: 'State',
    name: 'Name',
    email: 'Email',
    usedAt: 'Enrolled at',
    attended: 'Sessions attended',
    sessions: 'Sessions held',
    percent: 'Attendance %',
    certificate: 'Certificate number',
    check: 'Page to check the certificate',
  },
}
