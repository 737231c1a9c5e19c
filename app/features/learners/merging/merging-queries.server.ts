/** Everything that belongs to an account, for moving it to another one. */
import { type RawBuilder, sql } from 'kysely'
import type { Localized } from '../../../../db/shapes.ts'
import type { Database, Tx } from '../../../platform/database/database.server.ts'
import type { Merging } from './merging-contract.ts'

export type Pair = { from: number; into: number }

export async function countMoves(
  db: Database,
  { from, into }: Pair,
): Promise<Merging['moves'] & { reviewsLeft: number }> {
  const author = sql`(select id from authors where user_id = ${from})`
  const { rows } = await sql<Merging['moves'] & { reviewsLeft: number }>`
    select
      (select count(*)::int from orders where user_id = ${from}) as orders,
      (select count(*)::int from certificates c join orders o on o.id = c.order_id where o.user_id = ${from}) as certificates,
      (select count(*)::int from posts where author_id = ${author}) as posts,
      (select count(*)::int from comments where author_id = ${author}) as comments,
      (select count(*)::int from reviews where user_id = ${from} and course_id not in
        (select course_id from reviews where user_id = ${into})) as reviews,
      (select count(*)::int from reviews where user_id = ${from} and course_id in
        (select course_id from reviews where user_id = ${into})) as "reviewsLeft",
      (select count(*)::int from notifications where user_id = ${from}) as notices,
      (select count(*)::int from follows where user_id = ${from}) as follows,
      (select count(*)::int from waiting_places where user_id = ${from} and order_id is null and left_at is null) as places,
      (select count(*)::int from learner_notes where user_id = ${from}) as notes,
      (select count(*)::int from external_identities where user_id = ${from}) as identities`.execute(db)
  return rows[0]!
}

/** Open and paid orders of both for the same course and run. */
export async function findClashes(
  db: Database,
  { from, into }: Pair,
): Promise<{ course: Localized; from: string; into: string }[]> {
  const { rows } = await sql<{ course: Localized; from: string; into: string }>`
    select one.course_name as course, one.reference as from, other.reference as into
    from orders one join orders other on other.user_id = ${into} and other.course_id = one.course_id
      and other.schedule_id is not distinct from one.schedule_id and other.status in ('pending', 'paid')
    where one.user_id = ${from} and one.status in ('pending', 'paid') order by one.created_at`.execute(db)
  return rows
}

/** Of rows that both have by a column, the one that is emptied loses its own. */
const withoutDoubles = (table: string, same: RawBuilder<unknown>, { from, into }: Pair) => sql`
  delete from ${sql.table(table)} as mine using ${sql.table(table)} as theirs
  where mine.user_id = ${from} and theirs.user_id = ${into} and ${same}`

/** What has its account in the column `user_id` and cannot clash. */
const PLAIN = [
  'orders',
  'notifications',
  'follows',
  'waiting_places',
  'learner_notes',
  'external_identities',
  'saved_courses',
  'useful_marks',
] as const

export async function moveBelongings(tx: Tx, pair: Pair, emails: { from: string; into: string }): Promise<void> {
  const { from, into } = pair
  await withoutDoubles(
    'follows',
    sql`(mine.post_id, mine.article_id) is not distinct from (theirs.post_id, theirs.article_id)`,
    pair,
  ).execute(tx)
  await withoutDoubles(
    'notifications',
    sql`(mine.post_id, mine.comment_id) is not distinct from (theirs.post_id, theirs.comment_id)`,
    pair,
  ).execute(tx)
  await withoutDoubles(
    'useful_marks',
    sql`(mine.post_id, mine.comment_id) is not distinct from (theirs.post_id, theirs.comment_id)`,
    pair,
  ).execute(tx)
  await withoutDoubles('saved_courses', sql`mine.course_id = theirs.course_id`, pair).execute(tx)
  await sql`insert into lesson_progress (user_id, lesson_id, seconds, done_at, percent, updated_at)
    select ${into}, lesson_id, seconds, done_at, percent, updated_at from lesson_progress where user_id = ${from}
    on conflict (user_id, lesson_id) do update set seconds = greatest(lesson_progress.seconds, excluded.seconds),
      done_at = least(lesson_progress.done_at, excluded.done_at),
      percent = greatest(lesson_progress.percent, excluded.percent)`.execute(tx)
  // Who waits twice for a run keeps the earlier place.
  await sql`delete from waiting_places later using waiting_places earlier
    where later.schedule_id = earlier.schedule_id and later.id > earlier.id
      and later.user_id in (${from}, ${into}) and earlier.user_id in (${from}, ${into})
      and later.order_id is null and later.left_at is null and earlier.order_id is null and earlier.left_at is null`.execute(
    tx,
  )
  // Who stopped the news in one of the two accounts gets none in the other; a request for them goes over.
  await sql`insert into notification_settings as kept (user_id, news, news_chosen_at)
    select ${into}, news, news_chosen_at from notification_settings where user_id = ${from} and news_chosen_at is not null
    on conflict (user_id) do update set news = excluded.news, news_chosen_at = excluded.news_chosen_at
      where excluded.news = 'none' or kept.news_chosen_at is null`.execute(tx)
  await sql`update account_uses kept set at = other.at from account_uses other
    where kept.user_id = ${into} and other.user_id = ${from} and other.at > kept.at`.execute(tx)
  await moveMessages(tx, pair)
  for (const table of PLAIN)
    await sql`update ${sql.table(table)} set user_id = ${into} where user_id = ${from}`.execute(tx)
  await sql`update reviews set user_id = ${into} where user_id = ${from}
    and course_id not in (select course_id from reviews where user_id = ${into})`.execute(tx)
  await sql`delete from reports mine using reports theirs where mine.case_id = theirs.case_id
    and mine.reporter_id = ${from} and theirs.reporter_id = ${into}`.execute(tx)
  await sql`update reports set reporter_id = ${into} where reporter_id = ${from}`.execute(tx)
  await sql`update refunds set requested_by = ${into} where requested_by = ${from}`.execute(tx)
  await sql`update stored_files set owner_id = ${into} where owner_id = ${from} and purpose <> 'archive'`.execute(tx)
  await sql`delete from notify_requests mine using notify_requests theirs
    where mine.course_id = theirs.course_id and mine.email = ${emails.from} and theirs.email = ${emails.into}`.execute(
    tx,
  )
  for (const [table, column] of [
    ['notify_requests', 'email'],
    ['company_seats', 'person_email'],
  ] as const)
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${emails.into}
      where ${sql.ref(column)} = ${emails.from}`.execute(tx)
  await moveWritings(tx, pair)
}

/** Who is still to be written to is the account that stays; who was so twice is left out once. */
async function moveMessages(tx: Tx, pair: Pair): Promise<void> {
  const { from, into } = pair
  // The job of a message locks it before its recipients, too.
  await sql`select from learner_messages where id in (
    select message_id from learner_message_recipients where user_id = ${from}) order by id for update`.execute(tx)
  await sql`with doubles as (
      ${withoutDoubles('learner_message_recipients', sql`mine.message_id = theirs.message_id`, pair)} returning mine.message_id)
    update learner_messages set left_out = left_out + 1 from doubles where id = doubles.message_id`.execute(tx)
  await sql`update learner_message_recipients set user_id = ${into} where user_id = ${from}`.execute(tx)
}

/** An account writes as one author: what the other wrote goes to it, and a ban with it. */
async function moveWritings(tx: Tx, { from, into }: Pair): Promise<void> {
  const { rows } = await sql<{ id: number; user_id: number }>`
    select id, user_id from authors where user_id in (${from}, ${into}) for update`.execute(tx)
  const idOf = (user: number) => rows.find(({ user_id }) => user_id === user)?.id
  const [mine, theirs] = [idOf(from), idOf(into)]
  if (mine === undefined) return
  if (theirs === undefined) {
    await sql`update authors set user_id = ${into} where id = ${mine}`.execute(tx)
    return
  }
  for (const table of ['posts', 'comments', 'moderation_decisions', 'moderation_events'])
    await sql`update ${sql.table(table)} set author_id = ${theirs} where author_id = ${mine}`.execute(tx)
  // A ban without an end outlasts one with an end.
  await sql`update authors kept set stopped_at = least(kept.stopped_at, other.stopped_at),
      stopped_until = case
        when kept.stopped_at is null then other.stopped_until
        when kept.stopped_until is null or other.stopped_until is null then null
        else greatest(kept.stopped_until, other.stopped_until) end
    from authors other where kept.id = ${theirs} and other.id = ${mine} and other.stopped_at is not null`.execute(tx)
}

/** Its address, and those of accounts that were merged into it before, lead to the account that stays. */
export async function keepAddresses(tx: Tx, { from, into }: Pair, email: string, now: Date): Promise<void> {
  await sql`update former_addresses set user_id = ${into} where user_id = ${from}`.execute(tx)
  await sql`insert into former_addresses (email, user_id, former_user_id, merged_at)
    values (${email}, ${into}, ${from}, ${now})
    on conflict (email) do update set user_id = excluded.user_id, former_user_id = excluded.former_user_id,
      merged_at = excluded.merged_at`.execute(tx)
}
