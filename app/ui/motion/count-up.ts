const DURATION = 1200

/**
 * Lets the numbers in an element count up when they come into sight: they stand there as they are, so only who sees
 * them move gets the movement.
 */
export function countUp(place: HTMLElement | null): void {
  if (!place || matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const watcher = new IntersectionObserver(
    ([entry]) => {
      if (!entry!.isIntersecting) return
      watcher.disconnect()
      for (const number of place.querySelectorAll('dd bdi')) count(number.firstChild as Text)
    },
    { threshold: 0.5 },
  )
  watcher.observe(place)
}

function count(text: Text) {
  const whole = text.data
  if (!/^\d[\d,]*$/.test(whole)) return
  const value = Number(whole.replaceAll(',', ''))
  const began = performance.now()
  const tick = (now: number) => {
    const part = Math.min(1, (now - began) / DURATION)
    // Of equal length from the first moment on: nothing moves but the digits.
    text.data = part === 1 ? whole : alike(Math.round(value * (1 - (1 - part) ** 3)), whole)
    if (part < 1) requestAnimationFrame(tick)
  }
  requestAnimationFrame(tick)
}

/** The number in as many places as the pattern has: 31 like `12,400` is `00,031`. */
function alike(value: number, pattern: string): string {
  const digits = String(value).padStart(pattern.replaceAll(',', '').length, '0')
  let place = 0
  return pattern.replace(/\d/g, () => digits[place++]!)
}
