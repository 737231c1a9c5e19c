/** How much work waits, for whoever watches over the installation. Each count reads only what waits. */
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.server.ts'

export type JobCounts = { waiting: number; running: number; failed: number; oldestSeconds: number }

/** Jobs whose time has come; `failed` will not be tried again unless somebody asks for it. */
export async function countJobs(db: Database): Promise<JobCounts> {
  const { rows } = await sql<JobCounts>`
    select count(*) filter (where locked_at is null and attempts < max_attempts and run_at <= now()) as waiting,
      count(*) filter (where locked_at is not null) as running,
      count(*) filter (where locked_at is null and attempts >= max_attempts) as failed,
      coalesce(extract(epoch from now() - min(run_at)
        filter (where locked_at is null and attempts < max_attempts and run_at <= now())), 0)::double precision
        as "oldestSeconds"
    from graphile_worker.jobs`.execute(db)
  return rows[0]!
}

export async function countUnhandledEvents(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from payment_events where handled_at is null`.execute(db)
  return rows[0]!.count
}

export type OwedRefunds = { status: string; count: number; halalas: number }

/** Refunds that are not finished; `refused` only where none of the same payment followed. */
export async function sumOwedRefunds(db: Database): Promise<OwedRefunds[]> {
  const { rows } = await sql<OwedRefunds>`
    select r.status, count(*) as count, coalesce(sum(coalesce(r.amount_halalas, o.total_halalas - o.unpaid_halalas - o.refunded_halalas)), 0) as halalas
    from refunds r join orders o on o.id = r.order_id
    where r.status in ('requested', 'sending', 'unclear', 'refused') and not r.is_followed group by r.status`.execute(
    db,
  )
  return rows
}

/** Payments that bought nothing and were not returned. */
export async function countUnmatchedPayments(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from unmatched_payments where status in ('open', 'sending')`.execute(db)
  return rows[0]!.count
}

/** How long the oldest message of each channel has waited, in seconds. */
export async function findOldestMessages(db: Database, now: Date): Promise<{ channel: string; seconds: number }[]> {
  const { rows } = await sql<{ channel: string; seconds: number }>`
    select channel, extract(epoch from ${now} - min(created_at))::double precision as seconds
    from messages where sent_at is null and given_up_at is null group by channel`.execute(db)
  return rows
}

export type EInvoiceCounts = { waiting: number; refused: number; oldestSeconds: number }

/** Documents that wait for the tax authority, and those that it refused and nobody has sent again. */
export async function countEInvoices(db: Database, now: Date): Promise<EInvoiceCounts> {
  const { rows } = await sql<EInvoiceCounts>`
    select waits.count as waiting, waits.seconds as "oldestSeconds", (
      select count(*)::int from e_invoices e where state = 'refused' and not exists (
        select from e_invoices n where n.invoice_id = e.invoice_id and n.attempt > e.attempt)) as refused
    from (select count(*)::int, coalesce(extract(epoch from ${now}::timestamptz - min(created_at)), 0)::double precision as seconds
      from e_invoices where state = 'waiting') as waits`.execute(db)
  return rows[0]!
}
