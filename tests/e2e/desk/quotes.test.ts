/** A quote from its first word to the company's acceptance: built and sent at the desk, accepted by its link. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { quotes as t } from '../../../app/locales/ar/desk/quotes.ts'
import { sales } from '../../../app/locales/ar/desk/sales.ts'
import { texts as ar } from '../../../app/locales/ar/index.ts'
import { problemTexts as problems } from '../../../app/locales/ar/problems.ts'
import { expectAccessible } from '../../support/accessible.ts'
import { expectNoSidewaysScroll, hydrated, picture, startTestSite, type TestSite } from '../../support/browser.ts'
import { institute } from '../../support/orders/invoices.ts'
import { bookable, waitingOrder } from '../../support/orders/orders.ts'
import { companyDesk, surplusOf } from '../../support/orders/purchases.ts'
import { tokenOf } from '../../support/signed-in.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
  await institute(site.db)
})
afterAll(() => site.stop())

it('ar, 390 px, with scripts: a quote is built, sent by mail, and accepted once its run has the seats', async () => {
  const desk = await companyDesk(site)
  const course = { name: { ar: 'إدارة الجودة', en: 'Quality' }, priceHalalas: 115_000 }
  const { scheduleId } = await bookable(site.db, course, { seats: 2 })
  const { page, context } = await site.visit({ lang: 'ar', width: 390, scripts: true })
  await context.addCookies([{ name: 'access', value: await tokenOf(site, desk.finance.user), url: site.address }])
  await page.goto('/ar/desk/quotes/new')
  await hydrated(page)
  await page.locator('main [name=query]').fill('افق')
  await page.getByRole('button', { name: t.newQuote.find }).click()
  // The company that was found, or one of those that were.
  const found = page.getByRole('main').getByRole('link', { name: 'شركة أفق' })
  await found.first().click()
  await page.locator('[name=contactId]').waitFor()
  await page.getByRole('button', { name: t.newQuote.start }).click()
  await page.getByText(t.noLines).waitFor()

  await page.locator('main [name=course]').fill('اداره الجوده')
  await page.getByRole('button', { name: t.showCourse }).click()
  await page.locator('[name=scheduleId]').selectOption({ index: 1 })
  await page.locator('[name=seats]').fill('٠')
  await page.locator('[name=discountHalalas]').fill('100')
  const add = page.getByRole('button', { name: t.addLine, exact: true })
  await add.click()
  await page.locator('#seats-error').waitFor()
  expect(await page.locator('[name=discountHalalas]').inputValue()).toBe('100')
  await page.locator('[name=seats]').fill('٣')
  await add.click()
  await page.getByText(t.seats(3)).first().waitFor()
  await page.locator('[name=terms]').fill('يشمل الحقيبة التدريبية.')
  await page.locator('#edit button[value=save]').click()
  await expect
    .poll(() => site.db.selectFrom('quotes').select('terms').executeTakeFirstOrThrow())
    .toEqual({ terms: 'يشمل الحقيبة التدريبية.' })
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await picture(page, 'desk-quote-draft-ar-390')

  await page.locator('summary', { hasText: t.send.title }).click()
  await page.getByText(t.send.happens('نورة السالم', desk.contact)).waitFor()
  const tooFew = page.getByText(/الشاغر في الموعد مقعدان، وفي هذا العرض 3 مقاعد/)
  await tooFew.waitFor()
  await picture(page, 'desk-quote-too-few-seats-ar-390')
  await page.getByRole('button', { name: t.send.submit, exact: true }).click()
  await page.getByText(t.done.sent).waitFor()
  await page.getByText(t.states.sent, { exact: true }).first().waitFor()
  await page.getByText('يشمل الحقيبة التدريبية.').waitFor()
  // Whoever records the acceptance reads it, too.
  await page.locator('summary', { hasText: t.accept.title }).click()
  await tooFew.waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await picture(page, 'desk-quote-sent-ar-390')
  const mails = await site.mails(desk.contact)
  const [address] = /https?:\/\/[^\s"<]+\/quotation\/[^\s"<]+/.exec(mails.at(-1)!.text ?? '') ?? []
  expect(address).toBeDefined()

  const company = await site.visit({ lang: 'ar', width: 390, scripts: false })
  const { pathname, search } = new URL(address!)
  await company.page.goto(pathname + search)
  await company.page.getByText('يشمل الحقيبة التدريبية.').waitFor()
  // The discount belongs to its line, whose amount is already less: no sum below names it again.
  const offer = company.page.locator('section', { has: company.page.locator('h2#offer') })
  expect(await offer.locator('li', { hasText: `${ar.quotation.discount}: ` }).count()).toBe(1)
  expect(await offer.locator('dt', { hasText: ar.quotation.discount }).count()).toBe(0)
  await offer.locator('dd', { hasText: 'شركة أفق' }).waitFor()
  const form = company.page.locator('form', { has: company.page.locator('input[value=accept]') })
  await form.locator('input[name=name]').fill('خالد العمري')
  await form.locator('input[name=role]').fill('مدير التدريب')
  await form.locator('input[name=hasAgreed]').check()
  await form.getByRole('button').click()
  await company.page.getByText(problems.quoteSeatsGone({})).waitFor()
  await site.db.updateTable('schedules').set({ seats: 12 }).where('id', '=', scheduleId!).execute()
  await form.getByRole('button').click()
  await company.page.getByRole('heading', { name: ar.quotation.titles.accepted }).waitFor()
  await company.context.close()

  await page.reload()
  await hydrated(page)
  await page.getByText(t.states.accepted, { exact: true }).first().waitFor()
  await page.getByText('خالد العمري').first().waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await picture(page, 'desk-quote-accepted-ar-390')
  // 3 × 1,150 less 100 riyals: the tax invoice is issued, and the seats wait for the money.
  const { document } = await site.db.selectFrom('invoices').select('document').executeTakeFirstOrThrow()
  expect(document.totals.totalHalalas).toBe(3 * 115_000 - 100_00)
  const { taken } = await site.db
    .selectFrom('schedules')
    .select('company_seats as taken')
    .where('company_seats', '>', 0)
    .executeTakeFirstOrThrow()
  expect(taken).toBe(3)
  await context.close()
})

it('ar, 390 px, without scripts: what a company paid too much pays another purchase, and the rest of it the next', async () => {
  const desk = await companyDesk(site)
  const paid = await desk.owing()
  await desk.record(paid, { amountHalalas: 230_000, reference: 'FT-77' })
  const [first, second] = [await desk.owing(await oneSeat()), await desk.owing(await oneSeat())]
  const { id } = await surplusOf(site, paid, 230_000)
  const { page, context } = await site.visit({ lang: 'ar', width: 390, scripts: false })
  await context.addCookies([{ name: 'access', value: await tokenOf(site, desk.finance.user), url: site.address }])
  await page.goto(`/ar/desk/payments/${id}`)
  const { find, attachSurplus } = sales.payments
  await page.getByRole('heading', { name: find.owing }).waitFor()
  await page
    .getByRole('listitem')
    .or(page.getByRole('row'))
    .filter({ hasText: first.number })
    .getByRole('link', { name: find.show })
    .click()
  await page.getByText(find.opensSeats).waitFor()
  await page.getByText(find.rest).first().waitFor()
  await expectNoSidewaysScroll(page)
  await picture(page, 'desk-surplus-ar-390')
  const form = page.locator('form', { has: page.locator('input[value=attach]') })
  expect(await form.locator('[name=order]').inputValue()).toBe(first.number)
  // An order is none of a company's purchases: it is said at its field, and what was typed stays.
  const { reference } = await waitingOrder(site)
  await form.locator('[name=order]').fill(reference)
  await form.locator('[name=note]').fill('طلبت الشركة ذلك')
  await form.getByRole('button', { name: attachSurplus.submit }).click()
  expect(await page.locator('#attach-order-error').innerText()).toContain(attachSurplus.unknown)
  expect(await form.locator('[name=order]').inputValue()).toBe(reference)
  expect(await form.locator('[name=note]').inputValue()).toBe('طلبت الشركة ذلك')
  await form.locator('[name=order]').fill(first.number)
  await form.getByRole('button', { name: attachSurplus.submit }).click()
  await page.getByText(sales.done.attachedToPurchase!).waitFor()

  await page.goto(`/ar/desk/quotes/${second.id}`)
  await page.locator('summary', { hasText: t.useCredit.title }).click()
  const credit = page.locator('form', { has: page.locator('input[value=useCredit]') })
  expect(await credit.locator('[name=amountHalalas]').inputValue()).toBe('1150')
  await credit.locator('[name=amountHalalas]').fill('١١٥١')
  await credit.locator('[name=note]').fill('من رصيدها')
  await credit.getByRole('button', { name: t.useCredit.submit }).click()
  await page.locator('#useCredit-amountHalalas-error').waitFor()
  expect(await credit.locator('[name=note]').inputValue()).toBe('من رصيدها')
  await credit.locator('[name=amountHalalas]').fill('١١٥٠')
  await credit.getByRole('button', { name: t.useCredit.submit }).click()
  await page.getByText(t.payment.settled).waitFor()
  await expectNoSidewaysScroll(page)
  await picture(page, 'desk-credit-used-ar-390')
  expect((await desk.atDesk(paid)).money).toMatchObject({ toCreditHalalas: 230_000, dueHalalas: 0 })
  expect((await desk.atDesk(second)).releasedAt).not.toBeNull()
})

const oneSeat = async () => {
  const { courseId, scheduleId } = await bookable(site.db, { priceHalalas: 115_000 }, { seats: 12 })
  return { courseId, scheduleId: scheduleId!, seats: 1 }
}

it('ar, 390 px, without scripts: the name on a seat and an entry made by mistake are mended', async () => {
  const desk = await companyDesk(site)
  const quote = await desk.owing()
  await desk.record(quote, { amountHalalas: 230_000, reference: 'FT-78' })
  await desk.call('POST', `/${quote.id}/lines/${quote.lines[0]!.id}/names`, { names: 'سارة, sara@seats.example' })
  const { page, context } = await site.visit({ lang: 'ar', width: 390, scripts: false })
  await context.addCookies([{ name: 'access', value: await tokenOf(site, desk.finance.user), url: site.address }])
  await page.goto(`/ar/desk/quotes/${quote.id}`)
  await page.locator('summary', { hasText: t.seatName.title }).click()
  const seat = page.locator('form', { has: page.locator('input[value=renameSeat]') })
  await seat.locator('[name=seatId]').selectOption({ label: 'سارة (sara@seats.example)' })
  await seat.locator('[name=name]').fill('منى')
  await seat.locator('[name=email]').fill('muna@seats.example')
  await seat.getByRole('button', { name: t.seatName.submit, exact: true }).click()
  await page.getByText(t.done.renamed).waitFor()
  await page.getByText('منى').first().waitFor()
  await page.locator('summary', { hasText: 'FT-78' }).click()
  const entry = page.locator('form', { has: page.locator('input[value=undoPayment]') })
  await entry.locator('[name=reason]').fill('لشركة أخرى')
  await entry.getByRole('button', { name: t.undoPayment.submit, exact: true }).click()
  await page.getByText(t.done.undone).waitFor()
  await page.getByText(t.notReleased).waitFor()
  await expectNoSidewaysScroll(page)
  await context.close()
})
