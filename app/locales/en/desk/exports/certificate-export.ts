import type { certificateExport as source } from '../../../ar/desk/exports/certificate-export.ts'
import { certificates as t } from '../certificates.ts'

export const certificateExport: typeof source = {
  fileName: 'certificates',
  title: t.title,
  columns: { ...t.columns, revoked: 'Revoked on', reason: 'Why it was revoked' },
  states: t.states,
  erased: t.erased,
}
