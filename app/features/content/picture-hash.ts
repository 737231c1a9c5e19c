import { createHash } from 'node:crypto'

/** What tells pictures apart in their addresses. */
export const hashOfBytes = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex').slice(0, 16)
