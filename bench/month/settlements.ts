/** What the payment company settled, and what it says of disputed payments. */
import { sql } from 'kysely'
import type { Database } from '../../app/platform/database/database.server.ts'
import { DAY_MS, HOUR_MS } from '../../app/platform/durations.ts'
import type { Refund, Sale, Span } from './model.ts'
import { insertRows, uuidOf } from './rows.ts'

const FEE_HALALAS = 345
/** Refunds that were lost chargebacks, and payments that are disputed still. */
const LOST = 3
const OPEN = 2

type Month = { span: Span; sales: Sale[]; refunds: Refund[] }

export async function insertSettlements(db: Database, month: Month): Promise<void> {
  await insertPayouts(db, month)
  await insertChargebacks(db, month)
}

const inMonth = ({ from, until }: Span, at: Date) => at >= from && at < until

/** The first has arrived in the account; the second has not, and has a line of a payment that nobody knows. */
async function insertPayouts(db: Database, { span, sales }: Month): Promise<void> {
  const settled = sales
    .filter(({ method, price, paidAt }) => method === 'online' && price.totalHalalas > 0 && inMonth(span, paidAt))
    .slice(0, 40)
  const day = new Date(span.until.getTime() - DAY_MS + 3 * HOUR_MS).toISOString().slice(0, 10)
  const net = settled.reduce((sum, { price }) => sum + price.totalHalalas - FEE_HALALAS, 0)
  const [file, statement, arrived, waiting] = ['file', 'statement', 'P-1', 'P-2'].map((name) =>
    uuidOf(`payout ${name}`),
  )
  await sql`insert into payout_files (id, provider, file_name, payout_reference, imported_at)
    values (${file!}, 'moyasar', 'x.csv', '', ${span.until})`.execute(db)
  await sql`with statement as (insert into bank_statements (id, file_name, format, imported_at)
      values (${statement!}, 'x.csv', 'csv', ${span.until}) returning id),
    line as (insert into bank_lines (statement_id, fingerprint, occurrence, place, day, amount_halalas, used_halalas,
        bank_reference, description, payer_name, payer_account)
      select id, 'payout', 1, 1, ${day}::date, ${net}, ${net}, 'MOYASAR', '', '', '' from statement returning id)
    insert into payouts (id, provider, reference, day, bank_line_id)
      select ${arrived!}::uuid, 'moyasar', 'P-1', ${day}::date, id from line
      union all select ${waiting!}::uuid, 'moyasar', 'P-2', ${day}::date, null`.execute(db)
  const line = (payout: string, place: number, reference: string, amount: number, attempt: string | null) => ({
    ...{
      payout_id: payout,
      file_id: file,
      fingerprint: reference,
      occurrence: 1,
      place,
      kind: 'payment',
      day,
      reference,
    },
    ...{ order_reference: '', scheme: '', amount_halalas: amount, fee_halalas: FEE_HALALAS, fee_vat_halalas: 0 },
    ...{ has_fee: true, attempt_id: attempt },
  })
  await insertRows(db, 'payout_lines', [
    ...settled.map(({ attemptId, price }, place) =>
      line(arrived!, place, `p ${attemptId}`, price.totalHalalas, attemptId),
    ),
    line(waiting!, 1, 'of nobody', 123_45, null),
  ])
}

async function insertChargebacks(db: Database, { span, sales, refunds }: Month): Promise<void> {
  const lost = refunds
    .filter(({ sale, at, isCarried, ofSeat }) => sale.method === 'online' && ofSeat && !isCarried && inMonth(span, at))
    .slice(0, LOST)
  const disputed = sales
    .filter(
      ({ method, price, paidAt, refundedHalalas }) =>
        method === 'online' && price.totalHalalas > 0 && refundedHalalas === 0 && inMonth(span, paidAt),
    )
    .slice(-OPEN)
  const facts = { reference: '', reason: 'لم يتعرف على الدفعة', source: 'staff' }
  await insertRows(db, 'chargebacks', [
    ...lost.map(({ id, sale, attemptId, amountHalalas, at }) => ({
      ...{
        id: uuidOf(`lost ${id}`),
        order_id: sale.id,
        attempt_id: attemptId,
        amount_halalas: amountHalalas,
        ...facts,
      },
      ...{ status: 'lost', keeps_seat: false, refund_id: id, created_at: sale.paidAt, decided_at: at },
    })),
    ...disputed.map(({ id, attemptId, price, paidAt }) => ({
      ...{
        id: uuidOf(`disputed ${id}`),
        order_id: id,
        attempt_id: attemptId,
        amount_halalas: price.totalHalalas,
        ...facts,
      },
      ...{ status: 'open', keeps_seat: null, refund_id: null, created_at: paidAt, decided_at: null },
    })),
  ])
}
