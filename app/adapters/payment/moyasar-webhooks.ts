/** What Moyasar tells us by itself: a sign to ask, never a fact. https://docs.moyasar.com/api/webhooks */
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

/** Of what came with it, no more is kept: no name, no card, no address, and above all not the secret. */
const About = z.object({
  id: z.string().max(200).nullish().catch(null),
  status: z.string().max(50).nullish().catch(null),
  amount: z.int().nullish().catch(null),
  currency: z.string().max(10).nullish().catch(null),
  invoice_id: z.string().max(200).nullish().catch(null),
})

/** After each of these a payment page of ours may stand differently; `payment_faild` is how their table spells it. */
const OF_PAYMENTS = new Set(
  [
    ...['paid', 'failed', 'faild', 'voided', 'authorized', 'captured', 'refunded'],
    ...['abandoned', 'verified', 'canceled', 'expired'],
  ].map((happened) => `payment_${happened}`),
)

/** Where nobody has to be asked: a transfer to our bank, a payment that no invoice asked for. */
const NOTHING_TO_ASK = ''

/** @param live whether our key is one of real money: a message of the other mode is not about us */
export function readMessage(body: string, secret: string, live: boolean): ProviderEvent | undefined {
  const read = Message.safeParse(parsed(body))
  if (!read.success || !isSame(read.data.secret_token, secret) || read.data.live !== live) return undefined
  const { id, type, created_at, data } = read.data
  const about = About.parse(data)
  return {
    eventId: id,
    reference: (OF_PAYMENTS.has(type) && about.invoice_id) || NOTHING_TO_ASK,
    payload: { id, type, created_at, live, payment: about },
  }
}

/** In the same time wherever and however they differ, also in length. */
function isSame(given: string, secret: string): boolean {
  const [one, other] = [given, secret].map((text) => createHash('sha256').update(text).digest())
  return timingSafeEqual(one!, other!)
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
