/** Finance compares files of the bank and of the payment company with the orders, and closes the month. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bank as arBank } from '../../../app/locales/ar/desk/bank.ts'
import { closing as arClosing } from '../../../app/locales/ar/desk/closing.ts'
import { bank as enBank } from '../../../app/locales/en/desk/bank.ts'
import { payouts as enPayouts } from '../../../app/locales/en/desk/payouts.ts'
import { formatMonth } from '../../../app/locales/format-month.ts'
import { dayOf } from '../../../app/platform/days.ts'
import { DAY_MS } from '../../../app/platform/durations.ts'
import { expectAccessible } from '../../support/accessible.ts'
import { apiAs } from '../../support/api-as.ts'
import { expectNoSidewaysScroll, hydrated, picture, startTestSite, type TestSite } from '../../support/browser.ts'
import { confirmItIsMe, staffWithOldProof } from '../../support/desk-staff.ts'
import { course, learner } from '../../support/factories.ts'
import { bookedSale } from '../../support/orders/books.ts'
import { institute } from '../../support/orders/invoices.ts'
import {
  attemptOf,
  awaitedTransfer,
  BANK,
  CARDS,
  eventually,
  is,
  orderStatus,
  payWith,
  waitingOrder,
} from '../../support/orders/orders.ts'

let site: TestSite
const today = dayOf(new Date())
beforeAll(async () => {
  site = await startTestSite()
  await institute(site.db, { bank: BANK })
})
afterAll(() => site.stop())

const csv = (name: string, ...rows: string[]) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) })
const summary = (page: Page, text: string) => page.locator('summary', { hasText: text })

it('ar, 390 px, without scripts: an order is paid by a movement of a statement whose columns are named first', async () => {
  const { id, reference } = await awaitedTransfer(site)
  const { page, context, person } = await staffWithOldProof(site, { lang: 'ar', width: 390, scripts: false }, 'Finance')
  await page.goto('/ar/desk/transfers')
  await page.getByRole('link', { name: arBank.statements }).click()
  // Nothing was chosen: the field says so.
  await page.getByRole('button', { name: arBank.send }).click()
  await page.locator('#file-error').waitFor()
  await page
    .locator('[name=file]')
    .setInputFiles(
      csv(
        'كشف.csv',
        'يوم القيد,تفاصيل العملية,قيمة الحركة,رقم القيد',
        `${today},حوالة واردة ${reference},"١٬٠٠٠٫٠٠",FT-9`,
        `${today},رسوم,-5.75,FT-10`,
      ),
    )
  await page.getByRole('button', { name: arBank.send }).click()
  await page.getByRole('heading', { level: 1, name: 'كشف.csv' }).waitFor()
  await page.locator('[name="columns.day"]').selectOption('يوم القيد')
  await page.locator('[name="columns.description"]').selectOption('تفاصيل العملية')
  await page.getByRole('button', { name: arBank.readColumns }).click()
  // A statement needs an amount: it says so, and what was chosen stays.
  await page.getByRole('alert').waitFor()
  expect(await page.locator('[name="columns.day"]').inputValue()).toBe('يوم القيد')
  await expectNoSidewaysScroll(page)
  await picture(page, 'desk-statement-columns-ar-390')
  await page.locator('[name="columns.amount"]').selectOption('قيمة الحركة')
  await page.locator('[name="columns.bankReference"]').selectOption('رقم القيد')
  await page.getByRole('button', { name: arBank.readColumns }).click()
  await page.getByRole('link', { name: arBank.title }).click()
  await page.getByText(arBank.proposals).waitFor()
  expect((await orderStatus(site.db, id)).status).toBe('pending')
  // Why it is proposed stands beside it before it is opened.
  expect(await summary(page, reference).innerText()).toContain(arBank.reasons.amount)
  await summary(page, reference).click()
  await expectNoSidewaysScroll(page)
  await picture(page, 'desk-bank-proposal-ar-390')
  const proposal = page.locator('details[open]', { has: summary(page, reference) })
  await proposal.getByRole('button', { name: arBank.pay, exact: true }).click()
  await confirmItIsMe(page, 'ar', person)
  await page.getByText(arBank.outcomes.paid).waitFor()
  await picture(page, 'desk-bank-paid-ar-390')
  expect((await orderStatus(site.db, id)).status).toBe('paid')
  await context.close()
})

it.each([
  { lang: 'ar', width: 390, scripts: false },
  { lang: 'en', width: 1440, scripts: true },
] as const)(
  '$lang, scripts $scripts: what cannot be confirmed is refused where it was decided, and two movements are shown together',
  async (visitor) => {
    const t = visitor.lang === 'ar' ? arBank : enBank
    const { id, reference } = await awaitedTransfer(site)
    const { bankStatements } = apiAs(site, await learner(site.db, { roles: ['Finance'] }))
    const statement = `Date,Description,Amount,Reference\n${today},${reference},990.00,SHORT-${visitor.width}\n`
    await bankStatements.importStatement({ file: new File([statement], 'bank.csv') })
    const { page, context, person } = await staffWithOldProof(site, visitor, 'Finance')
    await page.goto(`/${visitor.lang}/desk/transfers/bank?query=SHORT-${visitor.width}`)
    // No order has this number.
    const byHand = page.locator('details', { has: summary(page, t.byHand) })
    await summary(page, t.byHand).click()
    await byHand.locator('[name="parts.0.orderId"]').fill('M-2026-999999')
    await byHand.getByRole('button', { name: t.pay, exact: true }).click()
    await byHand.locator('[id$="orderId-error"]', { hasText: t.unknown }).waitFor()
    expect(await byHand.locator('[name="parts.0.orderId"]').inputValue()).toBe('M-2026-999999')
    await picture(page, `desk-bank-unknown-${visitor.lang}-${visitor.width}`)
    // What happens with another amount has to be chosen; accepting it needs a note.
    const proposal = page.locator('details', { has: summary(page, reference) }).first()
    await summary(page, reference).click()
    await proposal.locator('[name=difference]').selectOption('accept')
    await proposal.getByRole('button', { name: t.pay, exact: true }).click()
    await confirmItIsMe(page, visitor.lang, person)
    await proposal.getByRole('alert').filter({ hasText: t.outcomes.refused }).waitFor()
    expect(await proposal.locator('[name=difference]').inputValue()).toBe('accept')
    await expectNoSidewaysScroll(page)
    await picture(page, `desk-bank-refused-${visitor.lang}-${visitor.width}`)
    // The rest arrives: the proposal names the other movement, and uses both.
    const rest = `Date,Description,Amount,Reference\n${today},${reference},10.00,REST-${visitor.width}\n`
    await bankStatements.importStatement({ file: new File([rest], 'rest.csv') })
    await page.goto(`/${visitor.lang}/desk/transfers/bank?query=SHORT-${visitor.width}`)
    const together = page.locator('details', { has: summary(page, t.reasons.together) })
    expect(await summary(page, t.reasons.together).innerText()).not.toContain(t.reasons.amount)
    await summary(page, t.reasons.together).click()
    await together.getByText(`REST-${visitor.width}`).waitFor()
    await picture(page, `desk-bank-together-${visitor.lang}-${visitor.width}`)
    await together.getByRole('button', { name: t.pay, exact: true }).click()
    await page.getByText(t.outcomes.paid).waitFor()
    expect((await orderStatus(site.db, id)).status).toBe('paid')
    await context.close()
  },
)

it.each([
  { lang: 'ar', width: 390, scripts: false },
  { lang: 'en', width: 1440, scripts: true },
] as const)(
  '$lang, scripts $scripts: a movement without a number is joined to booked money, and separated again',
  async (visitor) => {
    const t = visitor.lang === 'ar' ? arBank : enBank
    const { id, reference, sara } = await awaitedTransfer(site)
    const lastName = `Alharbi${visitor.width}`
    await site.db
      .updateTable('users')
      .set({ first_name: 'Reem', last_name: lastName })
      .where('id', '=', sara.id)
      .execute()
    const { bankStatements, transfers } = apiAs(site, await learner(site.db, { roles: ['Finance'] }))
    await transfers.approveTransfer({ id })
    const statement = `Date,Description,Amount,Reference\n${today},SARIE REEM ${lastName},1000.00,FT${visitor.width}\n`
    await bankStatements.importStatement({ file: new File([statement], 'bank.csv') })
    const { page, context, person, errors } = await staffWithOldProof(site, visitor, 'Finance')
    await page.goto(`/${visitor.lang}/desk/transfers/bank?query=${lastName}`)
    // Words of the other language stand at the page's start.
    const words = page.getByText(`SARIE REEM ${lastName}`).first()
    const start = await words.evaluate((element) => {
      const [own, line] = [element.getBoundingClientRect(), element.closest('li')!.getBoundingClientRect()]
      return document.dir === 'rtl' ? line.right - own.right : own.left - line.left
    })
    expect(start).toBeLessThan(30)
    const offer = summary(page, reference)
    expect(await offer.innerText()).toContain(t.reasons.name)
    await offer.click()
    await expectNoSidewaysScroll(page)
    if (visitor.scripts) await expectAccessible(page)
    await picture(page, `desk-bank-booked-${visitor.lang}-${visitor.width}`)
    await page.getByRole('button', { name: t.useForBooked, exact: true }).click()
    await confirmItIsMe(page, visitor.lang, person)
    await page.getByText(t.bookedDone).waitFor()
    // The list is read again after the answer.
    await expect.poll(() => offer.count()).toBe(0)
    await picture(page, `desk-bank-joined-${visitor.lang}-${visitor.width}`)
    // From the list of used ones, where it stands beside what it was used for.
    await page.goto(`/${visitor.lang}/desk/transfers/bank?state=used&query=${lastName}`)
    if (visitor.scripts) await expectAccessible(page)
    await page.getByRole('button', { name: t.undo, exact: true }).click()
    await page.getByText(t.undone).waitFor()
    await page.goto(`/${visitor.lang}/desk/transfers/bank?query=${lastName}`)
    await offer.waitFor()
    expect((await orderStatus(site.db, id)).status).toBe('paid')
    // A browser without scripts reports that it loaded none.
    expect(errors.filter((error) => !/ 40[0-9]| csp$/.test(error))).toEqual([])
    await context.close()
  },
)

it('en, 1440 px, with scripts: a settlement report agrees with the payments, and arrives in the account', async () => {
  const order = await waitingOrder(site)
  await payWith(order.paymentUrl, CARDS.good)
  await eventually(async () => (await orderStatus(site.db, order.id)).status, is('paid'))
  const { reference } = await attemptOf(site.db, order.id)
  const { bankStatements } = apiAs(site, await learner(site.db, { roles: ['Finance'] }))
  const statement = `Date,Description,Amount,Reference\n${today},Settlement S-77,969.95,FT77\n`
  await bankStatements.importStatement({ file: new File([statement], 'bank.csv') })
  const { page, context, person, errors } = await staffWithOldProof(
    site,
    { lang: 'en', width: 1440, scripts: true },
    'Finance',
  )
  await page.goto('/en/desk/payouts')
  await hydrated(page)
  await expectAccessible(page)
  await page.locator('[name=file]').setInputFiles(csv('S-76.csv', 'hello'))
  await page.getByRole('button', { name: enPayouts.file.send }).click()
  await page.getByText(enPayouts.file.refusals.statementUnreadable!).waitFor()
  await page
    .locator('[name=file]')
    .setInputFiles(
      csv(
        'S-77.csv',
        'Date,Type,ID,Description,Scheme,Amount,Fee,VAT,Net,Settlement ID',
        `${today},payment,${reference},${order.reference},visa,1000.00,26.13,3.92,969.95,S-77`,
      ),
    )
  await page.getByRole('button', { name: enPayouts.file.send }).click()
  await page.getByRole('heading', { level: 1, name: 'S-77' }).waitFor()
  await page.getByRole('link', { name: order.reference }).waitFor()
  await expectAccessible(page)
  await picture(page, 'desk-payout-en-1440')
  await page
    .locator('summary', { hasText: enPayouts.arrival.matchTitle('').trim() })
    .first()
    .click()
  await page.getByRole('button', { name: enPayouts.arrival.match, exact: true }).click()
  await confirmItIsMe(page, 'en', person)
  await page.getByText(enPayouts.done.matched!).waitFor()
  await picture(page, 'desk-payout-arrived-en-1440')
  const payout = await site.db.selectFrom('payouts').select('bank_line_id').executeTakeFirstOrThrow()
  expect(payout.bank_line_id).not.toBeNull()
  await page.goto('/en/desk/payouts')
  expect(await page.getByText(enPayouts.notArrived).count()).toBe(0)
  expect(errors.filter((error) => !/ 4(?:0[0-9]|22)/.test(error))).toEqual([])
  await context.close()
})

it('ar, 1440 px, with scripts: last month is closed with its totals, for good', async () => {
  const end = new Date(Date.parse(`${today.slice(0, 7)}-01T00:00:00+03:00`) - DAY_MS)
  const month = dayOf(end).slice(0, 7)
  await bookedSale(site.db, { courseId: (await course(site.db, { delivery: 2 })).id, totalHalalas: 115_00, at: end })
  const { page, context, person, errors } = await staffWithOldProof(
    site,
    { lang: 'ar', width: 1440, scripts: true },
    'Finance',
  )
  await page.goto('/ar/desk/closing')
  await hydrated(page)
  await page.getByRole('link', { name: formatMonth(month, 'ar') }).click()
  await page.getByRole('heading', { level: 1, name: formatMonth(month, 'ar') }).waitFor()
  await expectAccessible(page)
  await picture(page, 'desk-closing-open-ar-1440')
  await summary(page, arClosing.close.title).click()
  const submit = page.getByRole('button', { name: arClosing.close.submit, exact: true })
  await submit.click()
  await confirmItIsMe(page, 'ar', person)
  await page.locator('#close-note-error').waitFor()
  await page.locator('#close-note').fill('طابق كشف البنك')
  const accept = page.locator('[name=acceptOpen]')
  if ((await accept.count()) > 0) await accept.check()
  await submit.click()
  await page.getByText(arClosing.done, { exact: true }).waitFor()
  await expectAccessible(page)
  await picture(page, 'desk-closed-ar-1440')
  const closed = await site.db.selectFrom('month_closings').selectAll().execute()
  expect(closed).toHaveLength(1)
  expect(await submit.count()).toBe(0)
  expect(errors.filter((error) => !/ 40[0-9]/.test(error))).toEqual([])
  await context.close()
})
