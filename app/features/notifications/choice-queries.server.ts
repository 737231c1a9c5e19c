/** Members' choices: what they follow, and which mails they get. */
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.server.ts'
import type { Choice, NotificationSettings } from './contract.ts'

export type Followed = { kind: 'post' | 'article'; id: number }

const columnsOf = ({ kind, id }: Followed) => ({
  post_id: kind === 'post' ? id : null,
  article_id: kind === 'article' ? id : null,
})

/** Whether it is public by now. */
export async function isOut(db: Database, { kind, id }: Followed, now: Date): Promise<boolean> {
  const { rows } = await (kind === 'article'
    ? sql`select from articles where id = ${id} and published_at <= ${now}`
    : sql`select from posts where id = ${id} and state = 'shown' and publish_date <= ${now}`
  ).execute(db)
  return rows.length > 0
}

/** Whether the user follows it, as a condition within a statement. */
export const followedBy = (userId: number, { kind, id }: Followed) => sql<boolean>`exists (
  select from follows where user_id = ${userId} and is_on
    and ${kind === 'post' ? sql`post_id` : sql`article_id`} = ${id})`

export async function isFollowed(db: Database, userId: number, what: Followed): Promise<boolean> {
  const { rows } = await sql<{ is_followed: boolean }>`select ${followedBy(userId, what)} as is_followed`.execute(db)
  return rows[0]!.is_followed
}

export async function setFollowed(
  db: Database,
  userId: number,
  what: Followed,
  isOn: boolean,
  now: Date,
): Promise<void> {
  await db
    .insertInto('follows')
    .values({ user_id: userId, ...columnsOf(what), is_on: isOn, created_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'post_id', 'article_id']).doUpdateSet({ is_on: isOn }))
    .execute()
}

/** Follows automatically, unless the member unfollowed it before or has turned this off. */
export async function followByWriting(db: Database, userId: number, what: Followed, now: Date): Promise<void> {
  const { post_id, article_id } = columnsOf(what)
  await sql`insert into follows (user_id, post_id, article_id, is_on, created_at)
    select ${userId}, ${post_id}::int, ${article_id}::int, true, ${now}
    where coalesce((select follow_own from notification_settings where user_id = ${userId}), true)
    on conflict do nothing`.execute(db)
}

export async function findSettings(db: Database, userId: number): Promise<NotificationSettings | undefined> {
  const row = await db
    .selectFrom('notification_settings')
    .select(['mentions', 'comments', 'news', 'follow_own'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!row) return undefined
  const { mentions, comments, news } = row
  return { mentions: mentions as Choice, comments: comments as Choice, news, followOwn: row.follow_own }
}

export async function saveSettings(
  db: Database,
  userId: number,
  {
    mentions,
    comments,
    news,
    followOwn,
  }: Omit<NotificationSettings, 'news'> & Partial<Pick<NotificationSettings, 'news'>>,
  now: Date,
): Promise<void> {
  const chosen = { mentions, comments, follow_own: followOwn, ...(news ? { news, news_chosen_at: now } : {}) }
  await db
    .insertInto('notification_settings')
    .values({ user_id: userId, ...chosen })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(chosen))
    .execute()
}

/** The account that mails to this one's reader belong to now: another one after both were merged. */
export async function accountNow(db: Database, userId: number): Promise<number> {
  const row = await db
    .selectFrom('former_addresses')
    .select('user_id')
    .where('former_user_id', '=', userId)
    .executeTakeFirst()
  return row?.user_id ?? userId
}

/** Turns off mails of these kinds; pending notices stay in the list only. */
export async function endMails(
  db: Database,
  userId: number,
  kinds: ('mentions' | 'comments' | 'news')[],
  now: Date,
): Promise<void> {
  const none = {
    ...Object.fromEntries(kinds.map((kind) => [kind, 'none'])),
    ...(kinds.includes('news') ? { news_chosen_at: now } : {}),
  }
  await sql`insert into notification_settings (user_id)
    select id from users where id = ${userId} and status <> 'erased' on conflict do nothing`.execute(db)
  await db.updateTable('notification_settings').set(none).where('user_id', '=', userId).execute()
  await dropWaiting(
    db,
    userId,
    kinds.filter((kind) => kind !== 'news'),
  )
}

export async function dropWaiting(db: Database, userId: number, kinds: ('mentions' | 'comments')[]): Promise<void> {
  if (kinds.length === 0) return
  await db
    .updateTable('notifications')
    .set({ mail: null })
    .where('user_id', '=', userId)
    .where(
      'kind',
      'in',
      kinds.map((kind) => (kind === 'mentions' ? 'mention' : 'comment')),
    )
    .where('mailed_at', 'is', null)
    .execute()
}
