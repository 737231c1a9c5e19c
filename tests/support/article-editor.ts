/** An article in the editor of the desk, in a browser. */
import type { Page } from 'playwright-core'
import { deskTexts as ar } from '../../app/locales/ar/desk/index.ts'
import { deskTexts as en } from '../../app/locales/en/desk/index.ts'
import { hydrated, type TestSite, type Visitor, watchErrors } from './browser.ts'
import { learner } from './factories.ts'
import { tokenOf } from './signed-in.ts'
import { article, tag } from './writing.ts'

export const PHONE: Visitor = { lang: 'ar', width: 390, scripts: true }
export const DESKTOP: Visitor = { lang: 'en', width: 1440, scripts: true }

export const textsFor = ({ lang }: Visitor) => {
  const { articles, editor } = lang === 'ar' ? ar : en
  return { ...articles, editor }
}

/** Writes an article and opens it as a new member of the staff. */
export async function openArticle(site: TestSite, visitor: Visitor, body = { ar: 'نص', en: 'Text' }) {
  const { id } = await article(site.db, { body, tags: [await tag(site.db, { ar: 'وسم', en: 'Tag' })] })
  await site.db.updateTable('articles').set({ cover: '/brand/mark.svg' }).where('id', '=', id).execute()
  const { page, context } = await site.visit(visitor)
  const user = await learner(site.db, { roles: ['Content'], lang: visitor.lang })
  await context.addCookies([{ name: 'access', value: await tokenOf(site, user), url: site.address }])
  const errors = watchErrors(page)
  await open(page, visitor, id)
  return { id, page, errors }
}

export async function open(page: Page, visitor: Visitor, id: number) {
  await page.goto(`/${visitor.lang}/desk/articles/${id}`)
  if (!visitor.scripts) return
  await hydrated(page)
  await textbox(page, 'en').waitFor()
}

export const bodyOf = async ({ db }: TestSite, id: number) =>
  (await db.selectFrom('articles').select('body').where('id', '=', id).executeTakeFirstOrThrow()).body

export const area = (page: Page, lang = 'ar') => page.locator(`textarea[name="body.${lang}"]`)
export const textbox = (page: Page, lang = 'ar') => page.locator(`[role=textbox][lang=${lang}]`)
export const save = (page: Page) => page.locator('#edit button[value=save]').click()

/** Puts the caret behind the last word, once the editor has heard of the press. */
export async function toEnd(page: Page) {
  await textbox(page).click()
  await page.waitForTimeout(200)
  await page.keyboard.press('Control+End')
}

/** @param copied what was copied, by its type */
export async function paste(page: Page, copied: Record<string, string>) {
  await textbox(page).evaluate((box, data) => {
    const clipboardData = new DataTransfer()
    for (const [type, text] of Object.entries(data)) clipboardData.setData(type, text)
    box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, copied)
}
