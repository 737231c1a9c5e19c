/** The transitions of a sandbox payment, each in one transaction with the webhook that reports it. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../platform/database/database.server.ts'
import type { TestCard } from './sandbox-cards.ts'
import {
  findPayment,
  refundUpTo,
  type SandboxPayment,
  type Transition,
  transitionPayment,
} from './sandbox-queries.server.ts'
import { announce } from './sandbox-webhooks.server.ts'

const WEBHOOK_DELAY_MS = 20_000
const MAX_WAIT_MS = 8000
/** After the shop has fetched the payment, it needs time to update the order. */
const WRITE_TIMEOUT_MS = 300

/** Applies the card's rule. A decided payment does not change. */
export async function takeCard(db: Database, id: string, { name, number, rule }: TestCard, now: Date): Promise<void> {
  const transition: Transition = {
    from: ['initiated'],
    to: rule.becomes,
    now,
    card: name,
    cardLastFour: number.slice(-4),
  }
  if (rule.becomes === 'challenge') return void (await transitionPayment(db, id, transition))
  if (rule.reason) transition.failureReason = rule.reason
  if (rule.webhookLate) transition.toldFrom = new Date(now.getTime() + WEBHOOK_DELAY_MS)
  if (rule.refusesRefunds) transition.refusesRefunds = true
  const isApplied = await decide(db, id, transition, rule.webhooks ?? 1)
  if (isApplied && rule.webhookFirst) await waitForShop(db, id)
}

/** Applies the cardholder's answer to the bank's challenge. */
export async function answerChallenge(db: Database, id: string, approved: boolean, now: Date): Promise<void> {
  const failed = { failureReason: 'authentication-failed' }
  await decide(db, id, { from: ['challenge'], to: approved ? 'paid' : 'failed', now, ...(approved ? {} : failed) })
}

/** Cancels the payment for the shop. A challenge that has begun continues: it cannot be cancelled. */
export async function close(db: Database, id: string, now: Date): Promise<void> {
  await decide(db, id, { from: ['initiated'], to: 'abandoned', now })
}

/** The payer leaves without paying. */
export async function abandon(db: Database, id: string, now: Date): Promise<void> {
  await decide(db, id, { from: ['initiated', 'challenge'], to: 'abandoned', now })
}

/** @returns false when so much cannot be refunded */
export async function refund(db: Database, id: string, inAll: number, now: Date): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const result = await refundUpTo(tx, id, inAll, now)
    if (result === 'refunded') await announce(tx, id, 'payment.refunded')
    return result !== 'impossible'
  })
}

/** Whether the payment still accepts a card. */
export function takesCards(payment: SandboxPayment, now: Date): boolean {
  return payment.status === 'initiated' && (payment.expiresAt === null || now < payment.expiresAt)
}

/** Whether the payment has an outcome, so that the payer returns to the shop. */
export function isDecided({ status }: SandboxPayment): boolean {
  return status !== 'initiated' && status !== 'challenge'
}

/**
 * The transition and its webhook in one transaction, so that no outcome is without a webhook.
 * @returns false when the payment's status does not allow the transition
 */
async function decide(db: Database, id: string, transition: Transition, times = 1): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    if (!(await transitionPayment(tx, id, transition))) return false
    await announce(tx, id, `payment.${transition.to}`, {
      times,
      ...(transition.toldFrom ? { runAt: transition.toldFrom } : {}),
    })
    return true
  })
}

/** Waits until the shop has fetched the payment and updated the order, for a limited time. */
async function waitForShop(db: Database, id: string): Promise<void> {
  const end = performance.now() + MAX_WAIT_MS
  while (performance.now() < end && !(await findPayment(db, id))?.askedAt) await sleep(50)
  await sleep(WRITE_TIMEOUT_MS)
}
