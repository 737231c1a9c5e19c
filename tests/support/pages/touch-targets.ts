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
  /** How many pixels around the middle of the element press the target. */
  const reachOf = (target: Element, element: Element) => {
    element.scrollIntoView({ block: 'center', behavior: 'instant' })
    const { x, y, width, height } = element.getBoundingClientRect()
    const isHit = (across: number, down: number) => {
      const hit = document.elementFromPoint(x + width / 2 + across, y + height / 2 + down)
      return target.contains(hit) || element.contains(hit)
    }
    const reach = (across: number, down: number) => {
      let pixels = 0
      while (pixels < minHeight && isHit(across * (pixels + 1), down * (pixels + 1))) pixels++
      return pixels
    }
    return {
      isCovered: !isHit(0, 0),
      width: reach(-1, 0) + reach(1, 0) + 1,
      height: reach(0, -1) + reach(0, 1) + 1,
    }
  }
  const found = [...document.querySelectorAll<HTMLElement>(selector)].flatMap((target) => {
    const isShown = target.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    if (!isShown || target.closest('[inert]') || isWithinText(target)) return []
    // A press on its label is one on the field.
    const labels = target instanceof HTMLInputElement ? [...(target.labels ?? [])] : []
    const reached = [target, ...labels].map((element) => reachOf(target, element)).filter(({ isCovered }) => !isCovered)
    if (reached.length === 0 || reached.some(({ width, height }) => width >= minWidth && height >= minHeight)) return []
    const { width, height } = reached[0]!
    const name = target.innerText || target.getAttribute('aria-label') || target.getAttribute('name') || target.id
    return [`“${name.trim().slice(0, 40)}” is touched on ${width} × ${height} px`]
  })
  scrollTo(0, 0)
  return [...new Set(found)]
}
