/** Chargebacks: nothing moves until they are decided, and then once. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { learner, order } from '../../../tests/support/factories.ts'
import { institute } from '../../../tests/support/orders/invoices.ts'
import { bookable, mailsAbout, orderStatus, refusal } from '../../../tests/support/orders/orders.ts'
import { refundTools } from '../../../tests/support/orders/refunds.ts'

let app: TestApp
let desk: ReturnType<typeof apiAs>
beforeAll(async () => {
  app = await startTestApp()
  await institute(app.db)
  desk = apiAs(app, await learner(app.db, { roles: ['Finance'] }))
})
afterAll(() => app.stop())
const { paid, ledgerOf, seatsLeft } = refundTools(() => app)

const FACTS = { reason: 'The holder does not know the payment', dueOn: '2026-12-01', reference: 'CB-7' }
const record = (id: string, facts = {}) => desk.chargebacks.recordChargeback({ id, ...FACTS, ...facts })
const today = async (id: string) => (await desk.desk.today({})).items.find(({ path }) => path === `orders/${id}`)
const creditNotes = async (orderId: string) => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from invoices
    where order_id = ${orderId}::uuid and kind = 'credit-note'`.execute(app.db)
  return rows[0]!.count
}

describe('a chargeback', () => {
  it('shows with its deadline on the order, in its list and in Today, and moves no money', async () => {
    const { id, reference } = await paid()
    const recorded = await record(id)
    expect(recorded).toMatchObject({ status: 'open', amountHalalas: 1000_00, dueOn: '2026-12-01', source: 'staff' })
    expect(await today(id)).toMatchObject({ kind: 'chargeback', reference, since: '2026-11-30T21:00:00.000Z' })
    expect((await desk.chargebacks.chargebacksOfOrder({ id })).items).toEqual([recorded])
    const list = await desk.chargebacks.chargebacks({ status: 'open' })
    expect(list.items.map((one) => one.id)).toContain(recorded.id)
    expect(list.counts.open).toBe(list.totalCount)
    expect([await ledgerOf(id), (await orderStatus(app.db, id)).status]).toEqual([[1000_00], 'paid'])
    expect(await refusal(record(id))).toBe('chargebackOpen')
    const { history } = await desk.orders.staffOrder({ id })
    expect(history.at(-1)).toMatchObject({ event: 'chargebackOpened', by: 'staff' })
  })

  it('keeps what was written and sent, and takes another deadline', async () => {
    const { id } = await paid()
    const one = await record(id)
    await desk.chargebacks.noteChargeback({ id: one.id, kind: 'note', note: 'Asked the learner' })
    const answered = await desk.chargebacks.noteChargeback({
      ...{ id: one.id, kind: 'evidence', note: 'Attendance of both days', dueOn: '2026-12-09' },
    })
    expect(answered).toMatchObject({
      ...{ status: 'answered', dueOn: '2026-12-09' },
      notes: [
        { kind: 'note', note: 'Asked the learner', by: 'Sara Alqahtani' },
        { kind: 'evidence', note: 'Attendance of both days' },
      ],
    })
  })

  it('that is won changes nothing but its state', async () => {
    const { id } = await paid()
    const one = await record(id)
    const won = await desk.chargebacks.decideChargeback({ id: one.id, outcome: 'won', reason: 'They accept it' })
    expect(won).toMatchObject({ status: 'won', keepsSeat: null, notes: [{ kind: 'won', note: 'They accept it' }] })
    expect([await ledgerOf(id), await creditNotes(id), await today(id)]).toEqual([[1000_00], 0, undefined])
    const again = desk.chargebacks.decideChargeback({ id: one.id, outcome: 'lost', seat: 'keep', reason: 'x' })
    expect(await refusal(again)).toBe('chargebackDecided')
    expect(await refusal(desk.chargebacks.noteChargeback({ id: one.id, kind: 'note', note: 'x' }))).toBe(
      'chargebackDecided',
    )
    // Another one may follow.
    expect((await record(id)).status).toBe('open')
  })

  it('that is lost is booked once with a credit note; the seat goes when staff say so', async () => {
    const { id, sara, reference, courseId, scheduleId } = await paid({ seats: 3 })
    const one = await record(id)
    expect(await refusal(desk.chargebacks.decideChargeback({ id: one.id, outcome: 'lost', reason: 'x' }))).toBe(
      'validation',
    )
    const lose = () =>
      refusal(
        desk.chargebacks.decideChargeback({ id: one.id, outcome: 'lost', seat: 'cancel', reason: 'Your bank took it' }),
      )
    const results = await Promise.all([lose(), lose(), lose()])
    expect(results.sort()).toEqual(['chargebackDecided', 'chargebackDecided', 'not refused'])
    expect([await ledgerOf(id), (await orderStatus(app.db, id)).status]).toEqual([[1000_00, -1000_00], 'refunded'])
    expect(await creditNotes(id)).toBe(1)
    expect(await seatsLeft(courseId, scheduleId)).toBe(3)
    const mails = await mailsAbout(app, sara.email, reference)
    expect(mails.some(({ text }) => text?.includes('Your bank took it'))).toBe(true)
    expect((await desk.orders.staffOrder({ id })).refunds).toMatchObject([
      { status: 'done', byHand: true, bankReference: 'CB-7', amountHalalas: 1000_00 },
    ])
  })

  it('that is lost leaves the seat when staff keep it', async () => {
    const { id, courseId, scheduleId } = await paid({ seats: 3 })
    const one = await record(id, { amountHalalas: 400_00 })
    await desk.chargebacks.decideChargeback({ id: one.id, outcome: 'lost', seat: 'keep', reason: 'x' })
    expect([await ledgerOf(id), (await orderStatus(app.db, id)).status]).toEqual([[1000_00, -400_00], 'paid'])
    expect(await seatsLeft(courseId, scheduleId)).toBe(2)
    const whole = await record(id)
    expect(whole.amountHalalas).toBe(600_00)
    await desk.chargebacks.decideChargeback({ id: whole.id, outcome: 'lost', seat: 'keep', reason: 'x' })
    expect([(await orderStatus(app.db, id)).status, await seatsLeft(courseId, scheduleId)]).toEqual(['paid', 2])
    expect((await desk.chargebacks.chargebacksOfOrder({ id })).leftHalalas).toBe(0)
  })

  it('is refused for more than is left, without a card payment, of oneself, and without the right', async () => {
    const { id, sara } = await paid()
    expect(await refusal(record(id, { amountHalalas: 1000_01 }))).toBe('validation')
    expect(await refusal(record(id, { dueOn: 'soon' }))).toBe('validation')
    const unpaid = await order(app.db, { ...(await bookable(app.db)), status: 'pending' })
    expect(await refusal(record(unpaid.id))).toBe('noCardPayment')
    const own = apiAs(app, { ...sara, roles: ['Finance'] })
    expect(await refusal(own.chargebacks.recordChargeback({ id, ...FACTS }))).toBe('ownOrder')
    const content = apiAs(app, await learner(app.db, { roles: ['Content'] }))
    expect(await refusal(content.chargebacks.chargebacks({}))).toBe('forbidden')
    const nothing = '00000000-0000-4000-8000-000000000000'
    expect(await refusal(record(nothing))).toBe('orderNotFound')
    expect(await refusal(desk.chargebacks.noteChargeback({ id: nothing, kind: 'note', note: 'x' }))).toBe('notFound')
  })
})
