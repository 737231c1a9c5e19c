import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { inDays, learner, order, schedule } from '../../../tests/support/factories.ts'
import { institute } from '../../../tests/support/orders/invoices.ts'
import type { Moment } from '../../../tests/support/orders/killed.ts'
import {
  awaitedTransfer,
  BANK,
  bookable,
  CARDS,
  eventually,
  is,
  orderStatus,
  payWith,
  refusal,
} from '../../../tests/support/orders/orders.ts'
import { place, runActions } from '../../../tests/support/orders/run-actions.ts'

const { app, admin, placed, paid, work, cancel, subjects } = runActions()

describe('cancelling a run', () => {
  it('refunds each of 30 paid orders once, with one credit note and one mail, however often its job is killed', async () => {
    const { courseId, scheduleId: id } = await bookable(app().db, place, { seats: 31 })
    const orders: Awaited<ReturnType<typeof paid>>[] = []
    for (let bought = 0; bought < 30; bought += 5)
      orders.push(...(await Promise.all(Array.from({ length: 5 }, () => paid(courseId, id)))))
    const pending = await placed(courseId, id)
    const preview = await admin().runs.cancelPreview({ id })
    expect(preview).toMatchObject({
      paid: 30,
      pending: 1,
      waiting: 0,
      refundHalalas: 30 * 1000_00,
      byHand: 0,
      mails: 31,
    })
    const before = new Map(
      await Promise.all(
        orders.map(async ({ person }) => [person.email, (await subjects(person.email)).length] as const),
      ),
    )
    const view = await cancel(id)
    expect(view).toMatchObject({ phase: 'cancelled', actions: [{ kind: 'cancel', orders: 31, ordersDone: 0 }] })
    expect(await refusal(admin().runs.cancelRun({ id, fingerprint: preview.fingerprint, reason: 'x' }))).toBe(
      'runCancelled',
    )

    const kills: Moment[] = [
      { at: 'commit', after: 4 },
      { at: 'rollback', after: 6 },
      { at: 'sent', after: 3 },
      { at: 'commit', after: 1 },
      { at: 'sent', after: 1 },
    ]
    for (const kill of kills) await expect(work(id, kill)).rejects.toThrow()
    const { ordersDone } = (await admin().runs.run({ id })).actions[0]!
    expect([ordersDone > 0, ordersDone < 31]).toEqual([true, true])
    await work(id)
    await work(id)

    const ids = orders.map((one) => one.id)
    // What the provider was asked for when the process was killed is settled by the refund's own job.
    await eventually(
      async () =>
        (await app().db.selectFrom('orders').select('status').where('id', 'in', ids).execute()).map(
          ({ status }) => status,
        ),
      is(ids.map(() => 'refunded')),
    )
    const { rows } = await sql<Record<string, number>>`select
      (select count(*)::int from refunds where order_id = any(${ids}::uuid[]) and status = 'done') as refunds,
      (select count(*)::int from invoices where order_id = any(${ids}::uuid[]) and kind = 'credit-note') as "creditNotes",
      (select sum(amount_halalas)::int from ledger where order_id = any(${ids}::uuid[])) as ledger,
      (select sum(refunded_halalas)::int from sandbox_payments where id::text in (
        select provider_reference from payment_attempts where order_id = any(${ids}::uuid[]))) as provider`.execute(
      app().db,
    )
    expect(rows[0]).toMatchObject({ refunds: 30, creditNotes: 30, ledger: 0, provider: 30 * 1000_00 })
    const mailCounts = await Promise.all(
      orders.map(async ({ person }) => (await subjects(person.email)).length - before.get(person.email)!),
    )
    expect(mailCounts).toEqual(ids.map(() => 1))
    expect(await orderStatus(app().db, pending.id)).toMatchObject({ status: 'cancelled' })
    const logged = await admin().audit.audit({ reference: orders[0]!.reference, limit: 10 } as never)
    expect(logged.items.filter(({ action }) => action === 'order.refund')).toMatchObject([
      {
        reference: orders[0]!.reference,
        detail: { amountHalalas: 1000_00, run: id },
        person: { id: expect.any(Number) },
      },
    ])
    const done = await admin().runs.run({ id })
    expect(done.actions[0]).toMatchObject({ orders: 31, ordersDone: 31, doneAt: expect.any(String) })
    expect(done.money).toEqual({ paidHalalas: 30 * 1000_00, refundedHalalas: 30 * 1000_00 })
  }, 90_000)

  it('is done only as it was shown, and with a recent proof', async () => {
    const { courseId, scheduleId: id } = await bookable(app().db, place)
    const { fingerprint } = await admin().runs.cancelPreview({ id })
    await order(app().db, { courseId, scheduleId: id })
    expect(await refusal(admin().runs.cancelRun({ id, fingerprint, reason: 'x' }))).toBe('previewStale')
    const stale = await learner(app().db, { roles: ['Admin'] })
    const unproved = apiAs(app(), { ...stale, provedAt: inDays(-1) })
    const shown = await admin().runs.cancelPreview({ id })
    const call = unproved.runs.cancelRun({ id, fingerprint: shown.fingerprint, reason: 'x' })
    expect(await refusal(call)).toBe('proofNeeded')
    expect((await admin().runs.run({ id })).phase).toBe('coming')
  })

  it('moves learners to another run as far as it has seats, and refunds the others', async () => {
    const { courseId, scheduleId: id } = await bookable(app().db, place, { seats: 5 })
    const orders = [await paid(courseId, id), await paid(courseId, id)]
    const target = await schedule(app().db, courseId, { seats: 1, startsAt: inDays(50) })
    const elsewhere = await bookable(app().db)
    expect(await refusal(admin().runs.cancelPreview({ id, moveTo: elsewhere.scheduleId }))).toBe('targetRunUnfit')
    expect(await admin().runs.cancelPreview({ id, moveTo: target })).toMatchObject({ moved: 1, notMoved: 1 })
    await cancel(id, { moveTo: target })
    await work(id)
    const rows = await app()
      .db.selectFrom('orders')
      .select(['id', 'status', 'schedule_id'])
      .where(
        'id',
        'in',
        orders.map((one) => one.id),
      )
      .execute()
    expect(rows.map(({ status, schedule_id }) => [status, schedule_id]).sort()).toEqual([
      ['paid', target],
      ['refunded', id],
    ])
    const moved = orders.find((one) => one.id === rows.find(({ status }) => status === 'paid')!.id)!
    expect(await subjects(moved.person.email)).toContain('New dates for your course: Project management')
    const refunded = orders.find((one) => one !== moved)!
    expect((await subjects(refunded.person.email)).at(0)).toContain('Your course was cancelled')
  })

  it('refunds those for whom staff choose it, and says what the other run costs', async () => {
    const { courseId, scheduleId: id } = await bookable(app().db, place, { seats: 5 })
    const [stays, leaves] = [await paid(courseId, id), await paid(courseId, id)]
    const target = await schedule(app().db, courseId, { seats: 9, startsAt: inDays(50), priceHalalas: 1200_00 })
    const choice = { moveTo: target, refund: [leaves.id] }
    const preview = await admin().runs.cancelPreview({ id, ...choice })
    expect(preview).toMatchObject({ moved: 1, notMoved: 0, refundHalalas: 1000_00, differenceHalalas: 200_00 })
    expect(preview.targets).toMatchObject([{ id: target, seatsLeft: 9, priceHalalas: 1200_00 }])
    expect(preview.orders.map((one) => [one.id, one.isMoved]).sort()).toEqual(
      [
        [stays.id, true],
        [leaves.id, false],
      ].sort(),
    )
    await cancel(id, choice)
    await work(id)
    expect((await orderStatus(app().db, stays.id)).status).toBe('paid')
    expect((await orderStatus(app().db, leaves.id)).status).toBe('refunded')
    expect((await subjects(leaves.person.email)).at(0)).toContain('Your course was cancelled')
    // Nobody pays or gets the difference.
    const { rows } = await sql`select sum(amount_halalas)::int as sum from ledger where order_id = ${stays.id}`.execute(
      app().db,
    )
    expect(rows).toEqual([{ sum: 1000_00 }])
  })

  it('writes once to a learner who paid by transfer, and asks in that mail for the account', async () => {
    await institute(app().db, { bank: BANK })
    const { scheduleId: id, id: orderId, sara: person } = await awaitedTransfer(app())
    await admin().transfers.approveTransfer({ id: orderId, amountHalalas: 1000_00 })
    expect((await orderStatus(app().db, orderId)).status).toBe('paid')
    const before = await subjects(person.email)
    const preview = await admin().runs.cancelPreview({ id })
    expect(preview).toMatchObject({ paid: 1, byHand: 1, mails: 1 })
    await cancel(id)
    await expect(work(id, { at: 'commit', after: 1 })).rejects.toThrow()
    await work(id)
    await work(id)
    const mails = await app().mails(person.email)
    expect(mails).toHaveLength(before.length + preview.mails)
    expect(mails[0]!.subject).toBe('Your course was cancelled: Project management')
    expect(mails[0]!.text).toContain('Enter the IBAN')
    expect(mails[0]!.text).toContain('/en/profile/orders')
    const refunds = app().db.selectFrom('refunds').select('status').where('order_id', '=', orderId)
    expect(await refunds.execute()).toEqual([{ status: 'sending' }])
    await institute(app().db)
  })

  it('sends back what is paid for it afterwards', async () => {
    const { courseId, scheduleId: id } = await bookable(app().db, place)
    const late = await placed(courseId, id)
    await cancel(id)
    await payWith(late.paymentUrl, CARDS.good)
    await eventually(
      async () =>
        (await app().db.selectFrom('refunds').select('status').where('order_id', '=', late.id).execute())[0]?.status,
      is('done' as string | undefined),
    )
    await work(id)
    expect((await orderStatus(app().db, late.id)).status).not.toBe('paid')
    const { rows } = await sql`select sum(amount_halalas)::int as sum from ledger where order_id = ${late.id}`.execute(
      app().db,
    )
    expect(rows).toEqual([{ sum: 0 }])
  })
})
