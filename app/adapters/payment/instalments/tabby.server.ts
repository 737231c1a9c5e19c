/**
 * The instalment company Tabby, by its API for online shops. A payment is created with its session; its id is our
 * reference. https://docs.tabby.ai/pay-in-4-custom-integration
 */
import { z } from 'zod'
import { DAY_MS } from '../../../platform/durations.ts'
import type { Log } from '../../../platform/log.server.ts'
import type { TabbySettings } from '../../../platform/settings/instalment-settings.server.ts'
import { type NewPayment, PaymentDeclined, type PaymentPort, RefundRefused } from '../port.ts'
import { ProviderFailure, providerApi } from '../provider-api.server.ts'
import { idOfMessage, isSame, parseJson } from './messages.ts'
import { backUrlOf, isRefusal, ownPage, refundedState, refundFailure, requestsOf } from './requests.server.ts'
import {
  amountOf,
  isUnknown,
  listed,
  Payment,
  PaymentPage,
  reasonOf,
  Session,
  stateOf,
  sumOf,
} from './tabby-objects.ts'

type Parts = { settings: TabbySettings; log: Log; timeout?: number }

/** The header that is agreed when the webhook is registered; its value is the secret. */
export const TABBY_HEADER = 'X-Webhook-Secret'
const PAGE_SIZE = 20
const MAX_PAGES = 500
const DOMAIN = /(^|\.)tabby\.(sa|ai)$/

/** `error` is a sentence; of invalid fields `errors` is a list. */
const ErrorBody = z.object({ status: z.literal('error'), errorType: z.string().nullish(), error: z.unknown() })
const errorOf = (body: unknown): string | undefined => {
  const read = ErrorBody.safeParse(body)
  return read.success ? `${read.data.errorType}: ${JSON.stringify(read.data.error ?? null)}` : undefined
}

export function createTabby({ settings, log, timeout }: Parts): PaymentPort {
  const { apiUrl, secretKey, webhookSecret } = settings
  const api = providerApi({
    ...{ name: 'tabby', apiUrl, timeout, errorOf, authorization: `Bearer ${secretKey}`, secrets: [webhookSecret] },
  })
  const request = requestsOf('tabby', api)
  const pathOf = (reference: string, action = '') => `/api/v2/payments/${encodeURIComponent(reference)}${action}`

  const paymentOf = async (reference: string): Promise<Payment> => {
    const payment = await request(Payment, 'GET', pathOf(reference))
    if (isUnknown(payment)) log.warn({ payment: payment.id, status: payment.status }, 'tabby has an unknown status')
    return payment
  }

  /** Repeats what had no effect before; a refusal may mean that an earlier request was carried out. */
  const unlessDone = async (reference: string, action: string, body?: object) => {
    await request(z.unknown(), 'POST', pathOf(reference, action), body ? { body } : {}).catch((error) => {
      if (!isRefusal(error)) throw error
    })
    const state = stateOf(await paymentOf(reference))
    if (state.status === 'authorized')
      throw new ProviderFailure('unsure', `tabby: the payment ${reference} is still authorized after ${action}`)
    return state
  }

  const refund: PaymentPort['refund'] = async (reference, refundedInAllHalalas, willSend) => {
    const before = stateOf(await paymentOf(reference))
    const isPaid = before.status === 'paid' || before.status === 'refunded'
    if (!isPaid || refundedInAllHalalas > before.amountHalalas) throw new RefundRefused('not-refundable')
    if (before.refundedHalalas >= refundedInAllHalalas) return before
    const missing = refundedInAllHalalas - before.refundedHalalas
    await willSend(missing)
    // Their key against repetition: a second request for the same total refunds nothing more.
    const body = { amount: amountOf(missing), reference_id: `${reference}/${refundedInAllHalalas}` }
    await request(z.unknown(), 'POST', pathOf(reference, '/refunds'), { body }).catch((error) => {
      throw refundFailure(error)
    })
    return refundedState(`tabby: the refund of ${reference}`, refundedInAllHalalas, async () =>
      stateOf(await paymentOf(reference)),
    )
  }

  return {
    name: 'tabby',
    create: async (payment) => {
      const session = await request(Session, 'POST', '/api/v2/checkout', { body: sessionOf(payment, settings) })
      const { available_products: available, products } = session.configuration
      const url = available?.installments?.[0]?.web_url
      if (session.status !== 'created' || !url)
        throw new PaymentDeclined(reasonOf(products?.installments?.rejection_reason))
      return { reference: session.payment.id, paymentUrl: ownPage('tabby', url, settings.pageOrigin, DOMAIN) }
    },
    fetch: async (reference) => stateOf(await paymentOf(reference)),
    readEvent: (headers, body) => readTabbyMessage(headers, body, settings),
    refund,
    // A session takes one payment.
    refundDuplicate: async () => {
      throw new RefundRefused('not-refundable')
    },
    list: async function* (since) {
      const created_at__gte = new Date(since.getTime() - DAY_MS).toISOString().slice(0, 10)
      for (let page = 0; page < MAX_PAGES; page++) {
        const query = { created_at__gte, limit: PAGE_SIZE, offset: page * PAGE_SIZE }
        const { payments } = await request(PaymentPage, 'GET', '/api/v2/payments', { query })
        for (const payment of payments) yield listed(payment)
        if (payments.length < PAGE_SIZE) return
      }
      throw new ProviderFailure('unsure', `tabby: more payments since ${created_at__gte} than can be read`)
    },
    listsChanges: false,
    hold: {
      capture: async (reference) => {
        const payment = await paymentOf(reference)
        if (payment.status !== 'AUTHORIZED') return stateOf(payment)
        const left = payment.amount - sumOf(payment.captures)
        return unlessDone(reference, '/captures', { amount: amountOf(left), reference_id: `${reference}/capture` })
      },
      release: (reference) => unlessDone(reference, '/close'),
    },
  }
}

function sessionOf({ buyer, item, ...payment }: NewPayment, { merchantCode }: TabbySettings) {
  if (!buyer || !item) throw new Error('Tabby needs to know who pays for what.')
  const amount = amountOf(payment.amountHalalas)
  return {
    payment: {
      ...{ amount, currency: 'SAR', description: payment.description.slice(0, 255) },
      buyer: { name: `${buyer.firstName} ${buyer.lastName}`.slice(0, 255), email: buyer.email, phone: buyer.phone },
      shipping_address: { city: buyer.city.slice(0, 255), address: buyer.address.slice(0, 255), zip: '00000' },
      order: {
        reference_id: payment.attemptId,
        items: [
          {
            ...{ reference_id: item.reference, title: item.name.slice(0, 255), quantity: 1, unit_price: amount },
            category: 'Education',
          },
        ],
      },
      buyer_history: { registered_since: buyer.since.toISOString(), loyalty_level: buyer.paidOrders },
      order_history: [],
      meta: { order_id: item.orderNumber, customer: null },
    },
    lang: payment.lang,
    merchant_code: merchantCode,
    merchant_urls: {
      ...{ success: payment.returnUrl, failure: payment.returnUrl, cancel: backUrlOf(payment.returnUrl) },
    },
  }
}

const Message = z.object({
  id: z.string().min(1).max(200),
  status: z.string().max(50),
  is_test: z.boolean().nullish(),
  captures: z.array(z.unknown()).nullish(),
  refunds: z.array(z.unknown()).nullish(),
})

/** Only what is stored of a message is read: no name, no address, no amount. */
export function readTabbyMessage(
  headers: Headers,
  body: string,
  { webhookSecret, live }: Pick<TabbySettings, 'webhookSecret' | 'live'>,
) {
  if (!isSame(headers.get(TABBY_HEADER) ?? '', webhookSecret)) return undefined
  const read = Message.safeParse(parseJson(body))
  if (!read.success || read.data.is_test === live) return undefined
  const { id, status, captures, refunds } = read.data
  const payload = { id, status, captures: captures?.length ?? 0, refunds: refunds?.length ?? 0 }
  return { eventId: idOfMessage(body), reference: id, payload }
}
