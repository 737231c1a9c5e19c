/** Webhooks of Moyasar, and failures of the network. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { failureOf, moyasarAdapter } from '../../../tests/support/payments/moyasar-adapter.ts'
import { MOYASAR_KEYS } from '../../../tests/support/payments/moyasar-server.ts'
import { ProviderFailure } from './provider-api.server.ts'

const moyasar = moyasarAdapter()
const { logged, portWith, newPayment, fault, paid } = moyasar

describe('a webhook', () => {
  const message = async (facts: object = {}) => {
    const { payment } = await paid()
    const sent = { ...moyasar.server.messageOf('payment_paid', payment, MOYASAR_KEYS.webhook), ...facts }
    return { payment, sent, read: portWith().readEvent(new Headers(), JSON.stringify(sent)) }
  }

  it('about a payment contains the reference of its invoice, for every type and spelling', async () => {
    for (const type of [
      ...['payment_paid', 'payment_failed', 'payment_faild', 'payment_refunded', 'payment_voided'],
      ...['payment_authorized', 'payment_captured', 'payment_abandoned', 'payment_verified'],
      ...['payment_canceled', 'payment_expired'],
    ]) {
      const { payment, sent, read } = await message({ type })
      expect(read, type).toMatchObject({ eventId: sent.id, reference: payment.invoice_id })
    }
  })

  it('is stored without its secret and without data of the payer', async () => {
    const { read } = await message()
    const stored = JSON.stringify(read)
    for (const secret of [MOYASAR_KEYS.webhook, 'Sara Ali', 'XXXXXX', '127.0.0.1']) expect(stored).not.toContain(secret)
    expect(read?.payload).toMatchObject({ type: 'payment_paid', payment: { status: 'paid', amount: 115_000 } })
  })

  it('about anything else is accepted and triggers no fetch', async () => {
    for (const facts of [
      { type: 'balance_transferred', data: { id: randomUUID(), invoice_id: 'x' } },
      { type: 'payout_initiated', data: { id: randomUUID() } },
      { type: 'something_new', data: {} },
      { data: { id: randomUUID(), status: 'paid', amount: 100, currency: 'SAR', invoice_id: null } },
    ])
      expect((await message(facts)).read).toMatchObject({ reference: '' })
  })

  it('with another secret, mode or shape is refused', async () => {
    for (const facts of [
      { secret_token: '' },
      { secret_token: MOYASAR_KEYS.webhook.slice(1) },
      { secret_token: `${MOYASAR_KEYS.webhook}x` },
      { secret_token: MOYASAR_KEYS.webhook.toUpperCase() },
      { secret_token: [MOYASAR_KEYS.webhook] },
      { live: true },
      { live: 'false' },
      { id: '' },
      { data: null },
    ])
      expect((await message(facts)).read, JSON.stringify(facts)).toBeUndefined()
  })
})

describe('the network', () => {
  const fetchInvoice = () => portWith({ timeout: 300 }).fetch(reference)
  let reference: string
  beforeAll(async () => {
    reference = (await portWith().create(newPayment())).reference
  })

  it('is retried once for reads, and never for writes', async () => {
    fault('GET /v1/invoices/', 'disconnect')
    expect(await fetchInvoice()).toMatchObject({ status: 'open' })
    fault('GET /v1/invoices/', 'disconnect', { times: 2 })
    await expect(fetchInvoice()).rejects.toBeInstanceOf(ProviderFailure)
    moyasar.server.calls.length = 0
    fault('PUT /v1/invoices/', 'disconnect')
    await expect(portWith().close!(reference)).rejects.toBeInstanceOf(ProviderFailure)
    expect(moyasar.server.calls).toHaveLength(1)
  })

  it('has a timeout', async () => {
    fault('GET /v1/invoices/', 'timeout')
    await expect(fetchInvoice()).rejects.toThrow('no answer: TimeoutError')
  })

  it('responses that are not from the API are errors', async () => {
    for (const what of ['html', 'invalidJson', 'oversized', 'redirect'] as const) {
      fault('GET /v1/invoices/', what)
      await expect(fetchInvoice(), what).rejects.toMatchObject({ name: 'ProviderFailure', kind: 'unsure' })
    }
  })

  it('respects Retry-After up to a limit', async () => {
    const tooMany = { status: 429, body: { type: 'rate_limit_error', message: 'Too many requests', errors: null } }
    fault('GET /v1/invoices/', tooMany, { headers: { 'Retry-After': '0' }, times: 2 })
    expect(await fetchInvoice()).toMatchObject({ status: 'open' })
    fault('GET /v1/invoices/', tooMany, { headers: { 'Retry-After': new Date(0).toUTCString() } })
    expect(await fetchInvoice()).toMatchObject({ status: 'open' })
    moyasar.server.calls.length = 0
    fault('GET /v1/invoices/', tooMany, { headers: { 'Retry-After': '3600' } })
    await expect(fetchInvoice()).rejects.toThrow('rate_limit_error')
    expect(moyasar.server.calls).toHaveLength(1)
  })

  it('every documented error is understood, whatever the type of `errors`', async () => {
    for (const [status, type, errors] of [
      [400, 'invalid_request_error', { amount: ['must be an integer'] }],
      [400, 'invalid_request_error', "save_card options can't be used"],
      [400, 'used_given_id', null],
      [401, 'authentication_error', null],
      [403, 'authentication_error', undefined],
      [405, 'account_inactive_error', null],
      [404, 'api_error', []],
      [400, '3ds_auth_error', null],
      [500, 'api_error', null],
      [503, 'api_connection_error', null],
    ] as const) {
      fault('GET /v1/invoices/', { status, body: { type, message: 'Because', errors } })
      const kind = status < 500 ? 'refused' : 'unsure'
      const failure = await failureOf(fetchInvoice())
      expect(failure).toMatchObject({ kind, status })
      expect(failure.message).toContain(`HTTP ${status} ${type}: Because`)
    }
  })

  it('no key appears in any error or log line', async () => {
    const wrong = portWith({ secretKey: 'sk_test_aKeyThatTheyDoNotKnow' })
    const failure = await failureOf(wrong.fetch(reference))
    expect(failure.message).toContain('HTTP 401 authentication_error: Invalid authorization credentials')
    const echo = `key ${MOYASAR_KEYS.secret} or ${Buffer.from(`${MOYASAR_KEYS.secret}:`).toString('base64')}`
    fault('GET /v1/invoices/', { status: 400, body: { type: 'invalid_request_error', message: echo, errors: echo } })
    const echoed = await failureOf(fetchInvoice())
    const output = JSON.stringify([failure.message, failure.stack, echoed.message, echoed.stack, echoed, ...logged])
    for (const secret of ['sk_test_', echo.split(' ')[3]!]) expect(output).not.toContain(secret)
    expect(echoed.message).toContain('key … or …')
  })
})
