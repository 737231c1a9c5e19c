import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.server.ts'
import { DAY_MS } from '../../platform/durations.ts'

/** Views of one post (named by its id) or article (by its slug); by guests when `userId` is null. */
export type ViewCount = { kind: 'post' | 'article'; name: string; userId: number | null; count: number }

/** Adds views to their day and to the trending score, in one statement. Views by the author do not count. */
export async function addViews(db: Database, seen: ViewCount[], now: Date, viewsPerComment: number): Promise<void> {
  const rows = (kind: ViewCount['kind']) => {
    const ofKind = seen.filter((view) => view.kind === kind)
    return sql`unnest(${ofKind.map(({ name }) => name)}::text[], ${ofKind.map(({ userId }) => userId)}::int[],
      ${ofKind.map(({ count }) => count)}::int[]) as seen (name, user_id, count)`
  }
  await sql`
    with each as (
      select 'post' as kind, posts.id, posts.author_id, user_id, count
      from ${rows('post')} join posts on posts.id = name::int and posts.publish_date <= ${now}
      union all
      select 'article', articles.id, articles.author_id, user_id, count
      from ${rows('article')} join articles on articles.slug = name and articles.published_at <= ${now}
    ), counted as materialized (
      select kind, each.id, sum(count)::int as count
      from each
      where user_id is null or not exists (
        select from authors left join trainers on trainers.id = authors.trainer_id
        where authors.id = each.author_id and each.user_id in (authors.user_id, trainers.user_id))
      group by kind, each.id
    ), added as (
      insert into views (day, kind, subject_id, count)
      select (${now}::timestamptz at time zone 'Asia/Riyadh')::date, kind, id, count from counted order by kind, id
      on conflict (day, kind, subject_id) do update set count = views.count + excluded.count
    ), scored_posts as (
      update posts set trending_score = trending_score_with(
        trending_score, trending_score_of_event(${now}::timestamptz, count / ${viewsPerComment}::float8))
      from counted where counted.kind = 'post' and posts.id = counted.id
    )
    update articles set trending_score = trending_score_with(
      trending_score, trending_score_of_event(${now}::timestamptz, count / ${viewsPerComment}::float8))
    from counted where counted.kind = 'article' and articles.id = counted.id`.execute(db)
}

export type Subject = {
  kind: 'post' | 'article'
  id: number
  published: Date
  comments: Date[]
  views: { at: Date; count: number }[]
}

/** Views count as of noon of their day in Riyadh. Said of the day itself, so that its index serves. */
const isBefore = (since: Date) => sql`day < (${since}::timestamptz at time zone 'Asia/Riyadh') - interval '12 hours'`

/** Posts and articles with events that are now older than `since`, with the events that still count. */
export async function findDecaying(db: Database, since: Date): Promise<Subject[]> {
  const recent = new Date(since.getTime() - 4 * DAY_MS)
  const { rows } = await sql<
    Omit<Subject, 'comments' | 'published' | 'views'> & {
      published: string
      comments: string[]
      views: { at: string; count: number }[]
    }
  >`
    with decaying as (
      select 'post' as kind, post_id as id from comments where created_at >= ${recent} and created_at < ${since} and post_id is not null
      union select 'article', article_id from comments where created_at >= ${recent} and created_at < ${since} and article_id is not null
      union select kind, subject_id from views where ${isBefore(since)}
    )
    select decaying.kind, decaying.id, coalesce(posts.publish_date, articles.published_at) as published,
      case when decaying.kind = 'post'
        then array(select created_at from comments
          where post_id = decaying.id and created_at >= ${since} and state = 'shown')
        else array(select created_at from comments
          where article_id = decaying.id and created_at >= ${since} and state = 'shown') end as comments,
      (select coalesce(json_agg(json_build_object('at', (day + time '12:00') at time zone 'Asia/Riyadh', 'count', count)), '[]')
        from views where views.kind = decaying.kind and subject_id = decaying.id) as views
    from decaying
    left join posts on decaying.kind = 'post' and posts.id = decaying.id
    left join articles on decaying.kind = 'article' and articles.id = decaying.id
    where coalesce(posts.publish_date, articles.published_at) is not null`.execute(db)
  return rows.map((row) => ({
    kind: row.kind,
    id: row.id,
    published: new Date(row.published),
    comments: row.comments.map((at) => new Date(at)),
    views: row.views.map(({ at, count }) => ({ at: new Date(at), count })),
  }))
}

export async function saveScores(
  db: Database,
  kind: Subject['kind'],
  scores: { id: number; score: number }[],
): Promise<void> {
  await sql`update ${kind === 'post' ? sql`posts` : sql`articles`} as subject set trending_score = counted.score
    from unnest(${scores.map(({ id }) => id)}::int[], ${scores.map(({ score }) => score)}::float8[]) as counted (id, score)
    where subject.id = counted.id and subject.trending_score is distinct from counted.score`.execute(db)
}

export async function deleteOldViews(db: Database, since: Date): Promise<void> {
  await sql`delete from views where ${isBefore(since)}`.execute(db)
}
