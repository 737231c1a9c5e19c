/** Movements that somebody joined a short while ago to money that was booked before. */
import { sql } from 'kysely'
import type { Database, Tx } from '../../platform/database/database.server.ts'

type Own = { by: number; since: Date }

/** The person's own use `u` since then, of money that has not been asked back or sent back meanwhile. */
const isUndoable = ({
  by,
  since,
}: Own) => sql`u.joined and u.by_staff = ${by}::int and u.started_at > ${since}::timestamptz
  and not exists (select from refunds r where r.order_id = u.order_id and r.requested_at >= u.started_at)
  and not exists (select from company_payments p
    where p.quote_id = u.quote_id and p.kind = 'returned' and p.at >= u.started_at)`

/** When those uses of the lines that can be undone were made, by their ids. */
export async function undoableUses(db: Database, lineIds: readonly number[], own: Own): Promise<Map<number, Date>> {
  if (lineIds.length === 0) return new Map()
  const { rows } = await sql<{ id: number; at: Date }>`
    select u.id::float8 as id, u.started_at as at from bank_line_uses u
    where u.line_id = any(${lineIds}::bigint[]) and ${isUndoable(own)}`.execute(db)
  return new Map(rows.map(({ id, at }) => [id, at]))
}

/** Opens what the use took of its movement. @returns undefined when there is nothing that can be undone */
export async function undoUse(
  tx: Tx,
  { id, lineId }: { id: number; lineId: number },
  own: Own,
): Promise<{ isOfOrder: boolean; reference: string; amountHalalas: number } | undefined> {
  const { rows } = await sql<{ isOfOrder: boolean; reference: string; amountHalalas: number }>`
    with undone as (
      delete from bank_line_uses u where u.id = ${id}::bigint and u.line_id = ${lineId}::bigint and ${isUndoable(own)}
      returning u.line_id, u.order_id, u.quote_id, u.amount_halalas)
    update bank_lines l set used_halalas = l.used_halalas - undone.amount_halalas from undone where l.id = undone.line_id
    returning undone.order_id is not null as "isOfOrder", undone.amount_halalas::float8 as "amountHalalas",
      coalesce((select reference from orders where id = undone.order_id),
        (select number from quotes where id = undone.quote_id)) as reference`.execute(tx)
  return rows[0]
}
