/** The API over HTTP, for the few widgets that fetch data in the browser. */
import type { Lang } from '../locales/lang.ts'
import type { Api } from './contract.ts'

/**
 * The endpoints that browsers call, as `method path`. This repeats the contract, which depends on zod and therefore
 * stays on the server; `http-api.test.ts` compares the two.
 */
export const BROWSER_CALLS = {
  catalogue: {
    coursesOnHover: 'GET courses/website/courses-on-hover',
    latestCourses: 'GET Courses/latest-courses',
  },
  notifications: { suggestMembers: 'GET Members/suggest' },
  passkeys: {
    passkeyOptions: 'POST Auth/passkey/options',
    newPasskeyOptions: 'POST Profile/passkeys/options',
  },
  search: { suggest: 'GET Search/suggest' },
} as const satisfies { [F in keyof Api]?: { [Name in keyof Api[F]]?: string } }

type BrowserCalls = typeof BROWSER_CALLS
export type BrowserApi = { [F in keyof BrowserCalls & keyof Api]: Pick<Api[F], keyof BrowserCalls[F] & keyof Api[F]> }

/** An error response: the server's message and problem code; `unexpected` when the response could not be read. */
export class ApiError extends Error {
  readonly code: string
  readonly status: number
  constructor(code: string, status: number, description: string) {
    super(description)
    this.name = 'ApiError'
    this.code = code
    this.status = status
  }
}

/** @param signal aborts open calls, as in `fetch` */
export function httpApi(lang: Lang, { signal }: { signal?: AbortSignal } = {}): BrowserApi {
  const calls = Object.entries(BROWSER_CALLS).map(([feature, endpoints]) => [
    feature,
    Object.fromEntries(
      Object.entries(endpoints).map(([name, endpoint]) => [
        name,
        (input: object) => call(endpoint, input, lang, signal),
      ]),
    ),
  ])
  return Object.fromEntries(calls) as BrowserApi
}

async function call(endpoint: string, input: object, lang: Lang, signal: AbortSignal | undefined): Promise<unknown> {
  const [method, path] = endpoint.split(' ') as [string, string]
  const inQuery = method === 'GET' || method === 'DELETE'
  const query = inQuery ? queryOf(input) : ''
  const response = await fetch(`/api/${path}${query}`, {
    method,
    headers: { 'Accept-Language': lang, ...(inQuery ? {} : { 'Content-Type': 'application/json' }) },
    ...(inQuery ? {} : { body: JSON.stringify(input) }),
    ...(signal ? { signal } : {}),
  })
  const body = await response.json().catch(() => undefined)
  if (response.ok && body && !body.isError) return body.data
  throw new ApiError(body?.error?.code ?? 'unexpected', response.status, body?.error?.description ?? '')
}

function queryOf(input: object): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input)) if (value !== undefined) query.set(name, String(value))
  return query.size > 0 ? `?${query}` : ''
}
