/** The invoices and payments of the simulated Moyasar, and its documented rules. */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { HOUR_MS } from '../../../app/platform/durations.ts'

export type Payment = {
  id: string
  status:
    | 'initiated'
    | 'paid'
    | 'failed'
    | 'authorized'
    | 'captured'
    | 'refunded'
    | 'voided'
    | 'verified'
    | (string & {})
  amount: number
  fee: number
  currency: string
  refunded: number
  refunded_at: string | null
  captured: number
  captured_at: string | null
  voided_at: string | null
  description: string
  amount_format: string
  invoice_id: string | null
  ip: string | null
  callback_url: string | null
  created_at: string
  updated_at: string
  metadata: Record<string, string> | null
  failure_reason: string | null
  source: {
    type: 'creditcard'
    company: string
    name: string
    number: string
    message: string | null
    response_code: string | null
    transaction_url: string | null
  }
}

export type Invoice = {
  id: string
  status: 'initiated' | 'paid' | 'failed' | 'refunded' | 'canceled' | 'on_hold' | 'expired' | 'voided' | (string & {})
  amount: number
  currency: string
  description: string
  amount_format: string
  url: string
  callback_url: string | null
  success_url: string | null
  back_url: string | null
  expired_at: string | null
  created_at: string
  updated_at: string
  metadata: Record<string, string> | null
}

/** A response of the API. */
export type Reply = { status: number; body: unknown }

export const problem = (status: number, type: string, message: string, errors: unknown = null): Reply => ({
  status,
  body: { type, message, errors },
})
export const invalid = (errors: unknown) => problem(400, 'invalid_request_error', 'Validation Failed', errors)
export const missing = problem(404, 'api_error', 'Object not found')

const Url = z.url({ protocol: /^https?$/ })
const Metadata = z.record(z.string(), z.string()).refine((all) => Object.keys(all).length <= 30, 'too many keys')
const Amount = z.int('must be an integer').min(100, 'must be greater than or equal to 100')

/** Strict, so that requests of ours that are not documented fail. */
const NewInvoice = z.strictObject({
  amount: Amount,
  currency: z.literal('SAR'),
  description: z.string().min(1).max(255),
  callback_url: Url.optional(),
  success_url: Url.optional(),
  back_url: Url.optional(),
  expired_at: z.iso.datetime().optional(),
  metadata: Metadata.optional(),
})
const NewPayment = z.strictObject({
  given_id: z.uuid({ version: 'v4' }).optional(),
  amount: Amount,
  currency: z.literal('SAR'),
  description: z.string().optional(),
  callback_url: Url,
  source: z.strictObject({
    type: z.literal('creditcard'),
    name: z.string().regex(/^\S+( \S+)+$/, 'must have two words'),
    number: z.string().regex(/^\d{15,16}$/),
    month: z.coerce.number().int().min(1).max(12),
    year: z.coerce.number().int().min(2026).max(2060),
    cvc: z.string().regex(/^\d{3,4}$/),
  }),
  metadata: Metadata.optional(),
})
const RefundBody = z.strictObject({ amount: z.int().min(1).optional() }).optional()

/** `hasChallenge`: whether the bank asks the cardholder for 3-D Secure approval. */
type Card = { code: string; message: string; hasChallenge: boolean; company: string }
const APPROVED = { code: '00', message: 'APPROVED' }
/** Moyasar's test cards; any other fails. https://docs.moyasar.com/guides/card-payments/test-cards */
export const MOYASAR_CARDS: Record<string, Card> = {
  '4201320111111010': { ...APPROVED, hasChallenge: true, company: 'mada' },
  '4111111111111111': { ...APPROVED, hasChallenge: true, company: 'visa' },
  '4111114005765430': { ...APPROVED, hasChallenge: false, company: 'visa' },
  '5421080101000000': { ...APPROVED, hasChallenge: true, company: 'master' },
  '4201320000013020': { code: '99', message: 'UNSPECIFIED FAILURE', hasChallenge: false, company: 'mada' },
  '4201320000311101': { code: '51', message: 'INSUFFICIENT FUNDS', hasChallenge: false, company: 'mada' },
  '4201320131000508': { code: '41', message: 'DECLINED: LOST CARD', hasChallenge: false, company: 'mada' },
  '4201321234411220': { code: '05', message: 'DECLINED', hasChallenge: false, company: 'mada' },
  '4201322267774310': { code: '54', message: 'DECLINED: EXPIRED CARD', hasChallenge: false, company: 'mada' },
  '4201326324640570': {
    code: '61',
    message: 'DECLINED: EXCEEDS WITHDRAWAL LIMIT',
    hasChallenge: false,
    company: 'mada',
  },
  '4201321144311528': { code: '43', message: 'DECLINED: STOLEN CARD', hasChallenge: false, company: 'mada' },
}
const UNKNOWN_CARD: Card = { code: '14', message: 'DECLINED', hasChallenge: false, company: 'visa' }

const VOIDABLE_MS = 2 * HOUR_MS

export type Store = ReturnType<typeof openStore>

/** @param onEvent is called for each payment that has a new status */
export function openStore(origin: () => string, now: () => Date, onEvent: (type: string, payment: Payment) => void) {
  const invoices = new Map<string, Invoice>()
  const payments = new Map<string, Payment>()
  const cards = new Map<string, Card>()
  const timestamp = () => now().toISOString()
  const amountFormat = (amount: number) => `${(amount / 100).toFixed(2)} SAR`

  const transition = (payment: Payment, status: Payment['status'], facts: Partial<Payment> = {}) => {
    Object.assign(payment, facts, { status, updated_at: timestamp() })
    const invoice = payment.invoice_id ? invoices.get(payment.invoice_id) : undefined
    // A refused card leaves the invoice payable.
    if (invoice && status !== 'initiated' && status !== 'failed')
      Object.assign(invoice, { status, updated_at: timestamp() })
    if (status !== 'initiated') onEvent(`payment_${status}`, payment)
  }

  const shown = (invoice: Invoice) => {
    const isOver = invoice.expired_at !== null && Date.parse(invoice.expired_at) <= now().getTime()
    if (invoice.status === 'initiated' && isOver) invoice.status = 'expired'
    return { ...invoice, payments: [...payments.values()].filter(({ invoice_id }) => invoice_id === invoice.id) }
  }

  const createInvoice = (body: unknown): Reply => {
    const read = NewInvoice.safeParse(body)
    if (!read.success) return invalid(z.flattenError(read.error).fieldErrors)
    const id = randomUUID()
    const { callback_url = null, success_url = null, back_url = null, expired_at = null, metadata = null } = read.data
    const { amount, currency, description } = read.data
    invoices.set(id, {
      ...{ id, status: 'initiated', amount, currency, description, amount_format: amountFormat(amount) },
      ...{ url: `${origin()}/invoices/${id}?lang=en`, callback_url, success_url, back_url, expired_at, metadata },
      ...{ created_at: timestamp(), updated_at: timestamp() },
    })
    return { status: 201, body: shown(invoices.get(id)!) }
  }

  const cancelInvoice = (invoice: Invoice): Reply => {
    if (shown(invoice).status !== 'initiated') return invalid('Only an unpaid invoice can be canceled')
    Object.assign(invoice, { status: 'canceled', updated_at: timestamp() })
    return { status: 200, body: shown(invoice) }
  }

  /** Through the API, or at an invoice's page. */
  const createPayment = (body: unknown, invoice: Invoice | null = null): Reply => {
    const read = NewPayment.safeParse(body)
    if (!read.success) return invalid(z.flattenError(read.error).fieldErrors)
    const {
      given_id: id = randomUUID(),
      amount,
      currency,
      description = '',
      callback_url,
      source,
      metadata,
    } = read.data
    if (payments.has(id))
      return problem(400, 'used_given_id', 'The given_id provided has been already used with a different payment.')
    if (invoice && shown(invoice).status !== 'initiated') return invalid('The invoice can not be paid')
    const card = MOYASAR_CARDS[source.number] ?? UNKNOWN_CARD
    const payment: Payment = {
      ...{ id, status: 'initiated', amount, fee: 0, currency, refunded: 0, refunded_at: null, captured: 0 },
      ...{ captured_at: null, voided_at: null, description, amount_format: amountFormat(amount), ip: '127.0.0.1' },
      ...{ invoice_id: invoice?.id ?? null, callback_url, created_at: timestamp(), updated_at: timestamp() },
      ...{ metadata: metadata ?? null, failure_reason: null },
      source: {
        ...{ type: 'creditcard', company: card.company, name: source.name, message: null, response_code: null },
        number: `${source.number.slice(0, 6)}XXXXXX${source.number.slice(-4)}`,
        transaction_url: card.hasChallenge ? `${origin()}/v1/card_auth/${id}/prepare` : null,
      },
    }
    payments.set(id, payment)
    cards.set(id, card)
    if (!card.hasChallenge) settle(payment)
    return { status: 201, body: payment }
  }

  /** Settles the payment as the card says; declines it without the cardholder's approval. */
  const settle = (payment: Payment, isApproved = true) => {
    if (payment.status !== 'initiated') return
    const card = cards.get(payment.id)!
    const source = { ...payment.source, transaction_url: null }
    if (!isApproved) {
      const message = '3-D Secure transaction attempt failed (AUTHENTICATION_FAILED)'
      return transition(payment, 'failed', {
        failure_reason: '3ds_declined_authentication_failed',
        source: { ...source, message },
      })
    }
    const result = { ...source, message: card.message, response_code: card.code }
    transition(payment, card.code === '00' ? 'paid' : 'failed', { source: result })
  }

  const refund = (payment: Payment, body: unknown): Reply => {
    const read = RefundBody.safeParse(body)
    if (!read.success) return invalid(z.flattenError(read.error).fieldErrors)
    const left = payment.amount - payment.refunded
    const amount = read.data?.amount ?? left
    if (!['paid', 'captured', 'refunded'].includes(payment.status)) return invalid('Payment can not be refunded')
    if (amount > left || left === 0) return invalid({ amount: ['exceeds what can be refunded'] })
    transition(payment, 'refunded', { refunded: payment.refunded + amount, refunded_at: timestamp() })
    return { status: 200, body: payment }
  }

  /** Takes an authorized payment's money, or less; the rest is released. */
  const capture = (payment: Payment, body: unknown): Reply => {
    const read = RefundBody.safeParse(body)
    if (!read.success) return invalid(z.flattenError(read.error).fieldErrors)
    const amount = read.data?.amount ?? payment.amount
    if (payment.status !== 'authorized') return invalid('Payment can not be captured')
    if (amount > payment.amount) return invalid({ amount: ['exceeds what was authorized'] })
    transition(payment, 'captured', { captured: amount, captured_at: timestamp() })
    return { status: 200, body: payment }
  }

  const voidPayment = (payment: Payment): Reply => {
    const isSettled = now().getTime() - Date.parse(payment.created_at) >= VOIDABLE_MS
    if (!['paid', 'authorized', 'captured'].includes(payment.status) || isSettled)
      return invalid('Payment can not be voided')
    transition(payment, 'voided', { voided_at: timestamp() })
    return { status: 200, body: payment }
  }

  return {
    invoices,
    payments,
    shown,
    createInvoice,
    cancelInvoice,
    createPayment,
    settle,
    refund,
    capture,
    voidPayment,
    transition,
  }
}
