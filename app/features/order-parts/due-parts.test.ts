/** Parts of an order that are due: reminders, missed parts, and what staff do about them. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { inDays } from '../../../tests/support/factories.ts'
import { CARDS, eventually, is, mailsAbout, payWith, refusal } from '../../../tests/support/orders/orders.ts'
import { ordersInParts } from '../../../tests/support/orders/parts.ts'
import { dayOf, instantOf, plusDays } from '../../platform/days.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { issueMissing } from '../invoices/invoicing.server.ts'
import { DAYS_AFTER_DEPOSIT } from '../orders/parts/earliest-due.ts'
import { remindOfParts } from './part-reminders.server.ts'

const { app, desk, staff, planned, withDeposit, payPart, makeLate, openPages, documentsOf, ledgerOf } = ordersInParts()

describe('a part that is due', () => {
  it('is announced four times, each once, and again after its day was moved', async () => {
    const order = await withDeposit()
    const at = (days: number) => new Date(instantOf(plusDays(dayOf(new Date()), days), '08:12'))
    const reminders = async (days: number) => {
      await remindOfParts({ ...app().services, now: () => at(days) })
      await remindOfParts({ ...app().services, now: () => at(days) })
      return (await mailsAbout(app(), order.sara.email, order.reference)).length - 1
    }
    // It is due twenty days after the order.
    expect(await reminders(12)).toBe(0)
    expect(await reminders(13)).toBe(1)
    expect(await reminders(20)).toBe(2)
    expect(await reminders(22)).toBe(2)
    expect(await reminders(23)).toBe(3)
    expect(await reminders(27)).toBe(4)
    expect(await reminders(30)).toBe(4)
    await staff().extendPart({ id: order.id, part: 2, day: plusDays(dayOf(new Date()), 35), note: 'اتفقنا' })
    const told = 5
    expect(await reminders(30)).toBe(told + 1)
    expect(await reminders(35)).toBe(told + 2)
  })

  it('is announced on its own day, also when it is due in the middle of it', async () => {
    const order = await withDeposit()
    const day = plusDays(dayOf(new Date()), 20)
    const dueAt = new Date(instantOf(day, '14:00'))
    await sql`update order_parts set due_at = ${dueAt} where order_id = ${order.id} and part = 2`.execute(app().db)
    const reminders = async (on: string, at: string) => {
      await remindOfParts({ ...app().services, now: () => new Date(instantOf(on, at)) })
      return (await mailsAbout(app(), order.sara.email, order.reference)).length - 1
    }
    expect(await reminders(plusDays(day, -7), '08:00')).toBe(1)
    expect(await reminders(plusDays(day, -1), '15:00')).toBe(1)
    expect(await reminders(day, '08:00')).toBe(2)
  })

  it('is not announced in the days in which staff look for the transfer of its receipt', async () => {
    const order = await withDeposit()
    const day = plusDays(dayOf(new Date()), 20)
    const reminders = async (on: string) => {
      await remindOfParts({ ...app().services, now: () => new Date(instantOf(on, '09:00')) })
      return (await mailsAbout(app(), order.sara.email, order.reference)).length - 1
    }
    expect(await reminders(plusDays(day, -7))).toBe(1)
    const sentAt = new Date(instantOf(plusDays(day, -1), '08:00'))
    await sql`update order_parts set receipt_at = ${sentAt} where order_id = ${order.id} and part = 2`.execute(app().db)
    expect(await reminders(day)).toBe(1)
    expect(await reminders(plusDays(day, 1))).toBe(1)
    expect(await reminders(plusDays(day, 2))).toBe(2)
  })

  it('is announced on its day when the receipt that came before was declined', async () => {
    const order = await withDeposit()
    const day = plusDays(dayOf(new Date()), 20)
    const sentAt = new Date(instantOf(plusDays(day, -1), '08:00'))
    await sql`update order_parts set receipt_at = ${sentAt} where order_id = ${order.id} and part = 2`.execute(app().db)
    const mails = async () => (await mailsAbout(app(), order.sara.email, order.reference)).length
    const remind = () => remindOfParts({ ...app().services, now: () => new Date(instantOf(day, '09:00')) })
    await desk().transfers.declinePartReceipt({ id: order.id, part: 2, reason: 'x' })
    const before = await mails()
    await remind()
    expect(await mails()).toBe(before + 1)
  })

  it('is shown to staff a week later, who pause access until it is paid', async () => {
    const order = await withDeposit()
    expect(await refusal(staff().pauseAccess({ id: order.id, note: 'x' }))).toBe('partNotMissed')
    await makeLate(order.id, 2, 8)
    const waits = async () => (await desk().desk.today({})).items.filter(({ kind }) => kind === 'missedPart')
    expect(await waits()).toMatchObject([{ reference: order.reference, amountHalalas: 402_00 }])
    await staff().pauseAccess({ id: order.id, note: 'لم يرد' })
    expect(await waits()).toEqual([])
    expect(await order.api.order({ id: order.id })).toMatchObject({ status: 'paid', isPaused: true })
    const seat = await apiAs(app(), order.sara).learning.myCourses({})
    expect(seat.items).toMatchObject([{ order: { isPaused: true }, materials: [] }])
    expect(await payPart(order, 2)).toMatchObject({ isPaused: false })
  })

  it('is due some days after a deposit that came late, and not missed at once', async () => {
    const order = await planned({ method: 'transfer' })
    const agreed = (await order.api.order({ id: order.id })).parts[2]!.dueAt
    await makeLate(order.id, 2, 8)
    await staff().approveTransfer({ id: order.id, amountHalalas: 346_55 })
    const { parts } = await order.api.order({ id: order.id })
    expect(dayOf(new Date(parts[1]!.dueAt))).toBe(plusDays(dayOf(new Date()), DAYS_AFTER_DEPOSIT))
    expect(parts[2]!.dueAt).toBe(agreed)
    expect(await refusal(staff().pauseAccess({ id: order.id, note: 'x' }))).toBe('partNotMissed')
  })

  it('ends the enrolment by a decision alone, with what goes back of what was paid', async () => {
    const kept = await withDeposit()
    const back = await withDeposit()
    for (const { id } of [kept, back]) await makeLate(id, 2, 8)
    const preview = await staff().endMissedPreview({ id: kept.id })
    expect(preview).toEqual({ paidHalalas: 346_55, unpaidHalalas: 804_00, part: 2 })
    const end = { paidHalalas: 346_55, reason: 'لم تصل الدفعة' }
    expect(await refusal(staff().endMissed({ id: kept.id, ...end, refundHalalas: 346_56 }))).toBe('validation')
    expect(await refusal(staff().endMissed({ id: kept.id, ...end, paidHalalas: 1, refundHalalas: 0 }))).toBe(
      'previewStale',
    )
    await staff().endMissed({ id: kept.id, ...end, refundHalalas: 0 })
    expect(await kept.api.order({ id: kept.id })).toMatchObject({ status: 'refunded', refundedHalalas: 0 })
    await staff().endMissed({ id: back.id, ...end, refundHalalas: 100_00 })
    expect(await back.api.order({ id: back.id })).toMatchObject({ status: 'refunded', refundedHalalas: 100_00 })
    expect(await ledgerOf(back.id)).toEqual([346_55, -100_00])
    expect(await refusal(staff().endMissed({ id: back.id, ...end, refundHalalas: 0 }))).toBe('partNotOwed')
  })

  it('is invoiced when the run is over before it is paid, and not again when it is', async () => {
    const order = await withDeposit()
    const [startsAt, endsAt] = [inDays(-9), inDays(-1)]
    await sql`update schedules set starts_at = ${startsAt}, ends_at = ${endsAt}, enrolment_closes_at = ${startsAt}
      where id = ${order.scheduleId}`.execute(app().db)
    await makeLate(order.id, 2, 8)
    await issueMissing({ ...app().services, now: () => new Date(Date.now() + DAY_MS) })
    expect((await documentsOf(order.id)).map(({ part }) => part)).toEqual([1, 2, 3])
    const ending = { id: order.id, paidHalalas: 346_55, refundHalalas: 0, reason: 'x' }
    expect(await refusal(staff().endMissed(ending))).toBe('runIsOver')
    await staff().recordPart({ id: order.id, part: 2, by: 'cash', amountHalalas: 402_00, moneyReference: 'R-9' })
    expect((await documentsOf(order.id)).length).toBe(3)
    // Nobody will pay the third part any more.
    await staff().refund({ id: order.id, reason: 'x' })
    const documents = await documentsOf(order.id)
    // The money of the second was cash, which staff still have to give back.
    expect(documents.slice(3).map(({ kind, part, total }) => [kind, part, total])).toEqual([
      ['credit-note', 1, 346_55],
      ['credit-note', 3, 402_00],
    ])
  })
})

describe('a part that staff record or put off', () => {
  it('is the one that they saw, when the learner pays it meanwhile', async () => {
    const order = await withDeposit()
    const cash = { id: order.id, part: 2, by: 'cash' as const, amountHalalas: 402_00, moneyReference: 'R-1' }
    const twice = await Promise.all([1, 2].map(() => refusal(staff().recordPart(cash))))
    expect(twice.sort()).toEqual(['not refused', 'partNotOwed'])
    const later = { id: order.id, day: plusDays(dayOf(new Date()), 30), note: 'x' }
    expect(await refusal(staff().extendPart({ ...later, part: 2 }))).toBe('partNotOwed')
    // Its day is sixty days after the order: what was agreed is not shortened.
    expect(await refusal(staff().extendPart({ ...later, part: 3 }))).toBe('validation')
    expect(await order.api.order({ id: order.id })).toMatchObject({ unpaidHalalas: 402_00, nextPart: 3 })
  })
})

describe('while all that was paid goes back', () => {
  it('nothing more is owed, reminded of or taken', async () => {
    const order = await planned({ method: 'transfer' })
    await staff().approveTransfer({ id: order.id, amountHalalas: 346_55 })
    const { paymentUrl } = await order.api.payPart({ id: order.id, part: 2 })
    await staff().refund({ id: order.id, reason: 'طلبه' })
    await eventually(() => openPages(order.id), is(0))
    // Staff have not sent it yet.
    expect(await order.api.order({ id: order.id })).toMatchObject({ status: 'paid', nextPart: null })
    expect(await refusal(order.api.payPart({ id: order.id, part: 2 }))).toBe('partNotOwed')
    await makeLate(order.id, 2, 8)
    await remindOfParts(app().services)
    expect(
      (await mailsAbout(app(), order.sara.email, order.reference)).map(({ subject }) => subject),
    ).not.toContainEqual(expect.stringContaining('الدفعة'))
    expect(
      (await desk().desk.today({})).items.filter(({ reference }) => reference === order.reference),
    ).not.toContainEqual(expect.objectContaining({ kind: 'missedPart' }))
    const cash = { id: order.id, part: 2, by: 'cash' as const, amountHalalas: 402_00, moneyReference: 'R-2' }
    expect(await refusal(staff().recordPart(cash))).toBe('partNotOwed')
    await payWith(paymentUrl, CARDS.good)
    await order.api.order({ id: order.id })
    const { rows } =
      await sql`select from payment_attempts where order_id = ${order.id} and part = 2 and status = 'paid'`.execute(
        app().db,
      )
    expect(rows).toEqual([])
  })
})

it('is not owed for a run that was cancelled', async () => {
  const order = await withDeposit()
  await sql`update schedules set cancelled_at = now() where id = ${order.scheduleId}`.execute(app().db)
  expect(await refusal(order.api.payPart({ id: order.id, part: 2 }))).toBe('partNotOwed')
})
