/** What is too small for a finger: measured on the open page, as wide as a phone. */
import type { Page } from 'playwright-core'

/** By two pixels less than 44, since places between two pixels are rounded. */
const MIN_HEIGHT_PX = 42
const MIN_WIDTH_PX = 24

/** Links and controls outside running text that a finger would miss, each with its size. */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(targetFaults, { minHeight: MIN_HEIGHT_PX, minWidth: MIN_WIDTH_PX })

/** Runs within the page. */
function targetFaults({ minHeight, minWidth }: { minHeight: number; minWidth: number }): string[] {
  const selector =
    'a[href], button:enabled, summary, select:enabled, textarea:enabled, input:enabled:not([type=hidden])'
  const isWithinText = (target: Element) =>
    getComputedStyle(target).display === 'inline' &&
    [...target.parentElement!.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && /\w{2}|\p{L}{2}/u.test(node.textContent!),
    )
  const found = [...document.querySelectorAll<HTMLElement>(selector)].flatMap((target) => {
    const isShown = target.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    if (!isShown || target.closest('[inert]') || isWithinText(target)) return []
    // A press on its label is one on the field.
    const label = target instanceof HTMLInputElement ? target.labels?.[0] : undefined
    const isPressed = label && (label.contains(target) || /checkbox|radio|file/.test(target.type)) ? label : target
    target.scrollIntoView({ block: 'center', behavior: 'instant' })
    const { x, y, width, height } = isPressed.getBoundingClientRect()
    const isHit = (left: number, top: number) => {
      const hit = document.elementFromPoint(left, top)
      return hit !== null && (target.contains(hit) || isPressed.contains(hit))
    }
    const [left, top] = [x + width / 2, y + height / 2]
    // Covered by another element, or hidden from sight.
    if (!isHit(left, top)) return []
    const reach = (across: number, down: number) => {
      let pixels = 0
      while (pixels < minHeight && isHit(left + across * (pixels + 1), top + down * (pixels + 1))) pixels++
      return pixels
    }
    const [wide, high] = [reach(-1, 0) + reach(1, 0) + 1, reach(0, -1) + reach(0, 1) + 1]
    if (wide >= minWidth && high >= minHeight) return []
    const name = target.innerText || target.getAttribute('aria-label') || target.getAttribute('name') || target.id
    return [`“${name.trim().slice(0, 40)}” is touched on ${wide} × ${high} px`]
  })
  scrollTo(0, 0)
  return [...new Set(found)]
}
