/** Refunds at instalment companies that answer badly. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Log } from '../../../platform/log.server.ts'
import { type PaymentPort, RefundRefused, RefundUnsure } from '../port.ts'
import { createTabby } from './tabby.server.ts'
import { createTamara } from './tamara.server.ts'

type Answer = { status: number; body: unknown }
const GATEWAY: Answer = { status: 504, body: '<h1>504 Gateway Time-out</h1>' }

/** What the company answers, one after the other. */
let answers: Answer[] = []
const server = createServer((_request, response) => {
  const { status, body } = answers.shift() ?? GATEWAY
  response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body))
})
let apiUrl = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

const log = { warn: () => undefined } as unknown as Log
const keys = () => ({ apiUrl, pageOrigin: apiUrl })

type Company = { port: () => PaymentPort; paid: (refundedHalalas: number) => Answer; refusal: Answer }
const COMPANIES: Record<string, Company> = {
  tabby: {
    port: () =>
      createTabby({
        settings: { ...keys(), secretKey: 'sk_test_1', merchantCode: 'm', webhookSecret: 'a secret', live: false },
        log,
      }),
    paid: (halalas) => {
      const refunds = halalas > 0 ? [{ amount: `${halalas / 100}.00` }] : []
      const payment = { id: 'p-1', status: 'CLOSED', amount: '1000.00', currency: 'SAR' }
      return { status: 200, body: { ...payment, captures: [{ amount: '1000.00' }], refunds } }
    },
    refusal: { status: 400, body: { status: 'error', errorType: 'bad_data', error: 'too late' } },
  },
  tamara: {
    port: () =>
      createTamara({
        settings: { ...keys(), apiToken: 'a token', notificationToken: 'another token', instalments: 4 },
        ...{ log, now: () => new Date(), underLock: (_key, work) => work() },
      }),
    paid: (halalas) => {
      const [total_amount, refunded_amount] = [1000, halalas / 100].map((amount) => ({ amount, currency: 'SAR' }))
      const order = { order_id: 'p-1', status: halalas > 0 ? 'partially_refunded' : 'fully_captured' }
      return { status: 200, body: { ...order, total_amount, captured_amount: total_amount, refunded_amount } }
    },
    refusal: { status: 400, body: { message: 'too late', errors: [] } },
  },
}

describe.each(Object.entries(COMPANIES))('a refund at %s', (_name, { port, paid, refusal }) => {
  let sent: number[] = []
  beforeEach(() => {
    sent = []
  })
  /** Refunds 400 riyals in all. */
  const refund = (...given: Answer[]) => {
    answers = given
    return port().refund('p-1', 400_00, async (halalas) => void sent.push(halalas))
  }
  const accepted = { status: 200, body: {} }

  it('sends what is missing until the total', async () => {
    expect(await refund(paid(100_00), accepted, paid(400_00))).toMatchObject({ refundedHalalas: 400_00 })
    expect(sent).toEqual([300_00])
    expect(await refund(paid(400_00))).toMatchObject({ refundedHalalas: 400_00 })
    expect(sent).toEqual([300_00])
  })

  it('that was accepted is never called unsent, although nobody can look it up or it is not there yet', async () => {
    await expect(refund(paid(0), accepted, GATEWAY)).rejects.toThrow(RefundUnsure)
    await expect(refund(paid(0), accepted, paid(0))).rejects.toThrow(RefundUnsure)
    await expect(refund(paid(0), GATEWAY)).rejects.toThrow(RefundUnsure)
    expect(sent).toEqual([400_00, 400_00, 400_00])
  })

  it('that was refused, or never sent, is not called unclear', async () => {
    await expect(refund(paid(0), refusal)).rejects.toThrow(RefundRefused)
    expect(sent).toEqual([400_00])
    await expect(refund(GATEWAY)).rejects.not.toThrow(RefundUnsure)
    expect(sent).toEqual([400_00])
  })
})
