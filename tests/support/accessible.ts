/** Accessibility of pages, by axe. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { IS_LONG } from './long.ts'
import { MARKED, markChecked, unmark } from './pages/page-structure.ts'

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

/** The keys of the parts of pages in which axe found nothing in this process. */
const checked = new Set<number>()
const FOOTER = 'body > footer'

/**
 * axe finds no violation on the page. The footer, the same on all pages, is checked in every-page.test.ts. Other than in
 * the long run, each part of a page (a menu, a field, a row of a table) is checked once, in the first page, language and
 * window in which a test meets it: most of the work would be to check them again.
 */
export async function expectAccessible(page: Page, but: string[] = []): Promise<void> {
  expect(
    await (IS_LONG ? axeFindings(page, but, [FOOTER]) : findingsOfNewParts(page, FOOTER, but)),
    page.url(),
  ).toEqual([])
}

/**
 * The violations that axe finds in the parts of the page that it has not checked before in this process.
 * @param without the selector of parts that are left out
 */
export async function findingsOfNewParts(page: Page, without?: string, but: string[] = []): Promise<string[]> {
  const fresh = await markChecked(page, checked, without)
  if (fresh.length === 0) return []
  try {
    const findings = await axeFindings(page, but, [...(without ? [without] : []), MARKED])
    // With rules left out, less was checked.
    if (findings.length === 0 && but.length === 0) for (const key of fresh) checked.add(key)
    return findings
  } finally {
    await unmark(page)
  }
}
