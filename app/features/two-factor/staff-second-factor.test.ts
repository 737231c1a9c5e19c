import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { browserOf, newPerson, PASSWORD, type TestBrowser } from '../../../tests/support/accounts/accounts.ts'
import { messagedCode, secondFactor, verifiedPhone } from '../../../tests/support/accounts/second-factors.ts'
import { startProduct } from '../../../tests/support/accounts/two-factor.ts'
import { HOUR_MS, MINUTE_MS } from '../../platform/durations.ts'
import { pathAfterFirstFactor } from '../accounts/after-first-factor.ts'

const product = startProduct()
const { login, withApp } = product

describe('a member of staff', () => {
  /** Signed in by the password alone. */
  async function colleague() {
    const person = await newPerson(product.app)
    await product.app.db
      .updateTable('users')
      .set({ roles: ['Admin'], last_role: 'Admin' })
      .where('email', '=', person.email)
      .execute()
    return person
  }
  const orders = (browser: TestBrowser) => browser.call('GET', 'admin/orders')
  const answerOf = ({ status, error }: Awaited<ReturnType<typeof orders>>) => [status, error?.code]

  it('gets no staff rights until a second factor is on, is redirected to set one up, and then has them immediately', async () => {
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

  it('cannot open the desk with codes by SMS, and is not asked for them once there is an app', async () => {
    const { browser, email } = await colleague()
    await verifiedPhone(product.app, browser)
    await secondFactor(browser)
    expect(answerOf(await orders(browser))).toEqual([403, 'secondFactorNeeded'])
    expect((await browser.call('GET', 'Profile/two-factor')).data).toMatchObject({ enabled: true, ofStaff: 'needed' })
    const begun = await login(email)
    expect(begun.data.methods).toEqual(['sms', 'backup'])
    const { phone } = (await browser.call('GET', 'auth/user-info')).data.userData
    const signedIn = await product.post('auth/login-with-2fa', {
      ...{ challenge: begun.data.challenge, code: await messagedCode(product.app, phone), method: 'sms' },
    })
    expect(signedIn.data).toMatchObject({ secondFactorNeeded: true, roles: [] })

    await withApp(browser)
    expect(answerOf(await orders(browser))).toEqual([200, undefined])
    expect((await browser.call('GET', 'Profile/two-factor')).data.ofStaff).toBe(null)
    const again = await login(email)
    expect(again.data).toMatchObject({ methods: ['totp', 'backup'], maskedPhone: '' })
  })

  it('needs a second factor in every staff role; other users do not', async () => {
    const { browser, email } = await newPerson(product.app)
    expect(answerOf(await orders(browser))).toEqual([403, 'forbidden'])
    for (const role of ['Teacher', 'Content', 'Finance']) {
      const account = product.app.db.updateTable('users').where('email', '=', email)
      await account.set({ roles: [role], last_role: role }).execute()
      expect(answerOf(await orders(browser))).toEqual([403, 'secondFactorNeeded'])
    }
    expect(answerOf(await orders(browserOf(product.app)))).toEqual([401, 'unauthenticated'])
  })

  it('is signed out after an hour without use, and after twelve hours in any case', async () => {
    const [busy, idle, learner] = [await colleague(), await colleague(), await newPerson(product.app)]
    await withApp(busy.browser)
    await withApp(idle.browser)
    for (let minutes = 0; minutes < 12 * 60; minutes += 40) {
      expect(answerOf(await orders(busy.browser))).toEqual([200, undefined])
      if (minutes <= 40) expect((await orders(idle.browser)).status).toBe(200)
      if (minutes === 120) expect((await orders(idle.browser)).status).toBe(401)
      product.app.advance(40 * MINUTE_MS)
    }
    expect((await orders(busy.browser)).status).toBe(401)
    expect((await learner.browser.call('GET', 'auth/user-info')).status).toBe(200)
  })

  it('cannot use an access token after an hour without a call, even without a refresh', async () => {
    const { browser } = await colleague()
    await withApp(browser)
    product.app.advance(14 * MINUTE_MS)
    expect((await orders(browser)).status).toBe(200)
    product.app.advance(50 * MINUTE_MS)
    expect((await orders(browser)).status).toBe(200)
  })

  it('gets a session of twelve hours in cookies and tokens, a learner one of thirty days', async () => {
    const { email } = await colleague()
    const hoursOf = async (address: string) => {
      const { data } = await login(address)
      return (new Date(data.refreshTokenExpirationDate).getTime() - product.app.services.now().getTime()) / HOUR_MS
    }
    expect(await hoursOf(email)).toBe(12)
    expect(await hoursOf((await newPerson(product.app)).email)).toBe(30 * 24)
  })

  it('must re-authenticate before a refund when the last re-authentication is ten minutes old', async () => {
    const { browser } = await colleague()
    await withApp(browser)
    const refund = () =>
      browser.call('POST', `admin/orders/${randomUUID()}/refund`, { body: { reason: 'x', amountHalalas: 100 } })
    expect((await refund()).error.code).toBe('orderNotFound')
    product.app.advance(10 * MINUTE_MS)
    expect((await refund()).error.code).toBe('proofNeeded')
    await browser.call('POST', 'Auth/prove', { body: { password: PASSWORD } })
    expect((await refund()).error.code).toBe('orderNotFound')
  })
})
