import type { SentFile } from '../../api/sent-file.ts'

const ENCRYPT = '/Encrypt'
/** `/Encrypt` in a trailer: a dictionary or a reference to one. */
const LOCK = /\/Encrypt\s*(?:\d+\s+\d+\s+R|<<)/
const MAX_LOCK_LENGTH = 64

/** Whether a PDF needs a password to open, so that readers could not read it. */
export async function isLockedPdf(file: SentFile): Promise<boolean> {
  let rest = ''
  for await (const chunk of file.stream()) {
    const text = rest + Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1')
    if (text.includes(ENCRYPT) && LOCK.test(text)) return true
    rest = text.slice(-MAX_LOCK_LENGTH)
  }
  return false
}
