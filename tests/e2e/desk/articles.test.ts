/** Articles at the desk: written in the editor by keyboard, pasted from elsewhere, kept until saved. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deskTexts as ar } from '../../../app/locales/ar/desk/index.ts'
import { deskTexts as en } from '../../../app/locales/en/desk/index.ts'
import { expectAccessible } from '../../support/accessible.ts'
import {
  expectNoSidewaysScroll,
  hydrated,
  startTestSite,
  type TestSite,
  type Visitor,
  watchErrors,
} from '../../support/browser.ts'
import { pastedTexts } from '../../support/content/pasted-texts.ts'
import { learner } from '../../support/factories.ts'
import { IS_LONG, inTurn } from '../../support/long.ts'
import { tokenOf } from '../../support/signed-in.ts'
import { article, tag } from '../../support/writing.ts'

/** Texts from word processors and web pages, of nineteen kinds in turn. */
const PASTED = IS_LONG ? 500 : 76

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.stop())

const PHONE: Visitor = { lang: 'ar', width: 390, scripts: true }
const DESKTOP: Visitor = { lang: 'en', width: 1440, scripts: true }
const textsFor = ({ lang }: Visitor) => {
  const { articles, editor } = lang === 'ar' ? ar : en
  return { ...articles, editor }
}

async function editor(visitor: Visitor) {
  const { page, context } = await site.visit(visitor)
  const user = await learner(site.db, { roles: ['Content'], lang: visitor.lang })
  await context.addCookies([{ name: 'access', value: await tokenOf(site, user), url: site.address }])
  return { page, errors: watchErrors(page) }
}

const BODY = 'سطر أول  \nبعد كسر\n\n* بند\n* بند آخر\n\nنص مع Excel و 15%.'
async function written(body = { ar: BODY, en: 'Text' }) {
  const made = await article(site.db, { body, tags: [await tag(site.db, { ar: 'وسم', en: 'Tag' })] })
  await site.db.updateTable('articles').set({ cover: '/brand/mark.svg' }).where('id', '=', made.id).execute()
  return made
}

const area = (page: Page, lang = 'ar') => page.locator(`textarea[name="body.${lang}"]`)
const textbox = (page: Page, lang = 'ar') => page.locator(`[role=textbox][lang=${lang}]`)
const save = (page: Page) => page.locator('#edit button[value=save]').click()
const bodyOf = async (id: number) =>
  (await site.db.selectFrom('articles').select('body').where('id', '=', id).executeTakeFirstOrThrow()).body

/** Puts the caret behind the last word, once the editor has heard of the press. */
async function toEnd(page: Page) {
  await textbox(page).click()
  await page.waitForTimeout(200)
  await page.keyboard.press('Control+End')
}

/** @param copied what was copied, by its type */
async function paste(page: Page, copied: Record<string, string>) {
  await textbox(page).evaluate((box, data) => {
    const clipboardData = new DataTransfer()
    for (const [type, text] of Object.entries(data)) clipboardData.setData(type, text)
    box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, copied)
}

async function open(page: Page, visitor: Visitor, id: number) {
  await page.goto(`/${visitor.lang}/desk/articles/${id}`)
  if (!visitor.scripts) return
  await hydrated(page)
  await textbox(page, 'en').waitFor()
}

describe.each(inTurn(PHONE, DESKTOP))('a writer in $lang at $width pixels', (visitor) => {
  it('writes Arabic with English words and numbers by the keyboard, and saves Markdown', async () => {
    const { id } = await written()
    const { page, errors } = await editor(visitor)
    const t = textsFor(visitor)
    await open(page, visitor, id)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    // What nobody touches is sent to nobody.
    await page.locator('[id="title.en"]').fill('Another title')
    const former = await textbox(page).elementHandle()
    await save(page)
    await page.getByText(t.said.saved!).waitFor()
    expect((await bodyOf(id)).ar).toBe(BODY)

    // Once it is saved, the fields are made anew, and the editor goes on.
    expect(await former!.evaluate((element) => element.isConnected)).toBe(true)
    await textbox(page).waitFor()
    await textbox(page).click()
    // ProseMirror sets the selection once more 20 ms after the focus: nobody presses a key so soon.
    await page.waitForTimeout(200)
    await page.keyboard.press('Control+End')
    await page.keyboard.press('Enter')
    await page.keyboard.type('برنامج Power BI بنسبة 20% و')
    await page.keyboard.press('Control+B')
    await page.keyboard.type('«العقد»')
    await page.keyboard.press('Control+B')
    await page.keyboard.type(' ثم 1,250 ريالًا')
    await page.keyboard.press('Enter')
    await page.keyboard.type('PMP عنوان')
    // By keyboard: the toolbar is one stop, its tools are reached by the arrows.
    const tools = page.getByRole('toolbar', {
      name: `${t.editor.tools}: ${t.body}: ${visitor.lang === 'ar' ? 'العربية' : 'Arabic'}`,
    })
    await tools.getByRole('button', { name: t.editor.heading, exact: true }).press('Enter')
    expect(await area(page).inputValue()).toMatch(/\n## PMP عنوان$/)
    // A heading that begins with a foreign word has the direction of the text, as on the site.
    const direction = await textbox(page)
      .locator('h2')
      .last()
      .evaluate((head) => getComputedStyle(head).direction)
    expect(direction).toBe('rtl')

    // A closed tab loses nothing.
    await open(page, visitor, id)
    await textbox(page).getByText('Power BI').waitFor()
    expect(await area(page).inputValue()).toMatch(/\n## PMP عنوان$/)
    await save(page)
    await page.getByText(t.said.saved!).waitFor()
    expect((await bodyOf(id)).ar).toMatch(/\n\n## PMP عنوان$/)
    expect((await bodyOf(id)).ar).toContain('Power BI بنسبة 20%')
    expect(errors).toEqual([])
  })

  it('takes back every step, and the text is what it was to the byte', async () => {
    const { id } = await written()
    const { page } = await editor(visitor)
    await open(page, visitor, id)
    await textbox(page).click()
    await page.keyboard.type('س')
    expect(await area(page).inputValue()).not.toBe(BODY)
    await page.keyboard.press('Control+Z')
    expect(await area(page).inputValue()).toBe(BODY)
    await page.getByRole('button', { name: 'Markdown' }).first().click()
    await area(page).fill('كُتب Markdown')
    await page.getByRole('button', { name: 'Markdown' }).first().click()
    await textbox(page).getByText('كُتب Markdown').waitFor()
  })
})

describe('links of a text', () => {
  it('end before the sign that ends a sentence, and at the end of a line', async () => {
    const { id } = await written({ ar: 'زوروا', en: 'Text' })
    const { page, errors } = await editor(DESKTOP)
    await open(page, DESKTOP, id)
    await toEnd(page)
    await page.keyboard.type(' https://pmi.org/a، أو (www.pmi.org). وراسلوا info@pmi.org؟ ثم http://pmi.org')
    await page.keyboard.press('Enter')
    await page.keyboard.type('هنا https://pmi.org/b')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('نعم')
    expect(await area(page).inputValue()).toBe(
      'زوروا https://pmi.org/a، أو ([www.pmi.org](https://www.pmi.org)). وراسلوا info@pmi.org؟ ثم http://pmi.org\n\n' +
        'هنا https://pmi.org/b\\\nنعم',
    )
    const links = await textbox(page)
      .locator('a')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
    expect(links).toEqual([
      ...['https://pmi.org/a', 'https://www.pmi.org', 'mailto:info@pmi.org', 'http://pmi.org'],
      'https://pmi.org/b',
    ])
    expect(errors).toEqual([])
  })

  it('come from addresses that are typed, not from names, and are changed by typing another', async () => {
    const { id } = await written({ ar: 'نص', en: 'Text' })
    const { page, errors } = await editor(DESKTOP)
    const { editor: t } = textsFor(DESKTOP)
    await open(page, DESKTOP, id)
    await toEnd(page)
    await page.keyboard.type(' في Booking.com و www.pmi.org و info@pmi.org هنا')
    expect(await area(page).inputValue()).toBe(
      'نص في Booking.com و [www.pmi.org](https://www.pmi.org) و info@pmi.org هنا',
    )
    await textbox(page).getByText('www.pmi.org').dblclick()
    await page.getByRole('button', { name: t.link, exact: true }).first().click()
    await page.getByLabel(t.address).waitFor()
    await page.keyboard.type('صفحة الدورات')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText(t.noAddress).waitFor()
    await page.getByLabel(t.address).fill('https://example.com/exam')
    await page.keyboard.press('Enter')
    expect(await area(page).inputValue()).toContain('و [www.pmi.org](https://example.com/exam) و')
    // What is typed behind a link is no part of it, nor the blank that was selected with its words.
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.type('2')
    expect(await area(page).inputValue()).toContain('و [www.pmi.org](https://example.com/exam)2 و')
    await page.keyboard.press('Control+End')
    await page.keyboard.press('Control+Shift+ArrowRight')
    await page.keyboard.press('Shift+ArrowRight')
    await page.getByRole('button', { name: t.link, exact: true }).first().click()
    await page.keyboard.press('Escape')
    expect(await textbox(page).evaluate((box) => box === document.activeElement)).toBe(true)
    await page.getByRole('button', { name: t.link, exact: true }).first().click()
    await page.keyboard.type('/ar/about')
    await page.keyboard.press('Enter')
    expect(await area(page).inputValue()).toMatch(/info@pmi\.org \[هنا\]\(\/ar\/about\)$/)
    expect(errors).toEqual([])
  })
})

describe('a key', () => {
  it('reads and lays out nothing of the form but the text it is typed into', async () => {
    const { id } = await written({ ar: 'نص', en: 'Text' })
    const { page } = await editor(DESKTOP)
    await open(page, DESKTOP, id)
    await textbox(page).click()
    await page.waitForTimeout(500)
    const read = await page.evaluateHandle(() => {
      const counted = { forms: 0 }
      window.FormData = class extends FormData {
        constructor(...from: ConstructorParameters<typeof FormData>) {
          super(...from)
          counted.forms += 1
        }
      }
      return counted
    })
    await page.keyboard.type('س')
    expect(await area(page).inputValue()).toContain('س')
    expect(await read.evaluate(({ forms }) => forms)).toBe(0)
    expect(await area(page).evaluate((field) => getComputedStyle(field).contentVisibility)).toBe('hidden')
  })
})

describe('who saves while writing', () => {
  it('goes on where the caret was, and takes back what was typed before', async () => {
    const { id } = await written({ ar: 'نص أول\n\nنص ثانٍ', en: 'Text' })
    const { page, errors } = await editor(PHONE)
    await open(page, PHONE, id)
    await textbox(page).getByText('أول').click()
    await page.waitForTimeout(200)
    await page.keyboard.press('End')
    await page.keyboard.type(' مع Excel')
    for (const more of [' و Word', ' و Visio']) {
      await page.keyboard.press('Control+S')
      await page.getByText(ar.articles.said.saved!).waitFor()
      await expect.poll(async () => (await bodyOf(id)).ar).toBe(await area(page).inputValue())
      await page.keyboard.type(more)
    }
    expect(await area(page).inputValue()).toBe('نص أول مع Excel و Word و Visio\n\nنص ثانٍ')
    for (let step = 0; step < 9; step++) await page.keyboard.press('Control+Z')
    expect(await area(page).inputValue()).toBe('نص أول\n\nنص ثانٍ')
    expect(errors).toEqual([])
  })
})

describe('who saves when the session has ended', () => {
  it('signs in and is back at the text', async () => {
    const { id } = await written({ ar: 'نص', en: 'Text' })
    const { page } = await editor(DESKTOP)
    await open(page, DESKTOP, id)
    await textbox(page).click()
    await page.keyboard.type('س')
    await page.context().clearCookies()
    await page.keyboard.press('Control+S')
    await page.waitForURL('**/login**')
    expect(new URL(page.url()).searchParams.get('returnTo')).toBe(`/en/desk/articles/${id}`)
  })
})

describe('words that are cut', () => {
  it('come with the blanks that were cut with them', async () => {
    const { id } = await written({ ar: 'واحد اثنان ثلاثة', en: 'Text' })
    const { page } = await editor(DESKTOP)
    await open(page, DESKTOP, id)
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

describe('signs of Markdown', () => {
  it('around blanks are signs of the text, and mark words otherwise', async () => {
    const { id } = await written({ ar: 'نص', en: 'Text' })
    const { page } = await editor(DESKTOP)
    await open(page, DESKTOP, id)
    await toEnd(page)
    await page.keyboard.type(' 5 * 3 * 2 و*مائل* و **غامق** هنا')
    expect(await area(page).inputValue()).toBe('نص 5 \\* 3 \\* 2 و\\*مائل\\* و **غامق** هنا')
  })
})

describe('a list', () => {
  it('is as it was once an item is taken apart and joined again', async () => {
    const text = '- أول AWS\n- ثانٍ\n  - فرع 15%\n- ثالث'
    const { id } = await written({ ar: text, en: 'Text' })
    const { page } = await editor(DESKTOP)
    await open(page, DESKTOP, id)
    await textbox(page).getByText('ثانٍ').click()
    await page.waitForTimeout(200)
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowLeft')
    // ProseMirror hears of a caret that the browser moved a moment later: nobody presses a key so soon.
    await page.waitForTimeout(200)
    await page.keyboard.press('Enter')
    expect(await area(page).inputValue()).toMatch(/- ثا?\n- ا?نٍ\n {2}- فرع/)
    await page.keyboard.press('Backspace')
    expect(await area(page).inputValue()).toBe(text)
  })
})

describe('a table at the end of a text', () => {
  it('is left by the arrows, and what is typed then stands below it', async () => {
    const { id } = await written({ ar: 'نص', en: 'Text' })
    const { page, errors } = await editor(DESKTOP)
    const { editor: t } = textsFor(DESKTOP)
    await open(page, DESKTOP, id)
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
    const { id } = await written({ ar: '| أ | ب |\n| --- | --- |\n| ج | د |', en: 'Text' })
    const { page, errors } = await editor(DESKTOP)
    await open(page, DESKTOP, id)
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
    // Cells alone are put into the cells.
    await paste(page, { 'text/html': '<table><tr><td>1</td><td>2</td></tr></table>' })
    expect(await area(page).inputValue()).toBe('| أ | ب |\n| --- | --- |\n| 1 | 2 |')
    expect(errors).toEqual([])
  })

  it('shows the cells that are selected together', async () => {
    const { id } = await written({ ar: '| أ | ب |\n| --- | --- |\n| ج | د |', en: 'Text' })
    const { page } = await editor(DESKTOP)
    await open(page, DESKTOP, id)
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

describe('the caret', () => {
  it('is not under the tools when it moves up in a long text', async () => {
    const { id } = await written({
      ar: Array.from({ length: 60 }, (_, line) => `سطر ${line}`).join('\n\n'),
      en: 'Text',
    })
    const { page } = await editor(DESKTOP)
    await open(page, DESKTOP, id)
    await toEnd(page)
    const hidden = () =>
      page.evaluate(() => {
        const { anchorNode } = getSelection()!
        const line = (anchorNode instanceof Element ? anchorNode : anchorNode!.parentElement)!.getBoundingClientRect()
        const tools = document.querySelector('[role=toolbar]')!.getBoundingClientRect()
        return Math.max(0, tools.bottom - line.top)
      })
    for (let line = 0; line < 59; line += 1) {
      await page.keyboard.press('ArrowUp')
      await expect.poll(hidden).toBe(0)
    }
  })
})

describe('a text with parts that the editor does not show', () => {
  it('is written as Markdown', async () => {
    const { id } = await written({ ar: '<div>نص</div>', en: 'Text' })
    const { page } = await editor(DESKTOP)
    await open(page, DESKTOP, id)
    expect(await textbox(page).count()).toBe(0)
    expect(await area(page).isVisible()).toBe(true)
  })

  it('is in the editor again by one press once it has none', async () => {
    const { id } = await written({ ar: 'نص', en: 'Text' })
    const { page } = await editor(DESKTOP)
    const { editor: t } = textsFor(DESKTOP)
    await open(page, DESKTOP, id)
    const press = () => page.getByRole('button', { name: 'Markdown' }).first().click()
    await press()
    await area(page).fill('<div>نص</div>')
    await press()
    await page.getByText(t.sourceOnly).waitFor()
    await area(page).fill('نص **عادي**')
    await press()
    await textbox(page).getByText('عادي').waitFor()
  })
})

describe('without scripts', () => {
  it('the text is written as Markdown', async () => {
    const { id } = await written()
    const visitor = { ...DESKTOP, scripts: false }
    const { page } = await editor(visitor)
    await open(page, visitor, id)
    await area(page).fill('نص **بلا** سكربت')
    await save(page)
    await page.getByText(en.articles.said.saved!).waitFor()
    expect((await bodyOf(id)).ar).toBe('نص **بلا** سكربت')
  })
})

describe('an address that is pasted alone', () => {
  it('is a link at once, so that a film is shown as one', async () => {
    const { id } = await written({ ar: 'نص', en: 'Text' })
    const { page } = await editor(DESKTOP)
    await open(page, DESKTOP, id)
    await toEnd(page)
    await page.keyboard.press('Enter')
    await paste(page, { 'text/plain': 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' })
    expect(await area(page).inputValue()).toBe('نص\n\nhttps://www.youtube.com/watch?v=dQw4w9WgXcQ')
  })
})

describe('what is pasted from Word, Google Docs and web pages', () => {
  it(`comes out as clean Markdown, ${PASTED} times`, async () => {
    const { id } = await written({ ar: 'نص', en: 'Text' })
    const { page, errors } = await editor(DESKTOP)
    await open(page, DESKTOP, id)
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
