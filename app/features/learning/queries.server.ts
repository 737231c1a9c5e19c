/** What a learner's enrolments are about. An enrolment is a paid order. */
import { sql } from 'kysely'
import { preparedStatement } from '../../../db/prepared.ts'
import type { Localized } from '../../../db/shapes.ts'
import { waitsFor } from '../../../db/transfers.ts'
import type { Database } from '../../platform/database/database.server.ts'
import type { WaitsFor } from '../catalogue/course-contract.ts'
import type { LeadStatus } from '../leads/enquiry-contract.ts'

export type EnrolmentRow = {
  orderId: string
  nextSession: {
    startsAt: string
    endsAt: string
    room: string | null
    isOnline: boolean
    /** Also null while a part is missed. */
    joinLink: string | null
  } | null
  city: Localized | null
  venue: Localized | null
  total: number
  ended: number
  attended: number
  lessons: number
  lessonsDone: number
  materials: { id: number; name: string; size: number }[]
  certificate: { year: number; place: number; code: string } | null
  moveRequest: { reference: string; status: LeadStatus; askedAt: string } | null
  isReviewed: boolean
}

type EnrolmentPage = { userId: number; now: Date; offset: number; count: number }

/** While a part is missed, without materials and links to join. One page; how many a learner has is limited by what they have paid for. */
export const findEnrolments = preparedStatement(
  'own_enrolments',
  (db: Database, { userId, now, offset, count }: EnrolmentPage) => ({
    compile: () =>
      sql<EnrolmentRow>`
    with page as (
      select o.id, o.schedule_id, o.course_id, o.user_id, o.access_paused_at is not null as paused, s.city, s.venue, s.ends_at, next.id as next_id, next.starts_at as next_at
      from orders o left join schedules s on s.id = o.schedule_id
        left join lateral (select n.id, n.starts_at from run_sessions n
          where n.schedule_id = o.schedule_id and n.ends_at > ${now} and s.cancelled_at is null
          order by n.starts_at limit 1) as next on true
      where o.user_id = ${userId} and o.status = 'paid'
      order by next.starts_at, (s.ends_at > ${now}) desc, o.schedule_id is null desc, s.ends_at desc, o.paid_at desc, o.id
      limit ${count} offset ${offset})
    select page.id as "orderId", page.city, page.venue,
      (select jsonb_build_object('startsAt', n.starts_at, 'endsAt', n.ends_at, 'room', n.room,
          'isOnline', n.join_link is not null or page.city is null, 'joinLink', case when not page.paused then n.join_link end)
        from run_sessions n where n.id = page.next_id) as "nextSession",
      (select count(*)::int from run_sessions n where n.schedule_id = page.schedule_id) as total,
      (select count(*)::int from run_sessions n where n.schedule_id = page.schedule_id
        and (n.ends_at <= ${now} or exists (select from attendance a where a.session_id = n.id and a.order_id = page.id))) as ended,
      (select count(*)::int from attendance a join run_sessions n on n.id = a.session_id
        where a.order_id = page.id and a.state <> 'absent' and n.schedule_id = page.schedule_id) as attended,
      (select count(*)::int from lessons l where l.course_id = page.course_id and page.schedule_id is null) as lessons,
      (select count(*)::int from lessons l join lesson_progress p on p.lesson_id = l.id and p.user_id = page.user_id
        where l.course_id = page.course_id and page.schedule_id is null and p.done_at is not null) as "lessonsDone",
      coalesce((select jsonb_agg(jsonb_build_object('id', m.id, 'name', coalesce(m.title, f.file_name), 'size', f.size)
        order by m.id) from run_materials m join stored_files f on f.id = m.file_id
        where m.schedule_id = page.schedule_id and not page.paused), '[]') as materials,
      (select jsonb_build_object('year', c.year, 'place', c.place, 'code', c.code) from certificates c
        where c.order_id = page.id and c.revoked_at is null limit 1) as certificate,
      (select jsonb_build_object('reference', l.reference, 'status', coalesce(kept.status, l.status), 'askedAt', l.created_at)
        from leads l left join leads kept on kept.id = l.merged_into
        where l.order_id = page.id and l.kind = 'contact' and l.fields ? 'orderReference'
        order by l.created_at desc limit 1) as "moveRequest",
      exists (select from reviews r where r.course_id = page.course_id and r.user_id = page.user_id) as "isReviewed"
    from page
    order by page.next_at, (page.ends_at > ${now}) desc, page.schedule_id is null desc, page.ends_at desc`.compile(db),
  }),
)

/** Counts up to `max` + 1. */
export async function countEnrolments(db: Database, userId: number, max: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from (select from orders where user_id = ${userId} and status = 'paid' limit ${max + 1}) as bounded`.execute(db)
  return rows[0]!.count
}

export type PendingRow = { orderId: string; courseName: Localized; waitsFor: WaitsFor }

/** Of more orders that are not paid yet, the newest are named. */
const MAX_PENDING = 5

/** The orders that are to become enrolments: not paid yet, while their time runs. Without seats that a waiting list offers. */
export async function findPending(db: Database, userId: number, now: Date): Promise<PendingRow[]> {
  const { rows } = await sql<PendingRow>`
    select o.id as "orderId", o.course_name as "courseName",
      ${waitsFor} as "waitsFor"
    from orders o left join transfers t on t.order_id = o.id
    where o.user_id = ${userId} and o.status = 'pending' and o.expires_at > ${now}
      and not exists (select from waiting_places w where w.order_id = o.id)
    order by o.created_at desc limit ${MAX_PENDING}`.execute(db)
  return rows
}
