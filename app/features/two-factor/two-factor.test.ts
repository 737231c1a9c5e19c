import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  browserOf,
  newPerson,
  otherCode,
  PASSWORD,
  type TestBrowser,
} from '../../../tests/support/accounts/accounts.ts'
import { appCode, messagedCode, secondFactor, verifiedPhone } from '../../../tests/support/accounts/second-factors.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/durations.ts'
import { pathAfterFirstFactor } from '../accounts/after-first-factor.ts'
import { findSecondFactors } from '../second-factors/queries.server.ts'
import { base32, seal, totp, totpStepOf, unseal } from '../second-factors/totp.server.ts'

let app: TestApp
beforeAll(async () => {
  // The clock stands still: what lasts minutes must not depend on how busy the machine is.
  app = await startTestApp({
    env: { TRUST_PROXY: '1', SMS_HOURLY_BUDGET: '10000', STAFF_SECOND_FACTOR: '1' },
    now: new Date(),
  })
})
afterAll(() => app.stop())

let range = 0
/** Another network for each call, so that no test uses up the tries of the next. */
const elsewhere = () => ({ 'X-Forwarded-For': `10.${Math.trunc(range / 250)}.${range++ % 250}.7` })
const post = (path: string, body: object, browser?: TestBrowser) =>
  (browser ?? app).call('POST', path, { body, headers: elsewhere() })
const login = (email: string, browser?: TestBrowser) => post('auth/login', { email, password: PASSWORD }, browser)
const subjects = async (email: string) => (await app.mails(email)).map(({ subject }) => subject)

let phones = 0
/** A person whose sign-in takes a second step by SMS. */
async function guarded() {
  phones += 1
  const person = await newPerson(app, browserOf(app), { phone: `05${String(10_000_000 + phones)}` })
  const phone = await verifiedPhone(app, person.browser)
  const { backupCodes } = await secondFactor(person.browser)
  return { ...person, phone, backupCodes }
}

/** A person with an authenticator app; the secret is what the app keeps. */
async function withApp(browser: TestBrowser) {
  const { data } = await post('Profile/authenticator', {}, browser)
  const code = appCode(app, data.secret)
  const confirmed = await post('Profile/authenticator/confirm', { code }, browser)
  return { ...data, confirmed } as { secret: string; otpauthUrl: string; qrSvg: string; confirmed: typeof confirmed }
}

describe('a member of staff', () => {
  /** Signed in by the password alone. */
  async function colleague() {
    const person = await newPerson(app)
    await app.db
      .updateTable('users')
      .set({ roles: ['Admin'], last_role: 'Admin' })
      .where('email', '=', person.email)
      .execute()
    return person
  }
  const orders = (browser: TestBrowser) => browser.call('GET', 'admin/orders')
  const answerOf = ({ status, error }: Awaited<ReturnType<typeof orders>>) => [status, error?.code]

  it('has no rights of staff before a second factor is on, is led there, and has them at once after that', async () => {
    const { browser, email } = await colleague()
    expect(answerOf(await orders(browser))).toEqual([403, 'secondFactorNeeded'])
    expect((await browser.call('GET', 'Articles/filter-articles?IsDraft=true')).status).toBe(403)
    const { data } = await login(email, browser)
    expect(data).toMatchObject({ secondFactorNeeded: true, lastRole: 'Admin', roles: [] })
    for (const lang of ['ar', 'en'] as const)
      expect(pathAfterFirstFactor(lang, data, `/${lang}/blog`)).toBe(`/${lang}/profile/two-factor`)
    expect((await browser.call('GET', 'Profile/two-factor')).data.ofStaff).toBe('needed')

    await withApp(browser)
    expect(answerOf(await orders(browser))).toEqual([200, undefined])
    const info = await browser.call('GET', 'auth/user-info')
    expect(info.data).toMatchObject({ secondFactorNeeded: false, roles: ['Admin'] })
    await browser.call('DELETE', 'Profile/authenticator')
    expect(answerOf(await orders(browser))).toEqual([403, 'secondFactorNeeded'])
  })

  it('is asked for one in every role of the staff, and nobody else is', async () => {
    const { browser, email } = await newPerson(app)
    expect(answerOf(await orders(browser))).toEqual([403, 'forbidden'])
    for (const role of ['Teacher', 'Content', 'Finance']) {
      const account = app.db.updateTable('users').where('email', '=', email)
      await account.set({ roles: [role], last_role: role }).execute()
      expect(answerOf(await orders(browser))).toEqual([403, 'secondFactorNeeded'])
    }
    expect(answerOf(await orders(browserOf(app)))).toEqual([401, 'unauthenticated'])
  })

  it('is signed out after an hour without use, and after twelve hours in any case', async () => {
    const [busy, idle, learner] = [await colleague(), await colleague(), await newPerson(app)]
    await withApp(busy.browser)
    await withApp(idle.browser)
    for (let minutes = 0; minutes < 12 * 60; minutes += 40) {
      expect(answerOf(await orders(busy.browser))).toEqual([200, undefined])
      if (minutes <= 40) expect((await orders(idle.browser)).status).toBe(200)
      if (minutes === 120) expect((await orders(idle.browser)).status).toBe(401)
      app.advance(40 * MINUTE_MS)
    }
    expect((await orders(busy.browser)).status).toBe(401)
    expect((await learner.browser.call('GET', 'auth/user-info')).status).toBe(200)
  })

  it('uses an access token for an hour at most between two calls, also without renewing it', async () => {
    const { browser } = await colleague()
    await withApp(browser)
    app.advance(14 * MINUTE_MS)
    expect((await orders(browser)).status).toBe(200)
    app.advance(50 * MINUTE_MS)
    expect((await orders(browser)).status).toBe(200)
  })

  it('gets a session of twelve hours in cookies and tokens, a learner one of thirty days', async () => {
    const { email } = await colleague()
    const hoursOf = async (address: string) => {
      const { data } = await login(address)
      return (new Date(data.refreshTokenExpirationDate).getTime() - app.services.now().getTime()) / HOUR_MS
    }
    expect(await hoursOf(email)).toBe(12)
    expect(await hoursOf((await newPerson(app)).email)).toBe(30 * 24)
  })

  it('proves again who it is before money is refunded, ten minutes after the last proof', async () => {
    const { browser } = await colleague()
    await withApp(browser)
    const refund = () =>
      browser.call('POST', `admin/orders/${randomUUID()}/refund`, { body: { reason: 'x', amountHalalas: 100 } })
    expect((await refund()).error.code).toBe('orderNotFound')
    app.advance(10 * MINUTE_MS)
    expect((await refund()).error.code).toBe('proofNeeded')
    await browser.call('POST', 'Auth/prove', { body: { password: PASSWORD } })
    expect((await refund()).error.code).toBe('orderNotFound')
  })
})

describe('signing in by SMS', () => {
  it('asks for the code that it sent, and opens the session with it', async () => {
    const { email, phone } = await guarded()
    app.advance(2 * MINUTE_MS)
    const browser = browserOf(app)
    const first = await login(email, browser)
    expect(first.data).toEqual({
      requiresTwoFactor: true,
      maskedPhone: `+966 •• ••• ••${phone.slice(-2)}`,
      methods: ['sms', 'backup'],
      codeSent: true,
      resendAfterSeconds: 60,
    })
    expect([...browser.cookies.keys()]).toEqual(['challenge'])
    expect((await browser.call('GET', 'auth/user-info')).status).toBe(401)

    const code = await messagedCode(app, phone)
    const second = await post('auth/login-with-2fa', { code, method: 'sms' }, browser)
    expect([second.status, second.data.userData.email]).toEqual([200, email])
    expect([...browser.cookies.keys()].sort()).toEqual(['access', 'device', 'refresh'])
    expect((await browser.call('GET', 'auth/user-info')).status).toBe(200)
    expect((await app.call('GET', 'auth/user-info', { token: browser.tokens().accessToken })).status).toBe(200)
  })

  it('works for apps, which hold the challenge themselves, and in Arabic digits', async () => {
    const { email, phone } = await guarded()
    app.advance(2 * MINUTE_MS)
    const { data } = await login(email)
    const arabic = (await messagedCode(app, phone)).replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)]!)
    const body = { challenge: data.challenge, code: arabic, method: 'sms' }
    expect((await post('auth/login-with-2fa', body)).status).toBe(200)
    expect((await post('auth/login-with-2fa', body)).error.code).toBe('signInExpired')
  })

  it('says what is wrong in the words of the specification', async () => {
    const { email, phone } = await guarded()
    app.advance(2 * MINUTE_MS)
    const { challenge } = (await login(email)).data
    const code = await messagedCode(app, phone)
    const wrong = await post('auth/login-with-2fa', { challenge, code: otherCode(code), method: 'sms' })
    expect([wrong.status, wrong.error.description]).toEqual([400, 'Invalid OTP. Please try again.'])
    const noApp = await post('auth/login-with-2fa', { challenge, code, method: 'totp' })
    expect([noApp.status, noApp.error.description]).toEqual([
      409,
      'Two-factor authentication is not enabled for this account',
    ])
    for (let step = 2; step <= 5; step++)
      await post('auth/login-with-2fa', { challenge, code: otherCode(code, step), method: 'sms' })
    const late = await post('auth/login-with-2fa', { challenge, code, method: 'sms' })
    expect(late.error.description).toBe('The OTP has expired. Please request a new one.')
    const short = await post('auth/login-with-2fa', { challenge, code: '12345', method: 'sms' })
    expect(short.error.fields!.code![0]).toMatch(/6/)
    const long = await post('auth/login-with-2fa', { challenge, code: '123456', method: 'backup' })
    expect(long.error.fields!.code![0]).toMatch(/8/)
  })

  it('sends another code after a minute, and the one before ends', async () => {
    const { email, phone } = await guarded()
    app.advance(2 * MINUTE_MS)
    const { challenge } = (await login(email)).data
    const old = await messagedCode(app, phone)
    const early = await post('Auth/resend-2fa', { challenge })
    expect([early.status, Number(early.headers.get('retry-after')) > 50]).toEqual([429, true])
    app.advance(MINUTE_MS)
    expect((await post('Auth/resend-2fa', { challenge })).data).toEqual({ resendAfterSeconds: 60 })
    const code = await messagedCode(app, phone)
    const body = (typed: string) => ({ challenge, code: typed, method: 'sms' })
    if (code !== old) expect((await post('auth/login-with-2fa', body(old))).error.code).toBe('codeWrong')
    expect((await post('auth/login-with-2fa', body(code))).status).toBe(200)
  })

  it('is over after ten minutes', async () => {
    const { email, phone } = await guarded()
    app.advance(2 * MINUTE_MS)
    const { challenge } = (await login(email)).data
    const code = await messagedCode(app, phone)
    app.advance(10 * MINUTE_MS + 1000)
    expect((await post('auth/login-with-2fa', { challenge, code, method: 'sms' })).error.code).toBe('signInExpired')
    expect((await post('Auth/resend-2fa', { challenge })).error.code).toBe('signInExpired')
  })

  it('begun twice in a minute takes the one code that was sent, at the newer sign-in only', async () => {
    const { email, phone } = await guarded()
    app.advance(2 * MINUTE_MS)
    const older = (await login(email)).data
    const newer = (await login(email)).data
    expect([newer.codeSent, newer.resendAfterSeconds > 50]).toEqual([true, true])
    const code = await messagedCode(app, phone)
    const at = (challenge: string) => post('auth/login-with-2fa', { challenge, code, method: 'sms' })
    expect((await at(older.challenge)).error.code).toBe('codeExpired')
    expect((await at(newer.challenge)).status).toBe(200)
  })

  it("takes nobody else's code", async () => {
    const [one, two] = [await guarded(), await guarded()]
    app.advance(2 * MINUTE_MS)
    const { challenge } = (await login(one.email)).data
    await login(two.email)
    const code = await messagedCode(app, two.phone)
    const { error } = await post('auth/login-with-2fa', { challenge, code, method: 'sms' })
    expect(error.code).toBe('codeWrong')
  })

  it('keeps neither the challenge nor the code in its tables', async () => {
    const { email, phone } = await guarded()
    app.advance(2 * MINUTE_MS)
    const { challenge } = (await login(email)).data
    const code = await messagedCode(app, phone)
    const rows = JSON.stringify([
      await app.db.selectFrom('sign_in_challenges').selectAll().execute(),
      await app.db.selectFrom('codes').selectAll().where('address', '=', phone).execute(),
    ])
    expect(rows).not.toContain(challenge)
    expect(rows).not.toContain(`"${code}"`)
  })
})

describe('guessing at the second step', () => {
  it('evaluates five of 200 guesses that come at once', async () => {
    const { email, phone } = await guarded()
    app.advance(2 * MINUTE_MS)
    const { challenge } = (await login(email)).data
    const code = await messagedCode(app, phone)
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        post('auth/login-with-2fa', { challenge, code: otherCode(code, n + 1), method: 'sms' }),
      ),
    )
    const codes = answers.map(({ error }) => error.code)
    expect(codes.filter((one) => one === 'codeWrong')).toHaveLength(5)
    expect(new Set(codes)).toEqual(new Set(['codeWrong', 'codeExpired', 'tooManyRequests']))
  })

  it('evaluates five of 200 backup codes that come at once', async () => {
    const { email } = await guarded()
    app.advance(2 * MINUTE_MS)
    const { challenge } = (await login(email)).data
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        post('auth/login-with-2fa', { challenge, code: String(n).padStart(8, '0'), method: 'backup' }),
      ),
    )
    expect(answers.filter(({ error }) => error.code === 'codeWrong')).toHaveLength(5)
  })

  it('would evaluate more if the tries were read first and written later', async () => {
    const { email } = await guarded()
    const { id } = await app.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
    const hash = Buffer.alloc(32, id)
    const now = app.services.now()
    const row = { token_hash: hash, user_id: id, created_at: now, expires_at: new Date(now.getTime() + MINUTE_MS) }
    await app.db.insertInto('sign_in_challenges').values(row).execute()
    const naive = async () => {
      const { tries } = await app.db
        .selectFrom('sign_in_challenges')
        .select('tries')
        .where('token_hash', '=', hash)
        .executeTakeFirstOrThrow()
      if (tries >= 5) return false
      await app.db
        .updateTable('sign_in_challenges')
        .set({ tries: tries + 1 })
        .where('token_hash', '=', hash)
        .execute()
      return true
    }
    const evaluated = (await Promise.all(Array.from({ length: 200 }, naive))).filter(Boolean)
    expect(evaluated.length).toBeGreaterThan(5)
  })

  it('meets growing waits over many sign-ins, fewer than fifty guesses a day, and a known device goes on', async () => {
    const { email, browser, backupCodes } = await guarded()
    await post('Auth/logout', {}, browser)
    let evaluated = 0
    const end = app.services.now().getTime() + DAY_MS
    while (app.services.now().getTime() < end) {
      const { challenge } = (await login(email)).data
      const { status, error, headers } = await post('auth/login-with-2fa', {
        challenge,
        code: '00000000',
        method: 'backup',
      })
      if (error.code === 'codeWrong') evaluated += 1
      else expect(status).toBe(429)
      app.advance(Number(headers.get('retry-after') ?? 0) * 1000)
    }
    expect(evaluated).toBeGreaterThan(10)
    expect(evaluated).toBeLessThan(50)
    await login(email, browser)
    const own = await post('auth/login-with-2fa', { code: backupCodes[0]!, method: 'backup' }, browser)
    expect(own.status).toBe(200)
  })
})

describe('a backup code', () => {
  it('signs in once, in groups as it was written down, and its owner is told', async () => {
    const { email, backupCodes } = await guarded()
    expect(new Set(backupCodes).size).toBe(10)
    expect(backupCodes.every((code) => /^\d{8}$/.test(code))).toBe(true)
    const typed = `${backupCodes[3]!.slice(0, 4)} ${backupCodes[3]!.slice(4)}`
    const use = async () =>
      post('auth/login-with-2fa', { challenge: (await login(email)).data.challenge, code: typed, method: 'backup' })
    expect((await use()).status).toBe(200)
    expect((await use()).error.code).toBe('codeWrong')
    expect(await subjects(email)).toContain('A backup code was used to sign in')
    const [mail] = (await app.mails(email)).filter(({ subject }) => subject!.startsWith('A backup code'))
    expect(mail!.text).toContain('You have 9 codes left.')
  })

  it('is accepted once when 50 sign-ins use it at once', async () => {
    const { email, backupCodes } = await guarded()
    const challenges: string[] = []
    for (let n = 0; n < 50; n++) challenges.push((await login(email)).data.challenge)
    const answers = await Promise.all(
      challenges.map((challenge) =>
        post('auth/login-with-2fa', { challenge, code: backupCodes[0]!, method: 'backup' }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('is accepted once when one sign-in sends it 50 times at once', async () => {
    const { email, backupCodes } = await guarded()
    const { challenge } = (await login(email)).data
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        post('auth/login-with-2fa', { challenge, code: backupCodes[0]!, method: 'backup' }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const { backup_codes_left } = await findSecondFactors(app.db, answers.find(({ data }) => data)!.data.userData.id)
    expect(Number(backup_codes_left)).toBe(9)
  })

  it('is not stored as it is, and is renewed behind the password', async () => {
    const { email, browser, backupCodes } = await guarded()
    const rows = await app.db.selectFrom('backup_codes').select('code_hash').execute()
    for (const code of backupCodes) expect(rows.some(({ code_hash }) => code_hash.includes(code))).toBe(false)
    const refused = await post('Profile/two-factor/backup-codes', { password: 'Wrong-7-words' }, browser)
    expect(refused.error.fields).toEqual({ password: ['This password is not right.'] })
    const { data } = await post('Profile/two-factor/backup-codes', { password: PASSWORD }, browser)
    expect(data.backupCodes).toHaveLength(10)
    const use = async (code: string) =>
      post('auth/login-with-2fa', { challenge: (await login(email)).data.challenge, code, method: 'backup' })
    expect((await use(backupCodes[1]!)).error.code).toBe('codeWrong')
    expect((await use(data.backupCodes[1])).status).toBe(200)
  })
})

describe('an authenticator app', () => {
  it('counts as RFC 6238 says', () => {
    const secret = Buffer.from('12345678901234567890')
    const times = { 59: '94287082', 1111111109: '07081804', 1234567890: '89005924', 20000000000: '65353130' }
    for (const [seconds, code] of Object.entries(times))
      expect(totp(secret, Math.floor(Number(seconds) / 30), 8)).toBe(code)
    expect(base32(secret)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
    const now = new Date(1_111_111_109_000)
    const step = Math.floor(1_111_111_109 / 30)
    for (const near of [-1, 0, 1]) expect(totpStepOf(secret, totp(secret, step + near), now)).toBe(step + near)
    for (const far of [-2, 2]) expect(totpStepOf(secret, totp(secret, step + far), now)).toBeUndefined()
  })

  it('has a secret that only its own account can read', () => {
    const { settings } = app.services
    const secret = Buffer.from('12345678901234567890')
    const box = seal(settings, 7, secret)
    expect(box.includes(secret)).toBe(false)
    expect(unseal(settings, 7, box)).toEqual(secret)
    expect(() => unseal(settings, 8, box)).toThrow()
    const other = Buffer.from(box)
    other[other.length - 1]! ^= 1
    expect(() => unseal(settings, 7, other)).toThrow()
  })

  it('is begun, confirmed, signs in, and each of its codes works once', async () => {
    const { email, browser } = await newPerson(app)
    const { secret, otpauthUrl, qrSvg, confirmed } = await withApp(browser)
    expect(otpauthUrl).toBe(`otpauth://totp/Maahad:${encodeURIComponent(email)}?secret=${secret}&issuer=Maahad`)
    expect(qrSvg).toMatch(/^<svg [^>]+>.*<path d="M[\dMhvz -]+"\/><\/svg>$/)
    expect(confirmed.data.backupCodes).toHaveLength(10)
    expect(await subjects(email)).toContain('An authenticator app was added to your account')

    const first = await login(email)
    expect(first.data).toMatchObject({ methods: ['totp', 'backup'], maskedPhone: '', codeSent: false })
    const enter = async (code: string) =>
      post('auth/login-with-2fa', { challenge: (await login(email)).data.challenge, code, method: 'totp' })
    // The code that confirmed it was used up by that.
    expect((await enter(appCode(app, secret))).error.code).toBe('codeWrong')
    app.advance(30_000)
    const code = appCode(app, secret)
    const challenges = [await login(email), await login(email), await login(email), await login(email)]
    const answers = await Promise.all(
      challenges.map(({ data }) => post('auth/login-with-2fa', { challenge: data.challenge, code, method: 'totp' })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await enter(appCode(app, secret, -1))).error.code).toBe('codeWrong')
  })

  it('stands beside SMS, and is offered first, without a message being sent', async () => {
    const { email, browser, phone } = await guarded()
    const { confirmed, secret } = await withApp(browser)
    expect(confirmed.data).toEqual({})
    app.advance(2 * MINUTE_MS)
    const before = (await app.mails(phone)).length
    const { data } = await login(email)
    expect(data).toMatchObject({ methods: ['totp', 'sms', 'backup'], codeSent: false, resendAfterSeconds: 0 })
    expect((await app.mails(phone)).length).toBe(before)
    await post('Auth/resend-2fa', { challenge: data.challenge })
    const body = { challenge: data.challenge, code: await messagedCode(app, phone), method: 'sms' }
    expect((await post('auth/login-with-2fa', body)).status).toBe(200)

    expect((await browser.call('DELETE', 'Profile/authenticator', { body: {} })).status).toBe(200)
    app.advance(MINUTE_MS)
    const after = (await login(email)).data
    expect(after.methods).toEqual(['sms', 'backup'])
    const old = { challenge: after.challenge, code: appCode(app, secret), method: 'totp' }
    expect((await post('auth/login-with-2fa', old)).error.code).toBe('twoFactorNotEnabled')
  })

  it('is not confirmed by a wrong code', async () => {
    const { email, browser } = await newPerson(app)
    const { data } = await post('Profile/authenticator', {}, browser)
    const wrong = otherCode(appCode(app, data.secret))
    expect((await post('Profile/authenticator/confirm', { code: wrong }, browser)).error.code).toBe('codeWrong')
    expect((await login(email)).data.requiresTwoFactor).toBeUndefined()
  })
})

describe('turning the second factor on and off', () => {
  it('needs a verified phone and the password', async () => {
    const { browser, email } = await newPerson(app, browserOf(app), { phone: '0555555501' })
    const enable = (password?: string) => post('Profile/two-factor/enable', { password }, browser)
    const early = await enable(PASSWORD)
    expect([early.status, early.error.code]).toEqual([409, 'phoneNotVerified'])
    await verifiedPhone(app, browser)
    expect((await enable()).error.fields).toEqual({ password: ['This field is required.'] })
    expect((await enable('Wrong-7-words')).error.fields).toEqual({ password: ['This password is not right.'] })
    expect((await browser.call('GET', 'Profile/two-factor')).data).toMatchObject({
      enabled: false,
      phoneVerified: true,
    })
    expect((await enable(PASSWORD)).data.backupCodes).toHaveLength(10)
    expect((await enable(PASSWORD)).error.code).toBe('twoFactorAlreadyEnabled')
    expect((await browser.call('GET', 'Profile/two-factor')).data).toEqual({
      enabled: true,
      sms: true,
      authenticator: false,
      backupCodesLeft: 10,
      phone: '+966555555501',
      phoneVerified: true,
      hasPassword: true,
      ofStaff: null,
    })

    const disable = () => post('Profile/two-factor/disable', { password: PASSWORD }, browser)
    expect((await disable()).status).toBe(200)
    const again = await disable()
    expect([again.status, again.error.description]).toEqual([
      409,
      'Two-factor authentication is not enabled for this account',
    ])
    expect((await login(email)).data.accessToken).toBeTruthy()
    expect(await subjects(email)).toEqual(
      expect.arrayContaining(['Two-factor authentication is on', 'Two-factor authentication is off']),
    )
  })

  it('bears few guesses at the password from a session that was left open', async () => {
    const { browser } = await guarded()
    const statuses: number[] = []
    for (let n = 1; n <= 6; n++)
      statuses.push((await post('Profile/two-factor/disable', { password: `Wrong-7-${n}` }, browser)).status)
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
  })

  it('asks an account without a password for a proof of the last minutes', async () => {
    const { browser, email } = await newPerson(app, browserOf(app), { phone: '0555555502' })
    await verifiedPhone(app, browser)
    await app.db.updateTable('users').set({ password_hash: null }).where('email', '=', email).execute()
    app.advance(11 * MINUTE_MS)
    const enable = () => post('Profile/two-factor/enable', {}, browser)
    const early = await enable()
    expect([early.status, early.error.code]).toEqual([403, 'proofNeeded'])
    expect((await browser.call('GET', 'Auth/prove')).data).toMatchObject({ isFresh: false, ways: ['email'], email })
    await post('Auth/prove/code', { method: 'email' }, browser)
    const code = /\d{6}/.exec((await app.mails(email))[0]!.subject!)![0]
    expect((await post('Auth/prove', { method: 'email', code: otherCode(code) }, browser)).error.code).toBe('codeWrong')
    expect((await post('Auth/prove', { method: 'email', code }, browser)).status).toBe(200)
    expect((await enable()).status).toBe(200)
  })
})

describe('the phone', () => {
  it('becomes the account’s once its code was typed, and its owner is told', async () => {
    const { browser, email } = await newPerson(app, browserOf(app), { phone: '0555555503' })
    const asked = await post('Profile/phone', { phone: '٠٥٥٥٥٥٥٥٠٤' }, browser)
    expect(asked.data).toEqual({ resendAfterSeconds: 60 })
    const { waiting } = (await browser.call('GET', 'Profile/phone')).data
    expect([waiting.phone, waiting.resendAfterSeconds > 50]).toEqual(['+966555555504', true])
    const code = await messagedCode(app, '+966555555504')
    const verify = (typed: string) => post('Profile/phone/verify', { code: typed }, browser)
    expect((await verify(otherCode(code))).error.code).toBe('codeWrong')
    expect((await browser.call('GET', 'auth/user-info')).data.userData.phone).toBe('+966555555503')
    expect((await verify(code)).data).toEqual({ phone: '+966555555504' })
    expect((await verify(code)).error.code).toBe('codeExpired')
    expect((await browser.call('GET', 'auth/user-info')).data.userData.phone).toBe('+966555555504')
    expect(await subjects(email)).toContain('The mobile number of your account has changed')
  })

  it('is changed only with a proof of the last ten minutes', async () => {
    const { browser } = await newPerson(app)
    app.advance(10 * MINUTE_MS + 1000)
    const change = () => post('Profile/phone', { phone: '0555555505' }, browser)
    expect((await change()).error.code).toBe('proofNeeded')
    expect((await post('Auth/prove', { password: 'Wrong-7-words' }, browser)).status).toBe(400)
    expect((await change()).error.code).toBe('proofNeeded')
    expect((await post('Auth/prove', { password: PASSWORD }, browser)).status).toBe(200)
    expect((await change()).status).toBe(200)
  })

  it('bears five guesses of 200 that come at once', async () => {
    const { browser } = await newPerson(app)
    await post('Profile/phone', { phone: '0555555506' }, browser)
    const code = await messagedCode(app, '+966555555506')
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        app.call('POST', 'Profile/phone/verify', {
          body: { code: otherCode(code, n + 1) },
          headers: { Cookie: `access=${browser.cookies.get('access')}`, 'Sec-Fetch-Site': 'same-origin' },
        }),
      ),
    )
    expect(answers.filter(({ error }) => error.code === 'codeWrong')).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 200)).toEqual([])
  })
})

describe('a proof', () => {
  it('is had by the app or by SMS, too, each code once', async () => {
    const { browser, phone } = await guarded()
    const { secret } = await withApp(browser)
    app.advance(12 * MINUTE_MS)
    const proof = (await browser.call('GET', 'Auth/prove')).data
    expect([proof.isFresh, proof.ways]).toEqual([false, ['password', 'totp', 'sms']])
    const prove = (method: string, code: string) => post('Auth/prove', { method, code }, browser)
    expect((await prove('totp', appCode(app, secret))).status).toBe(200)
    expect((await prove('totp', appCode(app, secret))).error.code).toBe('codeWrong')
    await post('Auth/prove/code', { method: 'sms' }, browser)
    const code = await messagedCode(app, phone)
    expect((await prove('sms', code)).status).toBe(200)
    expect((await prove('sms', code)).error.code).toBe('codeExpired')
    expect((await post('Auth/prove/code', { method: 'email' }, browser)).status).toBe(400)
    expect((await post('Auth/prove', {}, browser)).error.fields).toEqual({ password: ['This field is required.'] })
  })
})
