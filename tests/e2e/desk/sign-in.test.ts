/** Staff who come to the desk's address sign in and are led back to it. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hydrated, startTestSite, type TestSite, watchErrors } from '../../support/browser.ts'
import { staffWithOldProof } from '../../support/desk-staff.ts'
import { inTurn } from '../../support/long.ts'

const TODAY = { ar: 'اليوم', en: 'Today' }

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.stop())

it.each(inTurn<'en' | 'ar'>('en', 'ar'))('the desk is opened at once after the sign-in (%s)', async (lang) => {
  const { person, context: former } = await staffWithOldProof(site, { lang, width: 1440, scripts: true }, 'Owner')
  await former.close()
  const { page, context } = await site.visit({ lang, width: 1440, scripts: true })
  const errors = watchErrors(page)
  await page.goto(`/${lang}/desk`)
  expect(new URL(page.url()).pathname).toBe(`/${lang}/login`)
  await page.locator('[name=email]').fill(person.email)
  await hydrated(page)
  await page.locator('[name=password]').fill(person.password)
  await page.locator('[name=password]').press('Enter')
  await page.locator('h1').filter({ hasText: TODAY[lang] }).waitFor()
  expect(new URL(page.url()).pathname).toBe(`/${lang}/desk`)
  expect(errors).toEqual([])
  await context.close()
})
