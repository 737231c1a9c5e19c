/** How providers are spoken to, in what they differ, and what becomes of one that does not answer. */
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { jwtVerify } from 'jose'
import { afterEach, describe, expect, it } from 'vitest'
import { HOUR_SECONDS } from '../../platform/durations.ts'
import { readSettings, SettingsError } from '../../platform/settings.server.ts'
import { appleSecret } from './apple-secret.server.ts'
import { behaviourOf } from './behaviours.ts'
import { oidcProvider } from './oidc.server.ts'
import { SocialFailure } from './port.ts'

const REQUEST = { redirectUri: 'http://localhost/back', state: 's', nonce: 'n', codeVerifier: 'v'.repeat(43) }
const NOTHING = new URLSearchParams()

const endings: (() => void)[] = []
afterEach(() => {
  for (const end of endings.splice(0)) end()
})

/** A provider of a test's own making. */
async function serverOf(answer: RequestListener) {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(request.url!)
    answer(request, response)
  }).listen(0, 'localhost')
  await once(server, 'listening')
  endings.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { issuer: `http://localhost:${(server.address() as AddressInfo).port}`, requests }
}

/** @param id as in `OIDC_<NAME>` */
function providerAt(issuer: string, id = 'campus', facts: { secret?: string } = {}) {
  let at = Date.now()
  const settings = {
    id,
    label: 'Campus',
    issuer,
    clientId: 'maahad',
    clientSecret: facts.secret ?? 'x',
    key: undefined,
  }
  const port = oidcProvider(settings, { now: () => new Date(at), timeout: 0.3 })
  const pass = (seconds: number) => {
    at += seconds * 1000
  }
  return { port, pass }
}

const kindOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'fine',
    (error) => (error instanceof SocialFailure ? error.kind : error),
  )

const METADATA = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
})

describe('a provider', () => {
  it('is asked for its endpoints once, and gets what the flow needs', async () => {
    const { issuer, requests } = await serverOf((request, response) =>
      response
        .setHeader('Content-Type', 'application/json')
        .end(JSON.stringify(METADATA(`http://${request.headers.host}`))),
    )
    const { port, pass } = providerAt(issuer)
    const [first] = await Promise.all([port.begin(REQUEST, 'ar'), port.begin(REQUEST, 'en')])
    const { pathname, searchParams } = new URL(first!)
    expect(pathname).toBe('/authorize')
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'maahad',
      redirect_uri: REQUEST.redirectUri,
      scope: 'openid email profile',
      state: 's',
      nonce: 'n',
      code_challenge_method: 'S256',
      ui_locales: 'ar',
    })
    expect(searchParams.get('code_challenge')).not.toBe(REQUEST.codeVerifier)
    expect(requests).toHaveLength(1)
    pass(25 * HOUR_SECONDS)
    await port.begin(REQUEST, 'ar')
    expect(requests).toHaveLength(2)
  })

  it.each<[string, RequestListener]>([
    ['does not answer', () => {}],
    ['is broken', (_, response) => response.writeHead(500).end()],
    ['answers something else', (_, response) => response.end('<h1>Hello</h1>')],
    [
      'says that it is another',
      (_, response) =>
        response.setHeader('Content-Type', 'application/json').end(JSON.stringify(METADATA('https://other.example'))),
    ],
  ])('that %s counts as out of reach, and is left alone for a while', async (_, answer) => {
    const { issuer, requests } = await serverOf(answer)
    const { port, pass } = providerAt(issuer)
    expect(await kindOf(port.begin(REQUEST, 'ar'))).toBe('down')
    expect(await kindOf(port.begin(REQUEST, 'ar'))).toBe('down')
    expect(requests).toHaveLength(1)
    pass(11)
    expect(await kindOf(port.begin(REQUEST, 'ar'))).toBe('down')
    expect(requests).toHaveLength(2)
  })

  it('that fails when the code is exchanged is unavailable or has refused; its error has no secret', async () => {
    const secret = 'a-secret-that-is-never-told'
    let answer: RequestListener = () => {}
    const { issuer } = await serverOf((request, response) =>
      request.url!.includes('well-known')
        ? response
            .setHeader('Content-Type', 'application/json')
            .end(JSON.stringify(METADATA(`http://${request.headers.host}`)))
        : answer(request, response),
    )
    const { port } = providerAt(issuer, 'campus', { secret })
    const said = new URLSearchParams({ code: 'the-code', state: 's' })
    const failure = () => port.finish(REQUEST, said).catch((error: SocialFailure) => error) as Promise<SocialFailure>
    expect((await failure()).kind).toBe('down')
    answer = (_, response) => response.writeHead(503).end()
    expect((await failure()).kind).toBe('down')
    answer = (_, response) =>
      response.writeHead(400, { 'Content-Type': 'application/json' }).end('{"error":"invalid_grant the-code"}')
    const refused = await failure()
    expect([refused.kind, refused.message]).toEqual(['refused', 'an error without a name'])
    expect(JSON.stringify([refused.message, refused.stack, refused.cause])).not.toMatch(/the-code|never-told/)
  })

  it('whose user refused is not called again', async () => {
    const { port } = providerAt('http://localhost:1')
    for (const error of ['access_denied', 'user_cancelled_authorize'])
      expect(await kindOf(port.finish(REQUEST, new URLSearchParams({ error, state: 's' })))).toBe('denied')
  })
})

describe('differences between providers', () => {
  it('Google and others are trusted when they say that an address is verified; Microsoft never', () => {
    const verified = { email: 'sara@example.com', email_verified: true }
    expect(['google', 'campus', 'microsoft'].map((id) => behaviourOf(id).vouchesForEmail(verified))).toEqual([
      true,
      true,
      false,
    ])
    expect(behaviourOf('campus').vouchesForEmail({ email_verified: 'true' })).toBe(false)
    const { vouchesForEmail } = behaviourOf('apple')
    expect(['true', true, 'false', false, undefined].map((said) => vouchesForEmail({ email_verified: said }))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  })

  it('names are read in parts, in one field, beside the code, or not at all', () => {
    const { namesOf } = behaviourOf('campus')
    expect(namesOf({ given_name: 'Sara', family_name: 'Alqahtani' }, NOTHING)).toEqual({
      firstName: 'Sara',
      lastName: 'Alqahtani',
    })
    expect(namesOf({ name: ' محمد بن سلمان ' }, NOTHING)).toEqual({ firstName: 'محمد', lastName: 'بن سلمان' })
    expect(namesOf({ name: 7 }, NOTHING)).toEqual({ firstName: '', lastName: '' })
    const apple = behaviourOf('apple')
    const user = (text: string) => apple.namesOf({}, new URLSearchParams({ user: text }))
    expect(user('{"name":{"firstName":"Mona","lastName":"Saleh"}}')).toEqual({ firstName: 'Mona', lastName: 'Saleh' })
    for (const broken of ['', 'x', '[]', '{"name":null}', '{"name":{"firstName":{}}}'])
      expect(user(broken)).toEqual({ firstName: '', lastName: '' })
    expect(apple.parameters('ar')).toMatchObject({ response_mode: 'form_post' })
  })

  it("Apple's secret is signed by the key, for five minutes", async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
    const now = new Date('2026-11-20T12:00:00Z')
    const secret = appleSecret(
      { teamId: 'TEAM', keyId: 'KEY', privateKey: pem },
      'sa.maahad',
      'https://appleid.apple.com',
      now,
    )
    const { payload, protectedHeader } = await jwtVerify(secret, publicKey, { currentDate: now })
    expect(protectedHeader).toMatchObject({ alg: 'ES256', kid: 'KEY' })
    const iat = now.getTime() / 1000
    expect(payload).toEqual({ iss: 'TEAM', sub: 'sa.maahad', aud: 'https://appleid.apple.com', iat, exp: iat + 300 })
  })
})

describe('the settings of providers', () => {
  const read = (env: Record<string, string>) =>
    readSettings({ AUTH_SECRET: 'x'.repeat(32), MAAHAD_DEMO: '1', ...env }).oidc
  const wrong = (env: Record<string, string>) => {
    try {
      read(env)
    } catch (error) {
      if (error instanceof SettingsError) return error.lines
    }
    return []
  }

  it('know the issuers of Google, Apple and Microsoft; any other names its own', () => {
    const secret = { OIDC_GOOGLE_CLIENT_ID: 'g', OIDC_GOOGLE_CLIENT_SECRET: 's' }
    const other = {
      OIDC_NAFATH_ISSUER: 'https://nafath.example',
      OIDC_NAFATH_CLIENT_ID: 'n',
      OIDC_NAFATH_CLIENT_SECRET: 's',
      OIDC_NAFATH_LABEL: 'نفاذ',
    }
    const pem = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
      type: 'pkcs8',
      format: 'pem',
    }) as string
    const apple = {
      OIDC_APPLE_CLIENT_ID: 'a',
      OIDC_APPLE_TEAM_ID: 'T',
      OIDC_APPLE_KEY_ID: 'K',
      OIDC_APPLE_PRIVATE_KEY: pem.replaceAll('\n', '\\n'),
    }
    expect(read({ ...secret, ...other, ...apple })).toEqual([
      expect.objectContaining({ id: 'apple', key: { teamId: 'T', keyId: 'K', privateKey: pem } }),
      expect.objectContaining({ id: 'google', label: 'Google', issuer: 'https://accounts.google.com' }),
      expect.objectContaining({ id: 'nafath', label: 'نفاذ', issuer: 'https://nafath.example' }),
    ])
    expect(read({})).toEqual([])
  })

  it('are refused together where one is missing, unsafe or unknown', () => {
    const lines = wrong({
      OIDC_NAFATH_CLIENT_ID: 'n',
      OIDC_PLAIN_ISSUER: 'http://issuer.example',
      OIDC_PLAIN_CLIENT_ID: 'p',
      OIDC_PLAIN_CLIENT_SECRET: 's',
      OIDC_GOOGLE_CLIENT_IDD: 'typo',
      OIDC_APPLE_CLIENT_ID: 'a',
    })
    expect(lines.join('\n')).toContain('OIDC_NAFATH_ISSUER')
    expect(lines.join('\n')).toContain('OIDC_NAFATH_CLIENT_SECRET')
    expect(lines.join('\n')).toContain('OIDC_PLAIN_ISSUER: must begin with https://')
    expect(lines.join('\n')).toContain('OIDC_GOOGLE_CLIENT_IDD')
    expect(lines.join('\n')).toContain('OIDC_APPLE_CLIENT_SECRET, or')
    const key = {
      OIDC_APPLE_CLIENT_ID: 'a',
      OIDC_APPLE_TEAM_ID: 'T',
      OIDC_APPLE_KEY_ID: 'K',
      OIDC_APPLE_PRIVATE_KEY: 'x',
    }
    expect(wrong(key)).toEqual(['OIDC_APPLE_PRIVATE_KEY: is no private key in PEM'])
  })
})
