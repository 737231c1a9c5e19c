import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  browserOf,
  mailedCode,
  newPerson,
  otherCode,
  PASSWORD,
  signUpForm,
} from '../../../tests/support/accounts/accounts.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { MINUTE_MS } from '../../platform/durations.ts'

let app: TestApp
beforeAll(async () => {
  // The clock stands still: how far a bucket drains must not depend on how busy the machine is.
  app = await startTestApp({ env: { TRUST_PROXY: '1' }, now: new Date() })
})
afterAll(() => app.stop())

let range = 0
/** Another network for each test, so that no test uses up the tries of the next. */
const elsewhere = () => ({ 'X-Forwarded-For': `10.${Math.trunc(range / 250)}.${range++ % 250}.7` })
const login = (email: string, password: string, headers: Record<string, string> = elsewhere()) =>
  app.call('POST', 'auth/login', { body: { email, password }, headers })

describe('signing in', () => {
  it('returns tokens, their expiry and the user', async () => {
    const { email } = await newPerson(app)
    const { status, data } = await login(` ${email.toUpperCase()} `, PASSWORD)
    expect(status).toBe(200)
    expect(data).toMatchObject({ userData: { email, firstName: 'سارة' }, lastRole: 'Student', roles: ['Student'] })
    const minutesLeft = (instant: string) => (new Date(instant).getTime() - app.services.now().getTime()) / MINUTE_MS
    expect(minutesLeft(data.accessTokenExpirationDate)).toBeCloseTo(15, 0)
    expect(minutesLeft(data.refreshTokenExpirationDate)).toBeCloseTo(30 * 24 * 60, 0)
    expect((await app.call('GET', 'auth/user-info', { token: data.accessToken })).status).toBe(200)
  })

  it('gives the same response to a wrong password and an unknown address, in both languages', async () => {
    const { email } = await newPerson(app)
    const known = await login(email, 'Wrong-7-words')
    const unknown = await login('nobody@example.com', 'Wrong-7-words')
    expect([known.status, known.error]).toEqual([unknown.status, unknown.error])
    expect([known.status, known.error]).toEqual([
      401,
      { code: 'invalidCredentials', description: 'Invalid email or password' },
    ])
    const body = { email, password: 'x' }
    const arabic = await app.call('POST', 'auth/login', { body, lang: 'ar', headers: elsewhere() })
    expect(arabic.error.description).toBe('البريد الإلكتروني أو كلمة المرور غير صحيحة.')
  })

  it('takes as long for an unknown or an unverified address as for a wrong password', async () => {
    // With passwords as costly as in production, of which the time is.
    const app = await startTestApp({ env: { TRUST_PROXY: '1' }, now: new Date(), costlyPasswords: true })
    const { email } = await newPerson(app)
    const waiting = signUpForm()
    await browserOf(app).call('POST', 'Auth/register', { body: waiting })
    const times: Record<string, number[]> = { known: [], unknown: [], waiting: [] }
    const addressOf: Record<string, string> = { known: email, unknown: 'nobody@example.com', waiting: waiting.email }
    for (let round = 0; round < 9; round++) {
      for (const kind of Object.keys(times)) {
        const start = performance.now()
        await app.call('POST', 'auth/login', {
          body: { email: addressOf[kind]!, password: 'Wrong-7-words' },
          headers: elsewhere(),
        })
        times[kind]!.push(performance.now() - start)
        await app.db.deleteFrom('sign_in_tries').execute()
      }
    }
    await app.stop()
    const medians = Object.values(times).map((list) => list.sort((a, b) => a - b)[4]!)
    expect(Math.max(...medians) - Math.min(...medians)).toBeLessThan(Math.max(...medians) * 0.4)
  })
})

describe('an unverified account', () => {
  it('is reported only with the correct password, and gets a new code when none is left', async () => {
    const browser = browserOf(app)
    const form = signUpForm()
    await browser.call('POST', 'Auth/register', { body: form })
    expect((await login(form.email, 'Wrong-7-words')).error.code).toBe('invalidCredentials')
    const right = await login(form.email, PASSWORD)
    expect([right.status, right.error.code]).toEqual([403, 'accountNotActive'])
    expect(await app.mails(form.email)).toHaveLength(1)

    app.advance(11 * MINUTE_MS)
    const later = browserOf(app)
    const body = { email: form.email, password: PASSWORD }
    expect((await later.call('POST', 'auth/login', { body, headers: elsewhere() })).status).toBe(403)
    expect(await app.mails(form.email)).toHaveLength(2)
    const code = await mailedCode(app, form.email)
    expect((await later.call('POST', 'Auth/activate', { body: { email: form.email, code } })).status).toBe(200)
    expect((await login(form.email, PASSWORD)).status).toBe(200)
  })
})

describe('guessing a password', () => {
  it('is slowed by growing waits, never by a permanent lock', async () => {
    const { email } = await newPerson(app)
    for (let guess = 1; guess <= 5; guess++) expect((await login(email, `Wrong-7-${guess}`)).status).toBe(401)
    const waits: number[] = []
    for (let guess = 6; guess <= 11; guess++) {
      const refused = await login(email, PASSWORD)
      expect([refused.status, refused.error.code]).toEqual([429, 'tooManyRequests'])
      const seconds = Number(refused.headers.get('retry-after'))
      waits.push(seconds)
      app.advance(seconds * 1000)
      if (guess < 11) expect((await login(email, 'Wrong-7-again')).status).toBe(401)
    }
    expect(waits.map((seconds) => Math.round(seconds / 30))).toEqual([1, 2, 4, 8, 16, 30])
    expect((await login(email, PASSWORD)).status).toBe(200)
    expect((await login(email, 'Wrong-7-words')).status).toBe(401)
  })

  it('evaluates at most five of 60 concurrent attempts', async () => {
    const { email } = await newPerson(app)
    const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => login(email, `Wrong-7-${n}`)))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(55)
  })

  it("is not forgiven by signing in with a stranger's own sign-up for the address", async () => {
    const { email } = await newPerson(app)
    app.advance(2 * MINUTE_MS)
    await app.call('POST', 'Auth/register', { body: signUpForm({ email, password: 'Stranger-7-x' }) })
    const statuses: number[] = []
    for (let guess = 1; guess <= 8; guess++) {
      statuses.push((await login(email, `Wrong-7-${guess}`)).status)
      await login(email, 'Stranger-7-x')
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
  })

  it('is slowed in the same way for an unknown address', async () => {
    const statuses: number[] = []
    for (let guess = 1; guess <= 6; guess++) statuses.push((await login('ghost@example.com', 'x')).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
  })

  it('does not lock the owner out of a trusted browser', async () => {
    const { email, browser } = await newPerson(app)
    await browser.call('POST', 'Auth/logout', { body: {} })
    for (let guess = 1; guess <= 6; guess++) await login(email, `Wrong-7-${guess}`)
    const body = { email, password: PASSWORD }
    expect((await app.call('POST', 'auth/login', { body, headers: elsewhere() })).status).toBe(429)
    expect((await browser.call('POST', 'auth/login', { body, headers: elsewhere() })).status).toBe(200)
  })

  it('does not count correct passwords', async () => {
    const { email } = await newPerson(app)
    const from = elsewhere()
    for (let n = 0; n < 55; n++) expect((await login(email, PASSWORD, from)).status).toBe(200)
  })
})

describe('a network that many people share', () => {
  type From = ReturnType<typeof elsewhere>
  const rangeIn = (from: From) => from['X-Forwarded-For'].replace(/\.7$/, '.0/24')
  const levelOf = async (from: From) => {
    const bucket = app.db
      .selectFrom('rate_buckets')
      .select('level')
      .where('key', '=', `sign-in:${rangeIn(from)}`)
    return Math.round((await bucket.executeTakeFirst())?.level ?? 0)
  }
  /** So many wrong passwords have come from this network, at all kinds of accounts. */
  async function afterWrong(level: number, from = elsewhere()) {
    const bucket = { key: `sign-in:${rangeIn(from)}`, level, updated_at: app.services.now() }
    await app.db.insertInto('rate_buckets').values(bucket).execute()
    return from
  }

  it('accepts a correct password immediately after hundreds of wrong ones from there, each time', async () => {
    const { email } = await newPerson(app)
    const from = await afterWrong(990)
    for (let n = 0; n < 20; n++) expect((await login(email, PASSWORD, from)).status).toBe(200)
    expect(await levelOf(from)).toBe(990)
  })

  it('is not exhausted by attempts at one account, which are slowed first', async () => {
    const { email } = await newPerson(app)
    const from = elsewhere()
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => login(email, `Wrong-7-${n}`, from)))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(35)
    expect(await levelOf(from)).toBe(5)
  })

  it('is refused for every address when a bot has exhausted it, and accepted again seconds later', async () => {
    const { email } = await newPerson(app)
    const from = await afterWrong(999)
    expect((await login('many-1@example.com', 'x', from)).status).toBe(401)
    const neighbour = { 'X-Forwarded-For': from['X-Forwarded-For'].replace(/\.7$/, '.9') }
    for (const address of ['many-2@example.com', email]) {
      const refused = await login(address, PASSWORD, neighbour)
      expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, 4])
    }
    expect((await login('many-2@example.com', 'x')).status).toBe(401)
    // What is refused makes nobody wait longer, neither the network nor the account.
    app.advance(4000)
    expect((await login(email, PASSWORD, from)).status).toBe(200)
    expect(await levelOf(from)).toBe(1000)
  })

  it('never refuses a trusted browser, whose mistakes do not count', async () => {
    const { email, browser } = await newPerson(app)
    const from = await afterWrong(1000)
    const typed = (password: string) => browser.call('POST', 'auth/login', { body: { email, password }, headers: from })
    expect((await typed('Wrong-7-words')).status).toBe(401)
    expect((await typed(PASSWORD)).status).toBe(200)
    expect(await levelOf(from)).toBe(1000)
  })

  it('does not count mistakes of people who then sign in', async () => {
    const { email } = await newPerson(app)
    const from = await afterWrong(100)
    for (const guess of [1, 2, 3]) await login(email, `Wrong-7-${guess}`, from)
    expect(await levelOf(from)).toBe(103)
    expect((await login(email, PASSWORD, from)).status).toBe(200)
    expect(await levelOf(from)).toBe(100)
  })
})

describe('a sign-in from another device', () => {
  it('is notified by mail, except the first one ever and those from trusted devices', async () => {
    const { email, browser } = await newPerson(app)
    const signIn = (who: ReturnType<typeof browserOf>) =>
      who.call('POST', 'auth/login', { body: { email, password: PASSWORD }, headers: elsewhere() })
    const notices = async () =>
      (await app.mails(email)).filter(({ subject }) => subject === 'New sign-in to your account')
    await signIn(browser)
    expect(await notices()).toHaveLength(0)
    const phone = browserOf(app)
    await signIn(phone)
    expect(await notices()).toHaveLength(1)
    await signIn(phone)
    expect(await notices()).toHaveLength(1)
    expect((await notices())[0]!.text).toContain('Network address: 10.')
  })
})

describe('what is logged', () => {
  it('holds no password, code or token', async () => {
    const lines: string[] = []
    const loud = await startTestApp({ env: { LOG_LEVEL: 'trace' } })
    const { log } = loud.services
    const sink = (log as unknown as Record<symbol, { write: (line: string) => void }>)[
      Object.getOwnPropertySymbols(log).find((key) => key.description === 'pino.stream')!
    ]!
    const original = sink.write.bind(sink)
    sink.write = (line) => {
      lines.push(line)
      original(line)
    }
    try {
      const { browser, form, tokens } = await newPerson(loud)
      const code = await mailedCode(loud, form.email)
      await loud.call('POST', 'Auth/activate', { body: { email: form.email, code: otherCode(code) } })
      const body = { refreshToken: tokens.refreshToken }
      const { data } = await loud.call('POST', 'Auth/refresh-token', { body })
      loud.advance(31_000)
      await loud.call('POST', 'Auth/refresh-token', { body })
      await browser.call('POST', 'auth/login', { body: { email: form.email, password: 'Wrong-7-words' } })
      const all = lines.join('\n')
      expect(all).toContain('a used refresh token came back')
      for (const secret of [
        PASSWORD,
        'Wrong-7-words',
        code,
        tokens.accessToken,
        tokens.refreshToken,
        data.refreshToken,
      ])
        expect(all).not.toContain(secret)
    } finally {
      await loud.stop()
    }
  })
})
