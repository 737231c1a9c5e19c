/** Sign-in by other providers, against a real one. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserOf, mailedCode, newPerson, otherCode, PASSWORD } from '../../../tests/support/accounts/accounts.ts'
import { visitOpenId } from '../../../tests/support/accounts/openid.ts'
import { secondFactor, verifiedPhone } from '../../../tests/support/accounts/second-factors.ts'
import {
  bringBack,
  leaveFor,
  restOfForm,
  signInBy,
  somebody,
  startAppWithOpenId,
  type TestAppWithOpenId,
} from '../../../tests/support/accounts/social-sign-in.ts'
import { HOUR_MS, MINUTE_MS } from '../../platform/durations.ts'

const SIGN_UP = '/en/external-sign-up'

let app: TestAppWithOpenId
beforeAll(async () => {
  app = await startAppWithOpenId(['campus', 'apple', 'microsoft'], {
    env: {
      OIDC_CAMPUS_LABEL: 'جامعة الواحة',
      OIDC_DEAD_ISSUER: 'http://localhost:1',
      OIDC_DEAD_CLIENT_ID: 'maahad',
      OIDC_DEAD_CLIENT_SECRET: 'secret',
    },
  })
})
afterAll(() => app.stop())

/** Signs up by the provider, with a verified address. */
async function newByProvider(facts: Parameters<typeof somebody>[1] = {}, provider = 'campus') {
  const { subject, email } = somebody(app.openid, facts)
  const { browser } = await signInBy(app, subject, { provider })
  const { status, data } = await browser.call('POST', 'Auth/external-register', { body: restOfForm })
  expect(status).toBe(200)
  return { subject, email, browser, user: data.userData }
}

const whoIs = async (browser: ReturnType<typeof browserOf>) => (await browser.call('GET', 'auth/user-info')).data
const reasonOf = (location: string) => new URL(location, app.address).searchParams.get('notice')

describe('a new user', () => {
  it("creates an account with the provider's data, and signs in directly from then on", async () => {
    const { subject, email } = somebody(app.openid)
    const { browser, location } = await signInBy(app, subject, { query: { returnTo: '/ar/courses?page=2' } })
    expect(location).toBe(`${SIGN_UP}?returnTo=%2Far%2Fcourses%3Fpage%3D2`)
    const ticket = await browser.call('GET', 'Auth/external-ticket')
    expect(ticket.data).toMatchObject({
      provider: { id: 'campus', name: 'جامعة الواحة' },
      step: 'register',
      email,
      firstName: 'نورة',
      lastName: 'العتيبي',
      returnTo: '/ar/courses?page=2',
    })

    const refused = await browser.call('POST', 'Auth/external-register', { body: { ...restOfForm, acceptTerms: '' } })
    expect([refused.status, refused.error.fields]).toEqual([
      400,
      { acceptTerms: ['Please, agree to terms and conditions first'] },
    ])
    const opened = await browser.call('POST', 'Auth/external-register', { body: { ...restOfForm, wantsNews: 'on' } })
    expect(opened.data).toMatchObject({ userData: { email, firstName: 'Nora', phone: '+966501234567' } })
    expect((await browser.call('GET', 'Notifications/settings')).data.news).toBe('at-once')
    expect((await browser.call('GET', 'Profile')).data).toMatchObject({ hasPassword: false, connections: 1 })

    const later = await signInBy(app, subject, { query: { returnTo: '/ar/courses?page=2' } })
    expect(later.location).toBe('/en/courses?page=2')
    expect((await whoIs(later.browser)).userData.id).toBe(opened.data.userData.id)
  })

  it('gets one account, however often the form is sent', async () => {
    const { subject, email } = somebody(app.openid)
    const { browser } = await signInBy(app, subject)
    const answers = await Promise.all(
      [1, 2, 3].map(() => browser.call('POST', 'Auth/external-register', { body: restOfForm })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await app.db.selectFrom('users').select('id').where('email', '=', email).execute()).toHaveLength(1)
  })

  it.each([
    ['no address', 'campus', { email: undefined }],
    ['an address that was not verified', 'campus', { email_verified: false }],
    ['a provider whose word on addresses cannot be believed', 'microsoft', {}],
    ['an address that is none', 'campus', { email: 'nobody' }],
  ] as const)('enters a mailed code: %s', async (_, provider, facts) => {
    const { subject } = somebody(app.openid, facts)
    const email = `certain-${subject}@example.com`
    const { browser, location } = await signInBy(app, subject, { provider })
    expect(location).toBe(SIGN_UP)
    expect((await browser.call('GET', 'Auth/external-ticket')).data.step).toBe('email')
    const tooEarly = await browser.call('POST', 'Auth/external-register', { body: restOfForm })
    expect([tooEarly.status, tooEarly.error.code]).toEqual([403, 'proofNeeded'])

    await browser.call('POST', 'Auth/external-code', { body: { email } })
    expect((await browser.call('GET', 'Auth/external-ticket')).data).toMatchObject({ step: 'code', email })
    const code = await mailedCode(app, email)
    const wrong = await browser.call('POST', 'Auth/external-verify', { body: { code: otherCode(code) } })
    expect(wrong.error.code).toBe('codeWrong')
    expect((await browser.call('POST', 'Auth/external-verify', { body: { code } })).data).toEqual({ step: 'register' })
    const opened = await browser.call('POST', 'Auth/external-register', { body: restOfForm })
    expect(opened.data.userData.email).toBe(email)
    expect((await signInBy(app, subject, { provider })).location).toBe('/en')
  })

  it('is asked for a second factor as any user, and returns to the page they came from', async () => {
    const { subject, browser } = await newByProvider()
    await browser.call('POST', 'Profile/change-password', { body: { password: PASSWORD, confirmPassword: PASSWORD } })
    await verifiedPhone(app, browser)
    await secondFactor(browser)
    const { location, browser: later } = await signInBy(app, subject, { query: { returnTo: '/en/profile' } })
    expect(location).toBe('/en/login-with-2fa?returnTo=%2Fen%2Fprofile')
    expect(await whoIs(later)).toBeUndefined()
    expect((await later.call('GET', 'Auth/login-with-2fa')).data.returnTo).toBe('/en/profile')
  })
})

describe('a user whose address has an account', () => {
  it('proves ownership by its password: then both methods sign in', async () => {
    const { email, tokens } = await newPerson(app)
    const { subject } = somebody(app.openid, { email })
    const { browser, location } = await signInBy(app, subject)
    expect(location).toBe(SIGN_UP)
    expect((await browser.call('GET', 'Auth/external-ticket')).data).toMatchObject({ step: 'prove', hasPassword: true })
    const taken = await browser.call('POST', 'Auth/external-register', { body: restOfForm })
    expect(taken.error.code).toBe('addressHasAccount')
    const unproved = await browser.call('POST', 'Auth/external-login', { body: {} })
    expect(unproved.error.code).toBe('proofNeeded')
    const wrong = await browser.call('POST', 'Auth/external-login', { body: { password: 'Wrong-guess-1' } })
    expect(wrong.error.fields).toEqual({ password: ['This password is not right.'] })
    expect((await signInBy(app, subject)).location, 'not linked yet').toBe(SIGN_UP)

    const linked = await browser.call('POST', 'Auth/external-login', { body: { password: PASSWORD } })
    expect(linked.data.userData.id).toBe(tokens.userData.id)
    const subjects = (await app.mails(email)).map((mail) => mail.subject)
    expect(subjects).toContain('Your account is now linked to جامعة الواحة')
    expect((await signInBy(app, subject)).location).toBe('/en')
    expect((await browserOf(app).call('POST', 'auth/login', { body: { email, password: PASSWORD } })).status).toBe(200)
  })

  it('proves ownership by a code that is mailed to the address', async () => {
    const { email, tokens } = await newPerson(app)
    const { subject } = somebody(app.openid, { email })
    const { browser } = await signInBy(app, subject)
    app.advance(2 * MINUTE_MS)
    await browser.call('POST', 'Auth/external-code', { body: { email: 'ignored@example.com' } })
    expect(await app.mails('ignored@example.com')).toEqual([])
    const code = await mailedCode(app, email)
    expect((await browser.call('POST', 'Auth/external-verify', { body: { code } })).data.step).toBe('link')
    const linked = await browser.call('POST', 'Auth/external-login', { body: {} })
    expect(linked.data.userData.id).toBe(tokens.userData.id)
  })

  it('has the same limit of password attempts as at sign-in', async () => {
    const { email } = await newPerson(app)
    const { browser } = await signInBy(app, somebody(app.openid, { email }).subject)
    const guess = () => browser.call('POST', 'Auth/external-login', { body: { password: 'Wrong-guess-1' } })
    const answers = []
    for (let tries = 0; tries < 6; tries++) answers.push((await guess()).status)
    expect(answers).toEqual([400, 400, 400, 400, 400, 429])
    const login = await browserOf(app).call('POST', 'auth/login', { body: { email, password: PASSWORD } })
    expect(login.status).toBe(429)
  })

  it('learns nothing about an address that the provider has not verified', async () => {
    const { email: known } = await newPerson(app)
    app.advance(2 * MINUTE_MS)
    const answers = []
    for (const email of [known, 'unknown-at-all@example.com']) {
      const { browser } = await signInBy(app, somebody(app.openid, { email, email_verified: false }).subject)
      const before = await browser.call('GET', 'Auth/external-ticket')
      const sent = await browser.call('POST', 'Auth/external-code', { body: { email } })
      const after = await browser.call('GET', 'Auth/external-ticket')
      const again = await browser.call('POST', 'Auth/external-code', { body: { email } })
      const login = await browser.call('POST', 'Auth/external-login', { body: { password: 'Wrong-guess-1' } })
      answers.push(
        [before, sent, after, again, login].map(({ status, data, error }) =>
          JSON.stringify({ status, data, error }).replaceAll(email, 'the address'),
        ),
      )
      expect(await mailedCode(app, email)).toMatch(/^\d{6}$/)
    }
    expect(answers[0]).toEqual(answers[1])
  })

  it('of a suspended account is informed by mail, and cannot sign in', async () => {
    const { email } = await newPerson(app)
    await app.db.updateTable('users').set({ status: 'suspended' }).where('email', '=', email).execute()
    app.advance(2 * MINUTE_MS)
    const { browser } = await signInBy(app, somebody(app.openid, { email }).subject)
    expect((await browser.call('POST', 'Auth/external-code', { body: {} })).status).toBe(200)
    expect((await app.mails(email))[0]!.subject).toBe('Your Maahad account is paused')
    const login = await browser.call('POST', 'Auth/external-login', { body: { password: PASSWORD } })
    expect(login.status).toBe(400)
  })
})

describe('a provider that posts its answer', () => {
  it('is accepted without our cookies, and its names prefill the form', async () => {
    const { subject } = somebody(app.openid, { email_verified: 'true', given_name: undefined, family_name: undefined })
    const browser = browserOf(app)
    const sent = await visitOpenId(await leaveFor(browser, 'apple'), subject)
    expect(sent.form?.get('code')).toBeTruthy()
    sent.form!.set('user', JSON.stringify({ name: { firstName: 'Mona', lastName: 'Al Harbi' } }))
    expect(await bringBack(app, browser, sent)).toBe(SIGN_UP)
    const { data } = await browser.call('GET', 'Auth/external-ticket')
    expect(data).toMatchObject({ step: 'register', firstName: 'Mona', lastName: 'Al Harbi' })
  })

  it('may send any text as a name', async () => {
    const { subject } = somebody(app.openid)
    const browser = browserOf(app)
    const sent = await visitOpenId(await leaveFor(browser, 'apple'), subject)
    sent.form!.set('user', JSON.stringify({ name: { firstName: 'a\0b', lastName: 'ي'.repeat(900) } }))
    expect(await bringBack(app, browser, sent)).toBe(SIGN_UP)
    const { data } = await browser.call('GET', 'Auth/external-ticket')
    expect(data).toMatchObject({ firstName: '', lastName: '' })
  })

  it('signs nobody in in a browser that did not start the attempt', async () => {
    const { subject } = somebody(app.openid)
    const sent = await visitOpenId(await leaveFor(browserOf(app), 'apple'), subject)
    const victim = browserOf(app)
    await leaveFor(victim, 'apple')
    expect(reasonOf(await bringBack(app, victim, sent))).toBe('external-expired')
  })

  it('is the only call that accepts a cross-site form', async () => {
    const post = (path: string) =>
      fetch(`${app.address}/api/${path}`, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://elsewhere.example' },
        body: new URLSearchParams({ state: 'x' }),
      })
    expect((await post('Auth/external/apple/callback')).status).toBe(302)
    expect((await post('Auth/external-login')).status).toBe(403)
    expect((await post('Auth/external-register')).status).toBe(403)
  })
})

describe('a failed sign-in attempt leads back to the sign-in page with a reason', () => {
  it('refused by the person', async () => {
    const { location } = await signInBy(app, 'nobody', { deny: true, query: { returnTo: '/en/profile', lang: 'ar' } })
    expect(location).toBe('/ar/login?notice=external-denied&returnTo=%2Fen%2Fprofile')
    const posted = await signInBy(app, 'nobody', { deny: true, provider: 'apple' })
    expect(reasonOf(posted.location)).toBe('external-denied')
  })

  it('returned twice, too late, with another state, or in another browser', async () => {
    const { subject } = await newByProvider()
    const { browser, sent, location } = await signInBy(app, subject)
    expect(location).toBe('/en')
    expect(reasonOf(await bringBack(app, browser, sent)), 'twice').toBe('external-expired')

    const late = browserOf(app)
    const old = await visitOpenId(await leaveFor(late, 'campus'), subject)
    app.advance(21 * MINUTE_MS)
    expect(reasonOf(await bringBack(app, late, old)), 'late').toBe('external-expired')

    const other = browserOf(app)
    const fresh = await visitOpenId(await leaveFor(other, 'campus'), subject)
    expect(reasonOf(await bringBack(app, browserOf(app), fresh)), 'other browser').toBe('external-expired')
    const url = new URL(fresh.url)
    url.searchParams.set('state', 'another')
    expect(reasonOf(await bringBack(app, other, { url, form: undefined })), 'other state').toBe('external-expired')
    expect(await bringBack(app, other, fresh), 'the right one still counts').toBe('/en')
  })

  it('with a code that was used before, stolen from another attempt, or from another issuer', async () => {
    const { subject } = await newByProvider()
    const browser = browserOf(app)
    const { sent } = await signInBy(app, subject, { browser })
    const thief = browserOf(app)
    const own = new URL(await leaveFor(thief, 'campus')).searchParams.get('state')!
    const replayed = new URL(sent.url)
    replayed.searchParams.set('state', own)
    expect(reasonOf(await bringBack(app, thief, { url: replayed, form: undefined }))).toBe('external-failed')

    // An unused one, brought into another visit: its verifier and nonce are not the ones that it was made for.
    const stolen = await visitOpenId(await leaveFor(browserOf(app), 'campus'), subject)
    const state = new URL(await leaveFor(thief, 'campus')).searchParams.get('state')!
    stolen.url.searchParams.set('state', state)
    expect(reasonOf(await bringBack(app, thief, stolen))).toBe('external-failed')

    const mixed = await visitOpenId(await leaveFor(browser, 'campus'), subject)
    mixed.url.searchParams.set('iss', 'https://issuer.example')
    expect(reasonOf(await bringBack(app, browser, mixed))).toBe('external-failed')
    expect(await whoIs(thief)).toBeUndefined()
  })

  it('for a suspended account', async () => {
    const { subject, user } = await newByProvider()
    await app.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', user.id).execute()
    const { location, browser } = await signInBy(app, subject)
    expect(reasonOf(location)).toBe('external-closed')
    expect(await whoIs(browser)).toBeUndefined()
  })

  it('at a provider that is unavailable; the others still work', async () => {
    const browser = browserOf(app)
    const dead = await browser.page('/api/auth/external/dead/start?lang=ar&returnTo=/ar/profile')
    expect(dead.location).toBe('/ar/login?notice=external-down&returnTo=%2Far%2Fprofile')
    expect((await browser.call('GET', 'Auth/external-providers')).data.map(({ id }: { id: string }) => id)).toEqual([
      'apple',
      'campus',
      'dead',
      'microsoft',
    ])
    expect(await leaveFor(browser, 'campus')).toContain(app.openid.issuer)
    expect((await browser.call('GET', 'Auth/external/nobody/start')).status).toBe(404)
  })

  it.each(['//evil.example', 'https://evil.example/', '/\\evil.example', '/ar/..//evil.example'])(
    'and never redirects to another site: %s',
    async (returnTo) => {
      const { subject } = await newByProvider()
      expect((await signInBy(app, subject, { query: { returnTo } })).location).toBe('/en')
    },
  )

  it('and leaves nothing: old sign-in attempts and pending identities are deleted', async () => {
    await signInBy(app, somebody(app.openid).subject)
    await leaveFor(browserOf(app), 'campus')
    app.advance(26 * HOUR_MS)
    await app.tasks.forgetOld!({})
    expect(await app.db.selectFrom('external_visits').select('provider').execute()).toEqual([])
    expect(await app.db.selectFrom('external_tickets').select('provider').execute()).toEqual([])
  })
})
