/** The body of a request while it arrives, limited in size and protected against senders who keep it open. */
import { isProblem, Problem } from '../../api/problem.ts'
import { HOUR_MS } from '../../platform/durations.ts'
import { IN_MEMORY } from './receiving.server.ts'

/** A sender who brings less than `bytes` in `intervalMs` is cut off. */
export type UploadRate = { intervalMs: number; bytes: number }

export const MIN_UPLOAD_RATE: UploadRate = { intervalMs: 30_000, bytes: 30_000 }
/** How long a request may take to arrive, however large it is. The server ends it then. */
export const REQUEST_TIMEOUT_MS = 4 * HOUR_MS

export type StreamLimits = { maxBytes: number; minRate?: UploadRate }

/**
 * The body in chunks: at most `maxBytes`, not slower than `minRate`, and until `stop` is aborted.
 * @throws Problem tooLarge, uploadTooSlow, malformedBody when the sender goes away; the reason of `stop`
 */
export async function* streamBody(
  request: Request,
  { maxBytes, minRate = MIN_UPLOAD_RATE }: StreamLimits,
  stop = new AbortController(),
): AsyncGenerator<Uint8Array> {
  const reader = request.body?.getReader()
  if (!reader) return
  let size = 0
  let sizeBefore = 0
  // The connection stays open, so that the answer can still be sent over it. A race of promises would also end the
  // reading, but would hold every chunk in memory until the last.
  stop.signal.addEventListener('abort', () => reader.releaseLock())
  const watch = setInterval(() => {
    if (size - sizeBefore < minRate.bytes) stop.abort(new Problem('uploadTooSlow'))
    sizeBefore = size
  }, minRate.intervalMs)
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      size += value.byteLength
      if (size > maxBytes) throw new Problem('tooLarge')
      yield value
    }
  } catch (error) {
    if (stop.signal.aborted) throw stop.signal.reason
    // The connection broke: the body is incomplete.
    throw isProblem(error) ? error : new Problem('malformedBody')
  } finally {
    clearInterval(watch)
    reader.releaseLock()
  }
}

/**
 * The whole body in memory, whatever length was announced.
 * @param network whose body it is, see `Receiving`
 * @throws Problem as `streamBody`; busy
 */
export async function readBytes(request: Request, maxBytes: number, network?: string): Promise<Buffer<ArrayBuffer>> {
  refuseAnnounced(request, maxBytes)
  const end = IN_MEMORY.begin(announcedBytes(request) ?? maxBytes, network)
  try {
    const chunks: Uint8Array[] = []
    for await (const chunk of streamBody(request, { maxBytes })) chunks.push(chunk)
    return Buffer.concat(chunks)
  } finally {
    end()
  }
}

/** The length of the body; undefined where it was not announced. */
export function announcedBytes({ headers, body }: Request): number | undefined {
  const length = headers.get('content-length')
  return body === null ? 0 : length === null ? undefined : Number(length)
}

/** A form without a file: its text fields, and the headers of each part. */
export const MAX_SMALL_BYTES = 1_500_000

/** Whether the body may bring a file of some size. */
export function isLarge(request: Request): boolean {
  return (announcedBytes(request) ?? Number.POSITIVE_INFINITY) > MAX_SMALL_BYTES
}

/**
 * Whether the rest of the body is never read after this refusal. The connection must then be closed: a client that sent
 * its next request on it would be cut off.
 */
export function leavesBodyUnread(request: Request, { code }: Problem): boolean {
  return code === 'tooLarge' || code === 'uploadTooSlow' || (request.body !== null && !request.bodyUsed)
}

/** Refuses a body by its announced length, before any of it is read. */
export function refuseAnnounced(request: Request, maxBytes: number): void {
  if ((announcedBytes(request) ?? 0) > maxBytes) throw new Problem('tooLarge')
}
