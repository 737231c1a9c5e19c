/** A company pays what it owes for its purchase by card. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { Id, Text, WholeNumber } from '../../api/fields.ts'
import { UnmatchedPayment } from '../payments/contract.ts'

/** Why a payment of nobody cannot be attached to a purchase. */
export const ATTACH_TO_PURCHASE_REFUSALS = [
  'paymentSettled',
  'paymentNotAttachable',
  'quoteNotAccepted',
  'moreThanDue',
  'otherCompany',
  'nothingDue',
] as const

const Instant = z.iso.datetime()
const Amount = WholeNumber.pipe(
  z.number().min(1, 'numberBetween:1,2000000000').max(2_000_000_000, 'numberBetween:1,2000000000'),
)

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
  /** What its bank took back. */
  lostHalalas: z.int(),
  /** Its money is the purchase's; other money waits to be sent back whole. */
  isBooked: z.boolean(),
  failure: z.string().nullable(),
  at: Instant,
})
export type CardAttempt = z.output<typeof CardAttempt>

const CardRefund = z.object({
  id: z.uuid(),
  attemptId: z.uuid(),
  amountHalalas: z.int(),
  /** `unclear`: the provider was asked, and does not say what became of it. */
  status: z.enum(['sending', 'unclear', 'refused', 'done']),
  failureReason: z.string().nullable(),
  by: z.string().nullable(),
  at: Instant,
})
export type CardRefund = z.output<typeof CardRefund>

const Credit = z.object({
  creditHalalas: z.int(),
  /** The smaller of the credit and of what is due. */
  usableHalalas: z.int(),
  /** The purchases that have it, the oldest first. */
  from: z.array(z.object({ id: z.int(), number: z.string(), halalas: z.int() })),
})
export type Credit = z.output<typeof Credit>

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
  cardRefunds: endpoint({
    method: 'GET',
    path: 'admin/quotes/{id}/card-refunds',
    summary: 'What staff have sent back of a purchase through the provider of its card payments, the newest first.',
    audience: { right: 'quotes.manage' },
    input: z.object({ id: Id }),
    output: z.array(CardRefund),
    problems: [],
  }),
  attachToPurchasePreview: endpoint({
    method: 'GET',
    path: 'admin/unmatched-payments/{id}/attach-to-purchase',
    summary: 'What attaching the payment to a company’s purchase would do: nothing is changed.',
    audience: { right: 'payments.match' },
    input: z.object({ id: z.uuid('invalid'), quoteId: Id }),
    output: z.object({
      quote: z.object({ id: z.int(), number: z.string() }),
      company: z.string(),
      /** Below zero, what is to be sent back to the company. */
      dueHalalas: z.int(),
      /** Null when it cannot be attached. */
      dueAfterHalalas: z.int().nullable(),
      /** What the payment is more than is due. */
      overHalalas: z.int(),
      /** What is more stays as the company's credit: it was paid for another of its purchases. */
      restIsCredit: z.boolean(),
      /** The purchase is paid in full: its seats can be used. */
      opensSeats: z.boolean(),
      refusal: z.enum(ATTACH_TO_PURCHASE_REFUSALS).nullable(),
    }),
    problems: ['paymentNotFound', 'notFound'],
  }),
  attachToPurchase: endpoint({
    method: 'POST',
    path: 'admin/unmatched-payments/{id}/attach-to-purchase',
    summary:
      'Attaches an unmatched payment to a company’s purchase, never more than is due; or uses a surplus payment for another purchase of the company, which keeps the rest as credit.',
    needsProof: true,
    audience: { right: 'payments.match' },
    input: z.object({ id: z.uuid('invalid'), quoteId: Id, note: Text(500) }),
    output: UnmatchedPayment,
    problems: ['paymentNotFound', 'notFound', ...ATTACH_TO_PURCHASE_REFUSALS],
    logs: 'approval',
  }),
  keepAsCredit: endpoint({
    method: 'POST',
    path: 'admin/unmatched-payments/{id}/keep-as-credit',
    summary: 'Keeps a surplus payment as credit of the company, which its next purchase can use.',
    needsProof: true,
    audience: { right: 'payments.match' },
    input: z.object({ id: z.uuid('invalid'), note: Text(500) }),
    output: UnmatchedPayment,
    problems: ['paymentNotFound', 'paymentSettled', 'paymentNotAttachable'],
    logs: 'approval',
  }),
  companyCredit: endpoint({
    method: 'GET',
    path: 'admin/quotes/{id}/credit',
    summary: 'What the company of a purchase has paid too much for others, and how much of it can be used here.',
    audience: { right: 'payments.match' },
    input: z.object({ id: Id }),
    output: Credit,
    problems: ['notFound'],
  }),
  useCredit: endpoint({
    method: 'POST',
    path: 'admin/quotes/{id}/credit',
    summary:
      'Pays a purchase by what its company has paid too much for others, the oldest first; never more than is due.',
    needsProof: true,
    creates: true,
    audience: { right: 'payments.match' },
    input: z.object({ id: Id, amountHalalas: Amount, note: Text(500) }),
    output: Credit,
    problems: ['notFound', 'quoteNotAccepted', 'validation'],
    logs: 'approval',
  }),
  refundCard: endpoint({
    method: 'POST',
    path: 'admin/quotes/{id}/card-refunds',
    summary: 'Sends what a company has paid too much back to its card; never more than it is owed.',
    audience: { right: 'refunds.send' },
    needsProof: true,
    creates: true,
    status: 201,
    input: z.object({ id: Id, attemptId: z.uuid('invalid'), amountHalalas: Amount }),
    output: z.array(CardRefund),
    problems: ['notFound', 'refundUnderWay', 'refundAboveLimit', 'validation'],
  }),
}
