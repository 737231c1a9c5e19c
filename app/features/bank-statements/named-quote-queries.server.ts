/** Quotes that movements name, and what of their money was booked before its movement came. */
import { sql } from 'kysely'
import type { Localized } from '../../../db/shapes.ts'
import type { Database, Tx } from '../../platform/database/database.server.ts'
import type { QuoteState } from '../quotes/terms.ts'

/** The quotes with these numbers, or whose invoice or debit note has one of them, by the number that is spelled out. */
export async function knownQuotes(db: Database, numbers: readonly string[]): Promise<Map<string, number>> {
  if (numbers.length === 0) return new Map()
  const { rows } = await sql<{ number: string; id: number }>`
    select number, id from quotes where number = any(${numbers}::text[])
    union all
    select number, quote_id from invoices
    where number = any(${numbers}::text[]) and quote_id is not null and kind <> 'credit-note'`.execute(db)
  return new Map(rows.map(({ number, id }) => [number, id]))
}

/** What was booked for the quote `q` as transferred, less what movements were used for: its movement is still to come. */
export const QUOTE_BOOKED_WITHOUT_MOVEMENT = sql<number>`greatest(0,
  coalesce((select sum(p.amount_halalas) from company_payments p
    where p.quote_id = q.id and p.kind = 'received' and p.method = 'transfer'), 0)
  - coalesce((select sum(u.amount_halalas) from bank_line_uses u where u.quote_id = q.id), 0))::float8`

export type NamedQuote = {
  quoteId: number
  number: string
  state: QuoteState
  company: Localized
  /** Of its money by transfer, what no movement was used for. */
  bookedHalalas: number
}

/** The quotes with these ids, whatever has become of them. */
export async function namedQuotes(db: Database, ids: readonly number[]): Promise<NamedQuote[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<NamedQuote>`
    select q.id as "quoteId", q.number, q.state, c.name as company, ${QUOTE_BOOKED_WITHOUT_MOVEMENT} as "bookedHalalas"
    from quotes q join companies c on c.id = q.company_id where q.id = any(${ids}::int[])`.execute(db)
  return rows
}

/** Of a purchase's money by transfer, what no movement was used for. */
export async function purchaseBookedWithoutMovement(tx: Tx, quoteId: number): Promise<number> {
  const { rows } = await sql<{ booked: number }>`
    select ${QUOTE_BOOKED_WITHOUT_MOVEMENT} as booked from quotes q where q.id = ${quoteId}`.execute(tx)
  return rows[0]!.booked
}
