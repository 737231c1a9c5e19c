/** A company pays what it owes for its purchase by card. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { Id } from '../../api/fields.ts'

const Instant = z.iso.datetime()

/** The number with the token of the company's link. */
const Link = z.object({ number: z.string().max(30, 'invalid'), token: z.string().max(100, 'invalid') })

const CardPayment = z.object({
  /** What can be paid by card now; null when nothing is due. */
  payableHalalas: z.int().nullable(),
  /** The newest attempt: `open` while nobody has paid there, or the bank decides. */
  last: z
    .object({
      state: z.enum(['open', 'paid', 'failed', 'abandoned']),
      amountHalalas: z.int(),
      /** Why the bank declined, as text. */
      failure: z.string().nullable(),
    })
    .nullable(),
})
export type CardPayment = z.output<typeof CardPayment>

const CardAttempt = z.object({
  id: z.uuid(),
  state: z.enum(['open', 'paid', 'failed', 'abandoned']),
  provider: z.string(),
  reference: z.string().nullable(),
  amountHalalas: z.int(),
  paidHalalas: z.int().nullable(),
  refundedHalalas: z.int(),
  failure: z.string().nullable(),
  at: Instant,
})
export type CardAttempt = z.output<typeof CardAttempt>

export const purchasePaymentsEndpoints = {
  cardPayment: endpoint({
    method: 'GET',
    path: 'Quotations/{number}/card-payment',
    summary: 'What a company can pay by card, and what became of its last attempt: the provider is asked.',
    audience: 'everyone',
    input: Link,
    output: CardPayment,
    problems: ['notFound', 'tooManyRequests'],
  }),
  payByCard: endpoint({
    method: 'POST',
    path: 'Quotations/{number}/card-payment',
    summary: 'Opens the provider’s page on which the company pays all that is due; the same page while it is open.',
    audience: 'everyone',
    input: Link,
    output: z.object({ paymentUrl: z.string() }),
    problems: ['notFound', 'quoteNotAccepted', 'nothingDue', 'paymentProviderDown', 'tooManyRequests'],
  }),
  cardAttempts: endpoint({
    method: 'GET',
    path: 'admin/quotes/{id}/card-payments',
    summary: 'The attempts of a company to pay its purchase by card, the newest first.',
    audience: { right: 'quotes.manage' },
    input: z.object({ id: Id }),
    output: z.array(CardAttempt),
    problems: ['notFound'],
  }),
}
