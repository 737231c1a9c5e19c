/** Back closes what lies over a page and stays on it, on a phone; on the listing it takes back one filter after the other. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hydrated, startTestSite, type TestSite, type Visitor, watchErrors } from '../../support/browser.ts'
import { textsOf } from '../../support/learner.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.stop())

const t = textsOf('ar')
const dialog = (page: Page) => page.locator('dialog[open]')
const address = (page: Page) => decodeURIComponent(new URL(page.url()).pathname + new URL(page.url()).search)
/** A second entry of the history, so that a Back that were not held would be seen. */
async function visitTo(path: string, visitor: Visitor = { lang: 'ar', width: 390, scripts: true }) {
  const visit = await site.visit(visitor)
  await visit.page.goto(`/${visitor.lang}/about`)
  await visit.page.goto(path)
  return { ...visit, errors: watchErrors(visit.page) }
}

async function phoneAt(path: string) {
  const visit = await visitTo(path)
  await hydrated(visit.page)
  return visit
}
const openMenu = async (page: Page) => {
  await page.locator(`header summary[aria-label="${t.shell.menu}"]`).click()
  await dialog(page).waitFor()
}

it('the side menu and the search, which leave no entry of the history behind', async () => {
  const { page, context, errors } = await phoneAt('/ar/faq')
  for (const open of [
    () => openMenu(page),
    async () => {
      await page.locator('header').getByRole('link', { name: t.shell.search, exact: true }).click()
      await dialog(page).waitFor()
    },
  ]) {
    await open()
    await page.goBack()
    await expect.poll(() => dialog(page).count()).toBe(0)
    expect(address(page)).toBe('/ar/faq')
    // Closed in another way, there is nothing to go back from.
    await open()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.evaluate(() => history.state?.isSheet ?? false)).toBe(false)
  }
  // Nor after a link of the menu was followed.
  await openMenu(page)
  await dialog(page).getByRole('link', { name: t.shell.blog, exact: true }).click()
  await page.waitForURL('**/ar/blog')
  await page.goBack()
  await page.waitForURL('**/ar/faq')
  await page.goBack()
  await page.waitForURL('**/ar/about')
  expect(errors).toEqual([])
  await context.close()
})

it('the filters, with what was chosen; another Back takes back the choice', async () => {
  const { page, context, errors } = await phoneAt('/ar/courses')
  const drawer = page.locator('#filters-panel')
  const open = async () => {
    await page.locator('button[popovertarget=filters-panel]:not([popovertargetaction])').click()
    await drawer.waitFor()
  }
  await open()
  await page.goBack()
  await drawer.waitFor({ state: 'hidden' })
  expect(address(page)).toBe('/ar/courses')
  await open()
  await drawer.locator('input[name=delivery][value="2"]').check()
  await page.waitForURL('**/ar/courses?delivery=2')
  await expect.poll(() => page.evaluate(() => history.state?.isSheet)).toBe(true)
  await page.goBack()
  await drawer.waitFor({ state: 'hidden' })
  expect(address(page)).toBe('/ar/courses?delivery=2')
  await page.goBack()
  await page.waitForURL('**/ar/courses')
  await page.goBack()
  await page.waitForURL('**/ar/about')
  expect(errors).toEqual([])
  await context.close()
})

it('the filters that were opened before there were scripts', async () => {
  const { page, context, errors } = await visitTo('/ar/courses')
  await page.locator('button[popovertarget=filters-panel]:not([popovertargetaction])').click()
  await expect.poll(() => page.evaluate(() => history.state?.isSheet ?? false)).toBe(true)
  await page.goBack()
  await page.locator('#filters-panel').waitFor({ state: 'hidden' })
  expect(address(page)).toBe('/ar/courses')
  expect(errors).toEqual([])
  await context.close()
})

it('takes back a date that was typed into the filters, and only that', async () => {
  const { page, context, errors } = await visitTo('/en/courses', { lang: 'en', width: 1440, scripts: true })
  await hydrated(page)
  await page.locator('#filters-panel input[name=delivery][value="2"]').check()
  await page.waitForURL('**/en/courses?delivery=2')
  const to = page.locator('#filters-panel input[name=to]')
  for (const date of ['2028-01-01', '2028-02-01']) {
    await to.fill(date)
    await page.waitForURL(`**/en/courses?delivery=2&to=${date}`)
  }
  await to.focus()
  await page.goBack()
  await page.waitForURL('**/en/courses?delivery=2')
  await expect.poll(() => to.inputValue()).toBe('')
  await page.goBack()
  await page.waitForURL('**/en/courses')
  expect(errors).toEqual([])
  await context.close()
})
