import type { audit as Source } from '../../ar/desk/audit.ts'
import { auditActions, auditExport } from './exports/audit-export.ts'

export const audit: typeof Source = {
  title: 'Audit log',
  lead: 'Everything that staff did: who, when, from where and what changed. It is never edited or deleted.',
  search: 'A person’s name or a reference',
  area: 'Area',
  action: 'Action',
  from: 'From',
  to: 'Until',
  when: 'Time',
  who: 'Person',
  what: 'Action',
  reference: 'Reference',
  change: 'What changed',
  where: 'From where',
  field: 'Field',
  before: 'Before',
  after: 'After',
  details: 'Details',
  empty: '–',
  actions: auditActions,
  areas: auditExport.areas,
  shell: auditExport.shell,
  former: auditExport.former,
}
