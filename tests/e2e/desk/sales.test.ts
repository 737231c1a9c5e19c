/** Staff decide on money at the desk: a transfer on a phone without scripts, a refund with fresh proof on a desktop. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { companies as arCompanies } from '../../../app/locales/ar/desk/companies.ts'
import { enrol as arEnrol } from '../../../app/locales/ar/desk/enrol.ts'
import { frame as arFrame } from '../../../app/locales/ar/desk/frame.ts'
import { people as arPeople } from '../../../app/locales/ar/desk/people.ts'
import { quotes as arQuotes } from '../../../app/locales/ar/desk/quotes.ts'
import { sales as arSales } from '../../../app/locales/ar/desk/sales.ts'
import { books as enBooks } from '../../../app/locales/en/desk/books.ts'
import { closing as enClosing } from '../../../app/locales/en/desk/closing.ts'
import { companies as enCompanies } from '../../../app/locales/en/desk/companies.ts'
import { enrol as enEnrol } from '../../../app/locales/en/desk/enrol.ts'
import { frame as enFrame } from '../../../app/locales/en/desk/frame.ts'
import { people as enPeople } from '../../../app/locales/en/desk/people.ts'
import { quotes as enQuotes } from '../../../app/locales/en/desk/quotes.ts'
import { sales as enSales } from '../../../app/locales/en/desk/sales.ts'
import { formatMoney } from '../../../app/locales/format.ts'
import { dayOf } from '../../../app/platform/days.ts'
import { expectAccessible } from '../../support/accessible.ts'
import { pdf } from '../../support/attacks/upload-corpus.ts'
import {
  expectNoSidewaysScroll,
  hydrated,
  picture,
  startTestSite,
  type TestSite,
  type Visitor,
} from '../../support/browser.ts'
import { confirmItIsMe, staffWithOldProof } from '../../support/desk-staff.ts'
import { inDays, learner } from '../../support/factories.ts'
import {
  awaitedTransfer,
  CARDS,
  eventually,
  is,
  orderStatus,
  payWith,
  waitingOrder,
} from '../../support/orders/orders.ts'
import { tokenOf } from '../../support/signed-in.ts'
import { post } from '../../support/writing.ts'

const SALES = { ar: arSales, en: enSales }
const QUOTES = { ar: arQuotes, en: enQuotes }
const PEOPLE = { ar: arPeople, en: enPeople }
const COMPANIES = { ar: arCompanies, en: enCompanies }
const ENROL = { ar: arEnrol, en: enEnrol }

let site: TestSite
let transfer: { id: string; reference: string }
let paid: { id: string; reference: string }
let asked: { id: string; reference: string }
let enquiry: string
beforeAll(async () => {
  site = await startTestSite()
  transfer = await transferWithReceipt()
  await transferWithReceipt()
  paid = await paidOrder()
  const order = await paidOrder()
  await order.api.requestRefund({ id: order.id, reason: 'I am ill' })
  asked = order
  await unmatchedPayment()
  enquiry = await newEnquiry()
  await reportedPost()
})
afterAll(() => site.stop())

async function transferWithReceipt() {
  const { sara, id, reference } = await awaitedTransfer(site)
  const headers = {
    authorization: `Bearer ${await tokenOf(site, sara)}`,
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename="receipt.pdf"',
  }
  const sent = await fetch(`${site.address}/api/Orders/${id}/receipt`, { method: 'POST', headers, body: pdf() })
  expect(sent.status, await sent.text()).toBe(201)
  return { id, reference }
}

async function paidOrder() {
  const order = await waitingOrder(site)
  await payWith(order.paymentUrl, CARDS.good)
  await eventually(async () => (await orderStatus(site.db, order.id)).status, is('paid'))
  return order
}

async function unmatchedPayment() {
  const seen = { kind: 'unmatched', amount_halalas: 1150_00, currency: 'SAR', seen_at: inDays(-1) }
  await site.db
    .insertInto('unmatched_payments')
    .values({ ...seen, provider: 'sandbox', provider_reference: 'PAY-1' })
    .execute()
}

const QUOTE = { institutionName: 'شركة أفق', jobTitle: 'مديرة التدريب', traineeCount: 12 }

async function newEnquiry(
  facts: { kind: string; reference: string; fields: object } = {
    ...{ kind: 'contact', reference: 'Q-2026-900001', fields: { subject: 'موعد', message: 'متى تبدأ الدورة؟' } },
  },
): Promise<string> {
  const row = { name: 'هند', email: 'hind@visitor.example', phone: '+966501234567', lang: 'ar' }
  const { reference } = await site.db
    .insertInto('leads')
    .values({
      ...row,
      ...facts,
      fields: JSON.stringify(facts.fields),
      created_at: inDays(-3),
      updated_at: inDays(-3),
      erase_at: inDays(300),
    })
    .returning('reference')
    .executeTakeFirstOrThrow()
  return reference
}

async function reportedPost() {
  const id = await post(site.db, { title: 'اشترِ الآن', content: 'عرض لا يُفوَّت' })
  const headers = {
    authorization: `Bearer ${await tokenOf(site, await learner(site.db))}`,
    'content-type': 'application/json',
  }
  const body = JSON.stringify({ kind: 'post', id, reason: 'إعلان' })
  expect((await fetch(`${site.address}/api/Reports`, { method: 'POST', headers, body })).status).toBe(201)
}

const staff = (visitor: Visitor) => staffWithOldProof(site, visitor, 'Owner')

async function open(page: Page, { lang, scripts, width }: Visitor, path: string) {
  await page.goto(`/${lang}/desk/${path}`)
  if (scripts) {
    await hydrated(page)
    await expectAccessible(page)
  }
  await expectNoSidewaysScroll(page)
  await picture(page, `desk-${path.replace(/[0-9a-f-]{36}/, 'one').replaceAll('/', '-')}-${lang}-${width}`)
}

/** Somebody who paid at the counter: first the person and the seat, then what happens, and the command. */
async function enrolByHand(page: Page, visitor: Visitor) {
  const t = ENROL[visitor.lang]
  await open(page, visitor, 'orders')
  await page.getByRole('link', { name: t.title }).click()
  await page.locator('[name=email]').fill('walk-in@visitor.example')
  await page.locator('[name=course]').fill('Java SE 21')
  await page.getByRole('button', { name: t.show }).click()
  const offered = await page.locator('[name=run] option').nth(1).innerText()
  await page.locator('[name=run]').selectOption({ index: 1 })
  await page.getByRole('button', { name: t.show }).click()
  await page.getByText(t.newAccount).waitFor()
  const seatsLeft = page.locator('dt', { hasText: t.seatsLeft }).locator('xpath=following-sibling::dd[1]')
  expect(offered).toContain(t.runWithSeats('', Number(await seatsLeft.innerText())))
  await expectNoSidewaysScroll(page)
  await picture(page, `desk-enrol-${visitor.lang}-${visitor.width}`)
  const facts = {
    firstName: 'نوف',
    lastName: 'العنزي',
    phone: '٠٥٠١٢٣٤٥٦٧',
    moneyReference: '118',
    reason: 'زارت المعهد',
  }
  for (const [name, text] of Object.entries(facts)) await page.locator(`[name=${name}]`).fill(text)
  await page.getByRole('button', { name: t.submit }).click()
  // What is missing is said at its field, and what was typed is still there.
  await page.getByRole('alert').waitFor()
  expect(await page.locator('[name=reason]').inputValue()).toBe(facts.reason)
  await page.locator('[name=hasAgreed]').check()
  await page.getByRole('button', { name: t.submit }).click()
  await page.getByText(SALES[visitor.lang].done.enrolled!).waitFor()
  await picture(page, `desk-enrolled-${visitor.lang}-${visitor.width}`)
  const order = await site.db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .select(['orders.status', 'orders.method', 'users.phone'])
    .where('users.email', '=', 'walk-in@visitor.example')
    .executeTakeFirstOrThrow()
  expect(order).toEqual({ status: 'paid', method: 'cash', phone: '+966501234567' })
}

/** A company from its request for a quote; its VAT number is wrong at first, and it gets a second contact. */
async function addCompany(page: Page, visitor: Visitor) {
  const t = COMPANIES[visitor.lang]
  const enquiry = await newEnquiry({ kind: 'quote', reference: 'Q-2026-900002', fields: QUOTE })
  await open(page, visitor, `enquiries/${enquiry}`)
  await page.getByRole('link', { name: PEOPLE[visitor.lang].enquiry.addCompany }).click()
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
  const t = QUOTES[visitor.lang]
  await open(page, visitor, `enquiries/${enquiry}`)
  // The company is here now: it is opened, not added again.
  await page.getByRole('main').getByRole('link', { name: 'شركة أفق' }).waitFor()
  expect(await page.getByRole('link', { name: PEOPLE[visitor.lang].enquiry.addCompany }).count()).toBe(0)
  await page.getByRole('link', { name: PEOPLE[visitor.lang].enquiry.quote }).click()
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
  await open(page, visitor, 'companies?query=noura@ufuq')
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

const summary = (page: Page, title: string) => page.locator('summary', { hasText: title })

/** From a figure of the VAT return to its documents, an amount added to one of them, and the month that they make. */
async function walkTheBooks(page: Page, visitor: Visitor) {
  const { vat, invoices } = enBooks
  const today = dayOf(new Date())
  await open(page, visitor, `vat?from=${today}&to=${today}`)
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
  await page.getByText(invoices.done).waitFor()
  await open(page, visitor, `closing/${today.slice(0, 7)}`)
  await page.getByText(enClosing.comparisons.companies).waitFor()
  await page.getByText(enClosing.explanations.debited).first().waitFor()
  await expectAccessible(page)
  await picture(page, `desk-closing-${visitor.lang}-${visitor.width}`)
}

const LISTS = [
  'orders',
  'companies',
  'companies/new',
  'transfers',
  'refunds',
  'payments',
  'reports',
  'enquiries',
  'moderation',
  'moderation/bans',
]

describe('the queues of money and people', () => {
  it('ar, 390 px, without scripts: a transfer is approved', async () => {
    const visitor = { lang: 'ar', width: 390, scripts: false } as const
    const t = SALES.ar
    const { page, context, person } = await staff(visitor)
    for (const path of [...LISTS, `orders/${paid.id}`, `enquiries/${enquiry}`]) await open(page, visitor, path)

    // A search without filters is not folded away with its button.
    await open(page, visitor, 'payments')
    await page.getByRole('link', { name: 'PAY-1' }).click()
    await page.getByRole('button', { name: arFrame.list.apply, exact: true }).waitFor()

    await open(page, visitor, 'transfers')
    await page.getByRole('link', { name: transfer.reference }).click()
    await page.getByRole('heading', { level: 1, name: transfer.reference }).waitFor()
    await picture(page, 'desk-transfer-ar-390')
    await page.getByText(t.approve.happens(formatMoney(1000_00, 'ar'))).waitFor()
    await page.locator('#approve-amountHalalas').fill('٩٩٠')
    await page.getByRole('button', { name: t.approve.submit, exact: true }).click()
    await confirmItIsMe(page, 'ar', person)
    // Another amount is decided by a person, and what was typed is still there.
    await page.getByRole('alert').waitFor()
    expect(await page.locator('#approve-amountHalalas').inputValue()).toBe('٩٩٠')
    await page.locator('#approve-difference').selectOption('accept')
    await page.locator('#approve-note').fill('رسوم البنك')
    await picture(page, 'desk-transfer-differs-ar-390')
    await page.getByRole('button', { name: t.approve.submit, exact: true }).click()
    await page.getByText(t.done.paid!).waitFor()
    await page.getByText(t.events.restWaived!).waitFor()
    expect((await orderStatus(site.db, transfer.id)).status).toBe('paid')
    await picture(page, 'desk-transfer-approved-ar-390')

    await open(page, visitor, 'refunds')
    await page.getByRole('link', { name: asked.reference }).click()
    await page.getByRole('heading', { level: 1, name: asked.reference }).waitFor()
    // A refund that was asked for is the next thing to do: its fields are open.
    await page.locator('#refund-reason').fill('مرض المتدرب')
    await page.getByRole('button', { name: t.refund.submit, exact: true }).click()
    await page.getByText(t.done.refunded!).waitFor()
    await eventually(async () => (await orderStatus(site.db, asked.id)).status, is('refunded'))

    await enrolByHand(page, visitor)
    await addCompany(page, visitor)
    await context.close()
  })

  it('en, 1440 px, with scripts: the proof of an export is closed when the file comes', async () => {
    const { page, context, person } = await staff({ lang: 'en', width: 1440, scripts: true })
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
    const { page, context, person } = await staff({ lang: 'ar', width: 390, scripts: false })
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

  it('en, 1440 px, with scripts: an order is refunded with fresh proof', async () => {
    const visitor = { lang: 'en', width: 1440, scripts: true } as const
    const t = SALES.en
    const { page, context, person, errors } = await staff(visitor)
    for (const path of [...LISTS, `enquiries/${enquiry}`]) await open(page, visitor, path)
    await open(page, visitor, `orders/${transfer.id}`)
    // A file needs a fresh proof, which its list asks for.
    for (const list of ['orders', 'certificates', 'invoices', 'reports', 'vat']) {
      await page.goto(`/en/desk/${list}/export?format=csv&from=2026-01-01&to=2026-12-31`)
      await page.locator('[name=proofPassword]').waitFor()
      expect(new URL(page.url()).pathname).toBe(`/en/desk/${list}`)
    }
    await open(
      page,
      visitor,
      `orders/new?${new URLSearchParams({ email: 'new@visitor.example', course: 'Java SE 21' })}`,
    )
    await page.locator('[name=run]').selectOption({ index: 1 })
    // No code lowers the price of a seat that a company has paid.
    await page.locator('[name=payment]').selectOption('company')
    expect(await page.locator('[name=coupon]').isVisible()).toBe(false)
    await page.locator('[name=payment]').selectOption('cash')
    expect(await page.locator('[name=coupon]').isVisible()).toBe(true)
    await page.getByRole('button', { name: ENROL.en.show }).click()
    await page.getByText(ENROL.en.newAccount).waitFor()
    await expectAccessible(page)
    await picture(page, 'desk-enrol-en-1440')

    await changeCompany(page, visitor)

    await open(page, visitor, 'payments')
    await page.getByRole('link', { name: 'PAY-1' }).click()
    // Named by what people know of it; the company's number is among the facts.
    await page.getByRole('heading', { level: 1, name: '1,150' }).waitFor()
    expect(await page.getByRole('heading', { level: 1, name: 'PAY-1' }).count()).toBe(0)
    await page.locator('main dd', { hasText: 'PAY-1' }).waitFor()
    await summary(page, t.payments.attach.title).click()
    await page.locator('#attach-order').fill('M-0')
    await page.getByRole('button', { name: t.payments.attach.submit, exact: true }).click()
    await page.locator('#attach-order-error', { hasText: t.payments.attach.unknown }).waitFor()
    await expectAccessible(page)

    await open(page, visitor, `enquiries/${enquiry}`)
    await summary(page, PEOPLE.en.enquiry.addNote.title).click()
    await page.locator('#addNote-note').fill('Called, no answer.')
    await page.getByRole('button', { name: PEOPLE.en.enquiry.addNote.submit, exact: true }).click()
    await page.getByText('Called, no answer.').waitFor()

    await open(page, visitor, `orders?query=${paid.reference}`)
    await page.getByRole('link', { name: paid.reference }).click()
    await page.getByRole('heading', { level: 1, name: paid.reference }).waitFor()
    await summary(page, t.refund.title).click()
    await page.locator('#refund-amountHalalas').fill('400')
    await page.locator('#refund-keepsSeat').check()
    await page.locator('#refund-reason').fill('One day was missed')
    await picture(page, 'desk-refund-en-1440')
    await expectAccessible(page)
    await page.getByRole('button', { name: t.refund.submit, exact: true }).click()
    await page.locator('[name=proofPassword]').waitFor()
    await picture(page, 'desk-refund-proof-en-1440')
    await confirmItIsMe(page, 'en', person)
    await page.getByText(t.done.refunded!).waitFor()
    await page.getByText(t.events.refundDecided!).first().waitFor()
    // What was sent must not be sent again by a second press.
    expect(await page.locator('#refund-reason').inputValue()).toBe('')
    const { refunded_halalas, status } = await site.db
      .selectFrom('orders')
      .select(['refunded_halalas', 'status'])
      .where('id', '=', paid.id)
      .executeTakeFirstOrThrow()
    expect([refunded_halalas, status]).toEqual([400_00, 'paid'])
    await expectAccessible(page)
    await picture(page, 'desk-refunded-en-1440')
    await walkTheBooks(page, visitor)
    // Browsers report the answers that ask for a proof or refuse a form.
    expect(errors.filter((error) => !/ 40[0-9]/.test(error))).toEqual([])
    await context.close()
  })
})
