/** Streams a file of storage, whole or in the requested range (RFC 9110, 13 and 14). */
import type { Context as HttpContext } from 'hono'
import type { StoragePort } from '../adapters/storage/port.ts'
import { byteRange } from './files/byte-range.ts'

/**
 * @param etag in quotes; it changes with the bytes
 * @returns 200, 206, 304, 404 or 416
 */
export async function sendStored(
  c: HttpContext,
  storage: StoragePort,
  name: string,
  entityHeaders: Record<string, string> & { 'Content-Type': string },
  etag: string,
): Promise<Response> {
  const { 'Content-Type': type, ...others } = entityHeaders
  if (isKnown(c.req.header('if-none-match'), etag)) return c.body(null, 304, { ...others, ETag: etag })
  const headers = { ...entityHeaders, 'Accept-Ranges': 'bytes', ETag: etag }
  const range = mayBePart(c.req.header('if-range'), etag) ? c.req.header('range') : undefined
  const isHead = c.req.method === 'HEAD'
  if (isHead || range !== undefined) {
    const size = await storage.sizeOf(name)
    if (size === undefined) return c.notFound()
    const part = isHead ? 'whole' : byteRange(range, size)
    if (isHead) return c.body(null, 200, { ...headers, 'Content-Length': String(size) })
    if (part === 'none') return c.body(null, 416, { ...headers, 'Content-Range': `bytes */${size}` })
    if (part !== 'whole') {
      const opened = await storage.open(name, part)
      if (!opened) return c.notFound()
      return c.body(opened.stream, 206, {
        ...headers,
        'Content-Length': String(part.last - part.first + 1),
        'Content-Range': `bytes ${part.first}-${part.last}/${size}`,
      })
    }
  }
  const opened = await storage.open(name)
  if (!opened) return c.notFound()
  return c.body(opened.stream, 200, { ...headers, 'Content-Length': String(opened.size) })
}

/** A cache in between may have made the ETag a weak one. */
function isKnown(header: string | undefined, etag: string): boolean {
  const marks = (header ?? '').split(',').map((mark) => mark.trim().replace(/^W\//, ''))
  return marks.includes(etag)
}

/** With another ETag the client's part is of another file: it gets the whole. We send no date to compare with. */
function mayBePart(header: string | undefined, etag: string): boolean {
  return header === undefined || header.trim() === etag
}
