/** One HTTP call to an SMS provider, and what its failing says about the message. */
import { SmsFailure, type SmsFailureKind } from './port.ts'

const TIMEOUT_MS = 10_000
/** No provider of ours answers at more length. */
const MAX_RESPONSE_BYTES = 64 * 1024

export type ProviderRequest = {
  url: string
  headers: Record<string, string>
  body: string | URLSearchParams
  /** In milliseconds. */
  timeout?: number
}

export type ProviderAnswer = { status: number; body: Record<string, unknown> }

/** Nothing was sent yet when one of these happens. */
const BEFORE_ANY_BYTE = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]

/**
 * Posts the message and reads the JSON of the answer.
 * @throws SmsFailure `notAccepted` when the provider was not reached, `unsure` when no whole answer came back
 */
export async function sendToProvider({
  url,
  headers,
  body,
  timeout = TIMEOUT_MS,
}: ProviderRequest): Promise<ProviderAnswer> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { Accept: 'application/json', 'User-Agent': 'maahad', ...headers },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
    })
    return { status: answer.status, body: parsed(await textOf(answer), answer.status) }
  } catch (error) {
    if (error instanceof SmsFailure) throw error
    throw new SmsFailure(
      BEFORE_ANY_BYTE.includes(codeOf(error)) ? 'notAccepted' : 'unsure',
      `no answer: ${codeOf(error)}`,
    )
  }
}

async function textOf(answer: Response): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of answer.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > MAX_RESPONSE_BYTES) throw new SmsFailure('unsure', `HTTP ${answer.status} with an endless answer`)
  }
  return text
}

/** An error's answer need not be JSON: a gateway in between writes HTML. */
function parsed(text: string, status: number): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch {
    // Told below.
  }
  if (status >= 400) return {}
  throw new SmsFailure('unsure', `HTTP ${status} with an answer that is no JSON`)
}

function codeOf(error: unknown): string {
  const { name, cause } = error as Error & { cause?: { code?: string } }
  return cause?.code ?? name
}

/**
 * What a status without a word of its own says. A provider that wants other keys, more money or more patience has not
 * accepted the message; behind an error of a server the message may have been accepted all the same.
 */
export function kindOfStatus(status: number): SmsFailureKind {
  if ([401, 402, 403, 404, 405, 408, 425, 429, 503].includes(status)) return 'notAccepted'
  return status >= 400 && status < 500 ? 'refused' : 'unsure'
}

/** Providers in the Kingdom want `9665…`, without `+` and zeros. */
export const withoutPlus = (e164: string) => e164.replace(/^\+/, '')
