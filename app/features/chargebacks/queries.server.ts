/** Chargebacks in the database. Each change of state is one conditional statement. */
import { type RawBuilder, sql } from 'kysely'
import type { Localized } from '../../../db/shapes.ts'
import type { Database, Tx } from '../../platform/database/database.server.ts'
import type { CHARGEBACK_STATUSES } from './contract.ts'

export type ChargebackStatus = (typeof CHARGEBACK_STATUSES)[number]

export type ChargebackRow = {
  id: string
  orderId: string | null
  userId: number | null
  quoteId: number | null
  attemptId: string
  order: { id: string; reference: string } | null
  quote: { id: number; number: string } | null
  learner: string | null
  company: Localized | null
  provider: string
  reference: string
  amountHalalas: number
  reason: string
  dueOn: string | null
  status: ChargebackStatus
  keepsSeat: boolean | null
  source: 'staff' | 'report'
  createdAt: Date
  notes: {
    kind: 'note' | 'evidence' | 'won' | 'lost'
    note: string
    by: string | null
    at: string
    file: { id: string; name: string; size: number } | null
  }[]
}

const COLUMNS = sql`c.id, c.order_id as "orderId", o.user_id as "userId", c.quote_id as "quoteId",
  coalesce(c.attempt_id, c.purchase_attempt_id) as "attemptId",
  case when o.id is not null then jsonb_build_object('id', o.id, 'reference', o.reference) end as order,
  case when q.id is not null then jsonb_build_object('id', q.id, 'number', q.number) end as quote,
  case when u.erased_at is null then u.first_name || ' ' || u.last_name end as learner,
  (select name from companies where id = q.company_id) as company, coalesce(a.provider, pa.provider) as provider, c.reference,
  c.amount_halalas as "amountHalalas", c.reason, to_char(c.due_on, 'YYYY-MM-DD') as "dueOn", c.status,
  c.keeps_seat as "keepsSeat", c.source, c.created_at as "createdAt",
  coalesce((select jsonb_agg(jsonb_build_object('kind', n.kind, 'note', n.note,
      'by', (select s.first_name || ' ' || s.last_name from users s where s.id = n.by_staff),
      'at', to_char(n.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'file', (select jsonb_build_object('id', f.id, 'name', f.file_name, 'size', f.size) from stored_files f
        where f.id = n.file_id and f.state = 'kept')) order by n.id)
    from chargeback_notes n where n.chargeback_id = c.id), '[]') as notes
  from chargebacks c left join orders o on o.id = c.order_id left join users u on u.id = o.user_id
    left join payment_attempts a on a.id = c.attempt_id
    left join quotes q on q.id = c.quote_id left join purchase_attempts pa on pa.id = c.purchase_attempt_id`

const isStatus = (status: ChargebackStatus | undefined): RawBuilder<unknown> =>
  status === undefined ? sql`true` : sql`c.status = ${status}`

export async function findChargebacks(
  db: Database,
  status: ChargebackStatus | undefined,
  { limit, after }: { limit: number; after: { at: Date; id: string } | undefined },
): Promise<ChargebackRow[]> {
  const place = after ? sql`(c.created_at, c.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`
  const { rows } = await sql<ChargebackRow>`select ${COLUMNS} where ${isStatus(status)} and ${place}
    order by c.created_at desc, c.id desc limit ${limit}`.execute(db)
  return rows
}

export async function countChargebacks(
  db: Database,
  status: ChargebackStatus | undefined,
  max: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from (select from chargebacks c where ${isStatus(status)} limit ${max}) as bounded`.execute(db)
  return rows[0]!.count
}

export async function findChargeback(db: Database, id: string): Promise<ChargebackRow | undefined> {
  const { rows } = await sql<ChargebackRow>`select ${COLUMNS} where c.id = ${id}::uuid`.execute(db)
  return rows[0]
}

export async function chargebacksOf(db: Database, orderId: string): Promise<ChargebackRow[]> {
  const { rows } = await sql<ChargebackRow>`select ${COLUMNS} where c.order_id = ${orderId}::uuid
    order by c.created_at, c.id`.execute(db)
  return rows
}

export async function chargebacksOfQuote(db: Database, quoteId: number): Promise<ChargebackRow[]> {
  const { rows } = await sql<ChargebackRow>`select ${COLUMNS} where c.quote_id = ${quoteId}
    order by c.created_at, c.id`.execute(db)
  return rows
}

/**
 * The card payment that bought the order, and what of it has not gone back; undefined without one. Of an order in parts, one
 * without an open case: that of the disputed amount, or the newest of which so much is left.
 */
export async function cardPaymentOf(
  db: Database,
  orderId: string,
  amountHalalas?: number,
): Promise<{ attemptId: string; leftHalalas: number } | undefined> {
  const [left, disputed] = [sql`paid_halalas - refunded_halalas`, sql`${amountHalalas ?? null}::int`]
  const { rows } = await sql<{ attemptId: string; leftHalalas: number }>`
    select id as "attemptId", ${left} as "leftHalalas" from payment_attempts
    where order_id = ${orderId}::uuid and status = 'paid' and paid_halalas > refunded_halalas
      and provider not in ('transfer', 'cash', 'carried', 'free')
    order by exists (select from chargebacks c
      where c.attempt_id = payment_attempts.id and c.status in ('open', 'answered')),
      ${left} >= ${disputed} desc, ${left} = ${disputed} desc, case when ${left} < ${disputed} then ${left} end desc, part desc limit 1`.execute(
    db,
  )
  return rows[0]
}

/** Of an order or of a company's purchase. */
type Disputed = { orderId: string; attemptId: string } | { quoteId: number; attemptId: string }

/** False when the payment has an open case. */
export async function insertChargeback(
  tx: Tx,
  one: Disputed & {
    id: string
    reference: string
    amountHalalas: number
    reason: string
    dueOn: string
    now: Date
  },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('chargebacks')
    .values({
      ...('orderId' in one
        ? { order_id: one.orderId, attempt_id: one.attemptId }
        : { quote_id: one.quoteId, purchase_attempt_id: one.attemptId }),
      ...{ id: one.id, reference: one.reference },
      ...{ amount_halalas: one.amountHalalas, reason: one.reason, due_on: one.dueOn, source: 'staff' },
      created_at: one.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function insertNote(
  tx: Tx,
  one: {
    id: string
    kind: 'note' | 'evidence' | 'won' | 'lost'
    note: string
    by: number
    now: Date
    fileId?: string | undefined
  },
): Promise<void> {
  await tx
    .insertInto('chargeback_notes')
    .values({
      ...{ chargeback_id: one.id, kind: one.kind, note: one.note, by_staff: one.by, at: one.now },
      file_id: one.fileId ?? null,
    })
    .execute()
}

/** False when it was decided. */
export async function answerChargeback(
  tx: Tx,
  id: string,
  { isAnswered, dueOn }: { isAnswered: boolean; dueOn: string | undefined },
): Promise<boolean> {
  const { numAffectedRows } = await sql`update chargebacks
    set status = case when ${isAnswered} then 'answered' else status end, due_on = coalesce(${dueOn ?? null}::date, due_on)
    where id = ${id}::uuid and status in ('open', 'answered')`.execute(tx)
  return Number(numAffectedRows ?? 0) > 0
}

/** False when somebody decided before. */
export async function endChargeback(
  tx: Tx,
  id: string,
  end: {
    status: 'won' | 'lost'
    keepsSeat: boolean | null
    /** What books the money of a lost one. */
    refundId: string | null
    companyPaymentId: number | null
    now: Date
  },
): Promise<boolean> {
  const { numAffectedRows } = await sql`update chargebacks
    set status = ${end.status}, refund_id = ${end.refundId}::uuid, company_payment_id = ${end.companyPaymentId}::int,
      keeps_seat = ${end.keepsSeat}, decided_at = ${end.now}
    where id = ${id}::uuid and status in ('open', 'answered')`.execute(tx)
  return Number(numAffectedRows ?? 0) > 0
}
