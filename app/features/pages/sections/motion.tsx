/** What moves on the home page, fetched as one when the first of it comes near. */

export { ReviewCarousel } from '../../reviews/review-carousel.tsx'
export { countUp } from './count-up.ts'
