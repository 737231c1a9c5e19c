/** Pays orders with movements of the bank account. No movement is used twice, and none is lost when the server stops. */

import type { Input } from '../../api/endpoint.ts'
import { problemText } from '../../api/messages.server.ts'
import { isProblem, Problem, type ProblemCode } from '../../api/problem.ts'
import { type Context, requireUser, type Services } from '../../platform/context.server.ts'
import type { Database, Tx } from '../../platform/database/database.server.ts'
import { dayOf, plusDays } from '../../platform/days.ts'
import { MINUTE_MS } from '../../platform/durations.ts'
import { forEachSettled } from '../../platform/for-each-settled.ts'
import { sharesOf } from '../ledger/shares.ts'
import { bookPart, owesPart } from '../payments/part-payments.server.ts'
import { approve } from '../transfers/approve-transfer.server.ts'
import { lockOrderToPay } from '../transfers/queries.server.ts'
import type { bankStatementsEndpoints } from './contract.ts'
import { lineToKeep } from './hidden-accounts.ts'
import {
  claimLine,
  eraseAccounts,
  finishUses,
  linesById,
  lockUnfinished,
  ordersWithUnfinished,
  referencesOf,
  releaseUses,
  takeForOrder,
  transferTaken,
  uncheckedWords,
  wordsWereChecked,
} from './queries.server.ts'

type Decision = Input<(typeof bankStatementsEndpoints)['payWithBankLines']>
type Part = Decision['parts'][number]

/** A payer's account is kept for a refund only. */
const ACCOUNT_KEPT_DAYS = 120
/** An approval takes seconds; what has no end after this was interrupted. */
const UNFINISHED_AFTER_MS = 5 * MINUTE_MS
/** How many movements have their words gone through in one transaction, and in one run of the job. */
const WORDS_BATCH = 500
const MAX_BATCHES = 20

export async function payWithBankLines(ctx: Context, { lineIds, parts, note }: Decision) {
  const lines = await linesById(ctx.db, lineIds)
  if (lines.length !== new Set(lineIds).size) throw new Problem('notFound')
  const left = lines.map(({ id, amountHalalas, usedHalalas }) => ({ id, halalas: amountHalalas - usedHalalas }))
  const wanted = parts.reduce((sum, { amountHalalas }) => sum + amountHalalas, 0)
  if (wanted > left.reduce((sum, { halalas }) => sum + halalas, 0)) throw new Problem('lineUsed')
  const outcomes: Outcome[] = []
  for (const part of parts) {
    const outcome = await payPart(ctx, left, part, note)
    // What was paid before is reported, also when somebody else took the rest meanwhile.
    if (outcome.problem === 'lineUsed' && outcomes.length === 0) throw new Problem('lineUsed')
    outcomes.push(outcome)
  }
  const references = await referencesOf(
    ctx.db,
    parts.map(({ orderId }) => orderId),
  )
  return {
    parts: outcomes.map(({ problem: _, ...outcome }) => ({
      ...outcome,
      reference: references.get(outcome.orderId) ?? null,
    })),
  }
}

type Left = { id: number; halalas: number }[]
type Approved = Awaited<ReturnType<typeof approve>>
type Outcome = { orderId: string; outcome: Approved | 'refused'; reason?: string; problem?: ProblemCode }

/** Claims the money in one transaction, approves the transfer, and then ends the claim or gives it back. */
async function payPart(ctx: Context, left: Left, part: Part, note: string | undefined): Promise<Outcome> {
  const { orderId, amountHalalas, difference } = part
  try {
    if (await owesPart(ctx, orderId)) {
      await payOrderPart(ctx, left, part)
      return { orderId, outcome: 'paid' }
    }
    await claim(ctx, left, part)
    const outcome = await approve(ctx, { id: orderId, amountHalalas, difference, note }).catch(async (error) => {
      // An unknown failure may have come after the money was taken: the job looks at the order.
      if (isProblem(error)) await settle(ctx, orderId, false)
      throw error
    })
    await settle(ctx, orderId, true)
    return { orderId, outcome }
  } catch (error) {
    if (!isProblem(error)) throw error
    const { code, detail } = error
    return { orderId, outcome: 'refused', reason: problemText(code, detail, ctx.lang), problem: code }
  }
}

/**
 * A later part of an order that holds: the movements are used and the money is booked in one transaction.
 * @throws Problem ownOrder, partNotOwed, amountDiffers, lineUsed
 */
async function payOrderPart(ctx: Context, left: Left, { orderId, amountHalalas }: Part): Promise<void> {
  const [used, now] = [
    sharesOf(
      left.map(({ id, halalas }) => ({ id, leftHalalas: halalas })),
      amountHalalas,
    ),
    ctx.now(),
  ]
  await ctx.db.transaction().execute(async (tx) => {
    const moneyReference = used.map(({ id }) => `BANK-${id}`).join(' ')
    await bookPart(tx, ctx, orderId, { provider: 'transfer', amountHalalas, moneyReference })
    for (const { id: lineId, amountHalalas: share } of used)
      if (!(await takeForOrder(tx, { lineId, orderId, amountHalalas: share, now, by: requireUser(ctx).id })))
        throw new Problem('lineUsed')
  })
  for (const { id, amountHalalas: share } of used) left.find((line) => line.id === id)!.halalas -= share
}

/** @throws Problem lineUsed when somebody else was quicker; orderNotFound, transferApproved */
async function claim(ctx: Context, left: Left, { orderId, amountHalalas }: Part): Promise<void> {
  const now = ctx.now()
  await ctx.db.transaction().execute(async (tx) => {
    // One decision at a time: a claim without an end belongs to one that is being carried out.
    if (!(await lockOrderToPay(tx, orderId))) throw new Problem('orderNotFound')
    const { isTaken, received } = await transferTaken(tx, orderId)
    if (isTaken || (await lockUnfinished(tx, orderId)).length > 0) throw new Problem('transferApproved')
    let missing = amountHalalas
    for (const line of left) {
      const share = Math.min(line.halalas, missing)
      if (share <= 0) continue
      const use = { lineId: line.id, orderId, amountHalalas: share, receivedBefore: received, now }
      if (!(await claimLine(tx, { ...use, by: requireUser(ctx).id }))) throw new Problem('lineUsed')
      missing -= share
      line.halalas -= share
    }
    if (missing > 0) throw new Problem('lineUsed')
  })
}

/**
 * Ends the claim on the money of an order, or gives it back.
 * @param isTaken whether the order took it; when that is unknown, after a crash, the order itself tells
 */
async function settle(
  { db, now }: Pick<Services, 'db' | 'now'>,
  orderId: string,
  isTaken: boolean | undefined,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const uses = await lockUnfinished(tx, orderId)
    if (uses.length === 0) return
    const ids = uses.map(({ id }) => id)
    if (isTaken ?? (await hasTaken(tx, orderId, uses))) await finishUses(tx, ids, now())
    else await releaseUses(tx, ids)
  })
}

async function hasTaken(tx: Tx, orderId: string, uses: readonly { receivedBefore: number }[]): Promise<boolean> {
  const { isTaken, received } = await transferTaken(tx, orderId)
  return isTaken || received > uses[0]!.receivedBefore
}

/** The job: ends what a stopped server left, hides accounts in words, and deletes those that are no longer needed. */
export async function tidyBankLines(services: Services): Promise<void> {
  const before = new Date(services.now().getTime() - UNFINISHED_AFTER_MS)
  await forEachSettled(await ordersWithUnfinished(services.db, before), (orderId) =>
    settle(services, orderId, undefined),
  )
  await hideAccounts(services.db)
  await eraseAccounts(services.db, plusDays(dayOf(services.now()), -ACCOUNT_KEPT_DAYS), services.now())
}

/** In the words of movements that an older version stored. The payer's account has to be there still. */
async function hideAccounts(db: Database): Promise<void> {
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const checked = await db.transaction().execute(async (tx) => {
      const lines = await uncheckedWords(tx, WORDS_BATCH)
      if (lines.length > 0) await wordsWereChecked(tx, lines.map(lineToKeep))
      return lines.length
    })
    if (checked < WORDS_BATCH) return
  }
}
