/** Staff give a seat without a payment page: a paid order gets one in another run, an employee one of a company. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deskTexts as ar } from '../../../app/locales/ar/desk/index.ts'
import { deskTexts as en } from '../../../app/locales/en/desk/index.ts'
import { formatMoney } from '../../../app/locales/format.ts'
import { expectAccessible } from '../../support/accessible.ts'
import {
  expectNoSidewaysScroll,
  hydrated,
  picture,
  startTestSite,
  type TestSite,
  VISITORS,
  type Visitor,
} from '../../support/browser.ts'
import { companyPurchase } from '../../support/company-purchase.ts'
import { confirmItIsMe, staffWithOldProof } from '../../support/desk-staff.ts'
import { inDays, schedule } from '../../support/factories.ts'
import { inTurn } from '../../support/long.ts'
import { institute } from '../../support/orders/invoices.ts'
import { bookable, CARDS, eventually, is, orderStatus, payWith, waitingOrder } from '../../support/orders/orders.ts'

const TEXTS = { ar, en }
const WORDS = { ar: 'حوكمة البيانات', en: 'Governing data' }

let site: TestSite
let company: Awaited<ReturnType<typeof companyPurchase>> & { scheduleId: number }
beforeAll(async () => {
  site = await startTestSite()
  await institute(site.db)
  const place = await bookable(site.db, { name: WORDS }, { seats: 9 })
  company = { ...place, ...(await companyPurchase(site.db, { ...place, seats: 6 })) }
})
afterAll(() => site.stop())

/** An order of 1,000 riyals, and a later run of its course for 1,200. */
async function paidOrder() {
  const order = await waitingOrder(site)
  await payWith(order.paymentUrl, CARDS.good)
  await eventually(async () => (await orderStatus(site.db, order.id)).status, is('paid'))
  const dearer = await schedule(site.db, order.courseId, { startsAt: inDays(50), seats: 5, priceHalalas: 1200_00 })
  return { ...order, dearer }
}

async function finance(visitor: Visitor) {
  const staff = await staffWithOldProof(site, visitor, 'Finance')
  const looked = async (name: string) => {
    if (visitor.scripts) {
      await hydrated(staff.page)
      await expectAccessible(staff.page)
    }
    await expectNoSidewaysScroll(staff.page)
    await picture(staff.page, `desk-${name}-${visitor.lang}-${visitor.width}`)
  }
  const open = async (path: string, name: string) => {
    await staff.page.goto(`/${visitor.lang}/desk/${path}`)
    await looked(name)
  }
  return { ...staff, looked, open }
}

describe.each(inTurn(...VISITORS))('in $lang at $width pixels, scripts: $scripts', (visitor) => {
  const { sales, enrol, enrolmentMove } = TEXTS[visitor.lang]
  const money = (halalas: number) => formatMoney(halalas, visitor.lang)

  it('a paid order is moved to a dearer run, and both orders say what became of them', async () => {
    const order = await paidOrder()
    const { page, context, person, open, looked, errors } = await finance(visitor)
    await open(`orders/${order.id}`, 'move-from')
    await page.getByRole('link', { name: enrolmentMove.open }).click()
    await page.locator('[name=run]').selectOption(String(order.dearer))
    await page.getByRole('button', { name: enrolmentMove.show }).click()
    // Before anything is done: the money of both orders, and the documents.
    const preview = page.locator('section', { has: page.getByRole('heading', { name: enrolmentMove.happens }) })
    const due = preview.locator('div', { has: page.locator('dt', { hasText: enrolmentMove.due }) }).locator('dd')
    await due.getByText('200', { exact: false }).waitFor()
    await preview.getByText(enrolmentMove.steps.order(order.reference)).waitFor()
    await preview.getByText(enrolmentMove.steps.creditNote(money(1000_00))).waitFor()
    await preview.getByText(enrolmentMove.steps.invoiceOrLess(money(1200_00))).waitFor()
    await looked('move-preview')
    await page.locator('[name=settlement]').selectOption('cash')
    await page.locator('[name=reason]').fill('طلب موعدًا لاحقًا')
    const submit = page.getByRole('button', { name: enrolmentMove.submit, exact: true })
    await submit.click()
    await confirmItIsMe(page, visitor.lang, person)
    // Who says that the difference was paid names its receipt; what was typed is still there.
    await page.locator('[name=moneyReference][aria-invalid=true]').waitFor()
    expect(await page.locator('[name=reason]').inputValue()).toBe('طلب موعدًا لاحقًا')
    expect(await page.locator('[name=settlement]').inputValue()).toBe('cash')
    expect((await orderStatus(site.db, order.id)).status).toBe('paid')
    await looked('move-refused')
    await page.locator('[name=moneyReference]').fill('R-31')
    await submit.click()
    await page.getByText(sales.done.enrolmentMoved!).waitFor()
    await page.locator('main').getByText('R-31', { exact: true }).waitFor()
    await page.locator('main').getByText(sales.providers.carried, { exact: false }).first().waitFor()
    await looked('moved-to')
    const stored = await site.db
      .selectFrom('orders')
      .select(['id', 'reference', 'status', 'total_halalas', 'schedule_id'])
      .where('user_id', '=', order.sara.id)
      .where('id', '<>', order.id)
      .executeTakeFirstOrThrow()
    expect(stored).toMatchObject({ status: 'paid', total_halalas: 1200_00, schedule_id: order.dearer })
    expect(new URL(page.url()).pathname).toBe(`/${visitor.lang}/desk/orders/${stored.id}`)
    // The facts and the money that came from it lead to the former order.
    const former = page.getByRole('link', { name: order.reference })
    expect(await former.count()).toBe(2)
    await former.first().click()
    await page.getByRole('heading', { level: 1, name: order.reference }).waitFor()
    await page.getByRole('link', { name: stored.reference }).first().waitFor()
    await page.getByText(sales.events.movedToOrder!).waitFor()
    expect(await page.locator('main a[href*="credit-note"], main a[href*="nvoice"]').count()).toBe(2)
    // Neither of the two is moved once more from here.
    expect(await page.getByRole('link', { name: enrolmentMove.open }).count()).toBe(0)
    await looked('moved-from')
    expect(errors.filter((error) => !/ 40[0-9]|[.]js csp$/.test(error))).toEqual([])
    await context.close()
  })

  it('an employee is enrolled with a seat that the company has bought', async () => {
    const email = `employee-${visitor.lang}-${visitor.width}@company.example`
    const { page, context, person, open, looked, errors } = await finance(visitor)
    await open('orders/new', 'enrol-company')
    await page.locator('[name=email]').fill(email)
    await page.locator('[name=course]').fill(WORDS.ar)
    await page.locator('[name=payment]').selectOption('company')
    const show = page.getByRole('button', { name: enrol.show })
    await show.click()
    await page.locator('[name=run]').selectOption(String(company.scheduleId))
    await show.click()
    await page.getByText(enrol.company.happens).waitFor()
    await looked('enrol-company-preview')
    await page.getByRole('radio', { name: new RegExp(company.number) }).check()
    const facts = { firstName: 'منى', lastName: 'الحربي', phone: '٠٥٠١٢٣٤٥٦٧', reason: 'طلبته الشركة بالهاتف' }
    for (const [name, text] of Object.entries(facts)) await page.locator(`[name=${name}]`).fill(text)
    const submit = page.getByRole('button', { name: enrol.submit })
    await submit.click()
    await confirmItIsMe(page, visitor.lang, person)
    await page.locator('[name=hasAgreed][aria-invalid=true]').waitFor()
    expect(await page.locator('[name=reason]').inputValue()).toBe(facts.reason)
    expect(await page.getByRole('radio', { name: new RegExp(company.number) }).isChecked()).toBe(true)
    await page.locator('[name=hasAgreed]').check()
    await submit.click()
    await page.getByText(sales.done.enrolled!).waitFor()
    await page.getByRole('link', { name: company.number }).waitFor()
    await page.getByText(sales.order.noDocuments).waitFor()
    await looked('enrolled-company')
    const seat = await site.db
      .selectFrom('company_seats')
      .innerJoin('orders', 'orders.id', 'company_seats.order_id')
      .innerJoin('users', 'users.id', 'orders.user_id')
      .select(['company_seats.line_id', 'orders.status', 'orders.total_halalas'])
      .where('users.email', '=', email)
      .execute()
    expect(seat).toEqual([{ line_id: company.lineId, status: 'paid', total_halalas: 0 }])
    await expect.poll(async () => (await site.mails(email)).length, { timeout: 10_000 }).toBe(1)
    expect(errors.filter((error) => !/ 40[0-9]|[.]js csp$/.test(error))).toEqual([])
    await context.close()
  })
})
