import type { translationExport as source } from '../../../ar/desk/exports/translation-export.ts'
import { translations } from '../translations.ts'

export const translationExport: typeof source = {
  fileName: 'translations',
  title: translations.title,
  kinds: translations.kinds,
  states: translations.states,
  columns: {
    kind: translations.kind,
    record: 'Record',
    id: 'Its number',
    path: 'Place of the text',
    state: translations.state,
    arabic: 'Arabic',
    english: 'English',
  },
}
