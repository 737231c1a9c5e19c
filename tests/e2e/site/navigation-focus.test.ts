/** A navigation without a document load: its title is announced, and the focus is never lost. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RESULTS_COUNT } from '../../../app/features/catalogue/listing/active-filters.tsx'
import { hydrated, startTestSite, type TestSite } from '../../support/browser.ts'
import { coupon } from '../../support/factories.ts'
import { openRun, signedIn, textsOf } from '../../support/learner.ts'
import { longIt } from '../../support/long.ts'

const DESKTOP = { lang: 'en', width: 1440, scripts: true } as const

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.stop())

const isFocused = (page: Page, selector: string) =>
  page.evaluate((selector) => document.activeElement?.matches(selector) ?? false, selector)
const focusedText = (page: Page) => page.evaluate(() => (document.activeElement as HTMLElement).innerText.trim())

/** The title is announced, once the page is there. */
async function announced(page: Page, title: string) {
  await page.locator('body > [role=status].visually-hidden', { hasText: title }).first().waitFor({ state: 'attached' })
  expect(await page.title()).toContain(title)
}

describe('after a navigation', () => {
  it('the title is announced and the focus is at the heading: links, list pages, suggestions', async () => {
    const { page, context } = await site.visit(DESKTOP)
    await page.goto('/en/faq')
    await hydrated(page)
    await page.locator('header a[href="/en/blog"]').first().click()
    await expect.poll(() => isFocused(page, 'main h1')).toBe(true)
    await announced(page, await page.locator('h1').innerText())

    await page.locator('main nav a[rel=next]').click()
    await expect.poll(() => new URL(page.url()).search).toBe('?page=2')
    await announced(page, textsOf('en').writing.page(2))
    expect(await isFocused(page, 'main h1')).toBe(true)

    await page.goto('/en')
    await hydrated(page)
    const field = page.locator('main [name=search]')
    await field.click()
    await page.locator('main [role=combobox]').waitFor()
    await field.pressSequentially('excel')
    await page.locator('[role=listbox]:visible [role=option]').first().waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(() => isFocused(page, 'main h1')).toBe(true)
    await announced(page, await page.locator('h1').innerText())
    expect(page.url()).toContain('/en/courses/')
    await context.close()
  })

  it('a filter keeps the focus, and one that disappears gives it to the number of results', async () => {
    const { page, context } = await site.visit(DESKTOP)
    await page.goto('/en/courses')
    await hydrated(page)
    const level = page.locator('main [name=level][value="1"]')
    await level.focus()
    await page.keyboard.press('Space')
    await page.waitForURL('**level=1**')
    expect(await isFocused(page, '[name=level][value="1"]')).toBe(true)
    await page
      .locator(`ul[aria-label="${textsOf('en').listing.active}"] a`)
      .first()
      .focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => new URL(page.url()).search).toBe('')
    expect(await isFocused(page, `#${RESULTS_COUNT}`)).toBe(true)
    await context.close()
  })

  it('a coupon: the focus is at its error, then at its confirmation', async () => {
    const { path } = await openRun(site)
    const { code } = await coupon(site.db)
    const { page, context } = await site.visit(DESKTOP)
    await page.goto(`/en${path}`)
    await hydrated(page)
    const field = page.locator('main [name=coupon]')
    await field.fill('NO-SUCH-CODE')
    await page.getByRole('button', { name: textsOf('en').orders.applyCoupon }).click()
    await page.waitForURL('**coupon=NO-SUCH-CODE**')
    await expect.poll(() => isFocused(page, '[name=coupon][aria-invalid=true]')).toBe(true)
    await field.fill(code)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**coupon=${code}**`)
    await expect.poll(() => focusedText(page)).toContain(code)
    await context.close()
  })

  longIt('a comment: the focus is at what was sent, then at the word that it was deleted', async () => {
    const t = textsOf('en').comments
    const { page, context } = await site.visit(DESKTOP)
    await signedIn(site, context)
    await page.goto('/en/community/4')
    await hydrated(page)
    await page.locator('#write [name=text]').fill('A comment that is announced')
    await page.getByRole('button', { name: t.sendComment }).click()
    await page.waitForURL('**#comment-*')
    await expect.poll(() => focusedText(page)).toContain('A comment that is announced')
    const own = page.locator('li:focus')
    await own.getByRole('link', { name: textsOf('en').writing.remove }).click()
    await page.locator('button[value=removeComment]').click()
    await expect.poll(() => focusedText(page)).toBe(t.done.removed)
    await context.close()
  })

  longIt('a preview of a post: the focus is at its heading', async () => {
    const { page, context } = await site.visit(DESKTOP)
    await signedIn(site, context)
    await page.goto('/en/community/new')
    await hydrated(page)
    await page.locator('main [name=title]').fill('A post')
    await page.locator('main textarea').first().fill('**Text**')
    await page.locator('main button[value=preview]').click()
    await page.locator('#preview').waitFor()
    await expect.poll(() => isFocused(page, '#preview')).toBe(true)
    await context.close()
  })
})
