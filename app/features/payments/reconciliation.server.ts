/** The jobs that reconcile our orders with the provider's payments, in case a webhook was lost. */
import { randomUUID } from 'node:crypto'
import type { ListedPayment, PaymentPort } from '../../adapters/payment/port.ts'
import type { Services } from '../../platform/context.server.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, WEEK_MS } from '../../platform/durations.ts'
import { forEachSettled } from '../../platform/for-each-settled.ts'
import {
  abandonStaleAttempts,
  claimAttemptsToCompare,
  claimAttemptsToSync,
  findAttempt,
  findAttemptByReference,
  insertAttempt,
  saveProviderReference,
} from '../orders/attempt-queries.server.ts'
import { expireOverdue } from '../orders/transition-queries.server.ts'
import { applyPayment } from './apply-payment.server.ts'
import { applyReturned } from './duplicate-payments.server.ts'
import { mailUnmatchedPayment } from './institute-mails.server.ts'
import { type ApplyToPurchase, NO_PURCHASES, syncAttempt } from './payments.server.ts'
import { allProviders } from './providers.server.ts'
import { lastComparedAt, saveComparedAt } from './reconciliation-queries.server.ts'
import { recordUnmatchedPayment } from './unmatched-queries.server.ts'

const SYNC_BATCH_SIZE = 50
/** A single failure may have its own reason; so many in a row mean that the provider is unavailable. */
const MAX_UNANSWERED = 3
const ABANDON_AFTER_MS = DAY_MS
/** What nobody has captured, the instalment companies capture after 21 days themselves. */
const ABANDON_HELD_AFTER_MS = 22 * DAY_MS

/** The job of every minute: fetches open payments from the provider, then expires overdue orders. */
export async function reconcileOrders(services: Services): Promise<void> {
  const { db, now } = services
  const steps = [() => syncOpenAttempts(services), () => expireOverdue(db, now()), () => abandonStale(services)]
  await forEachSettled(steps, (step) => step())
}

async function abandonStale({ db, now }: Services): Promise<void> {
  const before = (age: number) => new Date(now().getTime() - age)
  const [createdBefore, heldBefore] = [before(ABANDON_AFTER_MS), before(ABANDON_HELD_AFTER_MS)]
  await abandonStaleAttempts(db, { createdBefore, heldBefore, now: now() })
}

async function syncOpenAttempts(services: Services): Promise<void> {
  await forEachSettled(allProviders(services), ({ name }) => syncOpenAttemptsAt(services, name))
}

async function syncOpenAttemptsAt(services: Services, provider: string): Promise<void> {
  const { db, now } = services
  let unanswered = 0
  await forEachSettled(await claimAttemptsToSync(db, provider, now(), SYNC_BATCH_SIZE), async ({ id, reference }) => {
    if (unanswered === MAX_UNANSWERED) return
    const answered = await syncAttempt(services, { id, provider, reference: reference! })
    unanswered = answered ? 0 : unanswered + 1
  })
}

/** Each run overlaps the one before, for payments that were being written while the list was read. */
const OVERLAP_MS = 2 * HOUR_MS
const INITIAL_LOOKBACK_MS = WEEK_MS
/** Longer than any instalment company takes refunds. */
const REFUNDABLE_MS = 200 * DAY_MS

/**
 * The job of every 15 minutes: reads the providers' payment lists, so that no payment stays unseen, even one whose
 * creation was never confirmed to us.
 * @throws when the provider does not answer or a payment cannot be applied: the next run starts from the same time
 */
export async function comparePayments(
  services: Services,
  applyToPurchase: ApplyToPurchase = NO_PURCHASES,
): Promise<void> {
  await forEachSettled(allProviders(services), (provider) => comparePaymentsAt(services, provider, applyToPurchase))
}

async function comparePaymentsAt(services: Services, payment: PaymentPort, apply: ApplyToPurchase): Promise<void> {
  const { db, now } = services
  const startedAt = now()
  const last = await lastComparedAt(db, payment.name)
  const since = last ? last.getTime() - OVERLAP_MS : startedAt.getTime() - INITIAL_LOOKBACK_MS
  await forEachSettled(payment.list(new Date(since)), (listed) => compare(services, payment.name, listed, apply))
  if (!payment.listsChanges) await compareOurs(services, payment.name)
  await saveComparedAt(db, payment.name, startedAt)
}

/**
 * How long one run asks one provider: no job may take five minutes. At five answers a second that is tens of thousands a
 * day; what is left is asked in the next run.
 */
const COMPARE_OURS_MS = 1.5 * MINUTE_MS

/** Fetches our own payments of a provider that does not list what has changed, each once a day while it can be refunded. */
async function compareOurs(services: Services, provider: string): Promise<void> {
  const now = services.now()
  const due = { now, paidSince: new Date(now.getTime() - REFUNDABLE_MS), count: SYNC_BATCH_SIZE }
  const endsAt = performance.now() + COMPARE_OURS_MS
  let unanswered = 0
  for (;;) {
    const attempts = await claimAttemptsToCompare(services.db, provider, due)
    await forEachSettled(attempts, async (attempt) => {
      if (unanswered < MAX_UNANSWERED) unanswered = (await syncAttempt(services, attempt)) ? 0 : unanswered + 1
    })
    if (attempts.length < due.count || unanswered === MAX_UNANSWERED || performance.now() > endsAt) return
  }
}

async function compare(
  services: Services,
  provider: string,
  listed: ListedPayment,
  applyToPurchase: ApplyToPurchase,
): Promise<void> {
  const { db, now } = services
  const known =
    (await findAttemptByReference(db, provider, listed.reference)) ?? (await findAttemptFor(services, provider, listed))
  // Held for us: taking it needs more than the list.
  if (known && listed.status === 'authorized')
    return void (await syncAttempt(services, { id: known.id, provider, reference: listed.reference }))
  if (known) return void (await applyPayment(services, known.id, listed))
  if (await applyToPurchase(services, provider, listed)) return
  const { reference, amountHalalas, currency } = listed
  const facts = { provider, reference, amountHalalas, currency, now: now() }
  const unmatched = { kind: 'unmatched', orderId: null, ...facts } as const
  if (listed.status === 'refunded')
    return db.transaction().execute((tx) => applyReturned(tx, services, unmatched, now()))
  if (listed.status !== 'paid') return
  await db.transaction().execute(async (tx) => {
    if (!(await recordUnmatchedPayment(tx, unmatched))) return
    services.log.error({ unmatched }, 'a payment belongs to no order')
    await mailUnmatchedPayment(tx, services.settings, unmatched)
  })
}

/**
 * The attempt of a payment whose reference was never stored, because the provider's response was lost. A second payment
 * for the same attempt becomes an attempt of its own, so that it is accepted or refunded like any other.
 */
async function findAttemptFor({ db, now }: Services, provider: string, { attemptId, reference }: ListedPayment) {
  const attempt = attemptId === null ? undefined : await findAttempt(db, attemptId)
  if (!attempt || attempt.provider !== provider) return undefined
  if (attempt.reference === null && (await saveProviderReference(db, attempt.id, reference, null, now())))
    return { ...attempt, reference }
  const id = randomUUID()
  const { orderId, part, amountHalalas } = attempt
  await insertAttempt(db, { id, orderId, part, provider, amountHalalas, reference, now: now() })
  return { ...attempt, id }
}
