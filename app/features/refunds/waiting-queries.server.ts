/** Money that waits for a person. */
import { sql } from 'kysely'
import type { Database } from '../../platform/database.server.ts'

/**
 * Why it waits: a request to decide; a refund that the provider refused, left unclear or does not confirm; one of a bank
 * transfer, which staff send; a payment that bought no order.
 */
export type WaitingReason = 'requested' | 'refused' | 'unclear' | 'unconfirmed' | 'transfer' | 'unmatched'

export type WaitingMoney = {
  reason: WaitingReason
  /** The number of the order, or else the provider's reference. */
  reference: string
  /** Null for a payment that belongs to no order. */
  orderId: string | null
  amountHalalas: number
  currency: string
  since: Date
}

/** What has waited since before then, the longest first. */
export async function findWaitingMoney(db: Database, before: Date, max: number): Promise<WaitingMoney[]> {
  const { rows } = await sql<WaitingMoney>`
    select * from (
      select case when r.status = 'sending' and a.provider = 'transfer' then 'transfer'
          when r.status = 'sending' then 'unconfirmed' else r.status end as reason,
        o.reference, o.id as "orderId", coalesce(r.amount_halalas, o.total_halalas - o.refunded_halalas) as "amountHalalas",
        coalesce(a.paid_currency, 'SAR') as currency, coalesce(r.decided_at, r.requested_at) as since
      from refunds r join orders o on o.id = r.order_id left join payment_attempts a on a.id = r.attempt_id
      where r.status in ('requested', 'sending', 'unclear') or (r.status = 'refused' and not exists (
        select from refunds later where later.order_id = r.order_id and later.requested_at > r.requested_at
          and later.attempt_id is not distinct from r.attempt_id and later.status in ('sending', 'unclear', 'done')))
      union all
      select 'unmatched', coalesce(o.reference, p.provider_reference), o.id, p.amount_halalas, p.currency, p.seen_at
      from unmatched_payments p left join orders o on o.id = p.order_id where p.status in ('open', 'sending')
    ) as waiting where since < ${before} order by since limit ${max}`.execute(db)
  return rows
}
