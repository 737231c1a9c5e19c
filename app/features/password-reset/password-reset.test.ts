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
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { learner } from '../../../tests/support/factories.ts'
import { MINUTE_MS } from '../../platform/durations.ts'

const NEW = 'Oasis-9-palms'
const typed = { password: NEW, confirmPassword: NEW }

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())
// All tests ask from one network: none uses up the requests of the next.
beforeEach(async () => {
  await app.db.deleteFrom('rate_buckets').execute()
})

/** Without a browser, an app asks: it keeps its tokens itself. */
type Caller = Pick<TestBrowser, 'call'>
const forgot = (email: string, browser: Caller = app) =>
  browser.call('POST', 'Auth/forgot-password', { body: { email } })
const validate = (email: string, code: string, browser: Caller = app) =>
  browser.call('POST', 'Auth/validate-reset-otp', { body: { email, code } })
const signIn = (email: string, password: string) => app.call('POST', 'auth/login', { body: { email, password } })

/** How many rights to set a new password the account was given. */
async function rightsOf(email: string): Promise<number> {
  const rights = app.db.selectFrom('password_resets').innerJoin('users', 'users.id', 'user_id').select('token_hash')
  return (await rights.where('email', '=', email).execute()).length
}

/** The way to the last step: the code was typed. */
async function rightToReset(email: string): Promise<string> {
  await forgot(email)
  return (await validate(email, await mailedCode(app, email))).data.resetToken
}

describe('a forgotten password', () => {
  it('is replaced with a mailed code, and every session ends', async () => {
    const { email, browser, tokens } = await newPerson(app)
    expect((await forgot(email)).data).toEqual({ resendAfterSeconds: 60, requestToken: expect.any(String) })
    const code = await mailedCode(app, email)
    expect((await app.mails(email))[0]!.subject).toBe(`Your Maahad password reset code: ${code}`)
    const arabic = code.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)]!)
    const { resetToken } = (await validate(email, arabic)).data
    const reset = await app.call('POST', 'Auth/reset-password', { body: { resetToken, ...typed } })
    expect([reset.status, reset.data]).toEqual([200, {}])

    expect((await app.call('GET', 'auth/user-info', { token: tokens.accessToken })).status).toBe(401)
    expect((await browser.call('POST', 'Auth/refresh-token', { body: {} })).status).toBe(401)
    expect((await signIn(email, PASSWORD)).error.code).toBe('invalidCredentials')
    expect((await signIn(email, NEW)).status).toBe(200)
  })

  it('is reported to the owner in the language of the account, without any password', async () => {
    const { email } = await learner(app.db, { lang: 'ar' })
    const resetToken = await rightToReset(email)
    await app.call('POST', 'Auth/reset-password', { body: { resetToken, ...typed }, lang: 'en' })
    const [mail] = await app.mails(email)
    expect(mail!.subject).toBe('تغيّرت كلمة مرورك')
    expect(mail!.html).toContain('dir="rtl"')
    expect(mail!.text).not.toContain(NEW)
  })

  it('is set for an account that never had one', async () => {
    const { email } = await learner(app.db, { passwordHash: null })
    const resetToken = await rightToReset(email)
    await app.call('POST', 'Auth/reset-password', { body: { resetToken, ...typed } })
    expect((await signIn(email, NEW)).status).toBe(200)
  })

  it('is set in a browser with only its cookie, which scripts cannot read', async () => {
    const { email } = await newPerson(app)
    const browser = browserOf(app)
    await forgot(email, browser)
    const { headers } = await validate(email, await mailedCode(app, email), browser)
    expect(headers.getSetCookie().find((cookie) => cookie.startsWith('reset='))).toMatch(/HttpOnly/)
    expect((await browser.call('POST', 'Auth/reset-password', { body: typed })).status).toBe(200)
    expect((await signIn(email, NEW)).status).toBe(200)
  })

  it('does not bypass the second factor', async () => {
    const person = await learner(app.db)
    const now = new Date()
    await app.db
      .updateTable('users')
      .set({ phone_verified_at: now, two_factor_at: now })
      .where('id', '=', person.id)
      .execute()
    const resetToken = await rightToReset(person.email)
    const { data, headers } = await app.call('POST', 'Auth/reset-password', { body: { resetToken, ...typed } })
    expect(data).toEqual({})
    expect(headers.getSetCookie().filter((cookie) => /^(access|refresh)=./.test(cookie))).toEqual([])
    expect((await signIn(person.email, NEW)).data.requiresTwoFactor).toBe(true)
  })

  it('cancels a sign-in that passed the former password and waits for its second factor', async () => {
    const { email } = await newPerson(app)
    const now = new Date()
    await app.db
      .updateTable('users')
      .set({ phone_verified_at: now, two_factor_at: now })
      .where('email', '=', email)
      .execute()
    await signIn(email, PASSWORD)
    const resetToken = await rightToReset(email)
    await app.call('POST', 'Auth/reset-password', { body: { resetToken, ...typed } })
    const waiting = await app.db
      .selectFrom('sign_in_challenges')
      .innerJoin('users', 'users.id', 'sign_in_challenges.user_id')
      .select('ended_at')
      .where('email', '=', email)
      .execute()
    expect(waiting).toHaveLength(1)
    expect(waiting[0]!.ended_at).not.toBeNull()
  })

  it('lets the owner sign in immediately after attackers guessed at the former password', async () => {
    const { email } = await newPerson(app)
    for (let guess = 0; guess < 6; guess += 1) await signIn(email, `Wrong-${guess}-words`)
    expect((await signIn(email, PASSWORD)).status).toBe(429)
    const resetToken = await rightToReset(email)
    await app.call('POST', 'Auth/reset-password', { body: { resetToken, ...typed } })
    expect((await signIn(email, NEW)).status).toBe(200)
  })
})

describe('the code and its reset token', () => {
  it('refuses a wrong code, and every code after five attempts', async () => {
    const { email } = await newPerson(app)
    await forgot(email)
    const code = await mailedCode(app, email)
    for (let step = 1; step <= 5; step += 1) {
      const { status, error } = await validate(email, otherCode(code, step))
      expect([status, error.description]).toEqual([400, 'Invalid OTP. Please try again.'])
    }
    const { error } = await validate(email, code)
    expect(error.description).toBe('The OTP has expired. Please request a new one.')
  })

  it('evaluates at most five of many concurrent attempts', async () => {
    const { email } = await newPerson(app)
    await forgot(email)
    const code = await mailedCode(app, email)
    const guesses = await Promise.all(Array.from({ length: 40 }, (_, n) => validate(email, otherCode(code, n + 1))))
    expect(guesses.filter(({ error }) => error.code === 'codeWrong')).toHaveLength(5)
    const others = guesses.map(({ error }) => error.code).filter((one) => one !== 'codeWrong')
    expect(new Set(others)).toEqual(new Set(['codeExpired', 'tooManyRequests']))
  })

  it('expires after ten minutes, and when a newer one is sent', async () => {
    const { email } = await newPerson(app)
    await forgot(email)
    const first = await mailedCode(app, email)
    app.advance(MINUTE_MS)
    const resent = await app.call('POST', 'Auth/resend-reset-otp', { body: { email } })
    expect(resent.data.resendAfterSeconds).toBe(60)
    const second = await mailedCode(app, email)
    expect((await validate(email, first)).error.code).toBe('codeWrong')
    app.advance(10 * MINUTE_MS)
    expect((await validate(email, second)).error.code).toBe('codeExpired')
  })

  it('gives one token: the same one when its form is submitted twice, and none after that', async () => {
    const { email } = await newPerson(app)
    const browser = browserOf(app)
    await forgot(email, browser)
    const code = await mailedCode(app, email)
    const answers = await Promise.all([validate(email, code, browser), validate(email, code, browser)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const tokens = answers.map(({ headers }) => headers.getSetCookie().find((one) => one.startsWith('reset=')))
    expect(tokens[0]).toBe(tokens[1])
    expect(await rightsOf(email)).toBe(1)
    expect((await validate(email, code)).error.code).toBe('codeExpired')
    app.advance(MINUTE_MS + 1000)
    expect((await validate(email, code, browser)).error.code).toBe('codeExpired')
    expect(await rightsOf(email)).toBe(1)
  })

  it('gives one token to several concurrent requests', async () => {
    const { email } = await newPerson(app)
    await forgot(email)
    const code = await mailedCode(app, email)
    const answers = await Promise.all([1, 2, 3, 4].map(() => validate(email, code)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
    expect(await rightsOf(email)).toBe(1)
  })

  it('sets a password once; a repeated form gets the same response', async () => {
    const { email } = await newPerson(app)
    const resetToken = await rightToReset(email)
    const reset = (password = NEW) =>
      app.call('POST', 'Auth/reset-password', { body: { resetToken, password, confirmPassword: password } })
    const answers = await Promise.all([reset(), reset()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(
      (await app.mails(email)).filter(
        ({ subject }) => subject === 'تغيّرت كلمة مرورك' || subject === 'Your password was changed',
      ),
    ).toHaveLength(1)
    expect((await reset('Another-8-palms')).error.code).toBe('codeExpired')
    expect((await signIn(email, NEW)).status).toBe(200)
  })

  it('expires together with all other codes and tokens of the account', async () => {
    const { email } = await newPerson(app)
    const first = await rightToReset(email)
    await forgot(email)
    const code = await mailedCode(app, email)
    const second = (await validate(email, code)).data.resetToken
    await app.call('POST', 'Auth/reset-password', { body: { resetToken: second, ...typed } })
    const other = { password: 'Another-8-palms', confirmPassword: 'Another-8-palms' }
    const late = await app.call('POST', 'Auth/reset-password', { body: { resetToken: first, ...other } })
    expect(late.error.code).toBe('codeExpired')
    expect((await validate(email, code)).error.code).toBe('codeExpired')
  })

  it('expires after fifteen minutes', async () => {
    const { email } = await newPerson(app)
    const resetToken = await rightToReset(email)
    app.advance(15 * MINUTE_MS + 1000)
    const { error } = await app.call('POST', 'Auth/reset-password', { body: { resetToken, ...typed } })
    expect(error.code).toBe('codeExpired')
    expect((await signIn(email, PASSWORD)).status).toBe(200)
  })

  it.each([
    ['a token of nobody', { resetToken: 'A'.repeat(43), ...typed }, 'codeExpired'],
    ['no token', typed, 'codeExpired'],
    ['a weak password', { resetToken: 'x', password: 'palms', confirmPassword: 'palms' }, 'validation'],
    ['a common password', { resetToken: 'x', password: 'Password1!', confirmPassword: 'Password1!' }, 'validation'],
    ['another confirmation', { resetToken: 'x', password: NEW, confirmPassword: 'x' }, 'validation'],
  ])('refuses %s', async (_name, body, code) => {
    const { status, error } = await app.call('POST', 'Auth/reset-password', { body })
    expect([status, error.code]).toEqual([400, code])
  })

  it('can be requested five times an hour, for known and unknown addresses', async () => {
    const { email } = await newPerson(app)
    for (const address of [email, 'nobody-at-all@example.com']) {
      expect((await forgot(address)).status).toBe(200)
      for (let more = 0; more < 4; more += 1) {
        app.advance(MINUTE_MS)
        expect((await app.call('POST', 'Auth/resend-reset-otp', { body: { email: address } })).status).toBe(200)
      }
      app.advance(MINUTE_MS)
      for (const path of ['Auth/resend-reset-otp', 'Auth/forgot-password']) {
        const { status, headers } = await app.call('POST', path, { body: { email: address } })
        expect([status, Number(headers.get('Retry-After')) > 60]).toEqual([429, true])
      }
    }
  })

  it('keeps the code that was sent when the address is entered again', async () => {
    const { email } = await newPerson(app)
    const browser = browserOf(app)
    await forgot(email, browser)
    const code = await mailedCode(app, email)
    app.advance(20_000)
    const again = await forgot(email, browser)
    expect(again.status).toBe(200)
    expect(again.data.resendAfterSeconds).toBeGreaterThan(35)
    expect(again.data.resendAfterSeconds).toBeLessThanOrEqual(40)
    expect((await app.mails(email)).filter(({ subject }) => subject!.includes('reset code'))).toHaveLength(1)
    expect((await validate(email, code)).status).toBe(200)
  })
})

describe('an attacker who knows the address', () => {
  it.each([
    ['a browser', async (email: string) => asking(email, browserOf(app))],
    ['an app', async (email: string) => asking(email, app)],
  ])('uses up none of the tries of %s that asked, however often they type wrong codes', async (_who, ask) => {
    const { email } = await newPerson(app)
    const owner = await ask(email)
    const code = await mailedCode(app, email)
    const statuses: number[] = []
    for (let step = 1; step <= 20; step += 1) statuses.push((await validate(email, otherCode(code, step))).status)
    expect(statuses).toContain(429)
    expect((await validate(email, code)).status).toBe(429)
    expect((await owner.type(otherCode(code))).error.code).toBe('codeWrong')
    expect((await owner.type(code)).status).toBe(200)
  })

  it("ends no code of the owner's by asking for one, and makes the owner wait for none", async () => {
    const { email } = await newPerson(app)
    const owner = await asking(email, browserOf(app))
    const code = await mailedCode(app, email)
    const stranger = await asking(email, browserOf(app))
    expect(await mailedCode(app, email)).not.toBe(code)
    for (let step = 1; step <= 7; step += 1) await stranger.type(otherCode(code, step))
    expect((await owner.type(code)).status).toBe(200)

    const other = await newPerson(app)
    await asking(other.email, browserOf(app))
    app.advance(5000)
    const later = await asking(other.email, browserOf(app))
    expect((await later.type(await mailedCode(app, other.email))).status).toBe(200)
  })

  it('cannot use their own token in place of the owner’s', async () => {
    const { email } = await newPerson(app)
    await asking(email, browserOf(app))
    const code = await mailedCode(app, email)
    const typed = (step: number, requestToken: string) =>
      app.call('POST', 'Auth/validate-reset-otp', { body: { email, code: otherCode(code, step), requestToken } })
    const codes: string[] = []
    for (let step = 1; step <= 8; step += 1) codes.push((await typed(step, 'A'.repeat(42) + step)).error.code)
    expect(codes.filter((one) => one === 'codeWrong')).toHaveLength(5)
  })

  async function asking(email: string, caller: Caller) {
    const { data } = await forgot(email, caller)
    const { requestToken } = data
    const body = (code: string) => ({ email, code, ...(requestToken ? { requestToken } : {}) })
    return { type: (code: string) => caller.call('POST', 'Auth/validate-reset-otp', { body: body(code) }) }
  }
})

describe('nothing reveals whether an address is known', () => {
  /** Everything a stranger can see of the flow. */
  async function seen(email: string) {
    const view = ({ status, data, error }: Awaited<ReturnType<typeof forgot>>) => {
      const facts = data && { ...data, ...('requestToken' in data ? { requestToken: data.requestToken.length } : {}) }
      return { status, data: facts, error }
    }
    const flow = [view(await forgot(email)), view(await validate(email, '000000'))]
    for (let guess = 0; guess < 5; guess += 1) flow.push(view(await validate(email, `10000${guess}`)))
    app.advance(MINUTE_MS)
    flow.push(view(await app.call('POST', 'Auth/resend-reset-otp', { body: { email } })))
    return flow
  }

  it('an active, a suspended, an unverified and an unknown address get the same response', async () => {
    const suspended = await learner(app.db, { status: 'suspended' })
    const waiting = signUpForm()
    await app.call('POST', 'Auth/register', { body: waiting })
    const open = await seen((await newPerson(app)).email)
    expect(open[0]).toMatchObject({ status: 200, data: { resendAfterSeconds: 60 } })
    expect(open[1]).toMatchObject({ status: 400, error: { code: 'codeWrong' } })
    expect(open[6]).toMatchObject({ status: 400, error: { code: 'codeExpired' } })
    expect(await seen(suspended.email)).toEqual(open)
    expect(await seen(waiting.email)).toEqual(open)
    expect(await seen('unknown-address@example.com')).toEqual(open)
  })

  it('each address gets one mail, which tells only its owner the status of the account', async () => {
    const suspended = await learner(app.db, { status: 'suspended' })
    const browser = browserOf(app)
    const own = signUpForm()
    await browser.call('POST', 'Auth/register', { body: own })
    const strangers = signUpForm()
    await app.call('POST', 'Auth/register', { body: strangers })

    await forgot(suspended.email)
    await forgot('unknown-too@example.com')
    await forgot(own.email, browser)
    await forgot(strangers.email)
    const newest = async (email: string) => (await app.mails(email))[0]!
    expect((await newest(suspended.email)).subject).toBe('Your Maahad account is paused')
    expect((await newest('unknown-too@example.com')).subject).toBe('There is no Maahad account with this address')
    expect((await newest(own.email)).text).toContain('/en/register-otp?email=')
    // Not to the activation of what a stranger typed, password and all.
    expect((await newest(strangers.email)).text).toContain('/en/sign-up')
    expect((await newest(strangers.email)).text).not.toContain('register-otp')
  })

  it('a registration by somebody else is deleted once the owner has set a password', async () => {
    const { email } = await newPerson(app)
    const stranger = signUpForm({ email, password: 'Stranger-1-words' })
    await app.call('POST', 'Auth/register', { body: stranger })
    const resetToken = await rightToReset(email)
    await app.call('POST', 'Auth/reset-password', { body: { resetToken, ...typed } })
    const left = await app.db
      .selectFrom('registrations')
      .select('id')
      .where('email', '=', email)
      .where('opened_at', 'is', null)
      .execute()
    expect(left).toEqual([])
  })
})
