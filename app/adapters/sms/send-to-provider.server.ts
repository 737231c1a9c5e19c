/** One HTTP call to an SMS provider; classifies failures by whether the message may have been sent. */
import { SmsFailure, type SmsFailureKind } from './port.ts'

const TIMEOUT_MS = 10_000
/** No provider sends longer responses. */
const MAX_RESPONSE_BYTES = 64 * 1024

export type ProviderRequest = {
  url: string
  headers: Record<string, string>
  body: string | URLSearchParams
  /** In milliseconds. */
  timeout?: number
}

export type ProviderAnswer = { status: number; body: Record<string, unknown> }

/** With these errors the request was certainly not sent. */
const BEFORE_ANY_BYTE = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]

/**
 * Posts the message and reads the JSON response.
 * @throws SmsFailure `notAccepted` when the provider was not reached, `unsure` when the response is incomplete
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

/** An error response need not be JSON: gateways answer in HTML. */
function parsed(text: string, status: number): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch {
    // Reported below.
  }
  if (status >= 400) return {}
  throw new SmsFailure('unsure', `HTTP ${status} with an answer that is no JSON`)
}

function codeOf(error: unknown): string {
  const { name, cause } = error as Error & { cause?: { code?: string } }
  return cause?.code ?? name
}

/**
 * The failure for a status without a provider code. A provider that refuses our credentials, asks for payment or limits
 * our rate has not accepted the message; behind a server error it may have been accepted nevertheless.
 */
export function kindOfStatus(status: number): SmsFailureKind {
  if ([401, 402, 403, 404, 405, 408, 425, 429, 503].includes(status)) return 'notAccepted'
  return status >= 400 && status < 500 ? 'refused' : 'unsure'
}

/** Saudi providers expect `9665…`, without `+` or leading zeros. */
export const withoutPlus = (e164: string) => e164.replace(/^\+/, '')
