/**
 * An OpenID provider for demonstrations, within the product: discovery, authorization code flow with PKCE, signed tokens.
 * Source: OpenID Connect Core 1.0 and Discovery 1.0.
 */
import { randomBytes } from 'node:crypto'
import { Hono, type Context as HttpContext } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { z } from 'zod'
import { isLang, type Lang } from '../../locales/lang.ts'
import type { OidcProvider } from './oidc.server.ts'
import { refusedPage, signInPage } from './sandbox-page.server.tsx'
import { type Persona, sandboxTokens } from './sandbox-tokens.server.ts'

const ID = 'sandbox'
const PATH = '/sandbox-identity'
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

const PERSONAS: readonly Persona[] = [
  { subject: 'reem', email: 'reem@campus.example', givenName: 'ريم', familyName: 'الشهري' },
  { subject: 'fahad', email: 'fahad@campus.example', givenName: 'فهد', familyName: 'العمري' },
  { subject: 'sara', email: 'sara@campus.example', givenName: 'Sara', familyName: 'Haddad' },
]

const Text = z.string().max(2000)
const AuthorizationRequest = z.object({
  client_id: z.literal(ID),
  response_type: z.literal('code'),
  redirect_uri: Text,
  state: Text.optional(),
  nonce: Text.optional(),
  code_challenge: Text,
  code_challenge_method: z.literal('S256'),
  ui_locales: Text.optional(),
})
type AuthorizationRequest = z.infer<typeof AuthorizationRequest>

const TypedPersona = z.object({
  givenName: z.string().trim().min(1).max(50),
  familyName: z.string().trim().min(1).max(50),
  email: z.string().trim().toLowerCase().pipe(z.email()),
})

const TokenRequest = z.object({
  grant_type: z.literal('authorization_code'),
  code: Text,
  redirect_uri: Text,
  code_verifier: Text,
})

/** @param secret signs authorization codes; the client's secret is derived at each start and known to nobody else */
export function sandboxIdentity({
  publicUrl,
  secret,
  now,
}: {
  publicUrl: string
  secret: Uint8Array
  now: () => Date
}): { provider: OidcProvider; pages: Hono } {
  const issuer = `${publicUrl}${PATH}`
  const clientSecret = randomBytes(32).toString('base64url')
  const redirectUri = `${publicUrl}/api/Auth/external/${ID}/callback`
  const tokens = sandboxTokens(issuer, ID, secret, now)

  const requestOf = (c: HttpContext): AuthorizationRequest | undefined => {
    const request = AuthorizationRequest.safeParse(c.req.query()).data
    return request?.redirect_uri === redirectUri ? request : undefined
  }
  const back = (c: HttpContext, request: AuthorizationRequest, answer: Record<string, string>) => {
    const query = new URLSearchParams({ ...answer, iss: issuer, ...(request.state ? { state: request.state } : {}) })
    return c.redirect(`${redirectUri}?${query}`, 303)
  }
  const show = (c: HttpContext, typed: Record<string, string> = {}, isWrong = false) => {
    const { pathname, search } = new URL(c.req.url)
    const page = signInPage({ lang: langOf(c), personas: PERSONAS, action: pathname + search, typed, isWrong })
    return c.html(page, isWrong ? 422 : 200)
  }

  const app = new Hono()
  app.use(`${PATH}/*`, bodyLimit({ maxSize: 20_000, onError: (c) => c.text('Too large.', 413) }))
  app.use(`${PATH}/*`, async (c, next) => {
    await next()
    c.header('Content-Security-Policy', POLICY)
    c.header('Cache-Control', 'no-store')
  })
  app.get(`${PATH}/.well-known/openid-configuration`, (c) =>
    c.json({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['client_secret_post'],
      authorization_response_iss_parameter_supported: true,
    }),
  )
  app.get(`${PATH}/keys`, async (c) => c.json(await tokens.keys()))
  app.get(`${PATH}/authorize`, (c) => (requestOf(c) ? show(c) : c.html(refusedPage(langOf(c)), 400)))
  app.post(`${PATH}/authorize`, async (c) => {
    const request = requestOf(c)
    if (!request) return c.html(refusedPage(langOf(c)), 400)
    const form = await formOf(c)
    if (form.cancel) return back(c, request, { error: 'access_denied' })
    const persona = personaOf(form)
    if (!persona) return show(c, form, true)
    const { nonce, code_challenge: challenge } = request
    return back(c, request, {
      code: await tokens.codeOf({ redirectUri, challenge, persona, ...(nonce ? { nonce } : {}) }),
    })
  })
  app.post(`${PATH}/token`, async (c) => {
    const form = await formOf(c)
    if (form.client_id !== ID || form.client_secret !== clientSecret) return c.json({ error: 'invalid_client' }, 401)
    const request = TokenRequest.safeParse(form).data
    const grant = request && (await tokens.redeem(request.code, request.redirect_uri, request.code_verifier))
    if (!grant) return c.json({ error: 'invalid_grant' }, 400)
    return c.json({
      access_token: randomBytes(32).toString('base64url'),
      token_type: 'Bearer',
      expires_in: 300,
      id_token: await tokens.idTokenOf(grant),
    })
  })
  const provider = { id: ID, label: 'Demo ID', issuer, clientId: ID, clientSecret, key: undefined }
  return { provider, pages: app }
}

async function formOf(c: HttpContext): Promise<Record<string, string>> {
  const body: Record<string, unknown> = await c.req.parseBody().catch(() => ({}))
  return Object.fromEntries(
    Object.entries(body).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

/** One of the list, or the one that was typed; the address identifies a typed one. */
function personaOf(form: Record<string, string>): Persona | undefined {
  const listed = PERSONAS.find(({ subject }) => subject === form.subject)
  if (listed) return listed
  const typed = TypedPersona.safeParse(form).data
  return typed && { subject: `typed:${typed.email}`, ...typed }
}

function langOf(c: HttpContext): Lang {
  const lang = c.req.query('ui_locales')?.slice(0, 2)
  return isLang(lang) ? lang : 'ar'
}
