/** How long members of staff stay signed in. */
import { HOUR_MS } from '../../platform/durations.ts'

/** From the sign-in: a working day. */
export const STAFF_SESSION_MS = 12 * HOUR_MS
/** Without use. */
export const STAFF_IDLE_MS = HOUR_MS
