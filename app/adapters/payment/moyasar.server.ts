/**
 * Moyasar: the learner pays on the page of an invoice of theirs, so that no card ever touches us. An attempt is an
 * invoice; its reference is the invoice's id.
 */
import type { z } from 'zod'
import { DAY_MS, HOUR_MS } from '../../platform/durations.ts'
import type { Log } from '../../platform/log.server.ts'
import type { MoyasarSettings } from '../../platform/payment-settings.server.ts'
import { MoyasarFailure, moyasarApi } from './moyasar-api.server.ts'
import {
  ATTEMPT,
  attemptOf,
  hasMoney,
  Invoice,
  InvoicePage,
  isHeld,
  moneyOf,
  newestFirst,
  Payment,
  PaymentPage,
  paidState,
  paymentItself,
  unknownStatusOf,
  unpaidState,
} from './moyasar-objects.ts'
import { readMessage } from './moyasar-webhooks.ts'
import { type ListedPayment, type NewPayment, type PaymentPort, type PaymentState, RefundRefused } from './port.ts'

export type MoyasarParts = {
  settings: MoyasarSettings
  now: () => Date
  log: Log
  /** Does the work while nobody else does any under the same key; throws when somebody does. */
  alone: <T>(key: string, work: () => Promise<T>) => Promise<T>
  /** How long an answer may take, in milliseconds. */
  timeout?: number
}

/** A payment that has not been settled yet, for some two hours, can be made undone without a fee. */
const VOIDABLE_MS = 2 * HOUR_MS
/** Should their list ever forget to leave out what has not changed, nobody goes through all of their books for it. */
const MAX_REFUND_AGE_MS = 60 * DAY_MS
/** So many that nobody answers. */
const MAX_UNREADABLE = 5
/** Forty on each. */
const MAX_PAGES = 500
const MAX_DESCRIPTION_LENGTH = 250

export function createMoyasar({ settings, now, log, alone, timeout }: MoyasarParts): PaymentPort {
  const ask = moyasarApi({ ...settings, ...(timeout ? { timeout } : {}) })
  const apiUrl = new URL(settings.apiUrl)

  /** @throws MoyasarFailure also when what came is not as documented */
  const askFor = async <S extends z.ZodType>(schema: S, ...call: Parameters<typeof ask>): Promise<z.output<S>> => {
    const read = schema.safeParse(await ask(...call))
    if (read.success) return read.data
    const [issue] = read.error.issues
    throw new MoyasarFailure('unsure', `moyasar ${call[0]} ${call[1]}: ${issue?.path.join('.')}: ${issue?.message}`)
  }
  const invoiceOf = (reference: string) => askFor(Invoice, 'GET', `/invoices/${encodeURIComponent(reference)}`)

  /** The attempt's invoices that can be or were paid, the oldest first. */
  const invoicesFor = async (attemptId: string): Promise<Invoice[]> => {
    const query = { [`metadata[${ATTEMPT}]`]: attemptId }
    const { invoices } = await askFor(InvoicePage, 'GET', '/invoices', { query })
    return invoices
      .filter((invoice) => attemptOf(invoice) === attemptId && !['canceled', 'expired'].includes(invoice.status))
      .sort((a, b) => newestFirst(b, a) || a.id.localeCompare(b.id))
  }

  /**
   * An invoice has no key of ours that would keep a second one from being made. So what an earlier try made is looked
   * for first, and after making one it is looked again: of two tries at once both keep the older one.
   */
  const theInvoiceFor = async (payment: NewPayment): Promise<Invoice> => {
    const [found] = await invoicesFor(payment.attemptId)
    if (found) return found
    const made = await askFor(Invoice, 'POST', '/invoices', { body: paymentRequestOf(payment) }).catch(
      async (error) => {
        // The answer may be all that was lost.
        const [lost] = isUnsure(error) ? await invoicesFor(payment.attemptId).catch(() => []) : []
        if (lost) return lost
        throw error
      },
    )
    const [first = made, ...others] = await invoicesFor(payment.attemptId)
    // Nobody was led there: open or not, it is paid by nobody.
    for (const { id } of others)
      await close(id).catch((error) => log.warn({ err: error, invoice: id }, 'a second invoice could not be cancelled'))
    return first
  }

  /** An invoice's payments, those with money asked for once more by themselves. */
  const paymentsOf = async (invoice: Invoice): Promise<Payment[]> => {
    const paid = await Promise.all(
      (invoice.payments ?? [])
        .filter(hasMoney)
        .map(({ id }) => askFor(Payment, 'GET', `/payments/${encodeURIComponent(id)}`)),
    )
    for (const { id, invoice_id } of paid)
      if (invoice_id !== invoice.id)
        throw new MoyasarFailure('unsure', `moyasar: the payment ${id} is another invoice's`)
    // What was said before is not what is said now: the next look will tell.
    if (!paid.every(hasMoney)) throw new MoyasarFailure('unsure', `moyasar: a payment of ${invoice.id} has changed`)
    if (paid.length > 1)
      log.error(
        { invoice: invoice.id, payments: paid.map(({ id }) => id), alert: 'paidTwice' },
        'an invoice was paid twice',
      )
    return paid.sort((a, b) => newestFirst(b, a))
  }

  const stateOf = async (invoice: Invoice): Promise<PaymentState> => {
    const unknown = unknownStatusOf(invoice)
    if (unknown) log.warn({ invoice: invoice.id, status: unknown }, 'moyasar has a status that we do not know')
    const [paid, ...more] = await paymentsOf(invoice)
    const duplicatePayments = more.filter(isHeld).map(paymentItself)
    if (paid) return { ...paidState(invoice.id, paid), ...(duplicatePayments.length > 0 && { duplicatePayments }) }
    if (['paid', 'refunded', 'voided'].includes(invoice.status))
      throw new MoyasarFailure('unsure', `moyasar: the invoice ${invoice.id} is ${invoice.status} without a payment`)
    return unpaidState(invoice, now())
  }

  const fetch = async (reference: string) => stateOf(await invoiceOf(reference))

  /** Sends back what is missing, by the way that costs nothing where there is one. */
  const sendRefund = async (payment: Payment, missing: number): Promise<Payment> => {
    const path = `/payments/${encodeURIComponent(payment.id)}`
    const isFresh = now().getTime() - Date.parse(payment.created_at) < VOIDABLE_MS
    if (missing === moneyOf(payment).paid && isFresh) {
      const undone = await askFor(Payment, 'POST', `${path}/void`).catch(unlessRefused)
      if (undone) return undone
    }
    const returned = await askFor(Payment, 'POST', `${path}/refund`, { body: { amount: missing } }).catch(unlessRefused)
    if (returned) return returned
    // It may have been done by a request whose answer was late.
    const after = await askFor(Payment, 'GET', path)
    if (moneyOf(after).returned > moneyOf(payment).returned) return after
    log.warn({ payment: payment.id, missing }, 'moyasar refuses a refund')
    throw new RefundRefused('refused-by-provider')
  }

  const refund = async (reference: string, refundedInAllHalalas: number): Promise<PaymentState> => {
    const [payment] = await paymentsOf(await invoiceOf(reference))
    if (!payment) throw new RefundRefused('not-refundable')
    const { paid, returned } = moneyOf(payment)
    if (refundedInAllHalalas > paid) throw new RefundRefused('not-refundable')
    if (returned >= refundedInAllHalalas) return paidState(reference, payment)
    const state = paidState(reference, await sendRefund(payment, refundedInAllHalalas - returned))
    if (state.refundedHalalas < refundedInAllHalalas)
      throw new MoyasarFailure('unsure', `moyasar: the refund of ${reference} is not there yet`)
    return state
  }

  /** An invoice that cannot be cancelled any more has ended otherwise. */
  const close = async (reference: string): Promise<void> => {
    const path = `/invoices/${encodeURIComponent(reference)}`
    if (await askFor(Invoice, 'PUT', `${path}/cancel`).catch(unlessRefused)) return
    const { status } = await invoiceOf(reference)
    if (['initiated', 'failed', 'on_hold'].includes(status))
      throw new MoyasarFailure('unsure', `moyasar: the invoice ${reference} stays ${status}`)
  }

  async function* list(since: Date): AsyncIterable<ListedPayment> {
    const seen = new Set<string>()
    const unread: string[] = []
    for (let page = 1; page <= MAX_PAGES; page++) {
      const query = { page, 'updated[gt]': since.toISOString() }
      const { payments, meta } = await askFor(PaymentPage, 'GET', '/payments', { query })
      const changed = payments.filter(
        ({ created_at, updated_at }) => Date.parse(updated_at ?? created_at) > since.getTime(),
      )
      for (const { invoice_id } of changed) {
        if (!invoice_id || seen.has(invoice_id)) continue
        seen.add(invoice_id)
        try {
          const invoice = await invoiceOf(invoice_id)
          yield { ...(await stateOf(invoice)), attemptId: attemptOf(invoice) }
        } catch (error) {
          // One that cannot be read must not hide those behind it; that it could not be is told in the end.
          log.error({ err: error, invoice: invoice_id, alert: 'unreadablePayment' }, 'a listed payment cannot be read')
          unread.push(invoice_id)
          if (unread.length === MAX_UNREADABLE) throw error
        }
      }
      const oldest = Math.min(...payments.map(({ created_at }) => Date.parse(created_at)))
      const isFiltered = changed.length === payments.length
      if (!meta.next_page || (!isFiltered && oldest < since.getTime() - MAX_REFUND_AGE_MS)) {
        if (unread.length === 0) return
        throw new MoyasarFailure('unsure', `moyasar: ${unread.length} listed payments cannot be read`)
      }
    }
    throw new MoyasarFailure('unsure', `moyasar: more payments since ${since.toISOString()} than anybody reads`)
  }

  return {
    name: 'moyasar',
    create: async (payment) => {
      const invoice = await theInvoiceFor(payment)
      return { reference: invoice.id, paymentUrl: pageOf(invoice, payment.lang, apiUrl) }
    },
    fetch,
    readEvent: (_, body) => readMessage(body, settings.webhookSecret, settings.live),
    refund: (reference, refundedInAllHalalas) =>
      alone(`moyasar refund ${reference}`, () => refund(reference, refundedInAllHalalas)),
    list,
    close,
  }
}

/** No `callback_url`: what it is told carries no secret; the account's webhook does. */
function paymentRequestOf({ attemptId, amountHalalas, description, returnUrl, expiresAt }: NewPayment) {
  return {
    amount: amountHalalas,
    currency: 'SAR',
    description: description.slice(0, MAX_DESCRIPTION_LENGTH),
    success_url: returnUrl,
    back_url: refundedState(returnUrl),
    expired_at: expiresAt.toISOString(),
    metadata: { [ATTEMPT]: attemptId },
  }
}

function refundedState(returnUrl: string): string {
  const url = new URL(returnUrl)
  url.searchParams.set('back', '1')
  return url.href
}

/** The page in the learner's language. @throws when it is not one of theirs: nobody is sent elsewhere to pay */
function pageOf({ id, url }: Invoice, lang: string, apiUrl: URL): string {
  const page = new URL(url)
  const isTheirs =
    page.origin === apiUrl.origin || (page.protocol === 'https:' && /(^|\.)moyasar\.com$/.test(page.hostname))
  if (!isTheirs) throw new MoyasarFailure('unsure', `moyasar: the page of the invoice ${id} is at ${page.origin}`)
  page.searchParams.set('lang', lang)
  return page.href
}

const isUnsure = (error: unknown) => error instanceof MoyasarFailure && error.kind === 'unsure'

/** Others are about the key, the address or the pace. */
const REFUSALS = [400, 409, 422]

/** A refusal of what was asked is an answer: nothing was done. Whatever else went wrong is thrown on. */
function unlessRefused(error: unknown): undefined {
  if (error instanceof MoyasarFailure && error.kind === 'refused' && REFUSALS.includes(error.status)) return undefined
  throw error
}
