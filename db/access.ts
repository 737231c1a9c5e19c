import { sql } from 'kysely'

/** Whether the order `o` gives what is for its learners: it is paid, and no missed part of it has paused that. */
export const givesAccess = sql`o.status = 'paid' and o.access_paused_at is null`
