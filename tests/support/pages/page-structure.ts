import type { Page } from 'playwright-core'

/** Attributes whose values say what a part is, or in which state. Of the others only the names count. */
const TELLING = /^(?:class|role|type|tabindex|data-.*|aria-(?!label|controls|describedby|owns|details|errormessage).*)$/

/** Parts with fewer elements than this are not told apart from what they stand in. */
const MIN_ELEMENTS = 5

/** @property inner how many of the following parts are within this one */
export type PagePart = { key: string; inner: number }

declare global {
  interface Window {
    partsOfPage?: Element[]
  }
}

/**
 * The parts of the open page, the outer before the inner; the first is the whole page. The key of a part says what it is
 * to accessibility: its elements, classes, states and whether they are seen, without texts, addresses and ids, and what it
 * stands in, on which its colours depend. So the key is the same in the other language and on another page. Of like
 * neighbours, such as the rows of a list, one counts. The elements stay in the page as `partsOfPage`.
 */
export function partsOf(page: Page): Promise<PagePart[]> {
  return page.evaluate(
    ({ telling, minElements }) => {
      const isTelling = new RegExp(telling)
      const parts: (PagePart & { element: Element })[] = []
      const tagOf = (element: Element): string => {
        const attributes = Array.from(element.attributes, ({ name, value }) => {
          if (isTelling.test(name)) return `${name}=${value}`
          return value.trim() ? name : `${name}=""`
        })
        const isSeen = element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
        return `<${element.localName} ${attributes.sort().join(' ')}${isSeen ? '' : ' unseen'}>`
      }
      // Twice 32 bits (FNV-1a), since the text of a part would be long.
      const hashOf = (text: string): string => {
        let [one, other] = [0x811c9dc5, 0x01000193]
        for (let index = 0; index < text.length; index++) {
          one = Math.imul(one ^ text.charCodeAt(index), 0x01000193)
          other = Math.imul(other ^ text.charCodeAt(index), 0x85ebca6b)
        }
        return `${(one >>> 0).toString(36)}-${(other >>> 0).toString(36)}`
      }
      const add = (element: Element, within: string): { structure: string; size: number } => {
        const tag = tagOf(element)
        const place = hashOf(within + tag)
        const part = { element, key: '', inner: 0 }
        const index = parts.push(part) - 1
        const nodes: string[] = []
        let size = 1
        for (const node of element.childNodes) {
          if (node instanceof Element && !node.matches('script, style')) {
            const child = add(node, place)
            size += child.size
            if (child.structure !== nodes.at(-1)) nodes.push(child.structure)
          } else if (node.nodeType === Node.TEXT_NODE && node.textContent!.trim() && nodes.at(-1) !== 'text') {
            nodes.push('text')
          }
        }
        const structure = hashOf(tag + nodes.join())
        if (size < minElements) {
          parts.length = index
        } else {
          part.key = `${place} ${structure}`
          part.inner = parts.length - index - 1
        }
        return { structure, size }
      }
      add(document.body, '')
      window.partsOfPage = parts.map(({ element }) => element)
      return parts.map(({ key, inner }) => ({ key, inner }))
    },
    { telling: TELLING.source, minElements: MIN_ELEMENTS },
  )
}
