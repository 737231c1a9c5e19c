/** The movements of the bank account, and what these pay. */
import { type RawBuilder, sql } from 'kysely'
import { mayOweParts } from '../../../db/access.ts'
import type { Localized } from '../../../db/shapes.ts'
import type { Database, Tx } from '../../platform/database/database.server.ts'
import type { OpenPurchase } from './purchase-matching.ts'

export type LineState = 'open' | 'used' | 'setAside' | 'outgoing'

const isOpen = (line: string) => {
  const column = (name: string) => sql.ref(`${line}.${name}`)
  return sql`(${column('amount_halalas')} > 0 and ${column('used_halalas')} < ${column('amount_halalas')} and ${column('set_aside')} is null)`
}

export const LINE_STATES: Record<LineState, RawBuilder<unknown>> = {
  open: isOpen('l'),
  used: sql`l.amount_halalas > 0 and l.used_halalas = l.amount_halalas`,
  setAside: sql`l.set_aside is not null`,
  outgoing: sql`l.amount_halalas <= 0`,
}

export type BankLineRow = {
  id: number
  day: string
  amountHalalas: number
  usedHalalas: number
  bankReference: string
  description: string
  payerName: string
  setAside: string | null
  uses: { id: number; orderId: string | null; quoteId: number | null; reference: string; amountHalalas: number }[]
  payout: { id: string; reference: string } | null
}

const LINE = sql`l.id::float8 as id, to_char(l.day, 'YYYY-MM-DD') as day, l.amount_halalas::float8 as "amountHalalas",
  l.used_halalas::float8 as "usedHalalas", l.bank_reference as "bankReference", l.description,
  l.payer_name as "payerName", l.set_aside as "setAside",
  coalesce((select jsonb_agg(jsonb_build_object('id', u.id, 'orderId', u.order_id, 'quoteId', u.quote_id,
      'reference', coalesce(o.reference, q.number), 'amountHalalas', u.amount_halalas) order by u.id)
    from bank_line_uses u left join orders o on o.id = u.order_id left join quotes q on q.id = u.quote_id where u.line_id = l.id and u.done_at is not null), '[]')
    as uses,
  (select jsonb_build_object('id', w.id, 'reference', w.reference) from payouts w where w.bank_line_id = l.id) as payout`

export type LineFilter = {
  state: LineState
  statementId?: string | undefined
  query?: string | undefined
  amountHalalas?: number | undefined
  from?: string | undefined
  to?: string | undefined
}

const conditionsOf = ({ state, statementId, query, amountHalalas, from, to }: LineFilter) =>
  sql.join(
    [
      LINE_STATES[state],
      ...(statementId === undefined ? [] : [sql`l.statement_id = ${statementId}::uuid`]),
      ...(amountHalalas === undefined ? [] : [sql`abs(l.amount_halalas) = ${amountHalalas}::bigint`]),
      ...(from === undefined ? [] : [sql`l.day >= ${from}::date`]),
      ...(to === undefined ? [] : [sql`l.day <= ${to}::date`]),
      ...wordsOf(query).map((word) => sql`${WORDS} like '%' || ar_norm(${word}) || '%'`),
    ],
    sql` and `,
  )

const WORDS = sql`ar_norm(l.description || ' ' || l.payer_name || ' ' || l.bank_reference)`
const MAX_WORDS = 8

const wordsOf = (query = '') =>
  query
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, MAX_WORDS)
    .map((word) => word.replace(/[\\%_]/g, '\\$&'))

/** Open ones, the oldest first, since their orders wait longest; others, the newest first. */
export async function findLines(
  db: Database,
  filter: LineFilter,
  { limit, after }: { limit: number; after: { day: string; id: number } | undefined },
): Promise<BankLineRow[]> {
  const [direction, beyond] = filter.state === 'open' ? [sql`asc`, sql`>`] : [sql`desc`, sql`<`]
  const place = after ? sql`(l.day, l.id) ${beyond} (${after.day}::date, ${after.id}::bigint)` : sql`true`
  const { rows } = await sql<BankLineRow>`select ${LINE} from bank_lines l where ${conditionsOf(filter)} and ${place}
    order by l.day ${direction}, l.id ${direction} limit ${limit}`.execute(db)
  return rows
}

export async function countLines(db: Database, filter: LineFilter, max: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from (select from bank_lines l where ${conditionsOf(filter)} limit ${max}) as bounded`.execute(db)
  return rows[0]!.count
}

/** All that are open, up to `max`: parts of one payment find each other among them. */
export async function openLines(db: Database, max: number): Promise<BankLineRow[]> {
  const { rows } = await sql<BankLineRow>`select ${LINE} from bank_lines l where ${isOpen('l')}
    order by l.day, l.id limit ${max}`.execute(db)
  return rows
}

export async function linesById(db: Database, ids: readonly number[]): Promise<BankLineRow[]> {
  const { rows } = await sql<BankLineRow>`select ${LINE} from bank_lines l where l.id = any(${ids}::bigint[])
    order by array_position(${ids}::bigint[], l.id)`.execute(db)
  return rows
}

export type WaitingOrder = {
  id: string
  reference: string
  missingHalalas: number
  learnerId: number
  learnerName: string
  course: Localized
}

/** Of unpaid orders, as their index has it: those that still wait have no end. */
const hasNoEndBefore = (table: string, time: RawBuilder<unknown>) =>
  sql`${sql.ref(`${table}.paid_at`)} is null and coalesce(${sql.ref(`${table}.ended_at`)}, 'infinity'::timestamptz) > ${time}`

/**
 * Orders whose transfer can still be approved, up to `max`: open ones, those that ended within the last 60 days, and those
 * that hold and owe a part, with the part that is paid next.
 */
export async function waitingOrders(db: Database, now: Date, max: number): Promise<WaitingOrder[]> {
  const { rows } = await sql<WaitingOrder>`
    with waiting as (
      (select o.id, o.created_at, (o.total_halalas - o.unpaid_halalas - coalesce(t.received_halalas, 0))::float8 as missing
      from orders o left join transfers t on t.order_id = o.id
      where ${hasNoEndBefore('o', sql`${now}::timestamptz - interval '60 days'`)}
        and exists (select from payment_attempts a where a.order_id = o.id and a.provider = 'transfer'
          and a.status in ('created', 'abandoned', 'failed'))
      order by o.created_at desc limit ${max})
      union all
      (select o.id, o.created_at, p.amount_halalas::float8 from order_parts p join orders o on o.id = p.order_id
      where p.paid_at is null and ${mayOweParts} and not exists (select from order_parts b
        where b.order_id = p.order_id and b.part < p.part and b.paid_at is null)
      order by p.due_at limit ${max}))
    select o.id, o.reference, w.missing as "missingHalalas", u.id as "learnerId",
      u.first_name || ' ' || u.last_name as "learnerName", o.course_name as course
    from waiting w join orders o on o.id = w.id join users u on u.id = o.user_id
    order by w.created_at desc limit ${max}`.execute(db)
  return rows
}

/** Purchases of companies that are not paid in full, those due first, up to `max`. */
export async function owingPurchases(db: Database, max: number): Promise<(OpenPurchase & { company: Localized })[]> {
  const { rows } = await sql<OpenPurchase & { company: Localized }>`
    select q.id as "quoteId", q.number, b.due_halalas::float8 as "dueHalalas", c.id as "companyId", c.name as company,
      array_remove(array[c.name ->> 'ar', c.name ->> 'en'], null) as "companyNames",
      array(select i.number from invoices i where i.quote_id = q.id and i.kind <> 'credit-note') as invoices
    from purchase_balances b join quotes q on q.id = b.quote_id join companies c on c.id = q.company_id
    where b.due_halalas > 0 order by b.due_at, b.quote_id limit ${max}`.execute(db)
  return rows
}

type Use = { lineId: number; amountHalalas: number; now: Date; by: number }
type UsedFor = {
  orderId: string | null
  quoteId: number | null
  receivedBefore: number
  isDone: boolean
  isJoined: boolean
}

/**
 * Takes a part of a movement, unless too little is left of it or it was set aside: the statement that keeps a movement
 * from being used twice.
 * @returns the id of the use
 */
async function takeOfLine(
  tx: Tx,
  { lineId, amountHalalas, now, by }: Use,
  { orderId, quoteId, receivedBefore, isDone, isJoined }: UsedFor,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    with taken as (
      update bank_lines set used_halalas = used_halalas + ${amountHalalas}::bigint
      where id = ${lineId}::bigint and set_aside is null and used_halalas + ${amountHalalas}::bigint <= amount_halalas
      returning id)
    insert into bank_line_uses (line_id, order_id, quote_id, amount_halalas, received_before, started_at, done_at,
      by_staff, joined)
    select id, ${orderId}::uuid, ${quoteId}::int, ${amountHalalas}::bigint, ${receivedBefore}::bigint, ${now}::timestamptz,
      ${isDone ? now : null}::timestamptz, ${by}::int, ${isJoined} from taken
    returning id::float8 as id`.execute(tx)
  return rows[0]?.id
}

/** For an order; the use ends when its money is booked. */
export const claimLine = (tx: Tx, use: Use & { orderId: string; receivedBefore: number }) =>
  takeOfLine(tx, use, { ...use, quoteId: null, isDone: false, isJoined: false })

/** For a purchase, whose money is booked in the same transaction: the use ends as it begins. */
export const takeForPurchase = (tx: Tx, use: Use & { quoteId: number }) =>
  takeOfLine(tx, use, { ...use, orderId: null, receivedBefore: 0, isDone: true, isJoined: false })

/** For money of an order that is booked in the same transaction. */
export const takeForOrder = (tx: Tx, use: Use & { orderId: string }) =>
  takeOfLine(tx, use, { ...use, quoteId: null, receivedBefore: 0, isDone: true, isJoined: false })

/** For money that was booked before. */
export const joinLine = (tx: Tx, use: Use & { orderId: string | null; quoteId: number | null }) =>
  takeOfLine(tx, use, { ...use, receivedBefore: 0, isDone: true, isJoined: true })

/** Locks the uses of an order that have no end yet. */
export async function lockUnfinished(
  tx: Tx,
  orderId: string,
): Promise<{ id: number; lineId: number; amountHalalas: number; receivedBefore: number }[]> {
  const { rows } = await sql<{ id: number; lineId: number; amountHalalas: number; receivedBefore: number }>`
    select id::float8 as id, line_id::float8 as "lineId", amount_halalas::float8 as "amountHalalas",
      received_before::float8 as "receivedBefore"
    from bank_line_uses where order_id = ${orderId}::uuid and done_at is null order by id for update`.execute(tx)
  return rows
}

export async function finishUses(tx: Tx, ids: readonly number[], now: Date): Promise<void> {
  await sql`update bank_line_uses set done_at = ${now} where id = any(${ids}::bigint[])`.execute(tx)
}

/** Gives the money of uses back to their movements. */
export async function releaseUses(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`
    with released as (
      delete from bank_line_uses where id = any(${ids}::bigint[]) and done_at is null returning line_id, amount_halalas)
    update bank_lines l set used_halalas = l.used_halalas - r.amount
    from (select line_id, sum(amount_halalas) as amount from released group by line_id) r
    where l.id = r.line_id`.execute(tx)
}

/** Orders with uses that were started before then and have no end: the server was stopped in the middle. */
export async function ordersWithUnfinished(db: Database, before: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct order_id as id from bank_line_uses where done_at is null and started_at < ${before} limit 100`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Whether the order has taken a payment by transfer, and what has arrived for it before. */
export async function transferTaken(db: Database, orderId: string): Promise<{ isTaken: boolean; received: number }> {
  const { rows } = await sql<{ isTaken: boolean; received: number }>`
    select coalesce(bool_or(a.status not in ('created', 'abandoned', 'failed')), false) as "isTaken",
      coalesce((select received_halalas from transfers where order_id = ${orderId}::uuid), 0)::float8 as received
    from payment_attempts a where a.order_id = ${orderId}::uuid and a.provider = 'transfer' and a.part = 1`.execute(db)
  return rows[0]!
}

export async function setAside(
  tx: Tx,
  id: number,
  { reason, now, by }: { reason: string | null; now: Date; by: number },
): Promise<boolean> {
  const { numAffectedRows } =
    await sql`update bank_lines set set_aside = ${reason}, decided_at = ${now}, decided_by = ${by}
    where id = ${id}::bigint and used_halalas < amount_halalas`.execute(tx)
  return Number(numAffectedRows ?? 0) > 0
}

export type LineWords = { id: number; description: string; payerName: string; payerAccount: string }

/** Movements whose words may hold accounts. Locks them. */
export async function uncheckedWords(tx: Tx, limit: number): Promise<LineWords[]> {
  const { rows } = await sql<LineWords>`
    select id::float8 as id, description, payer_name as "payerName", payer_account as "payerAccount"
    from bank_lines where not words_checked order by id limit ${limit} for update skip locked`.execute(tx)
  return rows
}

export async function wordsWereChecked(tx: Tx, lines: readonly Omit<LineWords, 'payerAccount'>[]): Promise<void> {
  await sql`update bank_lines l set description = line.description, payer_name = line."payerName", words_checked = true
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line (id bigint, description text, "payerName" text)
    where l.id = line.id`.execute(tx)
}

/** Deletes the payers' accounts of movements before this day, and unread files; returns how many. */
export async function eraseAccounts(db: Database, before: string, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`update bank_lines set payer_account = ''
    where payer_account <> '' and words_checked and day < ${before}::date`.execute(db)
  await sql`update bank_statements set unread = null
    where unread is not null and imported_at < ${now}::timestamptz - interval '30 days'`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** The numbers of orders, by their ids. */
export async function referencesOf(db: Database, orderIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; reference: string }>`
    select id, reference from orders where id = any(${orderIds}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, reference }) => [id, reference]))
}
