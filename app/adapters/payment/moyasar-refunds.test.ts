import { describe, expect, it } from 'vitest'
import { sendNow } from '../../../tests/support/orders/orders.ts'
import { failureOf, moyasarAdapter } from '../../../tests/support/payments/moyasar-adapter.ts'
import { MOYASAR_KEYS } from '../../../tests/support/payments/moyasar-server.ts'
import { HOUR_MS } from '../../platform/durations.ts'
import { createLog } from '../../platform/log.server.ts'
import { createMoyasar } from './moyasar.server.ts'
import { RefundRefused, RefundUnsure } from './port.ts'

const moyasar = moyasarAdapter()
const { now, portWith, fault, paid } = moyasar

it('a capture at Moyasar that comes late is open until then, and counts with its own amount', async () => {
  const { reference, payment } = await paid()
  Object.assign(payment, { status: 'authorized' })
  Object.assign(moyasar.server.invoices.get(reference)!, { status: 'on_hold' })
  fault(`POST /v1/payments/${payment.id}/capture`, 'late', { afterMs: 400 })
  const headers = {
    Authorization: `Basic ${Buffer.from(`${MOYASAR_KEYS.secret}:`).toString('base64')}`,
    'Content-Type': 'application/json',
    'User-Agent': 'dashboard',
  }
  const body = JSON.stringify({ amount: 100_000 })
  const request = { method: 'POST', headers, body, signal: AbortSignal.timeout(50) }
  await expect(fetch(`${moyasar.server.apiUrl}/payments/${payment.id}/capture`, request)).rejects.toThrow('timeout')
  expect(await portWith().fetch(reference)).toMatchObject({ status: 'open' })
  await moyasar.server.untilDelivered()
  expect(await portWith().fetch(reference)).toMatchObject({ status: 'paid', amountHalalas: 100_000 })
  expect(await portWith().refund(reference, 100_000, sendNow)).toMatchObject({ status: 'refunded' })
})

describe('a refund', () => {
  const callsTo = (action: string) =>
    moyasar.server.calls.filter((call) => call.startsWith('POST') && call.endsWith(action))

  it('voids a full payment in the first two hours, and refunds otherwise', async () => {
    const fresh = await paid()
    expect(await portWith().refund(fresh.reference, 115_000, sendNow)).toMatchObject({
      status: 'refunded',
      refundedHalalas: 115_000,
    })
    expect([fresh.payment.status, fresh.payment.refunded]).toEqual(['voided', 0])
    const part = await paid()
    await portWith().refund(part.reference, 15_000, sendNow)
    await portWith().refund(part.reference, 115_000, sendNow)
    expect([part.payment.status, part.payment.refunded, callsTo('void')]).toEqual(['refunded', 115_000, []])
    const old = await paid()
    moyasar.moveClock(2 * HOUR_MS)
    await portWith().refund(old.reference, 115_000, sendNow)
    expect([old.payment.status, callsTo('void')]).toEqual(['refunded', []])
  })

  it('refunds when a payment was settled sooner than usual', async () => {
    const { reference, payment } = await paid()
    fault(`POST /v1/payments/${payment.id}/void`, {
      status: 400,
      body: { type: 'invalid_request_error', message: 'Payment can not be voided', errors: null },
    })
    await portWith().refund(reference, 115_000, sendNow)
    expect([payment.status, payment.refunded]).toEqual(['refunded', 115_000])
  })

  it.each(['lost', 'truncated'] as const)('is sent once when its response is %s and it is retried', async (what) => {
    for (const sum of [115_000, 40_000]) {
      const { reference, payment } = await paid()
      fault('POST /v1/payments/', what)
      expect(await failureOf(portWith().refund(reference, sum, sendNow))).toBeInstanceOf(RefundUnsure)
      expect(await portWith().refund(reference, sum, sendNow)).toMatchObject({ refundedHalalas: sum })
      expect(payment.status === 'voided' ? 115_000 : payment.refunded).toBe(sum)
    }
  })

  it('that Moyasar carries out after our time limit is unsure, and its amount was told before', async () => {
    for (const [action, sum] of [
      ['void', 115_000],
      ['refund', 40_000],
    ] as const) {
      const { reference, payment } = await paid()
      const told: number[] = []
      const willSend = async (amountHalalas: number) => {
        told.push(amountHalalas)
        expect(callsTo(action)).toEqual([])
      }
      fault(`POST /v1/payments/${payment.id}/${action}`, 'late', { afterMs: 1200 })
      const failure = await failureOf(portWith({ timeout: 500 }).refund(reference, sum, willSend))
      expect(failure).toBeInstanceOf(RefundUnsure)
      expect([told, callsTo(action).length]).toEqual([[sum], 1])
      expect(await portWith().fetch(reference)).toMatchObject({ status: 'paid', refundedHalalas: 0 })
      await moyasar.server.untilDelivered()
      expect(await portWith().fetch(reference)).toMatchObject({ refundedHalalas: sum })
    }
  })

  it('is not sent when what it asks for cannot be recorded', async () => {
    const { reference } = await paid()
    const willSend = () => Promise.reject(new Error('the database is away'))
    await expect(portWith().refund(reference, 40_000, willSend)).rejects.toThrow('the database is away')
    expect([callsTo('refund'), callsTo('void')]).toEqual([[], []])
  })

  it('was certainly not sent when there was no connection or the API rejected it', async () => {
    const { reference, payment } = await paid()
    for (const [status, type] of [
      [401, 'authentication_error'],
      [429, 'rate_limit_error'],
    ] as const) {
      fault(
        `POST /v1/payments/${payment.id}/refund`,
        { status, body: { type, message: 'x', errors: null } },
        {
          headers: { 'Retry-After': '60' },
        },
      )
      const failure = await failureOf(portWith().refund(reference, 40_000, sendNow))
      expect(failure).toMatchObject({ name: 'ProviderFailure', kind: 'refused' })
    }
    const away = createMoyasar({
      settings: { secretKey: MOYASAR_KEYS.secret, webhookSecret: '', apiUrl: 'http://localhost:59999/v1', live: false },
      now,
      log: createLog('silent'),
      underLock: (_, work) => work(),
    })
    expect(await failureOf(away.fetch(reference))).toMatchObject({ kind: 'unsent' })
  })

  it('is sent once for two concurrent requests', async () => {
    const { reference, payment } = await paid()
    const port = portWith()
    const outcomes = await Promise.allSettled([
      port.refund(reference, 40_000, sendNow),
      port.refund(reference, 40_000, sendNow),
    ])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(payment.refunded).toBe(40_000)
  })

  it('is refused permanently only by a refusal, and retried after every other error', async () => {
    const { reference, payment } = await paid()
    const errorResponse = (status: number, type: string) => ({ status, body: { type, message: 'x', errors: null } })
    for (const what of [
      ...[
        errorResponse(500, 'api_error'),
        errorResponse(503, 'api_connection_error'),
        errorResponse(401, 'authentication_error'),
      ],
      ...[
        errorResponse(403, 'authentication_error'),
        errorResponse(404, 'api_error'),
        errorResponse(405, 'account_inactive_error'),
      ],
      ...(['html', 'disconnect', 'invalidJson', 'redirect'] as const),
    ]) {
      fault(`POST /v1/payments/${payment.id}/refund`, what)
      expect(await failureOf(portWith().refund(reference, 40_000, sendNow))).not.toBeInstanceOf(RefundRefused)
    }
    for (const status of [400, 422]) {
      fault(`POST /v1/payments/${payment.id}/refund`, errorResponse(status, 'invalid_request_error'))
      expect(await failureOf(portWith().refund(reference, 40_000, sendNow))).toMatchObject({
        reason: 'refused-by-provider',
      })
    }
    expect(payment.refunded).toBe(0)
  })
})
