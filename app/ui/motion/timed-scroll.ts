import type { EmblaCarouselType } from 'embla-carousel'

/** One update of Embla's animation loop, in milliseconds. */
const STEP_MS = 1000 / 60

/**
 * Gives every move of a carousel the same duration. Embla's own motion is a spring: its `duration` is a stiffness, and
 * the time depends on the distance. Dragging and jumping are unchanged.
 */
export function scrollIn(milliseconds: number, embla: EmblaCarouselType) {
  const { scrollBody, location, previousLocation, target, dragHandler } = embla.internalEngine()
  const { seek: follow, direction: followed } = scrollBody
  const steps = milliseconds / STEP_MS
  let step = 0
  /** The distance to the target at the start of the move, and the remaining one; both are independent of the loop. */
  let distance = 0
  let remaining = 0
  let timed = false

  scrollBody.seek = () => {
    timed = !dragHandler.pointerDown() && scrollBody.duration() > 0
    if (!timed) {
      remaining = 0
      return follow()
    }
    const now = target.get() - location.get()
    if (Math.abs(now - remaining) > 0.01) {
      distance = now
      step = 0
    }
    step = Math.min(step + 1, steps)
    remaining = distance * (1 - eased(step / steps))
    previousLocation.set(location)
    location.set(target.get() - remaining)
    return scrollBody
  }
  scrollBody.direction = () => (timed ? Math.sign(distance) : followed())
}

const eased = (part: number) => 1 - (1 - part) ** 3
