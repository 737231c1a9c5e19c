import type { Page } from 'playwright-core'

/** Attributes whose values say what a part is, or in which state. Of the others only the names count. */
const TELLING =
  /^(?:class|role|type|tabindex|data-(?!checked-before).*|aria-(?!label|controls|describedby|owns|details|errormessage).*)$/

/** On the parts that `markChecked` found among the checked ones, until `unmark`. */
const MARK = 'data-checked-before'
/** The selector of what `markChecked` has marked. */
export const MARKED = `[${MARK}]`

/**
 * Marks the parts of the page that need no second check: those whose key is among `checked`, and those of which the page
 * has the like before, such as the second row of a list. A key is what a part is to accessibility, in its place: its
 * elements, classes and states without texts, addresses and ids, and the same of the elements around it, on which colours
 * depend. Of like neighbours one counts. So keys are the same in the other language and in another window.
 * @param without the selector of parts that are left out
 * @returns the keys of all parts that are not marked; none when the whole page was checked
 */
export function markChecked(page: Page, checked: ReadonlySet<number>, without?: string): Promise<number[]> {
  return page
    .evaluate(readParts, {
      without: ['script', 'style', ...(without ? [without] : [])].join(),
      telling: TELLING.source,
    })
    .then((keys) =>
      checked.has(keys[0]!) ? [] : page.evaluate(markParts, { known: indexesOf(keys, checked), mark: MARK }),
    )
}

const indexesOf = (keys: number[], checked: ReadonlySet<number>) =>
  keys.flatMap((key, index) => (checked.has(key) ? [index] : []))

type Part = { element: Element; key: number; parts: Part[] }
declare global {
  interface Window {
    /** Of `markChecked`, between its two calls: the body with all its parts. */
    partsOfPage: Part
  }
}

/** The keys of the body and its parts, in the order of the document. Runs in the page. */
function readParts({ without, telling }: { without: string; telling: string }): number[] {
  const isTelling = new RegExp(telling)
  /** FNV-1a over 52 bits: collisions among some 100,000 keys are out of reach. */
  const hash = (text: string) => {
    let [low, high] = [0x811c9dc5, 0xcbf29ce4]
    for (let index = 0; index < text.length; index += 1) {
      low = Math.imul(low ^ text.charCodeAt(index), 0x01000193)
      high = Math.imul(high ^ text.charCodeAt(index), 0x01000197) ^ (low >>> 13)
    }
    return (high >>> 12) * 2 ** 32 + (low >>> 0)
  }
  const ownTag = (element: Element) => {
    const attributes = Array.from(element.attributes, ({ name, value }) => {
      if (isTelling.test(name)) return `${name}=${value}`
      return value.trim() ? name : `${name}=""`
    })
    return `<${element.localName} ${attributes.sort().join(' ')}>`
  }
  const keys: number[] = []
  const read = (element: Element, around: number): { part: Part; structure: number } => {
    const tag = ownTag(element)
    const place = hash(`${around}${tag}`)
    const index = keys.push(0) - 1
    const parts: Part[] = []
    const structures: (number | string)[] = []
    for (const node of element.childNodes) {
      if (node instanceof Element) {
        if (node.matches(without)) continue
        const child = read(node, place)
        parts.push(child.part)
        if (child.structure !== structures.at(-1)) structures.push(child.structure)
      } else if (node.nodeType === Node.TEXT_NODE && node.textContent!.trim()) {
        if (structures.at(-1) !== 'text') structures.push('text')
      }
    }
    const structure = hash(tag + structures.join())
    const key = hash(`${around} ${structure}`)
    keys[index] = key
    return { part: { element, key, parts }, structure }
  }
  window.partsOfPage = read(document.body, 0).part
  return keys
}

/** @returns the keys of the parts that it does not mark. Runs in the page. */
function markParts({ known, mark }: { known: number[]; mark: string }): number[] {
  const isKnown = new Set(known)
  const seen = new Set<number>()
  let index = -1
  const skip = ({ parts }: Part) => {
    index += 1
    for (const part of parts) skip(part)
  }
  const visit = (part: Part) => {
    if (isKnown.has(index + 1) || seen.has(part.key)) {
      part.element.setAttribute(mark, '')
      return skip(part)
    }
    index += 1
    seen.add(part.key)
    for (const inner of part.parts) visit(inner)
  }
  visit(window.partsOfPage)
  return [...seen]
}

/** Takes the marks of `markChecked` away: the page is as it was. */
export function unmark(page: Page): Promise<void> {
  return page.evaluate((mark) => {
    for (const one of document.querySelectorAll(`[${mark}]`)) one.removeAttribute(mark)
  }, MARK)
}
