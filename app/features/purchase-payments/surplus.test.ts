/** What a company paid too much is kept as its credit, pays another of its purchases, or goes back: once, with the books right. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { refusal } from '../../../tests/support/orders/orders.ts'
import {
  type CompanyDesk,
  companyDesk,
  paidByCard,
  type Quote,
  someRun,
  surplusOf,
} from '../../../tests/support/orders/purchases.ts'
import { dayOf } from '../../platform/days.ts'
import { monthOf } from '../closing/month-figures.server.ts'
import { applyToPurchase } from './apply-to-purchase.server.ts'

let app: TestApp
let companies: CompanyDesk
let desk: ReturnType<typeof apiAs>
beforeAll(async () => {
  app = await startTestApp()
  app.services.log = app.services.log.child({}, { level: 'silent' })
  companies = await companyDesk(app)
  desk = apiAs(app, companies.finance.user)
})
afterAll(() => app.stop())

/** An order of two seats that was paid, and paid once more by card. */
async function paidTwice(company = companies) {
  const quote = await company.owing()
  await company.record(quote, { amountHalalas: 230_000, reference: randomUUID() })
  const payment = await surplusOf(app, quote, 230_000)
  return { quote, ...payment }
}

const moneyOf = async (quote: Quote) => (await companies.atDesk(quote)).money!
const note = 'The company asked for it by telephone'
const attach = (id: string, quote: Quote) => desk.purchasePayments.attachToPurchase({ id, quoteId: quote.id, note })
const mailsAbout = async (word: string, number: string) =>
  (await app.mails(companies.contact)).filter(({ subject }) => subject?.includes(word) && subject.includes(number))

/** Nothing of companies is unexplained in the month, whichever way it is added up. */
async function booksAgree() {
  const now = app.services.now()
  const { comparisons } = await monthOf(app.db, dayOf(now).slice(0, 7), now)
  const ofCompanies = comparisons.filter(({ of }) => of === 'companies' || of === 'companyCards')
  expect(ofCompanies.map(({ of, differenceHalalas }) => [of, differenceHalalas])).toEqual([
    ['companies', 0],
    ['companyCards', 0],
  ])
}

it('is kept as credit, pays the next purchase up to what is due, and what is left goes back to the card', async () => {
  const { quote, id } = await paidTwice()
  const kept = await desk.purchasePayments.keepAsCredit({ id, note })
  expect(kept).toMatchObject({ status: 'attached', note, quote: { number: quote.number } })
  expect(await moneyOf(quote)).toMatchObject({ receivedHalalas: 460_000, dueHalalas: -230_000 })
  expect(await mailsAbout('رصيد لكم', quote.number)).toHaveLength(1)
  await booksAgree()

  const next = await companies.owing({ ...(await someRun(app)), seats: 1 })
  const credit = await desk.purchasePayments.companyCredit({ id: next.id })
  expect(credit).toEqual({
    ...{ creditHalalas: 230_000, usableHalalas: 115_000 },
    from: [{ id: quote.id, number: quote.number, halalas: 230_000 }],
  })
  const use = (amountHalalas: number) => desk.purchasePayments.useCredit({ id: next.id, amountHalalas, note })
  expect(await refusal(use(115_001))).toBe('validation')
  await use(15_000)
  await use(100_000)
  expect(await moneyOf(next)).toMatchObject({ receivedHalalas: 0, fromCreditHalalas: 115_000, dueHalalas: 0 })
  expect(await moneyOf(quote)).toMatchObject({ returnedHalalas: 0, toCreditHalalas: 115_000, dueHalalas: -115_000 })
  expect((await companies.atDesk(next)).releasedAt).not.toBeNull()
  expect(await mailsAbout('سددنا من رصيدكم', next.number)).toHaveLength(2)
  expect(await refusal(use(1))).toBe('validation')
  await booksAgree()

  const [attempt] = await desk.purchasePayments.cardAttempts({ id: quote.id })
  const back = (amountHalalas: number) =>
    desk.purchasePayments.refundCard({ id: quote.id, attemptId: attempt!.id, amountHalalas })
  expect(await refusal(back(115_001))).toBe('validation')
})

it('pays another purchase of the same company, once, and the rest stays as credit', async () => {
  const { quote, id } = await paidTwice()
  const [small, paid] = [await companies.owing({ ...(await someRun(app)), seats: 1 }), await paidTwice()]
  const other = await companyDesk(app)
  const theirs = await other.owing()
  const preview = (target: Quote) => desk.purchasePayments.attachToPurchasePreview({ id, quoteId: target.id })
  expect(await preview(small)).toMatchObject({
    ...{ dueHalalas: 115_000, dueAfterHalalas: 0, overHalalas: 115_000, restIsCredit: true, opensSeats: true },
    refusal: null,
  })
  expect(await preview(theirs)).toMatchObject({ refusal: 'otherCompany', dueAfterHalalas: null })
  expect(await preview(paid.quote)).toMatchObject({ refusal: 'nothingDue' })
  expect(await refusal(attach(id, theirs))).toBe('otherCompany')
  expect(await refusal(attach(id, paid.quote))).toBe('nothingDue')
  expect((await desk.payments.unmatchedPayment({ id })).status).toBe('open')

  const results = await Promise.all([
    refusal(attach(id, small)),
    refusal(attach(id, small)),
    refusal(desk.purchasePayments.keepAsCredit({ id, note })),
    refusal(desk.payments.returnPayment({ id, byHand: true, bankReference: 'FT-9', note })),
  ])
  expect(results.filter((one) => one === 'not refused')).toHaveLength(1)
  const { status } = await desk.payments.unmatchedPayment({ id })
  if (results[0] === 'not refused' || results[1] === 'not refused') {
    expect(await moneyOf(small)).toMatchObject({ fromCreditHalalas: 115_000, dueHalalas: 0 })
    expect(await moneyOf(quote)).toMatchObject({ toCreditHalalas: 115_000, dueHalalas: -115_000 })
  } else
    expect([status, (await moneyOf(small)).dueHalalas]).toEqual([
      results[3] === 'not refused' ? 'returned' : 'attached',
      115_000,
    ])
  await booksAgree()
})

it('that the provider sends back afterwards is owed again, and what went back before cannot be kept', async () => {
  const { quote, id, reference } = await paidTwice()
  const next = await companies.owing()
  await attach(id, next)
  expect(await moneyOf(next)).toMatchObject({ dueHalalas: 0 })
  await applyToPurchase(app.services, 'sandbox', paidByCard(reference, 230_000, 230_000))
  expect(await moneyOf(quote)).toMatchObject({ returnedHalalas: 230_000, dueHalalas: 230_000 })
  await booksAgree()
  const partly = await paidTwice()
  await applyToPurchase(app.services, 'sandbox', paidByCard(partly.reference, 230_000, 30_000))
  expect(await refusal(desk.purchasePayments.keepAsCredit({ id: partly.id, note }))).toBe('paymentNotAttachable')
  expect(await refusal(attach(partly.id, await companies.owing()))).toBe('paymentNotAttachable')
})
