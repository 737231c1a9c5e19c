import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database/database.server.ts'
import { type FaceRow, face, faceJoins } from '../authors/queries.server.ts'
import type { HistoryEvent } from './author-history-contract.ts'

export type AuthorRow = { author: FaceRow; stoppedAt: Date | null; stoppedUntil: Date | null }

export async function findAuthor(db: Database, id: number): Promise<AuthorRow | undefined> {
  const { rows } = await sql<AuthorRow>`
    select ${face} as author, authors.stopped_at as "stoppedAt", authors.stopped_until as "stoppedUntil"
    from authors ${faceJoins} where authors.id = ${id}`.execute(db)
  return rows[0]
}

export type HistoryRow = {
  kind: HistoryEvent['kind']
  id: number
  at: Date
  text: string
  state: NonNullable<HistoryEvent['state']> | null
  by: string | null
}

/** The last event that was read: several may be of one moment. */
export type HistoryPlace = { at: string; kind: string; id: number }

const TEXT_LENGTH = 500

/** The newest first: of each kind no more than a page is read. */
export async function findHistory(
  db: Database,
  { author, account }: { author: number; account: number | null },
  { limit, after }: { limit: number; after: HistoryPlace | undefined },
): Promise<HistoryRow[]> {
  const part = (from: RawBuilder<unknown>) => sql`(select * from (${from}) as part
    where ${after ? sql`(at, kind, id) < (${after.at}::timestamptz, ${after.kind}, ${after.id}::int)` : sql`true`}
    order by at desc, kind desc, id desc limit ${limit})`
  const staff = sql`nullif(s.first_name || ' ' || s.last_name, ' ')`
  const reports = (written: RawBuilder<unknown>) => sql`
    select 'report'::text as kind, r.case_id as id, r.created_at as at, r.reason as text, null as state, null as by
    from ${written} join reports r on r.case_id = k.id`
  const { rows } = await sql<HistoryRow>`select * from (
    ${sql.join(
      [
        sql`select 'post'::text as kind, p.id, p.created_at as at, p.title as text, p.state, null as by
          from posts p where p.author_id = ${author}`,
        sql`select case when c.post_id is null then 'articleComment' else 'postComment' end as kind, c.id,
            c.created_at as at, left(c.text, ${TEXT_LENGTH}) as text, c.state, null as by
          from comments c where c.author_id = ${author}`,
        sql`select 'review'::text as kind, v.id, v.created_at as at, coalesce(v.comment ->> 'ar', v.comment ->> 'en', '') as text,
            null as state, null as by from reviews v where v.user_id = ${account}::int`,
        reports(sql`posts p join moderation_cases k on k.post_id = p.id and p.author_id = ${author}`),
        reports(sql`comments c join moderation_cases k on k.comment_id = c.id and c.author_id = ${author}`),
        sql`select 'decision'::text as kind, d.id, d.decided_at as at, d.reason as text, d.decision as state, ${staff} as by
          from moderation_decisions d left join users s on s.id = d.decided_by where d.author_id = ${author}`,
        sql`select 'appeal'::text as kind, d.id, d.appealed_at as at, coalesce(d.appeal, '') as text,
            coalesce(d.appeal_outcome, 'open') as state, ${staff} as by
          from moderation_decisions d left join users s on s.id = d.appeal_decided_by
          where d.author_id = ${author} and d.appealed_at is not null`,
      ].map(part),
      sql` union all `,
    )}) as history
    order by at desc, kind desc, id desc limit ${limit}`.execute(db)
  return rows
}
