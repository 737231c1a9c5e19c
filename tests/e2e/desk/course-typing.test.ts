/** What is typed into a course at the desk: kept while the session or the connection is lost, and beside other people. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deskTexts as en } from '../../../app/locales/en/desk/index.ts'
import { hydrated, startTestSite, type TestSite, type Visitor } from '../../support/browser.ts'
import {
  field,
  openEditor,
  save,
  savedCourse,
  sendCover,
  slowSaving,
  writtenCourse,
} from '../../support/course-editor.ts'
import { longIt } from '../../support/long.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.stop())

const DESKTOP: Visitor = { lang: 'en', width: 1440, scripts: true }
const WAIT = { timeout: 10_000 }

const editor = (visitor: Visitor) => openEditor(site, visitor)
const written = (name?: string) => writtenCourse(site, name)
const saved = (id: number) => savedCourse(site, id)

describe('what an editor writes', () => {
  it('survives the end of the session, a closed tab and a lost connection, and is saved afterwards', async () => {
    const { id } = await written()
    const { page, context, open } = await editor(DESKTOP)
    await open(`courses/${id}`)
    await field(page, 'summary.en').fill('A text that took an hour')
    const cookies = await context.cookies()
    await context.clearCookies()
    await save(page)
    await page.waitForURL('**/login**')
    await context.addCookies(cookies)
    await open(`courses/${id}`)
    await page.getByText(en.frame.edit.kept).waitFor()
    expect(await field(page, 'summary.en').inputValue()).toBe('A text that took an hour')
    // The connection goes while it is saved.
    await context.setOffline(true)
    await save(page)
    await page.waitForTimeout(500)
    await context.setOffline(false)
    await open(`courses/${id}`)
    await page.getByText(en.frame.edit.kept).waitFor()
    expect(await field(page, 'summary.en').inputValue()).toBe('A text that took an hour')
    await save(page)
    await page.getByText(en.courses.said.saved!).waitFor()
    expect((await saved(id)).summary.en).toBe('A text that took an hour')
  })

  it('is not called unsaved once it is kept as a draft of the course', async () => {
    const { id } = await written()
    await site.db.updateTable('courses').set({ published_at: new Date() }).where('id', '=', id).execute()
    const { page, open } = await editor(DESKTOP)
    await open(`courses/${id}`)
    await field(page, 'summary.en').fill('A text for later')
    await page.locator('#edit button[value=draft]').click()
    await page.getByText(en.courses.said.drafted!).waitFor()
    // The page shows the draft, of which only what is typed from now on is unsaved.
    expect(await field(page, 'summary.en').inputValue()).toBe('A text for later')
    expect(await page.locator('#edit [data-changed]').count()).toBe(0)
    await field(page, 'summary.en').fill('A text for much later')
    await page.getByText(en.frame.edit.changed(1)).waitFor()
    await page.locator('#edit [data-changed]').getByRole('button', { name: en.frame.edit.cancel }).click()
    await open(`courses/${id}`)
    expect(await field(page, 'summary.en').inputValue()).not.toBe('A text for later')
    expect(await page.getByText(en.frame.edit.kept).count()).toBe(0)
    await open(`courses/${id}?draft`)
    expect(await field(page, 'summary.en').inputValue()).toBe('A text for later')
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.endsWith(':draft#edit')))).toEqual(
      [],
    )
  })

  longIt('stays while another form of the page is saved', async () => {
    const { id } = await written()
    const { page, open } = await editor(DESKTOP)
    await open(`courses/${id}`)
    await field(page, 'summary.en').fill('A text that took an hour')
    await field(page, 'priceHalalas').fill('321')
    await sendCover(page)
    await page.getByText(en.courses.said.saved!).waitFor()
    expect((await saved(id)).cover).toMatch(/^\/media\//)
    expect(await field(page, 'summary.en').inputValue()).toBe('A text that took an hour')
    expect(await field(page, 'priceHalalas').inputValue()).toBe('321')
    await open(`courses/${id}`)
    expect(await field(page, 'summary.en').inputValue()).toBe('A text that took an hour')
    await save(page)
    await expect.poll(async () => (await saved(id)).summary.en).toBe('A text that took an hour')
    await page.getByText(en.courses.said.saved!).waitFor()
    expect(await page.locator('#edit').getByText(en.frame.edit.kept).count()).toBe(0)
    expect(await field(page, 'priceHalalas').inputValue()).toBe('321')
  })

  longIt('is sent after the form that is being sent, so that both are saved', async () => {
    const { id } = await written()
    const { page, open } = await editor(DESKTOP)
    await open(`courses/${id}`)
    await field(page, 'priceHalalas').fill('321')
    // A picture takes its time on the way.
    await page.route('**/desk/courses/**', async (route) => {
      const isCover = route.request().headers()['content-type']?.startsWith('multipart/')
      if (isCover) await new Promise((resolve) => setTimeout(resolve, 1000))
      await route.continue().catch(() => undefined)
    })
    await sendCover(page)
    await page.locator('#price button[value=price]').click()
    await expect.poll(async () => (await saved(id)).price_halalas, { timeout: 8000 }).toBe(32_100)
    await expect.poll(async () => (await saved(id)).cover, { timeout: 5000 }).toMatch(/^\/media\//)
  })

  it('is saved also when it is sent in the moment in which the answer to another form arrives', async () => {
    const { id } = await written()
    const { page, open } = await editor(DESKTOP)
    await open(`courses/${id}`)
    await field(page, 'priceHalalas').fill('321')
    // The router knows the answer when it changes the history, before React shows it.
    await page.evaluate(() => {
      const push = history.pushState.bind(history)
      history.pushState = (...entry) => {
        push(...entry)
        history.pushState = push
        queueMicrotask(() => document.querySelector<HTMLButtonElement>('#price button[value=price]')!.click())
      }
    })
    await slowSaving(page)
    await sendCover(page)
    await expect.poll(async () => (await saved(id)).price_halalas, WAIT).toBe(32_100)
    await page.locator('#price').getByText(en.frame.edit.allSaved).waitFor()
    expect(await field(page, 'priceHalalas').inputValue()).toBe('321')
    expect(await page.locator('#price [data-changed]').count()).toBe(0)
    expect((await saved(id)).cover).toMatch(/^\/media\//)
  })

  it('goes on while it is saved: what is typed meanwhile stays, with the caret', async () => {
    const { id } = await written()
    const { page, open } = await editor(DESKTOP)
    await open(`courses/${id}`)
    await field(page, 'summary.en').fill('Saved')
    await slowSaving(page)
    await page.keyboard.press('Control+KeyS')
    await page.keyboard.type(', and typed meanwhile')
    await expect.poll(async () => (await saved(id)).summary.en, WAIT).toBe('Saved')
    await page.getByText(en.courses.said.saved!).waitFor()
    expect(await field(page, 'summary.en').inputValue()).toBe('Saved, and typed meanwhile')
    await page.keyboard.type('!')
    await page.keyboard.press('Control+KeyS')
    await expect.poll(async () => (await saved(id)).summary.en, WAIT).toBe('Saved, and typed meanwhile!')
  })

  it('goes on in the row of a list in which it was saved', async () => {
    const { id } = await written()
    const { page, open } = await editor(DESKTOP)
    await open(`courses/${id}`)
    const list = page.locator('fieldset:has(> [name=outcomes])')
    await list.getByRole('button', { name: en.courses.addItem }).click()
    await list.locator('textarea[lang=ar]').last().fill('مهارة')
    const row = list.locator('textarea[lang=en]').last()
    await row.fill('Saved')
    await slowSaving(page)
    await page.keyboard.press('Control+KeyS')
    await page.keyboard.type(', and typed')
    await page.getByText(en.courses.said.saved!).waitFor()
    await page.keyboard.type(' meanwhile')
    expect(await row.inputValue()).toBe('Saved, and typed meanwhile')
  })

  longIt(
    'is what was typed last, also where it was put back to the former text while its change was saved',
    async () => {
      const { id } = await written()
      const { page, open } = await editor(DESKTOP)
      await open(`courses/${id}`)
      const summary = field(page, 'summary.en')
      const former = await summary.inputValue()
      await summary.fill('Written in error')
      await slowSaving(page)
      await page.keyboard.press('Control+KeyS')
      await summary.fill(former)
      await expect.poll(async () => (await saved(id)).summary.en, WAIT).toBe('Written in error')
      await page.getByText(en.courses.said.saved!).waitFor()
      expect(await summary.inputValue()).toBe(former)
      await page.locator('#edit').getByText(en.frame.edit.changed(1)).waitFor()
      await page.keyboard.press('Control+KeyS')
      await expect.poll(async () => (await saved(id)).summary.en, WAIT).toBe(former)
    },
  )

  it('meets what somebody else wrote: other fields merge, the same one shows both texts and nothing is lost', async () => {
    const { id } = await written()
    const [one, two] = [await editor(DESKTOP), await editor(DESKTOP)]
    for (const { open } of [one, two]) await open(`courses/${id}`)
    await field(one.page, 'name.en').fill('Their course')
    await field(one.page, 'summary.en').fill('Their summary')
    await save(one.page)
    await one.page.getByText(en.courses.said.saved!).waitFor()
    await field(two.page, 'name.en').fill('My course')
    await field(two.page, 'hours').fill('33')
    await save(two.page)
    await two.page.getByText(en.frame.edit.conflictTitle).waitFor()
    const shown = (element: string) => two.page.locator(element).allTextContents()
    expect(await shown('blockquote')).toEqual(['Their course', 'My course'])
    expect(await shown('blockquote mark')).toEqual(['Their', 'My'])
    // The refusal leads to the field, and what is said there stays.
    const { name: label, languages } = en.courses
    await two.page
      .getByRole('alert')
      .getByRole('link', { name: `${label} (${languages.en})`, exact: true })
      .click()
    expect(await field(two.page, 'name.en').evaluate((input) => input === document.activeElement)).toBe(true)
    expect(await shown('blockquote mark')).toEqual(['Their', 'My'])
    expect(await field(two.page, 'name.en').inputValue()).toBe('My course')
    await two.page.getByRole('button', { name: en.frame.edit.takeTheirs }).click()
    expect(await field(two.page, 'name.en').inputValue()).toBe('Their course')
    await two.page.locator('#edit').getByText(en.frame.edit.changed(1)).waitFor()
    await field(two.page, 'name.en').fill('Mine')
    await save(two.page)
    await two.page.getByText(en.courses.said.saved!).waitFor()
    const row = await saved(id)
    // A field that only they changed stays theirs, though this form was opened before.
    expect([row.name.en, row.hours, row.summary.en]).toEqual(['Mine', 33, 'Their summary'])
  })

  it('stays in its tab and is kept for it, while the same record is written and saved in another tab', async () => {
    const { id } = await written()
    const { page, context, open } = await editor(DESKTOP)
    await open(`courses/${id}`)
    const other = await context.newPage()
    await other.goto(`/en/desk/courses/${id}`)
    await hydrated(other)
    await field(page, 'summary.en').fill('A text of the first tab')
    await field(other, 'hours').fill('33')
    await save(other)
    await other.getByText(en.courses.said.saved!).waitFor()
    expect(await field(other, 'summary.en').inputValue()).not.toBe('A text of the first tab')
    await field(other, 'name.en').fill('A name of the second tab')
    await page.close()
    const again = await context.newPage()
    await again.goto(`/en/desk/courses/${id}`)
    await hydrated(again)
    await again.getByText(en.frame.edit.kept).waitFor()
    expect(await field(again, 'summary.en').inputValue()).toBe('A text of the first tab')
    await save(again)
    await again.getByText(en.courses.said.saved!).waitFor()
    // Both are in the third tab, which sent both; the second has saved nothing since.
    const row = await saved(id)
    expect([row.summary.en, row.hours, row.name.en]).toEqual([
      'A text of the first tab',
      33,
      'A name of the second tab',
    ])
    expect(await other.evaluate(() => Object.keys(localStorage).filter((key) => key.endsWith('#edit')))).toEqual([])
  })

  it('stays in this browser when anybody signs out there, unlike what else it stored of them', async () => {
    const { id } = await written()
    const { page, context, open } = await editor(DESKTOP)
    await open(`courses/${id}`)
    await field(page, 'summary.en').fill('A text that took an hour')
    await page.goto('/en')
    await page.evaluate(() => localStorage.setItem('draft:comment', 'A comment'))
    await page
      .locator('form[action$="/logout"]')
      .first()
      .evaluate((form: HTMLFormElement) => form.submit())
    await page.locator('a[href*="/login"]').first().waitFor({ state: 'attached' })
    await expect.poll(async () => (await context.cookies()).map(({ name }) => name)).not.toContain('signedOut')
    const stored = await page.evaluate(() => ({ ...localStorage }))
    expect(Object.keys(stored).filter((key) => key !== 'lang' && key !== 'dir')).toEqual([
      expect.stringMatching(/^desk-draft:\d+:course:\d+#edit$/),
    ])
    expect(Object.values(stored).join()).toContain('A text that took an hour')
  })

  it('loses the marks of a word processor when it is pasted', async () => {
    const { id } = await written()
    const { page, open } = await editor(DESKTOP)
    await open(`courses/${id}`)
    await field(page, 'summary.ar').fill('')
    await field(page, 'summary.ar').evaluate((element) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', '\u202b\u200fبرنامج\u00a0مكثف\u202c')
      ;(element as HTMLTextAreaElement).focus()
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })
    expect(await field(page, 'summary.ar').inputValue()).toBe('برنامج مكثف')
  })
})
