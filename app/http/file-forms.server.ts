/** The pages whose forms take files: their texts reach the action as always, their files beside it. */
import type { SentFile } from '../api/sent-file.ts'
import type { Context } from '../platform/context.server.ts'
import { bodyType, isUnsafe } from './request.server.ts'
import { discardBody, withUploads } from './spool.server.ts'

export type FileForm = {
  path: RegExp
  /** The fields that take a file, one each. */
  fields: readonly string[]
  /** Of each file, in bytes. */
  most: number
  /** Whose files are read; of anybody else's form nothing is, for the page only sends them to sign in. */
  audience: 'signedIn' | 'everyone'
}

const MEGABYTE = 1024 * 1024

const FILE_FORMS: readonly FileForm[] = [
  {
    path: /^\/(?:ar|en)\/community\/(?:new|\d+\/edit)(?:\.data)?$/,
    fields: ['file'],
    most: 200 * MEGABYTE,
    audience: 'signedIn',
  },
  // A little more than a receipt or a CV may have: that it is too large is told at its field.
  { path: /^\/(?:ar|en)\/order-approved(?:\.data)?$/, fields: ['file'], most: 12 * MEGABYTE, audience: 'signedIn' },
  { path: /^\/(?:ar|en)\/join-us(?:\.data)?$/, fields: ['cv'], most: 12 * MEGABYTE, audience: 'everyone' },
]

/** Which of them this request was sent from; a form without a file is read as any other. */
export function fileFormOf(request: Request): FileForm | undefined {
  if (!isUnsafe(request.method) || bodyType(request.headers) !== 'multipart/form-data') return undefined
  const { pathname } = new URL(request.url)
  return FILE_FORMS.find(({ path }) => path.test(pathname))
}

export type ReadForm = { request: Request; files: ReadonlyMap<string, SentFile> } & AsyncDisposable

/**
 * The request with the texts of its form, and the files that came with them until it is disposed of.
 * @throws Problem as `withUploads`
 */
export async function readFileForm(
  request: Request,
  { fields, most, audience }: FileForm,
  ctx: Pick<Context, 'user' | 'settings' | 'log'>,
): Promise<ReadForm> {
  if (audience === 'signedIn' && !ctx.user) {
    await discardBody(request)
    return {
      request: withForm(request, new FormData()),
      files: new Map(),
      [Symbol.asyncDispose]: async () => undefined,
    }
  }
  const { form, files, ...rest } = await withUploads(request, { fields, most }, ctx)
  return { request: withForm(request, form), files, ...rest }
}

function withForm({ url, method, headers, signal }: Request, form: FormData): Request {
  const others = new Headers(headers)
  for (const name of ['content-type', 'content-length', 'transfer-encoding']) others.delete(name)
  return new Request(url, { method, headers: others, body: form, signal })
}
