/** Tamara's API as documented (https://docs.tamara.co/reference), over simulated plans. */
import { randomUUID } from 'node:crypto'
import { Hono, type Context as HttpContext } from 'hono'
import { z } from 'zod'
import type { Database } from '../../../../platform/database/database.server.ts'
import { MINUTE_MS } from '../../../../platform/durations.ts'
import { moneyOf } from '../tamara-objects.ts'
import { captured, type Plan, refunded, sum } from './plan.ts'
import { changePlan, findPlan, insertPlan } from './plan-queries.server.ts'
import { announce } from './stand-in-messages.server.ts'

/** Their published number of a payer who is not accepted. */
const DECLINED_PHONE = /^966526422337$/

const Money = z.object({
  amount: z
    .number()
    .min(0)
    .refine((riyals) => Number.isInteger(Math.round(riyals * 1e6) / 1e4)),
  currency: z.literal('SAR'),
})
const halalasOf = ({ amount }: z.output<typeof Money>) => Math.round(amount * 100)
const Text = z.string().min(1).max(255)
const Phone = z.string().regex(/^9665\d{8}$/)
const Asked = z.object({ order: Money, customer: z.object({ phone: Phone.optional() }).optional() })
/** Required by their documentation; more is allowed. */
const NewCheckout = z.object({
  ...{ total_amount: Money, shipping_amount: Money, tax_amount: Money },
  ...{ order_reference_id: Text, order_number: Text, country_code: z.literal('SA') },
  description: z.string().min(1).max(256),
  instalments: z.int().min(2).max(24),
  payment_type: z.literal('PAY_BY_INSTALMENTS'),
  locale: z.enum(['ar_SA', 'en_US']),
  items: z
    .array(z.object({ name: Text, quantity: z.int(), reference_id: Text, sku: Text, type: Text, total_amount: Money }))
    .min(1),
  consumer: z.object({ first_name: Text, last_name: Text, phone_number: Phone, email: z.email() }),
  shipping_address: z.object({
    ...{ first_name: Text, last_name: Text, line1: Text, city: Text, country_code: z.literal('SA') },
  }),
  merchant_url: z.object({ success: z.url(), failure: z.url(), cancel: z.url() }),
  expires_in_minutes: z.int().min(5).max(1440).default(30),
})
const Capture = z.object({
  order_id: z.string(),
  total_amount: Money,
  shipping_info: z.object({ shipped_at: z.iso.datetime(), shipping_company: Text }),
})
const Refund = z.object({ total_amount: Money, comment: Text, merchant_refund_id: z.string().optional() })

type Parts = { db: Database; now: () => Date; apiToken: string; pageOf: (id: string) => string }

const failed = (c: HttpContext, status: 400 | 401 | 404 | 409, message: string) =>
  c.json({ message, errors: [{ error_code: message.replaceAll(' ', '_') }] }, status)
const invalid = (c: HttpContext) => failed(c, 400, 'invalid request')
const missing = (c: HttpContext) => failed(c, 404, 'order not found')

export function tamaraStandIn({ db, now, apiToken, pageOf }: Parts): Hono {
  const api = new Hono()
  api.use(async (c, next) => {
    if (c.req.header('Authorization') === `Bearer ${apiToken}`) return next()
    return failed(c, 401, 'unauthorized')
  })

  api.post('/pre-checkout/v1/eligibility', async (c) => {
    const read = Asked.safeParse(await c.req.json().catch(() => undefined))
    if (!read.success) return invalid(c)
    return c.json({ is_eligible: !DECLINED_PHONE.test(read.data.customer?.phone ?? '') })
  })

  api.post('/checkout', async (c) => {
    const read = NewCheckout.safeParse(await c.req.json().catch(() => undefined))
    if (!read.success) return invalid(c)
    const order = read.data
    const { first_name, last_name, email, phone_number: phone } = order.consumer
    const id = randomUUID()
    const createdAt = now()
    await insertPlan(db, {
      ...{ id, company: 'tamara', status: 'new', amountHalalas: halalasOf(order.total_amount) },
      ...{ parts: order.instalments, description: order.description, lang: order.locale === 'ar_SA' ? 'ar' : 'en' },
      ...{ reference: order.order_reference_id, orderNumber: order.order_number, urls: order.merchant_url },
      ...{ buyer: { name: `${first_name} ${last_name}`, email, phone }, captures: [], refunds: [], mishap: null },
      ...{ createdAt: createdAt.toISOString(), approvedAt: null },
      expiresAt: new Date(createdAt.getTime() + order.expires_in_minutes * MINUTE_MS).toISOString(),
    })
    return c.json({ order_id: id, checkout_id: randomUUID(), checkout_url: pageOf(id), status: 'new' })
  })

  api.get('/orders/:id', async (c) => {
    const plan = await findPlan(db, 'tamara', c.req.param('id'), now())
    return plan ? c.json(shown(plan)) : missing(c)
  })

  api.post('/orders/:id/authorise', async (c) => {
    const answer = await changePlan(db, 'tamara', c.req.param('id'), now(), async (plan, save, tx) => {
      if (plan.status !== 'approved') return failed(c, 409, 'order is not approved')
      const after: Plan = { ...plan, status: 'authorised' }
      await save(after)
      await announce(tx, after, tamaraMessage(after, 'order_authorised'))
      const authorized_amount = moneyOf(after.amountHalalas)
      return c.json({ order_id: plan.id, status: 'authorised', auto_captured: false, authorized_amount })
    })
    return answer ?? missing(c)
  })

  api.post('/orders/:id/cancel', async (c) => {
    const read = z.object({ total_amount: Money }).safeParse(await c.req.json().catch(() => undefined))
    if (!read.success) return invalid(c)
    const answer = await changePlan(db, 'tamara', c.req.param('id'), now(), async (plan, save, tx) => {
      if (plan.status !== 'authorised' || halalasOf(read.data.total_amount) !== plan.amountHalalas)
        return failed(c, 409, 'order cannot be canceled')
      const after: Plan = { ...plan, status: 'canceled' }
      await save(after)
      const cancel_id = randomUUID()
      const canceled_amount = moneyOf(plan.amountHalalas)
      await announce(tx, after, tamaraMessage(after, 'order_canceled', { cancel_id, canceled_amount }))
      return c.json({ cancel_id, order_id: plan.id, status: 'canceled', canceled_amount })
    })
    return answer ?? missing(c)
  })

  api.post('/payments/capture', async (c) => {
    const read = Capture.safeParse(await c.req.json().catch(() => undefined))
    if (!read.success) return invalid(c)
    const halalas = halalasOf(read.data.total_amount)
    const answer = await changePlan(db, 'tamara', read.data.order_id, now(), async (plan, save, tx) => {
      if (plan.status !== 'authorised') return failed(c, 409, 'order is not authorised')
      if (sum(plan.captures) + halalas > plan.amountHalalas) return failed(c, 400, 'amount is too high')
      const after = captured({ ...plan, mishap: null }, halalas, read.data.order_id, now())
      await save(after)
      const capture_id = after.captures.at(-1)?.id
      await announce(
        tx,
        after,
        tamaraMessage(after, 'order_captured', { capture_id, captured_amount: moneyOf(halalas) }),
      )
      if (plan.mishap === 'lost') return c.html('<h1>504 Gateway Time-out</h1>', 504)
      return c.json({ capture_id, order_id: plan.id, status: statusOf(after), captured_amount: moneyOf(halalas) })
    })
    return answer ?? missing(c)
  })

  api.post('/payments/simplified-refund/:id', async (c) => {
    const read = Refund.safeParse(await c.req.json().catch(() => undefined))
    if (!read.success) return invalid(c)
    const { comment, merchant_refund_id = '' } = read.data
    const halalas = halalasOf(read.data.total_amount)
    const answer = await changePlan(db, 'tamara', c.req.param('id'), now(), async (plan, save, tx) => {
      if (sum(plan.refunds) + halalas > sum(plan.captures)) return failed(c, 400, 'amount is too high')
      const after = refunded(plan, halalas, merchant_refund_id, now())
      await save(after)
      const refund_id = after.refunds.at(-1)?.id
      const data = { refund_id, refunded_amount: moneyOf(halalas), comment }
      await announce(tx, after, tamaraMessage(after, 'order_refunded', data))
      return c.json({ order_id: plan.id, status: statusOf(after), ...data })
    })
    return answer ?? missing(c)
  })
  return api
}

function statusOf(plan: Plan): string {
  const [taken, returned] = [sum(plan.captures), sum(plan.refunds)]
  if (returned > 0) return returned >= taken ? 'fully_refunded' : 'partially_refunded'
  if (taken > 0) return taken >= plan.amountHalalas ? 'fully_captured' : 'partially_captured'
  return plan.status
}

function shown(plan: Plan) {
  return {
    ...{ order_id: plan.id, order_reference_id: plan.reference, order_number: plan.orderNumber },
    ...{ status: statusOf(plan), payment_type: 'PAY_BY_INSTALMENTS', instalments: plan.parts },
    ...{ total_amount: moneyOf(plan.amountHalalas), captured_amount: moneyOf(sum(plan.captures)) },
    refunded_amount: moneyOf(sum(plan.refunds)),
    canceled_amount: moneyOf(plan.status === 'canceled' ? plan.amountHalalas : 0),
    created_at: plan.createdAt,
  }
}

export const tamaraMessage = (plan: Plan, event_type: string, data: object = []) => ({
  ...{ order_id: plan.id, order_reference_id: plan.reference, order_number: plan.orderNumber, event_type, data },
})
