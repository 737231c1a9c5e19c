import { type RawBuilder, sql } from 'kysely'

/** Writes that a new account asked for the institute's news in the form of its sign-up. */
export const askedForNews = (userId: number, now: Date): RawBuilder<unknown> =>
  sql`insert into notification_settings (user_id, news, news_chosen_at) values (${userId}, 'at-once', ${now})`
