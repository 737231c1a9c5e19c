/** Accessibility of pages, by axe. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { IS_LONG } from './long.ts'
import { type PagePart, partsOf } from './pages/page-structure.ts'

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** Without comments, half as long: the browser reads it on each page. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * The violations that axe finds on the page in its current state. axe runs within the page and returns only violations:
 * its own driver, which passes all results through a second page, takes four times as long.
 * @param but rules to disable
 * @param exclude selectors of parts that other tests check, or their places in `partsOfPage`
 */
export async function axeFindings(
  page: Page,
  but: string[] = [],
  exclude: string[] | number[] = [],
): Promise<string[]> {
  // A frame that loads only when it is seen has no address before, and nothing that could be evaluated.
  for (const frame of page.frames().filter((one) => one.url() !== ''))
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(`void (() => { ${AXE} })()`)
  return page.evaluate(
    async ({ tags, but, exclude }) => {
      const left = exclude.map((part) => (typeof part === 'number' ? window.partsOfPage![part]! : part))
      const { violations } = await window.axe.run(left.length > 0 ? { include: [['html']], exclude: left } : document, {
        runOnly: { type: 'tag', values: tags },
        rules: Object.fromEntries(but.map((rule) => [rule, { enabled: false }])),
        resultTypes: ['violations'],
      })
      return violations.map(
        ({ id, nodes }) =>
          `${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join(' | ')}`,
      )
    },
    { tags: AXE_TAGS, but, exclude },
  )
}

/** Parts of pages in which axe found nothing in this process. */
const accessible = new Set<string>()

/**
 * axe finds no violation on the page. Other than in the long run, each part of a page is checked once, in the first
 * language and on the first page where a test sees it: most of the time goes to the colours of each element, and the frame
 * of a page, the rows of its lists and the fields of its forms are those of other pages.
 */
export async function expectAccessible(page: Page, but: string[] = []): Promise<void> {
  // The footer, the same on all pages, is checked in every-page.test.ts.
  if (IS_LONG) return void expect(await axeFindings(page, but, ['body > footer']), page.url()).toEqual([])
  const parts = await partsOf(page)
  const { known, fresh } = unchecked(parts)
  if (fresh.size === 0) return
  expect(await axeFindings(page, but, known), page.url()).toEqual([])
  // With rules left out, less was checked.
  if (but.length === 0) for (const key of fresh) accessible.add(key)
}

/** The places of parts that were checked, and the keys of those that were not. */
function unchecked(parts: readonly PagePart[]): { known: number[]; fresh: Set<string> } {
  const known: number[] = []
  const fresh = new Set<string>()
  for (let place = 0; place < parts.length; place++) {
    const { key, inner } = parts[place]!
    if (accessible.has(key) || fresh.has(key)) {
      known.push(place)
      place += inner
    } else {
      fresh.add(key)
    }
  }
  return { known, fresh }
}
