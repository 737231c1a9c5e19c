/** The Api over HTTP, for the few parts of a page that ask while it is open. */
import type { Lang } from '../locales/lang.ts'
import type { Api } from './contract.ts'

/**
 * The calls that browsers make, as `method path`. The contract says the same, but holds zod, which stays on the
 * server; `http-api.test.ts` compares the two.
 */
export const BROWSER_CALLS = {
  catalogue: { coursesOnHover: 'GET courses/website/courses-on-hover' },
  notifications: { suggestMembers: 'GET Members/suggest' },
  passkeys: {
    passkeyOptions: 'POST Auth/passkey/options',
    newPasskeyOptions: 'POST Profile/passkeys/options',
  },
  search: { suggest: 'GET Search/suggest' },
} as const satisfies { [F in keyof Api]?: { [Name in keyof Api[F]]?: string } }

type Made = typeof BROWSER_CALLS
export type BrowserApi = { [F in keyof Made & keyof Api]: Pick<Api[F], keyof Made[F] & keyof Api[F]> }

/** What the server refused, in its own words; `code` is a problem's, or `unexpected` where no answer could be read. */
export class Refusal extends Error {
  readonly code: string
  readonly status: number
  constructor(code: string, status: number, description: string) {
    super(description)
    this.name = 'Refusal'
    this.code = code
    this.status = status
  }
}

/** @param signal ends the calls that are under way, as `fetch` does */
export function httpApi(lang: Lang, { signal }: { signal?: AbortSignal } = {}): BrowserApi {
  const calls = Object.entries(BROWSER_CALLS).map(([feature, named]) => [
    feature,
    Object.fromEntries(
      Object.entries(named).map(([name, where]) => [name, (input: object) => call(where, input, lang, signal)]),
    ),
  ])
  return Object.fromEntries(calls) as BrowserApi
}

async function call(where: string, input: object, lang: Lang, signal: AbortSignal | undefined): Promise<unknown> {
  const [method, path] = where.split(' ') as [string, string]
  const inQuery = method === 'GET' || method === 'DELETE'
  const query = inQuery ? queryOf(input) : ''
  const response = await fetch(`/api/${path}${query}`, {
    method,
    headers: { 'Accept-Language': lang, ...(inQuery ? {} : { 'Content-Type': 'application/json' }) },
    ...(inQuery ? {} : { body: JSON.stringify(input) }),
    ...(signal ? { signal } : {}),
  })
  const answer = await response.json().catch(() => undefined)
  if (response.ok && answer && !answer.isError) return answer.data
  throw new Refusal(answer?.error?.code ?? 'unexpected', response.status, answer?.error?.description ?? '')
}

function queryOf(input: object): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input)) if (value !== undefined) query.set(name, String(value))
  return query.size > 0 ? `?${query}` : ''
}
