/** The security log's rows. */
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.server.ts'

export type NewSecurityEvent = {
  at: Date
  event: string
  call: string | null
  outcome: string
  userId: number | null
  addressHash: Buffer | null
  network: string
  requestId: string
  detail: Record<string, string>
  /** The same failure within one minute is one row: a robot must not fill the log. */
  repeatedKey: string | null
}

export async function insertSecurityEvent(db: Database, entry: NewSecurityEvent): Promise<void> {
  await db
    .insertInto('security_events')
    .values({
      at: entry.at,
      event: entry.event,
      call: entry.call,
      outcome: entry.outcome,
      user_id: entry.userId,
      address_hash: entry.addressHash,
      network: entry.network,
      request_id: entry.requestId,
      detail: JSON.stringify(entry.detail),
      repeated_key: entry.repeatedKey,
    })
    .onConflict((conflict) =>
      conflict
        .column('repeated_key')
        .doUpdateSet((row) => ({ count: sql<number>`${row.ref('security_events.count')} + 1` })),
    )
    .execute()
}

export type SecurityFilter = {
  event: string | undefined
  outcome: string | undefined
  addressHashes: Buffer[] | undefined
  userId: number | undefined
  from: Date | undefined
  to: Date | undefined
}

const matching = (db: Database, { event, outcome, addressHashes, userId, from, to }: SecurityFilter) =>
  db
    .selectFrom('security_events')
    .$if(event !== undefined, (query) => query.where('security_events.event', '=', event!))
    .$if(outcome !== undefined, (query) => query.where('security_events.outcome', '=', outcome!))
    .$if(addressHashes !== undefined, (query) => query.where('security_events.address_hash', 'in', addressHashes!))
    .$if(userId !== undefined, (query) => query.where('security_events.user_id', '=', userId!))
    .$if(from !== undefined, (query) => query.where('security_events.at', '>=', from!))
    .$if(to !== undefined, (query) => query.where('security_events.at', '<', to!))

export function findSecurityEvents(db: Database, filter: SecurityFilter, page: { limit: number; offset: number }) {
  const rows = matching(db, filter)
    .select(['id', 'at', 'event', 'call', 'outcome', 'count', 'user_id', 'address_hash'])
    .select(['network', 'request_id', 'detail'])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
  return db
    .selectFrom(rows.as('page'))
    .leftJoin('users', 'users.id', 'page.user_id')
    .selectAll('page')
    .select('users.user_name')
    .orderBy('page.at', 'desc')
    .orderBy('page.id', 'desc')
    .execute()
}

/** Counts up to `max`. */
export async function countSecurityEvents(db: Database, filter: SecurityFilter, max: number): Promise<number> {
  const bounded = matching(db, filter).select('security_events.id').limit(max).as('bounded')
  const { count } = await db
    .selectFrom(bounded)
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function deleteSecurityEventsBefore(db: Database, date: Date): Promise<void> {
  await db.deleteFrom('security_events').where('at', '<', date).execute()
}
