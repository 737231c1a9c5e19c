import { describe, expect, it } from 'vitest'
import { browserOf, newPerson, otherCode, PASSWORD } from '../../../tests/support/accounts/accounts.ts'
import { appCode, messagedCode, verifiedPhone } from '../../../tests/support/accounts/second-factors.ts'
import { startProduct } from '../../../tests/support/accounts/two-factor.ts'
import { MINUTE_MS } from '../../platform/durations.ts'

const product = startProduct()
const { post, login, subjects, guarded, withApp } = product

describe('turning the second factor on and off', () => {
  it('needs a verified phone and the password', async () => {
    const { browser, email } = await newPerson(product.app, browserOf(product.app), { phone: '0555555501' })
    const enable = (password?: string) => post('Profile/two-factor/enable', { password }, browser)
    const early = await enable(PASSWORD)
    expect([early.status, early.error.code]).toEqual([409, 'phoneNotVerified'])
    await verifiedPhone(product.app, browser)
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

  it('allows few attempts at the password from an open session', async () => {
    const { browser } = await guarded()
    const statuses: number[] = []
    for (let n = 1; n <= 6; n++)
      statuses.push((await post('Profile/two-factor/disable', { password: `Wrong-7-${n}` }, browser)).status)
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
  })

  it('requires recent re-authentication of an account without a password', async () => {
    const { browser, email } = await newPerson(product.app, browserOf(product.app), { phone: '0555555502' })
    await verifiedPhone(product.app, browser)
    await product.app.db.updateTable('users').set({ password_hash: null }).where('email', '=', email).execute()
    product.app.advance(11 * MINUTE_MS)
    const enable = () => post('Profile/two-factor/enable', {}, browser)
    const early = await enable()
    expect([early.status, early.error.code]).toEqual([403, 'proofNeeded'])
    expect((await browser.call('GET', 'Auth/prove')).data).toMatchObject({ isFresh: false, ways: ['email'], email })
    await post('Auth/prove/code', { method: 'email' }, browser)
    const code = /\d{6}/.exec((await product.app.mails(email))[0]!.subject!)![0]
    expect((await post('Auth/prove', { method: 'email', code: otherCode(code) }, browser)).error.code).toBe('codeWrong')
    expect((await post('Auth/prove', { method: 'email', code }, browser)).status).toBe(200)
    expect((await enable()).status).toBe(200)
  })
})

describe('the phone', () => {
  it('is saved once its code is confirmed, and its owner is notified', async () => {
    const { browser, email } = await newPerson(product.app, browserOf(product.app), { phone: '0555555503' })
    const requested = await post('Profile/phone', { phone: '٠٥٥٥٥٥٥٥٠٤' }, browser)
    expect(requested.data).toEqual({ resendAfterSeconds: 60 })
    const { waiting } = (await browser.call('GET', 'Profile/phone')).data
    expect([waiting.phone, waiting.resendAfterSeconds > 50]).toEqual(['+966555555504', true])
    const code = await messagedCode(product.app, '+966555555504')
    const verify = (typed: string) => post('Profile/phone/verify', { code: typed }, browser)
    expect((await verify(otherCode(code))).error.code).toBe('codeWrong')
    expect((await browser.call('GET', 'auth/user-info')).data.userData.phone).toBe('+966555555503')
    expect((await verify(code)).data).toEqual({ phone: '+966555555504' })
    expect((await verify(code)).error.code).toBe('codeExpired')
    expect((await browser.call('GET', 'auth/user-info')).data.userData.phone).toBe('+966555555504')
    expect(await subjects(email)).toContain('The mobile number of your account has changed')
  })

  it('is changed only after re-authentication in the last ten minutes', async () => {
    const { browser } = await newPerson(product.app)
    product.app.advance(10 * MINUTE_MS + 1000)
    const change = () => post('Profile/phone', { phone: '0555555505' }, browser)
    expect((await change()).error.code).toBe('proofNeeded')
    expect((await post('Auth/prove', { password: 'Wrong-7-words' }, browser)).status).toBe(400)
    expect((await change()).error.code).toBe('proofNeeded')
    expect((await post('Auth/prove', { password: PASSWORD }, browser)).status).toBe(200)
    expect((await change()).status).toBe(200)
  })

  it('evaluates five of 200 concurrent attempts', async () => {
    const { browser } = await newPerson(product.app)
    await post('Profile/phone', { phone: '0555555506' }, browser)
    const code = await messagedCode(product.app, '+966555555506')
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        product.app.call('POST', 'Profile/phone/verify', {
          body: { code: otherCode(code, n + 1) },
          headers: { Cookie: `access=${browser.cookies.get('access')}`, 'Sec-Fetch-Site': 'same-origin' },
        }),
      ),
    )
    expect(answers.filter(({ error }) => error.code === 'codeWrong')).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 200)).toEqual([])
  })
})

describe('re-authentication', () => {
  it('also accepts a code of the app or by SMS, each code once', async () => {
    const { browser, phone } = await guarded()
    const { secret } = await withApp(browser)
    product.app.advance(12 * MINUTE_MS)
    const proof = (await browser.call('GET', 'Auth/prove')).data
    expect([proof.isFresh, proof.ways]).toEqual([false, ['password', 'totp', 'sms']])
    const prove = (method: string, code: string) => post('Auth/prove', { method, code }, browser)
    expect((await prove('totp', appCode(product.app, secret))).status).toBe(200)
    expect((await prove('totp', appCode(product.app, secret))).error.code).toBe('codeWrong')
    await post('Auth/prove/code', { method: 'sms' }, browser)
    const code = await messagedCode(product.app, phone)
    expect((await prove('sms', code)).status).toBe(200)
    expect((await prove('sms', code)).error.code).toBe('codeExpired')
    expect((await post('Auth/prove/code', { method: 'email' }, browser)).status).toBe(400)
    expect((await post('Auth/prove', {}, browser)).error.fields).toEqual({ password: ['This field is required.'] })
  })
})
