import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserOf, newPerson, signUpForm } from '../../tests/support/accounts/accounts.ts'
import { startTestApp, type TestApp } from '../../tests/support/app.ts'
import { course, learner } from '../../tests/support/factories.ts'
import { tokenOf } from '../../tests/support/signed-in.ts'
import { readTabbyMessage, TABBY_HEADER } from '../adapters/payment/instalments/tabby.server.ts'
import { readTamaraMessage, signTamaraToken } from '../adapters/payment/instalments/tamara-messages.ts'
import { readMessage as readMoyasars } from '../adapters/payment/moyasar-webhooks.ts'
import { readMessage as readSandboxes, sign } from '../adapters/payment/sandbox-webhooks.server.ts'
import { contract } from '../api/contract.ts'
import { HOUR_MS, MINUTE_MS } from '../platform/durations.ts'
import { derivedKey } from '../platform/secrets.server.ts'

describe('the API over HTTP', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.stop())

  it('matches paths without regard to letter case', async () => {
    const answers = await Promise.all(
      ['auth/user-info', 'Auth/User-Info', 'AUTH/USER-INFO'].map((path) => app.call('GET', path)),
    )
    expect(answers.map(({ status, error }) => [status, error.code])).toEqual(Array(3).fill([401, 'unauthenticated']))
  })

  it('answers in Arabic unless English is requested', async () => {
    const arabic = await app.call('GET', 'auth/user-info', { headers: { 'Accept-Language': 'fr' } })
    const english = await app.call('GET', 'auth/user-info', { lang: 'en' })
    expect(arabic.error.description).toBe('سجّل الدخول أولًا.')
    expect(english.error.description).toBe('Please sign in first.')
  })

  it('reports bad input by field', async () => {
    const { status, error } = await app.call('POST', 'auth/login', { body: { email: 'no', password: '' } })
    expect(status).toBe(400)
    expect(error).toMatchObject({
      code: 'validation',
      fields: { email: ['Please enter a valid email address.'], password: ['This field is required.'] },
    })
  })

  it.each([
    ['an unknown path', 'GET', 'no-such-call', {}, 404, 'notFound'],
    ['a wrong method', 'DELETE', 'auth/login', {}, 405, 'methodNotAllowed'],
    ['malformed JSON', 'POST', 'auth/login', { body: '{"email":' }, 400, 'malformedJson'],
    ['a JSON list', 'POST', 'auth/login', { body: '[]' }, 400, 'malformedJson'],
    [
      'a wrong type',
      'POST',
      'auth/login',
      { body: 'x', headers: { 'Content-Type': 'text/plain' } },
      415,
      'unsupportedType',
    ],
    ['a body over its limit', 'POST', 'auth/login', { body: { email: 'x'.repeat(200_000) } }, 413, 'tooLarge'],
    [
      'a cross-site post',
      'POST',
      'auth/login',
      { body: {}, headers: { 'Sec-Fetch-Site': 'cross-site' } },
      403,
      'crossSite',
    ],
    [
      'a post of another origin',
      'POST',
      'auth/login',
      { body: {}, headers: { Origin: 'https://evil.example' } },
      403,
      'crossSite',
    ],
  ])('refuses %s', async (_name, method, path, options, status, code) => {
    const answer = await app.call(method, path, options)
    expect([answer.status, answer.error.code]).toEqual([status, code])
  })

  it.each([
    ['DELETE', 'auth/login', 'POST'],
    ['POST', 'Orders/summary', 'GET, HEAD'],
    ['GET', 'Courses/reviews', 'POST, PUT, DELETE'],
    ['POST', 'openapi.json', 'GET, HEAD'],
    ['GET', 'Payments/webhook/sandbox', 'POST'],
  ])('answers %s %s with the allowed methods', async (method, path, allowed) => {
    const { status, headers } = await app.call(method, path)
    expect([status, headers.get('allow')]).toEqual([405, allowed])
  })

  it('matches a fixed path segment before a parameter of another call', async () => {
    const token = await tokenOf(app, await learner(app.db))
    const mine = await app.call('GET', 'Orders/mine', { token })
    expect([mine.status, mine.data?.items]).toEqual([200, []])
  })

  it('answers HEAD as GET, without the body', async () => {
    const answer = await fetch(`${app.address}/api/Courses/latest-courses`, { method: 'HEAD' })
    expect([answer.status, await answer.text()]).toEqual([200, ''])
  })

  it.each([
    ['an answer', 'Courses/latest-courses'],
    ['a refusal', 'auth/user-info'],
    ['an unknown path', 'no-such-call'],
  ])('states the language of %s', async (_name, path) => {
    const { headers } = await app.call('GET', path, { lang: 'en' })
    expect(headers.get('content-language')).toBe('en')
    expect(headers.get('vary')).toContain('Accept-Language')
  })

  it('matches the names of a query without regard to letter case', async () => {
    const { error } = await app.call('GET', 'courses/basic-courses-paginated?PAGESIZE=51')
    expect(Object.keys(error.fields ?? {})).toEqual(['PageSize'])
  })

  it.each([
    ['a coupon with a NUL', 'GET', 'Orders/summary?courseId=1&coupon=%00', undefined],
    ['a coupon in JSON with a NUL', 'POST', 'Orders', { courseId: 1, couponCode: 'A\u0000' }],
  ])('refuses %s as bad input', async (_name, method, path, body) => {
    const { tokens } = await newPerson(app)
    const { status } = await app.call(method, path, { token: tokens.accessToken, body })
    expect(status).toBe(400)
  })

  it('sends a rotated token with a refusal too, so that its owner stays signed in', async () => {
    const { browser } = await newPerson(app)
    const before = browser.cookies.get('refresh')
    app.advance(16 * MINUTE_MS)
    const { error } = await browser.call('POST', 'Orders', { body: '{' })
    expect(error.code).toBe('malformedJson')
    expect(browser.cookies.get('refresh')).not.toBe(before)
    app.advance(MINUTE_MS)
    expect((await browser.call('GET', 'auth/user-info')).status).toBe(200)
  })

  it('runs again under an Idempotency-Key that was refused before', async () => {
    const headers = { 'Idempotency-Key': 'mended' }
    const body = signUpForm()
    const refused = await app.call('POST', 'Auth/register', { body: { ...body, phone: '1' }, headers })
    const mended = await app.call('POST', 'Auth/register', { body, headers })
    expect([refused.status, mended.status]).toEqual([400, 200])
    expect(await app.db.selectFrom('idempotency_keys').select('status').execute()).not.toContainEqual({ status: 400 })
  })

  it('does not store a rate limit under an Idempotency-Key', async () => {
    const body = { courseId: (await course(app.db)).id, email: 'waiting@example.com' }
    const ask = (key: string) => app.call('POST', 'Courses/notify-me', { body, headers: { 'Idempotency-Key': key } })
    for (let count = 0; count < 10; count++) await ask(`key-${count}`)
    const refused = await ask('key-of-mine')
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
    app.advance(HOUR_MS)
    expect((await ask('key-of-mine')).status).toBe(200)
  })

  it('rejects a body that is nested too deep, also with an Idempotency-Key', async () => {
    const body = `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`
    const { status } = await app.call('POST', 'Auth/register', { body, headers: { 'Idempotency-Key': 'deep' } })
    expect(status).toBe(400)
  })

  it('repeats the first answer for the same body only', async () => {
    const headers = { 'Idempotency-Key': 'the-same' }
    const body = signUpForm()
    const first = await browserOf(app).call('POST', 'Auth/register', { body, headers })
    const again = await browserOf(app).call('POST', 'Auth/register', { body, headers })
    const other = await browserOf(app).call('POST', 'Auth/register', { body: signUpForm(), headers })
    expect([first.status, again.data, other.error.code]).toEqual([200, first.data, 'idempotencyMismatch'])
  })

  it('describes every call from the schemas that validate it', async () => {
    const { paths } = await documentOf(app)
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const calls = Object.values(contract).flatMap((endpoints) =>
      Object.values(endpoints).map(({ method, path }) => `${method} /${path}`),
    )
    expect(described.sort()).toEqual([...calls, 'POST /Payments/webhook/{provider}'].sort())
    expect(JSON.stringify(paths['/auth/login'])).toContain('invalidCredentials')
  })

  it('describes the webhooks of payment providers, and every answer to them', async () => {
    const { post } = (await documentOf(app)).paths['/Payments/webhook/{provider}']!
    expect([post!.security, post!.parameters[0]]).toEqual([
      [],
      {
        name: 'provider',
        in: 'path',
        required: true,
        schema: { type: 'string', enum: ['sandbox', 'moyasar', 'tabby', 'tamara'] },
      },
    ])
    expect(Object.keys(post!.responses)).toEqual(['200', '403', '408', '413'])
    const [path, body] = ['Payments/webhook/sandbox', JSON.stringify(MESSAGES[0])]
    const headers = { 'Sandbox-Signature': sign(sandboxKey(), body, app.services.now()) }
    const answers = [
      await app.call('POST', path, { body, headers }),
      await app.call('POST', path, { body, headers }),
      await app.call('POST', path, { body }),
      await app.call('POST', 'Payments/webhook/nobody', { body, headers }),
      await app.call('POST', path, { body: 'x'.repeat(200_001) }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 403, 403, 413])
  })

  it('describes webhooks as strictly as the adapters read them', async () => {
    const { post } = (await documentOf(app)).paths['/Payments/webhook/{provider}']!
    const shapes = post!.requestBody.content['application/json'].schema.oneOf
    expect(shapes).toHaveLength(MESSAGES.length)
    for (const [place, message] of MESSAGES.entries()) {
      const { required, properties } = shapes[place]!
      expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(message)))
      expect(Object.keys(message)).toEqual(required)
      expect(isTaken(message)).toBe(true)
      for (const name of required) expect(isTaken({ ...message, [name]: undefined }), name).toBe(false)
    }
  })

  const sandboxKey = () => derivedKey(app.services.settings, 'sandbox-webhooks')

  function isTaken(message: object): boolean {
    const [body, now] = [JSON.stringify(message), app.services.now()]
    const headers = new Headers({
      'Sandbox-Signature': sign(sandboxKey(), body, now),
      [TABBY_HEADER]: 'secret',
      Authorization: `Bearer ${signTamaraToken('token', now)}`,
    })
    return Boolean(
      readSandboxes(sandboxKey(), headers, body, now) ??
        readMoyasars(body, 'secret', true) ??
        readTabbyMessage(headers, body, { webhookSecret: 'secret', live: true }) ??
        readTamaraMessage(headers, body, 'token', now),
    )
  }
})

/** As each company sends one, with no more than it must have. */
const MESSAGES = [
  { id: randomUUID(), type: 'payment.paid', payment: randomUUID() },
  { id: 'one', type: 'payment_paid', secret_token: 'secret', live: true, data: {} },
  { id: randomUUID(), status: 'closed' },
  { order_id: randomUUID(), event_type: 'order_approved' },
]

type Shape = { required: string[]; properties: object }
type Described = {
  security: unknown[]
  parameters: unknown[]
  requestBody: { content: { 'application/json': { schema: { oneOf: Shape[] } } } }
  responses: object
}

async function documentOf(app: TestApp): Promise<{ paths: Record<string, Record<string, Described>> }> {
  return (await fetch(`${app.address}/api/openapi.json`)).json()
}
