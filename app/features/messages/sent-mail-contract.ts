/** A mail about a record, as staff see it there. */
import { z } from 'zod'

export const SentMail = z.object({
  id: z.int(),
  subject: z.string(),
  at: z.iso.datetime(),
  status: z.enum(['sent', 'waiting', 'failed']),
  /** Not while it waits, nor when its content has expired. */
  canSendAgain: z.boolean(),
})
export type SentMail = z.output<typeof SentMail>
