/** Payouts of payment companies with the movements in which they arrived, and the agreed fees. */
import { sql } from 'kysely'
import type { Database, Tx } from '../../platform/database/database.server.ts'
import { COMPARED, type LineState } from './line-queries.server.ts'

export type Movement = { id: number; day: string; amountHalalas: number; description: string }

export type PayoutRow = {
  id: string
  provider: string
  reference: string
  day: string
  lines: number
  amountHalalas: number
  feeHalalas: number
  feeVatHalalas: number
  counts: Partial<Record<LineState, number>>
  arrived: Movement | null
}

const PAYOUT = sql`w.id, w.provider, w.reference, to_char(w.day, 'YYYY-MM-DD') as day, sums.*,
  coalesce((select jsonb_object_agg(state, count) from (select compared.state, count(*) as count
    from ${COMPARED} where l.payout_id = w.id group by compared.state) as states), '{}') as counts,
  (select jsonb_build_object('id', b.id, 'day', b.day, 'amountHalalas', b.amount_halalas, 'description', b.description)
    from bank_lines b where b.id = w.bank_line_id) as arrived
  from payouts w cross join lateral (
    select count(*)::int as lines, coalesce(sum(amount_halalas), 0)::float8 as "amountHalalas",
      coalesce(sum(fee_halalas), 0)::float8 as "feeHalalas", coalesce(sum(fee_vat_halalas), 0)::float8 as "feeVatHalalas"
    from payout_lines where payout_id = w.id) as sums`

export async function findPayouts(
  db: Database,
  { limit, after }: { limit: number; after: { day: string; id: string } | undefined },
): Promise<PayoutRow[]> {
  const place = after ? sql`(w.day, w.id) < (${after.day}::date, ${after.id}::uuid)` : sql`true`
  const { rows } =
    await sql<PayoutRow>`select ${PAYOUT} where ${place} order by w.day desc, w.id desc limit ${limit}`.execute(db)
  return rows
}

export async function countPayouts(db: Database, max: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from (select from payouts limit ${max}) as bounded`.execute(db)
  return rows[0]!.count
}

export async function findPayout(db: Database, id: string): Promise<PayoutRow | undefined> {
  const { rows } = await sql<PayoutRow>`select ${PAYOUT} where w.id = ${id}::uuid`.execute(db)
  return rows[0]
}

const NET = sql`(select coalesce(sum(amount_halalas - fee_halalas - fee_vat_halalas), 0) from payout_lines
  where payout_id = w.id)`

/** Open movements of exactly the payout's net amount, a few days before or after its day. */
export async function movementsFor(db: Database, id: string, withinDays: number): Promise<Movement[]> {
  const { rows } = await sql<Movement>`
    select b.id::float8 as id, to_char(b.day, 'YYYY-MM-DD') as day, b.amount_halalas::float8 as "amountHalalas", b.description
    from payouts w join bank_lines b on b.amount_halalas = ${NET}
      and b.amount_halalas > 0 and b.used_halalas < b.amount_halalas and b.set_aside is null and b.used_halalas = 0
      and b.day between w.day - ${withinDays}::int and w.day + ${withinDays}::int
    where w.id = ${id}::uuid and w.bank_line_id is null
    order by abs(b.day - w.day), b.id limit 10`.execute(db)
  return rows
}

/**
 * Takes the whole movement for the payout: the statement that keeps it from paying an order, or another payout.
 * @returns false when the amounts differ or the movement was used or set aside
 */
export async function takeMovement(
  tx: Tx,
  id: string,
  { lineId, now, by }: { lineId: number; now: Date; by: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with taken as (
      update bank_lines b set used_halalas = b.amount_halalas from payouts w
      where b.id = ${lineId}::bigint and b.used_halalas = 0 and b.set_aside is null and b.amount_halalas > 0
        and w.id = ${id}::uuid and b.amount_halalas = ${NET}
      returning b.id)
    update payouts set bank_line_id = taken.id, matched_at = ${now}, matched_by = ${by}
    from taken where payouts.id = ${id}::uuid`.execute(tx)
  return Number(numAffectedRows ?? 0) > 0
}

/** Locks the payout. */
export async function lockPayout(
  tx: Tx,
  id: string,
): Promise<{ reference: string; lineId: number | null } | undefined> {
  const { rows } = await sql<{ reference: string; lineId: number | null }>`
    select reference, bank_line_id::float8 as "lineId" from payouts where id = ${id}::uuid for update`.execute(tx)
  return rows[0]
}

export async function giveMovementBack(tx: Tx, id: string): Promise<void> {
  await sql`
    with former as (select bank_line_id as id from payouts where id = ${id}::uuid),
      given as (update payouts set bank_line_id = null, matched_at = null, matched_by = null where id = ${id}::uuid)
    update bank_lines b set used_halalas = 0 from former where b.id = former.id`.execute(tx)
}

export type TermsRow = { provider: string; scheme: 'mada' | 'card'; basisPoints: number; fixedHalalas: number }

export async function findTerms(db: Database): Promise<TermsRow[]> {
  const { rows } = await sql<TermsRow>`select provider, scheme, basis_points as "basisPoints",
    fixed_halalas as "fixedHalalas" from payout_terms order by provider, scheme desc`.execute(db)
  return rows
}

export async function saveTerms(tx: Tx, { provider, scheme, basisPoints, fixedHalalas }: TermsRow): Promise<void> {
  await sql`insert into payout_terms (provider, scheme, basis_points, fixed_halalas)
    values (${provider}, ${scheme}, ${basisPoints}, ${fixedHalalas})
    on conflict (provider, scheme) do update set basis_points = excluded.basis_points,
      fixed_halalas = excluded.fixed_halalas`.execute(tx)
}
