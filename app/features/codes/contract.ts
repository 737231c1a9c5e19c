import { z } from 'zod'

/** How long to wait before another code may be asked for. */
export const ResendWait = z.object({ resendAfterSeconds: z.int() })
