/** The books at the desk: the VAT return, its documents, and the month that they make. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { books } from '../../../app/locales/en/desk/books.ts'
import { closing } from '../../../app/locales/en/desk/closing.ts'
import { dayOf } from '../../../app/platform/days.ts'
import { expectAccessible } from '../../support/accessible.ts'
import { picture, startTestSite, type TestSite } from '../../support/browser.ts'
import { confirmItIsMe, staffWithOldProof } from '../../support/desk-staff.ts'
import { openDesk, paidOrder } from '../../support/desk-walk.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.stop())

it('lead from a figure of the VAT return to its documents, an amount added to one, and the month', async () => {
  const visitor = { lang: 'en', width: 1440, scripts: true } as const
  await paidOrder(site)
  const { page, context, person, errors } = await staffWithOldProof(site, visitor, 'Owner')
  const { vat, invoices } = books
  const today = dayOf(new Date())
  await openDesk(page, visitor, `vat?from=${today}&to=${today}`)
  await page.getByRole('img', { name: vat.chart }).waitFor()
  await picture(page, `desk-vat-${visitor.lang}-${visitor.width}`)
  await page.locator('td a').first().click()
  await page.waitForURL(/invoices\?kind=invoice&treatment=standard&rate=15/)
  await picture(page, `desk-vat-documents-${visitor.lang}-${visitor.width}`)
  await page.getByRole('link', { name: /^INV-/ }).first().click()
  await page.locator('[name=amount]').fill('115')
  await page.getByRole('button', { name: invoices.debit.show }).click()
  await page.locator('#debit-reason').fill('Books')
  await expectAccessible(page)
  await picture(page, `desk-debit-${visitor.lang}-${visitor.width}`)
  await page.getByRole('button', { name: invoices.debit.submit, exact: true }).click()
  await confirmItIsMe(page, 'en', person)
  await page.getByText(invoices.done).waitFor()
  await openDesk(page, visitor, `closing/${today.slice(0, 7)}`)
  await page.getByText(closing.comparisons.companies).waitFor()
  await page.getByText(closing.explanations.debited).first().waitFor()
  await expectAccessible(page)
  await picture(page, `desk-closing-${visitor.lang}-${visitor.width}`)
  // Browsers report the answer that asks for a proof.
  expect(errors.filter((error) => !/ 403/.test(error))).toEqual([])
  await context.close()
})
