import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  browserOf,
  mailedCode,
  newPerson,
  otherCode,
  PASSWORD,
  signUpForm,
} from '../../../../tests/support/accounts/accounts.ts'
import { startTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { HOUR_MS, MINUTE_MS } from '../../../platform/durations.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

describe('signing up', () => {
  it('creates an account with the mailed code and signs in', async () => {
    const browser = browserOf(app)
    const form = signUpForm({ email: ' Sara@Example.com ', phone: '٠٥٠١٢٣٤٥٦٧' })
    const registered = await browser.call('POST', 'Auth/register', { body: form })
    expect(registered.data).toEqual({ email: 'sara@example.com', resendAfterSeconds: 60 })
    expect((await browser.call('GET', 'auth/user-info')).status).toBe(401)

    const code = await mailedCode(app, 'sara@example.com')
    const activated = await browser.call('POST', 'Auth/activate', { body: { email: 'sara@example.com', code } })
    expect(activated.data).toMatchObject({
      userData: { userName: 'سارة القحطاني', email: 'sara@example.com', phone: '+966501234567', profilePicture: null },
      lastRole: 'Student',
      roles: ['Student'],
    })
    const me = await browser.call('GET', 'auth/user-info')
    expect(me.data.userData).toEqual(activated.data.userData)
  })

  it('remembers who asked for news, and when; it is not asked for by leaving the box empty', async () => {
    const choiceAfter = async (ticked: object) => {
      const form = signUpForm()
      await app.call('POST', 'Auth/register', { body: { ...form, ...ticked } })
      const { data } = await app.call('POST', 'Auth/activate', {
        body: { email: form.email, code: await mailedCode(app, form.email) },
      })
      const rows = app.db.selectFrom('notification_settings').where('user_id', '=', data.userData.id)
      return rows.select(['news', 'mentions', 'news_chosen_at']).executeTakeFirst()
    }
    expect(await choiceAfter({ wantsNews: 'on' })).toEqual({
      ...{ news: 'at-once', mentions: 'at-once' },
      news_chosen_at: expect.any(Date) as Date,
    })
    expect(await choiceAfter({})).toBeUndefined()
  })

  it('accepts the code in Arabic digits', async () => {
    const form = signUpForm()
    await app.call('POST', 'Auth/register', { body: form })
    const arabic = (await mailedCode(app, form.email)).replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)]!)
    expect((await app.call('POST', 'Auth/activate', { body: { email: form.email, code: arabic } })).status).toBe(200)
  })

  it('mails the code in the language of the request, in subject and body', async () => {
    const forms = { ar: signUpForm(), en: signUpForm() }
    for (const lang of ['ar', 'en'] as const) await app.call('POST', 'Auth/register', { body: forms[lang], lang })
    const [ar] = await app.mails(forms.ar.email)
    const [en] = await app.mails(forms.en.email)
    const code = await mailedCode(app, forms.ar.email)
    expect(ar!.subject).toBe(`رمز تفعيل حسابك في معهد: ${code}`)
    expect(ar!.html).toContain('dir="rtl"')
    expect(ar!.text).toContain(code)
    expect(en!.subject).toMatch(/^Your Maahad activation code: \d{6}$/)
  })

  it.each([
    ['no name', { firstName: ' ' }, 'firstName', 'This field is required.'],
    ['digits in a name', { lastName: 'R2D2' }, 'lastName', 'This field must contain alphabetic characters only.'],
    ['a wrong address', { email: 'sara@' }, 'email', 'Please enter a valid email address.'],
    ['a landline', { phone: '0112345678' }, 'phone', 'Please enter a valid phone number'],
    ['a weak password', { password: 'sahara-dunes' }, 'password', /^Use at least 8 characters/],
    ['a common password', { password: 'Password1!' }, 'password', /^This password is common/],
    ['another confirmation', { confirmPassword: 'x' }, 'confirmPassword', 'Password confirmation does not match.'],
    ['no agreement', { acceptTerms: false }, 'acceptTerms', 'Please, agree to terms and conditions first'],
  ])('refuses %s', async (_name, facts, field, text) => {
    const { status, error } = await app.call('POST', 'Auth/register', { body: signUpForm(facts) })
    expect(status).toBe(400)
    expect(error.code).toBe('validation')
    expect(error.fields![field]![0]).toMatch(text)
  })

  it('creates one registration when the form is submitted twice concurrently', async () => {
    const form = signUpForm()
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => app.call('POST', 'Auth/register', { body: form })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(await app.mails(form.email)).toHaveLength(1)
    const code = await mailedCode(app, form.email)
    expect((await app.call('POST', 'Auth/activate', { body: { email: form.email, code } })).status).toBe(200)
  })

  it('accepts corrections from the same browser without another mail', async () => {
    const browser = browserOf(app)
    const form = signUpForm({ firstName: 'Saraa' })
    await browser.call('POST', 'Auth/register', { body: form })
    app.advance(20_000)
    const again = { ...form, firstName: 'Sara', password: 'Other-7-words', confirmPassword: 'Other-7-words' }
    const { data } = await browser.call('POST', 'Auth/register', { body: again })
    expect(data.resendAfterSeconds).toBeLessThanOrEqual(40)
    expect(await app.mails(form.email)).toHaveLength(1)
    const code = await mailedCode(app, form.email)
    const { data: session } = await browser.call('POST', 'Auth/activate', { body: { email: form.email, code } })
    expect(session.userData.firstName).toBe('Sara')
    const login = await app.call('POST', 'auth/login', { body: { email: form.email, password: 'Other-7-words' } })
    expect(login.status).toBe(200)
  })
})

describe('a code', () => {
  it('expires after ten minutes', async () => {
    const form = signUpForm()
    await app.call('POST', 'Auth/register', { body: form })
    const code = await mailedCode(app, form.email)
    app.advance(10 * MINUTE_MS + 1000)
    const late = await app.call('POST', 'Auth/activate', { body: { email: form.email, code } })
    expect([late.status, late.error.code, late.error.description]).toEqual([
      400,
      'codeExpired',
      'The OTP has expired. Please request a new one.',
    ])
  })

  it('works once', async () => {
    const { email, form } = await newPerson(app)
    const code = await mailedCode(app, email)
    const again = await app.call('POST', 'Auth/activate', { body: { email: form.email, code } })
    expect(again.error.code).toBe('codeExpired')
  })

  it('creates one account when it is submitted twice concurrently', async () => {
    const form = signUpForm()
    await app.call('POST', 'Auth/register', { body: form })
    const body = { email: form.email, code: await mailedCode(app, form.email) }
    const answers = await Promise.all([1, 2, 3].map(() => app.call('POST', 'Auth/activate', { body })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
  })

  it('signs in again when the same browser submits it twice, but not in another browser', async () => {
    const browser = browserOf(app)
    const form = signUpForm()
    await browser.call('POST', 'Auth/register', { body: form })
    const before = new Map(browser.cookies)
    const body = { email: form.email, code: await mailedCode(app, form.email) }
    const first = await browser.call('POST', 'Auth/activate', { body })
    const again = browserOf(app)
    for (const [name, value] of before) again.cookies.set(name, value)
    const second = await again.call('POST', 'Auth/activate', { body })
    expect(second.data.userData).toEqual(first.data.userData)
    expect((await app.call('POST', 'Auth/activate', { body })).error.code).toBe('codeExpired')

    app.advance(61_000)
    for (const [name, value] of before) again.cookies.set(name, value)
    expect((await again.call('POST', 'Auth/activate', { body })).error.code).toBe('codeExpired')
  })

  it('is refused after five attempts, even when it is correct', async () => {
    const form = signUpForm()
    await app.call('POST', 'Auth/register', { body: form })
    const code = await mailedCode(app, form.email)
    const guess = (typed: string) => app.call('POST', 'Auth/activate', { body: { email: form.email, code: typed } })
    for (let step = 1; step <= 5; step++) {
      const { error } = await guess(otherCode(code, step))
      expect([error.code, error.description]).toEqual(['codeWrong', 'Invalid OTP. Please try again.'])
    }
    expect((await guess(code)).error.code).toBe('codeExpired')
  })

  it('counts attempts of other browsers separately from those of the browser that signed up', async () => {
    const browser = browserOf(app)
    const form = signUpForm()
    await browser.call('POST', 'Auth/register', { body: form })
    const code = await mailedCode(app, form.email)
    const body = (typed: string) => ({ body: { email: form.email, code: typed } })
    for (let step = 1; step <= 6; step++) await app.call('POST', 'Auth/activate', body(otherCode(code, step)))
    expect((await app.call('POST', 'Auth/activate', body(code))).error.code).toBe('codeExpired')
    expect((await browser.call('POST', 'Auth/activate', body(code))).status).toBe(200)
  })

  it('is evaluated at most five times by 200 concurrent attempts', async () => {
    const form = signUpForm()
    await app.call('POST', 'Auth/register', { body: form })
    const code = await mailedCode(app, form.email)
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        app.call('POST', 'Auth/activate', { body: { email: form.email, code: otherCode(code, n + 1) } }),
      ),
    )
    expect(answers.filter(({ error }) => error.code === 'codeWrong')).toHaveLength(5)
    expect(answers.filter(({ error }) => error.code === 'codeExpired')).toHaveLength(195)
    // The hour of guesses from this address range is used up; the next tests begin a new one.
    app.advance(HOUR_MS)
  })

  it('can be requested again after a minute, five times an hour; the earlier one expires', async () => {
    const form = signUpForm()
    const resend = () => app.call('POST', 'Auth/resend-otp', { body: { email: form.email } })
    await app.call('POST', 'Auth/register', { body: form })
    const first = await mailedCode(app, form.email)
    const early = await resend()
    expect([early.status, early.error.code]).toEqual([429, 'tooManyRequests'])
    expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(50)

    for (let sent = 2; sent <= 5; sent++) {
      app.advance(MINUTE_MS)
      expect((await resend()).data).toEqual({ resendAfterSeconds: 60 })
    }
    app.advance(MINUTE_MS)
    const sixth = await resend()
    expect(sixth.status).toBe(429)
    expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(50 * 60)
    expect(sixth.error.description).toBe('Too many attempts. Try again in 55 minutes.')

    const old = await app.call('POST', 'Auth/activate', { body: { email: form.email, code: first } })
    expect(['codeWrong', 'codeExpired']).toContain(old.error.code)
    const body = { email: form.email, code: await mailedCode(app, form.email) }
    expect((await app.call('POST', 'Auth/activate', { body })).status).toBe(200)
  })

  it('is in no table and in no response', async () => {
    const form = signUpForm()
    const answer = await app.call('POST', 'Auth/register', { body: form })
    const code = await mailedCode(app, form.email)
    expect(JSON.stringify(answer)).not.toContain(code)
    const rows = await app.db.selectFrom('codes').select('code_hash').where('address', '=', form.email).execute()
    expect(rows.map((row) => row.code_hash.length)).toEqual([32])
  })
})

describe('an address that has an account', () => {
  it('gets the same response as any other; its owner is notified by mail', async () => {
    const { email } = await newPerson(app)
    const fresh = signUpForm()
    app.advance(2 * MINUTE_MS)
    const signUp = async (form: ReturnType<typeof signUpForm>) => {
      const browser = browserOf(app)
      const answers: unknown[] = []
      const say = async (path: string, body: object) => {
        const { status, data, error, headers } = await browser.call('POST', path, { body })
        answers.push([
          path,
          status,
          error?.code,
          { ...data, email: '' },
          headers.getSetCookie().map((c) => c.split('=')[0]),
        ])
      }
      await say('Auth/register', form)
      await say('Auth/register', form)
      await say('Auth/resend-otp', { email: form.email })
      app.advance(MINUTE_MS)
      await say('Auth/resend-otp', { email: form.email })
      await say('auth/login', { email: form.email, password: form.password })
      await say('auth/login', { email: form.email, password: 'Neither-7-word' })
      return answers
    }
    const taken = signUpForm({ email, password: 'Intruder-7-x', firstName: 'Eve' })
    expect(await signUp(taken)).toEqual(await signUp(fresh))

    const [ownerMail] = await app.mails(email)
    expect(ownerMail!.subject).toBe('You already have an account at Maahad')
    expect(ownerMail!.text).not.toMatch(/\b\d{6}\b/)
    expect((await app.call('POST', 'auth/login', { body: { email, password: PASSWORD } })).status).toBe(200)
  })

  it('gets the same responses to attempts at its code as any other', async () => {
    const { email } = await newPerson(app)
    const fresh = signUpForm()
    app.advance(2 * MINUTE_MS)
    const codes = async (form: ReturnType<typeof signUpForm>, avoid: () => Promise<string>) => {
      await app.call('POST', 'Auth/register', { body: form })
      const right = await avoid()
      const answers: string[] = []
      for (let step = 1; step <= 6; step++) {
        const body = { email: form.email, code: otherCode(right, step) }
        answers.push((await app.call('POST', 'Auth/activate', { body })).error.code)
      }
      return answers
    }
    const known = await codes(signUpForm({ email }), async () => '000000')
    expect(known).toEqual(await codes(fresh, () => mailedCode(app, fresh.email)))
    expect(known).toEqual([...Array(5).fill('codeWrong'), 'codeExpired'])
  })

  it('gets the same response to a request for a new code as an unknown address', async () => {
    const { email } = await newPerson(app)
    app.advance(2 * MINUTE_MS)
    for (const address of [email, 'nobody-at-all@example.com']) {
      const resend = () => app.call('POST', 'Auth/resend-otp', { body: { email: address } })
      expect((await resend()).data).toEqual({ resendAfterSeconds: 60 })
      expect((await resend()).status).toBe(429)
    }
    expect(await app.mails('nobody-at-all@example.com')).toEqual([])
  })
})

describe("a registration by an attacker with somebody else's address", () => {
  it('never becomes the account that the owner of the address creates', async () => {
    const victim = browserOf(app)
    const stranger = browserOf(app)
    const email = 'victim@example.com'
    await victim.call('POST', 'Auth/register', { body: signUpForm({ email, password: 'Victim-7-words' }) })
    const own = await mailedCode(app, email)
    app.advance(MINUTE_MS)
    await stranger.call('POST', 'Auth/register', {
      body: signUpForm({ email, password: 'Stranger-7-x', firstName: 'Eve' }),
    })
    const strangers = await mailedCode(app, email)
    expect(strangers).not.toBe(own)

    const wrong = await victim.call('POST', 'Auth/activate', { body: { email, code: strangers } })
    expect(wrong.error.code).toBe('codeWrong')
    const opened = await victim.call('POST', 'Auth/activate', { body: { email, code: own } })
    expect(opened.data.userData.firstName).toBe('سارة')
    const login = (password: string) => app.call('POST', 'auth/login', { body: { email, password } })
    expect((await login('Stranger-7-x')).error.code).toBe('invalidCredentials')
    expect((await login('Victim-7-words')).status).toBe(200)
    const late = await stranger.call('POST', 'Auth/activate', { body: { email, code: strangers } })
    expect(late.error.code).toBe('codeExpired')
  })

  it('is replaced when the owner of the address signs up later', async () => {
    const email = 'later@example.com'
    await browserOf(app).call('POST', 'Auth/register', { body: signUpForm({ email, password: 'Stranger-7-x' }) })
    app.advance(MINUTE_MS)
    const owner = browserOf(app)
    await owner.call('POST', 'Auth/register', { body: signUpForm({ email, password: 'Victim-7-words' }) })
    const body = { email, code: await mailedCode(app, email) }
    expect((await owner.call('POST', 'Auth/activate', { body })).status).toBe(200)
    const stranger = await app.call('POST', 'auth/login', { body: { email, password: 'Stranger-7-x' } })
    expect(stranger.error.code).toBe('invalidCredentials')
  })
})
