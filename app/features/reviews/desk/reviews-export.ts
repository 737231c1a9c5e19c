import { exportLoader } from '../../../desk/exports/export.ts'

export const loader = exportLoader(
  (page, { course, ...filters }) => page.api.reviews.exportReviews({ ...filters, courseId: course } as object),
  () => 'reviews',
)
