import type { Page } from 'playwright-core'

/** Attributes whose values say what a part is, or in which state. Of the others only the names count. */
const TELLING =
  /^(?:class|role|type|tabindex|data-(?!repeats-its-neighbour).*|aria-(?!label|controls|describedby|owns|details|errormessage).*)$/

/** On elements that have the structure of the neighbour before them, until `unmark`. */
const MARK = 'data-repeats-its-neighbour'
/** The selector of what `structureOf` has marked */
export const REPEATED = `[${MARK}]`

/**
 * What the parts of a page are to accessibility: elements, classes and states, without texts, addresses and ids. Like
 * neighbours, such as the rows of a list, count once: all but the first are marked (`REPEATED`) until `unmark`. So it is
 * the same in the other language and in another window.
 * @param root the selector of the part
 * @param without the selector of parts that are left out
 */
export function structureOf(page: Page, root: string, without: string): Promise<string> {
  return page.evaluate(
    ({ root, without, telling, mark }) => {
      const isTelling = new RegExp(telling)
      const structureOfElement = (element: Element): string => {
        const attributes = Array.from(element.attributes).map(({ name, value }) => {
          if (isTelling.test(name)) return `${name}=${value}`
          return value.trim() ? name : `${name}=""`
        })
        const nodes: string[] = []
        const repeated: Element[] = []
        for (const node of element.childNodes) {
          const structure = structureOfNode(node)
          if (structure && structure !== nodes.at(-1)) nodes.push(structure)
          else if (structure && node instanceof Element) repeated.push(node)
        }
        for (const one of repeated) one.setAttribute(mark, '')
        return `<${element.localName} ${attributes.sort().join(' ')}>${nodes.join('')}</>`
      }
      const structureOfNode = (node: Node): string => {
        if (node instanceof Element) return node.matches(without) ? '' : structureOfElement(node)
        return node.nodeType === Node.TEXT_NODE && node.textContent!.trim() ? 'text' : ''
      }
      const found = document.querySelector(root)
      return found ? structureOfElement(found) : ''
    },
    { root, without: `script, style, ${without}`, telling: TELLING.source, mark: MARK },
  )
}

/** Takes the marks of `structureOf` away: the page is as it was. */
export function unmark(page: Page): Promise<void> {
  return page.evaluate((mark) => {
    for (const one of document.querySelectorAll(`[${mark}]`)) one.removeAttribute(mark)
  }, MARK)
}
