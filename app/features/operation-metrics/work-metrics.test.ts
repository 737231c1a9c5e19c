import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { EInvoicingFailure } from '../../adapters/e-invoicing/port.ts'
import { EmailRefused } from '../../adapters/email/port.ts'
import { SmsFailure } from '../../adapters/sms/port.ts'
import { countProviderAnswers } from '../../composition/provider-answers.server.ts'
import type { Services } from '../../platform/context.server.ts'
import { enqueue } from '../../platform/jobs.server.ts'
import { workMetrics } from './work-metrics.server.ts'

describe('metrics of work that waits', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.stop())

  const metric = async (line: string) => {
    const text = await (await fetch(`${app.address}/metrics`)).text()
    const found = text.split('\n').find((one) => one.startsWith(`${line} `))
    return found === undefined ? undefined : Number(found.split(' ').at(-1))
  }

  it('count jobs by state, and the age of the oldest', async () => {
    // Nobody works on a task of this name.
    const hourAgo = new Date(Date.now() - 3_600_000)
    await enqueue(app.db, 'nobodyDoes', {}, { runAt: hourAgo })
    await enqueue(app.db, 'nobodyDoes', {}, { delayMs: 3_600_000 })
    expect(await metric('jobs{state="waiting"}')).toBe(1)
    expect(await metric('jobs{state="failed"}')).toBe(0)
    expect(await metric('jobs_oldest_seconds')).toBeGreaterThanOrEqual(3600)
  })

  it('count events, payments and messages that nobody has handled', async () => {
    const at = new Date(Date.now() - 120_000)
    for (const [event_id, handled_at] of [
      ['waits', null],
      ['done', at],
    ] as const)
      await app.db
        .insertInto('payment_events')
        .values({ provider: 'sandbox', event_id, payload: '{}', received_at: at, handled_at })
        .execute()
    await app.db
      .insertInto('unmatched_payments')
      .values({ provider: 'sandbox', provider_reference: 'p-1', amount_halalas: 100, currency: 'SAR', seen_at: at })
      .execute()
    await app.db
      .insertInto('messages')
      .values({ channel: 'sms', about: 'a', recipient: '+966500000000', text: 'x', lang: 'ar', created_at: at })
      .execute()
    expect(await metric('payment_events_unhandled')).toBe(1)
    expect(await metric('payments_unmatched')).toBe(1)
    expect(await metric('messages_waiting{channel="sms"}')).toBe(1)
    expect(await metric('messages_oldest_seconds{channel="sms"}')).toBeGreaterThanOrEqual(120)
  })

  it('tell the connections and the pages that this process has', async () => {
    expect(await metric('database_connections{pool="requests",state="waiting"}')).toBe(0)
    expect(await metric('database_connections{pool="jobs",state="idle"}')).toBeGreaterThanOrEqual(0)
    const before = (await metric('pages_sent_total{source="made"}'))!
    await fetch(`${app.address}/en/login`)
    expect(await metric('pages_sent_total{source="made"}')).toBe(before + 1)
  })

  it('show the other metrics when the database does not answer', async () => {
    const broken = { ...app.services, db: undefined as never }
    await expect(Promise.allSettled(workMetrics(broken).map(({ read }) => read()))).resolves.toSatisfy(
      (all: PromiseSettledResult<unknown>[]) => all.every(({ status }) => status === 'rejected'),
    )
  })

  it('count answers of providers by outcome, and give the answers and failures on', async () => {
    const { counted, metric: answers } = countProviderAnswers()
    const services = counted<Services>({
      ...app.services,
      email: { name: 'smtp', send: () => Promise.reject(new EmailRefused('no such mailbox')) },
      sms: { name: 'unifonic', send: () => Promise.reject(new SmsFailure('unsure', 'no answer')) },
      payment: { ...app.services.payment, fetch: () => Promise.reject(new Error('away')) },
      eInvoicing: {
        ...app.services.eInvoicing,
        report: () => Promise.reject(new EInvoicingFailure('unavailable', 'no answer')),
        clear: () => Promise.reject(new EInvoicingFailure('unauthorized', 'revoked')),
        renew: () => Promise.reject(new EInvoicingFailure('badOtp', 'expired')),
      },
    })
    await expect(services.email.send({} as never)).rejects.toThrow('no such mailbox')
    await expect(services.sms.send({} as never)).rejects.toBeInstanceOf(SmsFailure)
    for (let time = 0; time < 2; time++) await expect(services.payment.fetch('x')).rejects.toThrow('away')
    for (const call of ['report', 'clear', 'renew'] as const)
      await expect(services.eInvoicing[call]({} as never)).rejects.toBeInstanceOf(EInvoicingFailure)
    const counts = (await answers.read()).map(({ labels, value }) => `${labels.service} ${labels.outcome} ${value}`)
    expect(counts.sort()).toEqual([
      ...['e-invoicing failed 1', 'e-invoicing refused 1', 'e-invoicing unsure 1'],
      ...['email refused 1', 'payment failed 2', 'sms unsure 1'],
    ])
  })
})
