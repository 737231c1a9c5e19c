/** Orders that an instalment company pays, on good days and bad ones. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { type CourseFacts, coupon, learner, order, type ScheduleFacts } from '../../../tests/support/factories.ts'
import { institute } from '../../../tests/support/orders/invoices.ts'
import { orderApi } from '../../../tests/support/orders/order-api.ts'
import {
  attemptsOf,
  bookable,
  CARDS,
  eventually,
  is,
  mailsAbout,
  orderStatus,
  payWith,
  refusal,
  servicesAfter,
} from '../../../tests/support/orders/orders.ts'
import { atCompany, planOf, REFUSED_PHONES } from '../../../tests/support/payments/instalments.ts'
import { type Plan, sum } from '../../adapters/payment/instalments/sandbox/plan.ts'
import { insertPlan } from '../../adapters/payment/instalments/sandbox/plan-queries.server.ts'
import { orderEmails } from '../../locales/en/emails/emails-orders.ts'
import { companyName } from '../../locales/instalment-companies.ts'
import { DAY_MS, MINUTE_MS } from '../../platform/durations.ts'
import { INSTALMENT_COMPANIES } from '../../platform/instalment-companies.ts'
import { comparePayments, reconcileOrders } from '../payments/reconciliation.server.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ env: { INSTALMENT_COMPANIES: 'tabby,tamara', TAMARA_AMOUNTS: '100-2000' } })
  await institute(app.db)
})
afterAll(() => app.stop())

const statusOf = async (id: string) => (await orderStatus(app.db, id)).status
const ledgerOf = (orderId: string) =>
  app.db
    .selectFrom('ledger')
    .select(['provider', 'amount_halalas as halalas'])
    .where('order_id', '=', orderId)
    .orderBy('at')
    .execute()
const staff = async () => orderApi(apiAs(app, await learner(app.db, { roles: ['Owner'] })))

type Method = (typeof INSTALMENT_COMPANIES)[number]
/** A new learner's order that the company is to pay. */
async function placed(method: Method, facts: CourseFacts = {}, run?: ScheduleFacts, phone?: string) {
  const sara = await learner(app.db, phone ? { phone } : {})
  const place = await bookable(app.db, { name: { ar: 'إدارة المشاريع', en: 'Project management' }, ...facts }, run)
  const api = orderApi(apiAs(app, sara))
  return { sara, api, place, ...(await api.place({ ...place, method })) }
}
async function paid(method: Method, facts: CourseFacts = {}) {
  const order = await placed(method, facts)
  await atCompany(order.paymentUrl, 'pay')
  await eventually(() => statusOf(order.id), is('paid'))
  return order
}

it('is offered by the companies whose amounts the total is within, after the discount', async () => {
  const offered = async (priceHalalas: number) => {
    const place = await bookable(app.db, { priceHalalas })
    return (await orderApi(apiAs(app, await learner(app.db))).summary(place)).instalments
  }
  expect(await offered(1000_01)).toEqual([
    { company: 'tabby', parts: 4, firstHalalas: 250_01, firstOfDepositHalalas: null },
    { company: 'tamara', parts: 4, firstHalalas: 250_01, firstOfDepositHalalas: null },
  ])
  expect((await offered(2000_01)).map(({ company }) => company)).toEqual(['tabby'])
  expect(await offered(99_99)).toEqual([])
  const { courseId, scheduleId } = await bookable(app.db, { priceHalalas: 2000_01 })
  const api = orderApi(apiAs(app, await learner(app.db)))
  expect(await refusal(api.place({ courseId, scheduleId, method: 'tamara' }))).toBe('instalmentsNotOffered')
})

describe.each(INSTALMENT_COMPANIES)('%s', (company) => {
  it('pays an order whole as soon as its payer is accepted: one payment, one invoice, one mail', async () => {
    const { id, sara, reference, api, paymentUrl } = await placed(company, { priceHalalas: 1333_33 })
    expect(paymentUrl).toContain(`/sandbox-instalments/pay/${company}/`)
    expect((await api.order({ id })).method).toBe(company)
    const { status, location } = await atCompany(paymentUrl, 'twice')
    expect([status, location]).toEqual([303, expect.stringContaining('/order-approved')])
    await eventually(() => statusOf(id), is('paid'))
    const plan = await planOf(app.db, id)
    expect([plan.status, sum(plan.captures), plan.captures.length]).toEqual(['closed', 1333_33, 1])
    expect(plan.buyer).toMatchObject({ email: sara.email })
    expect([plan.orderNumber, plan.reference]).toEqual([reference, expect.stringMatching(/^[\da-f-]{36}$/)])
    expect(await ledgerOf(id)).toEqual([{ provider: company, halalas: 1333_33 }])
    const order = await api.order({ id })
    expect([order.invoice?.totalHalalas, order.paymentUrl]).toEqual([1333_33, null])
    const mails = await mailsAbout(app, sara.email, reference)
    expect(mails.map(({ text }) => text)).toEqual([
      expect.stringContaining(orderEmails.paid.byCompany(companyName(company, 'en'))),
    ])
  })

  it('does not accept a payer: the order stays theirs, and is paid by card', async () => {
    const sara = await learner(app.db, { phone: REFUSED_PHONES[company] })
    const place = await bookable(app.db)
    const api = orderApi(apiAs(app, sara, { lang: 'en' }))
    const failure = await api.place({ ...place, method: company }).catch((error) => error)
    expect([failure.code, failure.detail]).toEqual(['instalmentsDeclined', { company, because: 'not-available' }])
    const { existingOrder } = await api.summary(place)
    const order = await api.order({ id: existingOrder!.id })
    expect([order.status, order.method, order.attempts.map(({ provider, status }) => [provider, status])]).toEqual([
      'pending',
      'online',
      [
        [company, 'failed'],
        ['sandbox', 'created'],
      ],
    ])
    const { paymentUrl } = await api.place(place)
    await payWith(paymentUrl, CARDS.good)
    await eventually(() => statusOf(order.id), is('paid'))
    await app.db.updateTable('users').set({ phone: '+966555555555' }).where('id', '=', sara.id).execute()
  })

  it('says that the payer was declined on its page, or has left it', async () => {
    const { id, api, paymentUrl } = await placed(company)
    expect((await atCompany(paymentUrl, 'decline')).location).not.toContain('back=1')
    await eventually(() => statusOf(id), is('failed'))
    expect((await api.order({ id })).endedBecause).toBe(
      'The instalment company did not accept this purchase. Nothing was charged.',
    )
    const other = await placed(company)
    expect((await atCompany(other.paymentUrl, 'cancel')).location).toContain('back=1')
    // An order that another job has in hand is left out until the next time.
    const reconciled = async () => {
      await reconcileOrders(servicesAfter(app, 2))
      return orderStatus(app.db, other.id)
    }
    await eventually(reconciled, is({ status: 'cancelled' as string, ended_because: 'abandoned' as string | null }))
    expect(await ledgerOf(other.id)).toEqual([])
  })

  it('is asked about payments of which it never told', async () => {
    const { id, paymentUrl } = await placed(company)
    expect((await atCompany(paymentUrl, 'silent')).location).toContain('/sandbox-instalments/pay/')
    await reconcileOrders(servicesAfter(app, 2))
    expect([await statusOf(id), sum((await planOf(app.db, id)).captures)]).toEqual(['paid', 1000_00])
  })

  it('is asked about an open payment for longer than a day: what it holds may not have been taken yet', async () => {
    const { id, paymentUrl } = await placed(company)
    await app.db
      .updateTable('payment_attempts')
      .set({ created_at: new Date(Date.now() - 3 * DAY_MS) })
      .where('order_id', '=', id)
      .execute()
    const ended = { status: 'expired', ended_at: new Date(), ended_because: 'time' } as const
    await app.db.updateTable('orders').set(ended).where('id', '=', id).execute()
    await reconcileOrders(servicesAfter(app, 2))
    await atCompany(paymentUrl, 'silent')
    await reconcileOrders(servicesAfter(app, 20))
    expect([await statusOf(id), sum((await planOf(app.db, id)).captures)]).toEqual(['paid', 1000_00])
  })

  it('captures once although its answer was lost, and although the message about it comes before that of the payment', async () => {
    const { id, sara, reference, paymentUrl } = await placed(company)
    await atCompany(paymentUrl, 'lost')
    // The job that got no answer is tried again.
    await eventually(() => statusOf(id), is('paid'))
    expect((await planOf(app.db, id)).captures).toHaveLength(1)
    const late = await placed(company)
    await atCompany(late.paymentUrl, 'late')
    await late.api.order({ id: late.id })
    await eventually(() => statusOf(late.id), is('paid'))
    await reconcileOrders(servicesAfter(app, 2))
    expect(await ledgerOf(late.id)).toHaveLength(1)
    expect(await mailsAbout(app, sara.email, reference)).toHaveLength(1)
  })

  it('is told to let go of a payment that its learner has cancelled, or paid otherwise', async () => {
    const { id, api, place, paymentUrl } = await placed(company)
    await api.cancel({ id })
    await atCompany(paymentUrl, 'pay')
    const released: Plan['status'] = company === 'tabby' ? 'closed' : 'canceled'
    await eventually(async () => (await planOf(app.db, id)).status, is<Plan['status']>(released))
    expect([(await planOf(app.db, id)).captures, await ledgerOf(id), await statusOf(id)]).toEqual([[], [], 'cancelled'])
    const statuses = async () => (await attemptsOf(app.db, id)).map(({ status }) => status)
    await eventually(statuses, is(['abandoned']))

    const again = await api.place({ ...place, method: company })
    const byCard = await api.place({ ...place, method: 'online' })
    expect([again.id, byCard.id]).toEqual([again.id, again.id])
    await payWith(byCard.paymentUrl, CARDS.good)
    await eventually(() => statusOf(again.id), is('paid'))
    await atCompany(again.paymentUrl, 'pay')
    await eventually(async () => (await planOf(app.db, again.id)).status, is<Plan['status']>(released))
    expect(await ledgerOf(again.id)).toEqual([{ provider: 'sandbox', halalas: 1000_00 }])
  })

  it('is told to let go of a payment for a seat that its learner has paid in another order, or without an account', async () => {
    const { id, api, place, paymentUrl } = await placed(company)
    const { code } = await coupon(app.db, { percent: 10 })
    const cheaper = await api.place({ ...place, method: 'online', couponCode: code })
    await payWith(cheaper.paymentUrl, CARDS.good)
    await eventually(() => statusOf(cheaper.id), is('paid'))
    const gone = await placed(company)
    const ended = { status: 'expired', ended_at: new Date(), ended_because: 'time' } as const
    await app.db.updateTable('orders').set(ended).where('id', '=', gone.id).execute()
    await app.db.updateTable('users').set({ erased_at: new Date() }).where('id', '=', gone.sara.id).execute()
    for (const order of [{ id, paymentUrl }, gone]) {
      await atCompany(order.paymentUrl, 'pay')
      const released: Plan['status'] = company === 'tabby' ? 'closed' : 'canceled'
      await eventually(async () => (await planOf(app.db, order.id)).status, is<Plan['status']>(released))
      expect([(await planOf(app.db, order.id)).captures, await ledgerOf(order.id)]).toEqual([[], []])
    }
  })

  it('tells of a session that no order knows: nothing was paid in it, and its message is done with', async () => {
    const port = app.services.instalmentPayments.find(({ name }) => name === company)!
    const { reference, paymentUrl } = await port.create({
      ...{ attemptId: crypto.randomUUID(), amountHalalas: 1000_00, description: 'إدارة المشاريع', lang: 'ar' },
      returnUrl: `${app.address}/ar/order-approved`,
      ...{ expiresAt: new Date(Date.now() + 20 * MINUTE_MS), now: new Date() },
      buyer: {
        ...{ firstName: 'سارة', lastName: 'علي', email: 'sara@example.com', phone: '+966512345678' },
        ...{ since: new Date(), paidOrders: 0, city: 'الرياض', address: 'الرياض' },
      },
      item: { reference: '1', name: 'إدارة المشاريع', orderNumber: 'M-1' },
    })
    await atCompany(paymentUrl, 'decline')
    const handled = () =>
      app.db
        .selectFrom('payment_events')
        .select('handled_at')
        .where(sql<boolean>`payload::text like ${`%${reference}%`}`)
        .executeTakeFirst()
    await eventually(async () => Boolean((await handled())?.handled_at), is(true))
  })

  it('pays late for a seat that is gone, and gets everything back', async () => {
    const { id, place, paymentUrl } = await placed(company, {}, { seats: 1 })
    await app.db
      .updateTable('orders')
      .set({ status: 'expired', ended_at: new Date(), ended_because: 'time' })
      .where('id', '=', id)
      .execute()
    await order(app.db, place)
    await atCompany(paymentUrl, 'pay')
    await eventually(async () => sum((await planOf(app.db, id)).refunds), is(1000_00))
    await eventually(async () => (await ledgerOf(id)).map(({ halalas }) => halalas), is([1000_00, -1000_00]))
    expect(await statusOf(id)).toBe('expired')
  })

  it('sends parts of the money back, and never more than it took', async () => {
    const { id } = await paid(company)
    const refunded = await (await staff()).refund({ id, reason: 'ill', amountHalalas: 400_25 })
    expect(refunded).toMatchObject({ status: 'refunded', refundedHalalas: 400_25, refunds: [{ status: 'done' }] })
    await (await staff()).refund({ id, reason: 'the rest' })
    const { refunds } = await planOf(app.db, id)
    expect(refunds.map(({ amountHalalas }) => amountHalalas)).toEqual([400_25, 599_75])
    expect(await ledgerOf(id)).toEqual([
      { provider: company, halalas: 1000_00 },
      { provider: company, halalas: -400_25 },
      { provider: company, halalas: -599_75 },
    ])
    const port = app.services.instalmentPayments.find(({ name }) => name === company)!
    const { reference } = (await attemptsOf(app.db, id))[0]!
    await expect(port.refund(reference!, 1000_01, async () => undefined)).rejects.toThrow('not-refundable')
  })

  it('pays out by a settlement report of its own, which is compared with what it paid', async () => {
    const { id } = await paid(company)
    const { reference } = (await attemptsOf(app.db, id))[0]!
    const { payouts } = apiAs(app, await learner(app.db, { roles: ['Finance'] }))
    expect((await payouts.payoutTerms({})).providers).toEqual(['sandbox', 'tabby', 'tamara'])
    const day = new Date().toISOString().slice(0, 10)
    const text = `Date,Type,ID,Amount,Fee,VAT,Net,Settlement ID\n${day},payment,${reference},1000.00,60.00,9.00,931.00,${company}-1`
    const file = new File([text], 'report.csv')
    const read = await payouts.importPayouts({ file, provider: company })
    const { items } = await payouts.payoutLines({ id: read.payouts[0]!.id, limit: 50 })
    expect(items).toMatchObject([{ kind: 'payment', state: 'matched', order: { id }, feeHalalas: 60_00 }])
  })

  it('is asked once a day whether money went back from its portal', async () => {
    const { id } = await paid(company)
    const plan = await planOf(app.db, id)
    const refund = {
      id: crypto.randomUUID(),
      amountHalalas: 1000_00,
      reference: 'portal',
      at: new Date().toISOString(),
    }
    const data = JSON.stringify({ ...plan, refunds: [refund] })
    await app.db.updateTable('sandbox_instalments').set({ data }).where('id', '=', plan.id).execute()
    const services = { ...app.services, now: () => new Date(Date.now() + 2 * DAY_MS) }
    await comparePayments(services)
    expect(await statusOf(id)).toBe('refunded')
    expect((await ledgerOf(id)).map(({ halalas }) => halalas)).toEqual([1000_00, -1000_00])
    const before = (await planOf(app.db, id)).refunds
    await comparePayments(services)
    expect((await planOf(app.db, id)).refunds).toEqual(before)
  })

  it('cannot be paid any more when its session is over', async () => {
    const { paymentUrl } = await placed(company)
    const { pathname } = new URL(paymentUrl!)
    await app.db
      .updateTable('sandbox_instalments')
      .set({ data: JSON.stringify({ ...(await planAt(pathname)), expiresAt: new Date(0).toISOString() }) })
      .where('id', '=', pathname.split('/').at(-1)!)
      .execute()
    await atCompany(paymentUrl, 'pay')
    expect((await planAt(pathname)).status).toBe('new')
    expect(await (await fetch(paymentUrl!)).text()).toContain('This session is over')
  })
})

async function planAt(pathname: string) {
  const { data } = await app.db
    .selectFrom('sandbox_instalments')
    .select('data')
    .where('id', '=', pathname.split('/').at(-1)!)
    .executeTakeFirstOrThrow()
  return data as Awaited<ReturnType<typeof planOf>>
}

it('lists what was paid at Tabby, however many sessions were left since', async () => {
  const { id, paymentUrl } = await placed('tabby')
  await atCompany(paymentUrl, 'silent')
  const plan = await planOf(app.db, id)
  const later = new Date(Date.now() + 1000).toISOString()
  for (let count = 0; count < 20; count++)
    await insertPlan(app.db, { ...plan, id: crypto.randomUUID(), status: 'new', approvedAt: null, createdAt: later })
  const port = app.services.instalmentPayments.find(({ name }) => name === 'tabby')!
  const listed: string[] = []
  for await (const { reference } of port.list(new Date())) listed.push(reference)
  expect(listed).toContain(plan.id)
})

it('refuses messages that are not of the company', async () => {
  const body = JSON.stringify({ id: 'x', status: 'authorized', order_id: 'x', event_type: 'order_approved' })
  const tampered = 'eyJhbGciOiJub25lIn0.eyJleHAiOjk5OTk5OTk5OTl9.'
  for (const [company, headers] of [
    ['tabby', {}],
    ['tabby', { 'X-Webhook-Secret': 'another' }],
    ['tamara', {}],
    ['tamara', { Authorization: `Bearer ${tampered}` }],
  ] as const) {
    const { status } = await app.call('POST', `payments/webhook/${company}`, { body: JSON.parse(body), headers })
    expect(status).toBe(403)
  }
})
