/** The demonstration's OpenID provider, through the product's own sign-in. */
import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserOf, type TestBrowser } from '../../../tests/support/accounts/accounts.ts'
import { bringBack, leaveFor, restOfForm } from '../../../tests/support/accounts/social-sign-in.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { MINUTE_MS } from '../../platform/durations.ts'
import { sandboxTokens } from './sandbox-tokens.server.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ sandboxIdentity: true })
})
afterAll(() => app.stop())

/** Posts the sign-in page. @returns where it leads */
async function choose(page: string, fields: Record<string, string>) {
  const answer = await fetch(page, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) })
  return { status: answer.status, html: await answer.text(), location: answer.headers.get('location') }
}

async function signIn(browser: TestBrowser, fields: Record<string, string>) {
  const { location } = await choose(await leaveFor(browser, 'sandbox'), fields)
  return bringBack(app, browser, { url: new URL(location!), form: undefined })
}

describe('the sandbox identity provider', () => {
  it('is offered, and its page lists persons in the language of the visitor', async () => {
    const { data } = await app.call('GET', 'Auth/external-providers')
    expect(data).toEqual([{ id: 'sandbox', name: 'Demo ID' }])
    const page = await leaveFor(browserOf(app), 'sandbox', { lang: 'ar' })
    const answer = await fetch(page)
    const html = await answer.text()
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(html).toContain('<html lang="ar" dir="rtl">')
    expect(html).toContain('ريم الشهري')
  })

  it('creates an account for a person, and signs the same person in again', async () => {
    const browser = browserOf(app)
    expect(await signIn(browser, { subject: 'reem' })).toContain('/en/external-sign-up')
    const registered = await browser.call('POST', 'Auth/external-register', { body: restOfForm })
    expect([registered.status, registered.error]).toEqual([200, undefined])
    const again = browserOf(app)
    expect(await signIn(again, { subject: 'reem' })).toBe('/en')
    const { data } = await again.call('GET', 'auth/user-info')
    expect(data.userData.email).toBe('reem@campus.example')
  })

  it('accepts a typed person, and reports missing fields', async () => {
    const page = await leaveFor(browserOf(app), 'sandbox')
    const typed = { subject: '', givenName: '"><b>', familyName: '', email: 'nobody' }
    const wrong = await choose(page, typed)
    expect([wrong.status, wrong.location]).toEqual([422, null])
    expect(wrong.html).toContain('role="alert"')
    expect(wrong.html).toContain('value="&quot;&gt;&lt;b&gt;"')
    const person = { subject: '', givenName: 'Lama', familyName: 'Saad', email: 'Lama@Example.com' }
    expect(await signIn(browserOf(app), person)).toContain('/en/external-sign-up')
  })

  it('redirects a user who cancels', async () => {
    expect(await signIn(browserOf(app), { cancel: '1' })).toContain('external-denied')
  })

  it.each([
    ['another client', { client_id: 'other' }],
    ['another return address', { redirect_uri: 'https://evil.example/callback' }],
    ['no PKCE', { code_challenge: undefined }],
    ['plain PKCE', { code_challenge_method: 'plain' }],
  ])('refuses a request with %s', async (_, change) => {
    const page = new URL(await leaveFor(browserOf(app), 'sandbox'))
    for (const [name, value] of Object.entries(change)) {
      if (value === undefined) page.searchParams.delete(name)
      else page.searchParams.set(name, value)
    }
    expect((await fetch(page)).status).toBe(400)
    expect((await choose(page.href, { subject: 'reem' })).location).toBeNull()
  })

  it('gives tokens to the product only', async () => {
    const { location } = await choose(await leaveFor(browserOf(app), 'sandbox'), { subject: 'sara' })
    const code = new URL(location!).searchParams.get('code')!
    const answer = await fetch(`${app.address}/sandbox-identity/token`, {
      method: 'POST',
      body: new URLSearchParams({
        client_id: 'sandbox',
        client_secret: 'guessed',
        grant_type: 'authorization_code',
        code,
      }),
    })
    expect([answer.status, await answer.json()]).toEqual([401, { error: 'invalid_client' }])
  })
})

describe('an authorization code', () => {
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const persona = { subject: 'a', email: 'a@example.com', givenName: 'A', familyName: 'B' }
  const redirectUri = 'http://localhost/callback'
  let now = new Date()

  it('is redeemed once, within two minutes, by its own request', async () => {
    const tokens = sandboxTokens('http://localhost', 'sandbox', randomBytes(32), () => now)
    const grant = { redirectUri, challenge, persona }
    const code = await tokens.codeOf(grant)
    expect(await tokens.redeem(code, redirectUri, 'another verifier')).toBeUndefined()
    expect(await tokens.redeem(code, 'http://localhost/other', verifier)).toBeUndefined()
    expect(await tokens.redeem(`${code}x`, redirectUri, verifier)).toBeUndefined()
    expect(await tokens.redeem(code, redirectUri, verifier)).toMatchObject({ persona })
    expect(await tokens.redeem(code, redirectUri, verifier)).toBeUndefined()
    const late = await tokens.codeOf(grant)
    now = new Date(now.getTime() + 3 * MINUTE_MS)
    expect(await tokens.redeem(late, redirectUri, verifier)).toBeUndefined()
  })
})
