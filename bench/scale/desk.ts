/** What else staff look through at the desk: articles, moderation, proposals, waiting lists and the filters that they keep. */
import type { Part, Run, Size } from './part.ts'

const WAITING_OF_A_RUN = 40

/** After the parts of courses, people and orders. */
export const desk: Part = { name: 'desk', fill, calls: async () => [] }

async function fill(run: Run, size: Size): Promise<void> {
  await articles(run, size)
  await moderation(run, size)
  await learning(run, size)
  // The part of the courses has its own.
  await run(
    `insert into reviews (course_id, user_name, rate, comment, created_at)
     select id, '{"ar": "سارة"}', 1 + id % 5, '{"ar": "رأي"}', $1::timestamptz - id * interval '1 minute'
     from courses where not exists (select from reviews)`,
    [size.now],
  )
  await run(
    `insert into saved_views (user_id, list, name, query, created_at)
     select id, 'orders', 'view', '{}', $1 from users where email like 'u%' order by id limit ${size.courses}`,
    [size.now],
  )
}

/** Twice as many as courses, of twenty authors. Their search is not asked here. */
async function articles(run: Run, { courses, now }: Size) {
  await run(`insert into blog_categories (key, name, summary) values ('many', '{"ar": "قسم"}', '{"ar": "قسم"}')`)
  await run(
    `insert into authors (kind, name) select 'staff', jsonb_build_object('ar', 'كاتب ' || n) from generate_series(1, 20) n`,
  )
  await run(
    `insert into articles (slug, category_id, author_id, title, summary, body, cover, seo, published_at, updated_at, english_missing)
     select md5(n::text), (select id from blog_categories where key = 'many'), author.id,
       jsonb_build_object('ar', 'مقال ' || n, 'en', md5('title' || n)), '{"ar": "ملخص"}', '{"ar": "نص"}', '/media/covers/a.svg',
       '{"title": {"ar": "ع"}, "description": {"ar": "و"}}',
       case when n % 100 > 0 then $1::timestamptz - n * interval '1 hour' end, $1::timestamptz - n * interval '1 hour',
       case when n % 40 = 0 then 2 else 0 end
     from generate_series(1, ${courses * 2}) n
     join (select row_number() over (order by id) - 1 as place, id from authors where kind = 'staff' and name ->> 'ar' like 'كاتب %') author
       on author.place = n % 20`,
    [now],
  )
}

/** Posts of members, on which one in four was reported. Few cases and objections are open; one author in fifty is banned. */
async function moderation(run: Run, { courses, now }: Size) {
  await run(`insert into post_categories (key, name, summary) values ('many', '{"ar": "قسم"}', '{"ar": "قسم"}')`)
  await run(
    `insert into authors (kind, user_id, stopped_at, stopped_until)
     select 'member', id, case when id % 50 = 0 then $1::timestamptz - interval '1 day' end,
       case when id % 100 = 0 then $1::timestamptz + interval '30 days' end
     from users where email like 'u%' order by id limit ${Math.ceil(courses / 4)}`,
    [now],
  )
  // One author in a thousand wrote very much.
  await run(
    `insert into posts (author_id, category_id, title, content, state, publish_date, created_at)
     select writer.id, (select id from post_categories where key = 'many'), 'مشاركة ' || n, 'نص', 'shown', at, at
     from generate_series(1, ${courses}) n,
       lateral (select $1::timestamptz - n * interval '1 hour' as at) as time
     join (select row_number() over (order by id) - 1 as place, id from authors where user_id is not null) writer
       on true
     where writer.place = case when n % 10 = 0 then 0 else n % ${Math.ceil(courses / 4)} end`,
    [now],
  )
  await run(`insert into moderation_cases (post_id, cause, opened_at, decided_at)
    select id, 'reports', created_at + interval '1 hour', case when id % 200 > 0 then created_at + interval '1 day' end
    from posts where title like 'مشاركة %' and id % 4 = 0`)
  await run(`insert into reports (case_id, reporter_id, reason, created_at)
    select id, 1 + id % 1000, 'سبب', opened_at from moderation_cases`)
  await run(
    `insert into moderation_decisions (kind, subject_id, author_id, decision, reason, decided_by, decided_at, appeal_until, appeal,
       appealed_at, appeal_outcome, appeal_decided_at)
     select 'post', post.id, post.author_id, case when post.id % 8 = 0 then 'remove' else 'keep' end, 'سبب', 4, c.decided_at,
       case when post.id % 8 = 0 then c.decided_at + interval '14 days' end,
       case when post.id % 40 = 0 then 'أعترض' end, case when post.id % 40 = 0 then c.decided_at + interval '1 day' end,
       case when post.id % 40 = 0 and post.id % 400 <> 40 then 'upheld' end,
       case when post.id % 40 = 0 and post.id % 400 <> 40 then c.decided_at + interval '2 days' end
     from moderation_cases c join posts post on post.id = c.post_id where c.decided_at is not null`,
  )
}

/** Courses that are not published or not translated, what trainers propose, runs without enough people, and the people who wait for a seat. */
async function learning(run: Run, { courses, now }: Size) {
  await run(`update courses set english_missing = case when id % 40 = 0 then 2 else 0 end,
    published_at = case when id % 100 <> 7 then published_at end`)
  await run(
    `update schedules set minimum_seats = case when id % 20 = 1 then 15 end,
       cancelled_at = case when id % 50 = 3 then $1::timestamptz - interval '1 day' end`,
    [now],
  )
  await run(
    `insert into course_proposals (course_id, changes, proposed_by, proposed_at, decided_at, decided_by, is_accepted)
     select id, '{}', 3, $1::timestamptz - id * interval '1 hour', case when id % 500 > 0 then $1::timestamptz end,
       case when id % 500 > 0 then 4 end, case when id % 500 > 0 then true end from courses`,
    [now],
  )
  await run(
    `insert into certificate_proposals (schedule_id, proposed_at, proposed_by, done_at)
     select id, ends_at, 3, case when id % 500 > 0 then ends_at + interval '1 day' end from schedules where ends_at < $1`,
    [now],
  )
  await run(
    `insert into waiting_places (schedule_id, user_id, lang, joined_at)
     select run.id, person.id, 'ar', $1 from (select row_number() over (order by id) - 1 as place, id from users where email like 'u%'
       order by id limit ${courses}) person
     join (select row_number() over (order by id) - 1 as place, id from schedules) run on run.place = person.place / ${WAITING_OF_A_RUN}`,
    [now],
  )
}
