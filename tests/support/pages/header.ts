/** The parts of the header as tests find them: the menu of programmes, its fields and their courses. */
import type { Page } from 'playwright-core'
import type { Lang } from '../../../app/locales/lang.ts'
import { hydrated, type Visitor } from '../browser.ts'

export const wide = (lang: Lang, scripts = true): Visitor => ({ lang, width: 1440, scripts })
export const menu = (page: Page) => page.locator('body > header > div > nav > ul > li > details')
export const button = (page: Page) => menu(page).locator('> summary')
export const fields = (page: Page) => menu(page).locator('button[aria-expanded]')
export const chosen = (page: Page) => menu(page).locator('button[aria-expanded=true]')
export const courses = (page: Page) => page.locator('#programs-courses')
export const isOpen = (page: Page) => menu(page).evaluate((details: HTMLDetailsElement) => details.open)
export const focusedText = (page: Page) => page.evaluate(() => (document.activeElement as HTMLElement).innerText.trim())
export const boxOf = async (page: Page, selector: string) => (await page.locator(selector).first().boundingBox())!

export async function at(page: Page, path: string) {
  await page.goto(path)
  await hydrated(page)
}

/** The programmes opened by a mouse that rests on their button, with the first field's courses there. */
export async function opened(page: Page, lang: Lang) {
  await at(page, `/${lang}/faq`)
  await button(page).hover()
  await courses(page).locator('li a').first().waitFor()
}
