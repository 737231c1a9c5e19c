/** What moves on the home page, fetched as one when the first of it comes near. */
export { countUp } from './count-up.ts'
export { ReviewCarousel } from './review-carousel.tsx'
