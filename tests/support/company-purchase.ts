/** Seats that a company has bought, as its accepted quote leaves them. */
import { sql } from 'kysely'
import type { Database } from '../../app/platform/database/database.server.ts'

type Purchase = { courseId: number; scheduleId?: number; seats?: number; name?: string; isReleased?: boolean }

let purchases = 0

export async function companyPurchase(
  db: Database,
  { courseId, scheduleId, seats = 1, name = 'شركة أفق', isReleased = true }: Purchase,
) {
  const number = `QT-TEST-${++purchases}`
  const { rows } = await sql<{ companyId: number; quoteId: number; lineId: number }>`
    with company as (insert into companies (name) values (jsonb_build_object('ar', ${name}::text)) returning id),
    quote as (insert into quotes (company_id, number, contact_name, contact_email, lang, state, valid_until, payment_days,
        withdrawal_days, document, answer, created_at, sent_at, answered_at, released_at)
      select id, ${number}, 'هند', 'hind@company.example', 'ar', 'accepted', current_date + 30, 30, 7, '{}', '{}',
        now(), now(), now(), case when ${isReleased} then now() end from company returning id, company_id),
    line as (insert into quote_lines (quote_id, course_id, schedule_id, seats, unit_halalas)
      select id, ${courseId}::int, ${scheduleId ?? null}::int, ${seats}::int, 100000 from quote returning id, quote_id)
    select company_id as "companyId", line.quote_id as "quoteId", line.id as "lineId"
    from line join quote on quote.id = line.quote_id`.execute(db)
  const { companyId, quoteId, lineId } = rows[0]!
  await sql`insert into company_seats (quote_id, line_id, schedule_id, code)
    select ${quoteId}::int, ${lineId}::int, ${scheduleId ?? null}::int, 'TEST' || ${lineId}::text || 'S' || n from generate_series(1, ${seats}::int) as n`.execute(
    db,
  )
  if (scheduleId !== undefined)
    await sql`update schedules set held_seats = held_seats + ${seats}::int, company_seats = company_seats + ${seats}::int
      where id = ${scheduleId}`.execute(db)
  return { companyId, quoteId, lineId, number }
}

/** A learner's order uses a seat of it. */
export async function takeSeat(db: Database, lineId: number, orderId: string): Promise<void> {
  await sql`update company_seats set order_id = ${orderId}::uuid, used_at = now()
    where id = (select min(id) from company_seats where line_id = ${lineId} and order_id is null)`.execute(db)
}
