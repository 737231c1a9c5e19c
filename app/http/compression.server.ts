/** How answers are compressed. */
import { promisify } from 'node:util'
import {
  type BrotliOptions,
  brotliCompress,
  brotliCompressSync,
  brotliDecompress,
  constants,
  gunzip as gunzipCompress,
  gzip as gzipCompress,
} from 'node:zlib'
import { DocumentResponse } from './document-response.ts'

/** More than most pages compressed: with less, each needs several turns. */
const OUTPUT_BYTES = 64_000
/** Up to here, what is sent once takes less time to compress than to hand to another thread and back. */
const MAX_BYTES_AT_ONCE = 200_000
const compressBrotli = promisify(brotliCompress)
export const unbrotli = promisify(brotliDecompress)
export const gzip = promisify(gzipCompress)
export const gunzip = promisify(gunzipCompress)

export type Encoding = 'br' | 'gzip'

/** For what is sent many times. */
export const brotli = (bytes: Uint8Array): Promise<Buffer> => compressBrotli(bytes, optionsOf(bytes, 5))

/** For what is sent once: half the work of quality 4 for 6 % more bytes. */
async function brotliOnce(bytes: Uint8Array): Promise<Buffer> {
  const options = optionsOf(bytes, 2)
  return bytes.length <= MAX_BYTES_AT_ONCE ? brotliCompressSync(bytes, options) : compressBrotli(bytes, options)
}

const optionsOf = (bytes: Uint8Array, quality: number): BrotliOptions => ({
  chunkSize: OUTPUT_BYTES,
  params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
})

/** Browsers send the same header in turn: comparing it costs less than reading it. */
const lastAccepted: { header: string; encoding: Encoding | undefined } = { header: '', encoding: undefined }

/** The smallest encoding that an `Accept-Encoding` header accepts. */
export function acceptedEncoding(accepted: string | null | undefined): Encoding | undefined {
  if (!accepted) return undefined
  if (accepted !== lastAccepted.header) {
    lastAccepted.header = accepted
    lastAccepted.encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : undefined
  }
  return lastAccepted.encoding
}

export async function compressed(request: Request, response: Response): Promise<Response> {
  const encoding = acceptedEncoding(request.headers.get('accept-encoding'))
  if (!encoding || response.headers.has('content-encoding')) return response
  if (!(response instanceof DocumentResponse) && !response.body) return response
  // A download is streamed, and is small already.
  if (response.headers.has('content-disposition')) return response
  const bytes = Buffer.from(await response.arrayBuffer())
  const headers = new Headers(response.headers)
  headers.set('Content-Encoding', encoding)
  const body = encoding === 'br' ? await brotliOnce(bytes) : await gzip(bytes)
  return new Response(new Uint8Array(body), { status: response.status, headers })
}
