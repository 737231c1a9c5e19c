import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserOf, newPerson, PASSWORD } from '../../../tests/support/accounts/accounts.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { MINUTE_MS } from '../../platform/durations.ts'

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const whoIs = (token: string) => app.call('GET', 'auth/user-info', { token }).then(({ status }) => status)

/** Another device of the same person. */
async function elsewhere(email: string) {
  const browser = browserOf(app)
  const headers = { 'User-Agent': PHONE }
  await browser.call('POST', 'auth/login', { body: { email, password: PASSWORD }, headers })
  return { browser, token: browser.tokens().accessToken }
}

describe('the list of sessions', () => {
  it('names each device, the last used first, and marks the current one', async () => {
    const { browser, email, tokens } = await newPerson(app)
    app.advance(MINUTE_MS)
    const phone = await elsewhere(email)
    const { data } = await browser.call('GET', 'Profile/sessions', { lang: 'ar' })
    expect(data).toMatchObject([
      { device: 'Safari على iPhone', kind: 'phone', userAgent: PHONE, ip: '127.0.0.1', isCurrent: false },
      { kind: 'unknown', isCurrent: true },
    ])
    expect(data[0].lastUsedAt > data[1].lastUsedAt).toBe(true)
    // The same over Bearer, and in the profile.
    const byToken = await app.call('GET', 'Profile/sessions', { token: phone.token })
    expect(byToken.data.map((one: { isCurrent: boolean }) => one.isCurrent)).toEqual([true, false])
    expect((await app.call('GET', 'Profile', { token: tokens.accessToken })).data.sessions).toHaveLength(2)
  })

  it('leaves out what has ended', async () => {
    const { browser, email } = await newPerson(app)
    const phone = await elsewhere(email)
    await phone.browser.call('POST', 'Auth/logout', { body: {} })
    expect((await browser.call('GET', 'Profile/sessions')).data).toHaveLength(1)
  })
})

describe('ending sessions', () => {
  it('ends the access token and the refresh token of one immediately', async () => {
    const { browser, email } = await newPerson(app)
    const phone = await elsewhere(email)
    const [other] = (await browser.call('GET', 'Profile/sessions')).data.filter(
      (one: { isCurrent: boolean }) => !one.isCurrent,
    )
    expect((await browser.call('DELETE', `Profile/sessions?id=${other.id}`)).status).toBe(200)
    expect(await whoIs(phone.token)).toBe(401)
    expect((await phone.browser.call('POST', 'Auth/refresh-token', { body: {} })).status).toBe(401)
    expect((await browser.call('GET', 'auth/user-info')).status).toBe(200)
    // Ended already.
    expect((await browser.call('DELETE', `Profile/sessions?id=${other.id}`)).status).toBe(404)
  })

  it('ends all others, for a browser and for an app', async () => {
    const { browser, email, tokens } = await newPerson(app)
    const [one, two] = [await elsewhere(email), await elsewhere(email)]
    const stranger = await newPerson(app)
    expect((await app.call('DELETE', 'Profile/sessions', { token: one.token })).status).toBe(200)
    expect(await Promise.all([tokens.accessToken, one.token, two.token].map(whoIs))).toEqual([401, 200, 401])
    expect((await browser.call('GET', 'auth/user-info')).status).toBe(401)
    expect(await whoIs(stranger.tokens.accessToken)).toBe(200)
  })

  it('also clears the cookies when it is the current one', async () => {
    const { browser } = await newPerson(app)
    const [{ id }] = (await browser.call('GET', 'Profile/sessions')).data
    await browser.call('DELETE', `Profile/sessions?id=${id}`)
    expect([...browser.cookies.keys()]).toEqual(['device'])
  })

  it("never ends another user's, and an empty id ends nothing", async () => {
    const [mine, theirs] = [await newPerson(app), await newPerson(app)]
    const [{ id }] = (await theirs.browser.call('GET', 'Profile/sessions')).data
    expect((await mine.browser.call('DELETE', `Profile/sessions?id=${id}`)).status).toBe(404)
    const other = await elsewhere(mine.email)
    expect((await mine.browser.call('DELETE', 'Profile/sessions?id=')).status).toBe(400)
    expect(await Promise.all([theirs.tokens.accessToken, other.token].map(whoIs))).toEqual([200, 200])
  })
})

describe('signing in', () => {
  it('ends the previous session of the browser, of any user', async () => {
    const [first, second] = [await newPerson(app), await newPerson(app)]
    const { browser } = first
    const login = (email: string) => browser.call('POST', 'auth/login', { body: { email, password: PASSWORD } })
    await login(first.email)
    const again = browser.tokens()
    expect(await whoIs(first.tokens.accessToken)).toBe(401)
    expect((await browser.call('GET', 'Profile/sessions')).data).toHaveLength(1)
    await login(second.email)
    expect(await whoIs(again.accessToken)).toBe(401)
    // By its refresh token alone, as hours later; a token that somebody planted is worth nothing afterwards.
    const refresh = browser.cookies.get('refresh')!
    browser.cookies.delete('access')
    await login(first.email)
    expect((await app.call('POST', 'Auth/refresh-token', { body: { refreshToken: refresh } })).status).toBe(401)
    expect(await whoIs(second.tokens.accessToken)).toBe(200)
  })

  it('that failed leaves the session as it was', async () => {
    const { browser, email, tokens } = await newPerson(app)
    await browser.call('POST', 'auth/login', { body: { email, password: 'Wrong-7-words' } })
    expect(await whoIs(tokens.accessToken)).toBe(200)
  })
})
