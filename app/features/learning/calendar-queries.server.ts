/** The addresses of learners' calendars. */
import type { Database } from '../../platform/database/database.server.ts'

export async function findFeed(db: Database, userId: number): Promise<string | undefined> {
  const row = await db.selectFrom('calendar_feeds').select('id').where('user_id', '=', userId).executeTakeFirst()
  return row?.id
}

/** Makes the address, or replaces it: the former one is unknown from now on. */
export async function saveFeed(db: Database, feed: { userId: number; id: string; now: Date }): Promise<void> {
  const values = { id: feed.id, created_at: feed.now }
  await db
    .insertInto('calendar_feeds')
    .values({ user_id: feed.userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute()
}

export async function deleteFeed(db: Database, userId: number): Promise<void> {
  await db.deleteFrom('calendar_feeds').where('user_id', '=', userId).execute()
}

/** Whose calendar it is; undefined when it was replaced, or its learner may not sign in any more. */
export async function ownerOfFeed(db: Database, feedId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('calendar_feeds')
    .innerJoin('users', 'users.id', 'calendar_feeds.user_id')
    .select('users.id')
    .where('calendar_feeds.id', '=', feedId)
    .where('users.status', '=', 'active')
    .where('users.erased_at', 'is', null)
    .executeTakeFirst()
  return row?.id
}
