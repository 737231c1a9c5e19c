/** A company pays by card: the page of the provider is opened, and asked about until its outcome is known. */
import { randomUUID } from 'node:crypto'
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { isProblem, Problem } from '../../api/problem.ts'
import { ordersRecords as ar } from '../../locales/ar/orders-records.ts'
import { ordersRecords as en } from '../../locales/en/orders-records.ts'
import type { Lang } from '../../locales/lang.ts'
import { inLang } from '../../locales/localized.ts'
import type { Context, Services } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import { DAY_MS, HOUR_MS, HOUR_SECONDS, MINUTE_MS, SECOND_MS } from '../../platform/durations.ts'
import { forEachSettled } from '../../platform/for-each-settled.ts'
import { enqueue } from '../../platform/jobs.server.ts'
import { limit } from '../../platform/limits/rate-limit.server.ts'
import { endReasonOf } from '../orders/order-state.ts'
import { allProviders, providerNamed } from '../payments/providers.server.ts'
import { findQuote, lockQuote, type QuoteRow } from '../quotes/queries.server.ts'
import { requireLinked } from '../quotes/quotation.server.ts'
import { quotationLink } from '../quotes/quote-links.ts'
import { quoteToken } from '../quotes/quote-token.server.ts'
import { applyToPurchase } from './apply-to-purchase.server.ts'
import { attachToPurchase, attachToPurchasePreview } from './attach-to-purchase.server.ts'
import type { purchasePaymentsEndpoints } from './contract.ts'
import { companyCredit, dueFor, useCredit } from './credit.server.ts'
import { cardRefunds, refundCard } from './purchase-refunds.server.ts'
import {
  abandonOld,
  attemptById,
  attemptsOf,
  claimOfPurchase,
  claimOpen,
  insertAttempt,
  type PurchaseAttempt,
  saveReference,
} from './queries.server.ts'
import { keepAsCredit } from './surplus.server.ts'

type Calls = typeof purchasePaymentsEndpoints

export const purchasePaymentsOperations: Operations<Calls> = {
  cardPayment,
  payByCard,
  cardAttempts,
  cardRefunds,
  refundCard,
  attachToPurchasePreview,
  attachToPurchase,
  keepAsCredit,
  companyCredit,
  useCredit,
}

const TEXTS = { ar, en }

/** How long the provider's page takes a card. */
const PAGE_MS = HOUR_MS
/** A page that ends sooner is not opened again: nobody fills in a card in less. */
const USABLE_MS = 10 * MINUTE_MS
const MAX_PAGES_PER_HOUR = 30

const stateOf = ({ status }: PurchaseAttempt) => (status === 'created' ? ('open' as const) : status)
const failureOf = ({ status, failureReason }: PurchaseAttempt, lang: Lang) =>
  status === 'failed' ? TEXTS[lang].endedBecause[endReasonOf(failureReason)] : null

async function cardPayment(ctx: Context, link: Input<Calls['cardPayment']>) {
  const quote = await requireLinked(ctx, link)
  await askAbout(ctx, quote.id, POLL_MS)
  const [due, [last]] = await Promise.all([dueFor(ctx.db, quote), attemptsOf(ctx.db, quote.id)])
  return {
    payableHalalas: due > 0 ? due : null,
    last: last ? { state: stateOf(last), amountHalalas: last.amountHalalas, failure: failureOf(last, ctx.lang) } : null,
  }
}

async function payByCard(ctx: Context, link: Input<Calls['payByCard']>) {
  const quote = await requireLinked(ctx, link)
  await limit(ctx, `card-payment:${quote.id}`, MAX_PAGES_PER_HOUR, HOUR_SECONDS)
  // What was paid a moment ago must not be asked for again.
  await askAbout(ctx, quote.id, 0)
  const attempt = await ctx.db.transaction().execute((tx) => usableAttempt(tx, ctx, quote.id))
  return { paymentUrl: attempt.paymentUrl ?? (await openPage(ctx, quote, attempt)) }
}

/**
 * The open attempt for what is due now, or a new one; every other page of the purchase is closed.
 * @throws Problem quoteNotAccepted, nothingDue
 */
async function usableAttempt(tx: Tx, ctx: Context, quoteId: number): Promise<PurchaseAttempt> {
  const quote = (await lockQuote(tx, quoteId))!
  if (quote.state !== 'accepted') throw new Problem('quoteNotAccepted')
  const amountHalalas = await dueFor(tx, quote)
  if (amountHalalas <= 0) throw new Problem('nothingDue')
  const now = ctx.now()
  const provider = ctx.payment.name
  const open = (await attemptsOf(tx, quoteId)).filter(({ status }) => status === 'created')
  const usable = open.find(
    (one) =>
      one.amountHalalas === amountHalalas &&
      one.provider === provider &&
      one.expiresAt.getTime() > now.getTime() + USABLE_MS,
  )
  for (const other of open) if (other !== usable) await closeLater(tx, ctx, other)
  if (usable) return usable
  const id = randomUUID()
  await insertAttempt(tx, { id, quoteId, provider, amountHalalas, expiresAt: new Date(now.getTime() + PAGE_MS), now })
  return (await attemptById(tx, id))!
}

async function closeLater(db: Tx | Context['db'], services: Services, { provider, reference }: PurchaseAttempt) {
  if (reference && providerNamed(services, provider)?.close)
    await enqueue(
      db,
      'closePayment',
      { provider, reference },
      { maxAttempts: 6, key: `close-payment:${provider}:${reference}` },
    )
}

async function openPage(ctx: Context, quote: QuoteRow, attempt: PurchaseAttempt): Promise<string> {
  const { id, amountHalalas, expiresAt } = attempt
  const now = ctx.now()
  try {
    const returnUrl = new URL(ctx.settings.publicUrl + quotationLink(ctx.lang, quote.number, quoteToken(ctx, quote)))
    returnUrl.searchParams.set('paid', '1')
    const { reference, paymentUrl } = await ctx.payment.create({
      ...{ attemptId: id, amountHalalas, lang: ctx.lang, expiresAt, now, returnUrl: returnUrl.href },
      description: `${inLang(quote.company.name, ctx.lang)} · ${quote.number}`,
    })
    if (await saveReference(ctx.db, id, { reference, paymentUrl, now })) return paymentUrl
    // A concurrent request has stored another page, on which somebody may be paying.
    await closeLater(ctx.db, ctx, { ...attempt, reference })
    const stored = (await attemptById(ctx.db, id))?.paymentUrl
    if (!stored) throw new Problem('paymentProviderDown')
    return stored
  } catch (error) {
    if (isProblem(error)) throw error
    ctx.log.warn({ err: error, quote: quote.number }, 'the payment provider did not answer')
    throw new Problem('paymentProviderDown')
  }
}

async function cardAttempts(ctx: Context, { id }: Input<Calls['cardAttempts']>) {
  if (!(await findQuote(ctx.db, { id }))) throw new Problem('notFound')
  await askAbout(ctx, id, POLL_MS)
  return (await attemptsOf(ctx.db, id)).map((attempt) => ({
    ...{ id: attempt.id, state: stateOf(attempt), provider: attempt.provider, reference: attempt.reference },
    ...{ amountHalalas: attempt.amountHalalas, paidHalalas: attempt.paidHalalas },
    ...{
      isBooked: attempt.isBooked,
      refundedHalalas: attempt.refundedHalalas,
      lostHalalas: attempt.lostHalalas,
      failure: failureOf(attempt, ctx.lang),
    },
    at: attempt.createdAt.toISOString(),
  }))
}

/** The page asks every few seconds; the provider is not asked that often. */
const POLL_MS = 10 * SECOND_MS

async function askAbout(services: Services, quoteId: number, everyMs: number): Promise<void> {
  const now = services.now()
  const before = new Date(now.getTime() - everyMs)
  for (const attempt of await claimOfPurchase(services.db, quoteId, { now, before })) await sync(services, attempt)
}

/** False when the provider did not answer: then nothing changes. */
async function sync(services: Services, { id, provider, reference }: PurchaseAttempt): Promise<boolean> {
  try {
    const state = await providerNamed(services, provider)!.fetch(reference!)
    await applyToPurchase(services, provider, { ...state, attemptId: id })
    return true
  } catch (error) {
    services.log.warn({ err: error, attempt: id }, 'a card payment of a company could not be read')
    return false
  }
}

const SYNC_MS = 50 * SECOND_MS
const SYNC_COUNT = 50
/** With so many failures in a row the provider is unavailable. */
const MAX_UNANSWERED = 3

/** The job of every minute: asks about open pages, and closes those that ask for more than is owed by now. */
export async function syncPurchasePayments(services: Services): Promise<void> {
  const now = services.now()
  await forEachSettled(allProviders(services), async ({ name }) => {
    const before = new Date(now.getTime() - SYNC_MS)
    let unanswered = 0
    for (const attempt of await claimOpen(services.db, name, { now, before, count: SYNC_COUNT })) {
      if (unanswered === MAX_UNANSWERED) return
      unanswered = (await sync(services, attempt)) ? 0 : unanswered + 1
      if (await asksForTooMuch(services, attempt.id)) await closeLater(services.db, services, attempt)
    }
  })
  await abandonOld(services.db, new Date(now.getTime() - DAY_MS), now)
}

/** The rest may have come by transfer while the page was open. */
async function asksForTooMuch({ db }: Services, id: string): Promise<boolean> {
  const attempt = await attemptById(db, id)
  const quote = attempt?.status === 'created' ? await findQuote(db, { id: attempt.quoteId }) : undefined
  return quote !== undefined && attempt!.amountHalalas > (await dueFor(db, quote))
}
