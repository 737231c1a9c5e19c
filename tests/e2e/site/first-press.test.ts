/** The first press on the header and the search, before their scripts have come. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { texts as ar } from '../../../app/locales/ar/index.ts'
import { hydrated, startTestSite, type TestSite, type Visitor } from '../../support/browser.ts'
import { holdScripts } from '../../support/held-scripts.ts'
import { signedInMember, tokenOf } from '../../support/signed-in.ts'

const PHONE: Visitor = { lang: 'ar', width: 390, scripts: true }
const DESKTOP: Visitor = { lang: 'en', width: 1440, scripts: true }

let site: TestSite
let token: string
beforeAll(async () => {
  site = await startTestSite()
  token = await tokenOf(site, (await signedInMember(site)).user)
})
afterAll(() => site.stop())

async function asLearner(visitor: Visitor) {
  const visit = await site.visit(visitor)
  await visit.context.addCookies([{ name: 'access', value: token, url: site.address }])
  return visit
}

const menuButton = (page: Page) => page.locator(`header summary[aria-label="${ar.shell.menu}"]`)

it('the page of the search is opened to type in it', async () => {
  const { page, context } = await site.visit(DESKTOP)
  await page.goto('/en/search')
  await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe('q')
  await page.goto('/en/search?q=excel')
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
  await context.close()
})

describe('the first press is answered in the same moment, however late its part comes', () => {
  it('the button of the menu', async () => {
    const { page, context } = await asLearner(PHONE)
    // From the beginning: soon after its start a page fetches what a first press needs.
    await holdScripts(page, '**/assets/side-menu-*.js')
    await page.goto('/ar/faq')
    await hydrated(page)
    const answer = await menuButton(page).evaluate((summary: HTMLElement) => {
      summary.click()
      return [summary.ariaBusy, (summary.parentElement as HTMLDetailsElement).open]
    })
    expect(answer).toEqual(['true', false])
    await context.close()
  })

  it('the button of the search', async () => {
    const { page, context } = await asLearner(PHONE)
    await holdScripts(page, '**/assets/search-dialog-*.js')
    await page.goto('/ar/faq')
    await hydrated(page)
    const search = page.locator('header').getByRole('link', { name: ar.shell.search })
    await search.click()
    await expect.poll(() => search.getAttribute('aria-busy')).toBe('true')
    await context.close()
  })

  it('before any script runs, the menu is the browser’s own', async () => {
    const { page, context } = await site.visit(PHONE)
    await holdScripts(page)
    await page.goto('/ar/faq', { waitUntil: 'domcontentloaded' })
    const isOpen = await menuButton(page).evaluate((summary: HTMLElement) => {
      summary.click()
      return (summary.parentElement as HTMLDetailsElement).open
    })
    expect(isOpen).toBe(true)
    await context.close()
  })

  it('the suggestions are fetched when the field is entered, before the first letter', async () => {
    const { page, context } = await asLearner({ ...DESKTOP })
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto('/en')
    await hydrated(page)
    await page.locator('main').getByRole('searchbox').first().focus()
    await expect.poll(() => asked.some((url) => /assets\/suggestions-/.test(url))).toBe(true)
    await context.close()
  })
})
