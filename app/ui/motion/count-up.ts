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
  const began = performance.now()
  const tick = (now: number) => {
    const part = Math.min(1, Math.max(0, (now - began) / DURATION_MS))
    text.data = countedTo(finalText, part)
    if (part < 1) requestAnimationFrame(tick)
  }
  requestAnimationFrame(tick)
}

/**
 * What is shown on the way to a number such as `12,400`, from the smallest with as many digits, 10,000: so the layout does
 * not shift, and no zero stands in front.
 * @param part of the time, 0 to 1
 */
export function countedTo(finalText: string, part: number): string {
  const value = Number(finalText.replaceAll(',', ''))
  const from = Math.min(value, 10 ** (String(value).length - 1))
  const digits = String(Math.round(from + (value - from) * (1 - (1 - part) ** 3)))
  let place = 0
  return finalText.replace(/\d/g, () => digits[place++]!)
}
