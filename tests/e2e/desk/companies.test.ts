/** A company at the desk: from its request for a quote to contacts, a quote, and notes that two people write. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { companies as arCompanies } from '../../../app/locales/ar/desk/companies.ts'
import { people as arPeople } from '../../../app/locales/ar/desk/people.ts'
import { quotes as arQuotes } from '../../../app/locales/ar/desk/quotes.ts'
import { companies as enCompanies } from '../../../app/locales/en/desk/companies.ts'
import { expectAccessible } from '../../support/accessible.ts'
import {
  expectNoSidewaysScroll,
  hydrated,
  picture,
  startTestSite,
  type TestSite,
  type Visitor,
} from '../../support/browser.ts'
import { staffWithOldProof } from '../../support/desk-staff.ts'
import { newEnquiry, openDesk, summary } from '../../support/desk-walk.ts'

const COMPANIES = { ar: arCompanies, en: enCompanies }

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.stop())

const QUOTE = { institutionName: 'شركة أفق', jobTitle: 'مديرة التدريب', traineeCount: 12 }

/** A company from its request for a quote; its VAT number is wrong at first, and it gets a second contact. */
async function addCompany(page: Page, visitor: Visitor) {
  const t = COMPANIES[visitor.lang]
  const enquiry = await newEnquiry(site, { kind: 'quote', reference: 'Q-2026-900002', fields: QUOTE })
  await openDesk(page, visitor, `enquiries/${enquiry}`)
  await page.getByRole('link', { name: arPeople.enquiry.addCompany }).click()
  await page.getByRole('heading', { level: 1, name: t.add }).waitFor()
  expect(await page.locator('[name="contact.email"]').inputValue()).toBe('hind@visitor.example')
  await picture(page, `desk-company-new-${visitor.lang}-${visitor.width}`)
  await page.locator('[name=vatNumber]').fill('30000000000003')
  await page.getByRole('button', { name: t.create }).click()
  await page.locator('#vatNumber-error').waitFor()
  expect(await page.locator('[name="name.ar"]').inputValue()).toBe('شركة أفق')
  await page.locator('[name=vatNumber]').fill('٣٠٠٠٠٠٠٠٠٠٠٠٠٠٣')
  await page.getByRole('button', { name: t.create }).click()
  await page.getByText('hind@visitor.example').waitFor()
  expect(await page.locator('[name=vatNumber]').inputValue()).toBe('300000000000003')
  await addContact(page, visitor, { name: 'نورة السالم', email: 'noura' })
  await page.locator('#addContact-email-error').waitFor()
  expect(await page.locator('#addContact-name').inputValue()).toBe('نورة السالم')
  await addContact(page, visitor, { email: 'noura@ufuq.example' })
  await page.getByText('noura@ufuq.example').waitFor()
  await expectNoSidewaysScroll(page)
  await picture(page, `desk-company-${visitor.lang}-${visitor.width}`)
  await quoteTheSender(page, visitor, enquiry)
}

/** The quote begins with the company and the contact who asked. */
async function quoteTheSender(page: Page, visitor: Visitor, enquiry: string) {
  const t = arQuotes
  await openDesk(page, visitor, `enquiries/${enquiry}`)
  // The company is here now: it is opened, not added again.
  await page.getByRole('main').getByRole('link', { name: 'شركة أفق' }).waitFor()
  expect(await page.getByRole('link', { name: arPeople.enquiry.addCompany }).count()).toBe(0)
  await page.getByRole('link', { name: arPeople.enquiry.quote }).click()
  await page.getByRole('heading', { level: 2, name: /أفق/ }).waitFor()
  expect(await page.locator('[name=contactId] option:checked').textContent()).toContain('hind@visitor.example')
  await expectNoSidewaysScroll(page)
  await picture(page, `desk-quote-new-${visitor.lang}-${visitor.width}`)
  const phone = await page.getByLabel(t.phone).inputValue()
  expect(phone).toMatch(/^\+966/)
  await page.getByRole('button', { name: t.newQuote.start }).click()
  await page.getByRole('link', { name: enquiry }).waitFor()
  await page.getByRole('link', { name: phone }).waitFor()
  const columns = ['contact_email', 'contact_phone', 'lead_id'] as const
  const quote = await site.db.selectFrom('quotes').select(columns).executeTakeFirstOrThrow()
  expect(quote).toEqual({
    ...{ contact_email: 'hind@visitor.example', contact_phone: phone, lead_id: expect.any(Number) },
  })
  await site.db.deleteFrom('quotes').execute()
}

async function addContact(page: Page, { lang }: Visitor, fields: Record<string, string>) {
  const t = COMPANIES[lang].addContact
  const submit = page.getByRole('button', { name: t.submit, exact: true })
  if (!(await submit.isVisible())) await summary(page, t.title).click()
  for (const [name, text] of Object.entries(fields)) await page.locator(`#addContact-${name}`).fill(text)
  await submit.click()
}

/** The contact becomes the main one, and a second editor's change of the notes is not overwritten. */
async function changeCompany(page: Page, visitor: Visitor) {
  const t = COMPANIES[visitor.lang]
  await openDesk(page, visitor, 'companies?query=noura@ufuq')
  await page.getByRole('link', { name: 'شركة أفق' }).click()
  await page.getByText('noura@ufuq.example').waitFor()
  await hydrated(page)
  await summary(page, t.changeContact.title).nth(1).click()
  await page.locator('[name=isPrimary]').nth(1).check()
  await expectAccessible(page)
  await page.getByRole('button', { name: t.changeContact.submit, exact: true }).click()
  const noura = page.locator('li', { hasText: 'noura@ufuq.example' })
  await noura.getByText(t.primary, { exact: true }).waitFor()
  await site.db.updateTable('companies').set({ notes: 'From a colleague' }).execute()
  await page.locator('[name=notes]').fill('Mine')
  await page.locator('#edit button[value=save]').click()
  await page.getByText('From a colleague').waitFor()
  expect(await page.locator('[name=notes]').inputValue()).toBe('Mine')
  await expectAccessible(page)
  await picture(page, `desk-company-${visitor.lang}-${visitor.width}`)
}

it('ar, 390 px, without scripts: a company comes from its request, gets a contact, and its quote begins', async () => {
  const visitor = { lang: 'ar', width: 390, scripts: false } as const
  const { page, context } = await staffWithOldProof(site, visitor, 'Owner')
  await addCompany(page, visitor)
  await context.close()
})

it('en, 1440 px, with scripts: the main contact changes, and a colleague’s notes are not overwritten', async () => {
  const visitor = { lang: 'en', width: 1440, scripts: true } as const
  const { page, context, errors } = await staffWithOldProof(site, visitor, 'Owner')
  await changeCompany(page, visitor)
  // Browsers report the answer that refuses a form.
  expect(errors.filter((error) => !/ 409/.test(error))).toEqual([])
  await context.close()
})
