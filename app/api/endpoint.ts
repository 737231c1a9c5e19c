/** The definition of an endpoint: method and path, who may call it, input and output. */
import type { z } from 'zod'
import type { TableName } from '../platform/database/database.server.ts'
import type { ProblemCode } from './problem.ts'
import type { Right } from './rights.ts'

/** What the security log records (OWASP ASVS 5, 16.3). A contract says which of its calls are recorded as what. */
export const SECURITY_EVENTS = [
  'signIn',
  'secondFactor',
  'signUp',
  'signOut',
  'tokenReuse',
  'passwordReset',
  'passwordChange',
  'proof',
  'factorChange',
  'rights',
  'refund',
  'approval',
  'export',
  'erasure',
  'refusal',
  'logAccess',
] as const
export type SecurityEvent = (typeof SECURITY_EVENTS)[number]

/** Everyone, all signed-in users, or all users with the right. */
export type Audience = 'everyone' | 'signedIn' | { right: Right }

/**
 * How much one account, or one network, may send in a period. The operation counts; HTTP only looks, before it reads a
 * large body.
 */
export type Quota = {
  key: string
  of: 'account' | 'network'
  seconds: number
  max: number
  unit: 'files' | 'kilobytes'
}

/**
 * Whose answers are the same, in each language: those of all visitors, or of all who are not signed in. Such an answer
 * is computed without knowing the caller, and may be cached until one of the tables that it reads changes (decision
 * 0054).
 */
export type SharedBy = 'everyone' | 'guests'

/** What a call without `sharedBy` leaves out. */
type Own = { sharedBy?: undefined }

/** What `sharedBy` needs: a call that anybody may make, with the tables that its answer depends on. */
type Shared<I extends z.ZodType> = {
  sharedBy: SharedBy
  method: 'GET'
  audience: 'everyone'
  reads: readonly TableName[]
  /** Which inputs have a shared answer; all by default. */
  isShared?(input: z.output<I>): boolean
}

export type Endpoint<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = Definition<I, O> &
  (Shared<I> | Own)

type Definition<I extends z.ZodType, O extends z.ZodType> = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/api/`, written as in the specification; `{name}` is a parameter. Matching ignores case. */
  path: string
  /** One sentence for the API documentation. */
  summary: string
  audience: Audience
  /** Query, path parameters and body together. */
  input: I
  /**
   * The fields that a call other than GET also takes from its query: the name of the thing that it changes. All others
   * come from the body alone, since addresses with secrets would be kept in histories and logs.
   */
  query?: readonly string[]
  output: O
  /** The possible problems, besides invalid input, a missing session and missing rights. */
  problems?: readonly ProblemCode[]
  /** The problem of an unexpected error; `unexpected` by default. */
  failure?: ProblemCode
  /** A POST that creates something: it supports `Idempotency-Key`. */
  creates?: boolean
  /** 200 by default. */
  status?: 200 | 201
  /**
   * The tables that the response depends on: a cached page that shows it is invalidated when one of them changes. By
   * default, any change invalidates it.
   */
  reads?: readonly TableName[]
  /**
   * The answer to everybody who is not signed in, without running the operation: a call for the few things of a page
   * that are the visitor's own. A page that got only such answers is the same for all.
   */
  forGuest?: z.output<O>
  /** Seconds for which shared caches may store the response, which is the same for all visitors of a language. GET only. */
  maxAge?: number
  /** Also accepts `multipart/form-data`. */
  multipart?: boolean
  /**
   * Accepts a form whose field `file` (or `field`) is a large file, which is on disk while the call runs. If `raw` names
   * that field, a body of any other type is the file itself, with its name in `X-File-Name`. Rows of a list are sent as
   * `courses[0][title]`.
   */
  files?: { maxBytes: number; field?: string; raw?: 'file' }
  /** The response is a file of this media type, or of one of these, instead of JSON. */
  file?: string | readonly string[]
  /** A browser that accepts HTML, not JSON, is redirected to this path: a page that shows the result. */
  page?(answer: z.output<O>): string
  /** The response redirects to the `location` of the output instead of returning JSON. */
  redirects?: true
  /**
   * Returns tokens: of a session, or of a step towards one. With the header `X-Session: cookies` it sets them as
   * cookies and returns none; without it they are in the response's body, and cookies are neither read nor set.
   */
  givesTokens?: true
  /**
   * The security log records the call as this event, with its outcome. Refusals for missing rights are always recorded.
   */
  logs?: SecurityEvent
  /** Refused with `proofNeeded` unless the session was opened or re-authenticated in the last ten minutes. */
  needsProof?: true
  /** Cross-site requests are allowed: the input authenticates itself (a signed token) and cookies are not used. */
  csrfExempt?: true
  /** What a large body is refused by before it is read. */
  quotas?: readonly Quota[]
  /** In bytes; 100 kB by default. */
  bodyLimit?: number
}

export type Endpoints = Record<string, Endpoint>

/** Infers the exact types of an endpoint's input and output, and whether its answers are shared. */
export function endpoint<I extends z.ZodType, O extends z.ZodType, S extends SharedBy | undefined = undefined>(
  definition: Endpoint<I, O> & { sharedBy?: S },
): Endpoint<I, O> & { sharedBy?: S } {
  return definition
}

export type Input<E extends Endpoint> = z.output<E['input']>
export type Output<E extends Endpoint> = z.output<E['output']>

type SharedName<E extends Endpoints, Name extends keyof E> = E[Name]['sharedBy'] extends undefined ? never : Name

/** Of one feature, the calls whose answers are shared. */
export type SharedCalls<E extends Endpoints> = Pick<Calls<E>, { [Name in keyof E]: SharedName<E, Name> }[keyof E]>

/** The endpoints of one feature as functions, for pages and widgets. */
export type Calls<E extends Endpoints> = {
  [Name in keyof E]: (input: z.input<E[Name]['input']>) => Promise<Output<E[Name]>>
}
