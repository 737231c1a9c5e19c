/** Reads the input of an API request: its query, and its body in each format that an endpoint accepts. */
import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { Endpoint } from '../api/endpoint.ts'
import { fieldsOfForm } from '../api/form-rows.ts'
import { Problem } from '../api/problem.ts'
import type { Context } from '../platform/context.server.ts'
import { rangeOf } from '../platform/limits/ip-range.ts'
import { readBytes } from './bodies/body-stream.server.ts'
import { spoolBody, spoolForm } from './bodies/spool.server.ts'
import { bodyType } from './request.server.ts'

const DEFAULT_MAX_BODY_BYTES = 100_000

/**
 * Query names match without regard to case, as paths do; a repeated name counts once. Of a call that changes something
 * only the fields that its contract names are read.
 */
export function queryOf(request: Request, endpoint: Endpoint): Record<string, string> {
  const names = new Map(Object.keys(shapeOf(endpoint.input)).map((name) => [name.toLowerCase(), name]))
  const input: Record<string, string> = {}
  for (const [written, value] of new URL(request.url).searchParams) {
    const name = names.get(written.toLowerCase()) ?? written
    if (endpoint.method === 'GET' || endpoint.query?.includes(name)) input[name] = value
  }
  return input
}

function shapeOf(schema: z.ZodType): Record<string, unknown> {
  return (schema as { shape?: Record<string, unknown> }).shape ?? {}
}

export type Body = { text: string; values: Record<string, unknown> } & AsyncDisposable

/** The body as text and as values. Large files are on disk until it is disposed of. */
export async function readBody(ctx: Context, request: Request, endpoint: Endpoint): Promise<Body> {
  return (
    (await readFiles(ctx, request, endpoint)) ?? { ...(await readWhole(ctx, request, endpoint)), ...NOTHING_TO_DISPOSE }
  )
}

const NOTHING_TO_DISPOSE: AsyncDisposable = { [Symbol.asyncDispose]: async () => {} }

async function readFiles(ctx: Context, request: Request, { files }: Endpoint): Promise<Body | undefined> {
  if (!files) return undefined
  if (bodyType(request.headers) === 'multipart/form-data') {
    const sent = await spoolForm(request, { maxBytes: files.maxBytes, fields: [files.field ?? 'file'] }, ctx)
    const values = { ...fieldsOfForm(sent.form), ...Object.fromEntries(sent.files) }
    const facts = [...sent.files].map(([field, { name, size, head }]) => [field, name, size, sha256(head)])
    const text = JSON.stringify([...sent.form, ...facts])
    return { text, values, [Symbol.asyncDispose]: () => sent[Symbol.asyncDispose]() }
  }
  if (!files.raw) return undefined
  const file = await spoolBody(request, { maxBytes: files.maxBytes }, ctx)
  return { text: '', values: { [files.raw]: file }, [Symbol.asyncDispose]: () => file[Symbol.asyncDispose]() }
}

async function readWhole(
  ctx: Context,
  request: Request,
  endpoint: Endpoint,
): Promise<{ text: string; values: Record<string, unknown> }> {
  if (endpoint.method === 'GET' || !request.body) return { text: '', values: {} }
  const bytes = await readBytes(request, endpoint.bodyLimit ?? DEFAULT_MAX_BODY_BYTES, rangeOf(ctx.ip))
  const type = bodyType(request.headers)
  if (endpoint.multipart && type === 'multipart/form-data') return { text: '', values: await parseForm(request, bytes) }
  const text = bytes.toString('utf8')
  if (text === '') return { text, values: {} }
  if (type === 'application/json') return { text, values: parseJson(text) }
  if (type === 'application/x-www-form-urlencoded')
    return { text, values: Object.fromEntries(new URLSearchParams(text)) }
  throw new Problem('unsupportedType')
}

async function parseForm(request: Request, bytes: Buffer<ArrayBuffer>): Promise<Record<string, unknown>> {
  try {
    const headers = { 'Content-Type': request.headers.get('content-type') ?? '' }
    return Object.fromEntries(await new Response(bytes, { headers }).formData())
  } catch {
    throw new Problem('malformedBody')
  }
}

function parseJson(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // The same problem as JSON that is no object: thrown below.
  }
  throw new Problem('malformedJson')
}

export const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex')
