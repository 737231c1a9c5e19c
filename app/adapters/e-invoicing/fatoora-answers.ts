/** What the authority's answers say. Lists may come as a single object, or not at all. */
import { z } from 'zod'
import type { AuthorityMessage, IssuedCredentials, Verdict } from './port.ts'

export type AuthorityAnswer = {
  /** Begins every message about a failure. */
  what: string
  status: number
  text: string
  /** Undefined when the answer is no JSON object. */
  body: Record<string, unknown> | undefined
  /** The authority's reasons in short, without what must not be logged. */
  words: string | undefined
  retryAfterSeconds: number | undefined
}

const Text = z.union([z.string(), z.number().transform(String)]).nullish()
const Message = z
  .union([z.string().transform((message) => ({ message })), z.object({ code: Text, message: Text, category: Text })])
  .transform(({ message, ...rest }): AuthorityMessage => {
    const { code, category } = rest as { code?: string | null; category?: string | null }
    return { code: code ?? '', message: message ?? '', category: category ?? '' }
  })
const Messages = z
  .unknown()
  .transform((list) => (Array.isArray(list) ? list : list === null || list === undefined ? [] : [list]))
  .transform((list) => list.flatMap((one) => Message.safeParse(one).data ?? []))

const Decision = z.object({
  validationResults: z
    .object({ warningMessages: Messages, errorMessages: Messages, status: Text })
    .partial()
    .nullish()
    .catch(null),
  /** Of a document that was refused before it was validated. */
  errors: Messages.optional(),
  reportingStatus: Text,
  clearanceStatus: Text,
})

/** Whether the authority decided about a document here, and not a gateway before it. */
export function isDecision(body: AuthorityAnswer['body']): boolean {
  if (!body) return false
  return ['validationResults', 'reportingStatus', 'clearanceStatus'].some((name) => (body[name] ?? null) !== null)
}

const NEGATIVE = ['NOT_REPORTED', 'NOT_CLEARED']

/** The decision and its reasons; a refusal has at least one. */
export function verdictOf({ status, body, words }: AuthorityAnswer, outcome: 'accepted' | 'refused'): Verdict {
  const read = Decision.safeParse(body).data
  const results = read?.validationResults
  const errors = [...(results?.errorMessages ?? []), ...(read?.errors ?? [])]
  const isRefused =
    outcome === 'refused' ||
    results?.status === 'ERROR' ||
    [read?.reportingStatus, read?.clearanceStatus].some((said) => NEGATIVE.includes(said ?? ''))
  if (isRefused && errors.length === 0)
    errors.push({ code: `HTTP-${status}`, message: words ?? '', category: 'HTTP-Errors' })
  return { outcome, warnings: results?.warningMessages ?? [], errors, clearedXml: null, isRepeated: false }
}

const BASE64 = /^[A-Za-z0-9+/\s]+={0,2}\s*$/

/** Unchanged; null when there is none, undefined when it cannot be read. */
export function clearedXmlOf({ body }: AuthorityAnswer): string | null | undefined {
  const cleared = body?.clearedInvoice
  if (cleared === undefined || cleared === null || cleared === '') return null
  if (typeof cleared !== 'string' || !BASE64.test(cleared)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(cleared, 'base64'))
  } catch {
    return undefined
  }
}

/** Of credentials with which the example documents are checked anew, after a renewal. */
const NOT_COMPLIANT = 'NOT_COMPLIANT'
const GRANTED = ['ISSUED', NOT_COMPLIANT]

const Credentials = z.object({
  requestID: z.union([z.string(), z.number().transform(String)]),
  dispositionMessage: z.string().nullish(),
  binarySecurityToken: z.string().min(1),
  secret: z.string().min(1),
})

export type Issued = { credentials: IssuedCredentials; isCompliant: boolean; status: number }

/** Those of a renewal are in `value`. */
export function credentialsOf({ body, status }: AuthorityAnswer): Issued | undefined {
  const read = Credentials.safeParse(body?.value ?? body)
  if (!read.success) return undefined
  const { requestID: requestId, binarySecurityToken: token, secret, dispositionMessage } = read.data
  return { credentials: { requestId, token, secret }, isCompliant: dispositionMessage !== NOT_COMPLIANT, status }
}

const Problem = z.object({
  errors: Messages.optional(),
  validationResults: z.object({ errorMessages: Messages }).partial().nullish().catch(null),
  dispositionMessage: Text,
  ...{ code: Text, message: Text, error: Text },
})

/** Codes and texts of all reasons, in one line. */
export function wordsOf(body: Record<string, unknown>): string | undefined {
  const read = Problem.safeParse(body).data
  if (!read) return undefined
  const errors = [...(read.errors ?? []), ...(read.validationResults?.errorMessages ?? [])]
  const said = errors.length > 0 ? errors : [{ code: read.code, message: read.message ?? read.error }]
  const words = said.map(({ code, message }) => [code, message].filter(Boolean).join(': ')).filter(Boolean)
  // Of a certificate that was denied, it is all that is said.
  const { dispositionMessage } = read
  if (words.length === 0 && dispositionMessage && !GRANTED.includes(dispositionMessage)) words.push(dispositionMessage)
  return words.join('; ').replace(/\s+/g, ' ') || undefined
}

export const isOtpError = ({ words }: AuthorityAnswer): boolean => /\botp\b/i.test(words ?? '')
