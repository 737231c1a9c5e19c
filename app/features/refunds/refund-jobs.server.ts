/** The jobs that have the provider send money back. */
import { z } from 'zod'
import { RefundRefused } from '../../adapters/payment/port.ts'
import type { Services } from '../../platform/context.server.ts'
import { DAY_MS, HOUR_MS } from '../../platform/durations.ts'
import { forEachSettled } from '../../platform/for-each-settled.ts'
import { enqueue } from '../../platform/jobs.server.ts'
import { findRefund, findRefundToSend, findStuck, refuseRefund } from '../ledger/refund-queries.server.ts'
import { lockOrder } from '../orders/attempt-queries.server.ts'
import type { RefundRow } from '../orders/refund-row-queries.server.ts'
import { recordOrderEvent } from '../orders/transition-queries.server.ts'
import { applyPayment } from '../payments/apply-payment.server.ts'
import { mailRefundRefused, mailRefundStuck } from '../payments/institute-mails.server.ts'

/** One job for each refund, whoever asks for it. */
export const refundJobKey = (id: string) => `refund:${id}`

const RefundToSend = z.object({ id: z.uuid() })

/**
 * The job: asks the provider to send a refund, and makes its answer true.
 * @throws when the provider does not answer: the job comes back later, and nothing is sent twice
 */
export async function sendRefund(services: Services, payload: unknown): Promise<void> {
  const { db, payment, log } = services
  const { id } = RefundToSend.parse(payload)
  const [refund, asked] = [await findRefund(db, id), await findRefundToSend(db, id)]
  if (!refund?.attemptId || !asked || asked.provider === 'transfer') return
  if (asked.provider !== payment.name || asked.reference === null)
    return refuse(services, refund, 'provider-not-configured')
  try {
    await applyPayment(services, refund.attemptId, await payment.refund(asked.reference, asked.inAllHalalas))
  } catch (error) {
    if (!(error instanceof RefundRefused)) throw error
    log.warn({ refund: refund.id, reason: error.reason }, 'the payment provider refuses a refund')
    await refuse(services, refund, error.reason)
  }
}

async function refuse(services: Services, refund: RefundRow, reason: string): Promise<void> {
  const now = services.now()
  await services.db.transaction().execute(async (tx) => {
    await lockOrder(tx, refund.orderId)
    if (!(await refuseRefund(tx, refund.id, reason))) return
    await recordOrderEvent(tx, refund.orderId, 'refundRefused', {
      by: 'provider',
      now,
      details: { refund: refund.id, reason },
    })
    await mailRefundRefused(tx, services.settings, refund, reason, now)
  })
}

const STUCK_MS = HOUR_MS
/** Then a person has to look, since asking again has not helped: keys that were revoked, an account without money. */
const TOLD_AFTER_MS = DAY_MS

/** The job of every hour: refunds whose own job gave up are sent again; of those that wait a day the institute is told. */
export async function resendRefunds(services: Services): Promise<void> {
  const { db, settings } = services
  const now = services.now()
  for (const id of await findStuck(db, new Date(now.getTime() - STUCK_MS), { byHand: false }))
    await enqueue(db, 'sendRefund', { id }, { key: refundJobKey(id) })
  for (const byHand of [false, true])
    await forEachSettled(await findStuck(db, new Date(now.getTime() - TOLD_AFTER_MS), { byHand }), async (id) => {
      const refund = await findRefund(db, id)
      if (refund) await mailRefundStuck(db, settings, refund, byHand, now)
    })
}
