/** Moyasar's pages for the payer, simulated: the invoice and the 3-D Secure challenge, as plain forms. */
import { escapeMarkup } from '../../../app/html/escape.ts'
import type { Invoice, Payment, Store } from './moyasar-store.ts'

export type Page = { status: number; html: string } | { location: string }

const page = (title: string, body: string, status = 200): Page => ({
  status,
  html: `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escapeMarkup(title)}</title><h1>${escapeMarkup(title)}</h1>${body}</html>`,
})
const form = (action: string, fields: string, button: string) =>
  `<form method="post" action="${action}">${fields}<button>${button}</button></form>`
const field = (name: string) => `<label>${name} <input name="${name}"></label>`

/** A request below `/invoices/` or `/v1/card_auth/`; undefined when there is no such page. */
export function payerPage(
  store: Store,
  method: string,
  path: string,
  fields: Record<string, string>,
  origin: string,
): Page | undefined {
  const [, place, id = '', step] = /^\/(invoices|v1\/card_auth)\/([\w-]+)(?:\/(\w+))?$/.exec(path) ?? []
  const post = method === 'POST'
  if (place === 'invoices') {
    const invoice = store.invoices.get(id)
    if (!invoice) return page('Not found', '', 404)
    if (post && step === 'pay') return pay(store, invoice, fields, origin)
    if (!post && step === undefined) return invoicePage(store, invoice)
  }
  const payment = place ? store.payments.get(id) : undefined
  if (!payment) return undefined
  const at = (next: string) => `/v1/card_auth/${id}/${next}`
  if (!post && step === 'prepare') return page('Checking the card', form(at('authenticate'), '', 'Go on'))
  if (post && step === 'authenticate')
    return page('Your bank', form(at('acs_emulator'), '<input type="hidden" name="creq" value="e30">', 'Go on'))
  if (post && step === 'acs_emulator' && fields.creq)
    return page('ACS Emulator', form(at('set_auth_result'), RESULTS, 'Submit'))
  if (post && step === 'set_auth_result' && fields.auth_result) {
    approvals.set(payment, fields.auth_result === 'AUTHENTICATED')
    return page('Back to the shop', form(at('acs_return'), '', 'Go on'))
  }
  if (post && step === 'acs_return' && approvals.has(payment)) {
    store.settle(payment, approvals.get(payment))
    return pageAfterPayment(store, payment)
  }
  return undefined
}

const approvals = new WeakMap<Payment, boolean>()
const RESULTS = `<select name="auth_result">${['AUTHENTICATED', 'UNAUTHENTICATED', 'CANCELLED_AUTHENTICATION']
  .map((result) => `<option>${result}</option>`)
  .join('')}</select>`

function invoicePage(store: Store, invoice: Invoice, error = ''): Page {
  const { status, amount_format, description, back_url, payments } = store.shown(invoice)
  const last = payments.at(-1)
  const refusal = error || (last?.status === 'failed' ? (last.source.message ?? 'DECLINED') : '')
  const back = back_url ? `<a id="back" href="${escapeMarkup(back_url)}">Back</a>` : ''
  if (status !== 'initiated') return page(`This invoice is ${status}`, back)
  const inputs = ['name', 'number', 'month', 'year', 'cvc'].map(field).join('')
  return page(
    `${description}: ${amount_format}`,
    `${refusal ? `<p role="alert">${escapeMarkup(refusal)}</p>` : ''}${form(`/invoices/${invoice.id}/pay`, inputs, 'Pay')}${back}`,
  )
}

function pay(store: Store, invoice: Invoice, fields: Record<string, string>, origin: string): Page {
  const source = { type: 'creditcard', ...fields, number: fields.number?.replaceAll(' ', '') }
  const callback_url = `${origin}/invoices/${invoice.id}`
  const { amount, currency, description } = invoice
  const { status, body } = store.createPayment({ amount, currency, description, callback_url, source }, invoice)
  if (status !== 201) return invoicePage(store, invoice, JSON.stringify((body as { errors: unknown }).errors))
  const payment = body as Payment
  return payment.source.transaction_url
    ? { location: payment.source.transaction_url }
    : pageAfterPayment(store, payment)
}

/**
 * Paid: back to the shop, with a status in the address that must not be trusted. Declined: the page again, for another
 * card.
 */
function pageAfterPayment(store: Store, payment: Payment): Page {
  const invoice = payment.invoice_id ? store.invoices.get(payment.invoice_id) : undefined
  if (!invoice) return { location: payment.callback_url ?? '/' }
  if (payment.status !== 'paid' || !invoice.success_url) return { location: `/invoices/${invoice.id}` }
  const back = new URL(invoice.success_url)
  for (const [name, value] of Object.entries({
    id: payment.id,
    status: 'paid',
    message: 'APPROVED',
    invoice_id: invoice.id,
  }))
    back.searchParams.set(name, value)
  return { location: back.href }
}
