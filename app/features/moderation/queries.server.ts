import { sql } from 'kysely'
import type { Localized } from '../../../db/shapes.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { type FaceRow, face, faceJoins } from '../authors/queries.server.ts'
import { MAX_WRITTEN } from './author-history.ts'
import type { WrittenKind } from './contract.ts'

export type CaseCause = 'reports' | 'first-links' | 'filter'
export type State = 'shown' | 'waiting' | 'hidden' | 'removed'

const tableOf = (kind: WrittenKind) => (kind === 'post' ? 'posts' : 'comments')
const columnsOf = (kind: WrittenKind, id: number) => ({
  post_id: kind === 'post' ? id : null,
  comment_id: kind === 'post' ? null : id,
})

/** A post or comment that is public or was hidden by reports; locked, so that each concurrent report is counted. */
export async function findWritten(
  db: Database,
  kind: WrittenKind,
  id: number,
  now: Date,
): Promise<{ state: State; author: FaceRow } | undefined> {
  const { rows } = await sql<{ state: State; author: FaceRow }>`
    select written.state, ${face} as author
    from ${sql.table(tableOf(kind))} as written join authors on authors.id = written.author_id ${faceJoins}
    where written.id = ${id} and written.state in ('shown', 'hidden')
      and ${kind === 'post' ? sql`written.publish_date <= ${now}` : sql`${sql.ref(kind === 'postComment' ? 'written.post_id' : 'written.article_id')} is not null`}
    for update of written`.execute(db)
  return rows[0]
}

/** The id of the open case, which is created when there is none. */
export async function openCase(
  db: Database,
  {
    kind,
    id,
    cause,
    matched = null,
    now,
  }: { kind: WrittenKind; id: number; cause: CaseCause; matched?: string | null; now: Date },
): Promise<number> {
  const { post_id, comment_id } = columnsOf(kind, id)
  const { rows } = await sql<{ id: number }>`
    insert into moderation_cases (post_id, comment_id, cause, matched, opened_at)
    values (${post_id}::int, ${comment_id}::int, ${cause}, ${matched}, ${now})
    on conflict (post_id, comment_id) where decided_at is null do update set cause = moderation_cases.cause
    returning id`.execute(db)
  return rows[0]!.id
}

/** A second report by the same member changes nothing. */
export async function addReport(
  db: Database,
  { caseId, reporterId, reason, now }: { caseId: number; reporterId: number; reason: string; now: Date },
): Promise<void> {
  await db
    .insertInto('reports')
    .values({ case_id: caseId, reporter_id: reporterId, reason, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The sum of the reports of a case: those by accounts that were activated after `since` are `recent`. */
export async function weightOfReports(
  db: Database,
  caseId: number,
  since: Date,
  { known, recent }: { known: number; recent: number },
): Promise<number> {
  const { rows } = await sql<{ weight: number }>`
    select coalesce(sum(case when users.activated_at <= ${since} then ${known}::int else ${recent}::int end), 0)::int as weight
    from reports join users on users.id = reports.reporter_id
    where reports.case_id = ${caseId}`.execute(db)
  return rows[0]!.weight
}

export async function setState(db: Database, kind: WrittenKind, id: number, state: State): Promise<void> {
  await sql`update ${sql.table(tableOf(kind))} set state = ${state} where id = ${id} and state <> 'removed'`.execute(db)
}

/** @returns the post's upload */
export async function removeWritten(db: Database, kind: WrittenKind, id: number): Promise<string | null> {
  const upload = sql.raw(kind === 'post' ? 'upload_id' : 'null')
  const { rows } = await sql<{ upload_id: string | null }>`
    delete from ${sql.table(tableOf(kind))} where id = ${id} returning ${upload} as upload_id`.execute(db)
  return rows[0]?.upload_id ?? null
}

type Event = {
  at: Date
  actorId: number | null
  action: 'held' | 'hidden' | 'kept' | 'removed'
  kind: WrittenKind
  id: number
  authorId: number
}

export async function addEvent(db: Database, { at, actorId, action, kind, id, authorId }: Event): Promise<void> {
  await db
    .insertInto('moderation_events')
    .values({ at, actor_id: actorId, action, kind, subject_id: id, author_id: authorId })
    .execute()
}

export async function countCases(db: Database, max: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from (select from moderation_cases where decided_at is null limit ${max}) as open_cases`.execute(db)
  return rows[0]!.count
}

export type CaseRow = {
  id: number
  cause: CaseCause
  matched: string | null
  kind: WrittenKind
  subject_id: number
  state: State
  title: string | null
  /** What a comment is about. */
  about: { kind: 'post' | 'article'; id: number; slug: string | null; title: Localized; text: Localized } | null
  before: { author: Localized | null; text: string }[]
  history: { posts: number; comments: number; kept: number; removed: number; bans: number }
  text: string
  opened_at: Date
  author: FaceRow
  reports: { reason: string; at: string }[]
}

const kindOf = sql<WrittenKind>`case
  when cases.post_id is not null then 'post'
  when comments.post_id is not null then 'postComment'
  else 'articleComment' end`

/** The comments under the same text before this one: what it may answer. */
const commentsBefore = sql`coalesce((select json_agg(json_build_object(
    'author', coalesce(t.name, case when u.id is not null then jsonb_build_object('ar', u.user_name) end, a.name),
    'text', earlier.text) order by earlier.created_at desc, earlier.id desc)
  from (select id, author_id, text, created_at from comments as other
    where comments.id is not null and other.state = 'shown'
      and (other.post_id = comments.post_id or other.article_id = comments.article_id)
      and (other.created_at, other.id) < (comments.created_at, comments.id)
    order by created_at desc, id desc limit 2) as earlier
  join authors a on a.id = earlier.author_id left join trainers t on t.id = a.trainer_id
  left join users u on u.id = a.user_id), '[]')`

const historyOf = sql`json_build_object(
  'posts', (select count(*) from (select from posts p where p.author_id = authors.id limit ${MAX_WRITTEN}) as counted),
  'comments', (select count(*) from (select from comments c where c.author_id = authors.id limit ${MAX_WRITTEN}) as counted),
  'kept', (select count(*) from moderation_events e where e.author_id = authors.id and e.action = 'kept'),
  'removed', (select count(*) from moderation_events e
    where e.author_id = authors.id and e.action = 'removed' and e.actor_id is not null),
  'bans', (select count(*) from moderation_decisions d where d.author_id = authors.id and d.decision = 'ban'))`

/** The longest open first: a page by its number, or those after the last one that was read. */
export async function findCases(
  db: Database,
  { limit, offset = 0, after }: { limit: number; offset?: number; after?: CaseRow | undefined },
): Promise<CaseRow[]> {
  const place = after ? sql`(opened_at, id) > (${after.opened_at}::timestamptz, ${after.id}::int)` : sql`true`
  const { rows } = await sql<CaseRow>`
    select cases.id, cases.cause, cases.matched, ${kindOf} as kind, coalesce(cases.post_id, cases.comment_id) as subject_id,
      coalesce(posts.state, comments.state) as state, posts.title, coalesce(posts.content, comments.text) as text,
      case when about_post.id is not null
          then jsonb_build_object('kind', 'post', 'id', about_post.id, 'title', jsonb_build_object('ar', about_post.title),
            'text', jsonb_build_object('ar', about_post.content))
        when about_article.id is not null then jsonb_build_object('kind', 'article', 'id', about_article.id,
          'slug', about_article.slug, 'title', about_article.title, 'text', about_article.summary) end as about,
      ${commentsBefore} as before, ${historyOf} as history,
      cases.opened_at, ${face} as author,
      coalesce((select json_agg(json_build_object('reason', reason, 'at', created_at) order by created_at)
        from reports where case_id = cases.id), '[]') as reports
    from (
      select * from moderation_cases where decided_at is null and ${place}
      order by opened_at, id limit ${limit} offset ${offset}) as cases
    left join posts on posts.id = cases.post_id
    left join comments on comments.id = cases.comment_id
    left join posts as about_post on about_post.id = comments.post_id
    left join articles as about_article on about_article.id = comments.article_id
    join authors on authors.id = coalesce(posts.author_id, comments.author_id) ${faceJoins}
    order by cases.opened_at, cases.id`.execute(db)
  return rows
}

/** Closes the case for one of two concurrent decisions; undefined for the other. */
export async function closeCase(
  db: Database,
  id: number,
  now: Date,
): Promise<{ kind: WrittenKind; subjectId: number; authorId: number } | undefined> {
  const { rows } = await sql<{ kind: WrittenKind; subject_id: number; author_id: number }>`
    with cases as (
      update moderation_cases set decided_at = ${now} where id = ${id} and decided_at is null
      returning post_id, comment_id
    )
    select ${kindOf} as kind, coalesce(cases.post_id, cases.comment_id) as subject_id,
      coalesce(posts.author_id, comments.author_id) as author_id
    from cases
    left join posts on posts.id = cases.post_id
    left join comments on comments.id = cases.comment_id`.execute(db)
  const row = rows[0]
  return row && { kind: row.kind, subjectId: row.subject_id, authorId: row.author_id }
}

/** @param until null without an end */
export async function blockAuthor(db: Database, id: number, now: Date, until: Date | null): Promise<void> {
  await db.updateTable('authors').set({ stopped_at: now, stopped_until: until }).where('id', '=', id).execute()
}

export async function unblockAuthor(db: Database, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('authors')
    .set({ stopped_at: null, stopped_until: null })
    .where('id', '=', id)
    .where('stopped_at', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function findBanned(
  db: Database,
  page: { limit: number; offset: number },
): Promise<{ author: FaceRow; stopped_at: Date; stopped_until: Date | null }[]> {
  const { rows } = await sql<{ author: FaceRow; stopped_at: Date; stopped_until: Date | null }>`
    select ${face} as author, authors.stopped_at, authors.stopped_until
    from (select id from authors where stopped_at is not null
      order by stopped_at desc, id desc limit ${page.limit} offset ${page.offset}) as banned
    join authors on authors.id = banned.id ${faceJoins}
    order by authors.stopped_at desc, authors.id desc`.execute(db)
  return rows
}

/** Counts up to `max`. */
export async function countBanned(db: Database, max: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from (select from authors where stopped_at is not null limit ${max}) as banned`.execute(db)
  return rows[0]!.count
}
