/** A call of the API as a value: where it is, who may make it, what goes in and what comes out. */
import type { z } from 'zod'
import type { TableName } from '../platform/database.server.ts'
import type { ProblemCode } from './problem.ts'

export type Role = 'Student' | 'Teacher' | 'Admin' | 'Owner'
/** `everyone`, whoever is signed in, or one of the roles. */
export type Audience = 'everyone' | 'signedIn' | readonly Role[]

export type Endpoint<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/api/`, in the letters of the specification; `{name}` is a parameter. Matched without regard to case. */
  path: string
  /** One sentence for the documentation. */
  summary: string
  audience: Audience
  /** Query, path parameters and body together. */
  input: I
  output: O
  /** What may go wrong besides bad input, no session and no right. */
  problems?: readonly ProblemCode[]
  /** A POST that creates something: `Idempotency-Key` is honoured. */
  creates?: boolean
  /** 200 unless said. */
  status?: 200 | 201
  /**
   * The tables that the answer depends on: a cached page that shows it is dropped when one of them changes. Unless
   * said, any change drops it.
   */
  reads?: readonly TableName[]
  /** Seconds for which anybody may keep the answer: it says the same to everybody of a language. Of a GET only. */
  maxAge?: number
  /** Takes a form with files, too. */
  multipart?: boolean
  /**
   * Takes a form whose field `file` (or `field`) is a large file: it is on disk while the call runs. Where `raw` names
   * that field, a body of any other type is the file itself, with its name in `X-File-Name`. Rows of a list are sent as
   * `courses[0][title]`.
   */
  files?: { maxBytes: number; field?: string; raw?: 'file' }
  /** The answer is a file of this media type, in place of JSON. */
  file?: string
  /** Where a browser that asks for a page, and not for JSON, is led: the path of a page that shows the answer. */
  page?: (answer: z.output<O>) => string
  /** The answer sends the browser to the `location` of the output, in place of JSON. */
  redirects?: true
  /** Another site's page may have it sent: the input proves itself (a signed token), and no cookie is relied upon. */
  csrfExempt?: true
  /** In bytes; 100 kB unless said. */
  bodyLimit?: number
}

export type Endpoints = Record<string, Endpoint>

/** Keeps the exact types of a call's input and output. */
export function endpoint<I extends z.ZodType, O extends z.ZodType>(definition: Endpoint<I, O>): Endpoint<I, O> {
  return definition
}

export type Input<E extends Endpoint> = z.output<E['input']>
export type Output<E extends Endpoint> = z.output<E['output']>

/** The calls of one feature as functions: what pages and widgets hold. */
export type Calls<E extends Endpoints> = {
  [Name in keyof E]: (input: z.input<E[Name]['input']>) => Promise<Output<E[Name]>>
}
