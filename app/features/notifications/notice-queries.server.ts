/** The rows of notices. */
import { sql } from 'kysely'
import { preparedStatement } from '../../../db/prepared.ts'
import type { Localized } from '../../../db/shapes.ts'
import { isVisibleNotice, NOTICE_TEXTS, unreadNotices } from '../../../db/visible-notices.ts'
import { COUNT_CAP } from '../../platform/count-cap.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { type FaceRow, face, faceJoins } from '../authors/queries.server.ts'

export type TextKind = 'post' | 'comment'

export async function facesOf(db: Database, authorIds: number[]): Promise<Map<number, FaceRow>> {
  if (authorIds.length === 0) return new Map()
  const { rows } = await sql<{ face: FaceRow }>`
    select ${face} as face from authors ${faceJoins} where authors.id = any (${authorIds})`.execute(db)
  return new Map(rows.map((row) => [row.face.id, row.face]))
}

const tableOf = (kind: TextKind) => (kind === 'post' ? 'posts' : 'comments')

/** The stored mentions of a text; locks the row, so that the second of two concurrent changes sees the first's. */
export async function lockMentions(db: Database, kind: TextKind, id: number): Promise<Record<string, number>> {
  const { rows } = await sql<{ mentions: Record<string, number> }>`
    select mentions from ${sql.table(tableOf(kind))} where id = ${id} for update`.execute(db)
  return rows[0]?.mentions ?? {}
}

export async function setMentions(
  db: Database,
  kind: TextKind,
  id: number,
  mentions: Record<string, number>,
): Promise<void> {
  await sql`update ${sql.table(tableOf(kind))} set mentions = ${JSON.stringify(mentions)}::jsonb where id = ${id}`.execute(
    db,
  )
}

/** When a scheduled post is published; undefined for anything else. */
export async function publishesAt(db: Database, id: number, now: Date): Promise<Date | undefined> {
  const row = await db
    .selectFrom('posts')
    .select('publish_date')
    .where('id', '=', id)
    .where('state', '=', 'shown')
    .where('publish_date', '>', now)
    .executeTakeFirst()
  return row?.publish_date
}

/** The member is active and not banned. */
const mayBeNotified = sql<boolean>`users.status = 'active' and not exists (
  select from authors as stopped left join trainers as trainer on trainer.id = stopped.trainer_id
  where stopped.stopped_at is not null and coalesce(stopped.user_id, trainer.user_id) = users.id)`

/** A public text by an author who is not banned. */
const textOf = (kind: TextKind, id: number, now: Date) =>
  kind === 'post'
    ? sql`select posts.author_id, posts.mentions, posts.id as post_id, null::int as comment_id, posts.created_at,
        null::int as followed_post, null::int as followed_article, null::int as reply_to
      from posts where posts.id = ${id} and posts.state = 'shown' and posts.publish_date <= ${now}`
    : sql`select comments.author_id, comments.mentions, null::int as post_id, comments.id as comment_id, comments.created_at,
        comments.post_id as followed_post, comments.article_id as followed_article, comments.reply_to
      from comments left join posts on posts.id = comments.post_id left join articles on articles.id = comments.article_id
      where comments.id = ${id} and comments.state = 'shown'
        and coalesce(posts.state = 'shown' and posts.publish_date <= ${now}, articles.published_at <= ${now})`

/**
 * Notifies each member once: the mentioned ones, and for a comment whoever wrote the one that it answers and the followers
 * of its post or article.
 * @returns the members who get a prompt mail
 */
export async function insertNotices(db: Database, kind: TextKind, id: number, now: Date): Promise<number[]> {
  const { rows } = await sql<{ user_id: number; mail: string | null }>`
    with written as (${textOf(kind, id, now)}),
    text as (
      select written.*, coalesce(authors.user_id, trainers.user_id) as writer
      from written join authors on authors.id = written.author_id
      left join trainers on trainers.id = authors.trainer_id
      where authors.stopped_at is null
    ),
    concerned as (
      select coalesce(authors.user_id, trainers.user_id) as user_id, 'mention' as kind
      from text cross join lateral jsonb_each_text(text.mentions) as named
      join authors on authors.id = named.value::int
      left join trainers on trainers.id = authors.trainer_id
      union
      select coalesce(authors.user_id, trainers.user_id), 'reply'
      from text join comments as asked on asked.id = text.reply_to
      join authors on authors.id = asked.author_id
      left join trainers on trainers.id = authors.trainer_id
      union
      select follows.user_id, 'comment' from text join follows on follows.is_on and follows.created_at <= text.created_at
        and (follows.post_id = text.followed_post or follows.article_id = text.followed_article)
    ),
    notified as (
      -- In this order: an answer, a mention, a comment.
      select users.id, max(concerned.kind) as kind from concerned join users on users.id = concerned.user_id
      where ${mayBeNotified} and users.id is distinct from (select writer from text)
      group by users.id
    )
    insert into notifications (user_id, kind, is_reply, post_id, comment_id, created_at, mail)
    select notified.id, case notified.kind when 'comment' then 'comment' else 'mention' end, notified.kind = 'reply',
      text.post_id, text.comment_id, ${now},
      nullif(case notified.kind when 'comment' then coalesce(chosen.comments, 'daily')
        else coalesce(chosen.mentions, 'at-once') end, 'none')
    from text, notified left join notification_settings as chosen on chosen.user_id = notified.id
    on conflict (user_id, post_id, comment_id, certificate_id) do update
      set kind = 'mention', is_reply = excluded.is_reply, created_at = excluded.created_at, mail = excluded.mail, mailed_at = null, read_at = null
      where notifications.kind = 'comment' and excluded.kind = 'mention'
    returning user_id, mail`.execute(db)
  return rows.filter(({ mail }) => mail === 'at-once').map(({ user_id }) => user_id)
}

export type NoticeRow = TextNoticeRow | CertificateNoticeRow

export type CertificateNoticeRow = {
  id: number
  kind: 'certificate'
  created_at: Date
  read_at: Date | null
  certificate: { id: number; code: string; year: number; place: number; course: Localized }
}

export type TextNoticeRow = {
  id: number
  kind: 'mention' | 'reply' | 'comment'
  created_at: Date
  read_at: Date | null
  text: string
  author: FaceRow
  post: { id: number; title: string } | null
  article: { id: number; slug: string; title: Localized } | null
  /** The comment and its position among the others, from 1. */
  comment: { id: number; place: number } | null
}

/** Only notices whose text is still public. */
const visible = (userId: number, now: Date) =>
  sql`from notifications ${NOTICE_TEXTS} where ${isVisibleNotice(userId, now)}`

const AUTHOR = sql`
  left join authors on authors.id = case when comments.id is null then posts.author_id else comments.author_id end ${faceJoins}
  left join orders on orders.id = certificates.order_id`

/** The same with their authors. */
const visibleWithAuthor = (userId: number, now: Date) =>
  sql`from notifications ${NOTICE_TEXTS} ${AUTHOR} where ${isVisibleNotice(userId, now)}`

/** A comment with so few later ones is counted from the end: what is notified of is mostly new. */
const MAX_LATER_COMMENTS = 500

/** The position of a comment among those of its post or article, at most the number up to which lists are counted. */
function placeAmong(subject: 'post_id' | 'article_id', table: 'posts' | 'articles') {
  const others = (are: '>' | '<=', most: number) => sql`(select count(*) from (
    select from comments as other where ${sql.ref(`other.${subject}`)} = ${sql.ref(`comments.${subject}`)}
      and other.state = 'shown' and (other.created_at, other.id) ${sql.raw(are)} (comments.created_at, comments.id)
    limit ${sql.lit(most)}) as bounded)`
  return sql`coalesce(
    (select ${sql.ref(`${table}.comments_count`)} - later from ${others('>', MAX_LATER_COMMENTS + 1)} as counted (later)
      where later <= ${sql.lit(MAX_LATER_COMMENTS)}),
    ${others('<=', COUNT_CAP)})`
}

const columns = sql`notifications.id, case when notifications.is_reply then 'reply' else notifications.kind end as kind,
  notifications.created_at, notifications.read_at,
  coalesce(comments.text, posts.content) as text, ${face} as author,
  case when posts.id is not null then json_build_object('id', posts.id, 'title', posts.title) end as post,
  case when articles.id is not null
    then json_build_object('id', articles.id, 'slug', articles.slug, 'title', articles.title) end as article,
  case when comments.post_id is not null then json_build_object('id', comments.id, 'place', ${placeAmong('post_id', 'posts')})
    when comments.article_id is not null
    then json_build_object('id', comments.id, 'place', ${placeAmong('article_id', 'articles')}) end as comment,
  case when certificates.id is not null then json_build_object('id', certificates.id, 'code', certificates.code,
    'year', certificates.year, 'place', certificates.place, 'course', orders.course_name) end as certificate`

export async function findNotices(
  db: Database,
  userId: number,
  page: { limit: number; offset: number },
  now: Date,
): Promise<NoticeRow[]> {
  const { rows } = await sql<NoticeRow>`
    with page as materialized (
      select notifications.id ${visible(userId, now)}
      order by notifications.created_at desc, notifications.id desc limit ${page.limit} offset ${page.offset})
    select ${columns} ${visibleWithAuthor(userId, now)} and notifications.id = any (array(select id from page))
    order by notifications.created_at desc, notifications.id desc`.execute(db)
  return rows
}

export async function findNotice(db: Database, userId: number, id: number, now: Date): Promise<NoticeRow | undefined> {
  const { rows } = await sql<NoticeRow>`
    select ${columns} ${visibleWithAuthor(userId, now)} and notifications.id = ${id}`.execute(db)
  return rows[0]
}

/** Both counts are capped to stay fast. */
export async function countNotices(db: Database, userId: number, most: number, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select 1 ${visible(userId, now)} limit ${most}) as counted`.execute(db)
  return rows[0]!.count
}

type Unread = { userId: number; now: Date }

const unreadOf = preparedStatement('unread_notices', (db: Database, { userId, now }: Unread) => ({
  compile: () => sql<{ count: number }>`select ${unreadNotices(userId, now)} as count`.compile(db),
}))

export async function countUnread(db: Database, userId: number, now: Date): Promise<number> {
  const [row] = await unreadOf(db, { userId, now })
  return row!.count
}

/** Marks one or all of a member's notices as read. False when there is no such notice. */
export async function markRead(db: Database, userId: number, id: number | undefined, now: Date): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    update notifications set read_at = coalesce(read_at, ${now})
    where user_id = ${userId} and ${id === undefined ? sql`read_at is null` : sql`id = ${id}`} returning id`.execute(db)
  return id === undefined || rows.length > 0
}

/** Claims the notices that wait for a mail, so that no other mail contains them. */
export async function claimForMail(
  db: Database,
  userId: number,
  way: 'at-once' | 'daily',
  now: Date,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`update notifications set mailed_at = ${now}
    where user_id = ${userId} and mail = ${way} and mailed_at is null returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Takes every notice that waits for a mail out of it. */
export async function markAllMailed(db: Database, now: Date): Promise<void> {
  await sql`update notifications set mailed_at = ${now} where mail is not null and mailed_at is null`.execute(db)
}

/** The oldest first, without those that were read in the meantime or are no longer public. */
export async function findClaimed(db: Database, userId: number, ids: number[], now: Date): Promise<TextNoticeRow[]> {
  const { rows } = await sql<TextNoticeRow>`select ${columns} ${visibleWithAuthor(userId, now)}
    and notifications.id = any (${ids}) and notifications.read_at is null and notifications.certificate_id is null
    order by notifications.created_at, notifications.id limit 200`.execute(db)
  return rows
}

export type Receiver = {
  id: number
  email: string
  lang: 'ar' | 'en'
  first_name: string
  last_mailed_at: Date | null
}

/** A member who may be mailed; locks the row, so that concurrent servers store one mail. */
export async function lockReceiver(db: Database, userId: number): Promise<Receiver | undefined> {
  await sql`insert into notification_settings (user_id)
    select id from users where id = ${userId} and status <> 'erased' on conflict do nothing`.execute(db)
  const { rows } = await sql<Receiver>`
    select users.id, users.email, users.lang, users.first_name, chosen.last_mailed_at
    from notification_settings as chosen join users on users.id = chosen.user_id
    where chosen.user_id = ${userId} and ${mayBeNotified} for update of chosen`.execute(db)
  return rows[0]
}

export async function lastMailedAt(db: Database, userId: number): Promise<Date | null> {
  const row = await db
    .selectFrom('notification_settings')
    .select('last_mailed_at')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.last_mailed_at ?? null
}

export async function recordMail(db: Database, userId: number, now: Date): Promise<void> {
  await db.updateTable('notification_settings').set({ last_mailed_at: now }).where('user_id', '=', userId).execute()
}

/** Members with notices for the morning mail, in the order of their ids. */
export async function findDigestReceivers(db: Database, after: number, most: number): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select distinct user_id from notifications
    where mail = 'daily' and mailed_at is null and user_id > ${after} order by user_id limit ${most}`.execute(db)
  return rows.map(({ user_id }) => user_id)
}

/** @param day as `2027-01-31` */
export async function hasDigest(db: Database, userId: number, day: string): Promise<boolean> {
  const { rows } = await sql`select from digests where user_id = ${userId} and day = ${day}::date`.execute(db)
  return rows.length > 0
}

export async function insertDigest(db: Database, userId: number, day: string): Promise<void> {
  await sql`insert into digests (user_id, day) values (${userId}, ${day}::date)`.execute(db)
}

export async function deleteOldNotices(db: Database, notices: Date, digests: Date): Promise<void> {
  await db.deleteFrom('notifications').where('kind', '=', 'comment').where('created_at', '<', notices).execute()
  await db.deleteFrom('digests').where('day', '<', digests).execute()
}
