const DURATION_MS = 1200

/**
 * Counts up the numbers in an element when it becomes visible. The numbers are already in the page, so nothing is
 * missing without the animation.
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
  const finalText = text.data
  if (!/^\d[\d,]*$/.test(finalText)) return
  const value = Number(finalText.replaceAll(',', ''))
  const began = performance.now()
  const tick = (now: number) => {
    const part = Math.min(1, (now - began) / DURATION_MS)
    // The same number of digits from the start, so that the layout does not shift.
    text.data = part === 1 ? finalText : paddedLike(Math.round(value * (1 - (1 - part) ** 3)), finalText)
    if (part < 1) requestAnimationFrame(tick)
  }
  requestAnimationFrame(tick)
}

/** The number padded to the digits of the pattern: 31 like `12,400` is `00,031`. */
function paddedLike(value: number, pattern: string): string {
  const digits = String(value).padStart(pattern.replaceAll(',', '').length, '0')
  let place = 0
  return pattern.replace(/\d/g, () => digits[place++]!)
}
