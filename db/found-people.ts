/** How staff find people and their orders: by what people say of themselves, such as the last digits of a number. */
import { type RawBuilder, sql } from 'kysely'

/** The beginning of an e-mail address: three characters at least, since shorter ones begin too many. */
const ADDRESS_START = /^[\w.%+-]{3,}(?:@[\w.-]*)?$/
/** More addresses with the same beginning are not collected. */
const MAX_ADDRESSES = 200
/** The end of an order's number, as people read it out: four digits at least. */
const NUMBER_END = /^[\d-]*\d{4}$/

const literally = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/**
 * Selects the `id` of accounts by their e-mail address or its beginning, the address of an account that was merged into
 * theirs, their mobile number, or a part of the name.
 * @param phone the search as a mobile number, if it is one
 * @param max of a name; so many and not more are collected
 */
export function peopleFoundBy(search: string, phone: string | undefined, max: number): RawBuilder<{ id: number }> {
  const start = ADDRESS_START.test(search) ? literally(search.toLowerCase()) : null
  return sql`select id from users where email = lower(${search}) and erased_at is null
    union select user_id from former_addresses where email = lower(${search})
    union select id from users where phone = ${phone ?? search} and erased_at is null
    union (select id from users where email like ${start}::text || '%' and erased_at is null limit ${MAX_ADDRESSES})
    union select id from (
      select id from users where search_name like name_pattern(${search}) and erased_at is null limit ${max}) as named`
}

/** Whether the number of an order ends so (index `orders_by_end_of_number`); the search has digits of 0 to 9. */
export function isEndOfNumber(search: string, table = 'orders'): RawBuilder<boolean> {
  const reference = sql.ref(`${table}.reference`)
  return NUMBER_END.test(search) ? sql`reverse(${reference}) like reverse(${search}) || '%'` : sql`false`
}
