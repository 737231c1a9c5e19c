/** Accessibility of pages, by axe. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { IS_LONG } from './long.ts'
import { REPEATED, structureOf, unmark } from './pages/page-structure.ts'

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
 * @param exclude selectors of parts that other tests check
 */
export async function axeFindings(page: Page, but: string[] = [], exclude: string[] = []): Promise<string[]> {
  // A frame that loads only when it is seen has no address before, and nothing that could be evaluated.
  for (const frame of page.frames().filter((one) => one.url() !== ''))
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(`void (() => { ${AXE} })()`)
  return page.evaluate(
    async ({ tags, but, exclude }) => {
      const { violations } = await window.axe.run(exclude.length > 0 ? { include: [['html']], exclude } : document, {
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

/** Structures in which axe found nothing in this process: whole pages without their header, and headers. */
const accessible = new Set<string>()
const [HEADER, FOOTER] = ['body > header', 'body > footer']

/**
 * axe finds no violation on the page. The footer, the same on all pages, is checked in every-page.test.ts. Other than in
 * the long run, each structure of a page is checked once, in the first language and window in which a test opens it, and
 * of its like neighbours, such as the rows of a table, the first one: two thirds of the work are the others.
 */
export async function expectAccessible(page: Page, but: string[] = []): Promise<void> {
  if (IS_LONG) return void expect(await axeFindings(page, but, [FOOTER]), page.url()).toEqual([])
  const header = await structureOf(page, HEADER, FOOTER)
  const rest = await structureOf(page, 'body', `${HEADER}, ${FOOTER}`)
  const isHeaderChecked = accessible.has(header)
  try {
    if (isHeaderChecked && accessible.has(rest)) return
    const exclude = [...(isHeaderChecked ? [HEADER] : []), FOOTER, REPEATED]
    expect(await axeFindings(page, but, exclude), page.url()).toEqual([])
  } finally {
    await unmark(page)
  }
  // With rules left out, less was checked.
  if (but.length === 0) accessible.add(header).add(rest)
}
