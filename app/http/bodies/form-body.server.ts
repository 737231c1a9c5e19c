/** Reads and validates a form before its page runs, so that no page fails on a malformed form. */
import type { FileForm } from '../../api/page-facts.ts'
import { Problem } from '../../api/problem.ts'
import type { SentFile } from '../../api/sent-file.ts'
import type { Context } from '../../platform/context.server.ts'
import { bodyType, isUnsafe } from '../request.server.ts'
import { readBytes } from './body-stream.server.ts'
import { discardBody, spoolForm } from './spool.server.ts'

const URL_ENCODED = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data'

/**
 * The same request with its form read into memory and parsed once to prove that it is one.
 * @throws Problem unsupportedType, tooLarge, malformedBody, uploadTooSlow, busy
 */
export async function readForm(request: Request, maxBytes: number, network: string): Promise<Request> {
  if (!isUnsafe(request.method)) return request
  const bytes = await readBytes(request, maxBytes, network)
  const headers = new Headers(request.headers)
  if (bytes.length === 0) headers.set('content-type', URL_ENCODED)
  const type = bodyType(headers)
  if (type !== URL_ENCODED && type !== MULTIPART) throw new Problem('unsupportedType')
  const form = new Request(request.url, { method: request.method, headers, body: bytes, signal: request.signal })
  try {
    await form.clone().formData()
  } catch {
    throw new Problem('malformedBody')
  }
  return form
}

/** Whether a form may bring files; one that is sent without them is read as any other. */
export function mayBringFiles(request: Request): boolean {
  return isUnsafe(request.method) && bodyType(request.headers) === MULTIPART
}

export type FormWithFiles = { request: Request; files: ReadonlyMap<string, SentFile> } & AsyncDisposable

/**
 * The request with the text fields of its form, and its files beside it until they are disposed of.
 * @throws Problem as `spoolForm`
 */
export async function readFormWithFiles(
  request: Request,
  { fields, maxBytes, audience }: FileForm,
  ctx: Pick<Context, 'user' | 'settings' | 'log' | 'ip'>,
): Promise<FormWithFiles> {
  if (audience === 'signedIn' && !ctx.user) {
    await discardBody(request, ctx.ip)
    return {
      request: withForm(request, new FormData()),
      files: new Map(),
      [Symbol.asyncDispose]: async () => undefined,
    }
  }
  const { form, files, ...rest } = await spoolForm(request, { fields, maxBytes }, ctx)
  return { request: withForm(request, form), files, ...rest }
}

function withForm({ url, method, headers, signal }: Request, form: FormData): Request {
  const others = new Headers(headers)
  for (const name of ['content-type', 'content-length', 'transfer-encoding']) others.delete(name)
  return new Request(url, { method, headers: others, body: form, signal })
}
