import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserOf, newPerson, PASSWORD, type TestBrowser } from '../../../tests/support/accounts/accounts.ts'
import {
  type Authenticator,
  addPasskey,
  assertion,
  authenticator,
  type DeviceFacts,
} from '../../../tests/support/accounts/authenticator.ts'
import { secondFactor, verifiedPhone } from '../../../tests/support/accounts/second-factors.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { MINUTE_MS } from '../../platform/durations.ts'
import { deleteExpiredPasskeyChallenges } from '../webauthn/passkey-ceremony.server.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ env: { STAFF_SECOND_FACTOR: '1' } })
})
afterAll(() => app.stop())

const deviceOf = (facts: Partial<DeviceFacts> = {}) => authenticator({ origin: app.address, ...facts })

/** A person with a passkey, signed in. */
async function keyed(facts: Partial<DeviceFacts> = {}) {
  const person = await newPerson(app)
  const device = deviceOf(facts)
  const { data, status } = await addPasskey(person.browser, device)
  expect(status).toBe(201)
  return { ...person, device, passkey: data }
}

const signIn = (browser: TestBrowser, credential: unknown) =>
  browser.call('POST', 'Auth/passkey/login', { body: { credential } })

const fresh = async (device: Authenticator, browser = browserOf(app)) =>
  signIn(browser, await assertion(browser, device))

const codeOf = ({ status, error }: { status: number; error?: { code: string } }) => [status, error?.code]
const REFUSED = [400, 'passkeyRefused']
const EXPIRED = [400, 'passkeyExpired']

describe('signing in with a passkey', () => {
  it('needs nothing but the passkey, and is notified by email from a new device', async () => {
    const { email, device } = await keyed()
    const browser = browserOf(app)
    const { status, data } = await fresh(device, browser)
    expect([status, data.userData.email]).toEqual([200, email])
    expect((await browser.call('GET', 'auth/user-info')).status).toBe(200)
    expect((await app.call('GET', 'auth/user-info', { token: browser.tokens().accessToken })).status).toBe(200)
    const [mail] = await app.mails(email)
    expect(mail!.subject).toContain('sign')
    const [passkey] = (await browser.call('GET', 'Profile/passkeys')).data
    expect(passkey.lastUsedAt).not.toBeNull()
  })

  it('counts as both factors', async () => {
    const { browser, email, device } = await keyed()
    await verifiedPhone(app, browser)
    await secondFactor(browser)
    const byPassword = await browserOf(app).call('POST', 'auth/login', { body: { email, password: PASSWORD } })
    expect(byPassword.data.requiresTwoFactor).toBe(true)
    expect((await fresh(device)).data.userData.email).toBe(email)
  })

  it('gives staff their rights without another second factor', async () => {
    const { browser, email, device } = await keyed()
    await app.db
      .updateTable('users')
      .set({ roles: ['Admin'], last_role: 'Admin' })
      .where('email', '=', email)
      .execute()
    expect((await browser.call('GET', 'admin/orders')).error.code).toBe('secondFactorNeeded')
    const other = browserOf(app)
    expect((await fresh(device, other)).data).toMatchObject({ secondFactorNeeded: false, roles: ['Admin'] })
    expect((await other.call('GET', 'admin/orders')).status).toBe(200)
  })

  it('is refused for the signature of another key and for an unknown passkey with the same text', async () => {
    const { device } = await keyed()
    const stranger = deviceOf()
    const browser = browserOf(app)
    const { id, rawId } = device.get({ challenge: 'any' })
    const forged = { ...(await assertion(browser, stranger)), id, rawId }
    const unknown = await assertion(browser, stranger)
    const [one, two] = [await signIn(browser, forged), await signIn(browser, unknown)]
    expect([codeOf(one), codeOf(two)]).toEqual([REFUSED, REFUSED])
    expect(one.error).toEqual(two.error)
  })

  it.each([
    ['another site', { origin: 'https://maahad.example.evil' }],
    ['another host', { rpId: 'evil.example' }],
    ['the making of a passkey', { type: 'webauthn.create' }],
    ['us without verifying who holds the device', { verifies: false }],
  ])('is refused when it was signed for %s', async (_, facts) => {
    const { device } = await keyed()
    const browser = browserOf(app)
    const { data } = await browser.call('POST', 'Auth/passkey/options', { body: {} })
    expect(codeOf(await signIn(browser, device.get(data, facts)))).toEqual(REFUSED)
  })

  it("is refused with another account's handle", async () => {
    const { device } = await keyed()
    const browser = browserOf(app)
    const signed = await assertion(browser, device)
    const userHandle = Buffer.from('user:1000000').toString('base64url')
    expect(codeOf(await signIn(browser, { ...signed, response: { ...signed.response, userHandle } }))).toEqual(REFUSED)
  })

  it('uses each challenge once, whether it succeeds or fails', async () => {
    const { device } = await keyed()
    const browser = browserOf(app)
    const { data } = await browser.call('POST', 'Auth/passkey/options', { body: {} })
    expect(codeOf(await signIn(browser, device.get(data, { origin: 'https://evil.example' })))).toEqual(REFUSED)
    expect(codeOf(await signIn(browser, device.get(data)))).toEqual(EXPIRED)
    const signed = await assertion(browser, device)
    const answers = await Promise.all(Array.from({ length: 20 }, () => signIn(browserOf(app), signed)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('accepts only challenges issued by us for sign-in in the last ten minutes', async () => {
    const { device, browser } = await keyed()
    expect(codeOf(await signIn(browser, device.get({ challenge: 'A'.repeat(43) })))).toEqual(EXPIRED)
    expect(codeOf(await signIn(browser, await assertion(browser, device, 'prove')))).toEqual(EXPIRED)
    const late = await assertion(browser, device)
    app.advance(10 * MINUTE_MS)
    expect(codeOf(await signIn(browser, late))).toEqual(EXPIRED)
  })

  it('is refused when the counter decreases: the key may have been copied', async () => {
    const { device } = await keyed({ counts: true })
    expect((await fresh(device)).status).toBe(200)
    device.setCounter(7)
    expect((await fresh(device)).status).toBe(200)
    device.setCounter(3)
    expect(codeOf(await fresh(device))).toEqual(REFUSED)
    device.setCounter(7)
    expect(codeOf(await fresh(device))).toEqual(REFUSED)
    expect((await fresh(device)).status).toBe(200)
    // One that counts no longer is not the same.
    device.setCounter(-1)
    expect(codeOf(await fresh(device))).toEqual(REFUSED)
  })

  it('is refused for a suspended account', async () => {
    const { device, email } = await keyed()
    await app.db.updateTable('users').set({ status: 'suspended' }).where('email', '=', email).execute()
    expect(codeOf(await fresh(device))).toEqual(REFUSED)
  })

  it('sends the same options to everyone, with or without passkeys', async () => {
    const { browser } = await keyed()
    const [mine, nobodys] = await Promise.all(
      [browser, browserOf(app)].map((one) => one.call('POST', 'Auth/passkey/options', { body: {} })),
    )
    expect({ ...mine!.data, challenge: '' }).toEqual({ ...nobodys!.data, challenge: '' })
    expect(mine!.data).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] })
    expect(mine!.data.challenge).not.toBe(nobodys!.data.challenge)
  })
})

describe('the passkeys of an account', () => {
  it('are added, named after their provider or device, renamed and removed, and the owner is notified', async () => {
    const { browser, email, passkey, device } = await keyed({ aaguid: 'fbfc3007-154e-4ecc-8c0b-6e020557d7bd' })
    expect(passkey).toMatchObject({ name: 'iCloud Keychain', isSynced: true, lastUsedAt: null })
    expect((await app.mails(email))[0]!.subject).toBe('A passkey was added to your account')
    const renamed = await browser.call('PATCH', `Profile/passkeys?id=${device.id}`, { body: { name: '  جوالي ' } })
    expect(renamed.status).toBe(200)
    expect((await browser.call('GET', 'Profile/passkeys')).data).toMatchObject([{ id: device.id, name: 'جوالي' }])
    expect((await browser.call('GET', 'Profile')).data.passkeys).toBe(1)

    const before = await assertion(browserOf(app), device)
    expect((await browser.call('DELETE', `Profile/passkeys?id=${device.id}`)).status).toBe(200)
    expect((await app.mails(email))[0]!.subject).toBe('A passkey was removed from your account')
    expect(codeOf(await signIn(browserOf(app), before))).toEqual(REFUSED)
    expect((await browser.call('GET', 'Profile/passkeys')).data).toEqual([])
    expect((await browser.call('DELETE', `Profile/passkeys?id=${device.id}`)).status).toBe(404)
  })

  it('are created as discoverable, with user verification and without those that exist', async () => {
    const { browser, device, email } = await keyed()
    const { data } = await browser.call('POST', 'Profile/passkeys/options', { body: {}, lang: 'ar' })
    expect(data).toMatchObject({
      rp: { id: 'localhost', name: 'معهد' },
      user: { name: email },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: device.id, type: 'public-key', transports: ['internal'] }],
    })
  })

  it.each([
    ['did not verify who holds it', { verifies: false }, {}],
    ['made it for another site', {}, { origin: 'https://evil.example' }],
    ['made it for another host', {}, { rpId: 'evil.example' }],
    ['sends the certificates of its maker', {}, { fmt: 'android-safetynet' }],
  ])('are refused when the device %s', async (_, facts, made) => {
    const { browser } = await newPerson(app)
    const { data } = await browser.call('POST', 'Profile/passkeys/options', { body: {} })
    const credential = deviceOf(facts).create(data, made)
    expect(codeOf(await browser.call('POST', 'Profile/passkeys', { body: { credential } }))).toEqual(REFUSED)
  })

  it("take a challenge of one's own only, once", async () => {
    const [one, two] = [await newPerson(app), await newPerson(app)]
    const { data } = await one.browser.call('POST', 'Profile/passkeys/options', { body: {} })
    const add = (browser: TestBrowser, credential: unknown) =>
      browser.call('POST', 'Profile/passkeys', { body: { credential } })
    expect(codeOf(await add(two.browser, deviceOf().create(data)))).toEqual(EXPIRED)
    const device = deviceOf()
    expect((await add(one.browser, device.create(data))).status).toBe(201)
    expect(codeOf(await add(one.browser, deviceOf().create(data)))).toEqual(EXPIRED)
    // A passkey belongs to one account.
    const { data: theirs } = await two.browser.call('POST', 'Profile/passkeys/options', { body: {} })
    expect(codeOf(await add(two.browser, device.create(theirs)))).toEqual(REFUSED)
    expect((await two.browser.call('GET', 'Profile/passkeys')).data).toEqual([])
  })

  it('are changed only after recent re-authentication', async () => {
    const { browser, device } = await keyed()
    const { data: options } = await browser.call('POST', 'Profile/passkeys/options', { body: {} })
    app.advance(10 * MINUTE_MS)
    const late = await Promise.all([
      browser.call('POST', 'Profile/passkeys/options', { body: {} }),
      browser.call('POST', 'Profile/passkeys', { body: { credential: deviceOf().create(options) } }),
      browser.call('PATCH', `Profile/passkeys?id=${device.id}`, { body: { name: 'Mine' } }),
      browser.call('DELETE', `Profile/passkeys?id=${device.id}`),
    ])
    expect(late.map(codeOf)).toEqual(late.map(() => [403, 'proofNeeded']))
    expect((await browser.call('GET', 'Profile/passkeys')).status).toBe(200)
  })

  it('are limited to twenty', async () => {
    const { browser, device, email } = await keyed()
    const { id } = await app.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
    const [row] = await app.db.selectFrom('passkeys').selectAll().where('id', '=', device.id).execute()
    await app.db
      .insertInto('passkeys')
      .values(Array.from({ length: 19 }, (_, n) => ({ ...row!, id: `passkey-${id}-${n}` })))
      .execute()
    const full = await browser.call('POST', 'Profile/passkeys/options', { body: {} })
    expect(codeOf(full)).toEqual([409, 'passkeysFull'])
    expect(full.error.description).toContain('20')
  })

  it('have their expired challenges deleted', async () => {
    const { browser } = await newPerson(app)
    await browser.call('POST', 'Auth/passkey/options', { body: {} })
    app.advance(11 * MINUTE_MS)
    await deleteExpiredPasskeyChallenges(app.services)
    expect(await app.db.selectFrom('passkey_challenges').select('purpose').execute()).toEqual([])
  })
})

describe('re-authentication by passkey', () => {
  it('is offered after the password, and renews the session', async () => {
    const { browser, device } = await keyed()
    app.advance(11 * MINUTE_MS)
    const before = await browser.call('GET', 'Auth/prove')
    expect(before.data).toMatchObject({ isFresh: false, ways: ['password', 'passkey'] })
    const { data: options } = await browser.call('POST', 'Auth/passkey/options', { body: { purpose: 'prove' } })
    expect(options.allowCredentials).toMatchObject([{ id: device.id }])
    const proved = await browser.call('POST', 'Auth/prove', { body: { credential: device.get(options) } })
    expect(proved.status).toBe(200)
    expect((await browser.call('GET', 'Auth/prove')).data.isFresh).toBe(true)
  })

  it("takes a passkey of one's own, for a challenge of one's own", async () => {
    const [mine, theirs] = [await keyed(), await keyed()]
    const prove = (browser: TestBrowser, credential: unknown) =>
      browser.call('POST', 'Auth/prove', { body: { credential } })
    expect(codeOf(await prove(mine.browser, await assertion(mine.browser, theirs.device, 'prove')))).toEqual(REFUSED)
    expect(codeOf(await prove(mine.browser, await assertion(theirs.browser, mine.device, 'prove')))).toEqual(EXPIRED)
    expect(codeOf(await prove(mine.browser, await assertion(mine.browser, mine.device)))).toEqual(EXPIRED)
    expect((await browserOf(app).call('POST', 'Auth/passkey/options', { body: { purpose: 'prove' } })).status).toBe(401)
  })

  it('lets an account without a password set one, also by a mailed code when the passkey is unavailable', async () => {
    const { browser, device, email } = await keyed()
    await app.db.updateTable('users').set({ password_hash: null }).where('email', '=', email).execute()
    app.advance(11 * MINUTE_MS)
    const password = 'Oasis-9-palms'
    const set = () => browser.call('POST', 'Profile/change-password', { body: { password, confirmPassword: password } })
    expect(codeOf(await set())).toEqual([403, 'proofNeeded'])
    expect((await browser.call('GET', 'Auth/prove')).data.ways).toEqual(['passkey', 'email'])
    await browser.call('POST', 'Auth/prove', { body: { credential: await assertion(browser, device, 'prove') } })
    expect((await set()).status).toBe(200)
  })
})
