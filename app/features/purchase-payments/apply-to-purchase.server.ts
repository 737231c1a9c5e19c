/** Applies what the provider reports of a company's card payment. Repeated and late reports change nothing twice. */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { ListedPayment, PaymentState } from '../../adapters/payment/port.ts'
import type { Services } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import { dayOf } from '../../platform/days.ts'
import { mailCompany } from '../payments/company-mails.server.ts'
import { applyReturned } from '../payments/duplicate-payments.server.ts'
import { mailSurplusPayment } from '../payments/institute-mails.server.ts'
import type { ApplyToPurchase } from '../payments/payments.server.ts'
import { recordUnmatchedPayment } from '../payments/unmatched-queries.server.ts'
import { documentsOf, dueOf, insertPayment, paymentsOf, sumsOf } from '../quotes/money-queries.server.ts'
import { lockQuote, type QuoteRow } from '../quotes/queries.server.ts'
import { mailCardPaid, mailCardReturned } from '../quotes/quote-mails.server.ts'
import { releaseTo } from '../quotes/seats/seats.server.ts'
import {
  attemptById,
  attemptByReference,
  endAttempt,
  insertAttempt,
  isBooked,
  type PurchaseAttempt,
  recordPaid,
  recordRefunded,
  saveReference,
  unbookedRefund,
} from './queries.server.ts'
import { finishRefunds } from './refund-queries.server.ts'

export const applyToPurchase: ApplyToPurchase = async (services, provider, listed) => {
  const attempt =
    (await attemptByReference(services.db, provider, listed.reference)) ?? (await lost(services, provider, listed))
  if (!attempt) return false
  await services.db.transaction().execute((tx) => applyIn(tx, services, attempt, listed))
  return true
}

/**
 * The attempt of a payment whose reference was never stored, because the provider's answer was lost. A second payment of
 * the same attempt becomes an attempt of its own.
 */
async function lost({ db, now }: Services, provider: string, { attemptId, reference }: ListedPayment) {
  const attempt = z.uuid().safeParse(attemptId).success ? await attemptById(db, attemptId!) : undefined
  if (attempt?.provider !== provider) return undefined
  if (await saveReference(db, attempt.id, { reference, paymentUrl: null, now: now() })) return { ...attempt, reference }
  const { quoteId, amountHalalas, expiresAt } = attempt
  const id = randomUUID()
  await insertAttempt(db, { id, quoteId, provider, reference, amountHalalas, expiresAt, now: now() })
  return { ...attempt, id, reference }
}

async function applyIn(tx: Tx, services: Services, attempt: PurchaseAttempt, state: PaymentState): Promise<void> {
  const { status, amountHalalas, currency, failureReason } = state
  const now = services.now()
  if (status === 'open') return
  const quote = (await lockQuote(tx, attempt.quoteId))!
  if (status === 'failed' || status === 'abandoned')
    return void (await endAttempt(tx, attempt.id, { to: status, failureReason, now }))
  const isNew = await recordPaid(tx, attempt.id, { amountHalalas, currency, now })
  if (isNew && status === 'paid') await settle(tx, services, { quote, attempt, state, now })
  await applyRefunded(tx, services, { attempt, state, now })
  for (const { refundedHalalas, ...duplicate } of state.duplicatePayments ?? []) {
    const money = { ...duplicate, provider: attempt.provider }
    if (refundedHalalas >= duplicate.amountHalalas) await applyReturned(tx, services, money, now)
    else await setAside(tx, services, quote, { kind: 'duplicate', ...money, now })
  }
}

type Reported = { attempt: PurchaseAttempt; state: PaymentState; now: Date }

/** Money that is owed is booked. Any other waits, whole, for staff to send it back: it is never more than the company owes. */
async function settle(
  tx: Tx,
  services: Services,
  { quote, attempt, state, now }: Reported & { quote: QuoteRow },
): Promise<void> {
  const { amountHalalas, currency, reference } = state
  const { provider, id: attemptId } = attempt
  const due = dueOf(sumsOf(await documentsOf(tx, quote.id), await paymentsOf(tx, quote.id)))
  if (currency !== 'SAR' || amountHalalas > due) {
    services.log.warn({ attempt: attemptId, due, state }, 'a company paid by card what it does not owe')
    return setAside(tx, services, quote, { kind: 'surplus', provider, reference, amountHalalas, currency, now })
  }
  await insertPayment(tx, quote.id, {
    ...{ kind: 'received', method: 'card', amountHalalas, reference, receivedOn: dayOf(now) },
    ...{ staffId: null, attemptId, now },
  })
  await mailCardPaid(tx, services, quote, { attemptId, amountHalalas, dueHalalas: due - amountHalalas })
  if (amountHalalas === due) await releaseTo(tx, services, quote)
}

type Aside = {
  kind: 'surplus' | 'duplicate'
  provider: string
  reference: string
  amountHalalas: number
  currency: string
  now: Date
}

/** The institute and the company are told once. */
async function setAside(tx: Tx, { settings }: Services, quote: QuoteRow, money: Aside): Promise<void> {
  const payment = { ...money, orderId: null, quoteId: quote.id }
  if (!(await recordUnmatchedPayment(tx, payment))) return
  await mailSurplusPayment(tx, settings, quote.number, payment)
  await mailCompany(tx, 'surplus', {
    quote,
    amountHalalas: money.amountHalalas,
    about: `surplus:${money.provider}:${money.reference}`,
    now: money.now,
  })
}

/** What was sent back in the provider's dashboard is booked here; what staff wrote down before counts as that. */
async function applyRefunded(tx: Tx, services: Services, { attempt, state, now }: Reported): Promise<void> {
  const { provider, id: attemptId, quoteId } = attempt
  const { reference, refundedHalalas } = state
  if (!(await recordRefunded(tx, attemptId, refundedHalalas, now))) return
  await finishRefunds(tx, attemptId, refundedHalalas, now)
  if (await isBooked(tx, attemptId)) {
    const amountHalalas = await unbookedRefund(tx, quoteId)
    if (amountHalalas <= 0) return
    await insertPayment(tx, quoteId, {
      ...{ kind: 'returned', method: 'card', amountHalalas, reference: `${reference}/${refundedHalalas}` },
      ...{ receivedOn: dayOf(now), staffId: null, attemptId, now },
    })
    const quote = (await lockQuote(tx, quoteId))!
    await mailCardReturned(tx, services, quote, { about: `${attemptId}:${refundedHalalas}`, amountHalalas })
  } else if (refundedHalalas >= state.amountHalalas) await applyReturned(tx, services, { provider, reference }, now)
}
