/** The notices that a user may see: those whose text is still public, or whose certificate is still valid. */
import { type RawBuilder, sql } from 'kysely'

type UserId = number | RawBuilder<unknown>

export const NOTICE_TEXTS = sql`
  left join comments on comments.id = notifications.comment_id
  left join posts on posts.id = coalesce(notifications.post_id, comments.post_id)
  left join articles on articles.id = comments.article_id
  left join certificates on certificates.id = notifications.certificate_id`

export const isVisibleNotice = (userId: UserId, now: Date) => sql`
  notifications.user_id = ${userId} and (comments.id is null or comments.state = 'shown')
    and coalesce(posts.state = 'shown' and posts.publish_date <= ${now}, articles.published_at <= ${now},
      certificates.revoked_at is null and certificates.id is not null)`

/** More unread notices are not counted. */
const UNREAD_CAP = 100

/** How many notices of a user are unread, as a value within a statement. */
export const unreadNotices = (userId: UserId, now: Date) => sql<number>`(select count(*)::int from (
  select 1 from notifications ${NOTICE_TEXTS}
  where ${isVisibleNotice(userId, now)} and notifications.read_at is null limit ${sql.lit(UNREAD_CAP)}) as counted)`
