/** Settlement reports of payment companies, and how their lines agree with our payments. */
import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '../../platform/database.server.ts'
import type { LINE_STATES } from './contract.ts'
import type { LineKind, ReportColumns, ReportError, ReportLine } from './report.ts'

export type FileRow = {
  id: string
  provider: string
  fileName: string
  payoutReference: string
  importedAt: Date
  importedBy: string | null
  lines: number
  knownLines: number
  errorCount: number
  errors: ReportError[]
  payouts: { id: string; reference: string }[]
  unread: string | null
}

export async function findFile(db: Database, id: string): Promise<FileRow | undefined> {
  const { rows } = await sql<FileRow>`
    select f.id, f.provider, f.file_name as "fileName", f.payout_reference as "payoutReference",
      f.imported_at as "importedAt", u.first_name || ' ' || u.last_name as "importedBy",
      (select count(*)::int from payout_lines l where l.file_id = f.id) as lines, f.known_lines as "knownLines",
      f.error_count as "errorCount", f.errors, f.unread,
      coalesce((select jsonb_agg(distinct jsonb_build_object('id', p.id, 'reference', p.reference))
        from payout_lines l join payouts p on p.id = l.payout_id where l.file_id = f.id), '[]') as payouts
    from payout_files f left join users u on u.id = f.imported_by where f.id = ${id}::uuid`.execute(db)
  return rows[0]
}

export async function insertFile(
  tx: Tx,
  file: {
    id: string
    provider: string
    fileName: string
    payoutReference: string
    unread: string | null
    now: Date
    by: number
  },
): Promise<void> {
  await tx
    .insertInto('payout_files')
    .values({
      ...{ id: file.id, provider: file.provider, file_name: file.fileName, payout_reference: file.payoutReference },
      ...{ unread: file.unread, imported_at: file.now, imported_by: file.by },
    })
    .execute()
}

/** The text of a file that waits for its columns. Locks the file, so that it is read once. */
export async function lockUnreadFile(
  tx: Tx,
  id: string,
): Promise<{ text: string; provider: string; payoutReference: string } | undefined> {
  const { rows } = await sql<{ text: string; provider: string; payoutReference: string }>`
    select unread as text, provider, payout_reference as "payoutReference" from payout_files
    where id = ${id}::uuid and unread is not null for update`.execute(tx)
  return rows[0]
}

/** One report is stored at a time: two that hold the same lines in another order would wait for each other. */
export async function lockReports(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('payout-lines', 0))`.execute(tx)
}

export async function fileWasRead(
  tx: Tx,
  id: string,
  { errors, errorCount, knownLines }: { errors: ReportError[]; errorCount: number; knownLines: number },
): Promise<void> {
  await sql`update payout_files set errors = ${JSON.stringify(errors)}::jsonb, error_count = ${errorCount},
    known_lines = ${knownLines}, unread = null where id = ${id}::uuid`.execute(tx)
}

/** The payouts with these numbers, which are recorded now where they were unknown; their day is the latest known one. */
export async function savePayouts(
  tx: Tx,
  provider: string,
  payouts: readonly { id: string; reference: string; day: string }[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; reference: string }>`
    insert into payouts (id, provider, reference, day)
    select id, ${provider}::text, reference, day
    from jsonb_to_recordset(${JSON.stringify(payouts)}::jsonb) as one (id uuid, reference text, day date)
    on conflict (provider, reference) do update set day = greatest(payouts.day, excluded.day)
    returning id, reference`.execute(tx)
  return new Map(rows.map(({ id, reference }) => [reference, id]))
}

export type NewLine = ReportLine & { fingerprint: string; occurrence: number; payoutId: string }

/** Stores lines that no file held before; returns how many are new. */
export async function insertReportLines(tx: Tx, fileId: string, lines: readonly NewLine[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with added as (
      insert into payout_lines (payout_id, file_id, fingerprint, occurrence, place, kind, day, reference,
        order_reference, scheme, amount_halalas, fee_halalas, fee_vat_halalas, has_fee)
      select "payoutId", ${fileId}::uuid, fingerprint, occurrence, place, kind, day, reference, "orderReference", scheme,
        "amountHalalas", "feeHalalas", "feeVatHalalas", "hasFee"
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line ("payoutId" uuid, fingerprint text,
        occurrence int, place int, kind text, day date, reference text, "orderReference" text, scheme text,
        "amountHalalas" bigint, "feeHalalas" bigint, "feeVatHalalas" bigint, "hasFee" boolean)
      order by place
      on conflict (fingerprint, occurrence) do nothing returning 1)
    select count(*)::int as count from added`.execute(tx)
  return rows[0]!.count
}

/** Payouts that a file named and of which every line was known under another number are none. */
export async function deleteEmptyPayouts(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`delete from payouts p where p.id = any(${ids}::uuid[]) and p.bank_line_id is null
    and not exists (select from payout_lines l where l.payout_id = p.id)`.execute(tx)
}

/** Finds our payments of lines by the company's number, our attempt or the order; returns how many were found. */
export async function findPaymentsOfLines(db: Database): Promise<number> {
  return (await findPaymentsOfOrders(db)) + (await findPaymentsOfPurchases(db))
}

/** The line `u` of the payout `p` names our attempt by this id; null when its number is none. */
const NAMED_ATTEMPT = sql`case when u.reference ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then u.reference::uuid end`

/** Payments of companies: by the same numbers, or by that of the quote. */
async function findPaymentsOfPurchases(db: Database): Promise<number> {
  const { numAffectedRows } = await sql`
    update payout_lines l set purchase_attempt_id = found.id from (
      select u.id as line, coalesce(
        (select a.id from purchase_attempts a where a.provider = p.provider and a.provider_reference = u.reference
          and u.reference <> ''),
        (select a.id from purchase_attempts a where a.provider = p.provider and a.id = ${NAMED_ATTEMPT}),
        (select a.id from quotes q join purchase_attempts a on a.quote_id = q.id
          where q.number = u.order_reference and a.provider = p.provider and a.status = 'paid'
          order by a.created_at limit 1)) as id
      from payout_lines u join payouts p on p.id = u.payout_id
      where u.attempt_id is null and u.purchase_attempt_id is null and u.kind <> 'adjustment') as found
    where l.id = found.line and found.id is not null`.execute(db)
  return Number(numAffectedRows ?? 0)
}

async function findPaymentsOfOrders(db: Database): Promise<number> {
  const { numAffectedRows } = await sql`
    update payout_lines l set attempt_id = found.id from (
      select u.id as line, coalesce(
        (select a.id from payment_attempts a where a.provider = p.provider and a.provider_reference = u.reference
          and u.reference <> ''),
        (select a.id from payment_attempts a where a.provider = p.provider and a.id = ${NAMED_ATTEMPT}),
        (select a.id from orders o join payment_attempts a on a.order_id = o.id
          where o.reference = u.order_reference and a.provider = p.provider and a.paid_halalas is not null
          order by a.status = 'paid' desc, a.created_at limit 1)) as id
      from payout_lines u join payouts p on p.id = u.payout_id
      where u.attempt_id is null and u.purchase_attempt_id is null and u.kind <> 'adjustment') as found
    where l.id = found.line and found.id is not null`.execute(db)
  return Number(numAffectedRows ?? 0)
}

export type LineState = (typeof LINE_STATES)[number]

/**
 * How a line agrees with ours. Equal refunds of one payment are counted one by one, so that the second line of one refund
 * is unknown. A fee may be stated with its VAT in it.
 */
const COMPARED = sql`
  payout_lines l join payouts p on p.id = l.payout_id
  left join payment_attempts a on a.id = l.attempt_id
  left join purchase_attempts c on c.id = l.purchase_attempt_id
  left join lateral (select count(*) as before from payout_lines s
    where (s.attempt_id = l.attempt_id or s.purchase_attempt_id = l.purchase_attempt_id)
    and s.kind = l.kind and (l.kind <> 'refund' or s.amount_halalas = l.amount_halalas) and s.id < l.id) as same on true
  left join lateral (select count(*) filter (where g.amount_halalas = l.amount_halalas) as equal, sum(g.amount_halalas) as sum
    from ledger g join refunds r on r.id = g.refund_id and not r.by_hand
    where l.kind = 'refund' and g.order_id = a.order_id and g.attempt_id = a.id and g.kind = 'refund') as back on true
  left join lateral (select count(*) filter (where g.halalas = l.amount_halalas) as equal, sum(g.halalas) as sum
    from (select -r.amount_halalas as halalas from company_payments r
        where r.attempt_id = c.id and r.kind = 'returned'
      union all select -c.refunded_halalas where c.refunded_halalas > 0 and not exists (
        select from company_payments r where r.attempt_id = c.id and r.kind = 'returned')) as g
    where l.kind = 'refund' and c.id is not null) as company_back on true
  left join lateral (select round(l.amount_halalas * t.basis_points / 10000.0)::bigint + t.fixed_halalas as fee
    from payout_terms t where l.kind = 'payment' and t.provider = p.provider
      and (l.scheme = '' or t.scheme = case when l.scheme ~* 'mada|مدى' then 'mada' else 'card' end)
    order by abs(round(l.amount_halalas * t.basis_points / 10000.0) + t.fixed_halalas - l.fee_halalas)
    limit 1) as agreed on true
  cross join lateral (select
    case l.kind when 'payment' then coalesce(a.paid_halalas, c.paid_halalas)::bigint
      when 'refund' then case
        when greatest(back.equal, company_back.equal) > same.before then l.amount_halalas
        when greatest(back.equal, company_back.equal) = 0 then coalesce(back.sum, company_back.sum) end
      end as ours,
    l.fee_halalas + l.fee_vat_halalas as taken) as sums
  cross join lateral (select case
    when l.kind = 'adjustment' then 'other'
    when coalesce(a.id, c.id) is null then 'unknown'
    when l.kind = 'payment' and (coalesce(a.paid_halalas, c.paid_halalas) is null or same.before > 0) then 'unknown'
    when l.kind = 'chargeback' and not exists (select from chargebacks c where c.attempt_id = a.id
      and c.amount_halalas = abs(l.amount_halalas)) then 'unknown'
    when l.kind = 'refund' and sums.ours is null then 'unknown'
    when l.kind in ('payment', 'refund') and sums.ours <> l.amount_halalas then 'amountDiffers'
    when l.has_fee and agreed.fee is not null and not (
      (abs(l.fee_halalas - agreed.fee) <= 1 and abs(l.fee_vat_halalas - round(l.fee_halalas * 0.15)) <= 1)
      or (l.fee_vat_halalas = 0 and abs(l.fee_halalas - round(agreed.fee * 1.15)) <= 1)) then 'feeDiffers'
    else 'matched' end as state) as compared`

export type LineRow = {
  id: number
  kind: LineKind
  state: LineState
  day: string
  reference: string
  orderReference: string
  scheme: string
  amountHalalas: number
  feeHalalas: number
  feeVatHalalas: number
  ourHalalas: number | null
  expectedFeeHalalas: number | null
  order: { id: string; reference: string } | null
  /** The company's purchase that it paid. */
  quote: { id: number; number: string } | null
}

const isState = (state: LineState | undefined): RawBuilder<unknown> =>
  state === undefined ? sql`true` : sql`compared.state = ${state}`

export async function findReportLines(
  db: Database,
  { payoutId, state }: { payoutId: string; state?: LineState | undefined },
  { limit, after }: { limit: number; after: number | undefined },
): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    select l.id::float8 as id, l.kind, compared.state, to_char(l.day, 'YYYY-MM-DD') as day, l.reference,
      l.order_reference as "orderReference", l.scheme, l.amount_halalas::float8 as "amountHalalas",
      l.fee_halalas::float8 as "feeHalalas", l.fee_vat_halalas::float8 as "feeVatHalalas",
      sums.ours::float8 as "ourHalalas", agreed.fee::float8 as "expectedFeeHalalas",
      (select jsonb_build_object('id', o.id, 'reference', o.reference) from orders o where o.id = a.order_id) as order,
      (select jsonb_build_object('id', q.id, 'number', q.number) from quotes q where q.id = c.quote_id) as quote
    from ${COMPARED} where l.payout_id = ${payoutId}::uuid and ${isState(state)}
      and ${after === undefined ? sql`true` : sql`l.id > ${after}::bigint`}
    order by l.id limit ${limit}`.execute(db)
  return rows
}

export async function countReportLines(
  db: Database,
  { payoutId, state }: { payoutId: string; state?: LineState | undefined },
  max: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (
    select from ${COMPARED} where l.payout_id = ${payoutId}::uuid and ${isState(state)} limit ${max}) as bounded`.execute(
    db,
  )
  return rows[0]!.count
}

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

/** Open movements of exactly the payout's net around its day. */
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

export type MissingRow = {
  order: { id: string; reference: string } | null
  quote: { id: number; number: string } | null
  provider: string
  reference: string | null
  amountHalalas: number
  at: Date
}

/** Payments before then that no report names, from the first day that reports of their company tell of. */
export async function paymentsWithoutLine(db: Database, before: Date, max: number): Promise<MissingRow[]> {
  const { rows } = await sql<MissingRow>`
    with first as (select p.provider, min(l.day) as day from payout_lines l join payouts p on p.id = l.payout_id
        group by p.provider)
    select * from (select jsonb_build_object('id', o.id, 'reference', o.reference) as order, null::jsonb as quote,
      g.provider, g.provider_reference as reference, g.amount_halalas::float8 as "amountHalalas", g.at
    from first join ledger g on g.at >= (first.day::timestamp at time zone 'Asia/Riyadh') and g.at < ${before}
        and g.provider = first.provider and g.kind = 'payment'
      join orders o on o.id = g.order_id
    where not exists (select from payout_lines l where l.attempt_id = g.attempt_id and l.kind = 'payment')
    order by g.at limit ${max}) as of_orders
    union all (select null, jsonb_build_object('id', q.id, 'number', q.number), c.provider, c.provider_reference,
      c.paid_halalas::float8, c.created_at
    from first join purchase_attempts c on c.provider = first.provider and c.status = 'paid'
        and c.created_at >= (first.day::timestamp at time zone 'Asia/Riyadh') and c.created_at < ${before}
      join quotes q on q.id = c.quote_id
    where not exists (select from payout_lines l where l.purchase_attempt_id = c.id and l.kind = 'payment')
    order by c.created_at limit ${max})
    order by at limit ${max}`.execute(db)
  return rows
}

export async function rememberedReportColumns(db: Database): Promise<{ header: string[]; columns: ReportColumns }[]> {
  const { rows } = await sql<{ header: string[]; columns: ReportColumns }>`
    select header::jsonb as header, columns from payout_columns order by updated_at desc limit 50`.execute(db)
  return rows
}

export async function rememberReportColumns(
  tx: Tx,
  header: readonly string[],
  { columns, now }: { columns: ReportColumns; now: Date },
): Promise<void> {
  await sql`insert into payout_columns (header, columns, updated_at)
    values (${JSON.stringify(header)}, ${JSON.stringify(columns)}::jsonb, ${now})
    on conflict (header) do update set columns = excluded.columns, updated_at = excluded.updated_at`.execute(tx)
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

/** Files whose columns nobody named within 30 days are forgotten. */
export async function forgetUnreadFiles(db: Database, now: Date): Promise<void> {
  await sql`update payout_files set unread = null
    where unread is not null and imported_at < ${now}::timestamptz - interval '30 days'`.execute(db)
}
