/** What is cut, and what is pasted from elsewhere, in the editor of the desk. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { area, DESKTOP, openArticle, paste, textbox, toEnd } from '../../support/article-editor.ts'
import { startTestSite, type TestSite } from '../../support/browser.ts'
import { pastedTexts } from '../../support/content/pasted-texts.ts'
import { IS_LONG } from '../../support/long.ts'

/** Texts from word processors and web pages, of nineteen kinds in turn. */
const PASTED = IS_LONG ? 500 : 76

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.stop())

describe('words that are cut', () => {
  it('come with the blanks that were cut with them', async () => {
    const { page } = await openArticle(site, DESKTOP, { ar: 'واحد اثنان ثلاثة', en: 'Text' })
    await textbox(page).click()
    await textbox(page).evaluate((box) => {
      const words = box.querySelector('p')!.firstChild!
      getSelection()!.setBaseAndExtent(words, 5, words, 11)
    })
    await page.waitForTimeout(200)
    const cutAndPasted = await textbox(page).evaluate((box) => {
      const moved = new DataTransfer()
      const send = (type: string) =>
        box.dispatchEvent(new ClipboardEvent(type, { clipboardData: moved, bubbles: true, cancelable: true }))
      send('cut')
      const left = box.textContent
      send('paste')
      return [left, box.textContent]
    })
    expect(cutAndPasted).toEqual(['واحد ثلاثة', 'واحد اثنان ثلاثة'])
  })
})

describe('words of a page', () => {
  it.each([
    ['a line', '<meta charset="utf-8"><span> private training institute </span>'],
    ['blanks as browsers copy them', '<span>&nbsp;<b>private</b> training institute</span><b>&nbsp;</b>'],
    [
      'a part that Windows names',
      '<html>\r\n<body>\r\n<!--StartFragment--><i>&nbsp;private</i> training institute&nbsp;<!--EndFragment-->\r\n</body>\r\n</html>',
    ],
    ['text alone, as Firefox copies it', ' private training institute '],
    ['a part of a paragraph, as Firefox copies it', '<p id="a"> private <b>training</b> institute </p>'],
    ['a paragraph', '<p>&nbsp;private training institute&nbsp;</p>'],
  ])('are parted from the words that they come between: %s', async (_, html) => {
    const { page } = await openArticle(site, DESKTOP, { ar: 'قبلوبعد', en: 'Text' })
    const between = async () => {
      await textbox(page).click()
      await page.waitForTimeout(200)
      await page.keyboard.press('Control+Home')
      for (let letter = 0; letter < 3; letter++) await page.keyboard.press('ArrowLeft')
    }
    await between()
    await paste(page, { 'text/html': html, 'text/plain': 'plain' })
    const text = (await textbox(page).textContent())!
    expect(text).toBe('قبل private training institute وبعد')
  })

  it('come as one word where no blank was copied, of whatever lines their source was', async () => {
    const { page } = await openArticle(site, DESKTOP, { ar: 'قبل', en: 'Text' })
    await toEnd(page)
    const html = '<html>\r\n<body>\r\n<!--StartFragment-->\n<p>\n  وبعد\n</p><!--EndFragment-->\r\n</body></html>'
    await paste(page, { 'text/html': html, 'text/plain': 'plain' })
    expect(await area(page).inputValue()).toBe('قبلوبعد')
  })
})

describe('what is pasted from Word, Google Docs and web pages', () => {
  it(`comes out as clean Markdown, ${PASTED} times`, async () => {
    const { page, errors } = await openArticle(site, DESKTOP)
    const wrong: object[] = []
    const texts = pastedTexts(PASTED)
    expect(new Set(texts.map(({ html }) => html)).size).toBe(PASTED)
    for (const { name, html, says } of texts) {
      await textbox(page).focus()
      await page.keyboard.press('Control+A')
      await page.keyboard.press('Delete')
      await paste(page, { 'text/html': html, 'text/plain': 'plain' })
      const markdown = await area(page).inputValue()
      let from = 0
      const lost = says.filter((part) => {
        const at = markdown.indexOf(part, from)
        if (at >= 0) from = at + part.length
        return at < 0
      })
      const dirt =
        /mso|style=|<(?!br>|strong>|\/strong>)[a-z]|[\u200e\u200f\u202a-\u202e\u2066-\u2069\u061c\u00a0]|\[if|مخفي|Share/.exec(
          markdown.replaceAll('\\<', ''),
        )
      if (lost.length > 0 || dirt) wrong.push({ name, lost, dirt: dirt?.[0], markdown })
    }
    expect(wrong.slice(0, 5)).toEqual([])
    expect(errors).toEqual([])
  })
})
