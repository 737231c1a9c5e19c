import { translations } from '../translations.ts'

/** The file in which staff give texts to a translator. */
export const translationExport = {
  fileName: 'translations',
  title: translations.title,
  kinds: translations.kinds,
  states: translations.states,
  columns: {
    kind: translations.kind,
    record: 'السجل',
    id: 'رقمه',
    path: 'موضع النص',
    state: translations.state,
    arabic: 'العربية',
    english: 'الإنجليزية',
  },
}
