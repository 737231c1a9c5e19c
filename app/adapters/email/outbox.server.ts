import type { EmailPort } from './port.ts'

/** Sends nothing: in the demonstration the stored messages themselves are shown at `/outbox`. */
export const outboxEmail: EmailPort = { name: 'outbox', send: async () => undefined }
