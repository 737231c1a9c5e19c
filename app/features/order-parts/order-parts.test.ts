/** Orders that are paid in parts by the institute's own plan: money, documents and receipts. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { coupon, inDays, learner } from '../../../tests/support/factories.ts'
import { orderApi } from '../../../tests/support/orders/order-api.ts'
import { bookable, CARDS, eventually, is, mailsAbout, payWith, refusal } from '../../../tests/support/orders/orders.ts'
import { ordersInParts, sum } from '../../../tests/support/orders/parts.ts'
import { ordersRecords as en } from '../../locales/en/orders-records.ts'
import { dayOf } from '../../platform/days.ts'

const { app, desk, staff, staffUser, planned, withDeposit, payPart, sendReceipt, documentsOf, ledgerOf } =
  ordersInParts()

describe('an order in parts', () => {
  it('is confirmed by its deposit, paid part by part, each with an invoice, which add up to the order', async () => {
    const order = await planned()
    expect(order.plan.parts.map(({ amountHalalas }) => amountHalalas)).toEqual([346_55, 402_00, 402_00])
    expect(await order.api.order({ id: order.id })).toMatchObject({ status: 'pending', nextPart: null })
    await payWith(order.paymentUrl, CARDS.good)
    const paid = await eventually(
      () => order.api.order({ id: order.id }),
      ({ status }) => expect(status).toBe('paid'),
    )
    expect(paid).toMatchObject({ totalHalalas: 1150_55, unpaidHalalas: 804_00, nextPart: 2 })
    expect(await refusal(order.api.payPart({ id: order.id, part: 3 }))).toBe('partNotOwed')

    expect(await payPart(order, 2)).toMatchObject({ unpaidHalalas: 402_00, nextPart: 3 })
    const all = await payPart(order, 3)
    expect(all).toMatchObject({ status: 'paid', unpaidHalalas: 0, nextPart: null })
    expect(all.parts.map(({ invoice }) => invoice?.totalHalalas)).toEqual([346_55, 402_00, 402_00])
    expect(await refusal(order.api.payPart({ id: order.id, part: 3 }))).toBe('partNotOwed')

    const documents = await documentsOf(order.id)
    expect(documents.map(({ kind, part }) => `${kind} ${part}`)).toEqual(['invoice 1', 'invoice 2', 'invoice 3'])
    expect(sum(documents.map(({ net }) => net))).toBe(all.netHalalas)
    expect(sum(documents.map(({ vat }) => vat))).toBe(all.vatHalalas)
    expect(await ledgerOf(order.id)).toEqual([346_55, 402_00, 402_00])
    const mails = await mailsAbout(app(), order.sara.email, order.reference)
    expect(mails.length).toBe(3)
  })

  it('is placed with the parts that were shown, or not at all', async () => {
    const { code } = await coupon(app().db, { percent: 10 })
    const order = await planned({ couponCode: code })
    expect(sum(order.plan.parts.map(({ amountHalalas }) => amountHalalas))).toBe(1035_49)
    const ali = orderApi(apiAs(app(), await learner(app().db)))
    const { courseId, scheduleId } = order
    expect(await refusal(ali.place({ courseId, scheduleId, plan: order.plan.key }))).toBe('planChanged')
    // The open order is resumed with its parts, and replaced where its learner pays it at once.
    expect((await order.api.place({ courseId, scheduleId, couponCode: code })).id).toBe(order.id)
    const whole = await order.api.place({ courseId, scheduleId, couponCode: code, plan: 'none' })
    expect(whole.id).not.toBe(order.id)
    expect(await order.api.order({ id: whole.id })).toMatchObject({ parts: [], unpaidHalalas: 0 })
  })

  it('takes a transfer for its deposit, and one of the bank account for a later part', async () => {
    const order = await planned({ method: 'transfer' })
    const [asked] = await mailsAbout(app(), order.sara.email, order.reference)
    expect(asked!.text).toContain('Transfer part 1 of 3')
    expect(asked!.text).toContain('346.55')
    expect(await refusal(staff().approveTransfer({ id: order.id, amountHalalas: 1150_55 }))).toBe('amountDiffers')
    await staff().approveTransfer({ id: order.id, amountHalalas: 346_55 })
    expect(await order.api.order({ id: order.id })).toMatchObject({ status: 'paid', unpaidHalalas: 804_00 })

    const text = `Date,Description,Amount,Reference\n${dayOf(new Date())},"${order.reference}",402.00,FT77\n`
    const statement = await desk().bankStatements.importStatement({ file: new File([text], 'statement.csv') })
    const [line] = (await desk().bankStatements.bankLines({ statementId: statement.id, state: 'open', limit: 5 })).items
    expect(line!.proposals[0]!.orders).toMatchObject([{ id: order.id, missingHalalas: 402_00 }])
    const parts = [{ orderId: order.id, amountHalalas: 402_00 }]
    const { parts: outcomes } = await desk().bankStatements.payWithBankLines({ lineIds: [line!.id], parts })
    expect(outcomes).toMatchObject([{ orderId: order.id, outcome: 'paid' }])
    expect(await refusal(desk().bankStatements.payWithBankLines({ lineIds: [line!.id], parts }))).toBe('lineUsed')

    const record = { id: order.id, part: 3, by: 'cash' as const, moneyReference: 'R-12' }
    expect(await refusal(staff().recordPart({ ...record, amountHalalas: 400_00 }))).toBe('amountDiffers')
    await staff().recordPart({ ...record, amountHalalas: 402_00 })
    expect(await refusal(staff().recordPart({ ...record, amountHalalas: 402_00 }))).toBe('partNotOwed')
    expect(await ledgerOf(order.id)).toEqual([346_55, 402_00, 402_00])
    expect((await documentsOf(order.id)).length).toBe(3)
  })

  it('says of a later part that its card was declined, and why; a newer page is waited for', async () => {
    const order = await withDeposit()
    const partPayment = async () => (await order.api.order({ id: order.id })).partPayment
    expect(await partPayment()).toBeNull()
    const { paymentUrl } = await order.api.payPart({ id: order.id, part: 2 })
    expect(await partPayment()).toEqual({ state: 'open', because: null })
    const back = await payWith(paymentUrl, CARDS.poor)
    expect(back.location).toMatch(/&part=2$/)
    await eventually(partPayment, (shown) => expect(shown?.state).toBe('failed'))
    expect((await partPayment())?.because).toContain(en.endedBecause['insufficient-funds'])
    await order.api.payPart({ id: order.id, part: 2 })
    expect(await partPayment()).toEqual({ state: 'open', because: null })
    await payPart(order, 2)
    expect(await partPayment()).toBeNull()
  })

  it('sends back a part that is paid twice', async () => {
    const order = await withDeposit()
    const { paymentUrl } = await order.api.payPart({ id: order.id, part: 2 })
    await staff().recordPart({ id: order.id, part: 2, by: 'cash', amountHalalas: 402_00, moneyReference: 'R-1' })
    await payWith(paymentUrl, CARDS.good)
    const attempts = async () => {
      const { rows } = await sql<{ status: string }>`select status from payment_attempts
        where order_id = ${order.id} and part = 2 order by status`.execute(app().db)
      return rows.map(({ status }) => status)
    }
    await eventually(attempts, is(['paid', 'refunded']))
    expect(sum(await ledgerOf(order.id))).toBe(346_55 + 402_00)
    expect((await documentsOf(order.id)).length).toBe(2)
  })

  it('is refunded from the newest part on, each with the credit note of its own invoice', async () => {
    const order = await withDeposit()
    await payPart(order, 2)
    await staff().refund({ id: order.id, amountHalalas: 500_00, reason: 'ظرف', keepsSeat: true })
    const documents = await documentsOf(order.id)
    expect(documents.slice(2)).toMatchObject([
      { kind: 'credit-note', part: 2, total: 402_00 },
      { kind: 'credit-note', part: 1, total: 98_00 },
    ])
    // One decision, although each payment is sent back by itself.
    expect((await order.api.order({ id: order.id })).refund).toMatchObject({
      ...{ status: 'done', amountHalalas: 500_00, sentHalalas: 500_00, keepsSeat: true, answer: 'ظرف' },
    })
    expect(await order.api.order({ id: order.id })).toMatchObject({
      status: 'paid',
      refundedHalalas: 500_00,
      nextPart: 3,
    })
    expect(await refusal(staff().refund({ id: order.id, amountHalalas: 248_56, reason: 'أكثر' }))).toBe('validation')
    await staff().refund({ id: order.id, reason: 'الباقي' })
    expect(await order.api.order({ id: order.id })).toMatchObject({ status: 'refunded', refundedHalalas: 748_55 })
    expect(sum(await ledgerOf(order.id))).toBe(0)
    expect(await refusal(order.api.payPart({ id: order.id, part: 3 }))).toBe('partNotOwed')
  })

  it('moves to another course with the sum of what was paid, and without a plan', async () => {
    const order = await withDeposit()
    await payPart(order, 2)
    const other = await bookable(app().db, { priceHalalas: 600_00 }, { startsAt: inDays(30) })
    const admin = apiAs(app(), await learner(app().db, { roles: ['Admin'] }))
    const target = { id: order.id, ...other }
    const preview = await admin.runs.enrolmentMovePreview(target)
    expect(preview).toMatchObject({ paidHalalas: 748_55, carriedHalalas: 600_00, backHalalas: 148_55 })
    const moved = await admin.runs.moveEnrolment({ ...target, fingerprint: preview.fingerprint, reason: 'طلبه' })
    expect(moved).toMatchObject({ status: 'paid', totalHalalas: 600_00, parts: [] })
    expect(await order.api.order({ id: order.id })).toMatchObject({ status: 'refunded', refundedHalalas: 748_55 })
    const credited = (await documentsOf(order.id)).filter(({ kind }) => kind === 'credit-note')
    expect(sum(credited.map(({ total }) => total))).toBe(748_55)
  })
})

it('is disputed at the bank by the payment of that amount', async () => {
  const order = await withDeposit()
  // The second part is less than the deposit once some of it went back.
  await payPart(order, 2)
  await staff().refund({ id: order.id, amountHalalas: 100_00, reason: 'x', keepsSeat: true })
  const dispute = (amountHalalas: number) =>
    desk().chargebacks.recordChargeback({
      id: order.id,
      amountHalalas,
      reason: 'x',
      dueOn: dayOf(inDays(5)),
      reference: '',
    })
  expect(await refusal(dispute(346_56))).toBe('validation')
  const { id } = await dispute(346_55)
  const { rows } = await sql<{
    part: number
  }>`select a.part from chargebacks c join payment_attempts a on a.id = c.attempt_id
    where c.id = ${id}`.execute(app().db)
  expect(rows).toEqual([{ part: 1 }])
  expect(await dispute(302_00)).toMatchObject({ status: 'open' })
})

describe('the receipt of a part that was transferred', () => {
  it('is kept under its name, told to both sides, replaced by the next, and opened by staff', async () => {
    const order = await withDeposit()
    const send = (name: string, { part = 2, by = order.sara } = {}) => sendReceipt(by, order.id, part, name)
    expect((await send('x.pdf', { part: 3 })).code).toBe('partNotOwed')
    expect((await send('x.pdf', { by: await learner(app().db) })).code).toBe('orderNotFound')
    const first = await send('أول.pdf')
    expect((await send('حوالة.pdf')).name).toBe('حوالة.pdf')
    const { parts } = await order.api.order({ id: order.id })
    expect(parts.map(({ receipt }) => receipt?.name ?? null)).toEqual([null, 'حوالة.pdf', null])
    const { rows } = await sql<{ state: string }>`select state from stored_files where id = ${first.id}`.execute(
      app().db,
    )
    expect(rows).toEqual([{ state: 'dropped' }])
    const office = await mailsAbout(app(), 'info@maahad.example', order.reference)
    expect(office.filter(({ text }) => text.includes('الدفعة 2') && text.includes('402'))).toHaveLength(2)

    const waits = async () =>
      (await desk().desk.today({})).items.filter(
        ({ kind, reference }) => kind === 'transfer' && reference === order.reference,
      )
    expect(await waits()).toMatchObject([{ amountHalalas: 402_00, path: `orders/${order.id}` }])
    const listed = async () =>
      (await desk().transfers.transfersToCheck({ PageSize: 50 })).items.filter(({ id }) => id === order.id)
    expect(await listed()).toMatchObject([{ part: 2, totalHalalas: 402_00, receivedHalalas: 0, expiresAt: null }])
    expect((await desk().transfers.transfersToCheck({ PageSize: 1 })).totalCount).toBe(1)
    const [opened] = (await desk().orders.staffOrder({ id: order.id })).partReceipts
    const answer = await fetch(opened!.address.replace(/^https?:\/\/[^/]+/, app().address))
    expect([opened!.part, answer.status, answer.headers.get('content-type')]).toEqual([2, 200, 'application/pdf'])
    await staff().recordPart({ id: order.id, part: 2, by: 'transfer', amountHalalas: 402_00, moneyReference: 'FT-1' })
    expect([await waits(), await listed()]).toEqual([[], []])
    expect((await send('late.pdf')).code).toBe('partNotOwed')
  })

  it('is declined with a reason that is mailed, waits for staff no more, and can be replaced', async () => {
    const order = await withDeposit()
    const { id, reference } = order
    const decline = (part = 2) => desk().transfers.declinePartReceipt({ id, part, reason: 'لا يظهر فيه المبلغ.' })
    expect(await refusal(decline())).toBe('noReceiptToCheck')
    await sendReceipt(order.sara, id, 2, 'blank.pdf')
    expect(await refusal(decline(3))).toBe('partNotOwed')
    const before = await order.api.order({ id })
    expect((await decline()).parts[1]).toMatchObject({ answer: 'لا يظهر فيه المبلغ.', receipt: { name: 'blank.pdf' } })
    expect(await refusal(decline())).toBe('noReceiptToCheck')
    const seen = await order.api.order({ id })
    expect(seen).toMatchObject({ status: 'paid', nextPart: 2 })
    expect(seen.parts[1]).toEqual({ ...before.parts[1], answer: 'لا يظهر فيه المبلغ.' })
    const told = (await mailsAbout(app(), order.sara.email, reference)).filter(({ subject }) =>
      subject?.includes('needs your attention'),
    )
    expect(told).toHaveLength(1)
    for (const words of ['لا يظهر فيه المبلغ.', 'part 2', '402', `order-approved?order=${id}`])
      expect(told[0]!.text).toContain(words)
    const waits = async () => [
      ...(await desk().desk.today({})).items.filter((one) => one.kind === 'transfer' && one.reference === reference),
      ...(await desk().transfers.transfersToCheck({ PageSize: 50 })).items.filter((one) => one.id === id),
    ]
    expect(await waits()).toEqual([])
    const { history } = await desk().orders.staffOrder({ id })
    expect(history.at(-1)).toMatchObject({ event: 'transferDeclined', by: 'staff', details: { part: 2 } })
    const { rows } = await sql<{ action: string; detail: unknown }>`
      select action, detail from audit_log where subject = ${reference}`.execute(app().db)
    expect(rows).toEqual([{ action: 'order.decline-transfer', detail: { part: 2 } }])
    await sendReceipt(order.sara, id, 2, 'right.pdf')
    expect((await order.api.order({ id })).parts[1]).toMatchObject({ answer: null, receipt: { name: 'right.pdf' } })
    expect(await waits()).toHaveLength(2)
  })

  it('is not declined by its own sender, nor by staff who do not decide transfers', async () => {
    const order = await withDeposit()
    await sendReceipt(order.sara, order.id, 2, 'receipt.pdf')
    const declines = (staff: Parameters<typeof apiAs>[1]) =>
      refusal(apiAs(app(), staff).transfers.declinePartReceipt({ id: order.id, part: 2, reason: 'x' }))
    expect(await declines({ ...order.sara, roles: staffUser().roles })).toBe('ownOrder')
    expect(await declines(await learner(app().db, { roles: ['Content'] }))).toBe('forbidden')
  })
})

describe('the database refuses', () => {
  const refused = (statement: Promise<unknown>) =>
    statement.then(
      () => 'nothing',
      (error: { constraint?: string }) => error.constraint,
    )

  it('parts that do not add up to their order, another amount of one, and one that nobody has paid', async () => {
    const { id } = await withDeposit()
    const set = (values: string) =>
      refused(sql`update orders set ${sql.raw(values)} where id = ${id}`.execute(app().db))
    expect(await set('unpaid_halalas = unpaid_halalas - 1')).toBe('orders_of_parts')
    expect(await set('unpaid_halalas = 0')).toBe('orders_of_parts')
    const part = (values: string) =>
      refused(sql`update order_parts set ${sql.raw(values)} where order_id = ${id} and part = 2`.execute(app().db))
    expect(await part('amount_halalas = amount_halalas + 1, net_halalas = net_halalas + 1')).toBe('order_parts_stay')
    expect(await part('paid_at = now()')).toBe('orders_of_parts')
    expect(await refused(sql`delete from order_parts where order_id = ${id}`.execute(app().db))).toBe(
      'order_parts_stay',
    )
    expect(await set('refunded_halalas = 346_56')).toBe('orders_refunded_of_paid')
  })

  it('a part of an order that is paid at once', async () => {
    const sara = await learner(app().db)
    const api = orderApi(apiAs(app(), sara))
    const { id, paymentUrl } = await api.place(await bookable(app().db))
    await payWith(paymentUrl, CARDS.good)
    await api.order({ id })
    expect(await refused(sql`update orders set unpaid_halalas = 1 where id = ${id}`.execute(app().db))).toBe(
      'orders_of_parts',
    )
    const copied = sql`insert into payment_attempts (id, order_id, provider, amount_halalas, status, paid_halalas,
      paid_currency, created_at, updated_at, part) select gen_random_uuid(), order_id, provider, amount_halalas, 'paid',
      paid_halalas, paid_currency, created_at, updated_at, 2 from payment_attempts where order_id = ${id}`
    expect(await refused(copied.execute(app().db))).toBe('payment_attempts_order_amount')
  })
})
