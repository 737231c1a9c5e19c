/** Headers, addresses and files that give nothing away. */
import { readdirSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../app/api/contract.ts'
import type { Endpoint } from '../app/api/endpoint.ts'
import { hashPassword, verifyPassword } from '../app/features/accounts/password.server.ts'
import { queryOf } from '../app/http/api-input.server.ts'
import { startTestApp, type TestApp } from './support/app.ts'
import { learner } from './support/factories.ts'
import { tokenOf } from './support/signed-in.ts'

const HTML = { 'Content-Type': 'text/html; charset=utf-8' }
let app: TestApp
let token: string
beforeAll(async () => {
  app = await startTestApp({
    pageHandler: async (request) =>
      request.url.includes('/gone')
        ? new Response('', { status: 404, headers: HTML })
        : new Response('<p>', { headers: HTML }),
    env: { PUBLIC_URL: 'https://maahad.example', TRUST_PROXY: '1' },
  })
  token = await tokenOf(app, await learner(app.db))
})
afterAll(() => app.stop())

const signedIn = () => ({ Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' })
const unsafe = Object.values(contract)
  .flatMap((all) => Object.values(all as Record<string, Endpoint>))
  .filter(({ method }) => method !== 'GET')

describe('a query string', () => {
  it('deletes no account by the password in it', async () => {
    const person = await learner(app.db)
    const password_hash = await hashPassword('Sahara-7-dunes', app.services)
    await app.db.updateTable('users').set({ password_hash }).where('id', '=', person.id).execute()
    const headers = { ...signedIn(), Authorization: `Bearer ${await tokenOf(app, person)}` }
    const erase = async (path: string, body?: string) =>
      (await fetch(`${app.address}/api/${path}`, { method: 'DELETE', headers, ...(body ? { body } : {}) })).status
    expect(await erase('Profile?password=Sahara-7-dunes&PASSWORD=Sahara-7-dunes')).toBe(400)
    expect(await erase('Profile', '{"password":"Sahara-7-dunes"}')).toBe(200)
  })

  it.each(unsafe.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    'carries no field of a body: %s',
    (_, endpoint) => {
      const shape = (endpoint.input as { shape?: Record<string, unknown> }).shape ?? {}
      const names = Object.keys(shape)
      const query = new URLSearchParams(names.map((name) => [name.toUpperCase(), 'x']))
      const read = Object.keys(queryOf(new Request(`http://localhost/api?${query}`), endpoint))
      expect(read.sort()).toEqual([...(endpoint.query ?? [])].sort())
      // Each of them is a field, and none is a secret but the token of a mail's unsubscribe address (RFC 8058).
      for (const name of read) expect(names).toContain(name)
      expect(read.filter((name) => /password|code|secret|token/i.test(name))).toEqual(
        endpoint.path === 'Notifications/unsubscribe' ? ['token'] : [],
      )
    },
  )
})

describe('a response', () => {
  it.each([
    '/ar',
    '/ar/gone',
    '/',
    '/healthz',
    '/robots.txt',
    '/api/Faqs/website-faqs',
    '/api/none',
    '/api/docs',
    '/outbox',
    '/api/outbox',
    '/media/none.png',
    '/files/none/a.pdf',
    '/assets/none.js',
  ])('cannot be framed: %s', async (path) => {
    const { headers } = await fetch(app.address + path, { redirect: 'manual' })
    expect(headers.get('content-security-policy')?.match(/frame-ancestors [^;]*/g)).toHaveLength(1)
  })

  it('remembers the language over https only', async () => {
    const { headers } = await fetch(`${app.address}/en/gone`)
    expect(headers.getSetCookie()).toEqual([expect.stringMatching(/^lang=en; .*Secure$/)])
  })
})

describe('stored files', () => {
  it('are readable by no other user of the machine', async () => {
    const { storage, settings } = app.services
    await storage.put('private/a/cv.pdf', Buffer.from('a CV'))
    const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)
    const root = join(settings.dataDir, 'storage')
    for (const name of readdirSync(root, { recursive: true, withFileTypes: true }))
      expect(modeOf(join(name.parentPath, name.name)), name.name).toBe(name.isDirectory() ? '700' : '600')
    expect(modeOf(root)).toBe('700')
    expect(modeOf(join(root, 'private', 'a', 'cv.pdf'))).toBe('600')
  })
})

describe('metrics', () => {
  const statusWith = (headers: Record<string, string>, { address } = app) =>
    new Promise<number>((resolve, reject) => {
      request(`${address}/metrics`, { headers }, (answer) => resolve(answer.resume().statusCode!))
        .on('error', reject)
        .end()
    })

  it('are served to local programs only when no token is set', async () => {
    expect(await statusWith({})).toBe(200)
    for (const [name, value] of [
      ['Host', 'maahad.example'],
      ['X-Forwarded-For', '127.0.0.1'],
      ['Forwarded', 'for=1.2.3.4'],
      ['Via', '1.1 proxy'],
      ['X-Real-IP', '1.2.3.4'],
    ] as const)
      expect(await statusWith({ [name]: value }), name).toBe(404)
  })

  it('require the token when one is set', async () => {
    const metricsToken = 'sixteen-letters-or-more'
    const other = await startTestApp({ env: { METRICS_TOKEN: metricsToken } })
    for (const [token, status] of [
      [metricsToken, 200],
      [`${metricsToken}x`, 404],
      ['', 404],
    ] as const)
      expect(await statusWith({ Authorization: `Bearer ${token}`, 'X-Forwarded-For': '1.2.3.4' }, other)).toBe(status)
    expect(await statusWith({}, other)).toBe(404)
    await other.stop()
  })
})

describe('limits', () => {
  it('refuse further searches of one network with 429', async () => {
    const minute = 60_000
    const window_start = new Date(Math.floor(app.services.now().getTime() / minute) * minute)
    const expires_at = new Date(window_start.getTime() + 2 * minute)
    const search = (ip: string) =>
      fetch(`${app.address}/api/Search/results?q=x`, { headers: { 'X-Forwarded-For': ip } })
    for (const start of [window_start, new Date(window_start.getTime() + minute)])
      await app.db
        .insertInto('rate_limits')
        .values({ key: 'search:10.1.1.0/24', count: 200, window_start: start, expires_at })
        .execute()
    const refused = await search('10.1.1.7')
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect((await search('10.1.2.7')).status).toBe(200)
  })

  it('a NUL character in the name of a member is bad input', async () => {
    const answer = await fetch(`${app.address}/api/Members/suggest?q=a%00b`, { headers: signedIn() })
    expect(answer.status).toBe(400)
  })

  it('a sign-in beyond the limit of waiting password checks is refused, and the others are answered', async () => {
    const hash = await hashPassword('Sahara-7-dunes', app.services)
    const answers = await Promise.allSettled(Array.from({ length: 230 }, () => verifyPassword('Sahara-7-dunes', hash)))
    const refused = answers.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
    expect(refused.length).toBeGreaterThan(20)
    for (const { reason } of refused)
      expect(reason).toMatchObject({ code: 'busy', status: 503, detail: { seconds: 5 } })
    const right = answers.filter((answer) => answer.status === 'fulfilled' && answer.value)
    expect(right.length + refused.length).toBe(230)
    expect(await verifyPassword('Sahara-7-dunes', hash)).toBe(true)
  })
})
