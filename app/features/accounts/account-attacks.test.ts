/** Attacks on accounts that need no other site: accounts prepared for somebody else, planted sessions, endless guesses. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  browserOf,
  mailedCode,
  newPerson,
  otherCode,
  PASSWORD,
  signUpForm,
  type TestBrowser,
} from '../../../tests/support/accounts/accounts.ts'
import { messagedCode, secondFactor, verifiedPhone } from '../../../tests/support/accounts/second-factors.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/durations.ts'

const EVES = 'Stranger-7-x'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({
    env: { LOG_LEVEL: 'silent', TRUST_PROXY: '1', SMS_HOURLY_BUDGET: '10000' },
    now: new Date(),
  })
})
afterAll(() => app.stop())
// A new hour for the limits of address ranges.
beforeEach(() => app.advance(HOUR_MS))

const post = (path: string, body: object, browser: Pick<TestBrowser, 'call'> = app) =>
  browser.call('POST', path, { body })
const login = (email: string, password: string, browser?: TestBrowser) =>
  post('auth/login', { email, password }, browser)
/** What a page of ours sends: the password's field is there, empty or not. */
const typeCode = (browser: TestBrowser, email: string, code: string, password = '') =>
  post('Auth/activate', { email, code, password }, browser)

describe('an account that an attacker prepares for a victim', () => {
  it('is not activated when the owner of the address follows the mail in their own browser', async () => {
    const email = 'follows-the-mail@example.com'
    await post('Auth/register', signUpForm({ email, password: EVES, firstName: 'Eve' }), browserOf(app))
    const code = await mailedCode(app, email)
    const owner = browserOf(app)
    expect((await owner.call('GET', `Auth/activate?email=${email}`)).data).toEqual({ typedHere: false })
    const opened = await typeCode(owner, email, code)
    expect([opened.status, opened.error.fields]).toEqual([400, { password: ['This field is required.'] }])
    const guessed = await typeCode(owner, email, code, PASSWORD)
    expect(guessed.error.fields).toEqual({ password: ['This password is not right.'] })
    expect([...owner.cookies.keys()]).toEqual([])
    expect((await login(email, EVES)).error.code).toBe('accountNotActive')
    expect(await app.db.selectFrom('users').select('id').where('email', '=', email).execute()).toEqual([])

    app.advance(MINUTE_MS)
    await post('Auth/register', signUpForm({ email }), owner)
    expect((await typeCode(owner, email, await mailedCode(app, email))).status).toBe(200)
    expect((await login(email, EVES)).error.code).toBe('invalidCredentials')
    expect((await login(email, PASSWORD)).status).toBe(200)
  })

  it('would have become the attacker’s if the code alone counted', async () => {
    const email = 'code-alone@example.com'
    await post('Auth/register', signUpForm({ email, password: EVES }), browserOf(app))
    const code = await mailedCode(app, email)
    // An app, which shows its own sign-up only, sends no password.
    expect((await post('Auth/activate', { email, code }, browserOf(app))).status).toBe(200)
    expect((await login(email, EVES)).status).toBe(200)
  })

  it('is not activated by an app that sends the token of its own sign-up', async () => {
    const email = 'own-app@example.com'
    const form = signUpForm({ email })
    const { requestToken } = (await app.call('POST', 'Auth/register', { body: form })).data
    app.advance(MINUTE_MS)
    await app.call('POST', 'Auth/register', { body: signUpForm({ email, password: EVES }) })
    const type = async (token: string) =>
      app.call('POST', 'Auth/activate', { body: { email, code: await mailedCode(app, email), requestToken: token } })
    expect((await type(requestToken)).error.code).toBe('codeWrong')
    expect((await type(crypto.randomUUID())).error.code).toBe('codeExpired')
    app.advance(MINUTE_MS)
    expect((await app.call('POST', 'Auth/resend-otp', { body: { email, requestToken } })).status).toBe(200)
    expect((await type(requestToken)).status).toBe(200)
    expect((await login(email, EVES)).error.code).toBe('invalidCredentials')
    expect((await login(email, PASSWORD)).status).toBe(200)
  })

  it('is activated in another browser with the password of the sign-up', async () => {
    const form = signUpForm()
    await post('Auth/register', form, browserOf(app))
    const phone = browserOf(app)
    const opened = await typeCode(phone, form.email, await mailedCode(app, form.email), form.password)
    expect([opened.status, opened.data.userData.email]).toEqual([200, form.email])
    expect((await phone.call('GET', 'auth/user-info')).status).toBe(200)
  })

  it('leaves the attacker no session in the account (unexpired session)', async () => {
    const email = 'unexpired@example.com'
    const eve = browserOf(app)
    await post('Auth/register', signUpForm({ email, password: EVES }), eve)
    expect((await login(email, EVES, eve)).error.code).toBe('accountNotActive')
    expect([...eve.cookies.keys()]).toEqual(['registration'])
    const planted = new Map(eve.cookies)

    app.advance(MINUTE_MS)
    const owner = browserOf(app)
    await post('Auth/register', signUpForm({ email }), owner)
    const code = await mailedCode(app, email)
    expect((await typeCode(owner, email, code)).status).toBe(200)
    for (const [name, value] of planted) eve.cookies.set(name, value)
    expect((await eve.call('GET', 'auth/user-info')).status).toBe(401)
    expect((await typeCode(eve, email, code)).error.code).toBe('validation')
    expect((await typeCode(eve, email, code, EVES)).error.code).toBe('codeExpired')
    expect((await login(email, EVES, eve)).error.code).toBe('invalidCredentials')
    expect(
      await app.db
        .selectFrom('sessions')
        .innerJoin('users', 'users.id', 'user_id')
        .select('sessions.id')
        .where('email', '=', email)
        .execute(),
    ).toHaveLength(1)
  })

  it("cannot be reached by the owner's number in the attacker's account (trojan identifier)", async () => {
    const phone = '+966559876543'
    const eve = await newPerson(app, browserOf(app), { phone: '0559876543' })
    const owner = await newPerson(app, browserOf(app), { phone: '0559876543' })
    // A number that was only typed proves nothing and guards nothing.
    const refused = await eve.browser.call('POST', 'Profile/two-factor/enable', { body: { password: PASSWORD } })
    expect(refused.error.code).toBe('phoneNotVerified')
    await verifiedPhone(app, owner.browser)
    app.advance(MINUTE_MS)
    await post('Profile/phone', { phone }, eve.browser)
    const ownersCode = await messagedCode(app, phone)
    const guess = await post('Profile/phone/verify', { code: otherCode(ownersCode) }, eve.browser)
    expect(guess.error.code).toBe('codeWrong')
    await secondFactor(owner.browser)
    app.advance(2 * MINUTE_MS)
    expect((await login(owner.email, PASSWORD)).data.requiresTwoFactor).toBe(true)
    expect((await login(eve.email, PASSWORD)).data.requiresTwoFactor).toBeUndefined()
    // No way in asks for a number: it finds no account.
    const byNumber = await login(phone, PASSWORD)
    expect(byNumber.status).toBe(400)
  })

  it('has no pending change of address (unexpired email change)', async () => {
    const eve = await newPerson(app)
    const names = { firstName: 'Eve', lastName: 'Ali', userName: 'Eve' }
    const changed = await eve.browser.call('PUT', 'Profile', {
      body: { ...names, email: 'victim-of-change@example.com' },
    })
    expect([changed.status, changed.data.email]).toEqual([200, eve.email])
    expect(await app.mails('victim-of-change@example.com')).toEqual([])
  })

  it('loses every flow that the attacker started when the owner sets a new password', async () => {
    const { email, browser: eve, tokens } = await newPerson(app)
    const owner = browserOf(app)
    await post('Auth/forgot-password', { email }, owner)
    const code = await mailedCode(app, email)
    await post('Auth/validate-reset-otp', { email, code }, owner)
    const typed = { password: 'Oasis-9-palms', confirmPassword: 'Oasis-9-palms' }
    expect((await post('Auth/reset-password', typed, owner)).status).toBe(200)
    expect((await eve.call('GET', 'auth/user-info')).status).toBe(401)
    expect((await post('Auth/refresh-token', { refreshToken: tokens.refreshToken })).status).toBe(401)
    expect((await login(email, PASSWORD)).error.code).toBe('invalidCredentials')
  })
})

describe('cookies that an attacker planted in a browser', () => {
  it.each(['access', 'refresh', 'challenge', 'registration', 'reset'])(
    "%s: signing in gives the user's own session, with new tokens",
    async (name) => {
      const eve = await newPerson(app)
      const victim = await newPerson(app)
      const planted = { ...eve.tokens, ...(await plantable(eve.email)) } as Record<string, string>
      const value = { access: planted.accessToken, refresh: planted.refreshToken }[name] ?? planted[name]
      expect(value).toMatch(/\S{20}/)
      const browser = browserOf(app)
      browser.cookies.set(name, value!)
      const { status } = await login(victim.email, PASSWORD, browser)
      expect(status).toBe(200)
      expect((await browser.call('GET', 'auth/user-info')).data.userData.email).toBe(victim.email)
      for (const cookie of ['access', 'refresh']) expect(browser.cookies.get(cookie)).not.toBe(value)
      // What was planted opens nothing of the victim's.
      const evesBrowser = browserOf(app)
      evesBrowser.cookies.set(name, value!)
      const who = await evesBrowser.call('GET', 'auth/user-info')
      expect(who.data?.userData.email).not.toBe(victim.email)
    },
  )

  /** Tokens of one's own that one could put into another's browser. */
  async function plantable(email: string) {
    const registering = browserOf(app)
    await post('Auth/register', signUpForm({ email: `other-${email}` }), registering)
    const resetting = browserOf(app)
    app.advance(2 * MINUTE_MS)
    await post('Auth/forgot-password', { email }, resetting)
    await post('Auth/validate-reset-otp', { email, code: await mailedCode(app, email) }, resetting)
    return {
      registration: registering.cookies.get('registration'),
      reset: resetting.cookies.get('reset'),
      challenge: 'C'.repeat(43),
    }
  }

  it('are replaced: a second sign-in in a browser ends its first session', async () => {
    const { browser, email, tokens } = await newPerson(app)
    const elsewhere = (await login(email, PASSWORD)).data
    const again = await login(email, PASSWORD, browser)
    expect(again.status).toBe(200)
    const who = async (token: string) => (await app.call('GET', 'auth/user-info', { token })).status
    const renewed = browser.tokens()
    expect(await who(tokens.accessToken)).toBe(401)
    expect((await post('Auth/refresh-token', { refreshToken: tokens.refreshToken })).status).toBe(401)
    expect([await who(renewed.accessToken), await who(elsewhere.accessToken)]).toEqual([200, 200])
  })
})

it('a backup code that is read first and spent in a second statement would be accepted more than once', async () => {
  const { browser, email } = await newPerson(app, browserOf(app), { phone: '0551234599' })
  await verifiedPhone(app, browser)
  await secondFactor(browser)
  const { id } = await app.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  const [code] = await app.db.selectFrom('backup_codes').select('code_hash').where('user_id', '=', id).execute()
  const row = { user_id: id, code_hash: code!.code_hash }
  const naive = async () => {
    const unused = await app.db
      .selectFrom('backup_codes')
      .select('user_id')
      .where('user_id', '=', row.user_id)
      .where('code_hash', '=', row.code_hash)
      .where('used_at', 'is', null)
      .executeTakeFirst()
    if (!unused) return false
    await app.db
      .updateTable('backup_codes')
      .set({ used_at: app.services.now() })
      .where('user_id', '=', row.user_id)
      .where('code_hash', '=', row.code_hash)
      .execute()
    return true
  }
  const accepted = await Promise.all(Array.from({ length: 50 }, naive))
  expect(accepted.filter(Boolean).length).toBeGreaterThan(1)
})

describe('unlimited attempts', () => {
  it('at the codes of a forgotten password stay under fifty a day, and a trusted device can continue', async () => {
    const { email, browser } = await newPerson(app)
    await post('Auth/logout', {}, browser)
    let evaluated = 0
    const end = app.services.now().getTime() + DAY_MS
    while (app.services.now().getTime() < end) {
      const sent = await post('Auth/forgot-password', { email })
      const right = sent.status === 200 ? await mailedCode(app, email) : '000000'
      let wait = Number(sent.headers.get('retry-after') ?? 60)
      for (let guess = 1; guess <= 5; guess++) {
        const { status, error, headers } = await post('Auth/validate-reset-otp', {
          email,
          code: otherCode(right, guess),
        })
        if (error.code === 'codeWrong') evaluated += 1
        if (status !== 429) continue
        wait = Number(headers.get('retry-after'))
        break
      }
      app.advance(wait * 1000)
    }
    expect(evaluated).toBeGreaterThan(10)
    expect(evaluated).toBeLessThan(50)
    app.advance(HOUR_MS)
    await post('Auth/forgot-password', { email }, browser)
    const code = await mailedCode(app, email)
    await post('Auth/validate-reset-otp', { email, code: otherCode(code) })
    expect((await post('Auth/validate-reset-otp', { email, code })).status).toBe(429)
    expect((await post('Auth/validate-reset-otp', { email, code }, browser)).status).toBe(200)
  })

  it('at the codes of a forgotten password wait equally long for an unknown address', async () => {
    const { email } = await newPerson(app)
    const waits = async (address: string) => {
      const answers: unknown[] = []
      for (let round = 0; round < 3; round++) {
        await post('Auth/forgot-password', { email: address })
        for (let guess = 0; guess < 5; guess++) {
          const { status, error, headers } = await post('Auth/validate-reset-otp', { email: address, code: '000000' })
          answers.push([status, error.code, headers.get('retry-after')])
        }
        app.advance(MINUTE_MS)
      }
      return answers
    }
    const known = await waits(email)
    expect(known.at(-1)).toEqual([429, 'tooManyRequests', expect.any(String)])
    expect(await waits('nobody-has-it@example.com')).toEqual(known)
  })

  it("at the code of another person's number have to wait as well", async () => {
    const { browser } = await newPerson(app)
    const statuses: number[] = []
    for (let round = 0; round < 3; round++) {
      await post('Profile/phone', { phone: '0551112223' }, browser)
      const right = await messagedCode(app, '+966551112223')
      for (let guess = 1; guess <= 5; guess++)
        statuses.push((await post('Profile/phone/verify', { code: otherCode(right, guess) }, browser)).status)
      app.advance(MINUTE_MS)
    }
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(400))
    expect(statuses[10]).toBe(400)
    expect(statuses.slice(11)).toEqual(Array(4).fill(429))
  })
})

describe('every limit says when to try again, in the header and in the text of both languages', () => {
  const WORDS = {
    en: /^Too many attempts\. Try again in \d+ (second|minute)s?\.$/,
    ar: /^محاولات كثيرة\. حاول مجددًا بعد .+\.$/,
  }
  const networks = { count: 0 }
  const from = () => {
    networks.count += 1
    return { 'X-Forwarded-For': `10.77.${networks.count}.7` }
  }
  /** As many as an hour allows have come from this network at once. */
  async function full(key: string, headers: Record<string, string>) {
    const range = headers['X-Forwarded-For']!.replace(/\.7$/, '.0/24')
    const bucket = { key: `${key}:${range}`, level: 300, updated_at: app.services.now() }
    await app.db.insertInto('rate_buckets').values(bucket).execute()
  }

  async function expectWait(path: string, body: object, headers: Record<string, string>, token?: string) {
    for (const lang of ['en', 'ar'] as const) {
      const refused = await app.call('POST', path, { body, headers, lang, ...(token ? { token } : {}) })
      expect([refused.status, refused.error.code], path).toEqual([429, 'tooManyRequests'])
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(refused.error.description).toMatch(WORDS[lang])
    }
  }

  it('of password attempts for an account', async () => {
    const { email } = await newPerson(app)
    for (let guess = 0; guess < 5; guess++)
      await app.call('POST', 'auth/login', { body: { email, password: 'x' }, headers: from() })
    await expectWait('auth/login', { email, password: 'x' }, from())
  })

  it.each([
    ['register', 'Auth/register', () => signUpForm()],
    ['resend', 'Auth/resend-otp', () => ({ email: 'who@example.com' })],
    ['activate', 'Auth/activate', () => ({ email: 'who@example.com', code: '000000' })],
    ['forgot', 'Auth/forgot-password', () => ({ email: 'who@example.com' })],
    ['forgot', 'Auth/resend-reset-otp', () => ({ email: 'who@example.com' })],
    ['reset', 'Auth/validate-reset-otp', () => ({ email: 'who@example.com', code: '000000' })],
    [
      'reset',
      'Auth/reset-password',
      () => ({ resetToken: 'x', password: 'Oasis-9-palms', confirmPassword: 'Oasis-9-palms' }),
    ],
  ])('of an address range, %s: %s', async (key, path, body) => {
    const headers = from()
    await full(key, headers)
    await expectWait(path, body(), headers)
    // A neighbouring network goes on.
    expect((await app.call('POST', path, { body: body(), headers: from() })).status).not.toBe(429)
  })

  it('of codes for an address counts each requester, so that others leave its owner a code', async () => {
    const { email, browser } = await newPerson(app)
    const ask = (headers: Record<string, string>, caller: Pick<TestBrowser, 'call'> = app) =>
      caller.call('POST', 'Auth/forgot-password', { body: { email }, headers })
    const statuses = async (count: number, headers: Record<string, string>) =>
      (await Promise.all(Array.from({ length: count }, () => ask(headers)))).map(({ status }) => status).sort()
    expect(await statuses(6, from())).toEqual([200, 200, 200, 200, 200, 429])
    // The owner in another network, even on a new device.
    expect((await ask(from())).status).toBe(200)
    // Many networks: the mails of an hour are bounded, and the owner's own device has its own.
    const flood = [...(await statuses(5, from())), ...(await statuses(5, from()))]
    expect(flood.filter((status) => status === 200)).toHaveLength(4)
    expect((await ask(from())).status).toBe(429)
    expect((await ask(from(), browser)).status).toBe(200)
    const code = await mailedCode(app, email)
    expect((await browser.call('POST', 'Auth/validate-reset-otp', { body: { email, code } })).status).toBe(200)
    const codes = (await app.mails(email)).filter(({ subject }) => subject!.includes('reset code'))
    expect(codes).toHaveLength(11)
  })

  it('of codes for a number is five an hour for one purpose, for all requesters together', async () => {
    const phone = '+966557770001'
    const people = [await newPerson(app), await newPerson(app), await newPerson(app)]
    const ask = async (n: number) => {
      const { token, headers } = { token: people[n % 3]!.tokens.accessToken, headers: from() }
      return app.call('POST', 'Profile/phone', { body: { phone }, token, headers })
    }
    for (let n = 0; n < 5; n++) {
      expect((await ask(n)).status).toBe(200)
      app.advance(MINUTE_MS)
    }
    await expectWait('Profile/phone', { phone }, from(), people[2]!.tokens.accessToken)
  })
})
