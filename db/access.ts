import { sql } from 'kysely'

/** Whether the order `o` gives what is for its learners: it is paid, and no missed part of it has paused that. */
export const givesAccess = sql`o.status = 'paid' and o.access_paused_at is null`

/**
 * Whether the order `o` of a recorded course is finished: it has its certificate, or all its lessons are done. A lesson
 * that is added later takes nothing from a certificate.
 */
export const isFinished = sql<boolean>`(o.schedule_id is null and o.status = 'paid' and (
  exists (select from certificates f where f.order_id = o.id and f.revoked_at is null)
  or (exists (select from lessons f where f.course_id = o.course_id)
    and not exists (select from lessons f where f.course_id = o.course_id
      and not exists (select from lesson_progress d
        where d.lesson_id = f.id and d.user_id = o.user_id and d.done_at is not null)))))`

/**
 * Whether a later part of the order `o` can be owed: it is paid, its run takes place, and no refund is under way that ends
 * it. A refund of money that bought nothing, such as a part that was paid twice, ends nothing.
 */
export const mayOweParts = sql<boolean>`(o.status = 'paid'
  and not exists (select from schedules k where k.id = o.schedule_id and k.cancelled_at is not null)
  and not exists (select from refunds b join payment_attempts t on t.id = b.attempt_id and t.status = 'paid'
    where b.order_id = o.id and b.status in ('sending', 'unclear', 'refused') and not b.keeps_seat))`
