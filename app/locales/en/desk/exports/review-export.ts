import type { reviewExport as source } from '../../../ar/desk/exports/review-export.ts'
import { reviews } from '../reviews.ts'

export const reviewExport: typeof source = {
  fileName: 'reviews',
  title: reviews.title,
  columns: { ...reviews.columns, answer: reviews.answer },
  states: reviews.badges,
}
