/** Forms of the desk before their scripts run: what is typed stays, and is not joined with a draft of this browser. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { area, DESKTOP, openArticle, PHONE, textbox } from '../../support/article-editor.ts'
import { hydrated, startTestSite, type TestSite } from '../../support/browser.ts'
import { holdScripts } from '../../support/held-scripts.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.stop())

const BODY = { ar: 'فقرة أولى.\n\nفقرة ثانية.', en: 'Text' }
const summary = (page: Page) => page.locator('textarea[name="summary.ar"]')
const title = (page: Page) => page.locator('[id="title.ar"]')

/** @returns lets the scripts come */
async function reloadHeld(page: Page) {
  const release = await holdScripts(page)
  await page.reload({ waitUntil: 'domcontentloaded' })
  expect(await page.evaluate(() => document.documentElement.dataset.scripts)).toBeUndefined()
  return release
}

it.each([PHONE, DESKTOP])('what was typed before hydration stays, $lang', async (visitor) => {
  const { page, errors } = await openArticle(site, visitor, BODY)
  const release = await reloadHeld(page)
  await title(page).fill('عنوان مبكر')
  await summary(page).fill('ملخص كتب مبكرا')
  await area(page).press('Control+End')
  await page.keyboard.type(' ثم أول')
  release()
  await hydrated(page)
  await textbox(page).waitFor()
  await page.keyboard.type(' ثم آخر')
  expect(await area(page).inputValue()).toBe(`${BODY.ar} ثم أول ثم آخر`)
  expect(await title(page).inputValue()).toBe('عنوان مبكر')
  expect(await summary(page).inputValue()).toBe('ملخص كتب مبكرا')
  // Kept as all that is typed: the page may be closed now.
  await page.reload()
  await hydrated(page)
  expect(await summary(page).inputValue()).toBe('ملخص كتب مبكرا')
  expect(await area(page).inputValue()).toContain('ثم أول')
  expect(errors).toEqual([])
})

it.each(['summary.ar', 'body.ar'])(
  'who types on while a slow machine hydrates the page loses no key of %s',
  async (name) => {
    const { page } = await openArticle(site, DESKTOP, { ...BODY, ar: 'كتب' })
    const client = await page.context().newCDPSession(page)
    const release = await reloadHeld(page)
    await page.locator(`[name="${name}"]`).press('Control+End')
    await page.keyboard.type(' أول')
    await client.send('Emulation.setCPUThrottlingRate', { rate: 6 })
    release()
    const words = Array.from({ length: 30 }, (_, count) => ` ${count}`).join('')
    await page.keyboard.type(words, { delay: 40 })
    await hydrated(page)
    await textbox(page).waitFor()
    await page.keyboard.type(' آخر')
    expect(await page.locator(`[name="${name}"]`).inputValue()).toMatch(new RegExp(`^(ملخص|كتب) أول${words} آخر$`))
  },
)

it.each([
  ['in the middle of a text', 'ب', [], 'فقرة أولى.\n\nفقرة ب ثانية.'],
  ['behind a blank', 'ب', ['Control+End', 'Space'], `${BODY.ar} ب`],
  ['in a paragraph of its own', 'ب', ['Control+End', 'Enter', 'Enter'], `${BODY.ar}\n\nب`],
])('who writes %s goes on there once the editor comes', async (_, typed, keys, expected) => {
  const { page } = await openArticle(site, DESKTOP, BODY)
  const release = await reloadHeld(page)
  await area(page).focus()
  const middle = BODY.ar.indexOf('ثانية')
  if (keys.length === 0)
    await area(page).evaluate((field: HTMLTextAreaElement, at) => field.setSelectionRange(at, at), middle)
  for (const key of keys) await page.keyboard.press(key)
  release()
  await hydrated(page)
  await textbox(page).waitFor()
  await page.keyboard.type(keys.length === 0 ? `${typed} ` : typed)
  expect(await area(page).inputValue()).toBe(expected)
})

it('a form with a draft in this browser waits for its scripts, and then shows the draft', async () => {
  const { page } = await openArticle(site, DESKTOP, BODY)
  await summary(page).fill('مسودة طويلة')
  const release = await reloadHeld(page)
  const form = page.locator('#edit')
  await page.waitForFunction(() => document.querySelector<HTMLFormElement>('#edit')?.inert)
  await summary(page).evaluate((field) => field.focus())
  await page.keyboard.type('كلمة')
  expect(await summary(page).inputValue()).toBe('ملخص')
  release()
  await hydrated(page)
  expect(await summary(page).inputValue()).toBe('مسودة طويلة')
  expect(await form.evaluate((element: HTMLFormElement) => element.inert)).toBe(false)
  await summary(page).press('Control+End')
  await page.keyboard.type(' وأطول')
  expect(await summary(page).inputValue()).toBe('مسودة طويلة وأطول')
})
