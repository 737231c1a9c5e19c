/** Movements of the bank account and purchases of companies: proposed with reasons, booked once, by a person. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { refusal } from '../../../tests/support/orders/orders.ts'
import { type CompanyDesk, companyDesk, type Quote, someRun } from '../../../tests/support/orders/purchases.ts'
import { type OpenPurchase, proposalsAmong } from './purchase-matching.ts'

let app: TestApp
let desk: CompanyDesk
let staff: ReturnType<typeof apiAs>
beforeAll(async () => {
  app = await startTestApp()
  desk = await companyDesk(app)
  staff = apiAs(app, desk.finance.user, { lang: 'ar' })
})
afterAll(() => app.stop())

let day = 0
/** One open movement of an account. */
async function movement(amount: string, words: string, reference = '') {
  const on = `2026-10-${String(++day).padStart(2, '0')}`
  const text = `Date,Description,Amount,Reference\n${on},"${words}",${amount},${reference}\n`
  const { id } = await staff.bankStatements.importStatement({ file: new File([text], 'statement.csv') })
  return (await staff.bankStatements.bankLines({ statementId: id, limit: 50 })).items[0]!
}
const lineOf = async (id: number, state: 'open' | 'used' | 'setAside') =>
  (await staff.bankStatements.bankLines({ state, limit: 50 })).items.find((line) => line.id === id)
const pay = (lineIds: number[], ...parts: { quoteId: number; amountHalalas: number }[]) =>
  staff.bankStatements.payPurchases({ lineIds, parts })
const dueOf = async (quote: Quote) => (await desk.atDesk(quote)).money!.dueHalalas

it('a movement that names the quote or its invoice is proposed with its reasons, and pays once a person has confirmed', async () => {
  const quote = await desk.owing()
  const { documents } = await desk.atDesk(quote)
  const byInvoice = await movement('2300.00', `سداد الفاتورة ${documents[0]!.number}`)
  expect(byInvoice.purchaseProposals[0]).toMatchObject({
    reasons: ['reference', 'amount'],
    purchases: [{ quoteId: quote.id, number: quote.number, dueHalalas: 230_000 }],
  })
  const line = await movement('2300.00', `شركة أفق ${quote.number}`, 'FT-500')
  expect(line.purchaseProposals[0]).toMatchObject({
    lineIds: [line.id],
    reasons: ['reference', 'name', 'amount'],
    purchases: [{ quoteId: quote.id, company: 'شركة أفق' }],
  })
  expect(await dueOf(quote)).toBe(230_000)
  expect(await pay([line.id], { quoteId: quote.id, amountHalalas: 230_000 })).toEqual({
    purchases: [{ quoteId: quote.id, number: quote.number }],
  })
  const paid = await desk.atDesk(quote)
  expect(paid.payments).toMatchObject([
    { method: 'transfer', amountHalalas: 230_000, reference: 'FT-500', receivedOn: line.day },
  ])
  expect(paid.releasedAt).not.toBeNull()
  // Booked money is not undone.
  const use = { id: expect.any(Number), undoUntil: null }
  expect((await lineOf(line.id, 'used'))!.uses).toEqual([
    { ...use, orderId: null, quoteId: quote.id, reference: quote.number, amountHalalas: 230_000 },
  ])
  // Neither the used movement nor the other one pays it again.
  expect(await refusal(pay([line.id], { quoteId: quote.id, amountHalalas: 230_000 }))).toBe('lineUsed')
  expect(await refusal(pay([byInvoice.id], { quoteId: quote.id, amountHalalas: 1 }))).toBe('moreThanDue')
  const other = await desk.owing()
  expect(await refusal(pay([line.id], { quoteId: other.id, amountHalalas: 1 }))).toBe('lineUsed')
})

it('several people who decide at once book a movement once', async () => {
  const [one, two] = [await desk.owing(), await desk.owing()]
  const line = await movement('2300.00', 'حوالة')
  const answers = await Promise.all(
    [one, two, one].map(({ id }) => refusal(pay([line.id], { quoteId: id, amountHalalas: 230_000 }))),
  )
  expect(answers.filter((answer) => answer === 'not refused')).toHaveLength(1)
  expect((await dueOf(one)) + (await dueOf(two))).toBe(230_000)
})

it('one movement pays two purchases, two movements pay one, and what is more stays open', async () => {
  const [one, two] = [await desk.owing(), await desk.owing()]
  const both = await movement('4600.00', `${one.number} و ${two.number}`)
  const together = both.purchaseProposals.find(({ purchases }) => purchases.length === 2)
  expect(together).toMatchObject({ reasons: ['reference', 'together'], otherLines: [] })
  await pay([both.id], { quoteId: one.id, amountHalalas: 230_000 }, { quoteId: two.id, amountHalalas: 230_000 })
  expect([await dueOf(one), await dueOf(two)]).toEqual([0, 0])

  const third = await desk.owing()
  const first = await movement('1300.00', `${third.number} الدفعة الأولى`)
  const second = await movement('1500.00', `${third.number} الباقي`)
  await pay([first.id, second.id], { quoteId: third.id, amountHalalas: 230_000 })
  expect(await dueOf(third)).toBe(0)
  expect(await lineOf(second.id, 'open')).toMatchObject({ usedHalalas: 100_000 })
  // What is too much was sent back: the rest is set aside, and waits for nobody.
  await staff.bankStatements.setLineAside({ id: second.id, reason: 'أُعيد الباقي' })
  expect(await lineOf(second.id, 'open')).toBeUndefined()
  expect(await lineOf(second.id, 'setAside')).toMatchObject({ usedHalalas: 100_000, setAside: 'أُعيد الباقي' })
  await staff.bankStatements.reopenLine({ id: second.id })
  expect(await lineOf(second.id, 'open')).toMatchObject({ usedHalalas: 100_000 })
  expect(await refusal(staff.bankStatements.setLineAside({ id: first.id, reason: 'x' }))).toBe('lineUsed')
})

it('a part that cannot be booked books none, and money that was booked by hand is not booked again', async () => {
  const [one, two] = [await desk.owing(), await desk.owing()]
  const line = await movement('4700.00', 'حوالة', 'FT-77')
  const parts = [
    { quoteId: one.id, amountHalalas: 230_000 },
    { quoteId: two.id, amountHalalas: 230_001 },
  ]
  expect(await refusal(pay([line.id], ...parts))).toBe('moreThanDue')
  expect([await dueOf(one), await dueOf(two)]).toEqual([230_000, 230_000])
  await desk.record(one, { amountHalalas: 100_000, reference: 'FT-77' })
  expect(await refusal(pay([line.id], { quoteId: one.id, amountHalalas: 130_000 }))).toBe('moneyBookedBefore')
  const draft = await desk.sent({ ...(await someRun(app)), seats: 1 })
  expect(await refusal(pay([line.id], { quoteId: draft.id, amountHalalas: 1 }))).toBe('quoteNotAccepted')
  expect(await lineOf(line.id, 'open')).toMatchObject({ usedHalalas: 0 })
})

it('a movement that names a quote whose transfer was booked before is used for it, and never offered to a neighbour', async () => {
  const quote = await desk.owing()
  const { documents } = await desk.atDesk(quote)
  await desk.record(quote, { amountHalalas: 230_000, reference: 'BY-HAND' })
  // Its neighbours by number: one that owes the same amount, one that was not accepted.
  const next = await desk.owing()
  const unanswered = await desk.sent({ ...(await someRun(app)), seats: 2 })
  const offered = (line: Awaited<ReturnType<typeof movement>>) =>
    line.purchaseProposals.filter(({ reasons }) => reasons.some((reason) => reason !== 'amount' && reason !== 'name'))
  const line = await movement('2300.00', `حوالة ${quote.number}`)
  expect(line.purchaseProposals).toEqual([])
  const bookedHalalas = 230_000
  const named = { quoteId: quote.id, number: quote.number, state: 'accepted', company: 'شركة أفق', bookedHalalas }
  expect(line.namedPurchases).toEqual([named])
  const byInvoice = await movement('2300.00', `${documents[0]!.number} فاتورة`)
  expect([offered(byInvoice), byInvoice.namedPurchases]).toEqual([[], [named]])
  const use = (id: number, amountHalalas = 230_000) =>
    staff.bankStatements.useForBooked({ id, quoteId: quote.id, amountHalalas })
  expect(await refusal(use(line.id, 230_001))).toBe('moneyHasMovement')
  const results = await Promise.all([line.id, byInvoice.id, line.id].map((id) => refusal(use(id))))
  expect(results.filter((answer) => answer === 'not refused')).toHaveLength(1)
  // Nothing was booked again, and the other movement is nobody's.
  expect((await desk.atDesk(quote)).payments).toHaveLength(1)
  expect([await dueOf(quote), await dueOf(next)]).toEqual([0, 230_000])
  const left = [await lineOf(line.id, 'open'), await lineOf(byInvoice.id, 'open')].filter((one) => one !== undefined)
  expect(left).toMatchObject([{ purchaseProposals: [], namedPurchases: [{ ...named, bookedHalalas: 0 }] }])
  const early = await movement('2300.00', unanswered.number)
  expect(early).toMatchObject({ purchaseProposals: [], namedPurchases: [{ number: unanswered.number, state: 'sent' }] })
})

it('a purchase that owes the rest takes a movement for what was booked, and the rest by another one', async () => {
  const quote = await desk.owing()
  await desk.record(quote, { amountHalalas: 100_000, reference: 'BY-HAND-2' })
  const first = await movement('1000.00', quote.number)
  expect(first.namedPurchases).toMatchObject([{ quoteId: quote.id, bookedHalalas: 100_000 }])
  const use = { id: first.id, amountHalalas: 100_000 }
  // It says of what the money is.
  expect(await refusal(staff.bankStatements.useForBooked(use))).toBe('validation')
  await staff.bankStatements.useForBooked({ ...use, quoteId: quote.id })
  const rest = await movement('1300.00', quote.number)
  expect(rest).toMatchObject({ namedPurchases: [], purchaseProposals: [{ reasons: ['reference', 'amount'] }] })
  await pay([rest.id], { quoteId: quote.id, amountHalalas: 130_000 })
  expect(await dueOf(quote)).toBe(0)
})

it('an order and a quote whose numbers end alike are told apart by what the movement spells out', () => {
  const orders = [{ id: 'o', reference: 'M-2026-000123', missingHalalas: 100, learnerId: 1, learnerName: 'سارة علي' }]
  const purchases: OpenPurchase[] = [
    {
      ...{ quoteId: 7, number: 'QT-2026-000123', invoices: ['INV-000044'], dueHalalas: 200, companyId: 1 },
      companyNames: ['شركة أفق للتدريب المحدودة', 'Horizon Training Co. Ltd'],
    },
  ]
  const found = (description: string, leftHalalas = 1) => {
    const line = { id: 1, leftHalalas, description, payerName: '' }
    const { ofOrders, ofPurchases } = proposalsAmong([line], { orders, purchases })(line)
    return [ofOrders.map(({ reasons }) => reasons[0]), ofPurchases.map(({ reasons }) => reasons[0])]
  }
  expect(found('M-2026-000123')).toEqual([['reference'], []])
  expect(found('qt 2026 000123')).toEqual([[], ['reference']])
  expect(found('INV-000044')).toEqual([[], ['reference']])
  expect(found('2026000123')).toEqual([['reference'], ['reference']])
  expect(found('QT-2026-000132')).toEqual([[], ['nearReference']])
  // The words that every company has in its name tell nothing.
  expect(found('شركة الأمل المحدودة', 200)).toEqual([[], ['amount']])
  expect(found('HORIZON TRAINING', 200)).toEqual([[], ['name']])
  // An equal amount alone is a guess when an order has it, too.
  orders[0]!.missingHalalas = 200
  expect(found('حوالة', 200)).toEqual([[], []])
})
