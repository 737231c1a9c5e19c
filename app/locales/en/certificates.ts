import type { certificates as source } from '../ar/certificates.ts'
import { pluralEn } from '../format.ts'

export const certificates: typeof source = {
  title: 'Certificate of attendance',
  titleOfLessons: 'Certificate of completion',
  pageTitle: 'Check a certificate',
  description: (institute) => `Check whether a certificate of ${institute} is genuine.`,
  given: (institute) => `${institute} certifies that`,
  attended: 'attended the course',
  completed: 'completed the course',
  hours: (n) => pluralEn(n, '{n} training hour', '{n} training hours'),
  from: 'from',
  to: 'to',
  number: 'Certificate number',
  issued: 'Issued on',
  valid: 'Genuine certificate',
  validBody: (institute) => `Issued by ${institute}, as shown here.`,
  erased: 'Name erased at the holder’s request',
  erasedBody:
    'A certificate with this number was issued for this course. We can no longer confirm whose name it carries.',
  revoked: 'Revoked certificate',
  revokedBody: (day: string) => `Revoked on ${day}. It is no longer valid.`,
  unknown: 'We could not find this certificate',
  unknownBody: 'Check the link or scan the code again. If that does not help, contact us.',
  contact: 'Contact us',
  scan: 'Scan to check',
  print: 'Print the certificate',
  pdf: 'PDF',
  share: {
    action: 'Share the certificate',
    address: 'Link to share:',
    title: (course) => `My certificate: ${course}`,
    done: '',
    copied: 'Link copied',
    failed: 'Could not copy. Open the certificate and take its address from your browser’s bar.',
  },
  mine: {
    title: 'My certificates',
    lead: 'Certificates of the courses that you have completed. Each has a page for checking it, whose link you can share.',
    none: 'No certificates yet',
    noneBody:
      'A certificate appears here after a course has ended, if you attended enough of its sessions or finished its lessons.',
    courses: 'Browse courses',
    open: 'Open the certificate',
  },
}
