/** Three posts for each course, their comments, notices and cases of moderation. */
import { communityOperations } from '../../app/features/community/community.server.ts'
import { fileOfSitemap, indexOfSitemap } from '../../app/features/discovery/sitemap.server.ts'
import { moderationOperations } from '../../app/features/moderation/moderation.server.ts'
import { findSuggested } from '../../app/features/notifications/mention-queries.server.ts'
import { findDigestReceivers } from '../../app/features/notifications/notice-queries.server.ts'
import { notificationsOperations } from '../../app/features/notifications/notifications.server.ts'
import { findDecaying } from '../../app/features/views/queries.server.ts'
import type { Context } from '../../app/platform/context.server.ts'
import { DAY_MS } from '../../app/platform/durations.ts'
import { fillCommunity } from '../community/fill.ts'
import { type Call, COUNTED, LATE_PAGE, type Part, type Run, type Size } from './part.ts'

const POSTS_A_COURSE = 3
/** Has a notice for each of the comments of the post with the most. */
const FOLLOWER = 2
const NAMED = 'a hundred writers with the name are compared, and all trainers'

async function lengthOf(file: ReturnType<typeof fileOfSitemap>): Promise<number> {
  let length = 0
  for (const piece of (await file) ?? []) length += piece.length
  return length
}

export const writing: Part = { name: 'writing', fill, calls }

async function fill(run: Run, { courses, now }: Size): Promise<void> {
  const posts = courses * POSTS_A_COURSE
  await fillCommunity(run, posts, now, Math.min(30_000, Math.max(400, courses)))
  await fillNotices(run, posts, now)
}

/** Notices, cases of moderation and views, for the posts that exist. */
export async function fillNotices(run: Run, posts: number, now: Date): Promise<void> {
  await run(
    `insert into notifications (user_id, kind, comment_id, created_at, read_at, mail, mailed_at)
     select case when post_id = $2::int then ${FOLLOWER} else 3 + id % 15000 end, 'comment', id, created_at,
       case when id % 3 > 0 then created_at end, 'daily', case when created_at < $1::timestamptz - interval '1 day' then created_at end
     from comments where id % 5 = 0 or post_id = $2::int`,
    [now, Math.floor(posts / 2)],
  )
  await run(
    `insert into moderation_cases (post_id, cause, opened_at, decided_at)
     select id, 'reports', publish_date + interval '1 hour', case when id % 50 > 0 then publish_date + interval '1 day' end
     from posts where id % 60 = 10 or id % 3000 = 50`,
  )
  await run(`insert into reports (case_id, reporter_id, reason, created_at)
    select id, 1 + id % 1000, 'سبب', opened_at from moderation_cases`)
  await run(
    `insert into views (day, kind, subject_id, count)
     select $1::date - d, 'post', (n * 7919 + d * 31) % ${posts} + 1, 3
     from generate_series(0, 13) d, generate_series(1, ${Math.ceil(posts / 30)}) n on conflict do nothing`,
    [now],
  )
}

async function calls(run: Run): Promise<Call[]> {
  const [{ last, middle } = { last: 1, middle: 1 }] = await run<{ last: number; middle: number }>(
    'select max(id) as last, max(id) / 2 as middle from posts',
  )
  const list = (input: object) => (ctx: Context) =>
    communityOperations.posts(ctx, {
      UserId: undefined,
      CategoryId: undefined,
      SearchTerm: undefined,
      SortMethod: 1,
      PageIndex: 1,
      PageSize: 12,
      ...input,
    })
  const as = (ctx: Context, id: number) => ({ ...ctx, user: { id } }) as unknown as Context
  const notices =
    (id: number, PageIndex = 1) =>
    (ctx: Context) =>
      notificationsOperations.list(as(ctx, id), { PageIndex, PageSize: 20 })
  const suggest = (q: string) => (ctx: Context) => findSuggested(ctx.db, q, 8, ctx.now())
  return [
    { name: 'posts, newest', asks: [list({})], maxP99Ms: 20, readsMoreBecause: COUNTED },
    {
      name: 'posts of a section',
      asks: [list({ CategoryId: 2, SortMethod: 3 })],
      maxP99Ms: 20,
      readsMoreBecause: COUNTED,
    },
    { name: 'feed', asks: [list({ PageSize: 20 })], maxP99Ms: 20, readsMoreBecause: COUNTED },
    {
      name: 'comments',
      asks: [(ctx) => communityOperations.moreComments(ctx, { PostId: last, PageNumber: 1 })],
      maxP99Ms: 20,
    },
    {
      name: 'comments of a post with fifty thousand, page 100',
      asks: [(ctx) => communityOperations.moreComments(ctx, { PostId: middle, PageNumber: 100 })],
      maxP99Ms: 20,
      readsMoreBecause: LATE_PAGE,
    },
    { name: 'notices', asks: [100, 2000, 9000].map((id) => notices(id)), maxP99Ms: 20 },
    { name: 'notices of a busy discussion', asks: [notices(FOLLOWER)], maxP99Ms: 40, readsMoreBecause: COUNTED },
    {
      name: 'notices of a busy discussion, page 400',
      asks: [notices(FOLLOWER, 400)],
      maxP99Ms: 40,
      readsMoreBecause: LATE_PAGE,
    },
    {
      name: 'unread notices',
      asks: [(ctx) => notificationsOperations.unread(as(ctx, FOLLOWER), {})],
      maxP99Ms: 20,
      readsMoreBecause: 'up to a hundred are counted',
    },
    { name: 'members to mention, one letter', asks: [suggest('ن')], maxP99Ms: 20, readsMoreBecause: NAMED },
    { name: 'members to mention, a common name', asks: [suggest('نورة')], maxP99Ms: 20, readsMoreBecause: NAMED },
    { name: 'members to mention, few', asks: [suggest('نورة العتيبي 1999')], maxP99Ms: 20, readsMoreBecause: NAMED },
    {
      name: 'members to mention, none',
      asks: [suggest('زرافة'), suggest('xy')],
      maxP99Ms: 20,
      readsMoreBecause: NAMED,
    },
    {
      name: 'cases of moderation',
      asks: [(ctx) => moderationOperations.cases(ctx, { PageIndex: 1, PageSize: 20 })],
      maxP99Ms: 20,
      readsMoreBecause: COUNTED,
    },
    { name: 'index of the sitemap', asks: [(ctx) => indexOfSitemap(ctx)], maxP99Ms: 20 },
    { name: 'pages in the sitemap', asks: [(ctx) => lengthOf(fileOfSitemap(ctx, 'ar', 'pages', 1))], maxP99Ms: 20 },
    // Generated at most once a minute, and then sent from the cache.
    ...(['community', 'courses'] as const).map((kind) => ({
      name: `${kind} in the sitemap, 5,000 in a file`,
      asks: [2, 3].map((part) => (ctx: Context) => lengthOf(fileOfSitemap(ctx, 'ar', kind, part))),
      maxP99Ms: 20,
    })),
    {
      name: 'members with a morning mail (job)',
      asks: [(ctx) => findDigestReceivers(ctx.db, 0, 500)],
      maxP99Ms: 20,
    },
    {
      name: 'scores that decay (job)',
      asks: [(ctx) => findDecaying(ctx.db, new Date(ctx.now().getTime() - 14 * DAY_MS))],
      maxP99Ms: 5000,
      readsMoreBecause: 'once a day, all that lost an event',
    },
  ]
}
