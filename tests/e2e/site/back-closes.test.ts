/** Back closes what lies over a page and stays on it, on a phone. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hydrated, startTestSite, type TestSite, watchErrors } from '../../support/browser.ts'
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
async function phoneAt(path: string) {
  const visit = await site.visit({ lang: 'ar', width: 390, scripts: true })
  await visit.page.goto('/ar/about')
  await visit.page.goto(path)
  await hydrated(visit.page)
  return { ...visit, errors: watchErrors(visit.page) }
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
