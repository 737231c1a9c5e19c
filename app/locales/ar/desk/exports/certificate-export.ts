import { certificates as t } from '../certificates.ts'

/** The file in which staff download certificates. */
export const certificateExport = {
  fileName: 'certificates',
  title: t.title,
  columns: { ...t.columns, revoked: 'أُلغيت في', reason: 'سبب الإلغاء' },
  states: t.states,
  erased: t.erased,
}
