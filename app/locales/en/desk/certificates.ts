import type { certificates as source } from '../../ar/desk/certificates.ts'

export const certificates: typeof source = {
  title: 'Certificates',
  lead: (percent: string) =>
    `Issued to those who paid and attended at least ${percent}% of the sessions, numbered without gaps.`,
  search: 'Number, name or email',
  state: 'State',
  states: { valid: 'valid', revoked: 'revoked' },
  columns: { number: 'Number', name: 'Name', course: 'Course', issued: 'Issued', state: 'State', actions: 'Action' },
  page: 'Check page',
  revoke: 'Revoke',
  cancel: 'Cancel',
  revokeTitle: (number: string) => `Revoke certificate ${number}`,
  revokeBody: 'Its page says from now on that it is revoked. This cannot be undone; a new one gets a new number.',
  reissue: 'Issue again',
  reissueTitle: (number: string) => `Issue certificate ${number} again`,
  reissueBody: 'This certificate is revoked, and another is issued with a new number and a new code.',
  reissued: 'The new certificate is issued, the former one revoked.',
  holder: 'Name on the certificate',
  holderHint: 'Leave it empty for the name that the learner’s account has now.',
  erased: 'Name erased',
  pdf: 'PDF',
  revoked: 'The certificate is revoked.',
  reason: 'Reason (not shown to the public)',
  none: 'No certificates',
  noneBody: 'Certificates are issued from the attendees of a run after it has ended.',
}
