import type { SmsPort } from './port.ts'

/** Sends nothing: in the demonstration the stored messages themselves are shown at `/outbox`. */
export const outboxSms: SmsPort = { name: 'outbox', send: async () => ({}) }
