/** The animations of the home page: one chunk, loaded when the first of them is close to the viewport. */

export { CarouselControls } from './carousel-controls.tsx'
export { countUp } from './count-up.ts'
