import { people } from '../people.ts'

/** The file in which staff download enquiries. */
export const enquiryExport = {
  fileName: 'enquiries',
  title: people.enquiries.title,
  columns: {
    reference: people.enquiries.reference,
    received: people.enquiries.received,
    kind: people.enquiries.kind,
    status: people.enquiries.status,
    sender: people.enquiries.sender,
    email: people.enquiry.email,
    phone: people.enquiry.phone,
    language: people.enquiry.language,
    assignee: people.enquiries.assignee,
    changed: 'آخر تغيير',
  },
  kinds: people.kinds,
  statuses: people.statuses,
  languages: people.enquiry.languages,
  erased: people.erased,
}
