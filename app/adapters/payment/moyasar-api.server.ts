/** One HTTP call to Moyasar, and what its failing says about what was asked. https://docs.moyasar.com/api */
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'

/**
 * - `refused`: the API understood and said no: nothing was done.
 * - `unsure`: no answer, or none of the API's: it may have been done.
 */
export type FailureKind = 'refused' | 'unsure'

/** Its message names what was asked and what was answered, never a key. */
export class MoyasarFailure extends Error {
  readonly kind: FailureKind
  /** 0 when nothing was answered. */
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
/** A page of forty payments has about a tenth of it. */
const MAX_RESPONSE_BYTES = 1_000_000
/** Somebody waits for most answers. */
const MAX_RETRY_AFTER_SECONDS = 5
const MAX_ATTEMPTS = 3

/** `errors` is a map, a sentence or nothing. */
const ErrorAnswer = z.object({
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
    // The guard before the API turns clients away that don't say who they are.
    'User-Agent': 'Maahad/1.0',
  }
  const secrets = [secretKey, headers.Authorization.slice('Basic '.length)]
  const withoutSecrets = (text: string) => secrets.reduce((rest, secret) => rest.replaceAll(secret, '…'), text)

  const once = async (method: string, path: string, { query, body }: MoyasarRequest): Promise<Reply> => {
    const url = new URL(apiUrl + path)
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, String(value))
    const answer = await fetch(url, {
      method,
      headers: body ? { ...headers, 'Content-Type': 'application/json' } : headers,
      body: body ? JSON.stringify(body) : null,
      // Another address would get the key.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout),
    })
    return { status: answer.status, headers: answer.headers, text: await textOf(answer) }
  }

  const persistently = async (method: string, path: string, asked: MoyasarRequest): Promise<Reply> => {
    for (let tries = 1; ; tries++) {
      try {
        const reply = await once(method, path, asked)
        const wait = reply.status === 429 ? retryAfterSeconds(reply.headers) : undefined
        if (wait === undefined || wait > MAX_RETRY_AFTER_SECONDS || tries >= MAX_ATTEMPTS) return reply
        await sleep(wait * 1000)
      } catch (error) {
        if (error instanceof MoyasarFailure) throw error
        const again = method === 'GET' && tries === 1 && !isTimeout(error)
        if (!again) throw new MoyasarFailure('unsure', `moyasar ${method} ${path}: no answer: ${codeOf(error)}`)
      }
    }
  }

  return async (method: 'GET' | 'POST' | 'PUT', path: string, asked: MoyasarRequest = {}): Promise<unknown> => {
    const { status, text } = await persistently(method, path, asked)
    const called = `moyasar ${method} ${path}: HTTP ${status}`
    const value = parsed(text)
    if (status >= 200 && status < 300) {
      if (value === undefined) throw new MoyasarFailure('unsure', `${called} with an answer that is no JSON`, status)
      return value
    }
    const error = ErrorAnswer.safeParse(value)
    // Nobody but the API itself knows what it did: a gateway before it writes HTML, or sends elsewhere.
    if (!error.success) throw new MoyasarFailure('unsure', `${called} with an answer that is not the API's`, status)
    const kind = status >= 400 && status < 500 ? 'refused' : 'unsure'
    throw new MoyasarFailure(kind, withoutSecrets(`${called} ${errorTextOf(error.data)}`), status)
  }
}

type Reply = { status: number; headers: Headers; text: string }

async function textOf(answer: Response): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of answer.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > MAX_RESPONSE_BYTES)
      throw new MoyasarFailure('unsure', `moyasar: HTTP ${answer.status} with an endless answer`, answer.status)
  }
  return text
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function errorTextOf({ type, message, errors }: z.output<typeof ErrorAnswer>): string {
  const fields = typeof errors === 'string' ? errors : Object.keys(errors ?? {}).join(', ')
  return `${type}: ${message ?? ''}${fields ? ` (${fields})` : ''}`.slice(0, 300)
}

/** One second when the answer does not say. */
function retryAfterSeconds(headers: Headers): number {
  const said = headers.get('retry-after')
  const seconds = said === null ? 1 : /^\d+$/.test(said) ? Number(said) : (Date.parse(said) - Date.now()) / 1000
  return Number.isNaN(seconds) ? 1 : Math.max(0, seconds)
}

const isTimeout = (error: unknown) => (error as Error).name === 'TimeoutError'

function codeOf(error: unknown): string {
  const { name, cause } = error as Error & { cause?: { code?: string } }
  return cause?.code ?? name
}
