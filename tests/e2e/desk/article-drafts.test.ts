/** The draft of an article that two people write: nobody's text is lost unseen, with and without scripts. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deskTexts as en } from '../../../app/locales/en/desk/index.ts'
import { expectAccessible } from '../../support/accessible.ts'
import { apiAs } from '../../support/api-as.ts'
import { DESKTOP, open, openArticle, save, textbox, toEnd } from '../../support/article-editor.ts'
import { expectNoSidewaysScroll, hydrated, startTestSite, type TestSite, type Visitor } from '../../support/browser.ts'
import { learner } from '../../support/factories.ts'
import { holdForms } from '../../support/held-scripts.ts'
import { inTurn } from '../../support/long.ts'

const t = en.articles

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.stop())

/** An article that is open at the desk, and a colleague with the calls of the desk. */
async function withColleague(visitor: Visitor) {
  const { id, page, errors } = await openArticle(site, visitor)
  const desk = apiAs(site, await learner(site.db, { roles: ['Content'] })).articleEditing
  const { values, version } = await desk.editedArticle({ id })
  const field = (name: string) => page.locator(`[id="${name}"]`)
  const kept = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('desk-draft:')))
  return {
    ...{ id, page, errors, desk, version, field, kept },
    change: (name: 'title.ar' | 'title.en' | 'summary.ar', to: string) => ({ [name]: { from: values[name], to } }),
    changes: async () => (await desk.editedArticle({ id })).draft!.changes,
    saveDraft: async (said?: string) => {
      await page.getByRole('button', { name: t.saveDraft }).click()
      if (!said) return
      await page.waitForURL(`**said=${said}**`)
      if (visitor.scripts) await hydrated(page)
    },
  }
}

describe.each(inTurn(DESKTOP, { ...DESKTOP, scripts: false }))('scripts: $scripts', (visitor) => {
  it('a draft saved from the article leaves that of a colleague, with both texts where both wrote', async () => {
    const { id, page, desk, version, field, change, changes, saveDraft } = await withColleague(visitor)
    const title = change('title.ar', 'عنوان الزميل')
    await desk.saveArticleDraft({ id, version, changes: title })
    await open(page, visitor, id)
    await field('title.ar').fill('عنواني')
    await field('summary.ar').fill('موجزي')
    await saveDraft()
    await page.getByText('عنوان الزميل').first().waitFor()
    expect(await changes()).toEqual(title)
    expect(await field('title.ar').inputValue()).toBe('عنواني')
    await field('title.ar').fill('عنوان الزميل')
    await saveDraft()
    await page.getByText(t.said.draftAdded!).waitFor()
    expect(await changes()).toEqual({ ...title, ...change('summary.ar', 'موجزي') })
    expect(await field('title.ar').inputValue()).toBe('عنوان الزميل')
  })

  it('is thrown away only after a question that names its author, and can be taken back', async () => {
    const { id, page, errors, desk, version, change, changes } = await withColleague(visitor)
    const title = change('title.ar', 'عنوان الزميل')
    await desk.saveArticleDraft({ id, version, changes: title })
    const author = (await desk.editedArticle({ id })).draft!.updatedBy!
    await open(page, visitor, id)
    await page.goto(`${page.url().split('?')[0]}?draft=1&said=drafted`)
    if (visitor.scripts) await hydrated(page)
    await page.getByText(t.said.drafted!).waitFor()
    const command = page.locator('details').filter({ hasText: t.discardDraft })
    await command.locator('summary').click()
    expect(await changes()).toEqual(title)
    expect(await command.innerText()).toContain(author)
    if (visitor.scripts) await expectAccessible(page)
    await command.getByRole('button', { name: t.discardDraft }).click()
    await page.getByText(t.discardedDraft, { exact: true }).waitFor()
    expect((await desk.editedArticle({ id })).draft).toBeNull()
    if (visitor.scripts) await expectAccessible(page)
    // Nobody is told any more that a draft was saved.
    await page.goto(`${page.url().split('?')[0]}?draft=1&said=drafted`)
    await page.getByText(t.discardedDraft, { exact: true }).waitFor()
    expect(await page.getByText(t.said.drafted!).count()).toBe(0)
    if (visitor.scripts) await hydrated(page)
    await page.getByRole('button', { name: t.restoreDraft }).click()
    // The address says already that it was saved: only the draft itself tells that it is back.
    await expect.poll(async () => (await desk.editedArticle({ id })).draft?.changes).toEqual(title)
    expect(errors.filter((error) => visitor.scripts || !error.endsWith('.js csp'))).toEqual([])
  })

  it('what was added is in the form of whoever wrote on meanwhile', async () => {
    const { id, page, desk, version, field, change, changes, saveDraft } = await withColleague(visitor)
    await open(page, visitor, id)
    await field('title.ar').fill('عنواني')
    await saveDraft('drafted')
    await desk.saveArticleDraft({ id, version, changes: change('summary.ar', 'موجز الزميل') })
    await field('title.en').fill('My second text')
    await saveDraft('draftAdded')
    await expect.poll(() => field('summary.ar').inputValue()).toBe('موجز الزميل')
    await field('title.en').fill('My third text')
    await saveDraft('drafted')
    await expect.poll(changes).toEqual({
      ...change('summary.ar', 'موجز الزميل'),
      ...change('title.ar', 'عنواني'),
      ...change('title.en', 'My third text'),
    })
  })

  it('what the article became since is beside the draft that would replace it', async () => {
    const { id, page, errors, desk, version, field, change, changes, saveDraft } = await withColleague(visitor)
    await desk.saveArticleDraft({ id, version, changes: change('title.en', 'Not published') })
    await desk.editArticle({ id, version, changes: change('title.en', 'Saved since') })
    await open(page, visitor, id)
    await page.getByRole('button', { name: t.publishDraft }).click()
    // Not published: the draft is open, with both texts and a link to the field.
    await page.waitForURL(/[?]draft=1&said=notPublished(#|$)/)
    await page.getByRole('alert').getByText(en.frame.edit.draftBehind).waitFor()
    expect(await field('title.en').inputValue()).toBe('Not published')
    await page.getByRole('blockquote').getByText('Saved since').waitFor()
    await page.getByText(en.frame.edit.inDraft).waitFor()
    await page.getByRole('alert').getByRole('link', { name: t.heading }).click()
    expect(await field('title.en').evaluate((element) => element === document.activeElement)).toBe(true)
    await expectNoSidewaysScroll(page)
    if (visitor.scripts) await expectAccessible(page)
    expect((await desk.editedArticle({ id })).values['title.en']).toBe('Saved since')
    // Compared and saved, it is a draft of what is saved now.
    await field('title.en').fill('Saved since, and in the draft')
    await saveDraft('drafted')
    await expect.poll(changes).toEqual({ 'title.en': { from: 'Saved since', to: 'Saved since, and in the draft' } })
    await expect.poll(() => page.getByText(en.frame.edit.draftBehind).count()).toBe(0)
    await save(page)
    await page.getByText(t.said.saved!).waitFor()
    expect((await desk.editedArticle({ id })).values['title.en']).toBe('Saved since, and in the draft')
    expect(errors.filter((error) => visitor.scripts || !error.endsWith('.js csp'))).toEqual([])
  })
})

describe('what is typed while a form is being sent', () => {
  it.each([
    { button: 'save', name: 'body.ar' },
    { button: 'draft', name: 'body.ar' },
    { button: 'save', name: 'summary.ar' },
    { button: 'draft', name: 'title.ar' },
  ] as const)('stays in its field and under its record: $name by $button', async ({ button, name }) => {
    const { id, page, errors, change, desk, version, kept } = await withColleague(DESKTOP)
    // To the draft from the record, or to the record from the draft.
    if (button === 'save') await desk.saveArticleDraft({ id, version, changes: change('title.en', 'Drafted') })
    await page.goto(`/en/desk/articles/${id}${button === 'save' ? '?draft=1' : ''}`)
    await hydrated(page)
    await textbox(page).waitFor()
    const field = page.locator(`[name="${name}"]`)
    if (name === 'body.ar') await toEnd(page)
    else await field.press('End')
    const { release, sent } = await holdForms(page)
    await page.keyboard.type(' first')
    await page.locator(`#edit button[value=${button}]`).evaluate((element: HTMLButtonElement) => element.click())
    await sent
    await page.keyboard.type(' second')
    release()
    await page.keyboard.type(' and third', { delay: 30 })
    await page.getByText(button === 'save' ? t.said.saved! : t.said.drafted!).waitFor()
    await page.keyboard.type(' fourth')
    const typed = / first second and third fourth$/
    await expect.poll(() => field.inputValue()).toMatch(typed)
    expect(await kept()).toEqual([expect.stringMatching(button === 'save' ? /article:\d+#edit$/ : /:draft#edit$/)])
    await page.locator(`#edit button[value=${button}]`).click()
    await expect.poll(kept).toEqual([])
    expect(await field.inputValue()).toMatch(typed)
    expect(await page.locator('[name="title.en"]').inputValue()).toMatch(
      button === 'save' ? /^Drafted$/ : /^Article \d+$/,
    )
    expect(errors).toEqual([])
  })
})

describe('what was typed and not saved', () => {
  it('is shown beside what a colleague saved of the same field since', async () => {
    const { id, page, desk, version, field, change, kept } = await withColleague(DESKTOP)
    await field('title.en').fill('Mine')
    await field('summary.ar').fill('موجزي')
    await page.goto('/en/desk')
    await desk.editArticle({ id, version, changes: change('title.en', 'Theirs') })
    await open(page, DESKTOP, id)
    await page.getByText(en.frame.edit.kept).waitFor()
    expect(await field('title.en').inputValue()).toBe('Mine')
    const box = page.getByRole('alert').filter({ hasText: en.frame.edit.theirs })
    expect(await box.count()).toBe(1)
    await box.getByText('Theirs', { exact: true }).waitFor()
    await expectAccessible(page)
    // Also after another visit: nobody has compared yet.
    await open(page, DESKTOP, id)
    await box.getByRole('button', { name: en.frame.edit.takeTheirs }).click()
    expect(await field('title.en').inputValue()).toBe('Theirs')
    await box.waitFor({ state: 'hidden' })
    await save(page)
    await page.getByText(t.said.saved!).waitFor()
    const { values } = await desk.editedArticle({ id })
    expect([values['title.en'], values['summary.ar']]).toEqual(['Theirs', 'موجزي'])
    expect(await kept()).toEqual([])
  })
})
