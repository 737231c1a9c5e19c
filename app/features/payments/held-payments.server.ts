/** Payments whose amount a provider holds for us: it is taken when an order wants it, and let go otherwise. */
import type { PaymentPort, PaymentState } from '../../adapters/payment/port.ts'
import type { Services } from '../../platform/context.server.ts'
import { wantsPayment } from '../orders/attempt-queries.server.ts'

/**
 * The state of an attempt's payment at its provider. Money that is held for us is taken first, so that only money which
 * is ours buys a seat. It is let go when the order was cancelled or paid otherwise, or is about another amount.
 * @throws when the provider does not answer, or it is not known whether it has taken the money
 */
export async function fetchSettled(
  { db, log }: Pick<Services, 'db' | 'log'>,
  port: PaymentPort,
  attempt: { id: string; reference: string },
): Promise<PaymentState> {
  const state = await port.fetch(attempt.reference)
  if (state.status !== 'authorized' || !port.hold) return state
  if (await wantsPayment(db, attempt.id, state)) return port.hold.capture(attempt.reference)
  log.info({ attempt: attempt.id, provider: port.name }, 'a held payment that nobody wants any more is let go')
  return port.hold.release(attempt.reference)
}
