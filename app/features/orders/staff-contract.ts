/** Orders as staff search and read them. */

import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import {
  Cursor,
  FileAnswer,
  Id,
  optional,
  PageIndex,
  PageOf,
  PageSize,
  TABLE_FILES,
  TableFormat,
  Text,
} from '../../api/fields.ts'
import { ChosenInAddress } from '../lists/bulk-contract.ts'
import { SentMail } from '../messages/sent-mail-contract.ts'
import { Order, OrderStatus } from './order-contract.ts'
import { PaymentMethod, StaffTransfer } from './order-parts-contract.ts'
import { ORDER_SOURCES } from './order-sources.ts'

const Instant = z.iso.datetime()
const Day = z.iso.date('invalid')
const Person = z.object({ id: z.int(), name: z.string() })

const RefundStatus = z.enum(['requested', 'withdrawn', 'declined', 'sending', 'unclear', 'refused', 'done'], 'invalid')

export const OrderCard = z.object({
  id: z.uuid(),
  reference: z.string(),
  status: OrderStatus,
  method: PaymentMethod,
  source: z.enum(ORDER_SOURCES),
  course: z.string(),
  /** Missing once the account is deleted. */
  learner: Person.extend({ email: z.string(), phone: z.string() }).optional(),
  currency: z.literal('SAR'),
  totalHalalas: z.int(),
  refundedHalalas: z.int(),
  /** The status of its newest refund. */
  refund: RefundStatus.optional(),
  createdAt: Instant,
  expiresAt: Instant,
  paidAt: Instant.optional(),
  /** Whether another order took its place. */
  isMoved: z.boolean(),
  /** Whether it ended because the payer's bank took the money back. */
  isChargedBack: z.boolean(),
})
export type OrderCard = z.output<typeof OrderCard>

export const StaffOrder = Order.extend({
  learner: OrderCard.shape.learner,
  /** Whether its learner has finished the recorded course: the certificate is there, or all lessons are done. */
  isFinished: z.boolean(),
  source: OrderCard.shape.source,
  /** Of a learner who has a seat of a company: the quote that became its purchase. */
  purchase: z
    .object({
      quote: z.object({ id: z.int(), number: z.string() }),
      company: z.object({ id: z.int(), name: z.string() }),
    })
    .nullable(),
  /** The order whose place it took, when staff moved the enrolment. */
  movedFrom: z.object({ id: z.uuid(), reference: z.string() }).nullable(),
  /** The order that took its place. */
  movedTo: z.object({ id: z.uuid(), reference: z.string() }).nullable(),
  /** Only of an order by bank transfer. The address of its receipt is valid for ten minutes. */
  transfer: StaffTransfer.nullable(),
  /** The receipts of its later parts; their addresses are valid for ten minutes. */
  partReceipts: z.array(z.object({ part: z.int(), address: z.string() })),
  /** Entries of the ledger: payments are positive, refunds negative. */
  payments: z.array(
    z.object({
      kind: z.enum(['payment', 'refund']),
      provider: z.string(),
      providerReference: z.string().optional(),
      amountHalalas: z.int(),
      currency: z.string(),
      /** Of a refund: the payer's bank took it back. */
      isChargeback: z.boolean(),
      at: Instant,
    }),
  ),
  refunds: z.array(
    z.object({
      id: z.uuid(),
      status: RefundStatus,
      /** Of the payment that it refunds; none of an order that cost nothing. */
      attemptId: z.uuid().optional(),
      /** Not sent: it pays the order that took this one's place. */
      isCarried: z.boolean(),
      /** Not sent: the payer's bank took it back. */
      isChargeback: z.boolean(),
      amountHalalas: z.int().optional(),
      reason: z.string(),
      answer: z.string().optional(),
      /** The provider's reason for refusing the refund. */
      failureReason: z.string().optional(),
      keepsSeat: z.boolean(),
      requestedAt: Instant,
      decidedBy: Person.optional(),
      /** Of a withdrawn one, when its learner did so. */
      decidedAt: Instant.optional(),
      /** The reason of the staff's decision; `reason` of a request is the learner's. */
      decisionReason: z.string().optional(),
      /** Of money that no provider can send back: a bank transfer, or cash. */
      isTransfer: z.boolean(),
      /** Sent outside the provider, for example in cash. */
      byHand: z.boolean(),
      /** The bank's reference of money that staff sent themselves, or of a chargeback. */
      bankReference: z.string().optional(),
      doneAt: Instant.optional(),
    }),
  ),
  /** Where a bank transfer is refunded to, as its learner gave it. */
  refundTo: z.object({ iban: z.string(), holder: z.string(), givenAt: Instant }).nullable(),
  /** The mails to the learner about it, of the last half year, the newest first. */
  mails: z.array(SentMail),
  history: z.array(
    z.object({
      at: Instant,
      event: z.string(),
      by: z.enum(['learner', 'provider', 'staff', 'clock']),
      staff: Person.optional(),
      details: z.record(z.string(), z.unknown()),
    }),
  ),
})
export type StaffOrder = z.output<typeof StaffOrder>

const ById = z.object({ id: z.uuid('invalid') })
const OfMail = ById.extend({ mailId: Id })

/** By time, or by amount: `dear` from the highest, `cheap` from the lowest. */
const Sort = optional(z.enum(['newest', 'oldest', 'dear', 'cheap'], 'invalid'))

const Filter = z.object({
  SearchTerm: optional(Text(100)),
  Status: optional(OrderStatus),
  Method: optional(PaymentMethod),
  /** The status of the newest refund; `any`: with a refund in whatever status. */
  Refund: optional(z.enum([...RefundStatus.options, 'any'], 'invalid')),
  CourseId: optional(Id),
  ScheduleId: optional(Id),
  /** The code of a coupon; none of a course's orders has one that does not exist. */
  Coupon: optional(Text(40)),
  /** Whose seats the learners have. */
  CompanyId: optional(Id),
  /** Who placed it. */
  Source: optional(z.enum(ORDER_SOURCES, 'invalid')),
  /** The days in Riyadh on which it was placed, both included. */
  From: optional(Day),
  To: optional(Day),
})

export const orderStaffEndpoints = {
  orders: endpoint({
    method: 'GET',
    path: 'admin/orders',
    summary: 'Orders by time or amount; found by reference, name, email address or phone number.',
    audience: { right: 'orders.view' },
    input: Filter.extend({
      Sort,
      PageIndex,
      PageSize,
      /** `next` of the page before; takes the place of `PageIndex`, and is as quick on the last page as on the first. */
      Cursor,
    }),
    output: PageOf(OrderCard).extend({ next: z.string().nullable() }),
  }),
  exportOrders: endpoint({
    method: 'GET',
    path: 'admin/orders/export',
    summary: 'Orders with the contacts of their learners, for spreadsheets. Each export is in the audit log.',
    needsProof: true,
    audience: { right: 'learners.export' },
    input: Filter.extend({ Ids: ChosenInAddress(z.uuid('invalid')), Sort, format: TableFormat }),
    output: FileAnswer,
    file: TABLE_FILES,
    logs: 'export',
  }),
  sendMailAgain: endpoint({
    method: 'POST',
    path: 'admin/orders/{id}/mails/{mailId}/send',
    summary: 'Sends a mail about the order to its learner once more; the same one at most once in ten minutes.',
    audience: { right: 'orders.change' },
    input: OfMail,
    output: StaffOrder,
    problems: ['orderNotFound', 'notFound', 'mailSentRecently'],
  }),
  staffOrder: endpoint({
    method: 'GET',
    path: 'admin/orders/{id}',
    summary: 'An order with its payments, refunds and history.',
    audience: { right: 'orders.view' },
    input: ById,
    output: StaffOrder,
    problems: ['orderNotFound'],
  }),
}
