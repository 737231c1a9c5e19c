/** Tabby's API as documented (https://docs.tabby.ai/api-reference), over simulated plans. */
import { randomUUID } from 'node:crypto'
import { Hono, type Context as HttpContext } from 'hono'
import { z } from 'zod'
import type { Database } from '../../../../platform/database/database.server.ts'
import { MINUTE_MS } from '../../../../platform/durations.ts'
import { amountOf } from '../tabby-objects.ts'
import { captured, type Plan, refunded, sum } from './plan.ts'
import { changePlan, findPlan, insertPlan, listAcceptedPlans } from './plan-queries.server.ts'
import { announce } from './stand-in-messages.server.ts'

/** Their published number of a payer who is not accepted. */
const REJECTED_PHONE = /^(\+?966|0)?500000002$/
/** What their payers may spend, in halalas. */
const [LEAST, MOST] = [1_000, 500_000]
const SESSION_MS = 20 * MINUTE_MS
const MAX_LISTED = 20

const Decimal = z.string().regex(/^\d{1,7}(\.\d{1,2})?$/)
const halalasOf = (text: string) => Math.round(Number(text) * 100)
const Text = z.string().min(1).max(255)
/** Required by their documentation; more is allowed. */
const NewSession = z.object({
  payment: z.object({
    amount: Decimal,
    currency: z.literal('SAR'),
    description: z.string().max(255).optional(),
    buyer: z.object({ name: Text, email: z.email(), phone: z.string().regex(/^(\+?966|0)?5\d{8}$/) }),
    shipping_address: z.object({ city: Text, address: Text, zip: Text }),
    order: z.object({
      reference_id: Text,
      items: z.array(z.object({ title: Text, quantity: z.int(), unit_price: Decimal, category: Text })).min(1),
    }),
    buyer_history: z.object({ registered_since: z.iso.datetime(), loyalty_level: z.int() }),
    order_history: z.array(z.unknown()),
    meta: z.object({ order_id: z.string().nullish() }).nullish(),
  }),
  lang: z.enum(['ar', 'en']),
  merchant_code: Text,
  merchant_urls: z.object({ success: z.url(), cancel: z.url(), failure: z.url() }),
})
const Money = z.object({ amount: Decimal, reference_id: z.string().min(1) })

type Parts = { db: Database; now: () => Date; secretKey: string; pageOf: (id: string) => string }

const error = (c: HttpContext, status: 400 | 401 | 404, errorType: string, text: string) =>
  c.json({ status: 'error', errorType, error: text }, status)
const badData = (c: HttpContext, text: string) => error(c, 400, 'bad_data', text)
const missing = (c: HttpContext) => error(c, 404, 'not_found', 'no such payment')

export function tabbyStandIn({ db, now, secretKey, pageOf }: Parts): Hono {
  const api = new Hono()
  api.use(async (c, next) => {
    if (c.req.header('Authorization') === `Bearer ${secretKey}`) return next()
    return error(c, 401, 'not_authorized', "auth: provided key doesn't exist")
  })

  api.post('/api/v2/checkout', async (c) => {
    const read = NewSession.safeParse(await c.req.json().catch(() => undefined))
    if (!read.success) return badData(c, z.prettifyError(read.error))
    const { payment, lang, merchant_urls: urls } = read.data
    const rejection = rejectionOf(halalasOf(payment.amount), payment.buyer.phone)
    const id = randomUUID()
    const createdAt = now()
    await insertPlan(db, {
      ...{ id, company: 'tabby', status: rejection ? 'declined' : 'new', amountHalalas: halalasOf(payment.amount) },
      ...{ parts: 4, description: payment.description ?? '', lang, reference: payment.order.reference_id, urls },
      ...{ orderNumber: payment.meta?.order_id ?? '', buyer: payment.buyer, captures: [], refunds: [] },
      ...{ createdAt: createdAt.toISOString(), approvedAt: null, mishap: null },
      expiresAt: new Date(createdAt.getTime() + SESSION_MS).toISOString(),
    })
    const products = { installments: { type: 'installments', is_available: !rejection, rejection_reason: rejection } }
    return c.json({
      id: randomUUID(),
      status: rejection ? 'rejected' : 'created',
      configuration: {
        available_products: rejection ? {} : { installments: [{ web_url: pageOf(id), qr_code: null }] },
        products,
      },
      payment: {
        id,
        status: rejection ? 'REJECTED' : 'CREATED',
        is_test: true,
        amount: payment.amount,
        currency: 'SAR',
      },
      token: null,
    })
  })

  api.get('/api/v2/payments', async (c) => {
    const since = c.req.query('created_at__gte') ?? '1970-01-01'
    const limit = Math.min(Number(c.req.query('limit') ?? MAX_LISTED), MAX_LISTED)
    const page = { since, limit, offset: Number(c.req.query('offset') ?? 0) }
    return c.json({ payments: (await listAcceptedPlans(db, 'tabby', page, now())).map(shown) })
  })

  api.get('/api/v2/payments/:id', async (c) => {
    const plan = await findPlan(db, 'tabby', c.req.param('id'), now())
    return plan ? c.json(shown(plan)) : missing(c)
  })

  api.post('/api/v2/payments/:id/captures', async (c) => {
    const read = Money.safeParse(await c.req.json().catch(() => undefined))
    if (!read.success) return badData(c, 'failed to decode request')
    const { amount, reference_id } = read.data
    const answer = await changePlan(db, 'tabby', c.req.param('id'), now(), async (plan, save, tx) => {
      if (plan.captures.some(({ reference }) => reference === reference_id)) return c.json(shown(plan))
      if (plan.status !== 'approved') return badData(c, 'payment is not authorized')
      if (sum(plan.captures) + halalasOf(amount) > plan.amountHalalas) return badData(c, 'amount is too high')
      const after = captured({ ...plan, mishap: null }, halalasOf(amount), reference_id, now())
      await save(after)
      // In whatever order: the last state may be told first.
      await announce(tx, after, messageOf(after))
      await announce(tx, after, { ...messageOf(after), status: 'authorized' })
      return plan.mishap === 'lost' ? c.html('<h1>504 Gateway Time-out</h1>', 504) : c.json(shown(after))
    })
    return answer ?? missing(c)
  })

  api.post('/api/v2/payments/:id/close', async (c) => {
    const answer = await changePlan(db, 'tabby', c.req.param('id'), now(), async (plan, save, tx) => {
      if (plan.status !== 'approved') return badData(c, 'payment is not authorized')
      const after: Plan = { ...plan, status: 'closed', mishap: null }
      await save(after)
      await announce(tx, after, messageOf(after))
      return c.json(shown(after))
    })
    return answer ?? missing(c)
  })

  api.post('/api/v2/payments/:id/refunds', async (c) => {
    const read = Money.safeParse(await c.req.json().catch(() => undefined))
    if (!read.success) return badData(c, 'failed to decode request')
    const { amount, reference_id } = read.data
    const answer = await changePlan(db, 'tabby', c.req.param('id'), now(), async (plan, save, tx) => {
      if (plan.refunds.some(({ reference }) => reference === reference_id)) return c.json(shown(plan))
      if (plan.status !== 'closed') return badData(c, 'can not refund payment that has no captures and not closed')
      if (sum(plan.refunds) + halalasOf(amount) > sum(plan.captures)) return badData(c, 'amount is too high')
      const after = refunded(plan, halalasOf(amount), reference_id, now())
      await save(after)
      await announce(tx, after, messageOf(after))
      return c.json(shown(after))
    })
    return answer ?? missing(c)
  })
  return api
}

function rejectionOf(halalas: number, phone: string): string | null {
  if (REJECTED_PHONE.test(phone)) return 'not_available'
  if (halalas > MOST) return 'order_amount_too_high'
  return halalas < LEAST ? 'order_amount_too_low' : null
}

const STATUSES: Record<Plan['status'], string> = {
  new: 'CREATED',
  approved: 'AUTHORIZED',
  authorised: 'AUTHORIZED',
  closed: 'CLOSED',
  canceled: 'CLOSED',
  declined: 'REJECTED',
  expired: 'EXPIRED',
}
const statusOf = ({ status }: Plan) => STATUSES[status]

const partOf = ({ id, amountHalalas, reference, at }: Plan['captures'][number]) => ({
  ...{ id, amount: amountOf(amountHalalas), reference_id: reference, created_at: at },
})

function shown(plan: Plan) {
  return {
    ...{ id: plan.id, status: statusOf(plan), is_test: true, created_at: plan.createdAt, expires_at: plan.expiresAt },
    ...{ amount: amountOf(plan.amountHalalas), currency: 'SAR', description: plan.description, buyer: plan.buyer },
    order: { reference_id: plan.reference },
    ...{ captures: plan.captures.map(partOf), refunds: plan.refunds.map(partOf), meta: { order_id: plan.orderNumber } },
  }
}

/** Their messages write the status in small letters. */
export const messageOf = (plan: Plan) => ({ ...shown(plan), status: statusOf(plan).toLowerCase() })
