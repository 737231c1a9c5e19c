/**
 * The payment provider Moyasar. The learner pays on the hosted page of a Moyasar invoice, so that no card data reaches our
 * server. An attempt is an invoice; its reference is the invoice's id.
 */
import type { z } from 'zod'
import { DAY_MS, HOUR_MS } from '../../platform/durations.ts'
import type { Log } from '../../platform/log.server.ts'
import type { MoyasarSettings } from '../../platform/settings/payment-settings.server.ts'
import { moyasarApi } from './moyasar-api.server.ts'
import {
  ATTEMPT,
  attemptOf,
  duplicatePaymentOf,
  hasMoney,
  Invoice,
  InvoicePage,
  moneyOf,
  newestFirst,
  Payment,
  PaymentPage,
  paidState,
  unknownStatusOf,
  unpaidState,
} from './moyasar-objects.ts'
import { readMessage } from './moyasar-webhooks.ts'
import {
  type ListedPayment,
  type NewPayment,
  type PaymentPort,
  type PaymentState,
  RefundRefused,
  RefundUnsure,
} from './port.ts'
import { ProviderFailure } from './provider-api.server.ts'

export type MoyasarParts = {
  settings: MoyasarSettings
  now: () => Date
  log: Log
  /** Runs work under a lock; throws when the lock is taken. */
  underLock: <T>(key: string, work: () => Promise<T>) => Promise<T>
  /** Of a request, in milliseconds. */
  timeout?: number
}

/** A payment can be voided without a fee until it is settled, after about two hours. */
const VOIDABLE_MS = 2 * HOUR_MS
/** If the list ever ignores its filter, it is read no further back than this. */
const MAX_REFUND_AGE_MS = 60 * DAY_MS
/** With more, the provider is probably unavailable. */
const MAX_UNREADABLE = 5
/** With forty payments each. */
const MAX_PAGES = 500
const MAX_DESCRIPTION_LENGTH = 250

export function createMoyasar({ settings, now, log, underLock, timeout }: MoyasarParts): PaymentPort {
  const callApi = moyasarApi({ ...settings, ...(timeout ? { timeout } : {}) })
  const apiUrl = new URL(settings.apiUrl)

  /** @throws ProviderFailure also when the response does not match the schema */
  const request = async <S extends z.ZodType>(schema: S, ...call: Parameters<typeof callApi>): Promise<z.output<S>> => {
    const read = schema.safeParse(await callApi(...call))
    if (read.success) return read.data
    const [issue] = read.error.issues
    throw new ProviderFailure('unsure', `moyasar ${call[0]} ${call[1]}: ${issue?.path.join('.')}: ${issue?.message}`)
  }
  const invoiceOf = (reference: string) => request(Invoice, 'GET', `/invoices/${encodeURIComponent(reference)}`)

  /** The attempt's invoices without cancelled and expired ones, the oldest first. */
  const invoicesFor = async (attemptId: string): Promise<Invoice[]> => {
    const query = { [`metadata[${ATTEMPT}]`]: attemptId }
    const { invoices } = await request(InvoicePage, 'GET', '/invoices', { query })
    return invoices
      .filter((invoice) => attemptOf(invoice) === attemptId && !['canceled', 'expired'].includes(invoice.status))
      .sort((a, b) => newestFirst(b, a) || a.id.localeCompare(b.id))
  }

  /**
   * The API has no idempotency key for invoices. So an existing invoice of the attempt is searched before creating one, and
   * again afterwards: of two concurrent requests, both use the older invoice.
   */
  const findOrCreateInvoice = async (payment: NewPayment): Promise<Invoice> => {
    const [existing] = await invoicesFor(payment.attemptId)
    if (existing) return existing
    const created = await request(Invoice, 'POST', '/invoices', { body: paymentRequestOf(payment) }).catch(
      async (error) => {
        // The invoice may have been created although the response was lost.
        const [lost] = isUnsure(error) ? await invoicesFor(payment.attemptId).catch(() => []) : []
        if (lost) return lost
        throw error
      },
    )
    const [first = created] = await invoicesFor(payment.attemptId)
    // Only our own: a concurrent request may have redirected a learner to any other.
    if (first.id !== created.id)
      await close(created.id).catch((error) =>
        log.warn({ err: error, invoice: created.id }, 'a second invoice could not be cancelled'),
      )
    return first
  }

  /** An invoice's paid payments, each fetched by itself. */
  const paymentsOf = async (invoice: Invoice): Promise<Payment[]> => {
    const paid = await Promise.all(
      (invoice.payments ?? [])
        .filter(hasMoney)
        .map(({ id }) => request(Payment, 'GET', `/payments/${encodeURIComponent(id)}`)),
    )
    for (const { id, invoice_id } of paid)
      if (invoice_id !== invoice.id)
        throw new ProviderFailure('unsure', `moyasar: the payment ${id} is another invoice's`)
    // The payment has changed between the two requests; the next poll will see the final status.
    if (!paid.every(hasMoney)) throw new ProviderFailure('unsure', `moyasar: a payment of ${invoice.id} has changed`)
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
    const duplicatePayments = more.map(duplicatePaymentOf)
    if (paid) return { ...paidState(invoice.id, paid), ...(duplicatePayments.length > 0 && { duplicatePayments }) }
    if (['paid', 'refunded', 'voided'].includes(invoice.status))
      throw new ProviderFailure('unsure', `moyasar: the invoice ${invoice.id} is ${invoice.status} without a payment`)
    return unpaidState(invoice, now())
  }

  const fetch = async (reference: string) => stateOf(await invoiceOf(reference))

  /**
   * Refunds the missing amount; voids the payment instead where possible, since that is free.
   * @throws RefundRefused, RefundUnsure, ProviderFailure when nothing was done
   */
  const sendRefund = async (payment: Payment, missing: number): Promise<Payment> => {
    const path = `/payments/${encodeURIComponent(payment.id)}`
    const isFresh = now().getTime() - Date.parse(payment.created_at) < VOIDABLE_MS
    if (missing === moneyOf(payment).paid && isFresh) {
      const voided = await request(Payment, 'POST', `${path}/void`).catch(unsureOrRefused)
      if (voided) return voided
    }
    const returned = await request(Payment, 'POST', `${path}/refund`, { body: { amount: missing } }).catch(
      unsureOrRefused,
    )
    if (returned) return returned
    // An earlier request whose response was lost may have refunded it.
    const after = await request(Payment, 'GET', path)
    if (moneyOf(after).returned > moneyOf(payment).returned) return after
    log.warn({ payment: payment.id, missing }, 'moyasar refuses a refund')
    throw new RefundRefused('refused-by-provider')
  }

  const refund: PaymentPort['refund'] = async (reference, refundedInAllHalalas, willSend) => {
    const [payment] = await paymentsOf(await invoiceOf(reference))
    if (!payment) throw new RefundRefused('not-refundable')
    const { paid, returned } = moneyOf(payment)
    if (refundedInAllHalalas > paid) throw new RefundRefused('not-refundable')
    if (returned >= refundedInAllHalalas) return paidState(reference, payment)
    const missing = refundedInAllHalalas - returned
    await willSend(missing)
    const state = paidState(reference, await sendRefund(payment, missing))
    if (state.refundedHalalas < refundedInAllHalalas)
      throw new RefundUnsure(`moyasar: the refund of ${reference} is not there yet`)
    return state
  }

  const refundDuplicate: PaymentPort['refundDuplicate'] = async (reference, willSend) => {
    const payment = await request(Payment, 'GET', `/payments/${encodeURIComponent(reference)}`)
    const { paid, returned } = moneyOf(payment)
    if (!hasMoney(payment)) throw new RefundRefused('not-refundable')
    if (returned >= paid) return
    await willSend(paid - returned)
    const after = moneyOf(await sendRefund(payment, paid - returned))
    if (after.returned < paid) throw new RefundUnsure(`moyasar: the refund of ${reference} is not there yet`)
  }

  /** An invoice that cannot be cancelled has already ended: that is fine. */
  const close = async (reference: string): Promise<void> => {
    const path = `/invoices/${encodeURIComponent(reference)}`
    if (await request(Invoice, 'PUT', `${path}/cancel`).catch(unlessRefused)) return
    const { status } = await invoiceOf(reference)
    if (['initiated', 'failed', 'on_hold'].includes(status))
      throw new ProviderFailure('unsure', `moyasar: the invoice ${reference} stays ${status}`)
  }

  async function* list(since: Date): AsyncIterable<ListedPayment> {
    const seen = new Set<string>()
    const unread: string[] = []
    for (let page = 1; page <= MAX_PAGES; page++) {
      const query = { page, 'updated[gt]': since.toISOString() }
      const { payments, meta } = await request(PaymentPage, 'GET', '/payments', { query })
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
          // One unreadable payment must not hide the others; the failure is reported at the end.
          log.error({ err: error, invoice: invoice_id, alert: 'unreadablePayment' }, 'a listed payment cannot be read')
          unread.push(invoice_id)
          if (unread.length === MAX_UNREADABLE) throw error
        }
      }
      const oldest = Math.min(...payments.map(({ created_at }) => Date.parse(created_at)))
      const isFiltered = changed.length === payments.length
      if (!meta.next_page || (!isFiltered && oldest < since.getTime() - MAX_REFUND_AGE_MS)) {
        if (unread.length === 0) return
        throw new ProviderFailure('unsure', `moyasar: ${unread.length} listed payments cannot be read`)
      }
    }
    throw new ProviderFailure('unsure', `moyasar: more payments since ${since.toISOString()} than can be read`)
  }

  return {
    name: 'moyasar',
    create: async (payment) => {
      const invoice = await findOrCreateInvoice(payment)
      return { reference: invoice.id, paymentUrl: pageOf(invoice, payment.lang, apiUrl) }
    },
    fetch,
    readEvent: (_, body) => readMessage(body, settings.webhookSecret, settings.live),
    refund: (reference, ...request) => underLock(`moyasar refund ${reference}`, () => refund(reference, ...request)),
    refundDuplicate: (reference, willSend) =>
      underLock(`moyasar refund ${reference}`, () => refundDuplicate(reference, willSend)),
    list,
    listsChanges: true,
    close,
  }
}

/** Without `callback_url`: its requests carry no secret, unlike the account's webhook. */
function paymentRequestOf({ attemptId, amountHalalas, description, returnUrl, expiresAt }: NewPayment) {
  return {
    amount: amountHalalas,
    currency: 'SAR',
    description: description.slice(0, MAX_DESCRIPTION_LENGTH),
    success_url: returnUrl,
    back_url: backUrlOf(returnUrl),
    expired_at: expiresAt.toISOString(),
    metadata: { [ATTEMPT]: attemptId },
  }
}

function backUrlOf(returnUrl: string): string {
  const url = new URL(returnUrl)
  url.searchParams.set('back', '1')
  return url.href
}

/** The invoice's page in the learner's language. @throws when its host is not Moyasar's: no open redirect */
function pageOf({ id, url }: Invoice, lang: string, apiUrl: URL): string {
  const page = new URL(url)
  const isMoyasar =
    page.origin === apiUrl.origin || (page.protocol === 'https:' && /(^|\.)moyasar\.com$/.test(page.hostname))
  if (!isMoyasar) throw new ProviderFailure('unsure', `moyasar: the page of the invoice ${id} is at ${page.origin}`)
  page.searchParams.set('lang', lang)
  return page.href
}

const isUnsure = (error: unknown) => error instanceof ProviderFailure && error.kind === 'unsure'

/** Other statuses mean a wrong key, a wrong address or a rate limit. */
const REFUSALS = [400, 409, 422]

/** Returns undefined for a refused request, which had no effect; rethrows every other error. */
function unlessRefused(error: unknown): undefined {
  if (error instanceof ProviderFailure && error.kind === 'refused' && REFUSALS.includes(error.status)) return undefined
  throw error
}

/** For the requests of a refund. */
function unsureOrRefused(error: unknown): undefined {
  if (isUnsure(error)) throw new RefundUnsure((error as Error).message, { cause: error })
  return unlessRefused(error)
}
