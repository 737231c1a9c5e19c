/** What of a month is not settled yet. */
import { sql } from 'kysely'
import { isRestAsked } from '../../../db/transfers.ts'
import type { Database } from '../../platform/database/database.server.ts'
import type { OpenItem } from './figures.ts'

/** What was open before `until` and still is `now`, beside the refunds and payments that wait. */
export async function findOpenItems(
  db: Database,
  { lastDay, until, now }: { lastDay: string; until: Date; now: Date },
): Promise<OpenItem[]> {
  const { rows } = await sql<OpenItem>`
    select 'transfers' as what, count(*)::int as count, coalesce(sum(o.total_halalas - o.unpaid_halalas), 0)::float8 as halalas
    from orders o join transfers t on t.order_id = o.id
    where o.status = 'pending' and o.method = 'transfer' and t.receipt_at < ${until} and t.answer is null
      and not ${isRestAsked}
    union all
    select 'bankLines', count(*)::int, coalesce(sum(amount_halalas - used_halalas), 0)::float8 from bank_lines
    where amount_halalas > 0 and used_halalas < amount_halalas and set_aside is null and day <= ${lastDay}::date
    union all
    select 'withoutInvoice', count(*)::int, coalesce(sum(amount), 0)::float8 from (
      select coalesce((select p.amount_halalas from order_parts p where p.order_id = o.id and p.part = 1), o.total_halalas)
        as amount from orders o where o.paid_at is not null and not o.is_invoiced and o.paid_at < ${until}
      union all
      select amount_halalas from order_parts
      where part > 1 and paid_at is not null and not is_invoiced and paid_at < ${until}) as missing
    union all
    select 'withoutCreditNote', count(*)::int, coalesce(sum(amount_halalas), 0)::float8 from refunds
    where status = 'done' and of_seat and amount_halalas > 0 and not is_credited and done_at < ${until}
    union all
    select 'purchasesOverdue', count(*)::int, coalesce(sum(due_halalas), 0)::float8 from purchase_balances
    where due_halalas > 0 and due_at < least(${until}::timestamptz, ${now}::timestamptz)
    union all
    select 'owedToCompanies', count(*)::int, coalesce(-sum(b.due_halalas), 0)::float8 from purchase_balances b
    where b.due_halalas < 0 and exists (select from invoices i where i.quote_id = b.quote_id and i.issued_at < ${until})
    union all
    select 'purchaseRefunds', count(*)::int, coalesce(sum(amount_halalas), 0)::float8 from purchase_refunds
    where status in ('sending', 'unclear') and at < ${until}
    union all
    select 'chargebacks', count(*)::int, coalesce(sum(amount_halalas), 0)::float8 from chargebacks
    where status in ('open', 'answered') and created_at < ${until}
    union all
    select 'payoutsNotArrived', count(distinct p.id)::int,
      coalesce(sum(l.amount_halalas - l.fee_halalas - l.fee_vat_halalas), 0)::float8
    from payouts p left join payout_lines l on l.payout_id = p.id
    where p.bank_line_id is null and p.day <= ${lastDay}::date
    union all
    select 'payoutLinesUnknown', count(*)::int, coalesce(sum(amount_halalas), 0)::float8 from payout_lines
    where attempt_id is null and purchase_attempt_id is null and kind <> 'adjustment'
      and day <= ${lastDay}::date
    union all
    select 'eInvoicesWaiting', count(*)::int, coalesce(sum((i.document #>> '{totals,totalHalalas}')::int), 0)::float8
    from e_invoices e join invoices i on i.id = e.invoice_id
    where e.state = 'waiting' and i.issued_at < ${until}`.execute(db)
  return rows
}
