/** Lists as files: which rows, and the fresh proof that a file needs. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { frame as arFrame } from '../../../app/locales/ar/desk/frame.ts'
import { frame as enFrame } from '../../../app/locales/en/desk/frame.ts'
import { expectNoSidewaysScroll, hydrated, startTestSite, type TestSite } from '../../support/browser.ts'
import { confirmItIsMe, staffWithOldProof } from '../../support/desk-staff.ts'
import { paidOrder } from '../../support/desk-walk.ts'
import { learner } from '../../support/factories.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
  await paidOrder(site)
})
afterAll(() => site.stop())

it('en, 1440 px, with scripts: the proof of an export is closed when the file comes', async () => {
  const { page, context, person } = await staffWithOldProof(site, { lang: 'en', width: 1440, scripts: true }, 'Owner')
  // Without a chosen order nothing is exported, and the filters stay.
  await page.goto('/en/desk/orders?status=paid')
  await page.getByRole('button', { name: `${enFrame.list.exportChosen} ${enFrame.list.csv}` }).click()
  await page.getByRole('alert').getByText(enFrame.list.chooseRows, { exact: true }).waitFor()
  expect(new URL(page.url()).search).toBe('?status=paid')
  // All that match are exported by the filters of the list: more than one page shows.
  for (let count = 0; count < 30; count++) await learner(site.db)
  await page.goto('/en/desk/learners?status=active')
  await hydrated(page)
  await page.locator('[name=all]').check()
  await page.getByRole('button', { name: `${enFrame.list.exportChosen} ${enFrame.list.csv}` }).click()
  await page.locator('[name=proofPassword]').waitFor()
  expect(new URL(page.url()).search).toBe('?status=active&confirm=csv')
  await page.goto('/en/desk/orders/export?format=csv')
  await hydrated(page)
  const file = page.waitForEvent('download')
  await confirmItIsMe(page, 'en', person)
  expect((await file).suggestedFilename()).toMatch(/\.csv$/)
  await page.locator('[name=proofPassword]').waitFor({ state: 'hidden' })
  await page.getByText(enFrame.list.exportBegins).waitFor()
  await context.close()
})

it('ar, 390 px, without scripts: the proof of an export leads to the file', async () => {
  const { page, context, person } = await staffWithOldProof(site, { lang: 'ar', width: 390, scripts: false }, 'Owner')
  await page.goto('/ar/desk/orders/export?format=csv')
  await confirmItIsMe(page, 'ar', person)
  await page.getByText(arFrame.list.fileReady).waitFor()
  expect(await page.locator('[name=proofPassword]').count()).toBe(0)
  await expectNoSidewaysScroll(page)
  const file = page.waitForEvent('download')
  await page.getByRole('link', { name: arFrame.list.file }).click()
  expect((await file).suggestedFilename()).toMatch(/\.csv$/)
  await context.close()
})

it('asks for a fresh proof on the list whose file it is', async () => {
  const { page, context } = await staffWithOldProof(site, { lang: 'en', width: 1440, scripts: true }, 'Owner')
  for (const list of ['orders', 'certificates', 'invoices', 'reports', 'vat']) {
    await page.goto(`/en/desk/${list}/export?format=csv&from=2026-01-01&to=2026-12-31`)
    await page.locator('[name=proofPassword]').waitFor()
    expect(new URL(page.url()).pathname).toBe(`/en/desk/${list}`)
  }
  await context.close()
})
