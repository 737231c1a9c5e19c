/** How long members of staff stay signed in. */
import type { STAFF } from '../../api/endpoint.ts'
import { HOUR_MS } from '../../platform/durations.ts'

/** From the sign-in: a working day. */
export const STAFF_SESSION_MS = 12 * HOUR_MS
/** Without use. */
export const STAFF_IDLE_MS = HOUR_MS

const ROLES: typeof STAFF = ['Admin', 'Owner']
export const STAFF_ROLES: readonly string[] = ROLES
export const isStaff = ({ roles }: { roles: readonly string[] }) => roles.some((role) => STAFF_ROLES.includes(role))
