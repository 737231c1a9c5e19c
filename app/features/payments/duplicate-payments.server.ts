/** Money of a known order that bought nothing: second payments, and what a bank transfer was too much. */
import type { DuplicatePayment } from '../../adapters/payment/port.ts'
import type { Services } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import { TRANSFER } from '../orders/attempt-queries.server.ts'
import { mailDuplicatePaymentToOffice } from './institute-mails.server.ts'
import { mailDuplicatePayment, mailPaymentReturned } from './payment-mails.server.ts'
import { findUnmatchedPayment, recordUnmatchedPayment, returnUnmatchedPayment } from './unmatched-queries.server.ts'

/** Records a duplicate payment, with one mail each to the institute and the learner, or that it was refunded. */
export async function applyDuplicatePayment(
  tx: Tx,
  services: Pick<Services, 'settings'>,
  { provider, orderId }: { provider: string; orderId: string },
  { refundedHalalas, ...duplicate }: DuplicatePayment,
  now: Date,
): Promise<void> {
  if (refundedHalalas >= duplicate.amountHalalas)
    return applyReturned(tx, services, { provider, reference: duplicate.reference }, now)
  const payment = { kind: 'duplicate', provider, orderId, now, ...duplicate } as const
  if (!(await recordUnmatchedPayment(tx, payment))) return
  await mailDuplicatePaymentToOffice(tx, services.settings, orderId, payment)
  await mailDuplicatePayment(tx, services.settings, orderId, payment)
}

/** A payment that bought no order was refunded, here or in the provider's dashboard. */
export async function applyReturned(
  tx: Tx,
  { settings }: Pick<Services, 'settings'>,
  payment: { provider: string; reference: string },
  now: Date,
): Promise<void> {
  const id = await returnUnmatchedPayment(tx, payment.provider, payment.reference, now)
  const returned = id && (await findUnmatchedPayment(tx, id))
  if (returned) await mailPaymentReturned(tx, settings, returned, now)
}

/** Records what a bank transfer was more than its order's total. */
export async function recordExcess(
  tx: Tx,
  { id, reference }: { id: string; reference: string },
  amountHalalas: number,
  now: Date,
): Promise<void> {
  const facts = { amountHalalas, currency: 'SAR', orderId: id, now }
  await recordUnmatchedPayment(tx, { kind: 'excess', provider: TRANSFER, reference: `${reference}/excess`, ...facts })
}
