import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  browserOf,
  mailedCode,
  newPerson,
  PASSWORD,
  signUpForm,
  type TestBrowser,
} from '../../../tests/support/accounts/accounts.ts'
import { messagedCode } from '../../../tests/support/accounts/second-factors.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { contract } from '../../api/contract.ts'
import type { Endpoint } from '../../api/endpoint.ts'
import { DAY_MS, MINUTE_MS, WEEK_MS } from '../../platform/durations.ts'
import { derivedKey } from '../../platform/secrets.server.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const refresh = (refreshToken: string) => app.call('POST', 'Auth/refresh-token', { body: { refreshToken } })
const whoIs = (token: string) => app.call('GET', 'auth/user-info', { token })
const endedBecause = async (email: string) => {
  const rows = await app.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('revoked_because')
    .where('email', '=', email)
    .execute()
  return rows.map((row) => row.revoked_because)
}

describe('cookies', () => {
  it('are HttpOnly, SameSite=Lax, and carry the __Host- prefix over https', async () => {
    const { form } = await newPerson(app)
    const login = await browserOf(app).call('POST', 'auth/login', { body: { email: form.email, password: PASSWORD } })
    for (const name of ['access', 'refresh', 'device']) {
      const cookie = login.headers.getSetCookie().find((value) => value.startsWith(`${name}=`))
      expect(cookie).toMatch(/; Path=\/; Max-Age=\d+; SameSite=Lax; HttpOnly$/)
    }

    const secure = await startTestApp({ env: { PUBLIC_URL: 'https://maahad.example', TRUST_PROXY: '1' } })
    try {
      const { browser } = await newPerson(secure)
      expect([...browser.cookies.keys()].sort()).toEqual(['__Host-access', '__Host-device', '__Host-refresh'])
      const { headers } = await browser.call('POST', 'Auth/refresh-token', { body: {} })
      for (const cookie of headers.getSetCookie()) expect(cookie).toMatch(/^__Host-.*; HttpOnly; Secure$/)
    } finally {
      await secure.stop()
    }
  })

  it('without a session cost no database query', async () => {
    await app.db.schema.alterTable('sessions').renameTo('sessions_away').execute()
    try {
      expect((await app.call('GET', 'auth/user-info')).status).toBe(401)
    } finally {
      await app.db.schema.alterTable('sessions_away').renameTo('sessions').execute()
    }
  })

  it('that are no longer valid are cleared', async () => {
    const browser = browserOf(app)
    browser.cookies.set('access', 'nonsense').set('refresh', 'A'.repeat(43))
    expect((await browser.call('GET', 'auth/user-info')).status).toBe(401)
    expect([...browser.cookies]).toEqual([])
  })
})

describe('the tokens of a session', () => {
  const isToken = (value: unknown) => /^([\w-]{43}|[\w-]+\.[\w-]+\.[\w-]+)$/.test(String(value))
  const inBody = (data: Record<string, unknown>) => Object.keys(data).filter((name) => isToken(data[name]))

  /** Every call that gives tokens, in the order in which one person meets them. */
  async function tour(call: TestBrowser['call']) {
    const form = signUpForm()
    const { email } = form
    const post = (path: string, body: object = {}) => call('POST', path, { body })
    await post('Auth/register', form)
    const steps = { activate: await post('Auth/activate', { email, code: await mailedCode(app, email) }) }
    const login = await post('auth/login', { email, password: PASSWORD })
    const refresh = await post('Auth/refresh-token', { refreshToken: login.data.refreshToken })
    app.advance(MINUTE_MS)
    const forgot = await post('Auth/forgot-password', { email })
    const { requestToken } = forgot.data
    const code = await mailedCode(app, email)
    const validate = await post('Auth/validate-reset-otp', { email, code, requestToken })
    const typed = { password: 'Oasis-9-palms', confirmPassword: 'Oasis-9-palms' }
    const reset = await post('Auth/reset-password', { resetToken: validate.data.resetToken, ...typed })
    await app.db
      .updateTable('users')
      .set({ phone_verified_at: app.services.now(), two_factor_at: app.services.now() })
      .where('email', '=', email)
      .execute()
    const challenge = await post('auth/login', { email, password: typed.password })
    const sms = await messagedCode(app, '+966501234567')
    const body = { challenge: challenge.data.challenge, code: sms, method: 'sms' }
    const second = await post('auth/login-with-2fa', body)
    return { ...steps, login, refresh, forgot, validate, reset, challenge, second }
  }
  const seen = (steps: Awaited<ReturnType<typeof tour>>) =>
    Object.fromEntries(
      Object.entries(steps).map(([name, { status, data, headers }]) => [
        name,
        [status, inBody(data), headers.getSetCookie().flatMap((cookie) => /^(\w+)=[^;]/.exec(cookie)?.[1] ?? [])],
      ]),
    )

  it('come only from calls whose contract says so', () => {
    const endpoints = Object.values(contract).flatMap((feature): Endpoint[] => Object.values(feature))
    const mayHold = ({ output }: Endpoint) =>
      JSON.stringify(z.toJSONSchema(output, { unrepresentable: 'any', io: 'output' })).includes('X-Session: cookies')
    const giving = endpoints.filter(mayHold).map(({ path }) => path)
    expect(giving.length).toBeGreaterThan(8)
    const silent = endpoints.filter((endpoint) => mayHold(endpoint) && !endpoint.givesTokens)
    expect(silent.map(({ path }) => path)).toEqual([])
  })

  it('are in cookies only, in calls that ask for cookies', async () => {
    const session = ['device', 'access', 'refresh']
    expect(seen(await tour(browserOf(app).call))).toEqual({
      activate: [200, [], session],
      login: [200, [], session],
      refresh: [200, [], ['access', 'refresh']],
      forgot: [200, [], ['request']],
      validate: [200, [], ['reset']],
      reset: [200, [], ['reset']],
      challenge: [200, [], ['challenge']],
      second: [200, [], session],
    })
  })

  it('are in the body only, in calls that do not ask for cookies: none is set or read', async () => {
    const session = ['accessToken', 'refreshToken']
    const invalid = { Cookie: `access=x; refresh=${'A'.repeat(43)}; challenge=x; reset=x; device=x` }
    const headers = { 'Sec-Fetch-Site': 'same-origin', ...invalid }
    const steps = await tour((method, path, options) => app.call(method, path, { ...options, headers }))
    expect(seen(steps)).toEqual({
      activate: [200, session, []],
      login: [200, session, []],
      refresh: [200, ['token', 'refreshToken'], []],
      forgot: [200, ['requestToken'], []],
      validate: [200, ['resetToken'], []],
      reset: [200, [], []],
      challenge: [200, ['challenge'], []],
      second: [200, session, []],
    })
    for (const { headers } of Object.values(steps)) expect(headers.getSetCookie()).toEqual([])
  })
})

describe('an access token', () => {
  it('is valid for 15 minutes', async () => {
    const { tokens } = await newPerson(app)
    app.advance(14 * MINUTE_MS)
    expect((await whoIs(tokens.accessToken)).status).toBe(200)
    app.advance(2 * MINUTE_MS)
    expect((await whoIs(tokens.accessToken)).status).toBe(401)
  })

  it('is refused when it was forged', async () => {
    const { tokens } = await newPerson(app)
    const [head, body, signature] = tokens.accessToken.split('.')
    const payload = JSON.parse(Buffer.from(body!, 'base64url').toString())
    const none = Buffer.from('{"alg":"none"}').toString('base64url')
    const otherKey = await new SignJWT(payload)
      .setProtectedHeader({ alg: 'HS256' })
      .sign(derivedKey(app.services.settings, 'another-purpose'))
    const altered = Buffer.from(JSON.stringify({ ...payload, exp: payload.exp + 1 })).toString('base64url')
    for (const token of [`${none}.${body}.`, otherKey, `${head}.${altered}.${signature}`, 'x', `${head}.${body}`])
      expect((await whoIs(token)).status).toBe(401)
    expect((await whoIs(tokens.accessToken)).status).toBe(200)
  })

  it('holds no personal data', async () => {
    const { tokens } = await newPerson(app)
    const payload = JSON.parse(Buffer.from(tokens.accessToken.split('.')[1]!, 'base64url').toString())
    expect(Object.keys(payload).sort()).toEqual(['exp', 'iat', 'sid', 'sub'])
  })

  it('of a suspended account is refused, and so is its refresh token', async () => {
    const { tokens, email } = await newPerson(app)
    await app.db.updateTable('users').set({ status: 'suspended' }).where('email', '=', email).execute()
    expect((await whoIs(tokens.accessToken)).status).toBe(401)
    expect((await refresh(tokens.refreshToken)).status).toBe(401)
    const login = await app.call('POST', 'auth/login', { body: { email, password: PASSWORD } })
    expect(login.error.code).toBe('invalidCredentials')
  })
})

describe('a refresh token', () => {
  it('is exchanged for a new pair', async () => {
    const { tokens } = await newPerson(app)
    const { data, status } = await refresh(tokens.refreshToken)
    expect(status).toBe(200)
    expect(data.refreshToken).not.toBe(tokens.refreshToken)
    expect((await whoIs(data.token)).status).toBe(200)
    expect(new Date(data.refreshTokenExpirationDate).getTime()).toBe(
      new Date(tokens.refreshTokenExpirationDate).getTime(),
    )
  })

  it('is renewed for 30 days at most, however often it is used', async () => {
    const { tokens } = await newPerson(app)
    let token = tokens.refreshToken
    for (let week = 1; week <= 4; week++) {
      app.advance(WEEK_MS)
      token = (await refresh(token)).data.refreshToken
    }
    app.advance(2 * DAY_MS)
    expect((await refresh(token)).status).toBe(401)
  })

  it('gives 20 tabs that refresh concurrently the same new token, and ends no session', async () => {
    const { tokens, email } = await newPerson(app)
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(tokens.refreshToken)))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(new Set(answers.map(({ data }) => data.refreshToken)).size).toBe(1)
    expect(await endedBecause(email)).toEqual([null])
    expect((await refresh(answers[7]!.data.refreshToken)).status).toBe(200)
  })

  it('gives the same new token again within 30 seconds', async () => {
    const { tokens } = await newPerson(app)
    const first = await refresh(tokens.refreshToken)
    app.advance(29_000)
    const second = await refresh(tokens.refreshToken)
    expect(second.data.refreshToken).toBe(first.data.refreshToken)
  })

  it('that is used again after the grace period ends its whole family', async () => {
    const { tokens, email } = await newPerson(app)
    const { data } = await refresh(tokens.refreshToken)
    app.advance(31_000)
    expect((await refresh(tokens.refreshToken)).status).toBe(401)
    expect(await endedBecause(email)).toEqual(['reuse'])
    expect((await refresh(data.refreshToken)).status).toBe(401)
    expect((await whoIs(data.token)).status).toBe(401)
  })

  it('older than the last one ends its whole family, also within the grace period', async () => {
    const { tokens, email } = await newPerson(app)
    const child = (await refresh(tokens.refreshToken)).data.refreshToken
    const grandchild = (await refresh(child)).data.refreshToken
    expect((await refresh(tokens.refreshToken)).status).toBe(401)
    expect(await endedBecause(email)).toEqual(['reuse'])
    expect((await refresh(grandchild)).status).toBe(401)
  })

  it('ends only its own family: another device of the user stays signed in', async () => {
    const { tokens, email } = await newPerson(app)
    const other = await app.call('POST', 'auth/login', { body: { email, password: PASSWORD } })
    await refresh(tokens.refreshToken)
    app.advance(31_000)
    await refresh(tokens.refreshToken)
    expect((await whoIs(other.data.accessToken)).status).toBe(200)
    expect((await endedBecause(email)).sort()).toEqual([null, 'reuse'].sort())
  })

  it('is stored in no table', async () => {
    const { tokens } = await newPerson(app)
    const rows = await app.db.selectFrom('refresh_tokens').selectAll().execute()
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) {
      expect(row.token_hash).toHaveLength(32)
      expect(row.token_hash.toString('base64url')).not.toBe(tokens.refreshToken)
    }
  })

  it.each(['', 'x', 'A'.repeat(43)])('is refused when it was not issued by us: "%s"', async (token) => {
    expect((await refresh(token)).status).toBe(401)
  })
})

describe('a browser whose access cookie has expired', () => {
  it('stays signed in by its refresh cookie, in any request', async () => {
    const { browser, email } = await newPerson(app)
    const before = browser.cookies.get('refresh')
    app.advance(16 * MINUTE_MS)
    expect((await browser.call('GET', 'auth/user-info')).data.userData.email).toBe(email)
    expect(browser.cookies.get('refresh')).not.toBe(before)
    expect((await browser.call('GET', 'auth/user-info')).headers.getSetCookie()).toEqual([])
  })

  it('stays signed in when it sends ten requests concurrently', async () => {
    const { browser, email } = await newPerson(app)
    app.advance(16 * MINUTE_MS)
    const answers = await Promise.all(Array.from({ length: 10 }, () => browser.call('GET', 'auth/user-info')))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    app.advance(16 * MINUTE_MS)
    expect((await browser.call('GET', 'auth/user-info')).status).toBe(200)
    expect(await endedBecause(email)).toEqual([null])
  })

  it('can also call the refresh endpoint, without a body', async () => {
    const { browser } = await newPerson(app)
    app.advance(16 * MINUTE_MS)
    const before = browser.tokens()
    const { status } = await browser.call('POST', 'Auth/refresh-token')
    expect(status).toBe(200)
    expect(browser.tokens().accessToken).not.toBe(before.accessToken)
    expect(browser.tokens().refreshToken).not.toBe(before.refreshToken)
    expect((await browser.call('GET', 'auth/user-info')).status).toBe(200)
  })

  it('gets no cookies from the refresh endpoint without the header that asks for them', async () => {
    const { browser, tokens } = await newPerson(app)
    const renewed = await browser.call('POST', 'Auth/refresh-token', { headers: { 'X-Session': '' } })
    expect([renewed.status, renewed.headers.getSetCookie()]).toEqual([401, []])
    expect(browser.tokens()).toMatchObject({ accessToken: tokens.accessToken, refreshToken: tokens.refreshToken })
  })
})

describe('signing out', () => {
  it('takes effect immediately, for every token of the session', async () => {
    const { browser, tokens, email } = await newPerson(app)
    expect((await browser.call('POST', 'Auth/logout', { body: {} })).data).toEqual({})
    expect([...browser.cookies.keys()]).toEqual(['device'])
    expect((await whoIs(tokens.accessToken)).status).toBe(401)
    expect((await refresh(tokens.refreshToken)).status).toBe(401)
    expect(await endedBecause(email)).toEqual(['logout'])
  })

  it('works for an app by its refresh token after the access token has expired', async () => {
    const { tokens } = await newPerson(app)
    app.advance(16 * MINUTE_MS)
    await app.call('POST', 'Auth/logout', { body: { refreshToken: tokens.refreshToken } })
    expect((await refresh(tokens.refreshToken)).status).toBe(401)
  })

  it('of a guest changes nothing', async () => {
    expect((await app.call('POST', 'Auth/logout', { body: {} })).status).toBe(200)
  })
})
