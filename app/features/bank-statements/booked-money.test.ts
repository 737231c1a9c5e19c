/** Movements without a number whose transfer was booked by hand before they came. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { learner } from '../../../tests/support/factories.ts'
import { institute } from '../../../tests/support/orders/invoices.ts'
import { awaitedTransfer, BANK, refusal } from '../../../tests/support/orders/orders.ts'
import { type CompanyDesk, companyDesk } from '../../../tests/support/orders/purchases.ts'
import { dayOf, plusDays } from '../../platform/days.ts'
import { UNDO_MS } from '../audit/undo.server.ts'
import { bookedAlike, MAX_DAYS_APART } from './booked-alike.ts'

let app: TestApp
let companies: CompanyDesk
let desk: ReturnType<typeof apiAs>
let today: string
beforeAll(async () => {
  app = await startTestApp()
  companies = await companyDesk(app)
  await institute(app.db, { bank: BANK })
  desk = apiAs(app, companies.finance.user, { lang: 'ar' })
  today = dayOf(app.services.now())
})
afterAll(() => app.stop())

const linesOf = async (statementId: string) => (await desk.bankStatements.bankLines({ statementId, limit: 5 })).items
let files = 0
async function movement(amount: string, words: string, on = today) {
  const text = `Date,Description,Amount,Reference\n${on},"${words}",${amount},FT-${++files}\n`
  const { id } = await desk.bankStatements.importStatement({ file: new File([text], 'statement.csv') })
  return (await linesOf(id))[0]!
}
/** An order with this name whose transfer staff have approved. */
async function approved(firstName: string, amountHalalas?: number) {
  const order = await awaitedTransfer(app)
  await app.db.updateTable('users').set({ first_name: firstName }).where('id', '=', order.sara.id).execute()
  const asked = amountHalalas ? { amountHalalas, difference: 'askRest' as const } : {}
  await desk.transfers.approveTransfer({ id: order.id, ...asked })
  return order
}

it('is offered the money of the order with its amount and payer, with the day of booking, and used for it', async () => {
  const { id, reference } = await approved('Layla')
  const line = await movement('1000.00', 'SARIE FROM LAYLA ALQAHTANI')
  expect(line.booked).toEqual([
    ...[{ orderId: id, quoteId: null, reference, payer: 'Layla Alqahtani', course: 'إدارة المشاريع' }].map((sale) => ({
      ...sale,
      ...{ bookedHalalas: 1000_00, bookedOn: today },
    })),
  ])
  expect(line.named).toEqual([])
  // Another amount, another name, another season, a number of an order: each is none of it.
  const others = [
    await movement('999.00', 'Layla Alqahtani'),
    await movement('1000.00', 'Huda Alharbi'),
    await movement('1000.00', 'Layla Alqahtani', plusDays(today, -MAX_DAYS_APART - 1)),
    await movement('1000.00', `Layla Alqahtani ${(await awaitedTransfer(app)).reference}`),
  ]
  expect(others.map(({ booked }) => booked)).toEqual([[], [], [], []])
  const use = { id: line.id, orderId: id, amountHalalas: 1000_00 }
  await desk.bankStatements.useForBooked(use)
  const again = await movement('1000.00', 'Layla Alqahtani again')
  expect(again.booked).toEqual([])
  expect(await refusal(desk.bankStatements.useForBooked({ ...use, id: again.id }))).toBe('moneyHasMovement')
})

it('is offered a part that staff recorded before the rest came, and the money of a company', async () => {
  const { id } = await approved('Maha', 400_00)
  const part = await movement('400.00', 'Maha Alqahtani')
  expect(part.booked).toMatchObject([{ orderId: id, bookedHalalas: 400_00, bookedOn: today }])
  const quote = await companies.owing()
  await companies.record(quote, { amountHalalas: 230_000, reference: 'BY-HAND' })
  const line = await movement('2300.00', 'UFUQ TRADING EST')
  expect(line.booked).toEqual([
    {
      ...{ orderId: null, quoteId: quote.id, reference: quote.number, payer: 'شركة أفق', course: null },
      ...{ bookedHalalas: 230_000, bookedOn: today },
    },
  ])
  await desk.bankStatements.useForBooked({ id: line.id, quoteId: quote.id, amountHalalas: 230_000 })
  expect((await movement('2300.00', 'UFUQ')).booked).toEqual([])
})

it('the nearest day comes first, and one of several bookings of an order is enough', () => {
  const line = { id: 1, leftHalalas: 500, description: 'حوالة سارة القحطاني', payerName: '', day: '2026-03-10' }
  const money = (bookedOn: string, bookedHalalas = 500, amounts = [500]) => ({
    ...{ bookedOn, bookedHalalas, amounts, names: ['سارة القحطاني'] },
  })
  const [far, near, twice] = [money('2026-02-20'), money('2026-03-11'), money('2026-03-01', 1000, [500, 500])]
  expect(bookedAlike(line, [far, near, twice])).toEqual([near, twice, far])
  expect(bookedAlike(line, [money('2026-03-10', 300, [500]), money('2026-03-10', 1000, [1000])])).toEqual([])
})

it('is opened again by whoever joined it, for ten minutes and while the money stays where it is', async () => {
  const { id, reference } = await approved('Amal')
  const line = await movement('1000.00', reference)
  const join = () => desk.bankStatements.useForBooked({ id: line.id, orderId: id, amountHalalas: 1000_00 })
  const undo = (useId: number, as = desk) => as.bankStatements.undoUseForBooked({ id: line.id, useId })
  const usedNow = async (as = desk) =>
    (await as.bankStatements.bankLines({ state: 'used', limit: 50 })).items.find((one) => one.id === line.id)?.uses
  const later = (ms: number) =>
    apiAs(app, companies.finance.user, { now: () => new Date(app.services.now().getTime() + ms) })
  const other = apiAs(app, await learner(app.db, { roles: ['Finance'] }))

  const first = await join()
  expect(await usedNow()).toMatchObject([{ id: first.useId, reference, undoUntil: expect.any(String) }])
  expect(await usedNow(other)).toMatchObject([{ undoUntil: null }])
  expect(await usedNow(later(UNDO_MS))).toMatchObject([{ undoUntil: null }])
  for (const as of [other, later(UNDO_MS)]) expect(await refusal(undo(first.useId, as))).toBe('nothingToUndo')
  const results = await Promise.all([undo(first.useId), undo(first.useId)].map(refusal))
  expect(results.toSorted()).toEqual(['not refused', 'nothingToUndo'])
  expect(await usedNow()).toBeUndefined()
  const ledger = app.db.selectFrom('ledger').select('amount_halalas').where('order_id', '=', id)
  expect(await ledger.execute()).toEqual([{ amount_halalas: 1000_00 }])
  const audit = app.db.selectFrom('audit_log').select('action').where('subject', 'like', `%${reference}%`)
  expect((await audit.execute()).map(({ action }) => action)).toEqual(
    expect.arrayContaining(['order.use-movement', 'order.undo-use-movement']),
  )

  // It is joined again; then the learner asks the money back, and the movement shows the account for that.
  const second = await join()
  await app.db
    .insertInto('refunds')
    .values({ id: randomUUID(), order_id: id, status: 'requested', reason: 'سبب', requested_at: app.services.now() })
    .execute()
  expect(await usedNow()).toMatchObject([{ id: second.useId, undoUntil: null }])
  expect(await refusal(undo(second.useId))).toBe('nothingToUndo')
})

it('money that a movement booked is not undone', async () => {
  const { id, reference } = await awaitedTransfer(app)
  const line = await movement('1000.00', reference)
  await desk.bankStatements.payWithBankLines({ lineIds: [line.id], parts: [{ orderId: id, amountHalalas: 1000_00 }] })
  const { items } = await desk.bankStatements.bankLines({ state: 'used', limit: 50 })
  const [use] = items.find((one) => one.id === line.id)!.uses
  expect(use!.undoUntil).toBeNull()
  expect(await refusal(desk.bankStatements.undoUseForBooked({ id: line.id, useId: use!.id }))).toBe('nothingToUndo')
})
