/** The files of the sitemap, kept compressed for a minute: a long one takes a tenth of a second to make. */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createGunzip, createGzip } from 'node:zlib'
import type { Context as HttpContext } from 'hono'
import { LRUCache } from 'lru-cache'
import { MEGABYTE } from '../../platform/byte-sizes.ts'
import { MINUTE_MS } from '../../platform/durations.ts'

type KeptFile = { gzip: Uint8Array<ArrayBuffer>; etag: string }

/** A file with 20,000 addresses takes about a megabyte. */
const MAX_KEPT_BYTES = 16 * MEGABYTE
const HEADERS = { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=600' }

/** @param make the text in pieces, made once for all who ask at the same time; undefined if the file does not exist */
export function createSitemapFiles(
  now: () => Date,
  make: (path: string) => Promise<Iterable<string> | undefined>,
): (c: HttpContext) => Promise<Response> {
  const files = new LRUCache<string, KeptFile>({
    maxSize: MAX_KEPT_BYTES,
    sizeCalculation: ({ gzip }) => gzip.length,
    ttl: MINUTE_MS,
    perf: { now: () => now().getTime() },
    ttlResolution: 0,
    fetchMethod: async (path) => {
      const pieces = await make(path)
      return pieces && keptFile(pieces)
    },
  })
  return async (c) => {
    const file = await files.fetch(c.req.path)
    return file ? send(c, file) : c.notFound()
  }
}

async function keptFile(pieces: Iterable<string>): Promise<KeptFile> {
  const gzip = Uint8Array.from(await buffer(Readable.from(pieces).pipe(createGzip())))
  return { gzip, etag: createHash('sha256').update(gzip).digest('base64url').slice(0, 27) }
}

function send(c: HttpContext, { gzip, etag }: KeptFile): Response {
  const acceptsGzip = /\bgzip\b/.test(c.req.header('accept-encoding') ?? '')
  const headers = { ...HEADERS, Vary: 'Accept-Encoding', ETag: `"${etag}-${acceptsGzip ? 'gzip' : 'plain'}"` }
  const known = (c.req.header('if-none-match') ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  if (known.includes(headers.ETag)) return c.body(null, 304, headers)
  if (acceptsGzip) return c.body(gzip, 200, { ...headers, 'Content-Encoding': 'gzip' })
  return c.body(Readable.toWeb(Readable.from([gzip]).pipe(createGunzip())) as ReadableStream, 200, headers)
}
