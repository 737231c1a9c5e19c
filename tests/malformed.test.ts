/** Any malformed request gets a defined error response: never an internal error, nothing in the error log. */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../app/api/contract.ts'
import type { Endpoint } from '../app/api/endpoint.ts'
import { PROBLEMS } from '../app/api/problem.ts'
import { builtPages } from '../app/composition/built-pages.server.ts'
import { pageAddresses } from '../scripts/page-addresses.ts'
import { newPerson, signUpForm } from './support/accounts/accounts.ts'
import { startTestApp, type TestApp } from './support/app.ts'
import { expectEnvelope } from './support/attacks/envelope.ts'
import {
  NASTY_BODIES,
  NASTY_TEXTS,
  NASTY_TYPES,
  nastyHeaders,
  nastyText,
  nastyValue,
  type Random,
  seededRandom,
  speak,
} from './support/attacks/malformed.ts'
import { learner } from './support/factories.ts'
import { IS_LONG } from './support/long.ts'
import { tokenOf } from './support/signed-in.ts'

/** Nothing listens there: every redirect from it ends with an error. */
const PROVIDER = {
  OIDC_SILENT_ISSUER: 'http://localhost:1',
  OIDC_SILENT_CLIENT_ID: 'maahad',
  OIDC_SILENT_CLIENT_SECRET: 'secret',
}
const OURS = /^\/(ar|en|api)\//
/** The first rounds of the long run. Each call has its own seed, so that together they use every bad value. */
const ROUNDS = IS_LONG ? 80 : 3
const PAGE_ROUNDS = IS_LONG ? 30 : 2
/** In a short run every fourth, from another one for each address: together they meet every text. */
const inParts = <T>(all: readonly T[], place: number) => all.filter((_, index) => IS_LONG || index % 4 === place % 4)

let app: TestApp
let token: string
/** Of an Owner with a fresh proof: what staff may do gets the bad values, too. */
let ownersToken: string
/** Valid values, so that the operation behind the schema also gets the bad ones. */
let good: Record<string, unknown>
const logged: string[] = []

beforeAll(async () => {
  const pageHandler = await builtPages()
  app = await startTestApp({ pageHandler, institute: true, env: { ...PROVIDER, INSTALMENT_COMPANIES: 'tabby' } })
  token = (await newPerson(app)).tokens.accessToken
  ownersToken = await tokenOf(app, await learner(app.db, { roles: ['Owner'] }))
  good = await goodValues()
  const { log } = app.services
  const record = ({ err }: { err?: Error }, text: string) => void logged.push(`${text}: ${err?.stack ?? ''}`)
  app.services.log = Object.assign(Object.create(log), { error: record, child: () => app.services.log })
})
afterAll(() => app.stop())
afterEach(async () => {
  expect(logged.splice(0)).toEqual([])
})

async function goodValues() {
  const { data } = await app.call('GET', 'Courses/basic-courses-paginated?SortMethod=2&PageSize=50')
  const isOpen = ({ state }: { state: string }) => state === 'open'
  const course = await app.call(
    'GET',
    `Courses/course-by-slug?slug=${encodeURIComponent(data.items.find(isOpen).slug)}`,
  )
  const coupon = await app.db.selectFrom('coupons').select('code').executeTakeFirstOrThrow()
  return {
    ...signUpForm(),
    code: '123456',
    provider: 'silent',
    courseId: course.data.id,
    scheduleId: course.data.schedules.find(isOpen).id,
    coupon: coupon.code,
    couponCode: coupon.code,
    slug: course.data.slug,
    id: '018f0000-0000-7000-8000-000000000000',
    rate: 5,
    comment: 'جيدة',
    Id: 1,
    SpecializationId: 1,
    PageIndex: 1,
    PageSize: 10,
  }
}

const calls = Object.entries(contract).flatMap(([feature, endpoints]) =>
  Object.entries(endpoints as Record<string, Endpoint>).map(
    ([name, endpoint]) => [`${feature}.${name}`, endpoint] as const,
  ),
)

describe('a call of the API', () => {
  it.each(calls)('%s rejects malformed input', async (name, endpoint) => {
    const random = seededRandom([...name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7))
    const declared = new Set<number>((endpoint.problems ?? []).map((code) => PROBLEMS[code]))
    // The calls of a long run end sessions and suspend accounts.
    if (IS_LONG) ownersToken = await tokenOf(app, await learner(app.db, { roles: ['Owner'] }))
    for (let round = 0; round < ROUNDS; round++) {
      await forgetLimits()
      const { path, init } = nastyCall(random, endpoint)
      const answer = await fetch(`${app.address}/api/${path}`, { ...init, redirect: 'manual' })
      const text = await answer.text()
      const request = JSON.stringify({ path, init }).slice(0, 1500)
      // A head above 16 KB is refused by Node, before there is an API.
      if (answer.status === 431) continue
      // An unavailable provider is a declared problem of the endpoint.
      if (!declared.has(answer.status)) expect(answer.status, `${request}\n${text}`).toBeLessThan(500)
      if (endpoint.redirects && answer.status === 302) expect(answer.headers.get('location'), request).toMatch(OURS)
      // Its input was valid by chance, or it has none.
      else if (endpoint.file && answer.ok) expect(filesOf(endpoint), request).toContain(contentTypeOf(answer))
      else expectEnvelope(answer, text, request)
    }
  })

  it.each(['auth/login', 'Orders', 'no-such-call', 'openapi.json', 'Payments/webhook/sandbox', 'outbox'])(
    '%s keeps to the envelope under every method and in every spelling of its path',
    async (path) => {
      const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'PROPFIND']
      const ends = ['', '/', '//', '/%00', '/%zz', '/%E0%A4%A', '/..%2f..%2fetc', '?%zz=%', '?a=1&A=2&a', '/__proto__']
      for (const method of methods)
        for (const end of ends) {
          const answer = await fetch(`${app.address}/api/${path}${end}`, { method })
          const text = await answer.text()
          expect(answer.status, `${method} ${path}${end} ${text}`).toBeLessThan(500)
          if (method !== 'HEAD' && answer.status >= 400) expectEnvelope(answer, text, `${method} ${path}${end}`)
        }
    },
  )

  it('ignores prototypes in a body', async () => {
    const body = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'
    await fetch(`${app.address}/api/auth/login?__proto__[polluted]=1&__proto__=1`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    })
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })
})

describe('an address of the site', () => {
  const addresses = pageAddresses().map((path) => [path] as const)

  it.each(addresses)('%s never fails for any query or form', async (address) => {
    const random = seededRandom([...address].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 11))
    for (let round = 0; round < PAGE_ROUNDS; round++) {
      await forgetLimits()
      const { path, init } = nastyPage(random, address)
      const answer = await fetch(app.address + path, { ...init, redirect: 'manual' })
      const text = await answer.text()
      expect(answer.status, `${JSON.stringify({ path, init }).slice(0, 1500)}\n${text.slice(0, 300)}`).toBeLessThan(500)
      expect(answer.headers.get('location') ?? '', path).not.toMatch(/^(\/\/|https?:\/\/evil)/)
      // Data for scripts say what was typed; no browser reads them as a page.
      if (contentTypeOf(answer)?.startsWith('text/html')) expect(text, path).not.toContain('<script>alert(1)')
    }
  })

  const others = [
    '/',
    '/error',
    '/media/x',
    '/assets/x',
    '/outbox',
    '/sandbox-payment/x',
    '/sandbox-instalments/pay/tabby/x',
    '/sandbox-e-invoicing',
    '/api/docs',
    '/healthz',
    '/readyz',
    '/__manifest',
    '/ar.data',
    '/_root.data',
    '/xx/courses',
  ]
  it.each(others)('%s never fails for any suffix or query', async (address) => {
    for (const text of inParts(NASTY_TEXTS, others.indexOf(address)))
      for (const path of [
        `${address}/${encode(text)}`,
        `${address}?to=${encode(text)}&paths=${encode(text)}&_routes=${encode(text)}`,
      ]) {
        const answer = await fetch(app.address + path, { redirect: 'manual' })
        // What it says when the machine is too busy for the database to answer in time.
        if (address === '/readyz' && answer.status === 503) continue
        expect(answer.status, `${path}\n${(await answer.text()).slice(0, 300)}`).toBeLessThan(500)
      }
  })

  it('that takes no form says so, and every page its language', async () => {
    const form = new URLSearchParams({ a: '1' })
    const refused = await fetch(`${app.address}/en/about`, { method: 'POST', body: form })
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    expect((await fetch(`${app.address}/en/about`)).headers.get('content-language')).toBe('en')
    expect((await fetch(`${app.address}/ar/about`)).headers.get('content-language')).toBe('ar')
  })

  it('of the payment provider never fails for any form', async () => {
    const { courseId, scheduleId } = good
    const { tokens } = await newPerson(app)
    const { data } = await app.call('POST', 'Orders', { token: tokens.accessToken, body: { courseId, scheduleId } })
    for (const [place, step] of ['', '/challenge', '/leave'].entries())
      for (const [shift, type] of NASTY_TYPES.entries())
        for (const body of inParts(NASTY_BODIES, place + shift)) {
          const init = { method: 'POST', headers: { 'Content-Type': type }, body, redirect: 'manual' } as const
          const answer = await fetch(data.paymentUrl + step, init)
          expect(answer.status, `${step} ${type} ${body.slice(0, 100)}`).toBeLessThan(500)
        }
  })

  it('of the simulated tax authority never fails for any body', async () => {
    const steps = ['', '/compliance', '/invoices/reporting/single']
    for (const [place, step] of steps.entries())
      for (const [shift, type] of NASTY_TYPES.entries())
        for (const body of inParts(NASTY_BODIES, place + shift)) {
          const headers = {
            'Content-Type': type,
            'Accept-Version': 'V2',
            OTP: '123456',
            Authorization: 'Basic OjpcMA==',
          }
          const address = `${app.address}/sandbox-e-invoicing${step}`
          const answer = await fetch(address, { method: 'POST', headers, body, redirect: 'manual' })
          expect(answer.status, `${step} ${type} ${body.slice(0, 100)}`).toBeLessThan(500)
        }
  })

  it.each([
    ['an address in absolute form', 'GET http://evil.example/ar HTTP/1.1\r\nHost: evil.example'],
    ['an address without a path', 'OPTIONS * HTTP/1.1\r\nHost: a'],
    ['a broken host', 'GET /ar HTTP/1.1\r\nHost: a b:99999'],
    ['a host with a path', 'GET /ar/none HTTP/1.1\r\nHost: evil.example/x'],
    ['no host', 'GET /ar HTTP/1.0'],
    ['two hosts', 'GET /ar/none HTTP/1.1\r\nHost: a\r\nHost: b'],
    ['two slashes', 'GET //evil.example/ar HTTP/1.1\r\nHost: a'],
    ['dots', 'GET /../../etc/passwd HTTP/1.1\r\nHost: a'],
    ['backslashes', 'GET /\\evil.example HTTP/1.1\r\nHost: a'],
    ['encoded dots', 'GET /assets/%2e%2e/%2e%2e/package.json HTTP/1.1\r\nHost: a'],
    ['a raw byte', 'GET /ar/\xff\xfe HTTP/1.1\r\nHost: a'],
    ['a method that traces', 'TRACE /ar HTTP/1.1\r\nHost: a'],
    ['an upgrade', 'GET /ar/none HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade'],
    ['two lengths', 'POST /api/auth/login HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked'],
    [
      'a body that never comes',
      'POST /api/auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 50',
    ],
    ['no HTTP', 'hello'],
  ])('answers %s without failing', { concurrent: true }, async (_name, head) => {
    const response = await speak(app.address, `${head}\r\n\r\n`)
    expect(response).not.toMatch(/^HTTP\/1\.1 5/)
    expect(response).not.toMatch(/location: (\/\/|https?:\/\/evil)/i)
    expect(response).not.toContain('"name": "maahad"')
    expect((await fetch(`${app.address}/healthz`)).status).toBe(200)
  })
})

const filesOf = ({ file }: Endpoint) => [file ?? []].flat()
const contentTypeOf = (answer: Response) => answer.headers.get('content-type')

/** Mostly valid values, so that each bad one gets as far as possible. */
function nastyCall(random: Random, endpoint: Endpoint): { path: string; init: RequestInit } {
  const names = Object.keys((endpoint.input as { shape?: object }).shape ?? {})
  const valueFor = (name: string) => (random.chance(3) ? nastyValue(random) : good[name])
  const input = Object.fromEntries(names.filter(() => !random.chance(8)).map((name) => [name, valueFor(name)]))
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name) =>
    encode(String(random.chance(3) ? good[name] : nastyText(random))),
  )
  const inQuery = endpoint.method === 'GET' || endpoint.method === 'DELETE' || random.chance(6)
  const query = inQuery ? `?${queryText(random, input)}` : ''
  const isForStaff = typeof endpoint.audience === 'object'
  const bearer = isForStaff && !random.chance(4) ? ownersToken : token
  const headers: Record<string, string> = {
    ...(isForStaff || random.chance(2) ? { Authorization: `Bearer ${bearer}` } : {}),
    ...nastyHeaders(random),
  }
  const init: RequestInit = { method: endpoint.method, headers }
  if (endpoint.method !== 'GET' && !random.chance(10)) {
    headers['Content-Type'] = random.chance(3) ? random.pick(NASTY_TYPES) : 'application/json'
    init.body = random.chance(5) ? random.pick(NASTY_BODIES) : JSON.stringify(input)
  }
  return { path: path + query, init }
}

function queryText(random: Random, input: Record<string, unknown>): string {
  const pairs = Object.entries(input).map(([name, value]) => {
    const written = random.chance(4) ? name.toUpperCase() : name
    return `${encode(written)}=${random.chance(8) ? '%zz%' : encode(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))}`
  })
  if (random.chance(3)) pairs.push(...pairs, `__proto__=${encode(nastyText(random))}`, `${encode(nastyText(random))}=1`)
  return pairs.join('&')
}

const FIELDS = ['email', 'password', 'confirmPassword', 'firstName', 'lastName', 'phone', 'acceptTerms', 'code']
const OTHERS = ['intent', 'courseId', 'orderId', 'id', 'rate', 'comment', 'coupon', 'couponCode', 'scheduleId']
const INTENTS = ['cancel', 'resend', 'notify', 'review', 'add', 'edit', 'delete']
const QUERY = ['returnTo', 'email', 'resendAt', 'coupon', 'order', 'try', 'card', 'lang', '_routes', 'index', 'page']
const FILTERS = ['search', 'category', 'specialization', 'sub', 'level', 'delivery', 'min', 'max', 'from', 'to', 'sort']

function nastyPage(random: Random, address: string): { path: string; init: RequestInit } {
  const filled = address.replace(/:(\w+)/g, (_, name) =>
    encode(String(random.chance(2) ? (good[name] ?? 'x') : nastyText(random))),
  )
  const query = Object.fromEntries(
    [...QUERY, ...FILTERS].filter(() => random.chance(4)).map((name) => [name, nastyText(random)]),
  )
  const end = random.chance(5) ? '.data' : ''
  const path = `/${random.pick(['ar', 'en'])}${filled === '/' ? '' : filled}${end}?${queryText(random, query)}`
  const headers: Record<string, string> = nastyHeaders(random)
  if (!random.chance(2)) return { path, init: { headers } }
  if (random.chance(2)) headers.Authorization = `Bearer ${token}`
  const values = [...FIELDS, ...OTHERS]
    .filter(() => random.chance(2))
    .map((name) => [name, random.chance(3) ? nastyText(random) : String(good[name])])
  const form = new URLSearchParams([
    ...values,
    ['intent', random.chance(3) ? nastyText(random) : random.pick(INTENTS)],
  ] as string[][])
  headers['Content-Type'] = random.chance(3) ? random.pick(NASTY_TYPES) : 'application/x-www-form-urlencoded'
  const body = random.chance(4) ? random.pick(NASTY_BODIES) : form.toString()
  return { path, init: { method: random.pick(['POST', 'POST', 'POST', 'PUT', 'DELETE']), headers, body } }
}

/** Encoded for a query, even if the text is invalid Unicode. */
const encode = (text: string) => (dicey(text) ? text : encodeURIComponent(text.toWellFormed()))
/** Invalid percent-encoding is sent unchanged. */
const dicey = (text: string) => /^%(zz|E0%A4%A|00)$/.test(text)

/** Truncating would take longer than the requests: it makes new files each time. */
async function forgetLimits() {
  await sql`with limits as (delete from rate_limits), buckets as (delete from rate_buckets)
    delete from sign_in_tries`.execute(app.db)
}
