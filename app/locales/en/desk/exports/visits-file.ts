import type { visitsFile as Source } from '../../../ar/desk/exports/visits-file.ts'
import { visits } from '../visits.ts'

/** The report of visits that staff download. */
export const visitsFile: typeof Source = {
  ...{ fileName: 'visits', title: visits.title },
  others: 'Others',
  ...{ groupings: visits.groupings, figures: visits.figures, before: visits.before, none: visits.none },
}
