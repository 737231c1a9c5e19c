import type { Page } from 'playwright-core'

/** Attributes whose values say what a part is, or in which state. Of the others only the names count. */
const TELLING = /^(?:class|role|type|tabindex|data-.*|aria-(?!label|controls|describedby|owns|details|errormessage).*)$/

/**
 * What the parts of a page are to accessibility: elements, classes and states, without texts, addresses and ids. Like
 * neighbours, such as the rows of a list, count once. So it is the same in the other language and in another window.
 * @param root the selector of the part
 * @param without the selector of parts that are left out
 */
export function structureOf(page: Page, root: string, without: string): Promise<string> {
  return page.evaluate(
    ({ root, without, telling }) => {
      const isTelling = new RegExp(telling)
      const structureOfElement = (element: Element): string => {
        const attributes = Array.from(element.attributes, ({ name, value }) => {
          if (isTelling.test(name)) return `${name}=${value}`
          return value.trim() ? name : `${name}=""`
        })
        const nodes: string[] = []
        for (const node of element.childNodes) {
          const structure = structureOfNode(node)
          if (structure && structure !== nodes.at(-1)) nodes.push(structure)
        }
        return `<${element.localName} ${attributes.sort().join(' ')}>${nodes.join('')}</>`
      }
      const structureOfNode = (node: Node): string => {
        if (node instanceof Element) return node.matches(without) ? '' : structureOfElement(node)
        return node.nodeType === Node.TEXT_NODE && node.textContent!.trim() ? 'text' : ''
      }
      const found = document.querySelector(root)
      return found ? structureOfElement(found) : ''
    },
    { root, without: `script, style, ${without}`, telling: TELLING.source },
  )
}
