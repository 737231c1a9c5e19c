import type { Ago } from '../ago.ts'
import type { writing as source } from '../ar/writing.ts'
import { pluralEn } from '../format.ts'

const AGO: Record<Ago['unit'], [zero: string, one: string, other: string]> = {
  minutes: ['just now', 'a minute ago', '{n} minutes ago'],
  hours: ['just now', 'an hour ago', '{n} hours ago'],
  days: ['today', 'yesterday', '{n} days ago'],
  months: ['this month', 'a month ago', '{n} months ago'],
  years: ['this year', 'a year ago', '{n} years ago'],
}

export const writing: typeof source = {
  ago: ({ unit, count }) => (count === 0 ? AGO[unit][0] : pluralEn(count, AGO[unit][1], AGO[unit][2])),
  formerMember: 'Former member',
  kinds: { teacher: 'Trainer', staff: 'Institute team', member: 'Member' },
  share: 'Share',
  shareOn: { whatsapp: 'WhatsApp', x: 'X', linkedin: 'LinkedIn', email: 'Email' },
  shareBy: (name) => `Share on ${name}`,
  copyLink: 'Copy the link',
  copied: 'Link copied',
  copyFailed: 'Could not copy. Take the address from your browser’s bar.',
  search: 'Search',
  clear: 'Clear the filters',
  removeFilter: (name) => `Remove ${name}`,
  page: (n) => `Page ${n}`,
  edit: 'Edit',
  remove: 'Delete',
  save: 'Save',
  cancel: 'Cancel',
  toolbar: 'Format the text',
  marks: {
    bold: 'Bold',
    italic: 'Emphasis',
    heading: 'Heading',
    link: 'Link',
    list: 'Bulleted list',
    numbers: 'Numbered list',
    quote: 'Quotation',
    code: 'Code',
  },
  newerText: 'What is saved now:',
}
