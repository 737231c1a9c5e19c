import type { carousel as source } from '../ar/carousel.ts'

export const carousel: typeof source = {
  carousel: 'carousel',
  slide: 'review',
  position: (n, total) => `${n} of ${total}`,
  previous: 'Previous',
  next: 'Next',
  pause: 'Pause',
  play: 'Play',
}
