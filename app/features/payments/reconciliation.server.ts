/** The jobs that compare our orders with the provider's books, for whatever nobody told us. */
import { randomUUID } from 'node:crypto'
import type { ListedPayment } from '../../adapters/payment/port.ts'
import type { Services } from '../../platform/context.server.ts'
import { DAY_MS, HOUR_MS, WEEK_MS } from '../../platform/durations.ts'
import { forEachSettled } from '../../platform/for-each-settled.ts'
import {
  abandonStaleAttempts,
  claimAttemptsToSync,
  findAttempt,
  findAttemptByReference,
  insertAttempt,
  saveProviderReference,
} from '../orders/attempt-queries.server.ts'
import { expireOverdue } from '../orders/transition-queries.server.ts'
import { applyPayment } from './apply-payment.server.ts'
import { mailUnmatchedPayment } from './institute-mails.server.ts'
import { syncAttempt } from './payments.server.ts'
import { lastComparedAt, recordUnmatchedPayment, saveComparedAt } from './reconciliation-queries.server.ts'

const SYNC_BATCH_SIZE = 50
const GIVE_UP_AFTER_MS = DAY_MS

/** The job of every minute: asks about payments whose outcome nobody told us, then expires what is overdue. */
export async function reconcileOrders(services: Services): Promise<void> {
  const { db, now } = services
  const steps = [
    () => syncOpenAttempts(services),
    () => expireOverdue(db, now()),
    () => abandonStaleAttempts(db, new Date(now().getTime() - GIVE_UP_AFTER_MS), now()),
  ]
  await forEachSettled(steps, (step) => step())
}

async function syncOpenAttempts(services: Services): Promise<void> {
  const { db, now, payment } = services
  let unanswered = 0
  await forEachSettled(
    await claimAttemptsToSync(db, payment.name, now(), SYNC_BATCH_SIZE),
    async ({ id, reference }) => {
      // One question may fail for its own reasons; three in a row mean that nobody is there.
      if (unanswered === 3) return
      const answered = await syncAttempt(services, { id, reference: reference! })
      unanswered = answered ? 0 : unanswered + 1
    },
  )
}

/** Looked at again each time: what was being written when the provider's list was read. */
const OVERLAP_MS = 2 * HOUR_MS
const INITIAL_LOOKBACK_MS = WEEK_MS

/**
 * The job of every quarter of an hour: goes through the provider's own list, so that no payment stays unseen, even one
 * whose making we never heard back about.
 * @throws when the provider does not answer or one of its payments cannot be booked: the next time begins where this one did
 */
export async function comparePayments(services: Services): Promise<void> {
  const { db, now, payment } = services
  const startedAt = now()
  const last = await lastComparedAt(db, payment.name)
  const since = last ? last.getTime() - OVERLAP_MS : startedAt.getTime() - INITIAL_LOOKBACK_MS
  await forEachSettled(payment.list(new Date(since)), (listed) => compare(services, listed))
  await saveComparedAt(db, payment.name, startedAt)
}

async function compare(services: Services, listed: ListedPayment): Promise<void> {
  const { db, now, payment } = services
  const known =
    (await findAttemptByReference(db, payment.name, listed.reference)) ?? (await findAttemptFor(services, listed))
  if (known) return void (await applyPayment(services, known.id, listed))
  if (listed.status !== 'paid') return
  const { reference, amountHalalas, currency } = listed
  await db.transaction().execute(async (tx) => {
    const unmatched = { provider: payment.name, reference, amountHalalas, currency, now: now() }
    if (!(await recordUnmatchedPayment(tx, unmatched))) return
    services.log.error({ unmatched }, 'a payment belongs to no order')
    await mailUnmatchedPayment(tx, services.settings, unmatched)
  })
}

/**
 * The attempt that a payment was made for, whose reference was lost on the way to us. A second payment made for the
 * same one is an attempt of its own, so that it is taken or sent back like every other.
 */
async function findAttemptFor(services: Services, { attemptId, reference }: ListedPayment) {
  const { db, now, payment } = services
  const asked = attemptId === null ? undefined : await findAttempt(db, attemptId)
  if (!asked || asked.provider !== payment.name) return undefined
  if (asked.reference === null) {
    await saveProviderReference(db, asked.id, reference, null, now())
    return asked
  }
  const id = randomUUID()
  const { orderId, amountHalalas } = asked
  await insertAttempt(db, { id, orderId, provider: payment.name, amountHalalas, reference, now: now() })
  return { ...asked, id }
}
