/** What belongs to one account: the newest of each kind. */
import { sql } from 'kysely'
import type { Localized } from '../../../db/shapes.ts'
import type { Database } from '../../platform/database/database.server.ts'
import type { Learner } from './contract.ts'

/** Of each list. */
const MAX_SHOWN = 50

type Counted<Row> = { count: number; rows: Row[] }

async function counted<Row extends object>(db: Database, query: ReturnType<typeof sql<Row>>): Promise<Counted<Row>> {
  const { rows } = await sql<Row & { of_all: number }>`
    select found.*, count(*) over ()::int as of_all from (${query}) as found order by found.at desc limit ${MAX_SHOWN}`.execute(
    db,
  )
  return { count: rows[0]?.of_all ?? 0, rows: rows.map(({ of_all: _, ...row }) => row as unknown as Row) }
}

export type OrderRow = {
  id: string
  reference: string
  course: Localized
  startsAt: Date | null
  status: Learner['orders']['items'][number]['status']
  totalHalalas: number
  at: Date
  present: number
  marked: number
}

export const ordersOf = (db: Database, userId: number) =>
  counted(
    db,
    sql<OrderRow>`select o.id, o.reference, o.course_name as course, s.starts_at as "startsAt", o.status,
      o.total_halalas as "totalHalalas", o.created_at as at,
      (select count(*)::int from attendance a where a.order_id = o.id and a.state in ('present', 'late')) as present,
      (select count(*)::int from attendance a where a.order_id = o.id) as marked
    from orders o left join schedules s on s.id = o.schedule_id where o.user_id = ${userId}`,
  )

export type CertificateRow = { year: number; place: number; course: Localized; at: Date; revokedAt: Date | null }

export const certificatesOf = (db: Database, userId: number) =>
  counted(
    db,
    sql<CertificateRow>`select c.year, c.place, o.course_name as course, c.issued_at as at, c.revoked_at as "revokedAt"
    from orders o join certificates c on c.order_id = o.id where o.user_id = ${userId}`,
  )

export type WritingRow = {
  kind: 'post' | 'postComment' | 'articleComment'
  id: number
  postId: number | null
  slug: string | null
  text: string
  state: 'shown' | 'waiting' | 'hidden' | 'removed'
  at: Date
}

export const writingsOf = (db: Database, userId: number) =>
  counted(
    db,
    sql<WritingRow>`select 'post' as kind, p.id, p.id as "postId", null as slug, p.title as text, p.state,
      p.created_at as at
    from authors w join posts p on p.author_id = w.id where w.user_id = ${userId}
    union all
    select case when c.post_id is null then 'articleComment' else 'postComment' end, c.id, c.post_id, a.slug,
      left(c.text, 300), c.state, c.created_at
    from authors w join comments c on c.author_id = w.id left join articles a on a.id = c.article_id
    where w.user_id = ${userId}`,
  )

export type MailRow = {
  id: number
  channel: 'email' | 'sms'
  subject: string | null
  state: 'waiting' | 'sent' | 'failed'
  at: Date
}

/** Without their text, which may contain a code, as the subject may: nobody sees it before `withoutCodes`. */
export const mailsTo = (db: Database, recipients: string[]) =>
  counted(
    db,
    sql<MailRow>`select id, channel, subject, created_at as at,
      case when sent_at is not null then 'sent' when given_up_at is not null then 'failed' else 'waiting' end as state
    from messages where recipient = any(${recipients}::text[])`,
  )

export type EnquiryRow = { reference: string; kind: string; status: string; at: Date }

/** Of the address or the number. */
export async function enquiriesOf(
  db: Database,
  { email, phone, onlyQuotes }: { email: string; phone: string; onlyQuotes: boolean },
): Promise<EnquiryRow[]> {
  const { rows } = await sql<EnquiryRow>`
    select reference, kind, status, created_at as at from leads
    where (email = ${email} or (phone = ${phone} and ${phone} <> '')) and (not ${onlyQuotes} or kind = 'quote')
    order by created_at desc limit ${MAX_SHOWN}`.execute(db)
  return rows
}

export type NoteRow = {
  id: number
  kind: 'note' | 'block' | 'unblock' | 'merge'
  note: string
  by: string | null
  at: Date
}

export async function notesOn(db: Database, userId: number): Promise<NoteRow[]> {
  const { rows } = await sql<NoteRow>`
    select n.id, n.kind, n.note, n.at, nullif(u.first_name || ' ' || u.last_name, ' ') as by
    from learner_notes n left join users u on u.id = n.author_id
    where n.user_id = ${userId} order by n.id desc limit ${MAX_SHOWN}`.execute(db)
  return rows
}

export async function countOpenSessions(db: Database, userId: number, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from sessions where user_id = ${userId} and revoked_at is null and expires_at > ${now}`.execute(db)
  return rows[0]!.count
}
