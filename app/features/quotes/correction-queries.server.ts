/** What is mended of quotes and purchases. */
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.server.ts'
import { isCorrectable } from './money-queries.server.ts'

/** Also in what was sent, which has no phone. @param endsLink the link of the former address ends */
export async function saveContact(
  tx: Tx,
  id: number,
  { name, email, phone, endsLink }: { name: string; email: string; phone: string | null; endsLink: boolean },
): Promise<void> {
  await sql`update quotes set contact_name = ${name}, contact_email = ${email}, contact_phone = ${phone},
    link_key = case when ${endsLink} then gen_random_uuid() else link_key end,
    document = case when document is not null
      then jsonb_set(document, '{contact}', jsonb_build_object('name', ${name}::text, 'email', ${email}::text)) end
    where id = ${id}`.execute(tx)
}

export type DeletedPayment = {
  kind: 'received' | 'returned'
  method: 'transfer' | 'cash' | 'card'
  amountHalalas: number
  reference: string
  receivedOn: string
  /** The seats were opened at the moment at which it was booked. */
  hasReleased: boolean
}

/** Seats that are opened by a payment are so in the moment in which it is booked. */
const RELEASED_WITHIN = sql`interval '10 seconds'`

/** Keeps the month from being closed meanwhile. @returns undefined when it has to stay */
export async function deletePayment(tx: Tx, quoteId: number, id: number): Promise<DeletedPayment | undefined> {
  const { rows } = await sql<DeletedPayment>`
    delete from company_payments p using quotes q
    where p.id = ${id} and p.quote_id = ${quoteId} and q.id = p.quote_id and ${isCorrectable}
      and p.at >= coalesce(open_books_from(), '-infinity')
    returning p.kind, p.method, p.amount_halalas as "amountHalalas", p.reference, p.received_on::text as "receivedOn",
      coalesce(p.kind = 'received' and q.released_at between p.at and p.at + ${RELEASED_WITHIN}, false) as "hasReleased"`.execute(
    tx,
  )
  return rows[0]
}

/**
 * Opens what the bank movement of a transfer was used for: the one that booked it, else one of its amount that was
 * joined to it later.
 */
export async function freeMovement(
  tx: Tx,
  quoteId: number,
  { reference, amountHalalas }: Pick<DeletedPayment, 'reference' | 'amountHalalas'>,
): Promise<void> {
  await sql`
    with freed as (
      delete from bank_line_uses where id = (
        select u.id from bank_line_uses u join bank_lines l on l.id = u.line_id
        where u.quote_id = ${quoteId} and u.amount_halalas = ${amountHalalas}
          and (u.joined or coalesce(nullif(l.bank_reference, ''), 'BANK-' || l.id) = ${reference})
        order by u.joined, u.id desc limit 1)
      returning line_id, amount_halalas)
    update bank_lines l set used_halalas = l.used_halalas - freed.amount_halalas from freed where l.id = freed.line_id`.execute(
    tx,
  )
}

/** Of bank movements, what is used for a purchase beyond its money by transfer. */
export async function usedTooMuch(tx: Tx, quoteId: number): Promise<boolean> {
  const { rows } = await sql<{ isTooMuch: boolean }>`select
    coalesce((select sum(amount_halalas) from bank_line_uses where quote_id = ${quoteId}), 0)
      > coalesce((select sum(amount_halalas) from company_payments
        where quote_id = ${quoteId} and kind = 'received' and method = 'transfer'), 0) as "isTooMuch"`.execute(tx)
  return rows[0]!.isTooMuch
}

/** The seats wait for payment again. */
export async function closeSeats(tx: Tx, id: number): Promise<void> {
  await sql`update quotes set released_at = null where id = ${id}`.execute(tx)
}
