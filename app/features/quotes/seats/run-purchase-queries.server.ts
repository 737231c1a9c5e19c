/** What companies have bought in a run, and what became of it when the run was moved or cancelled. */
import { sql } from 'kysely'
import type { Localized } from '../../../../db/shapes.ts'
import type { Database } from '../../../platform/database/database.server.ts'

/** A line of an accepted quote with seats in the run. */
export type LineInRun = {
  quoteId: number
  number: string
  company: Localized
  contact: string
  lineId: number
  /** All that were bought with the line, and what they cost together. */
  seats: number
  totalHalalas: number
  withdrawn: number
  /** Of the run. */
  unused: number
  /** The orders that use seats of the line in the run. */
  orderIds: string[]
  /** What the company owes for the whole purchase; below zero, what is to be sent back. */
  dueHalalas: number
}

export async function linesInRun(db: Database, runId: number): Promise<LineInRun[]> {
  const { rows } = await sql<LineInRun>`
    select q.id as "quoteId", q.number, k.name as company, q.contact_name as contact, l.id as "lineId", l.seats,
      coalesce((select (printed ->> 'totalHalalas')::float8 from jsonb_array_elements(q.document -> 'lines') as printed
        where (printed ->> 'quoteLineId')::int = l.id), 0) as "totalHalalas",
      (select count(*)::int from company_seats w where w.line_id = l.id and w.withdrawn_at is not null) as withdrawn,
      count(*) filter (where s.order_id is null)::int as unused,
      coalesce(array_agg(s.order_id) filter (where s.order_id is not null), '{}') as "orderIds",
      coalesce((select b.due_halalas::float8 from purchase_balances b where b.quote_id = q.id), 0) as "dueHalalas"
    from company_seats s join quote_lines l on l.id = s.line_id join quotes q on q.id = s.quote_id
      join companies k on k.id = q.company_id
    where s.schedule_id = ${runId} and s.withdrawn_at is null
    group by q.id, k.id, l.id order by q.id, l.id`.execute(db)
  return rows
}

export type TimesOfRun = {
  course: Localized
  startsAt: Date
  endsAt: Date
  city: Localized | null
  freeExitUntil: Date | null
}

export async function timesOfRun(db: Database, runId: number): Promise<TimesOfRun> {
  const { rows } = await sql<TimesOfRun>`
    select c.name as course, s.starts_at as "startsAt", s.ends_at as "endsAt", s.city,
      s.free_exit_until as "freeExitUntil"
    from schedules s join courses c on c.id = s.course_id where s.id = ${runId}`.execute(db)
  return rows[0]!
}

/** How many of a purchase's seats are used in another run since this action moved their orders there. */
export async function movedSeats(db: Database, actionId: string, quoteId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from run_action_items i join company_seats s on s.order_id = i.order_id
    where i.action_id = ${actionId}::uuid and i.outcome = 'moved' and s.quote_id = ${quoteId}`.execute(db)
  return rows[0]!.count
}
