/** A real OpenID provider on this machine, with users and consent, and the steps through its pages. */
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type Configuration } from 'oidc-provider'

export const OPENID_SECRET = 'a-secret-that-only-both-of-them-know'
/** The provider's clients, by the name of the provider in the product. */
const CLIENTS = ['campus', 'apple', 'microsoft', 'google']

export type Person = {
  email?: string
  email_verified?: boolean | string
  given_name?: string
  family_name?: string
  name?: string
}

export type OpenId = {
  issuer: string
  /** The users, by subject. */
  people: Map<string, Person>
  /** The product's settings for this provider under these names. */
  env: (...names: string[]) => Record<string, string>
  /** Sets the product's address, which is only known when it listens. */
  knows: (productAddress: string) => void
  stop: () => Promise<void>
}

export async function startOpenId(): Promise<OpenId> {
  const people = new Map<string, Person>()
  let answer: RequestListener = (_, response) => void response.writeHead(503).end()
  const server = createServer((request, response) => answer(request, response)).listen(0, 'localhost')
  await once(server, 'listening')
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`
  return {
    issuer,
    people,
    env: (...names) =>
      Object.fromEntries(
        names.flatMap((name) => [
          [`OIDC_${name.toUpperCase()}_ISSUER`, issuer],
          [`OIDC_${name.toUpperCase()}_CLIENT_ID`, name],
          [`OIDC_${name.toUpperCase()}_CLIENT_SECRET`, OPENID_SECRET],
        ]),
      ),
    knows: (product) => {
      const provider = new Provider(issuer, configuration(product, people)).callback()
      answer = (request, response) => {
        // This provider has no account chooser, and rejects unknown prompts.
        request.url = request.url?.replace('prompt=select_account', '')
        return provider(request, response)
      }
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function configuration(product: string, people: Map<string, Person>): Configuration {
  return {
    clients: CLIENTS.map((name) => ({
      client_id: name,
      client_secret: OPENID_SECRET,
      redirect_uris: [`${product}/api/Auth/external/${name}/callback`],
      response_types: ['code'],
      grant_types: ['authorization_code'],
      // Each client authentication method is used by one client.
      token_endpoint_auth_method: name === 'campus' ? 'client_secret_basic' : 'client_secret_post',
    })),
    clientAuthMethods: ['client_secret_basic', 'client_secret_post'],
    pkce: { required: () => true },
    scopes: ['openid', 'email', 'profile', 'name'],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name', 'name'],
    },
    cookies: { keys: ['of tests only'] },
    features: { devInteractions: { enabled: true } },
    findAccount: (_, id) => {
      const person = people.get(id)
      return person && { accountId: id, claims: () => ({ sub: id, ...person }) }
    },
  }
}

/** The provider's response to the product: a redirect, or a form that its page posts. */
export type SentBack = { url: URL; form: URLSearchParams | undefined }

/** Goes through the provider's pages as the user: signs in and consents, or cancels on the first page. */
export async function visitOpenId(start: string, subject: string, { deny = false } = {}): Promise<SentBack> {
  const cookies = new Map<string, string>()
  let at = new URL(start)
  let post: Record<string, string> | undefined
  const home = at.origin
  for (let steps = 0; steps < 20; steps++) {
    const response = await fetch(at, {
      method: post ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      body: post ? new URLSearchParams(post) : undefined,
    })
    post = undefined
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!
      cookies.set(name!, value!)
    }
    const location = response.headers.get('location')
    if (location) {
      at = new URL(location, at)
      if (at.origin !== home) return { url: at, form: undefined }
      continue
    }
    const html = await response.text()
    const posted = postedForm(html)
    if (posted) return posted
    if (response.status !== 200 || !at.pathname.startsWith('/interaction/'))
      throw new Error(`The provider answered ${response.status} at ${at.pathname}: ${html.slice(0, 300)}`)
    const isLogin = /name="login"/.test(html)
    if (deny) at = new URL(`${at.pathname}/abort`, at)
    else post = isLogin ? { prompt: 'login', login: subject, password: 'x' } : { prompt: 'consent' }
  }
  throw new Error('The provider leads in circles.')
}

/** A page of `response_mode=form_post`. */
function postedForm(html: string): SentBack | undefined {
  const action = /<form method="post" action="([^"]+)"/.exec(html)?.[1]
  if (!action || !/name="state"/.test(html)) return undefined
  const form = new URLSearchParams()
  for (const [, name, value] of html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g))
    form.set(name!, value!.replaceAll('&amp;', '&'))
  return { url: new URL(action.replaceAll('&amp;', '&')), form }
}
