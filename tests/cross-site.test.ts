/** CSRF: other sites can make a visitor's browser send requests here, but only requests of our own pages may write. */
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newPerson, type TestBrowser } from './support/accounts/accounts.ts'
import { startTestSite, type TestSite } from './support/browser.ts'

let site: TestSite
let person: Awaited<ReturnType<typeof newPerson>>
beforeAll(async () => {
  site = await startTestSite({ env: { PUBLIC_URL: 'http://maahad.localhost', LOG_LEVEL: 'silent' } })
  person = await newPerson(site)
})
afterAll(() => site.stop())

const SITES = [undefined, 'same-origin', 'same-site', 'cross-site', 'none', 'something-new'] as const
const ORIGINS = {
  'no origin': () => undefined,
  'the public address': () => 'http://maahad.localhost',
  'the requested host': () => site.address,
  'nobody (null)': () => 'null',
  'another site': () => 'https://evil.example',
  'a longer name that begins like ours': () => 'http://maahad.localhost.evil.example',
  'a longer name that ends like ours': () => 'http://evil-maahad.localhost',
  'a name below ours': () => 'http://blog.maahad.localhost',
  'our name by another port': () => 'http://maahad.localhost:8080',
  'our public name over https': () => 'https://maahad.localhost',
  'what is no origin': () => 'maahad.localhost',
}
type Origin = keyof typeof ORIGINS
const OURS: Origin[] = ['the public address', 'the requested host']

/** No header may show a cross-site request; with cookies, a header must show that the request is from our own site. */
function mayPass(fetchSite: (typeof SITES)[number], origin: Origin): boolean {
  if (fetchSite !== undefined && fetchSite !== 'same-origin' && fetchSite !== 'none') return false
  if (origin === 'no origin') return fetchSite !== undefined
  return OURS.includes(origin)
}

type Sent = { status: number; text: string }

/** Sends exactly these headers: fetch would add others. */
function send(method: string, path: string, headers: Record<string, string>, body: string): Promise<Sent> {
  const url = new URL(path, site.address)
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method, headers: { ...headers, 'Content-Length': Buffer.byteLength(body) } },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', (chunk: string) => {
          text += chunk
        })
        answer.on('end', () => resolve({ status: answer.statusCode!, text }))
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

const cookiesOf = ({ cookies }: TestBrowser) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
let app: { token: string; email: string } | undefined
/** Another user, with an app. */
async function bearer() {
  if (!app) {
    const { tokens, email } = await newPerson(site)
    app = { token: tokens.accessToken, email }
  }
  return app
}

const firstName = async () => (await person.browser.call('GET', 'Profile')).data.firstName
let count = 0
/** A new name, so that a change can be detected. */
function newName(): string {
  count += 1
  return `N${[...String(count)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`
}

const ENDPOINTS = {
  'a call of the API': (name: string) => ({
    method: 'PUT',
    path: '/api/Profile',
    type: 'application/json',
    body: JSON.stringify({ firstName: name, lastName: 'Ali', userName: 'Sara' }),
  }),
  'a call of the API, sent as a form': (name: string) => ({
    method: 'PUT',
    path: '/api/Profile',
    type: 'application/x-www-form-urlencoded',
    body: new URLSearchParams({ firstName: name, lastName: 'Ali', userName: 'Sara' }).toString(),
  }),
  "a page's form": (name: string) => ({
    method: 'POST',
    path: '/en/profile?index',
    type: 'application/x-www-form-urlencoded',
    body: new URLSearchParams({ intent: 'names', firstName: name, lastName: 'Ali', userName: 'Sara' }).toString(),
  }),
  "a page's form, sent by its script": (name: string) => ({
    method: 'POST',
    path: '/en/profile.data?index',
    type: 'application/x-www-form-urlencoded',
    body: new URLSearchParams({ intent: 'names', firstName: name, lastName: 'Ali', userName: 'Sara' }).toString(),
  }),
}

const cases = SITES.flatMap((fetchSite) =>
  (Object.keys(ORIGINS) as Origin[]).map((origin) => [fetchSite, origin] as const),
)

describe.each(Object.keys(ENDPOINTS) as (keyof typeof ENDPOINTS)[])('%s with the cookies of somebody', (endpoint) => {
  it.each(cases)('Sec-Fetch-Site %s, Origin: %s', async (fetchSite, origin) => {
    const name = newName()
    const { method, path, type, body } = ENDPOINTS[endpoint](name)
    const from = ORIGINS[origin]()
    const headers = {
      Cookie: cookiesOf(person.browser),
      'Content-Type': type,
      ...(fetchSite ? { 'Sec-Fetch-Site': fetchSite } : {}),
      ...(from ? { Origin: from } : {}),
    }
    const { status } = await send(method, path, headers, body)
    const passes = mayPass(fetchSite, origin)
    expect(status === 403).toBe(!passes)
    expect((await firstName()) === name).toBe(passes)
  })
})

describe('a request without cookies', () => {
  it.each(cases)('speaks for its Bearer token alone: Sec-Fetch-Site %s, Origin: %s', async (fetchSite, origin) => {
    const other = await bearer()
    const from = ORIGINS[origin]()
    const { status, text } = await send(
      'PUT',
      '/api/Profile',
      {
        Authorization: `Bearer ${other.token}`,
        // A browser sent these cookies along; they are ignored.
        Cookie: cookiesOf(person.browser),
        'Content-Type': 'application/json',
        ...(fetchSite ? { 'Sec-Fetch-Site': fetchSite } : {}),
        ...(from ? { Origin: from } : {}),
      },
      JSON.stringify({ firstName: 'App', lastName: 'Ali', userName: 'App' }),
    )
    expect(status).toBe(200)
    expect(JSON.parse(text).data.email).toBe(other.email)
    expect(await firstName()).not.toBe('App')
  })

  it.each([
    ['another site signs a visitor in as somebody else', { 'Sec-Fetch-Site': 'cross-site' }, 403],
    ['another origin signs a visitor in as somebody else', { Origin: 'https://evil.example' }, 403],
    ['an app signs in, which says neither', {}, 200],
    ['our own page signs in', { 'Sec-Fetch-Site': 'same-origin', Origin: 'http://maahad.localhost' }, 200],
  ])('%s', async (_name, headers, status) => {
    const { form } = person
    const body = JSON.stringify({ email: form.email, password: form.password })
    const answer = await send('POST', '/api/auth/login', { 'Content-Type': 'application/json', ...headers }, body)
    expect(answer.status).toBe(status)
  })

  it('is refused without a word of where it comes from when somebody is half-way in', async () => {
    const challenge = `challenge=${'A'.repeat(43)}`
    const headers = { 'Content-Type': 'application/json', 'X-Session': 'cookies', Cookie: challenge }
    const body = JSON.stringify({ code: '123456', method: 'totp' })
    expect((await send('POST', '/api/auth/login-with-2fa', headers, body)).status).toBe(403)
    const own = { ...headers, 'Sec-Fetch-Site': 'same-origin' }
    expect((await send('POST', '/api/auth/login-with-2fa', own, body)).status).toBe(400)
  })
})

it('no answer lets a page of another origin read it', async () => {
  for (const path of ['/api/Profile', '/api/auth/user-info', '/en/profile', '/en/profile.data']) {
    const { headers } = await fetch(site.address + path, {
      headers: { Cookie: cookiesOf(person.browser), Origin: 'https://evil.example' },
      redirect: 'manual',
    })
    expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
  }
  const preflight = await fetch(`${site.address}/api/Profile`, {
    method: 'OPTIONS',
    headers: { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'PUT' },
  })
  expect([...preflight.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
})

it('a link or a picture of another site signs nobody out', async () => {
  await person.browser.page('/en/logout')
  expect((await person.browser.call('GET', 'auth/user-info')).status).toBe(200)
})
