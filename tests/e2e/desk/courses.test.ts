/** Courses at the desk: found, written, put in order, compared, restored, printed and published. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deskTexts as ar } from '../../../app/locales/ar/desk/index.ts'
import { fieldTexts as arFields } from '../../../app/locales/ar/fields.ts'
import { deskTexts as en } from '../../../app/locales/en/desk/index.ts'
import { fieldTexts as enFields } from '../../../app/locales/en/fields.ts'
import { expectAccessible } from '../../support/accessible.ts'
import { apiAs } from '../../support/api-as.ts'
import {
  expectNoSidewaysScroll,
  hydrated,
  picture,
  startTestSite,
  type TestSite,
  type Visitor,
} from '../../support/browser.ts'
import { field, openEditor, save, savedCourse, writtenCourse } from '../../support/course-editor.ts'
import { course, learner } from '../../support/factories.ts'
import { inTurn, longIt } from '../../support/long.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.stop())

const PHONE: Visitor = { lang: 'ar', width: 390, scripts: true }
const DESKTOP: Visitor = { lang: 'en', width: 1440, scripts: true }
const WAIT = { timeout: 10_000 }
const FIELDS = { ar: arFields, en: enFields }
const textsFor = ({ lang }: Visitor) => (lang === 'ar' ? ar : en)

const editor = (visitor: Visitor) => openEditor(site, visitor)
const written = (name?: string) => writtenCourse(site, name)
const saved = (id: number) => savedCourse(site, id)

/** Single keys in the list of courses, in which only this course is shown. */
async function pressKeys(page: Page, visitor: Visitor, id: number) {
  const { keys: t } = textsFor(visitor).frame
  const help = page.getByRole('dialog', { name: t.title })
  const box = page.locator(`input[name=chosen][value="${id}"]`)
  const search = page.locator('main [type=search]')
  await page.locator('main h1').click()
  await page.keyboard.press('KeyJ')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('href'))).toMatch(new RegExp(`/courses/${id}$`))
  await page.keyboard.press('KeyX')
  expect(await box.isChecked()).toBe(true)
  await page.getByText(textsFor(visitor).frame.list.chosenCount(1), { exact: true }).waitFor()
  await page.keyboard.press('KeyX')
  expect(await box.isChecked()).toBe(false)
  await page.keyboard.press('Slash')
  expect(await search.evaluate((field) => field === document.activeElement)).toBe(true)
  const typed = await search.inputValue()
  await page.keyboard.press('KeyX')
  expect(await search.inputValue()).not.toBe(typed)
  await search.fill(typed)

  await page.locator('main h1').click()
  await page.keyboard.press('Shift+Slash')
  await help.waitFor()
  await expectAccessible(page)
  await help.getByRole('checkbox', { name: t.on }).uncheck()
  await help.getByRole('button', { name: t.close }).click()
  await page.locator('main h1').click()
  await page.keyboard.press('KeyJ')
  expect(await page.evaluate(() => document.activeElement?.closest('tr'))).toBeNull()
  await page.evaluate(() => localStorage.removeItem('desk-keys'))
}

describe.each(inTurn(PHONE, DESKTOP))('an editor in $lang at $width pixels', (visitor) => {
  it('finds a course, writes it, publishes it and undoes that, compares two versions and restores one', async () => {
    const { id, slug } = await written(`إدارة المشاريع ${visitor.width}`)
    const { page, open, errors } = await editor(visitor)
    const t = textsFor(visitor).courses
    await open('courses')
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    const settings = textsFor(visitor).frame.list
    // Without a row the command says what it needs.
    await page.getByRole('button', { name: t.withChosen.publish }).click()
    await page.getByRole('alert').getByText(FIELDS[visitor.lang].chooseRows(), { exact: true }).waitFor()
    // The browser has logged that refusal.
    errors.length = 0
    await open('courses')
    await page.getByText(settings.orderAndColumns).click()
    await expectAccessible(page)
    await page.getByRole('link', { name: `${t.name}: ${settings.ascending}` }).click()
    await page.waitForURL('**sort=name**')
    // The next link is of the list as it is shown now.
    await page.locator('th[aria-sort=ascending]').waitFor({ state: 'attached' })
    await page.getByRole('list', { name: settings.columns }).getByRole('link', { name: t.price }).click()
    await page.waitForURL('**columns=**')
    await page.locator('th', { hasText: t.price }).waitFor({ state: 'detached' })
    expect(await page.locator('th[aria-sort=ascending]').textContent()).toContain(t.name)
    const search = page.getByRole('searchbox', { name: t.search })
    await search.fill(`اداره المشاريع ${visitor.width}`)
    await search.press('Enter')
    await page.waitForURL('**query=**')
    expect(new URL(page.url()).searchParams.get('sort')).toBe('name')
    await pressKeys(page, visitor, id)
    await page.locator(`a[href$="/courses/${id}"]`).click()
    await field(page, 'name.ar').waitFor()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await field(page, 'name.ar').fill('إدارة المشاريع , الأولى')
    // At the field itself, and gone with what it was about.
    const advice = page.locator('[data-side=ar]', { has: field(page, 'name.ar') }).getByRole('status')
    await advice.getByText(textsFor(visitor).frame.writing.advices.comma).waitFor()
    await field(page, 'name.ar').fill('إدارة المشاريع الكبرى')
    await advice.getByText(textsFor(visitor).frame.writing.advices.comma).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: `${textsFor(visitor).frame.rows.down}: ${t.unit('1')}` }).click()
    await save(page)
    await page.getByText(t.said.saved!).waitFor()
    const row = await saved(id)
    expect([row.name.ar, row.outline.map(({ title }) => title.ar), row.english_stale]).toEqual([
      'إدارة المشاريع الكبرى',
      ['ثانية', 'أولى'],
      ['name'],
    ])
    await page.getByRole('button', { name: t.publish, exact: true }).click()
    await page.getByRole('button', { name: t.unpublish, exact: true }).waitFor()
    expect((await fetch(`${site.address}/ar/courses/${slug}`)).status).toBe(200)
    await page.getByRole('button', { name: t.undo }).click()
    await page.getByRole('button', { name: t.publish, exact: true }).waitFor()
    expect((await saved(id)).published_at).toBeNull()
    await page.getByRole('link', { name: `${t.compare.open} ${t.compare.version(2)}` }).click()
    await page.getByRole('heading', { name: t.compare.title }).waitFor()
    // The name as it was, and as it became: only the added word is marked.
    expect(await page.locator('dd[data-side=after] ins').first().textContent()).toContain('الكبرى')
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: t.compare.restore(1) }).click()
    await page.getByText(t.said.saved!).waitFor()
    expect((await saved(id)).name.ar).toBe(`إدارة المشاريع ${visitor.width}`)
    expect(errors).toEqual([])
  })
})

describe('the outline of a course', () => {
  const titles = async (id: number) => (await saved(id)).outline.map(({ title }) => title.ar)
  const rows = (page: Page, visitor: Visitor) =>
    page.locator('fieldset', { has: page.locator('#outline') }).locator('span[title]', {
      hasText: new RegExp(`^${textsFor(visitor).courses.unit('[0-9]')}$`),
    })
  async function threeUnits() {
    const { id } = await written()
    const outline = ['أولى', 'ثانية', 'ثالثة'].map((ar) => ({ title: { ar }, lessons: [] }))
    await site.db
      .updateTable('courses')
      .set({ outline: JSON.stringify(outline) })
      .where('id', '=', id)
      .execute()
    return id
  }
  async function savedAs(page: Page, id: number, expected: string[]) {
    await save(page)
    await expect.poll(() => titles(id), WAIT).toEqual(expected)
    // The page shows what was saved before anything else is done.
    await page.locator('#edit [data-changed]').waitFor({ state: 'detached' })
  }

  it('is put in order with the mouse, and with the keyboard alone', async () => {
    const id = await threeUnits()
    const { page, open, errors } = await editor(DESKTOP)
    await open(`courses/${id}`)
    const units = rows(page, DESKTOP)
    await units.nth(2).scrollIntoViewIfNeeded()
    const [from, to] = [(await units.nth(2).boundingBox())!, (await units.first().boundingBox())!]
    await page.mouse.move(from.x + 20, from.y + 10)
    await page.mouse.down()
    await page.mouse.move(to.x + 20, to.y + 10, { steps: 6 })
    await page.locator('li[data-over=before]').waitFor()
    await page.mouse.up()
    await savedAs(page, id, ['ثالثة', 'أولى', 'ثانية'])
    // Pressed twice, it moves the same unit twice.
    await page.getByRole('button', { name: `${en.frame.rows.down}: ${en.courses.unit('1')}` }).focus()
    const heard = page.locator('fieldset', { has: page.locator('#outline') }).getByRole('status')
    await page.keyboard.press('Enter')
    await heard.getByText(en.frame.rows.moved(en.courses.unit('1'), '2', '3'), { exact: true }).waitFor()
    await page.keyboard.press('Enter')
    await heard.getByText(en.frame.rows.moved(en.courses.unit('2'), '3', '3'), { exact: true }).waitFor()
    await savedAs(page, id, ['أولى', 'ثانية', 'ثالثة'])
    expect(errors).toEqual([])
  })

  it('marks the English that is older than its Arabic, wherever the row goes, until somebody writes it', async () => {
    const { id } = await written()
    const outline = Object.entries({ أولى: 'One', ثانية: 'Two' }).map(([ar, en]) => ({
      title: { ar, en },
      lessons: [],
    }))
    await site.db
      .updateTable('courses')
      .set({ outline: JSON.stringify(outline) })
      .where('id', '=', id)
      .execute()
    const { page, open, errors } = await editor(DESKTOP)
    await open(`courses/${id}`)
    await field(page, 'outline.1.title.ar').fill('الثانية')
    await savedAs(page, id, ['أولى', 'الثانية'])
    const mark = page.getByText(`${en.frame.edit.english}: ${en.frame.edit.stale}`, { exact: true })
    await page
      .locator('li', { has: field(page, 'outline.1.title.ar') })
      .locator(mark)
      .waitFor()
    await page.getByRole('button', { name: `${en.frame.rows.up}: ${en.courses.unit('2')}` }).click()
    await page
      .locator('li', { has: field(page, 'outline.0.title.ar') })
      .locator(mark)
      .waitFor()
    expect(await mark.count()).toBe(1)
    await expectAccessible(page)
    await field(page, 'outline.0.title.en').fill('The second')
    expect(await mark.count()).toBe(0)
    expect(errors).toEqual([])
  })

  it('that was changed and not saved is shown beside the one that a colleague saved since', async () => {
    const { id } = await written()
    const { page, open, errors } = await editor(DESKTOP)
    await open(`courses/${id}`)
    await field(page, 'outline.0.title.ar').fill('وحدتي')
    await page.goto('/en/desk')
    const desk = apiAs(site, await learner(site.db, { roles: ['Admin'] })).courseEditing
    const { version, values } = await desk.editedCourse({ id })
    const outline = [{ title: { ar: 'وحدة الزميل' }, lessons: [] }]
    await desk.editCourse({ id, version, changes: { outline: { from: values.outline, to: outline } } })
    await open(`courses/${id}`)
    expect(await field(page, 'outline.0.title.ar').inputValue()).toBe('وحدتي')
    const both = page.getByRole('alert').filter({ hasText: en.frame.edit.conflictOf(en.courses.outline) })
    await both.getByRole('blockquote').filter({ hasText: 'وحدة الزميل' }).waitFor()
    await both.getByRole('blockquote').filter({ hasText: 'وحدتي' }).waitFor()
    await expectAccessible(page)
    expect(errors).toEqual([])
  })

  longIt('is put in order with a finger on a phone, without scrolling the page', async () => {
    const id = await threeUnits()
    const { page, context, open } = await editor(PHONE)
    await open(`courses/${id}`)
    const units = rows(page, PHONE)
    // Away from the edges of the window, where a dragged row scrolls the page.
    await units.first().evaluate((row) => window.scrollBy(0, row.getBoundingClientRect().top - 250))
    const [from, to] = [(await units.nth(1).boundingBox())!, (await units.first().boundingBox())!]
    const scrolled = await page.evaluate(() => window.scrollY)
    const touch = await context.newCDPSession(page)
    await touch.send('Emulation.setTouchEmulationEnabled', { enabled: true })
    const at = ({ x, y }: { x: number; y: number }) => [{ x: x + 20, y: y + 12 }]
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(from) })
    for (const part of [0.3, 0.6, 1]) {
      const y = from.y + (to.y - from.y) * part
      await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at({ x: from.x, y }) })
    }
    await page.locator('li[data-over=before]').waitFor()
    expect(await page.evaluate(() => window.scrollY)).toBe(scrolled)
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await savedAs(page, id, ['ثانية', 'أولى', 'ثالثة'])
  })
})

it('shows the result of a search while it is written, and its former address leads to the new one', async () => {
  const { id, slug } = await course(site.db, { name: { ar: 'تحليل البيانات', en: 'Data analysis' } })
  const { page, open } = await editor(DESKTOP)
  await open(`courses/${id}`)
  await field(page, 'seoTitle.en').fill('Learn data analysis in Riyadh')
  await page.getByText(en.frame.writing.seoPreview).locator('xpath=..').getByText('in Riyadh').waitFor()
  await field(page, 'slug').fill('data-analysis-anew')
  await save(page)
  await page.getByText(en.courses.said.saved!).waitFor()
  const former = await fetch(`${site.address}/en/courses/${slug}`, { redirect: 'manual' })
  expect([former.status, former.headers.get('location')]).toEqual([301, '/en/courses/data-analysis-anew'])
})

it('prints what its fields hold, with the description as it reads', async () => {
  const { id } = await written()
  const description = JSON.stringify({ ar: 'نبدأ **بالأساس**:\n\n- الخطة\n- التنفيذ', en: 'We **begin**' })
  await site.db.updateTable('courses').set({ description }).where('id', '=', id).execute()
  const { page, open } = await editor(DESKTOP)
  await page.emulateMedia({ media: 'print' })
  await open(`courses/${id}`)
  const text = await page.locator('main').innerText()
  expect(text).toContain('بالأساس')
  expect(text).not.toContain('**')
  expect(await page.locator('main li:visible', { hasText: 'التنفيذ' }).count()).toBe(1)
  await expectNoSidewaysScroll(page)
})

it('has its description written in the editor, and stored as Markdown where it was edited', async () => {
  const { id } = await written()
  const description = { ar: 'نبدأ **بالأساس**\n\n* الخطة', en: 'We begin' }
  await site.db
    .updateTable('courses')
    .set({ description: JSON.stringify(description) })
    .where('id', '=', id)
    .execute()
  const { page, open } = await editor(DESKTOP)
  await open(`courses/${id}`)
  const name = `${en.courses.description}: ${en.frame.edit.english}`
  await page.getByRole('toolbar', { name: new RegExp(name) }).waitFor()
  await page.getByRole('textbox', { name }).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Control+KeyB')
  await page.keyboard.type(' boldly')
  await save(page)
  await page.getByText(en.courses.said.saved!).waitFor()
  expect((await saved(id)).description).toEqual({ ...description, en: 'We begin **boldly**' })
})

it.each([
  { lang: 'ar', width: 390, scripts: false },
  { lang: 'en', width: 1440, scripts: true },
] as const)('$lang, scripts $scripts: the draft of a published course is scheduled, and no longer', async (visitor) => {
  const { courses: t } = textsFor(visitor)
  const { id } = await course(site.db, { name: { ar: 'دورة منشورة', en: 'Published' } })
  const admin = apiAs(site, await learner(site.db, { roles: ['Admin'] })).courseEditing
  const changes = { 'name.en': { from: 'Published', to: 'On its day' } }
  await admin.saveCourseDraft({ id, version: 1, changes })
  const { page, context } = await editor(visitor)
  await page.goto(`/${visitor.lang}/desk/courses/${id}`)
  if (visitor.scripts) await hydrated(page)
  const at = field(page, 'draft-at')
  await at.fill('2020-01-01T10:00')
  await page.getByRole('button', { name: t.scheduleDraft, exact: true }).click()
  await page.locator('#draft-at-error').waitFor()
  await at.fill('2099-12-31T09:30')
  await page.getByRole('button', { name: t.scheduleDraft, exact: true }).click()
  // Above the fields, where who saves the draft reads it, and in its panel.
  const times = page.locator('time[datetime="2099-12-31T06:30:00.000Z"]')
  await expect.poll(() => times.count()).toBe(2)
  await expectNoSidewaysScroll(page)
  if (visitor.scripts) await expectAccessible(page)
  await picture(page, `desk-course-draft-scheduled-${visitor.lang}-${visitor.width}`)
  await page.getByRole('button', { name: t.unscheduleDraft, exact: true }).click()
  await expect.poll(() => times.count()).toBe(0)
  expect((await admin.editedCourse({ id })).draft).toMatchObject({ publishAt: null, changes })
  await context.close()
})
