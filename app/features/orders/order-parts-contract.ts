/** What an order shows of its transfer and its invoice. */
import { z } from 'zod'

const Instant = z.iso.datetime()

export const PaymentMethod = z.enum(['online', 'transfer'])
export type PaymentMethod = z.output<typeof PaymentMethod>

const Receipt = z.object({ name: z.string(), size: z.int(), sentAt: Instant })

export const Transfer = z.object({
  /** Whether it waits for the money and its receipt, for staff to look at that, or for a better one. */
  state: z.enum(['waiting', 'received', 'declined', 'approved']),
  bank: z.object({ name: z.string(), beneficiary: z.string(), iban: z.string() }).nullable(),
  receipt: Receipt.nullable(),
  /** Why the last receipt did not do. */
  answer: z.string().nullable(),
})
export type Transfer = z.output<typeof Transfer>

export const StaffTransfer = z.object({
  state: Transfer.shape.state,
  /** Its address opens for ten minutes. */
  receipt: Receipt.extend({ address: z.string() }).nullable(),
  answer: z.string().nullable(),
})
export type StaffTransfer = z.output<typeof StaffTransfer>

export const InvoiceLink = z.object({ number: z.string(), url: z.string(), totalHalalas: z.int() })

/** What an order says of its papers. */
export const InvoiceLinks = {
  /** The invoice of what was paid, with the path of its page. */
  invoice: InvoiceLink.nullable(),
  /** What was given back of it, in order. */
  creditNotes: z.array(InvoiceLink),
}
