/** Staff decide on money at the desk: a transfer on a phone without scripts, a refund with fresh proof on a desktop. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enrol as arEnrol } from '../../../app/locales/ar/desk/enrol.ts'
import { frame as arFrame } from '../../../app/locales/ar/desk/frame.ts'
import { sales as arSales } from '../../../app/locales/ar/desk/sales.ts'
import { enrol as enEnrol } from '../../../app/locales/en/desk/enrol.ts'
import { people as enPeople } from '../../../app/locales/en/desk/people.ts'
import { sales as enSales } from '../../../app/locales/en/desk/sales.ts'
import { formatMoney } from '../../../app/locales/format.ts'
import { expectAccessible } from '../../support/accessible.ts'
import { pdf } from '../../support/attacks/upload-corpus.ts'
import { expectNoSidewaysScroll, picture, startTestSite, type TestSite, type Visitor } from '../../support/browser.ts'
import { confirmItIsMe, staffWithOldProof } from '../../support/desk-staff.ts'
import { newEnquiry, openDesk, paidOrder, summary } from '../../support/desk-walk.ts'
import { inDays, learner } from '../../support/factories.ts'
import { awaitedTransfer, eventually, is, orderStatus } from '../../support/orders/orders.ts'
import { tokenOf } from '../../support/signed-in.ts'
import { post } from '../../support/writing.ts'

const SALES = { ar: arSales, en: enSales }
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
  paid = await paidOrder(site)
  const order = await paidOrder(site)
  await order.api.requestRefund({ id: order.id, reason: 'I am ill' })
  asked = order
  await unmatchedPayment()
  enquiry = await newEnquiry(site)
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

async function unmatchedPayment() {
  const seen = { kind: 'unmatched', amount_halalas: 1150_00, currency: 'SAR', seen_at: inDays(-1) }
  await site.db
    .insertInto('unmatched_payments')
    .values({ ...seen, provider: 'sandbox', provider_reference: 'PAY-1' })
    .execute()
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

/** Somebody who paid at the counter: first the person and the seat, then what happens, and the command. */
async function enrolByHand(page: Page, visitor: Visitor) {
  const t = ENROL[visitor.lang]
  await openDesk(page, visitor, 'orders')
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
    for (const path of [...LISTS, `orders/${paid.id}`, `enquiries/${enquiry}`]) await openDesk(page, visitor, path)

    // A search without filters is not folded away with its button.
    await openDesk(page, visitor, 'payments')
    await page.getByRole('link', { name: 'PAY-1' }).click()
    await page.getByRole('button', { name: arFrame.list.apply, exact: true }).waitFor()

    await openDesk(page, visitor, 'transfers')
    await page.getByRole('link', { name: transfer.reference }).click()
    await page.getByRole('heading', { level: 1, name: transfer.reference }).waitFor()
    await picture(page, 'desk-transfer-ar-390')
    await page.getByText(t.approve.happens(formatMoney(1000_00, 'ar'))).waitFor()
    // Without an amount nothing is approved: nobody said how much arrived.
    await page.locator('#approve-amountHalalas').fill('')
    await page.getByRole('button', { name: t.approve.submit, exact: true }).click()
    await page.locator('#approve-amountHalalas[aria-invalid]').waitFor()
    expect(await page.locator('#approve-amountHalalas').inputValue()).toBe('')
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

    await openDesk(page, visitor, 'refunds')
    await page.getByRole('link', { name: asked.reference }).click()
    await page.getByRole('heading', { level: 1, name: asked.reference }).waitFor()
    // A refund that was asked for is the next thing to do: its fields are open.
    await page.locator('#refund-reason').fill('مرض المتدرب')
    await page.getByRole('button', { name: t.refund.submit, exact: true }).click()
    await page.getByText(t.done.refunded!).waitFor()
    await eventually(async () => (await orderStatus(site.db, asked.id)).status, is('refunded'))

    await enrolByHand(page, visitor)
    await context.close()
  })

  it('en, 1440 px, with scripts: an order is refunded with fresh proof', async () => {
    const visitor = { lang: 'en', width: 1440, scripts: true } as const
    const t = SALES.en
    const { page, context, person, errors } = await staff(visitor)
    for (const path of [...LISTS, `enquiries/${enquiry}`]) await openDesk(page, visitor, path)
    await openDesk(page, visitor, `orders/${transfer.id}`)
    await openDesk(
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

    await openDesk(page, visitor, 'payments')
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

    await openDesk(page, visitor, `enquiries/${enquiry}`)
    await summary(page, enPeople.enquiry.addNote.title).click()
    await page.locator('#addNote-note').fill('Called, no answer.')
    await page.getByRole('button', { name: enPeople.enquiry.addNote.submit, exact: true }).click()
    await page.getByText('Called, no answer.').waitFor()

    await openDesk(page, visitor, `orders?query=${paid.reference}`)
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
    // Browsers report the answers that ask for a proof or refuse a form.
    expect(errors.filter((error) => !/ 40[0-9]/.test(error))).toEqual([])
    await context.close()
  })
})
