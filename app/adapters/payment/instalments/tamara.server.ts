/**
 * The instalment company Tamara, by its API for online shops. A session creates an order of theirs; its `order_id` is our
 * reference, and their `order_reference_id` our attempt. https://docs.tamara.co/reference/online-checkout-flow
 */
import { z } from 'zod'
import { MINUTE_MS } from '../../../platform/durations.ts'
import type { Log } from '../../../platform/log.server.ts'
import type { TamaraSettings } from '../../../platform/settings/instalment-settings.server.ts'
import {
  type Buyer,
  type NewPayment,
  PaymentDeclined,
  type PaymentPort,
  type PaymentState,
  RefundRefused,
} from '../port.ts'
import { ProviderFailure, providerApi } from '../provider-api.server.ts'
import { backUrlOf, isRefusal, ownPage, refundedState, refundFailure, requestsOf } from './requests.server.ts'
import { readTamaraMessage } from './tamara-messages.ts'
import { CheckoutSession, Eligibility, isUnknown, moneyOf, stateOf, TamaraOrder } from './tamara-objects.ts'

type Parts = {
  settings: TamaraSettings
  log: Log
  now: () => Date
  /** Runs work under a lock across all instances; throws when the lock is taken. */
  underLock: <T>(key: string, work: () => Promise<T>) => Promise<T>
  timeout?: number
}

const DOMAIN = /(^|\.)tamara\.co$/
/** What a session may last, in minutes. */
const [SHORTEST, LONGEST] = [5, 1440]

const ErrorBody = z.object({ message: z.string(), errors: z.array(z.unknown()).nullish() })
const errorOf = (body: unknown): string | undefined => {
  const read = ErrorBody.safeParse(body)
  return read.success ? `${read.data.message} ${JSON.stringify(read.data.errors ?? [])}` : undefined
}

export function createTamara({ settings, log, now, underLock, timeout }: Parts): PaymentPort {
  const { apiUrl, apiToken, notificationToken } = settings
  const api = providerApi({
    ...{ name: 'tamara', apiUrl, timeout, errorOf, authorization: `Bearer ${apiToken}`, secrets: [notificationToken] },
  })
  const request = requestsOf('tamara', api)
  const pathOf = (reference: string, action = '') => `/orders/${encodeURIComponent(reference)}${action}`

  const orderOf = async (reference: string): Promise<TamaraOrder> => {
    const order = await request(TamaraOrder, 'GET', pathOf(reference))
    if (isUnknown(order)) log.warn({ order: order.order_id, status: order.status }, 'tamara has an unknown status')
    return order
  }

  /** A refusal (409) may mean that an earlier request was carried out: the order tells. */
  const post = (path: string, body?: object) =>
    request(z.unknown(), 'POST', path, body ? { body } : {}).catch((error) => {
      if (!isRefusal(error, 409)) throw error
    })

  /** Nothing can be captured or cancelled before we have acknowledged the payment. */
  const authorised = async (reference: string): Promise<TamaraOrder> => {
    const order = await orderOf(reference)
    if (order.status !== 'approved') return order
    await post(pathOf(reference, '/authorise'))
    return orderOf(reference)
  }

  const settled = async (reference: string, what: string): Promise<PaymentState> => {
    const state = stateOf(await orderOf(reference))
    if (state.status === 'authorized')
      throw new ProviderFailure('unsure', `tamara: the order ${reference} is still held after ${what}`)
    return state
  }

  const refund: PaymentPort['refund'] = async (reference, refundedInAllHalalas, willSend) => {
    const before = stateOf(await orderOf(reference))
    const isPaid = before.status === 'paid' || before.status === 'refunded'
    if (!isPaid || refundedInAllHalalas > before.amountHalalas) throw new RefundRefused('not-refundable')
    if (before.refundedHalalas >= refundedInAllHalalas) return before
    const missing = refundedInAllHalalas - before.refundedHalalas
    await willSend(missing)
    const body = {
      ...{ total_amount: moneyOf(missing), comment: `Refund ${refundedInAllHalalas}` },
      merchant_refund_id: `${reference}/${refundedInAllHalalas}`,
    }
    await request(z.unknown(), 'POST', `/payments/simplified-refund/${encodeURIComponent(reference)}`, { body }).catch(
      (error) => {
        throw refundFailure(error)
      },
    )
    return refundedState(`tamara: the refund of ${reference}`, refundedInAllHalalas, async () =>
      stateOf(await orderOf(reference)),
    )
  }

  return {
    name: 'tamara',
    create: async (payment) => {
      const { buyer, amountHalalas } = payment
      if (!buyer) throw new Error('Tamara needs to know who pays.')
      const body = { order: moneyOf(amountHalalas), customer: { phone: phoneOf(buyer) } }
      const { is_eligible } = await request(Eligibility, 'POST', '/pre-checkout/v1/eligibility', { body })
      if (!is_eligible) throw new PaymentDeclined('not-available')
      const session = await request(CheckoutSession, 'POST', '/checkout', { body: sessionOf(payment, settings) })
      return {
        reference: session.order_id,
        paymentUrl: ownPage('tamara', session.checkout_url, settings.pageOrigin, DOMAIN),
      }
    },
    fetch: async (reference) => stateOf(await orderOf(reference)),
    readEvent: (headers, body) => readTamaraMessage(headers, body, notificationToken, now()),
    // Their refunds have no key against repetition: two at once would both be carried out.
    refund: (reference, ...rest) => underLock(`tamara refund ${reference}`, () => refund(reference, ...rest)),
    refundDuplicate: async () => {
      throw new RefundRefused('not-refundable')
    },
    // Their API lists no orders: ours are fetched one by one, by the minute while they are open, and once a day.
    list: async function* () {},
    listsChanges: false,
    hold: {
      capture: async (reference) => {
        const order = await authorised(reference)
        const state = stateOf(order)
        if (state.status !== 'authorized') return state
        await post('/payments/capture', {
          ...{ order_id: reference, total_amount: moneyOf(state.amountHalalas) },
          // Nothing is sent: the seat is confirmed at this moment.
          shipping_info: { shipped_at: now().toISOString(), shipping_company: 'none' },
        })
        return settled(reference, 'capture')
      },
      release: async (reference) => {
        const order = await authorised(reference)
        if (stateOf(order).status !== 'authorized') return stateOf(order)
        await post(pathOf(reference, '/cancel'), { total_amount: moneyOf(stateOf(order).amountHalalas) })
        return settled(reference, 'cancel')
      },
    },
  }
}

/** They write numbers without the plus. */
const phoneOf = ({ phone }: Buyer) => phone.replace(/^\+/, '')

function sessionOf({ buyer, item, ...payment }: NewPayment, { instalments }: TamaraSettings) {
  if (!buyer || !item) throw new Error('Tamara needs to know who pays for what.')
  const total_amount = moneyOf(payment.amountHalalas)
  const minutes = Math.floor((payment.expiresAt.getTime() - payment.now.getTime()) / MINUTE_MS)
  const person = { first_name: buyer.firstName.slice(0, 50), last_name: buyer.lastName.slice(0, 50) }
  return {
    ...{ total_amount, shipping_amount: moneyOf(0), tax_amount: moneyOf(0) },
    ...{ order_reference_id: payment.attemptId, order_number: item.orderNumber, country_code: 'SA' },
    ...{ description: payment.description.slice(0, 256), payment_type: 'PAY_BY_INSTALMENTS', instalments },
    locale: payment.lang === 'ar' ? 'ar_SA' : 'en_US',
    items: [
      {
        ...{ name: item.name.slice(0, 255), quantity: 1, reference_id: item.reference, sku: item.reference },
        ...{ type: 'Digital', total_amount },
      },
    ],
    consumer: { ...person, email: buyer.email, phone_number: phoneOf(buyer) },
    shipping_address: {
      ...{ ...person, line1: buyer.address.slice(0, 255), city: buyer.city.slice(0, 255), country_code: 'SA' },
      phone_number: phoneOf(buyer),
    },
    merchant_url: {
      ...{ success: payment.returnUrl, failure: payment.returnUrl, cancel: backUrlOf(payment.returnUrl) },
    },
    expires_in_minutes: Math.min(LONGEST, Math.max(SHORTEST, minutes)),
  }
}
