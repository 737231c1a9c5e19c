/** The stored data of a person, for the export. */
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.server.ts'
import type { LeadKind, LeadStatus } from '../leads/enquiry-contract.ts'

export function accountFacts(db: Database, userId: number) {
  return (
    db
      .selectFrom('users')
      .select(['lang', 'roles', 'created_at', 'activated_at', 'terms_accepted_at', 'phone_verified_at'])
      // By SMS, or by an authenticator app.
      .select((from) =>
        from.fn
          .coalesce(
            'two_factor_at',
            from.selectFrom('authenticators').select('confirmed_at').whereRef('user_id', '=', 'users.id'),
          )
          .as('two_factor_at'),
      )
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
  )
}

export function reviewsBy(db: Database, userId: number) {
  return db
    .selectFrom('reviews')
    .innerJoin('courses', 'courses.id', 'reviews.course_id')
    .select(['courses.name as course', 'reviews.rate', 'reviews.comment', 'reviews.created_at'])
    .select(['reviews.answer', 'reviews.hidden_reason'])
    .where('reviews.user_id', '=', userId)
    .orderBy('reviews.created_at', 'desc')
    .execute()
}

export function postsBy(db: Database, userId: number) {
  return db
    .selectFrom('posts')
    .innerJoin('authors', 'authors.id', 'posts.author_id')
    .select(['posts.title', 'posts.content', 'posts.publish_date', 'posts.edited_at'])
    .where('authors.user_id', '=', userId)
    .orderBy('posts.publish_date', 'desc')
    .execute()
}

export function commentsBy(db: Database, userId: number) {
  return db
    .selectFrom('comments')
    .innerJoin('authors', 'authors.id', 'comments.author_id')
    .leftJoin('articles', 'articles.id', 'comments.article_id')
    .leftJoin('posts', 'posts.id', 'comments.post_id')
    .select(['articles.title as article', 'posts.title as post', 'comments.text', 'comments.created_at'])
    .where('authors.user_id', '=', userId)
    .orderBy('comments.created_at', 'desc')
    .execute()
}

export function followsOf(db: Database, userId: number) {
  return db
    .selectFrom('follows')
    .leftJoin('posts', 'posts.id', 'follows.post_id')
    .leftJoin('articles', 'articles.id', 'follows.article_id')
    .select(['posts.title as post', 'articles.title as article', 'follows.created_at'])
    .where('follows.user_id', '=', userId)
    .where('follows.is_on', '=', true)
    .orderBy('follows.created_at', 'desc')
    .execute()
}

export function noticesTo(db: Database, userId: number) {
  return db
    .selectFrom('notifications')
    .leftJoin('comments', 'comments.id', 'notifications.comment_id')
    .leftJoin('posts', (join) =>
      join.on((on) =>
        on.or([on('posts.id', '=', on.ref('notifications.post_id')), on('posts.id', '=', on.ref('comments.post_id'))]),
      ),
    )
    .leftJoin('articles', 'articles.id', 'comments.article_id')
    .leftJoin('certificates', 'certificates.id', 'notifications.certificate_id')
    .leftJoin('orders', 'orders.id', 'certificates.order_id')
    .select(['notifications.kind', 'notifications.is_reply', 'posts.title as post', 'articles.title as article'])
    .select('orders.course_name as course')
    .select(['notifications.created_at', 'notifications.read_at'])
    .where('notifications.user_id', '=', userId)
    .orderBy('notifications.created_at', 'desc')
    .execute()
}

type Choice = 'at-once' | 'daily' | 'none'

/** Undefined for who never chose: the usual ones hold. */
export async function mailChoicesOf(db: Database, userId: number) {
  const row = await db
    .selectFrom('notification_settings')
    .select(['mentions', 'comments', 'news', 'news_chosen_at', 'follow_own'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row && { ...row, mentions: row.mentions as Choice, comments: row.comments as Choice }
}

/** Including ended ones. */
export function sessionsBy(db: Database, userId: number) {
  return db
    .selectFrom('sessions')
    .select(['user_agent', 'ip', 'created_at', 'last_used_at', 'revoked_at', 'expires_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .execute()
}

export function signInMethodsOf(db: Database, userId: number) {
  const passkeys = db
    .selectFrom('passkeys')
    .select((row) => [row.val('passkey').as('kind'), 'name', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
  return db
    .selectFrom('external_identities')
    .select(['provider as kind', (row) => row.fn.coalesce('email', row.val('')).as('name')])
    .select(['linked_at as created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .unionAll(passkeys)
    .execute()
}

/** Without their text; their subjects may contain codes, which `withoutCodes` takes out. */
export function messagesTo(db: Database, recipients: string[]) {
  return db
    .selectFrom('messages')
    .select(['channel', 'recipient', 'subject', 'created_at', 'sent_at'])
    .where('recipient', 'in', recipients)
    .orderBy('created_at', 'desc')
    .execute()
}

export function certificatesTo(db: Database, userId: number) {
  return db
    .selectFrom('certificates')
    .innerJoin('orders', 'orders.id', 'certificates.order_id')
    .select(['year', 'place', 'code', 'holder', 'orders.course_name as course', 'issued_at', 'revoked_at'])
    .where('orders.user_id', '=', userId)
    .orderBy('issued_at', 'desc')
    .execute()
}

export function attendanceOf(db: Database, userId: number) {
  return db
    .selectFrom('attendance')
    .innerJoin('orders', 'orders.id', 'attendance.order_id')
    .innerJoin('run_sessions', 'run_sessions.id', 'attendance.session_id')
    .select(['orders.course_name as course', 'run_sessions.starts_at', 'attendance.state'])
    .where('orders.user_id', '=', userId)
    .orderBy('run_sessions.starts_at')
    .execute()
}

export function lessonsOf(db: Database, userId: number) {
  return db
    .selectFrom('lesson_progress as p')
    .innerJoin('lessons', 'lessons.id', 'p.lesson_id')
    .innerJoin('courses', 'courses.id', 'lessons.course_id')
    .select(['courses.name as course', 'lessons.title', 'p.done_at', 'p.percent', 'p.updated_at'])
    .where('p.user_id', '=', userId)
    .orderBy('p.updated_at')
    .execute()
}

/** Posts and comments that the person marked as useful; of a comment what it is on. */
export function usefulTo(db: Database, userId: number) {
  return db
    .selectFrom('useful_marks')
    .leftJoin('comments', 'comments.id', 'useful_marks.comment_id')
    .leftJoin('posts', (join) =>
      join.on((on) =>
        on.or([on('posts.id', '=', on.ref('useful_marks.post_id')), on('posts.id', '=', on.ref('comments.post_id'))]),
      ),
    )
    .leftJoin('articles', 'articles.id', 'comments.article_id')
    .select(['posts.title as post', 'articles.title as article', 'comments.text', 'useful_marks.created_at'])
    .where('useful_marks.user_id', '=', userId)
    .orderBy('useful_marks.created_at', 'desc')
    .execute()
}

/** What the person reported to the moderators; of a comment what it is on. */
export function reportsBy(db: Database, userId: number) {
  return db
    .selectFrom('reports')
    .innerJoin('moderation_cases as c', 'c.id', 'reports.case_id')
    .leftJoin('comments', 'comments.id', 'c.comment_id')
    .leftJoin('posts', (join) =>
      join.on((on) =>
        on.or([on('posts.id', '=', on.ref('c.post_id')), on('posts.id', '=', on.ref('comments.post_id'))]),
      ),
    )
    .leftJoin('articles', 'articles.id', 'comments.article_id')
    .select(['posts.title as post', 'articles.title as article', 'reports.reason', 'reports.created_at'])
    .where('reports.reporter_id', '=', userId)
    .orderBy('reports.created_at', 'desc')
    .execute()
}

export function savedBy(db: Database, userId: number) {
  return db
    .selectFrom('saved_courses')
    .innerJoin('courses', 'courses.id', 'saved_courses.course_id')
    .select(['courses.name as course', 'saved_courses.created_at'])
    .where('saved_courses.user_id', '=', userId)
    .orderBy('saved_courses.created_at', 'desc')
    .execute()
}

/** Of the address of the account, and of one that was merged into it. */
const isOwnEnquiry = (userId: number, email: string) => sql<boolean>`leads.email = any(array(
  select ${email.toLowerCase()}::text union all select email from former_addresses where user_id = ${userId}))`

export function enquiriesFrom(db: Database, userId: number, email: string) {
  return db
    .selectFrom('leads')
    .select(['reference', 'kind', 'status', 'fields', 'created_at'])
    .where(isOwnEnquiry(userId, email))
    .orderBy('id', 'desc')
    .$castTo<{
      reference: string
      kind: LeadKind
      status: LeadStatus
      fields: Record<string, unknown>
      created_at: Date
    }>()
    .execute()
}

/** What was written about these enquiries since, by either side; without who of the staff wrote it. */
export function enquiryMessagesOf(db: Database, userId: number, email: string) {
  return db
    .selectFrom('lead_messages')
    .innerJoin('leads', 'leads.id', 'lead_messages.lead_id')
    .select(['leads.reference', 'lead_messages.from_sender', 'lead_messages.body', 'lead_messages.at'])
    .where(isOwnEnquiry(userId, email))
    .orderBy('lead_messages.id', 'desc')
    .execute()
}

/** What staff wrote down, without who did. */
export function notesAbout(db: Database, userId: number) {
  return db
    .selectFrom('learner_notes')
    .select(['kind', 'note', 'at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
}

export function waitsFor(db: Database, email: string) {
  return db
    .selectFrom('notify_requests')
    .innerJoin('courses', 'courses.id', 'notify_requests.course_id')
    .select(['courses.name as course', 'notify_requests.created_at'])
    .where('email', '=', email)
    .unionAll(
      db
        .selectFrom('waiting_places')
        .innerJoin('users', 'users.id', 'waiting_places.user_id')
        .innerJoin('schedules', 'schedules.id', 'waiting_places.schedule_id')
        .innerJoin('courses', 'courses.id', 'schedules.course_id')
        .select(['courses.name as course', 'waiting_places.joined_at as created_at'])
        .where('users.email', '=', email),
    )
    .execute()
}
