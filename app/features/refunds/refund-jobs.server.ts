/** The jobs that send refunds through the provider. */
import { z } from 'zod'
import { type PaymentPort, type PaymentState, RefundRefused, RefundUnsure } from '../../adapters/payment/port.ts'
import type { Services } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../platform/durations.ts'
import { enqueue, PAYMENT_PRIORITY } from '../../platform/jobs.server.ts'
import {
  clearAsked,
  findRefund,
  findRefundToSend,
  findStuck,
  markUnclear,
  recordAsked,
  refuseRefund,
} from '../ledger/refund-queries.server.ts'
import { isSentByHand, lockOrder } from '../orders/attempt-queries.server.ts'
import type { RefundRow } from '../orders/refund-row-queries.server.ts'
import { recordOrderEvent } from '../orders/transition-queries.server.ts'
import { applyPayment } from '../payments/apply-payment.server.ts'
import { mailRefundRefused, mailRefundUnclear } from '../payments/institute-mails.server.ts'
import { providerNamed } from '../payments/providers.server.ts'

/** At most one job for each refund is in the queue. */
const refundJobKey = (id: string) => `refund:${id}`

/**
 * The job starts later than a request to the provider can take: if the job sent the refund at the same moment, the
 * provider would refuse one of the two, and staff would not see the result.
 */
const JOB_DELAY_MS = 15 * SECOND_MS
const jobOptions = (id: string) => ({ key: refundJobKey(id), priority: PAYMENT_PRIORITY })

/** In the transaction in which staff decide, which then call `sendRefundNow`. */
export async function enqueueRefund(tx: Tx, id: string): Promise<void> {
  await enqueue(tx, 'sendRefund', { id }, { ...jobOptions(id), delayMs: JOB_DELAY_MS })
}

/** Sends a refund in the request itself, so that staff see the result; the job retries when the provider does not answer. */
export async function sendRefundNow(services: Services, id: string): Promise<void> {
  await sendRefund(services, { id }).catch(async (error) => {
    services.log.warn({ err: error }, 'a refund waits for its job')
    await enqueue(services.db, 'sendRefund', { id }, jobOptions(id))
  })
}

const RefundToSend = z.object({ id: z.uuid() })

/**
 * The job: requests a refund from the provider and applies the result. Once it was asked for and may have been sent, it
 * is only looked up.
 * @throws when the provider does not answer: the queue retries the job
 */
export async function sendRefund(services: Services, payload: unknown): Promise<void> {
  const { db, log } = services
  const { id } = RefundToSend.parse(payload)
  const [refund, toSend] = [await findRefund(db, id), await findRefundToSend(db, id)]
  if (!refund?.attemptId || !toSend || isSentByHand(toSend.provider)) return
  const provider = providerNamed(services, toSend.provider)
  if (!provider || toSend.reference === null) return markRefused(services, refund, 'provider-not-configured')
  if (toSend.askedAt)
    return lookUpAsked(services, refund, { provider, reference: toSend.reference, askedAt: toSend.askedAt })
  try {
    const state = await ask(services, provider, refund.id, { ...toSend, reference: toSend.reference })
    await applyPayment(services, refund.attemptId, state)
  } catch (error) {
    if (error instanceof RefundUnsure) {
      log.error({ err: error, refund: refund.id, alert: 'unclearRefund' }, 'nobody knows whether a refund was sent')
      await lookUpLater(services, refund.id)
    } else if (error instanceof RefundRefused) {
      log.warn({ refund: refund.id, reason: error.reason }, 'the payment provider refuses a refund')
      await markRefused(services, refund, error.reason)
    } else throw error
  }
}

/** Asks the provider for a refund, after what it is asked for was recorded. */
async function ask(
  { db, now }: Services,
  provider: PaymentPort,
  id: string,
  { reference, inAllHalalas }: { reference: string; inAllHalalas: number },
): Promise<PaymentState> {
  let askedAt: Date | undefined
  const willSend = async (amountHalalas: number) => {
    const at = now()
    if (!(await recordAsked(db, id, { amountHalalas, inAllHalalas, at })))
      throw new Error(`The refund ${id} is already being sent.`)
    askedAt = at
  }
  try {
    return await provider.refund(reference, inAllHalalas, willSend)
  } catch (error) {
    const isCertain = !(error instanceof RefundUnsure)
    if (askedAt && isCertain) await clearAsked(db, id, askedAt)
    throw error
  }
}

const LOOK_UP_EVERY_MS = MINUTE_MS
/** How long the provider may take to carry out what it was asked for, before staff are told. */
const UNCLEAR_AFTER_MS = 10 * MINUTE_MS

async function lookUpLater({ db }: Services, id: string): Promise<void> {
  const options = { key: refundJobKey(id), priority: PAYMENT_PRIORITY, delayMs: LOOK_UP_EVERY_MS }
  await enqueue(db, 'sendRefund', { id }, options)
}

/** What became of a refund that may have been sent. @throws when the provider does not answer */
async function lookUpAsked(
  services: Services,
  refund: RefundRow,
  { provider, reference, askedAt }: { provider: PaymentPort; reference: string; askedAt: Date },
): Promise<void> {
  const { db, now } = services
  await applyPayment(services, refund.attemptId!, await provider.fetch(reference))
  if ((await findRefund(db, refund.id))?.status !== 'sending') return
  if (now().getTime() - askedAt.getTime() < UNCLEAR_AFTER_MS) return lookUpLater(services, refund.id)
  await db.transaction().execute(async (tx) => {
    await lockOrder(tx, refund.orderId)
    if (!(await markUnclear(tx, refund.id))) return
    const details = { refund: refund.id }
    await recordOrderEvent(tx, refund.orderId, 'refundUnclear', { by: 'provider', now: now(), details })
    await mailRefundUnclear(tx, services.settings, refund, now())
  })
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

/** The hourly job: retries refunds whose own job failed permanently. */
export async function resendRefunds({ db, now }: Services): Promise<void> {
  for (const id of await findStuck(db, new Date(now().getTime() - STUCK_MS)))
    await enqueue(db, 'sendRefund', { id }, { key: refundJobKey(id) })
}
