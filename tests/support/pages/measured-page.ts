/** What does not fit the window, or is too small to type into: measured on the open page in every window and text size. */
import type { Page } from 'playwright-core'
import { sidewaysScroll } from '../browser.ts'

export const WIDTHS = [320, 390, 540, 640, 768, 840, 1024, 1440]
/** Of the browser's text size, in percent. */
export const TEXT_SIZES = [100, 200] as const
const USUAL_PX = 16
/** From here on the pages are typed into with a keyboard and a mouse. */
const DESKTOP_PX = 1024
/** Phones enlarge the page when a smaller text is typed into. */
const TYPED_PX = 16

/** The faults of the page in every window and text size, each once, with the first window that has it. */
export async function layoutFaults(page: Page): Promise<string[]> {
  const found = new Map<string, string>()
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    // What is not shown yet has no size.
    sheet.replaceSync('* { content-visibility: visible !important }')
    document.adoptedStyleSheets.push(sheet)
  })
  const session = await page.context().newCDPSession(page)
  for (const percent of TEXT_SIZES) {
    // As the browser's own setting does: media queries in `rem` follow it, too.
    await session.send('Page.setFontSizes', { fontSizes: { standard: (USUAL_PX * percent) / 100 } })
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 844 })
      const pixels = await sidewaysScroll(page)
      const faults = [
        ...(pixels > 0 ? [`scrolls sideways by ${pixels} px`] : []),
        ...(await page.evaluate(fieldFaults, width < DESKTOP_PX ? TYPED_PX : 0)),
      ]
      for (const fault of faults) if (!found.has(fault)) found.set(fault, `${width} px, text at ${percent} %: ${fault}`)
    }
  }
  await session.send('Page.setFontSizes', { fontSizes: { standard: USUAL_PX } })
  await session.detach()
  return [...found.values()]
}

/** The narrowest window that is measured, in text of twice its size only. */
const NARROWEST_PX = 240

/** The faults of the page in doubled text in the narrowest window: it scrolls sideways, or words are cut off. */
export async function faultsInDoubledText(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: 2 * USUAL_PX } })
  await page.setViewportSize({ width: NARROWEST_PX, height: 844 })
  const pixels = await sidewaysScroll(page)
  const cut = await page.evaluate(cutWords)
  await session.send('Page.setFontSizes', { fontSizes: { standard: USUAL_PX } })
  await session.detach()
  return [...(pixels > 0 ? [`scrolls sideways by ${pixels} px`] : []), ...cut]
}

/** Runs within the page: texts that reach beyond the window, or beyond what hides the rest of them. */
function cutWords(): string[] {
  const found = [...document.querySelectorAll<HTMLElement>('main *, body > header *, footer *')].flatMap((element) => {
    const text = [...element.childNodes].find((node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim())
    if (!text || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return []
    const range = document.createRange()
    range.selectNodeContents(text)
    const words = range.getBoundingClientRect()
    let [start, end] = [0, innerWidth]
    for (let box: Element | null = element; box && box !== document.body; box = box.parentElement) {
      const { overflowX, clipPath, textOverflow } = getComputedStyle(box)
      // What scrolls, is for screen readers or ends in dots is not cut.
      if (/auto|scroll/.test(overflowX) || clipPath !== 'none' || textOverflow === 'ellipsis') return []
      if (!/hidden|clip/.test(overflowX)) continue
      const { left, right } = box.getBoundingClientRect()
      start = Math.max(start, left)
      end = Math.min(end, right)
    }
    const isCut = words.width > 0 && (words.left < start - 2 || words.right > end + 2)
    return isCut ? [`“${text.textContent!.trim().slice(0, 40)}” is cut off`] : []
  })
  return [...new Set(found)]
}

/** Runs within the page: fields whose text is small, or whose date does not fit. */
function fieldFaults(typedPx: number): string[] {
  const selector =
    'input:not([type=hidden], [type=checkbox], [type=radio], [type=file], [type=range]), select, textarea'
  return [...document.querySelectorAll<HTMLInputElement>(selector)].flatMap((field) => {
    if (!field.checkVisibility({ visibilityProperty: true }) || field.getBoundingClientRect().width < 4) return []
    const size = Number.parseFloat(getComputedStyle(field).fontSize)
    const isClipped = /date|time|month/.test(field.type) && field.scrollWidth > field.clientWidth + 1
    return [
      ...(size < typedPx ? [`${field.name || field.id} has text of ${size} px`] : []),
      ...(isClipped ? [`${field.name || field.id} shows a part of its date`] : []),
    ]
  })
}
