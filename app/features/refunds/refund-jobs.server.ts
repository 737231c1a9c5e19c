/** The jobs that send refunds through the provider. */
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

/** At most one job for each refund is in the queue. */
export const refundJobKey = (id: string) => `refund:${id}`

const RefundToSend = z.object({ id: z.uuid() })

/**
 * The job: requests a refund from the provider and applies the result.
 * @throws when the provider does not answer: the queue retries the job, and nothing is sent twice
 */
export async function sendRefund(services: Services, payload: unknown): Promise<void> {
  const { db, payment, log } = services
  const { id } = RefundToSend.parse(payload)
  const [refund, toSend] = [await findRefund(db, id), await findRefundToSend(db, id)]
  if (!refund?.attemptId || !toSend || toSend.provider === 'transfer') return
  if (toSend.provider !== payment.name || toSend.reference === null)
    return markRefused(services, refund, 'provider-not-configured')
  try {
    await applyPayment(services, refund.attemptId, await payment.refund(toSend.reference, toSend.inAllHalalas))
  } catch (error) {
    if (!(error instanceof RefundRefused)) throw error
    log.warn({ refund: refund.id, reason: error.reason }, 'the payment provider refuses a refund')
    await markRefused(services, refund, error.reason)
  }
}

async function markRefused(services: Services, refund: RefundRow, reason: string): Promise<void> {
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
/** After this time staff must check the provider's account, for example for revoked keys or a missing balance. */
const MAIL_OFFICE_AFTER_MS = DAY_MS

/** The hourly job: retries refunds whose own job failed permanently, and mails the institute about those older than a day. */
export async function resendRefunds(services: Services): Promise<void> {
  const { db, settings } = services
  const now = services.now()
  for (const id of await findStuck(db, new Date(now.getTime() - STUCK_MS), { byHand: false }))
    await enqueue(db, 'sendRefund', { id }, { key: refundJobKey(id) })
  for (const byHand of [false, true])
    await forEachSettled(
      await findStuck(db, new Date(now.getTime() - MAIL_OFFICE_AFTER_MS), { byHand }),
      async (id) => {
        const refund = await findRefund(db, id)
        if (refund) await mailRefundStuck(db, settings, refund, byHand, now)
      },
    )
}
