/** The parts of an order that belong to its transfer and its invoice. */
import { z } from 'zod'

const Instant = z.iso.datetime()

/**
 * `tabby`, `tamara`: paid whole by an instalment company, which the learner pays in parts. `cash`: paid at the institute, and recorded by its staff. `carried`: paid with the money of the order that it took the
 * place of.
 */
export const PaymentMethod = z.enum(['online', 'transfer', 'cash', 'carried', 'tabby', 'tamara'])
export type PaymentMethod = z.output<typeof PaymentMethod>

export const Receipt = z.object({ name: z.string(), size: z.int(), sentAt: Instant })

export const Transfer = z.object({
  /**
   * `waiting`: for the receipt; `received`: staff must check it; `declined`: another receipt is needed; `rest`: a part has
   * arrived, and the institute waits for the rest.
   */
  state: z.enum(['waiting', 'received', 'declined', 'rest', 'approved']),
  bank: z.object({ name: z.string(), beneficiary: z.string(), iban: z.string() }).nullable(),
  receipt: Receipt.nullable(),
  /** Why the last receipt was declined. */
  answer: z.string().nullable(),
  /** What arrived of the total, while the institute waits for the rest. */
  receivedHalalas: z.int(),
})
export type Transfer = z.output<typeof Transfer>

export const StaffTransfer = z.object({
  state: Transfer.shape.state,
  /** Its address is valid for ten minutes. */
  receipt: Receipt.extend({ address: z.string() }).nullable(),
  answer: z.string().nullable(),
  receivedHalalas: z.int(),
  /** How often a receipt was declined: only the first two declines hold the seat longer. */
  declines: z.int(),
})
export type StaffTransfer = z.output<typeof StaffTransfer>

export const InvoiceLink = z.object({ number: z.string(), url: z.string(), totalHalalas: z.int() })

/** The fields of an order that link to its documents. */
export const InvoiceLinks = {
  /** The invoice, with the path of its page. */
  invoice: InvoiceLink.nullable(),
  /** Its credit notes, the oldest first. */
  creditNotes: z.array(InvoiceLink),
  /** What was added to its invoice, the oldest first. */
  debitNotes: z.array(InvoiceLink),
}
