/** Accounts elsewhere that are linked to one's own and unlinked; and the five ways to take an account before it is one. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  browserOf,
  mailedCode,
  newPerson,
  otherCode,
  PASSWORD,
  signUpForm,
} from '../../../tests/support/accounts/accounts.ts'
import { visitOpenId } from '../../../tests/support/accounts/openid.ts'
import {
  bringBack,
  restOfForm,
  signInBy,
  somebody,
  startAppWithOpenId,
  type TestAppWithOpenId,
} from '../../../tests/support/accounts/social-sign-in.ts'
import { MINUTE_MS } from '../../platform/durations.ts'
import { insertPasskey } from '../webauthn/passkey-queries.server.ts'

const DONE = '/en/profile/connections?done=connected'

let app: TestAppWithOpenId
beforeAll(async () => {
  app = await startAppWithOpenId(['campus', 'google'])
})
afterAll(() => app.stop())

type Browser = ReturnType<typeof browserOf>

/** Links the provider's account of that subject to whoever is signed in. Where it leads. */
async function connect(browser: Browser, subject: string, provider = 'campus') {
  const { data } = await browser.call('POST', 'Profile/connections', { body: { provider } })
  return bringBack(app, browser, await visitOpenId(data.url, subject))
}

const connectionsOf = async (browser: Browser) => (await browser.call('GET', 'Profile/connections')).data.connections
const idOf = async (browser: Browser) => (await browser.call('GET', 'auth/user-info')).data?.userData.id
const login = (email: string, password: string) =>
  browserOf(app).call('POST', 'auth/login', { body: { email, password } })

async function newByProvider(facts: Parameters<typeof somebody>[1] = {}) {
  const { subject, email } = somebody(app.openid, facts)
  const { browser } = await signInBy(app, subject)
  const { data } = await browser.call('POST', 'Auth/external-register', { body: restOfForm })
  return { subject, email, browser, id: data.userData.id as number }
}

describe('a signed-in person', () => {
  it('links an account at a provider, signs in with it, and unlinks it', async () => {
    const { browser, email, tokens } = await newPerson(app)
    const { subject, email: elsewhere } = somebody(app.openid)
    expect(await connect(browser, subject)).toBe(DONE)
    expect(await connect(browser, subject), 'twice is once').toBe(DONE)
    const [connection, ...others] = await connectionsOf(browser)
    expect(others).toEqual([])
    expect(connection).toMatchObject({ provider: 'campus', name: 'Campus', email: elsewhere, lastUsedAt: null })
    expect((await app.mails(email)).map(({ subject: line }) => line)).toContain('Your account is now linked to Campus')

    const { browser: later } = await signInBy(app, subject)
    expect(await idOf(later)).toBe(tokens.userData.id)
    expect((await connectionsOf(later))[0].lastUsedAt).not.toBeNull()

    expect((await browser.call('DELETE', `Profile/connections?id=${connection.id}`)).status).toBe(200)
    expect((await browser.call('DELETE', `Profile/connections?id=${connection.id}`)).status).toBe(404)
    expect((await app.mails(email))[0]!.subject).toBe('No longer linked to Campus')
    expect((await signInBy(app, subject)).location).toBe('/en/external-sign-up')
  })

  it('re-authenticates first: a stolen session cannot add a sign-in method', async () => {
    const { browser } = await newPerson(app)
    expect(await connect(browser, somebody(app.openid).subject)).toBe(DONE)
    const [{ id }] = await connectionsOf(browser)
    app.advance(11 * MINUTE_MS)
    for (const refused of [
      await browser.call('POST', 'Profile/connections', { body: { provider: 'campus' } }),
      await browser.call('DELETE', `Profile/connections?id=${id}`),
    ])
      expect([refused.status, refused.error.code]).toEqual([403, 'proofNeeded'])
    await browser.call('POST', 'Auth/prove', { body: { password: PASSWORD } })
    expect((await browser.call('DELETE', `Profile/connections?id=${id}`)).status).toBe(200)
  })

  it('cannot take the connection of another account', async () => {
    const owner = await newByProvider()
    const { browser } = await newPerson(app)
    expect(await connect(browser, owner.subject)).toBe('/en/profile/connections?problem=taken')
    expect(await connectionsOf(browser)).toEqual([])
    expect(await idOf((await signInBy(app, owner.subject)).browser)).toBe(owner.id)
    const [{ id }] = await connectionsOf(owner.browser)
    expect((await browser.call('DELETE', `Profile/connections?id=${id}`)).status).toBe(404)
  })

  it('keeps the last sign-in method', async () => {
    const { browser, subject } = await newByProvider()
    const [{ id }] = await connectionsOf(browser)
    const refused = await browser.call('DELETE', `Profile/connections?id=${id}`)
    expect([refused.status, refused.error.code]).toEqual([409, 'lastWayIn'])

    expect(await connect(browser, somebody(app.openid).subject, 'google')).toBe(DONE)
    const both = await connectionsOf(browser)
    const answers = await Promise.all(
      both.map((one: { id: number }) => browser.call('DELETE', `Profile/connections?id=${one.id}`)),
    )
    expect(answers.map(({ status }) => status).sort(), 'of two at once one stays').toEqual([200, 409])
    await browser.call('POST', 'Profile/change-password', { body: { password: PASSWORD, confirmPassword: PASSWORD } })
    const [left] = await connectionsOf(browser)
    expect((await browser.call('DELETE', `Profile/connections?id=${left.id}`)).status).toBe(200)
    expect((await signInBy(app, subject)).location).toBe('/en/external-sign-up')
  })

  it('keeps a passkey that is the last sign-in method', async () => {
    const { browser, id } = await newByProvider()
    const passkey = 'cGFzc2tleS1vZi1hLXRlc3Q'
    const { db, services } = app
    await insertPasskey(db, {
      ...{ id: passkey, userId: id, publicKey: Buffer.from('key'), counter: 0, transports: [] },
      ...{ isSynced: true, name: 'x', now: services.now() },
    })
    const [connection] = await connectionsOf(browser)
    expect((await browser.call('DELETE', `Profile/connections?id=${connection.id}`)).status).toBe(200)
    const refused = await browser.call('DELETE', `Profile/passkeys?id=${passkey}`)
    expect([refused.status, refused.error.code]).toEqual([409, 'lastWayIn'])
    await browser.call('POST', 'Profile/change-password', { body: { password: PASSWORD, confirmPassword: PASSWORD } })
    expect((await browser.call('DELETE', `Profile/passkeys?id=${passkey}`)).status).toBe(200)
  })

  it('does not count a connection that can no longer be used as a sign-in method', async () => {
    const { browser, id } = await newByProvider()
    await app.db
      .insertInto('external_identities')
      .values({
        ...{ issuer: 'https://gone.example', subject: 'x', provider: 'gone' },
        ...{ user_id: id, linked_at: app.services.now() },
      })
      .execute()
    const [first, gone] = await connectionsOf(browser)
    expect(gone).toMatchObject({ provider: 'gone', name: 'Gone' })
    expect((await browser.call('DELETE', `Profile/connections?id=${first.id}`)).error.code).toBe('lastWayIn')
  })

  it("links nothing in another user's browser, or after signing out", async () => {
    const { browser } = await newPerson(app)
    const { data } = await browser.call('POST', 'Profile/connections', { body: { provider: 'campus' } })
    const sent = await visitOpenId(data.url, somebody(app.openid).subject)
    await browser.call('POST', 'Auth/logout', { body: {} })
    await newPerson(app, browser)
    expect(await bringBack(app, browser, sent)).toBe('/en/profile/connections?problem=external-expired')
    expect(await connectionsOf(browser)).toEqual([])
  })
})

/**
 * Sudhodanan and Paverd, "Pre-hijacked accounts", 2022. Somebody knows the victim's address and comes first; the
 * victim comes later by the provider. What would happen without our rules stands with each.
 */
describe('an account cannot be taken over before its owner creates it', () => {
  it("classic-federated merge: a sign-up with a victim's address does not become their account", async () => {
    // Otherwise the account would be one, and the stranger's password would open it.
    const { subject, email } = somebody(app.openid)
    const stranger = browserOf(app)
    const form = signUpForm({ email, password: 'Stranger-knows-1' })
    await stranger.call('POST', 'Auth/register', { body: form })
    const { browser } = await signInBy(app, subject)
    expect((await browser.call('POST', 'Auth/external-register', { body: restOfForm })).status).toBe(200)
    expect((await login(email, 'Stranger-knows-1')).status).toBe(401)
    const code = await mailedCode(app, email)
    const activated = await stranger.call('POST', 'Auth/activate', { body: { email, code } })
    expect([activated.status, await idOf(stranger)], 'even with the code').toEqual([400, undefined])
    expect((await browser.call('GET', 'Profile')).data).toMatchObject({ hasPassword: false, firstName: 'Nora' })
  })

  it('unexpired session: no session exists before the address is verified', async () => {
    // Otherwise the stranger would stay signed in while the victim uses the account.
    const { subject, email } = somebody(app.openid)
    const stranger = browserOf(app)
    await stranger.call('POST', 'Auth/register', { body: signUpForm({ email }) })
    const guessed = await stranger.call('POST', 'Auth/activate', {
      body: { email, code: otherCode(await mailedCode(app, email)) },
    })
    expect([guessed.status, stranger.cookies.has('access')]).toEqual([400, false])
    const { browser } = await signInBy(app, subject)
    const { data } = await browser.call('POST', 'Auth/external-register', { body: restOfForm })
    const sessions = await app.db.selectFrom('sessions').select('id').where('user_id', '=', data.userData.id).execute()
    expect(sessions).toHaveLength(1)
  })

  it('trojan identifier: an identity that was linked to the address before is not linked to its account', async () => {
    // Otherwise the stranger would come in by their own account elsewhere, whatever the victim sets.
    const { subject, email } = somebody(app.openid)
    const trojan = somebody(app.openid, { email, email_verified: false })
    const { browser: stranger } = await signInBy(app, trojan.subject)
    expect((await stranger.call('POST', 'Auth/external-register', { body: restOfForm })).status).toBe(403)
    await stranger.call('POST', 'Auth/external-code', { body: { email } })
    const { browser } = await signInBy(app, subject)
    const { data } = await browser.call('POST', 'Auth/external-register', { body: restOfForm })
    expect(await connectionsOf(browser)).toHaveLength(1)
    expect((await stranger.call('POST', 'Auth/external-login', { body: {} })).error.code).toBe('proofNeeded')
    expect((await signInBy(app, trojan.subject)).location).toBe('/en/external-sign-up')
    expect(data.userData.email).toBe(email)
  })

  it('unexpired email change: a code that was requested before is invalid afterwards', async () => {
    // Otherwise the stranger, who got the victim to tell the old code, would have the account.
    const { subject, email } = somebody(app.openid)
    const { browser: stranger } = await signInBy(app, somebody(app.openid, { email: undefined }).subject)
    await stranger.call('POST', 'Auth/external-code', { body: { email } })
    const code = await mailedCode(app, email)
    const { browser } = await signInBy(app, subject)
    await browser.call('POST', 'Auth/external-register', { body: restOfForm })
    const verified = await stranger.call('POST', 'Auth/external-verify', { body: { code } })
    expect([verified.status, verified.error.code]).toEqual([400, 'codeExpired'])
  })

  it('non-verifying provider: its claim to an address opens neither a new account nor an existing one', async () => {
    // Otherwise whoever writes the victim's address into a profile there would be the victim here.
    const { email } = await newPerson(app)
    for (const claimed of [email, 'not-registered-yet@example.com']) {
      const liar = somebody(app.openid, { email: claimed, email_verified: false })
      const { browser, location } = await signInBy(app, liar.subject)
      expect(location).toBe('/en/external-sign-up')
      for (const [path, body] of [
        ['Auth/external-login', {}],
        ['Auth/external-login', { password: PASSWORD }],
        ['Auth/external-register', restOfForm],
      ] as const)
        expect((await browser.call('POST', path, { body })).error.code, path).toBe('proofNeeded')
      expect(await idOf(browser)).toBeUndefined()
    }
    // Where the provider does vouch, the account that is there is still its owner's.
    const vouched = await signInBy(app, somebody(app.openid, { email }).subject)
    expect((await vouched.browser.call('POST', 'Auth/external-login', { body: {} })).error.code).toBe('proofNeeded')
    expect(await idOf(vouched.browser)).toBeUndefined()
  })
})
