import { describe, expect, it } from 'vitest'
import { browserOf, otherCode, PASSWORD } from '../../../tests/support/accounts/accounts.ts'
import { messagedCode } from '../../../tests/support/accounts/second-factors.ts'
import { startProduct } from '../../../tests/support/accounts/two-factor.ts'
import { DAY_MS, MINUTE_MS } from '../../platform/durations.ts'
import { findSecondFactors } from '../second-factors/queries.server.ts'

const product = startProduct()
const { post, login, subjects, guarded } = product

describe('signing in by SMS', () => {
  it('asks for the code that was sent, and starts the session with it', async () => {
    const { email, phone } = await guarded()
    product.app.advance(2 * MINUTE_MS)
    const browser = browserOf(product.app)
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

    const code = await messagedCode(product.app, phone)
    const second = await post('auth/login-with-2fa', { code, method: 'sms' }, browser)
    expect([second.status, second.data.userData.email]).toEqual([200, email])
    expect([...browser.cookies.keys()].sort()).toEqual(['access', 'device', 'refresh'])
    expect((await browser.call('GET', 'auth/user-info')).status).toBe(200)
    expect((await product.app.call('GET', 'auth/user-info', { token: browser.tokens().accessToken })).status).toBe(200)
  })

  it('works for apps, which store the challenge themselves, and in Arabic digits', async () => {
    const { email, phone } = await guarded()
    product.app.advance(2 * MINUTE_MS)
    const { data } = await login(email)
    const arabic = (await messagedCode(product.app, phone)).replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)]!)
    const body = { challenge: data.challenge, code: arabic, method: 'sms' }
    expect((await post('auth/login-with-2fa', body)).status).toBe(200)
    expect((await post('auth/login-with-2fa', body)).error.code).toBe('signInExpired')
  })

  it('reports errors with the texts of the specification', async () => {
    const { email, phone } = await guarded()
    product.app.advance(2 * MINUTE_MS)
    const { challenge } = (await login(email)).data
    const code = await messagedCode(product.app, phone)
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

  it('sends another code after a minute, and the earlier one expires', async () => {
    const { email, phone } = await guarded()
    product.app.advance(2 * MINUTE_MS)
    const { challenge } = (await login(email)).data
    const old = await messagedCode(product.app, phone)
    const early = await post('Auth/resend-2fa', { challenge })
    expect([early.status, Number(early.headers.get('retry-after')) > 50]).toEqual([429, true])
    product.app.advance(MINUTE_MS)
    expect((await post('Auth/resend-2fa', { challenge })).data).toEqual({ resendAfterSeconds: 60 })
    const code = await messagedCode(product.app, phone)
    const body = (typed: string) => ({ challenge, code: typed, method: 'sms' })
    if (code !== old) expect((await post('auth/login-with-2fa', body(old))).error.code).toBe('codeWrong')
    expect((await post('auth/login-with-2fa', body(code))).status).toBe(200)
  })

  it('expires after ten minutes', async () => {
    const { email, phone } = await guarded()
    product.app.advance(2 * MINUTE_MS)
    const { challenge } = (await login(email)).data
    const code = await messagedCode(product.app, phone)
    product.app.advance(10 * MINUTE_MS + 1000)
    expect((await post('auth/login-with-2fa', { challenge, code, method: 'sms' })).error.code).toBe('signInExpired')
    expect((await post('Auth/resend-2fa', { challenge })).error.code).toBe('signInExpired')
  })

  it('started twice in a minute accepts the one code that was sent, at the newer sign-in only', async () => {
    const { email, phone } = await guarded()
    product.app.advance(2 * MINUTE_MS)
    const older = (await login(email)).data
    const newer = (await login(email)).data
    expect([newer.codeSent, newer.resendAfterSeconds > 50]).toEqual([true, true])
    const code = await messagedCode(product.app, phone)
    const at = (challenge: string) => post('auth/login-with-2fa', { challenge, code, method: 'sms' })
    expect((await at(older.challenge)).error.code).toBe('codeExpired')
    expect((await at(newer.challenge)).status).toBe(200)
  })

  it("takes nobody else's code", async () => {
    const [one, two] = [await guarded(), await guarded()]
    product.app.advance(2 * MINUTE_MS)
    const { challenge } = (await login(one.email)).data
    await login(two.email)
    const code = await messagedCode(product.app, two.phone)
    const { error } = await post('auth/login-with-2fa', { challenge, code, method: 'sms' })
    expect(error.code).toBe('codeWrong')
  })

  it('stores neither the challenge nor the code as plain text', async () => {
    const { email, phone } = await guarded()
    product.app.advance(2 * MINUTE_MS)
    const { challenge } = (await login(email)).data
    const code = await messagedCode(product.app, phone)
    const rows = JSON.stringify([
      await product.app.db.selectFrom('sign_in_challenges').selectAll().execute(),
      await product.app.db.selectFrom('codes').selectAll().where('address', '=', phone).execute(),
    ])
    expect(rows).not.toContain(challenge)
    expect(rows).not.toContain(`"${code}"`)
  })
})

describe('guessing the second factor', () => {
  it('evaluates five of 200 concurrent attempts', async () => {
    const { email, phone } = await guarded()
    product.app.advance(2 * MINUTE_MS)
    const { challenge } = (await login(email)).data
    const code = await messagedCode(product.app, phone)
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        post('auth/login-with-2fa', { challenge, code: otherCode(code, n + 1), method: 'sms' }),
      ),
    )
    const codes = answers.map(({ error }) => error.code)
    expect(codes.filter((one) => one === 'codeWrong')).toHaveLength(5)
    expect(new Set(codes)).toEqual(new Set(['codeWrong', 'codeExpired', 'tooManyRequests']))
  })

  it('evaluates five of 200 concurrent backup codes', async () => {
    const { email } = await guarded()
    product.app.advance(2 * MINUTE_MS)
    const { challenge } = (await login(email)).data
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        post('auth/login-with-2fa', { challenge, code: String(n).padStart(8, '0'), method: 'backup' }),
      ),
    )
    expect(answers.filter(({ error }) => error.code === 'codeWrong')).toHaveLength(5)
  })

  it('would evaluate more if the attempts were read first and written later', async () => {
    const { email } = await guarded()
    const { id } = await product.app.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    const hash = Buffer.alloc(32, id)
    const now = product.app.services.now()
    const row = { token_hash: hash, user_id: id, created_at: now, expires_at: new Date(now.getTime() + MINUTE_MS) }
    await product.app.db.insertInto('sign_in_challenges').values(row).execute()
    const naive = async () => {
      const { tries } = await product.app.db
        .selectFrom('sign_in_challenges')
        .select('tries')
        .where('token_hash', '=', hash)
        .executeTakeFirstOrThrow()
      if (tries >= 5) return false
      await product.app.db
        .updateTable('sign_in_challenges')
        .set({ tries: tries + 1 })
        .where('token_hash', '=', hash)
        .execute()
      return true
    }
    const evaluated = (await Promise.all(Array.from({ length: 200 }, naive))).filter(Boolean)
    expect(evaluated.length).toBeGreaterThan(5)
  })

  it('is slowed by growing waits to fewer than fifty attempts a day, while a trusted device can still sign in', async () => {
    const { email, browser, backupCodes } = await guarded()
    await post('Auth/logout', {}, browser)
    let evaluated = 0
    const end = product.app.services.now().getTime() + DAY_MS
    while (product.app.services.now().getTime() < end) {
      const { challenge } = (await login(email)).data
      const { status, error, headers } = await post('auth/login-with-2fa', {
        challenge,
        code: '00000000',
        method: 'backup',
      })
      if (error.code === 'codeWrong') evaluated += 1
      else expect(status).toBe(429)
      product.app.advance(Number(headers.get('retry-after') ?? 0) * 1000)
    }
    expect(evaluated).toBeGreaterThan(10)
    expect(evaluated).toBeLessThan(50)
    await login(email, browser)
    const own = await post('auth/login-with-2fa', { code: backupCodes[0]!, method: 'backup' }, browser)
    expect(own.status).toBe(200)
  })
})

describe('a backup code', () => {
  it('signs in once, also typed in groups, and its owner is notified', async () => {
    const { email, backupCodes } = await guarded()
    expect(new Set(backupCodes).size).toBe(10)
    expect(backupCodes.every((code) => /^\d{8}$/.test(code))).toBe(true)
    const typed = `${backupCodes[3]!.slice(0, 4)} ${backupCodes[3]!.slice(4)}`
    const use = async () =>
      post('auth/login-with-2fa', { challenge: (await login(email)).data.challenge, code: typed, method: 'backup' })
    expect((await use()).status).toBe(200)
    expect((await use()).error.code).toBe('codeWrong')
    expect(await subjects(email)).toContain('A backup code was used to sign in')
    const [mail] = (await product.app.mails(email)).filter(({ subject }) => subject!.startsWith('A backup code'))
    expect(mail!.text).toContain('You have 9 codes left.')
  })

  it('is accepted once when 50 sign-ins use it concurrently', async () => {
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

  it('is accepted once when one sign-in sends it 50 times concurrently', async () => {
    const { email, backupCodes } = await guarded()
    const { challenge } = (await login(email)).data
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        post('auth/login-with-2fa', { challenge, code: backupCodes[0]!, method: 'backup' }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const { backup_codes_left } = await findSecondFactors(
      product.app.db,
      answers.find(({ data }) => data)!.data.userData.id,
    )
    expect(Number(backup_codes_left)).toBe(9)
  })

  it('is stored only as a hash, and is renewed only with the password', async () => {
    const { email, browser, backupCodes } = await guarded()
    const rows = await product.app.db.selectFrom('backup_codes').select('code_hash').execute()
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
