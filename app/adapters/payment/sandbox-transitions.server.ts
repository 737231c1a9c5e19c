/** The transitions of a sandbox payment, each in one transaction with the webhook that reports it. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../platform/database.server.ts'
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
/** From the shop's question to its order: the answer goes over the network, and the shop writes it down. */
const WRITE_TIMEOUT_MS = 300

/** What the card does. Nothing happens to a payment that is decided. */
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
  if (rule.toldLate) transition.toldFrom = new Date(now.getTime() + WEBHOOK_DELAY_MS)
  if (rule.refusesRefunds) transition.refusesRefunds = true
  const isTaken = await decide(db, id, transition, rule.told ?? 1)
  if (isTaken && rule.toldFirst) await waitForShop(db, id)
}

/** What the cardholder told their bank. */
export async function answerChallenge(db: Database, id: string, approved: boolean, now: Date): Promise<void> {
  const failed = { failureReason: 'authentication-failed' }
  await decide(db, id, { from: ['challenge'], to: approved ? 'paid' : 'failed', now, ...(approved ? {} : failed) })
}

/** The shop wants no payment any more. What the bank is asking about goes on: it cannot be called back. */
export async function close(db: Database, id: string, now: Date): Promise<void> {
  await decide(db, id, { from: ['initiated'], to: 'abandoned', now })
}

/** The payer goes without paying. */
export async function abandon(db: Database, id: string, now: Date): Promise<void> {
  await decide(db, id, { from: ['initiated', 'challenge'], to: 'abandoned', now })
}

/** @returns false when there is nothing to send so much back of */
export async function refund(db: Database, id: string, inAll: number, now: Date): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const moved = await refundUpTo(tx, id, inAll, now)
    if (moved === 'moved') await announce(tx, id, 'payment.refunded')
    return moved !== 'impossible'
  })
}

/** Whether cards are taken for it. */
export function takesCards(payment: SandboxPayment, now: Date): boolean {
  return payment.status === 'initiated' && (payment.expiresAt === null || now < payment.expiresAt)
}

/** Whether its payer is sent back to the shop now. */
export function isDecided({ status }: SandboxPayment): boolean {
  return status !== 'initiated' && status !== 'challenge'
}

/**
 * The transition and its webhook in one transaction: nothing is decided that nobody is told of.
 * @returns false when the payment is not where it would have to come from
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

/** Until the shop has asked about the payment, and a moment more. A shop that does not ask is not waited for long. */
async function waitForShop(db: Database, id: string): Promise<void> {
  const end = performance.now() + MAX_WAIT_MS
  while (performance.now() < end && !(await findPayment(db, id))?.askedAt) await sleep(50)
  await sleep(WRITE_TIMEOUT_MS)
}
