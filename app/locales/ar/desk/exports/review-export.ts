import { reviews } from '../reviews.ts'

/** The file in which staff download reviews. */
export const reviewExport = {
  fileName: 'reviews',
  title: reviews.title,
  columns: { ...reviews.columns, answer: reviews.answer },
  states: reviews.badges,
}
