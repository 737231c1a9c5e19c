/** `AUTH_SECRET` is exchanged: what was signed and encrypted with the former one goes on. */
import { randomBytes, randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { mailedCode, newPerson } from '../../../tests/support/accounts/accounts.ts'
import { appCode } from '../../../tests/support/accounts/second-factors.ts'
import { startProduct } from '../../../tests/support/accounts/two-factor.ts'
import { MINUTE_MS } from '../../platform/durations.ts'
import { signedFileAddress, validity } from '../files/signed-address.server.ts'
import { followToken, isFollowToken } from '../leads/following.server.ts'
import { checkFormToken, newFormToken } from '../leads/form-token.server.ts'
import { calendarToken, readCalendarToken } from '../learning/calendar-token.server.ts'
import { readUnsubscribeToken, unsubscribeToken } from '../notifications/unsubscribe-token.server.ts'
import { idOfToken, previewToken } from '../revisions/preview-token.server.ts'
import { renewAuthenticators } from '../second-factors/totp.server.ts'

const product = startProduct()
const { post, login, withApp } = product

const secrets = () => product.app.services.settings
const former: string[] = []
/** The server starts again with a new secret, and accepts the former one. */
function exchange() {
  former.push(secrets().authSecret)
  Object.assign(secrets(), {
    authSecret: randomBytes(32).toString('base64url'),
    acceptedAuthSecret: former.at(-1),
  })
}
const forget = () => Object.assign(secrets(), { acceptedAuthSecret: undefined })
afterEach(forget)

const enter = async (email: string, code: string, method: 'totp' | 'backup') =>
  post('auth/login-with-2fa', { challenge: (await login(email)).data.challenge, code, method })

describe('after the secret was exchanged', () => {
  it('people stay signed in, and their apps and backup codes sign in', async () => {
    const { email, browser } = await newPerson(product.app)
    const { secret, confirmed } = await withApp(browser)
    const [first, second] = confirmed.data.backupCodes as string[]
    product.app.advance(MINUTE_MS)
    exchange()
    expect((await browser.call('GET', 'auth/user-info')).data.userData.email).toBe(email)
    expect((await enter(email, appCode(product.app, secret), 'totp')).status).toBe(200)
    expect((await enter(email, first!, 'backup')).status).toBe(200)
    expect((await enter(email, first!, 'backup')).status).not.toBe(200)

    expect(await renewAuthenticators(product.app.db, secrets())).toBeGreaterThan(0)
    expect(await renewAuthenticators(product.app.db, secrets())).toBe(0)
    forget()
    product.app.advance(MINUTE_MS)
    expect((await enter(email, appCode(product.app, secret), 'totp')).status).toBe(200)
    // A hash cannot be made anew: backup codes are those of the secret with which they were made.
    expect((await enter(email, second!, 'backup')).error.code).toBe('codeWrong')
  })

  it('a code that was mailed before is accepted', async () => {
    const { email } = await newPerson(product.app)
    await post('auth/forgot-password', { email })
    const code = await mailedCode(product.app, email)
    exchange()
    expect((await post('auth/validate-reset-otp', { email, code })).status).toBe(200)
  })

  it('links and forms of before are accepted as long as the former secret is, and no longer', () => {
    const { services } = product.app
    const until = new Date(services.now().getTime() + MINUTE_MS)
    const feedId = randomUUID()
    const made = {
      follow: followToken(services, 'ENQ-1'),
      form: newFormToken(services, 'contact'),
      calendar: calendarToken(secrets(), feedId),
      unsubscribe: unsubscribeToken(secrets(), { userId: 7, kind: 'all' }),
      preview: previewToken(secrets(), { kind: 'course', id: 7 }, until),
      file: new URL(signedFileAddress(services, 'id', 'name', 60), 'http://x').searchParams,
    }
    const accepted = () => [
      isFollowToken(services, 'ENQ-1', made.follow),
      isFormToken(made.form),
      readCalendarToken(secrets(), made.calendar) === feedId,
      readUnsubscribeToken(secrets(), made.unsubscribe)?.userId === 7,
      idOfToken(secrets(), 'course', made.preview, services.now()) === 7,
      typeof validity(services, 'id', 'name', { until: made.file.get('until')!, key: made.file.get('key')! }) ===
        'number',
    ]
    expect(accepted()).not.toContain(false)
    exchange()
    expect(accepted()).not.toContain(false)
    forget()
    expect(accepted()).not.toContain(true)
  })
})

function isFormToken(token: string): boolean {
  try {
    checkFormToken(product.app.services, 'contact', token, { soonest: 0 })
    return true
  } catch {
    return false
  }
}
