/** Moving a paid order to another course, run or person: the money, the documents, the seats and the mails. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs } from '../../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../../tests/support/app.ts'
import {
  type CourseFacts,
  inDays,
  learner,
  order,
  type ScheduleFacts,
  schedule,
} from '../../../../tests/support/factories.ts'
import { institute } from '../../../../tests/support/orders/invoices.ts'
import {
  BANK,
  bookable,
  eventually,
  is,
  orderStatus,
  refusal,
  servicesAfter,
} from '../../../../tests/support/orders/orders.ts'
import { refundTools } from '../../../../tests/support/orders/refunds.ts'
import { failedChecks, moneyChecks } from '../../../../tests/support/payments/money-checks.ts'
import type { Api } from '../../../api/contract.ts'
import type { Problem } from '../../../api/problem.ts'
import { orderEmails } from '../../../locales/en/emails/emails-orders.ts'
import { dayOf } from '../../../platform/days.ts'
import { DAY_MS, MINUTE_MS } from '../../../platform/durations.ts'
import { sumMoney } from '../../closing/queries.server.ts'
import { remindOfStarts } from '../../reminders/reminders.server.ts'

let app: TestApp
let desk: Api
let staffId: number
beforeAll(async () => {
  app = await startTestApp()
  await institute(app.db, { bank: BANK })
  const staff = await learner(app.db, { roles: ['Finance'] })
  staffId = staff.id
  desk = apiAs(app, staff)
})
afterAll(() => app.stop())
const { paid, ledgerOf, seatsLeft, sandboxOf } = refundTools(() => app)

type Asked = Partial<Parameters<Api['runs']['moveEnrolment']>[0]>

const target = (facts: CourseFacts = {}, run: ScheduleFacts = {}) =>
  bookable(app.db, { priceHalalas: 1000_00, name: { ar: 'المحاسبة', en: 'Accounting' }, ...facts }, run)

async function move(id: string, to: { courseId: number; scheduleId: number }, asked: Asked = {}) {
  const { email } = asked
  const { fingerprint } = await desk.runs.enrolmentMovePreview({ id, ...to, ...(email ? { email } : {}) })
  return desk.runs.moveEnrolment({ id, ...to, fingerprint, reason: 'She asked for it', ...asked } as never)
}

/** The fields that a refusal names. */
const missingIn = (answer: Promise<unknown>) =>
  answer.then(
    () => [],
    (error) => Object.keys((error as Problem).fields ?? {}),
  )

const documentsOf = async (id: string) => {
  const { rows } = await sql<{ kind: string; total: number }>`
    select kind, (document->'totals'->>'totalHalalas')::int as total from invoices where order_id = ${id}::uuid
    order by counter`.execute(app.db)
  return rows.map(({ kind, total }) => [kind, total])
}

describe('moving an enrolment', () => {
  it('to a dearer course takes the difference, and books what was paid once', async () => {
    const bought = await paid({ seats: 1 })
    const to = await target({ priceHalalas: 1200_00 }, { seats: 1 })
    const preview = await desk.runs.enrolmentMovePreview({ id: bought.id, ...to })
    expect(preview).toMatchObject({
      ...{ learner: { id: bought.sara.id }, isOtherPerson: false, course: 'Accounting', run: { seatsLeft: 1 } },
      ...{ paidHalalas: 1000_00, carriedHalalas: 1000_00, dueHalalas: 200_00, backHalalas: 0, isSentByHand: false },
    })
    expect(await missingIn(move(bought.id, to, { reason: '' }))).toEqual(['settlement', 'moneyReference', 'reason'])
    expect(await missingIn(move(bought.id, to, { settlement: 'cash' }))).toEqual(['moneyReference'])
    const placed = await move(bought.id, to, { settlement: 'cash', moneyReference: 'R-31' })
    expect(placed).toMatchObject({
      ...{ status: 'paid', method: 'cash', totalHalalas: 1200_00, discountHalalas: 0, learner: { id: bought.sara.id } },
      payments: [
        { provider: 'carried', amountHalalas: 1000_00 },
        { provider: 'cash', amountHalalas: 200_00 },
      ],
    })
    expect(await orderStatus(app.db, bought.id)).toEqual({ status: 'refunded', ended_because: 'moved' })
    expect([await ledgerOf(bought.id), await documentsOf(bought.id), await documentsOf(placed.id)]).toEqual([
      [1000_00, -1000_00],
      [
        ['invoice', 1000_00],
        ['credit-note', 1000_00],
      ],
      [['invoice', 1200_00]],
    ])
    // Nothing was sent back through the provider.
    expect((await sandboxOf(bought.paymentUrl)).refunded_halalas).toBe(0)
    expect([await seatsLeft(bought.courseId, bought.scheduleId), await seatsLeft(to.courseId, to.scheduleId)]).toEqual([
      1, 0,
    ])
    const former = await desk.orders.staffOrder({ id: bought.id })
    expect(former.history.at(-1)).toMatchObject({
      ...{ event: 'movedToOrder', by: 'staff', staff: { id: staffId } },
      details: { amountHalalas: 1000_00, toReference: placed.reference, note: 'She asked for it' },
    })
    // No bank has sent anything, and none has a reference of it.
    expect(former).toMatchObject({
      ...{ isMoved: true, movedTo: { id: placed.id, reference: placed.reference } },
      refunds: [{ isCarried: true, attemptId: former.attempts[0]!.id, amountHalalas: 1000_00 }],
    })
    expect(former.refunds[0]!.bankReference).toBeUndefined()
    const mails = await app.mails(bought.sara.email)
    const told = mails.filter(({ subject }) => subject?.includes('was moved'))
    expect(told).toHaveLength(1)
    expect(told[0]!.text).toContain(placed.reference)
    expect(told[0]!.text).toMatch(/Paid for the new order besides: (?:SAR )?200/)
    expect(mails.filter(({ subject }) => subject?.includes(placed.reference))).toHaveLength(1)
    const mine = apiAs(app, bought.sara).orders.mine({})
    expect((await mine).items.find(({ id }) => id === bought.id)).toMatchObject({
      ...{ isMoved: true, refund: null, movedTo: { id: placed.id, reference: placed.reference } },
    })
    const logged = app.db.selectFrom('audit_log').select('detail').where('action', '=', 'order.move-enrolment')
    expect(await logged.where('subject', '=', bought.reference).execute()).toMatchObject([
      { detail: { carriedHalalas: 1000_00, dueHalalas: 200_00, settlement: 'cash', moneyReference: 'R-31' } },
    ])
  })

  it('to a dearer course can waive the difference, which is a discount', async () => {
    const bought = await paid()
    const placed = await move(bought.id, await target({ priceHalalas: 1300_00 }), { settlement: 'waived' })
    expect(placed).toMatchObject({
      ...{ method: 'carried', priceHalalas: 1300_00, discountHalalas: 300_00, totalHalalas: 1000_00 },
      payments: [{ provider: 'carried', amountHalalas: 1000_00 }],
    })
  })

  it('to a cheaper course sends the rest back as refunds are, with a credit note of its own', async () => {
    const bought = await paid()
    const placed = await move(bought.id, await target({ priceHalalas: 700_01 }))
    expect(placed).toMatchObject({ status: 'paid', totalHalalas: 700_01, payments: [{ amountHalalas: 700_01 }] })
    await eventually(async () => (await sandboxOf(bought.paymentUrl)).refunded_halalas, is(299_99))
    const returned = async () => (await app.mails(bought.sara.email)).filter(({ text }) => text.includes('299.99'))
    const [back] = await eventually(returned, (mails) => mails.length > 0)
    // The enrolment goes on under the other order.
    expect(back!.text).toContain(`You stay enrolled under order ${placed.reference}.`)
    expect(back!.text).not.toContain(orderEmails.refund.ended)
    await eventually(() => ledgerOf(bought.id), is([1000_00, -700_01, -299_99]))
    expect(await documentsOf(bought.id)).toEqual([
      ['invoice', 1000_00],
      ['credit-note', 700_01],
      ['credit-note', 299_99],
    ])
    const { rows } = await sql<{ net: number; vat: number }>`
      select sum(case when kind = 'invoice' then net_halalas else -net_halalas end)::int as net,
        sum(case when kind = 'invoice' then vat_halalas else -vat_halalas end)::int as vat
      from invoice_vat v where v.invoice_id in (select id from invoices where order_id = ${bought.id}::uuid)`.execute(
      app.db,
    )
    expect(rows).toEqual([{ net: 0, vat: 0 }])
    // What is refunded of the order that took its place goes to an account: no card knows it.
    await desk.refunds.refund({ id: placed.id, reason: 'Ill' })
    const [refund] = (await desk.orders.staffOrder({ id: placed.id })).refunds
    expect(refund).toMatchObject({ status: 'sending', amountHalalas: 700_01 })
    await desk.refunds.recordRefund({ id: placed.id, refundId: refund!.id, bankReference: 'FT-5' })
    const { payments } = await desk.orders.staffOrder({ id: placed.id })
    expect(payments.at(-1)).toMatchObject({ kind: 'refund', provider: 'transfer', amountHalalas: -700_01 })
  })

  it('between free seats issues no credit note, and the mail counts nothing', async () => {
    const sara = await learner(app.db)
    const free = await order(app.db, { ...(await target()), userId: sara.id, totalHalalas: 0 })
    const placed = await move(free.id, await target({ priceHalalas: 0 }))
    expect(placed).toMatchObject({ status: 'paid', totalHalalas: 0 })
    expect([await documentsOf(free.id), await documentsOf(placed.id)]).toEqual([[], [['invoice', 0]]])
    const [told, ...others] = (await app.mails(sara.email)).filter(({ subject }) => subject?.includes('نُقل تسجيلك'))
    expect(others).toEqual([])
    expect(told!.text).not.toContain('دفعته')
  })

  it('to another person in a full run keeps the seat from who waits, and tells both', async () => {
    const bought = await paid({ seats: 1 })
    const waits = await learner(app.db)
    const line = { schedule_id: bought.scheduleId, user_id: waits.id, lang: 'ar', joined_at: new Date() }
    await app.db.insertInto('waiting_places').values(line).execute()
    const email = 'colleague-of-sara@example.com'
    const asked = { ...{ courseId: bought.courseId, scheduleId: bought.scheduleId }, email }
    expect(await desk.runs.enrolmentMovePreview({ id: bought.id, ...asked })).toMatchObject({
      ...{ learner: null, isOtherPerson: true, dueHalalas: 0, backHalalas: 0 },
    })
    const needed = ['firstName', 'lastName', 'phone', 'hasAgreed', 'reason']
    expect(await missingIn(move(bought.id, asked, { email, reason: '' }))).toEqual(needed)
    const person = { firstName: 'هند', lastName: 'السبيعي', phone: '0501234567', hasAgreed: true, lang: 'ar' } as const
    const placed = await move(bought.id, asked, { email, ...person })
    expect(placed).toMatchObject({ status: 'paid', method: 'carried', learner: { email } })
    expect(await seatsLeft(bought.courseId, bought.scheduleId)).toBe(0)
    const [told] = (await app.mails(bought.sara.email)).filter(({ subject }) => subject?.includes('another person'))
    expect(told!.text).not.toContain(placed.reference)
    expect((await app.mails(email)).map(({ subject }) => subject)).toEqual([expect.stringContaining(placed.reference)])
    const invoice = app.db.selectFrom('invoices').select('document').where('order_id', '=', placed.id)
    expect((await invoice.executeTakeFirstOrThrow()).document).toMatchObject({ buyer: { name: 'هند السبيعي' } })
  })

  it('is done once when two people press at the same moment, or one twice', async () => {
    const bought = await paid()
    const [one, two] = [await target({}, { seats: 5 }), await target({}, { seats: 5 })]
    const results = await Promise.all([
      refusal(move(bought.id, one)),
      refusal(move(bought.id, one)),
      refusal(move(bought.id, two)),
    ])
    expect(results.filter((result) => result === 'not refused')).toHaveLength(1)
    expect(results.filter((result) => result === 'orderNotMovable')).toHaveLength(2)
    const placed = app.db.selectFrom('orders').select('id').where('moved_from', '=', bought.id)
    expect(await placed.execute()).toHaveLength(1)
    expect(await ledgerOf(bought.id)).toEqual([1000_00, -1000_00])
    expect(await refusal(move(bought.id, two))).toBe('orderNotMovable')
  })

  it('gives the last seat to one of two, and leaves the other order as it was', async () => {
    const [first, second] = [await paid(), await paid()]
    const to = await target({}, { seats: 1 })
    const results = await Promise.all([refusal(move(first.id, to)), refusal(move(second.id, to))])
    expect(results.sort()).toEqual(['not refused', 'seatsGone'])
    const rows = await app.db.selectFrom('orders').select('status').where('id', 'in', [first.id, second.id]).execute()
    expect(rows.map(({ status }) => status).sort()).toEqual(['paid', 'refunded'])
    expect(await seatsLeft(to.courseId, to.scheduleId)).toBe(0)
  })

  it('is refused when the price, the money or the order has changed since the preview', async () => {
    const bought = await paid()
    const to = await target()
    const { fingerprint } = await desk.runs.enrolmentMovePreview({ id: bought.id, ...to })
    const command = () => desk.runs.moveEnrolment({ id: bought.id, ...to, fingerprint, reason: 'x' } as never)
    await app.db.updateTable('schedules').set({ price_halalas: 900_00 }).where('id', '=', to.scheduleId).execute()
    expect(await refusal(command())).toBe('previewStale')
    await app.db.updateTable('schedules').set({ price_halalas: 1000_00 }).where('id', '=', to.scheduleId).execute()
    await desk.refunds.refund({ id: bought.id, reason: 'x' })
    await eventually(async () => (await orderStatus(app.db, bought.id)).status, is('refunded'))
    expect(await refusal(command())).toBe('orderNotMovable')
  })

  it('says why: the same seat, the same price, a seat there already, a refund open, a dispute, oneself', async () => {
    const bought = await paid({ seats: 9 })
    const own = { courseId: bought.courseId, scheduleId: bought.scheduleId }
    expect(await refusal(move(bought.id, own))).toBe('sameSeat')
    const later = await schedule(app.db, bought.courseId, { startsAt: inDays(60) })
    expect(await refusal(move(bought.id, { ...own, scheduleId: later }))).toBe('sameCourseMove')
    const to = await target()
    const there = await learner(app.db)
    await order(app.db, { ...to, userId: there.id, status: 'paid' })
    expect(await refusal(move(bought.id, to, { email: there.email }))).toBe('learnerEnrolled')
    const begun = await target({}, { startsAt: inDays(-1), enrolmentClosesAt: inDays(-2) })
    expect(await refusal(move(bought.id, begun))).toBe('enrolmentClosed')
    const self = apiAs(app, { ...bought.sara, roles: ['Finance'] })
    expect(await refusal(self.runs.enrolmentMovePreview({ id: bought.id, ...to }))).toBe('ownOrder')
    const stays = async (id: string) => (await desk.runs.orderMovePreview({ id })).stays
    expect(await stays(bought.id)).toBeNull()
    await desk.chargebacks.recordChargeback({ id: bought.id, reason: 'x', dueOn: dayOf(inDays(5)) })
    expect([await refusal(move(bought.id, to)), await stays(bought.id)]).toEqual(['orderDisputed', 'orderDisputed'])
    const asked = await paid()
    await apiAs(app, asked.sara).refunds.requestRefund({ id: asked.id, reason: 'x' })
    expect([await refusal(move(asked.id, to)), await stays(asked.id)]).toEqual(['orderRefundOpen', 'orderRefundOpen'])
    const pending = await order(app.db, { ...to, status: 'pending' })
    expect(await refusal(move(pending.id, own))).toBe('orderNotMovable')
  })

  it('keeps the Owner’s limit for Admins on what goes back', async () => {
    await institute(app.db, { bank: BANK, adminRefundHalalas: 100_00 })
    const bought = await paid()
    const to = await target({ priceHalalas: 500_00 })
    const admin = apiAs(app, await learner(app.db, { roles: ['Admin'] }))
    const { fingerprint } = await admin.runs.enrolmentMovePreview({ id: bought.id, ...to })
    const command = { id: bought.id, ...to, fingerprint, reason: 'x' }
    expect(await refusal(admin.runs.moveEnrolment(command as never))).toBe('refundAboveLimit')
    expect(await orderStatus(app.db, bought.id)).toMatchObject({ status: 'paid' })
    await institute(app.db, { bank: BANK })
  })

  it('starts the reminders anew, also of an order that stays in its course', async () => {
    const bought = await paid({ startsAt: inDays(3), enrolmentClosesAt: inDays(2) })
    const days = (count: number) => servicesAfter(app, (count * DAY_MS) / MINUTE_MS)
    await remindOfStarts(days(1.5))
    const later = await schedule(app.db, bought.courseId, { startsAt: inDays(20), seats: 5 })
    const { fingerprint } = await desk.runs.orderMovePreview({ id: bought.id })
    await desk.runs.moveOrder({ id: bought.id, runId: later, fingerprint, reason: 'x' })
    await remindOfStarts(days(18.5))
    await remindOfStarts(days(19))
    const about = app.db.selectFrom('messages').select('about').where('about', 'like', `run-starting:${bought.id}%`)
    expect((await about.orderBy('id').execute()).map((row) => row.about)).toEqual([
      `run-starting:${bought.id}`,
      `run-starting:${bought.id}:run-${later}`,
    ])
  })

  it('leaves books in which nothing is twice, missing or unbalanced', async () => {
    const checks = await moneyChecks(app.db, { invoices: new Map(), payments: new Map() })
    const of = ['orders whose credit', 'gaps', 'breaks', 'duplicate', 'invoices of unpaid', 'oversold']
    expect(failedChecks(checks).filter((name) => of.some((part) => name.includes(part)))).toEqual([])
    const sums = await sumMoney(app.db, { from: new Date(0), until: inDays(2) })
    const carried = sums.find(({ provider }) => provider === 'carried')!
    expect([carried.inHalalas, carried.payments]).toEqual([carried.backHalalas, carried.refunds])
  })
})
