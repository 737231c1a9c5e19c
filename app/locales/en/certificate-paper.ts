import type { certificatePaper as source } from '../ar/certificate-paper.ts'
import { certificates } from './certificates.ts'

export const certificatePaper: typeof source = {
  title: 'Certificate of Attendance',
  titleOfLessons: 'Certificate of Completion',
  given: (institute: string) => `${institute} certifies that`,
  attended: 'has attended the course',
  completed: 'has completed the course',
  hours: certificates.hours,
  days: (from: string, to: string) => (from === to ? `on ${from}` : `${from} to ${to}`),
  number: 'Certificate number',
  issued: 'Date of issue',
  scan: 'Scan to check that this certificate is genuine',
}
