/** Articles at the desk: written in the editor by keyboard, kept until saved, with and without scripts. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deskTexts as ar } from '../../../app/locales/ar/desk/index.ts'
import { deskTexts as en } from '../../../app/locales/en/desk/index.ts'
import { expectAccessible } from '../../support/accessible.ts'
import { apiAs } from '../../support/api-as.ts'
import {
  area,
  bodyOf,
  DESKTOP,
  open,
  openArticle,
  PHONE,
  save,
  textbox,
  textsFor,
  toEnd,
} from '../../support/article-editor.ts'
import { expectNoSidewaysScroll, hydrated, startTestSite, type TestSite } from '../../support/browser.ts'
import { learner } from '../../support/factories.ts'
import { inTurn } from '../../support/long.ts'

const BODY = { ar: 'سطر أول  \nبعد كسر\n\n* بند\n* بند آخر\n\nنص مع Excel و 15%.', en: 'Text' }

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.stop())

describe.each(inTurn(PHONE, DESKTOP))('a writer in $lang at $width pixels', (visitor) => {
  it('writes Arabic with English words and numbers by the keyboard, and saves Markdown', async () => {
    const { id, page, errors } = await openArticle(site, visitor, BODY)
    const t = textsFor(visitor)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    // What nobody touches is sent to nobody.
    await page.locator('[id="title.en"]').fill('Another title')
    const former = await textbox(page).elementHandle()
    await save(page)
    await page.getByText(t.said.saved!).waitFor()
    expect((await bodyOf(site, id)).ar).toBe(BODY.ar)

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
    expect((await bodyOf(site, id)).ar).toMatch(/\n\n## PMP عنوان$/)
    expect((await bodyOf(site, id)).ar).toContain('Power BI بنسبة 20%')
    expect(errors).toEqual([])
  })

  it('takes back every step, and the text is what it was to the byte', async () => {
    const { page } = await openArticle(site, visitor, BODY)
    await textbox(page).click()
    await page.keyboard.type('س')
    expect(await area(page).inputValue()).not.toBe(BODY.ar)
    await page.keyboard.press('Control+Z')
    expect(await area(page).inputValue()).toBe(BODY.ar)
    await page.getByRole('button', { name: 'Markdown' }).first().click()
    await area(page).fill('كُتب Markdown')
    await page.getByRole('button', { name: 'Markdown' }).first().click()
    await textbox(page).getByText('كُتب Markdown').waitFor()
  })
})

describe('a key', () => {
  it('reads and lays out nothing of the form but the text it is typed into', async () => {
    const { page } = await openArticle(site, DESKTOP)
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
    const { id, page, errors } = await openArticle(site, PHONE, { ar: 'نص أول\n\nنص ثانٍ', en: 'Text' })
    await textbox(page).getByText('أول').click()
    await page.waitForTimeout(200)
    await page.keyboard.press('End')
    await page.keyboard.type(' مع Excel')
    for (const more of [' و Word', ' و Visio']) {
      await page.keyboard.press('Control+S')
      await page.getByText(ar.articles.said.saved!).waitFor()
      await expect.poll(async () => (await bodyOf(site, id)).ar).toBe(await area(page).inputValue())
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
    const { id, page } = await openArticle(site, DESKTOP)
    await textbox(page).click()
    await page.keyboard.type('س')
    await page.context().clearCookies()
    await page.keyboard.press('Control+S')
    await page.waitForURL('**/login**')
    expect(new URL(page.url()).searchParams.get('returnTo')).toBe(`/en/desk/articles/${id}#unsent`)
  })

  it('is not told again what was saved before: this time nothing was', async () => {
    const { id, page } = await openArticle(site, DESKTOP)
    await page.goto(`/en/desk/articles/${id}?draft=1&said=saved`)
    await hydrated(page)
    await page.getByText(en.articles.said.saved!).waitFor()
    await page.locator('[id="title.en"]').fill('Not saved')
    await page.context().clearCookies()
    await save(page)
    await page.waitForURL('**/login**')
    expect(new URL(page.url()).searchParams.get('returnTo')).toBe(`/en/desk/articles/${id}?draft=1#unsent`)
  })
})

describe('an older version that lacks what visitors must find', () => {
  it('is not restored, and beside the button stands which fields it lacks', async () => {
    const { id, page } = await openArticle(site, DESKTOP)
    const desk = apiAs(site, await learner(site.db, { roles: ['Content'] })).articleEditing
    const { values } = await desk.editedArticle({ id })
    await site.db
      .updateTable('articles')
      .set({ cover: '', tags: [], published_at: null })
      .where('id', '=', id)
      .execute()
    await desk.editArticle({ id, version: 1, changes: { 'title.en': { from: values['title.en'], to: 'Second' } } })
    const changes = { tags: { from: [], to: values.tags }, 'title.en': { from: 'Second', to: 'Third' } }
    await desk.editArticle({ id, version: 2, changes })
    await site.db.updateTable('articles').set({ cover: '/brand/mark.svg' }).where('id', '=', id).execute()
    await desk.publishArticle({ id })
    await page.goto(`/en/desk/articles/${id}/compare?from=1&to=3`)
    await hydrated(page)
    await page.getByRole('button', { name: en.articles.compare.restore(1) }).click()
    const refusal = page.locator('form', { has: page.locator('[value=restore]') }).getByRole('alert')
    await refusal.getByText(en.articles.compare.refused(1)).waitFor()
    expect(await refusal.getByRole('listitem').allTextContents()).toEqual([
      expect.stringMatching(`^${en.articles.cover}: .`),
      expect.stringMatching(`^${en.articles.tags}: .`),
    ])
    expect(await refusal.evaluate((element) => element === document.activeElement)).toBe(true)
    expect((await desk.editedArticle({ id })).values['title.en']).toBe('Third')
  })
})

describe('signs of Markdown', () => {
  it('around blanks are signs of the text, and mark words otherwise', async () => {
    const { page } = await openArticle(site, DESKTOP)
    await toEnd(page)
    await page.keyboard.type(' 5 * 3 * 2 و*مائل* و **غامق** هنا')
    expect(await area(page).inputValue()).toBe('نص 5 \\* 3 \\* 2 و\\*مائل\\* و **غامق** هنا')
  })
})

describe('the picture of Markdown', () => {
  it('stays text where it is typed, whole', async () => {
    const { page } = await openArticle(site, DESKTOP)
    await toEnd(page)
    await page.keyboard.type(' ![لا](x) بعد')
    expect(await textbox(page).textContent()).toBe('نص ![لا](x) بعد')
    expect(await area(page).inputValue()).toBe('نص !\\[لا\\](x) بعد')
  })
})

describe('a block wholly in Latin letters', () => {
  it('is read from the left in an Arabic text, and an item stays in line with the others', async () => {
    const ar = '## Step 2.\n\n5 days, online.\n\n- خمسة أيام\n- 5 days, online.\n\n> 5 days, online.'
    const { page } = await openArticle(site, DESKTOP, { ar, en: 'Text' })
    const shown = await textbox(page)
      .locator('h2, p')
      .evaluateAll((blocks) =>
        blocks.map((block) => {
          const text = block.firstChild!
          const rectOf = (from: number, to: number) => {
            const range = document.createRange()
            range.setStart(text, from)
            range.setEnd(text, to)
            return range.getBoundingClientRect()
          }
          const end = text.textContent!.length
          const isFromLeft = rectOf(0, 1).left < rectOf(end - 1, end).left
          const isAtRight = Math.abs(rectOf(0, end).right - block.getBoundingClientRect().right) < 2
          return [text.textContent, isFromLeft ? 'from left' : 'from right', isAtRight ? 'at right' : 'at left']
        }),
      )
    expect(shown).toEqual([
      ['Step 2.', 'from left', 'at right'],
      ['5 days, online.', 'from left', 'at left'],
      ['خمسة أيام', 'from right', 'at right'],
      ['5 days, online.', 'from left', 'at right'],
      ['5 days, online.', 'from left', 'at left'],
    ])
    await textbox(page).locator('li').last().click()
    await page.keyboard.press('End')
    await page.keyboard.type(' ثم')
    expect(
      await textbox(page)
        .locator('li p')
        .last()
        .evaluate((item) => getComputedStyle(item).direction),
    ).toBe('rtl')
  })
})

describe('a list', () => {
  it('becomes a quotation as a whole by the tool, and a list again', async () => {
    const text = 'نص\n\n- أول\n- ثانٍ\n  - فرع'
    const { page } = await openArticle(site, DESKTOP, { ar: text, en: 'Text' })
    await textbox(page).getByText('فرع').click()
    await page.waitForTimeout(200)
    const quote = page.getByRole('button', { name: textsFor(DESKTOP).editor.quote, exact: true }).first()
    await quote.click()
    expect(await area(page).inputValue()).toBe('نص\n\n> - أول\n> - ثانٍ\n>   - فرع')
    await quote.click()
    expect(await area(page).inputValue()).toBe(text)
    await textbox(page).getByText('نص').click()
    await page.waitForTimeout(200)
    await quote.click()
    expect(await area(page).inputValue()).toBe(text.replace('نص', '> نص'))
  })

  it('is as it was once an item is taken apart and joined again', async () => {
    const text = '- أول AWS\n- ثانٍ\n  - فرع 15%\n- ثالث'
    const { page } = await openArticle(site, DESKTOP, { ar: text, en: 'Text' })
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

describe('a text with parts that the editor does not show', () => {
  it('is written as Markdown', async () => {
    const { page } = await openArticle(site, DESKTOP, { ar: '<div>نص</div>', en: 'Text' })
    expect(await textbox(page).count()).toBe(0)
    expect(await area(page).isVisible()).toBe(true)
  })

  it('is in the editor again by one press once it has none', async () => {
    const { page } = await openArticle(site, DESKTOP)
    const { editor: t } = textsFor(DESKTOP)
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
    const { id, page } = await openArticle(site, { ...DESKTOP, scripts: false })
    await area(page).fill('نص **بلا** سكربت')
    await save(page)
    await page.getByText(en.articles.said.saved!).waitFor()
    expect((await bodyOf(site, id)).ar).toBe('نص **بلا** سكربت')
  })
})
