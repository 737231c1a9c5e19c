/** SMS from the transaction that enqueues them to the request to the provider. */
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contextAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { fieldText } from '../../api/messages.server.ts'
import { HOUR_MS } from '../../platform/durations.ts'
import { deliverMessage } from './delivery.server.ts'
import { type NewSms, sendSms } from './messages.server.ts'
import { admitSms } from './sms-admission.server.ts'

const PHONE = '+966501234567'
const BUDGET = 6

let app: TestApp
let provider: Server
let received: Record<string, string>[] = []
let answer: (response: ServerResponse) => void
const alerts: unknown[] = []

const accepts = (response: ServerResponse) =>
  response.end(JSON.stringify({ success: true, errorCode: 'ER-00', data: { MessageID: `U${received.length}` } }))

beforeAll(async () => {
  provider = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    received.push(Object.fromEntries(new URLSearchParams(body)))
    answer(response)
  })
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  app = await startTestApp({
    env: {
      SMS_PROVIDER: 'unifonic',
      SMS_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
      UNIFONIC_APP_SID: 'app-sid',
      UNIFONIC_SENDER: 'Maahad',
      SMS_HOURLY_BUDGET: String(BUDGET),
      LOG_LEVEL: 'silent',
    },
  })
  app.services.log.error = ((facts: unknown) => alerts.push(facts)) as typeof app.services.log.error
})
afterAll(async () => {
  await app.stop()
  provider.closeAllConnections()
  provider.close()
})
beforeEach(async () => {
  received = []
  alerts.length = 0
  answer = accepts
  await app.db.deleteFrom('rate_limits').execute()
})

/** Writes the message without its job: each test is the job's only worker. */
async function written(facts: Partial<NewSms> = {}): Promise<number> {
  const about = facts.about ?? crypto.randomUUID()
  await app.db.transaction().execute(async (tx) => {
    await sendSms(tx, app.services.now(), { to: PHONE, text: `رمزك ${about}`, lang: 'ar', ...facts, about })
    await withoutJobs(tx)
  })
  return (await app.db.selectFrom('messages').select('id').where('about', '=', about).executeTakeFirstOrThrow()).id
}

const withoutJobs = (db: TestApp['db']) => sql`delete from graphile_worker._private_jobs`.execute(db)

const deliver = (id: number) => deliverMessage(app.services, id)
const rowOf = (id: number) => app.db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('an SMS', () => {
  it('is sent by the job that its transaction enqueues', async () => {
    await sendSms(app.db, app.services.now(), { to: PHONE, text: 'رمزك 1', lang: 'ar', about: 'whole-way' })
    await expect.poll(() => received.length).toBe(1)
    await expect
      .poll(async () => app.db.selectFrom('messages').select('sent_at').where('about', '=', 'whole-way').execute())
      .toEqual([{ sent_at: expect.any(Date) }])
  })

  it('is not sent when its transaction fails', async () => {
    const failing = app.db.transaction().execute(async (tx) => {
      await sendSms(tx, app.services.now(), { to: PHONE, text: 'x', lang: 'ar', about: 'rolled-back' })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await app.db.selectFrom('messages').where('about', '=', 'rolled-back').select('id').execute()).toEqual([])
  })

  it('is stored once for one event', async () => {
    const id = await written({ about: 'event-1' })
    expect(await written({ about: 'event-1', text: 'again' })).toBe(id)
    await deliver(id)
    await deliver(id)
    expect(received).toHaveLength(1)
    expect(await rowOf(id)).toMatchObject({ provider_reference: 'U1', given_up_at: null })
  })

  it('is retried with the same reference while it is certainly not accepted', async () => {
    const id = await written()
    answer = (response) => response.writeHead(503).end()
    await expect(deliver(id)).rejects.toThrow('503')
    expect(await rowOf(id)).toMatchObject({ tries: 1, sent_at: null, given_up_at: null })
    answer = accepts
    await deliver(id)
    expect(await rowOf(id)).toMatchObject({ sent_at: expect.any(Date) })
    expect(new Set(received.map(({ CorrelationID }) => CorrelationID))).toEqual(new Set([(await rowOf(id)).key]))
    expect(received).toHaveLength(2)
  })

  it('is not sent again when its delivery is uncertain', async () => {
    const id = await written()
    answer = (response) => response.destroy()
    await deliver(id)
    answer = accepts
    await deliver(id)
    expect(received).toHaveLength(1)
    expect(await rowOf(id)).toMatchObject({ sent_at: null, given_up_because: 'unsure' })
    expect(alerts).toMatchObject([{ alert: 'messageGivenUp', because: 'unsure' }])
  })

  it('is not sent again after a crash during its delivery', async () => {
    const id = await written()
    const begun = app.services.now()
    await app.db.updateTable('messages').set({ handing_over_at: begun }).where('id', '=', id).execute()
    await expect(deliver(id)).rejects.toThrow('Another server')
    expect(await rowOf(id)).toMatchObject({ given_up_at: null })
    app.advance(121_000)
    await deliver(id)
    expect(received).toEqual([])
    expect(await rowOf(id)).toMatchObject({ given_up_because: 'unsure' })
  })

  it('is delivered by only one of many servers', async () => {
    const id = await written()
    await Promise.allSettled(Array.from({ length: 5 }, () => deliver(id)))
    expect(received).toHaveLength(1)
    expect(await rowOf(id)).toMatchObject({ sent_at: expect.any(Date), given_up_at: null })
  })

  it('is abandoned when the provider refuses it', async () => {
    const id = await written()
    answer = (response) => response.end(JSON.stringify({ success: false, errorCode: 'ER-02' }))
    await deliver(id)
    expect(await rowOf(id)).toMatchObject({ given_up_because: 'refused', last_error: 'unifonic ER-02' })
    const figures = await (await fetch(`${app.address}/metrics`)).text()
    expect(figures).toContain('messages_given_up{channel="sms",because="refused"} 1')
    expect(figures).toMatch(/^sms_budget_left [0-6]$/m)
  })

  it('is not sent after its code expired', async () => {
    const id = await written({ expiresAt: new Date(app.services.now().getTime() - 1) })
    await deliver(id)
    expect(received).toEqual([])
    expect(await rowOf(id)).toMatchObject({ given_up_because: 'expired' })
  })
})

describe('the admission of SMS', () => {
  it('reports a country that gets none at the field', async () => {
    const asking = admitSms(contextAs(app, null), '+971501234567')
    await expect(asking).rejects.toMatchObject({ code: 'validation', fields: { phone: ['smsCountry:SA'] } })
    expect(fieldText('smsCountry:SA,AE', 'en')).toContain('Saudi Arabia and United Arab Emirates')
    expect(fieldText('smsCountry:SA', 'ar')).toContain('السعودية')
    await expect(admitSms(contextAs(app, null), PHONE)).resolves.toBeUndefined()
  })

  it('accepts only numbers of listed countries, in any notation', async () => {
    const id = await written({ to: '+971501234567' })
    await deliver(id)
    expect(received).toEqual([])
    expect(await rowOf(id)).toMatchObject({ given_up_because: 'country' })
  })

  it('limits requests per number and per range of IP addresses', async () => {
    const ask = (ip: string, phone: string) =>
      admitSms(contextAs(app, null, { ip }), phone).then(
        () => 'admitted',
        (error) => error.code,
      )
    const byNumber = await Promise.all(Array.from({ length: 25 }, (_, n) => ask(`10.0.${n}.1`, PHONE)))
    expect(byNumber.filter((answered) => answered === 'admitted')).toHaveLength(20)
    const byRange = await Promise.all(
      Array.from({ length: 65 }, (_, n) => ask(`10.1.0.${n}`, `+96650123${String(n).padStart(4, '0')}`)),
    )
    expect(byRange.filter((answered) => answered === 'admitted')).toHaveLength(60)
  })
})

describe('the hourly budget', () => {
  it('is never exceeded, logs one alert, and is renewed in the next hour', async () => {
    const ids: number[] = []
    for (let n = 0; n < 3 * BUDGET; n += 1) ids.push(await written())
    const ended = await Promise.allSettled(ids.map(deliver))
    expect(received).toHaveLength(BUDGET)
    expect(ended.filter(({ status }) => status === 'rejected')).toHaveLength(2 * BUDGET)
    expect(alerts).toMatchObject([{ alert: 'smsBudget', budget: BUDGET }])
    await expect(admitSms(contextAs(app, null), PHONE)).rejects.toMatchObject({ code: 'smsPaused' })

    app.advance(HOUR_MS)
    await expect(admitSms(contextAs(app, null), PHONE)).resolves.toBeUndefined()
    await deliver(ids[ended.findIndex(({ status }) => status === 'rejected')]!)
    expect(received).toHaveLength(BUDGET + 1)
  })

  it('is not spent by messages that the provider did not accept', async () => {
    answer = (response) => response.writeHead(503).end()
    for (let n = 0; n < BUDGET + 2; n += 1) await expect(deliver(await written())).rejects.toThrow('503')
    answer = accepts
    await deliver(await written())
    expect(received).toHaveLength(BUDGET + 3)
  })
})
