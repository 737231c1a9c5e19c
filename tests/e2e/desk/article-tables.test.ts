/** Tables of an article in the editor of the desk, and the caret beside its tools. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { area, DESKTOP, openArticle, paste, textbox, textsFor, toEnd } from '../../support/article-editor.ts'
import { startTestSite, type TestSite } from '../../support/browser.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.stop())

describe('a table at the end of a text', () => {
  it('is left by the arrows, and what is typed then stands below it', async () => {
    const { page, errors } = await openArticle(site, DESKTOP)
    const { editor: t } = textsFor(DESKTOP)
    await toEnd(page)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: t.table, exact: true }).first().click()
    for (const cell of ['أ', 'B', 'ج', '4%', 'هـ']) {
      await page.keyboard.type(cell)
      await page.keyboard.press('Tab')
    }
    await page.keyboard.type('F')
    const table = 'نص\n\n| أ | B |\n| --- | --- |\n| ج | 4% |\n| هـ | F |'
    expect(await area(page).inputValue()).toBe(table)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.type('بعده')
    expect(await area(page).inputValue()).toBe(`${table}\n\nبعده`)
    expect(errors).toEqual([])
  })

  it('takes a list, a heading and another table into a cell as lines, and stays whole', async () => {
    const { page, errors } = await openArticle(site, DESKTOP, {
      ar: '| أ | ب |\n| --- | --- |\n| ج | د |',
      en: 'Text',
    })
    await textbox(page).getByText('ج').click()
    await page.waitForTimeout(200)
    await page.keyboard.press('End')
    await page.keyboard.type(' ')
    const row = '<table><tr><td>محرم</td><td>1,250</td></tr></table>'
    await paste(page, { 'text/html': `<h2>عنوان</h2><ul><li>بند</li><li>آخر</li></ul>${row}<p>خاتمة</p>` })
    await page.keyboard.type('.')
    expect(await area(page).inputValue()).toBe(
      '| أ | ب |\n| --- | --- |\n| ج عنوان<br>بند<br>آخر<br>محرم · 1,250<br>خاتمة. | د |',
    )
    // Cells alone are put into the cells, and who writes on does so behind them.
    await paste(page, { 'text/html': '<table><tr><td>1</td><td>2</td></tr></table>' })
    await page.keyboard.type('%')
    expect(await area(page).inputValue()).toBe('| أ | ب |\n| --- | --- |\n| 1 | 2% |')
    expect(errors).toEqual([])
  })

  it('has the caret in a row that is added, in the column where it was', async () => {
    const { page } = await openArticle(site, DESKTOP, { ar: '| أ | ب |\n| --- | --- |\n| ج | د |', en: 'Text' })
    const { editor: t } = textsFor(DESKTOP)
    await textbox(page).getByText('ب').click()
    await page.waitForTimeout(200)
    await page.getByRole('button', { name: t.addRow, exact: true }).click()
    await page.keyboard.type('هـ')
    expect(await area(page).inputValue()).toBe('| أ | ب |\n| --- | --- |\n|  | هـ |\n| ج | د |')
  })

  it('shows the cells that are selected together', async () => {
    const { page } = await openArticle(site, DESKTOP, { ar: '| أ | ب |\n| --- | --- |\n| ج | د |', en: 'Text' })
    await textbox(page).getByText('ج').click()
    await page.waitForTimeout(200)
    const outlines = () =>
      textbox(page)
        .locator('td')
        .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell).outlineStyle))
    expect(await outlines()).toEqual(['none', 'none'])
    await textbox(page).getByText('ج').hover()
    await page.mouse.down()
    await textbox(page).getByText('د').hover()
    await page.mouse.up()
    await expect.poll(outlines).toEqual(['solid', 'solid'])
  })
})

/** How many pixels of the caret's line are behind the tools. */
const hidden = (page: Page) =>
  page.evaluate(() => {
    const { anchorNode } = getSelection()!
    const line = (anchorNode instanceof Element ? anchorNode : anchorNode!.parentElement)!.getBoundingClientRect()
    const tools = document.querySelector('[role=toolbar]')!.getBoundingClientRect()
    return Math.max(0, tools.bottom - line.top)
  })

describe('the caret', () => {
  it('is not under the tools of a table that it enters from below', async () => {
    const lines = Array.from({ length: 40 }, (_, line) => `سطر ${line}`).join('\n\n')
    const { page } = await openArticle(site, DESKTOP, {
      ar: `| أ | ب |\n| --- | --- |\n| ج | د |\n\n${lines}`,
      en: 'Text',
    })
    await page.setViewportSize({ width: 1280, height: 720 })
    await toEnd(page)
    for (let line = 0; line < 39; line += 1) await page.keyboard.press('ArrowUp')
    await page.waitForTimeout(200)
    const rows = () =>
      page
        .locator('[role=toolbar]')
        .first()
        .evaluate((bar) => bar.clientHeight)
    const before = await rows()
    await page.keyboard.press('ArrowUp')
    await expect.poll(rows).toBeGreaterThan(before)
    await expect.poll(() => hidden(page)).toBe(0)
  })

  it('is not under the tools when it moves up in a long text', async () => {
    const { page } = await openArticle(site, DESKTOP, {
      ar: Array.from({ length: 60 }, (_, line) => `سطر ${line}`).join('\n\n'),
      en: 'Text',
    })
    await toEnd(page)
    for (let line = 0; line < 59; line += 1) {
      await page.keyboard.press('ArrowUp')
      await expect.poll(() => hidden(page)).toBe(0)
    }
  })
})
