/** The body of a request as it comes, from senders who may be anybody. */
import { isProblem, Problem } from '../api/problem.ts'

/** A sender who brings less than `bytes` in `milliseconds` is cut off. */
export type Patience = { milliseconds: number; bytes: number }

export const PATIENCE: Patience = { milliseconds: 30_000, bytes: 30_000 }
/** How long a request may take to come in, however large it is: the server ends it then. */
export const LONGEST_REQUEST_MS = 4 * 3600_000

/**
 * Not more than `most`, not slower than patience allows, and until it is stopped.
 * @throws Problem tooLarge, uploadTooSlow, malformedBody when the sender goes away; what it was stopped for
 */
export async function* received(
  request: Request,
  { most, patience = PATIENCE }: { most: number; patience?: Patience },
  stop = new AbortController(),
): AsyncGenerator<Uint8Array> {
  const reader = request.body?.getReader()
  if (!reader) return
  let size = 0
  let sizeBefore = 0
  // The connection is left alone, so that the answer can still be sent over it. A race of promises would do as well,
  // and hold every piece that came until the last.
  stop.signal.addEventListener('abort', () => reader.releaseLock())
  const watch = setInterval(() => {
    if (size - sizeBefore < patience.bytes) stop.abort(new Problem('uploadTooSlow'))
    sizeBefore = size
  }, patience.milliseconds)
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      size += value.byteLength
      if (size > most) throw new Problem('tooLarge')
      yield value
    }
  } catch (error) {
    if (stop.signal.aborted) throw stop.signal.reason
    // Whatever befalls the connection: what came is not whole.
    throw isProblem(error) ? error : new Problem('malformedBody')
  } finally {
    clearInterval(watch)
    reader.releaseLock()
  }
}
