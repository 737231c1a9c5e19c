import { sql } from 'kysely'

/** The id of the account with this address, or of the one into which the account of this address was merged. */
export const accountOfAddress = (email: string) => sql<number>`coalesce(
  (select id from users where email = ${email}), (select user_id from former_addresses where email = ${email}))`
