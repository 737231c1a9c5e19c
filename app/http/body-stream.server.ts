/** The body of a request while it arrives, limited in size and protected against senders who keep it open. */
import { isProblem, Problem } from '../api/problem.ts'
import { HOUR_MS } from '../platform/durations.ts'

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
 * @throws Problem as `streamBody`
 */
export async function readBytes(request: Request, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  refuseAnnounced(request, maxBytes)
  const chunks: Uint8Array[] = []
  for await (const chunk of streamBody(request, { maxBytes })) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Refuses a body by its announced length, before any of it is read. */
export function refuseAnnounced({ headers }: Request, maxBytes: number): void {
  if (Number(headers.get('content-length') ?? 0) > maxBytes) throw new Problem('tooLarge')
}
