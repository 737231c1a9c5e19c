import type { EmblaCarouselType } from 'embla-carousel'

/** One update of Embla's animation loop, in milliseconds. */
const STEP = 1000 / 60

/**
 * Makes every move of a carousel take the same time. Embla's own motion is a spring: its `duration` is a stiffness, and
 * its end depends on the distance. A finger still leads directly, and a jump is still a jump.
 */
export function scrollIn(milliseconds: number, embla: EmblaCarouselType) {
  const { scrollBody, location, previousLocation, target, dragHandler } = embla.internalEngine()
  const { seek: follow, direction: followed } = scrollBody
  const steps = milliseconds / STEP
  let step = 0
  /** The way to the target when the move began, and what is left of it; both stay the same when the carousel wraps. */
  let whole = 0
  let left = 0
  let timed = false

  scrollBody.seek = () => {
    timed = !dragHandler.pointerDown() && scrollBody.duration() > 0
    if (!timed) {
      left = 0
      return follow()
    }
    const now = target.get() - location.get()
    if (Math.abs(now - left) > 0.01) {
      whole = now
      step = 0
    }
    step = Math.min(step + 1, steps)
    left = whole * (1 - eased(step / steps))
    previousLocation.set(location)
    location.set(target.get() - left)
    return scrollBody
  }
  scrollBody.direction = () => (timed ? Math.sign(whole) : followed())
}

const eased = (part: number) => 1 - (1 - part) ** 3
