/** Requests to the authority, and which answers say that nobody knows what became of them. */
import { type AuthorityAnswer, wordsOf } from './fatoora-answers.ts'
import { type EInvoicingEnvironment, EInvoicingFailure, type UnitCredentials } from './port.ts'

export type FatooraCall = {
  environment: EInvoicingEnvironment
  method: 'POST' | 'PATCH'
  path: string
  credentials?: UnitCredentials
  otp?: string
  body: Record<string, string>
}

type Parts = {
  name: string
  urls: Partial<Record<EInvoicingEnvironment, string>>
  now: () => Date
  timeoutMs?: number | undefined
}

const TIMEOUT_MS = 30_000
/** A cleared document comes back in base64, with a stamp and a QR code; ours have a thousandth of it. */
const MAX_ANSWER_BYTES = 10_000_000
const MAX_WORDS = 300

/**
 * @returns the answer, unless it is certain what its status means for every call
 * @throws EInvoicingFailure
 */
export function fatooraRequests({ name, urls, now, timeoutMs = TIMEOUT_MS }: Parts) {
  return async (call: FatooraCall): Promise<AuthorityAnswer> => {
    const { environment, method, path } = call
    const what = `${name} ${environment} ${method} ${path}`
    const url = urls[environment]
    if (!url) throw new EInvoicingFailure('badRequest', `${what}: there is no such environment here`)
    const { status, headers, text } = await answerOf(what, url, call, timeoutMs)
    const body = objectIn(text)
    const words = body && shown(wordsOf(body), call)
    const answer = { what, status, text, body, words, retryAfterSeconds: retryAfterSeconds(headers, now()) }
    const summary = `${what}: HTTP ${status} ${words ?? ''}`.trim()
    if (status === 401) throw new EInvoicingFailure('unauthorized', summary)
    // Wrong headers, or more than the authority takes: no other sending helps.
    if (status === 406 || status === 413) throw new EInvoicingFailure('badRequest', summary)
    if (status === 429 || status >= 500) throw new EInvoicingFailure('unavailable', summary, answer.retryAfterSeconds)
    return answer
  }
}

async function answerOf(what: string, url: string, { method, path, credentials, otp, body }: FatooraCall, ms: number) {
  try {
    const response = await fetch(url + path, {
      method,
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json',
        'Accept-Version': 'V2',
        'Accept-Language': 'en',
        'Clearance-Status': '1',
        // The firewalls of some gateways reject requests without a user agent.
        'User-Agent': 'Maahad/1.0',
        ...(credentials ? { Authorization: basic(credentials) } : {}),
        ...(otp ? { OTP: otp } : {}),
      },
      body: JSON.stringify(body),
      // 303 is an answer of its own, and no credentials may go to another address.
      redirect: 'manual',
      signal: AbortSignal.timeout(ms),
    })
    return { status: response.status, headers: response.headers, text: await textOf(what, response) }
  } catch (error) {
    if (error instanceof EInvoicingFailure) throw error
    // Its message may quote the headers.
    throw new EInvoicingFailure('unavailable', `${what}: no answer: ${codeOf(error)}`)
  }
}

const basic = ({ token, secret }: UnitCredentials) => `Basic ${Buffer.from(`${token}:${secret}`).toString('base64')}`

async function textOf(what: string, response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > MAX_ANSWER_BYTES)
      throw new EInvoicingFailure('unavailable', `${what}: HTTP ${response.status} with an endless answer`)
  }
  return Buffer.concat(chunks).toString()
}

function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

/** In short, and without what was sent: an authority that quotes it does not bring it into our log. */
function shown(words: string | undefined, { credentials, otp, body }: FatooraCall): string | undefined {
  const secrets = [credentials?.token, credentials?.secret, otp, body.csr, body.invoice].filter((one) => one)
  const plain = words && secrets.reduce<string>((rest, secret) => rest.replaceAll(secret!, '…'), words)
  return plain?.replace(/<.*/s, '…').slice(0, MAX_WORDS)
}

/** From seconds or a date. */
function retryAfterSeconds(headers: Headers, now: Date): number | undefined {
  const value = headers.get('retry-after')?.trim()
  if (!value) return undefined
  const seconds = /^\d+$/.test(value) ? Number(value) : Math.ceil((Date.parse(value) - now.getTime()) / 1000)
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined
}

function codeOf(error: unknown): string {
  const { name, cause } = error as Error & { cause?: { code?: string } }
  return cause?.code ?? name
}
