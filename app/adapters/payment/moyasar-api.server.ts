/** HTTP requests to Moyasar, and whether a failed one may have had an effect. https://docs.moyasar.com/api */
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'

/**
 * - `refused`: the API rejected the request: it had no effect.
 * - `unsent`: there was no connection to the API: it had no effect.
 * - `unsure`: no response, or not one of the API: the request may have an effect, now or later.
 */
export type FailureKind = 'refused' | 'unsent' | 'unsure'

/** Its message contains the request and the response, but never a key. */
export class MoyasarFailure extends Error {
  readonly kind: FailureKind
  /** 0 without a response. */
  readonly status: number
  constructor(kind: FailureKind, message: string, status = 0) {
    super(message)
    this.name = 'MoyasarFailure'
    this.kind = kind
    this.status = status
  }
}

export type MoyasarAccess = { apiUrl: string; secretKey: string; timeout?: number }
export type Query = Record<string, string | number>
export type MoyasarRequest = { query?: Query; body?: object }
export type MoyasarApi = ReturnType<typeof moyasarApi>

const TIMEOUT_MS = 10_000
/** A list page of forty payments has about a tenth of it. */
const MAX_RESPONSE_BYTES = 1_000_000
/** Short, since a user waits for most requests. */
const MAX_RETRY_AFTER_SECONDS = 5
const MAX_ATTEMPTS = 3

/** `errors` is a map, a sentence or nothing. */
const ErrorBody = z.object({
  type: z.string(),
  message: z.string().nullish(),
  errors: z
    .union([z.record(z.string(), z.unknown()), z.string()])
    .nullish()
    .catch(null),
})

/** Calls with the account's secret key. @throws MoyasarFailure */
export function moyasarApi({ apiUrl, secretKey, timeout = TIMEOUT_MS }: MoyasarAccess) {
  const headers = {
    Authorization: `Basic ${Buffer.from(`${secretKey}:`).toString('base64')}`,
    Accept: 'application/json',
    // The API's firewall rejects requests without a user agent.
    'User-Agent': 'Maahad/1.0',
  }
  const secrets = [secretKey, headers.Authorization.slice('Basic '.length)]
  const withoutSecrets = (text: string) => secrets.reduce((rest, secret) => rest.replaceAll(secret, '…'), text)

  const sendOnce = async (method: string, path: string, { query, body }: MoyasarRequest): Promise<Reply> => {
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
    return { status: response.status, headers: response.headers, text: await textOf(response) }
  }

  const sendWithRetries = async (method: string, path: string, request: MoyasarRequest): Promise<Reply> => {
    for (let attempt = 1; ; attempt++) {
      try {
        const reply = await sendOnce(method, path, request)
        const wait = reply.status === 429 ? retryAfterSeconds(reply.headers) : undefined
        if (wait === undefined || wait > MAX_RETRY_AFTER_SECONDS || attempt >= MAX_ATTEMPTS) return reply
        await sleep(wait * 1000)
      } catch (error) {
        if (error instanceof MoyasarFailure) throw error
        const mayRetry = method === 'GET' && attempt === 1 && !isTimeout(error)
        if (mayRetry) continue
        const code = codeOf(error)
        const kind = NO_CONNECTION.has(code) ? 'unsent' : 'unsure'
        throw new MoyasarFailure(kind, `moyasar ${method} ${path}: no answer: ${code}`)
      }
    }
  }

  return async (method: 'GET' | 'POST' | 'PUT', path: string, request: MoyasarRequest = {}): Promise<unknown> => {
    const { status, text } = await sendWithRetries(method, path, request)
    const summary = `moyasar ${method} ${path}: HTTP ${status}`
    const value = parseJson(text)
    if (status >= 200 && status < 300) {
      if (value === undefined) throw new MoyasarFailure('unsure', `${summary} with an answer that is no JSON`, status)
      return value
    }
    const error = ErrorBody.safeParse(value)
    // Only an error of the API itself is certain: a gateway in front of it may respond with HTML or redirect.
    if (!error.success) throw new MoyasarFailure('unsure', `${summary} with an answer that is not the API's`, status)
    const kind = status >= 400 && status < 500 ? 'refused' : 'unsure'
    throw new MoyasarFailure(kind, withoutSecrets(`${summary} ${errorTextOf(error.data)}`), status)
  }
}

type Reply = { status: number; headers: Headers; text: string }

async function textOf(response: Response): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > MAX_RESPONSE_BYTES)
      throw new MoyasarFailure('unsure', `moyasar: HTTP ${response.status} with an endless answer`, response.status)
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

function errorTextOf({ type, message, errors }: z.output<typeof ErrorBody>): string {
  const fields = typeof errors === 'string' ? errors : Object.keys(errors ?? {}).join(', ')
  return `${type}: ${message ?? ''}${fields ? ` (${fields})` : ''}`.slice(0, 300)
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
