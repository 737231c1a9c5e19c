/** HTTP requests to a payment company, and whether a failed one may have had an effect. */
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * - `refused`: the API rejected the request: it had no effect.
 * - `unsent`: there was no connection to the API: it had no effect.
 * - `unsure`: no response, or not one of the API: the request may have an effect, now or later.
 */
export type FailureKind = 'refused' | 'unsent' | 'unsure'

/** Its message contains the request and the response, but never a key. */
export class ProviderFailure extends Error {
  readonly kind: FailureKind
  /** 0 without a response. */
  readonly status: number
  constructor(kind: FailureKind, message: string, status = 0) {
    super(message)
    this.name = 'ProviderFailure'
    this.kind = kind
    this.status = status
  }
}

export type ProviderAccess = {
  /** Begins every message about a failure. */
  name: string
  apiUrl: string
  authorization: string
  /** What must never stand in a message. */
  secrets: string[]
  /** What an error of the API itself says; undefined when the response is not the API's. */
  errorOf: (body: unknown) => string | undefined
  timeout?: number | undefined
}
export type Query = Record<string, string | number>
export type ProviderRequest = { query?: Query; body?: object }

const TIMEOUT_MS = 10_000
/** A list page of forty payments has about a tenth of it. */
const MAX_RESPONSE_BYTES = 1_000_000
/** Short, since a user waits for most requests. */
const MAX_RETRY_AFTER_SECONDS = 5
const MAX_ATTEMPTS = 3

/** @throws ProviderFailure */
export function providerApi({ name, apiUrl, authorization, secrets, errorOf, timeout = TIMEOUT_MS }: ProviderAccess) {
  const headers = {
    Authorization: authorization,
    Accept: 'application/json',
    // The APIs' firewalls reject requests without a user agent.
    'User-Agent': 'Maahad/1.0',
  }
  const hidden = [...secrets, authorization.replace(/^\w+ /, '')]
  const withoutSecrets = (text: string) => hidden.reduce((rest, secret) => rest.replaceAll(secret, '…'), text)

  const sendOnce = async (method: string, path: string, { query, body }: ProviderRequest): Promise<Reply> => {
    const url = new URL(apiUrl + path)
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, String(value))
    const response = await fetch(url, {
      method,
      headers: body ? { ...headers, 'Content-Type': 'application/json' } : headers,
      body: body ? JSON.stringify(body) : null,
      // A redirect would send the key to another address.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout),
    })
    return { status: response.status, headers: response.headers, text: await textOf(name, response) }
  }

  const sendWithRetries = async (method: string, path: string, request: ProviderRequest): Promise<Reply> => {
    for (let attempt = 1; ; attempt++) {
      try {
        const reply = await sendOnce(method, path, request)
        const wait = reply.status === 429 ? retryAfterSeconds(reply.headers) : undefined
        if (wait === undefined || wait > MAX_RETRY_AFTER_SECONDS || attempt >= MAX_ATTEMPTS) return reply
        await sleep(wait * 1000)
      } catch (error) {
        if (error instanceof ProviderFailure) throw error
        const mayRetry = method === 'GET' && attempt === 1 && !isTimeout(error)
        if (mayRetry) continue
        const code = codeOf(error)
        const kind = NO_CONNECTION.has(code) ? 'unsent' : 'unsure'
        throw new ProviderFailure(kind, `${name} ${method} ${path}: no answer: ${code}`)
      }
    }
  }

  return async (method: 'GET' | 'POST' | 'PUT', path: string, request: ProviderRequest = {}): Promise<unknown> => {
    const { status, text } = await sendWithRetries(method, path, request)
    const summary = `${name} ${method} ${path}: HTTP ${status}`
    const value = parseJson(text)
    if (status >= 200 && status < 300) {
      if (value === undefined) throw new ProviderFailure('unsure', `${summary} with an answer that is no JSON`, status)
      return value
    }
    const error = errorOf(value)
    // Only an error of the API itself is certain: a gateway in front of it may respond with HTML or redirect.
    if (error === undefined)
      throw new ProviderFailure('unsure', `${summary} with an answer that is not the API's`, status)
    const kind = status >= 400 && status < 500 ? 'refused' : 'unsure'
    throw new ProviderFailure(kind, withoutSecrets(`${summary} ${error.slice(0, 300)}`), status)
  }
}

type Reply = { status: number; headers: Headers; text: string }

async function textOf(name: string, response: Response): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > MAX_RESPONSE_BYTES)
      throw new ProviderFailure('unsure', `${name}: HTTP ${response.status} with an endless answer`, response.status)
  }
  return text
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** One second without a valid header. */
function retryAfterSeconds(headers: Headers): number {
  const value = headers.get('retry-after')
  const seconds = value === null ? 1 : /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000
  return Number.isNaN(seconds) ? 1 : Math.max(0, seconds)
}

/** Errors of a connection that was never opened. */
const NO_CONNECTION = new Set([
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'],
  'UND_ERR_CONNECT_TIMEOUT',
])

const isTimeout = (error: unknown) => (error as Error).name === 'TimeoutError'

function codeOf(error: unknown): string {
  const { name, cause } = error as Error & { cause?: { code?: string } }
  return cause?.code ?? name
}
