import { describe, expect, it } from 'vitest'
import { newPerson, otherCode } from '../../../tests/support/accounts/accounts.ts'
import { appCode, messagedCode } from '../../../tests/support/accounts/second-factors.ts'
import { startProduct } from '../../../tests/support/accounts/two-factor.ts'
import { MINUTE_MS } from '../../platform/durations.ts'
import { base32, sealSecret, totp, totpStepOf, unsealSecret } from '../second-factors/totp.server.ts'

const product = startProduct()
const { post, login, subjects, guarded, withApp } = product

describe('an authenticator app', () => {
  it('computes codes as in RFC 6238', () => {
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
    const { settings } = product.app.services
    const secret = Buffer.from('12345678901234567890')
    const box = sealSecret(settings, 7, secret)
    expect(box.includes(secret)).toBe(false)
    expect(unsealSecret(settings, 7, box)).toEqual(secret)
    expect(() => unsealSecret(settings, 8, box)).toThrow()
    const other = Buffer.from(box)
    other[other.length - 1]! ^= 1
    expect(() => unsealSecret(settings, 7, other)).toThrow()
  })

  it('is set up, confirmed and signs in; each of its codes works once', async () => {
    const { email, browser } = await newPerson(product.app)
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
    expect((await enter(appCode(product.app, secret))).error.code).toBe('codeWrong')
    product.app.advance(30_000)
    const code = appCode(product.app, secret)
    const challenges = [await login(email), await login(email), await login(email), await login(email)]
    const answers = await Promise.all(
      challenges.map(({ data }) => post('auth/login-with-2fa', { challenge: data.challenge, code, method: 'totp' })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await enter(appCode(product.app, secret, -1))).error.code).toBe('codeWrong')
  })

  it('can be used beside SMS, and is offered first without sending a message', async () => {
    const { email, browser, phone } = await guarded()
    const { confirmed, secret } = await withApp(browser)
    expect(confirmed.data).toEqual({})
    product.app.advance(2 * MINUTE_MS)
    const before = (await product.app.mails(phone)).length
    const { data } = await login(email)
    expect(data).toMatchObject({ methods: ['totp', 'sms', 'backup'], codeSent: false, resendAfterSeconds: 0 })
    expect((await product.app.mails(phone)).length).toBe(before)
    await post('Auth/resend-2fa', { challenge: data.challenge })
    const body = { challenge: data.challenge, code: await messagedCode(product.app, phone), method: 'sms' }
    expect((await post('auth/login-with-2fa', body)).status).toBe(200)

    expect((await browser.call('DELETE', 'Profile/authenticator', { body: {} })).status).toBe(200)
    product.app.advance(MINUTE_MS)
    const after = (await login(email)).data
    expect(after.methods).toEqual(['sms', 'backup'])
    const old = { challenge: after.challenge, code: appCode(product.app, secret), method: 'totp' }
    expect((await post('auth/login-with-2fa', old)).error.code).toBe('twoFactorNotEnabled')
  })

  it('is not confirmed by a wrong code', async () => {
    const { email, browser } = await newPerson(product.app)
    const { data } = await post('Profile/authenticator', {}, browser)
    const wrong = otherCode(appCode(product.app, data.secret))
    expect((await post('Profile/authenticator/confirm', { code: wrong }, browser)).error.code).toBe('codeWrong')
    expect((await login(email)).data.requiresTwoFactor).toBeUndefined()
  })
})
