/** Files as operations get them, for calls in process. */
import type { SentFile } from '../../app/api/sent-file.ts'

export function sentText(text: string, name = 'text.txt'): SentFile {
  const bytes = Buffer.from(text)
  return {
    ...{ path: '', name, size: bytes.length, head: bytes.subarray(0, 4100) },
    bytes: async () => bytes,
    stream: async function* () {
      yield bytes
    },
  }
}
