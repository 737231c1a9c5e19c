/** Moyasar's webhooks: they trigger a fetch of the payment and are not trusted themselves. https://docs.moyasar.com/api/webhooks */
import { createHash, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { ProviderEvent } from './port.ts'

const Message = z.object({
  id: z.string().min(1).max(200),
  type: z.string().min(1).max(100),
  secret_token: z.string(),
  live: z.boolean(),
  created_at: z.string().max(100).nullish(),
  data: z.record(z.string(), z.unknown()),
})

/** Only these fields are stored: no name, no card, no address, and no secret. */
const PaymentSummary = z.object({
  id: z.string().max(200).nullish().catch(null),
  status: z.string().max(50).nullish().catch(null),
  amount: z.int().nullish().catch(null),
  currency: z.string().max(10).nullish().catch(null),
  invoice_id: z.string().max(200).nullish().catch(null),
})

/** Events that may change the status of an invoice; `payment_faild` is the spelling in their documentation. */
const PAYMENT_EVENTS = new Set(
  [
    ...['paid', 'failed', 'faild', 'voided', 'authorized', 'captured', 'refunded'],
    ...['abandoned', 'verified', 'canceled', 'expired'],
  ].map((event) => `payment_${event}`),
)

/** Nothing to fetch: a payout to our bank, or a payment without an invoice. */
const NO_REFERENCE = ''

/** @param live whether our key is a live key: messages of the other mode are ignored */
export function readMessage(body: string, secret: string, live: boolean): ProviderEvent | undefined {
  const read = Message.safeParse(parseJson(body))
  if (!read.success || !isSame(read.data.secret_token, secret) || read.data.live !== live) return undefined
  const { id, type, created_at, data } = read.data
  const payment = PaymentSummary.parse(data)
  return {
    eventId: id,
    reference: (PAYMENT_EVENTS.has(type) && payment.invoice_id) || NO_REFERENCE,
    payload: { id, type, created_at, live, payment },
  }
}

/** Compares in constant time, also for different lengths. */
function isSame(received: string, secret: string): boolean {
  const [one, other] = [received, secret].map((text) => createHash('sha256').update(text).digest())
  return timingSafeEqual(one!, other!)
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
