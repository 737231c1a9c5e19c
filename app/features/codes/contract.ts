import { z } from 'zod'

/** How long to wait before another code may be requested. */
export const ResendWait = z.object({ resendAfterSeconds: z.int() })
