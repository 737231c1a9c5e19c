import { visits } from '../visits.ts'

/** The report of visits that staff download. */
export const visitsFile = {
  ...{ fileName: 'visits', title: visits.title },
  others: 'غيرها',
  ...{ groupings: visits.groupings, figures: visits.figures, before: visits.before, none: visits.none },
}
