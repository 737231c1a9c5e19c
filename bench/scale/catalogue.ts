/** Courses, their runs and their reviews. */
import { createAnswerCache } from '../../app/api/answer-cache.server.ts'
import { localApi } from '../../app/composition/operations.server.ts'
import { catalogueOperations } from '../../app/features/catalogue/catalogue.server.ts'
import { CourseQuery } from '../../app/features/catalogue/listing/listing-contract.ts'
import { searchOperations } from '../../app/features/search/search.server.ts'
import type { Context } from '../../app/platform/context.server.ts'
import { words } from '../community/words.ts'
import { type Call, COUNTED, LATE_PAGE, type Part, type Run, type Size } from './part.ts'

/** In the name of one course only. */
export const RARE_WORD = 'زمردة'
/** In the names of half of the courses. */
export const COMMON_WORD = 'دورة'
export const ABSENT_WORD = 'زرافة'
/** One letter wrong in «محاسبة», which one name in fifty has. */
export const MISTYPED_WORD = 'محاصبة'

const FIELDS = 14
const PARTS_OF_A_FIELD = 3
const FIELD_NAMES =
  'المحاسبة البرمجة التسويق القيادة الجودة اللغات التصميم القانون السلامة الصحة البيانات الشبكات المبيعات المشتريات'.split(
    ' ',
  )

export const catalogue: Part = { name: 'catalogue', fill, calls }

async function fill(run: Run, size: Size): Promise<void> {
  const texts = Math.max(100, Math.ceil(size.courses / 50))
  await fields(run)
  await snippets(run, texts)
  await courses(run, size, texts)
  await trainers(run, size)
  await runs(run, size)
  await reviews(run, size)
  await searchTerms(run)
  await offers(run, size)
  await run('drop table bench_names, bench_summaries, bench_descriptions')
}

async function fields(run: Run) {
  await run(
    `insert into specializations (key, slug, name, summary, mark, colour, position)
     select 'field-' || n, 'field-' || n, jsonb_build_object('ar', name, 'en', 'Field ' || n), '{"ar": "عن التخصص", "en": "About"}',
       'compass', '#14594b', n
     from unnest($1::text[]) with ordinality as t (name, n)`,
    [FIELD_NAMES],
  )
  await run(`insert into specializations (key, parent_id, name, position)
    select key || '-' || n, id, jsonb_build_object('ar', 'فرع ' || (name ->> 'ar') || ' ' || n, 'en', 'Part ' || n), n
    from specializations, generate_series(1, ${PARTS_OF_A_FIELD}) n where key like 'field-%' order by id, n`)
}

/** Names, summaries and descriptions, from which courses are combined; their terms are computed once for each. */
async function snippets(run: Run, count: number) {
  await run(
    'create unlogged table bench_words as select place::int - 1 as rank, word from unnest($1::text[]) with ordinality t (word, place)',
    [words()],
  )
  await run('create unique index on bench_words (rank)')
  await run('analyze bench_words')
  const make = async (table: string, weight: string, least: number, most: number, before: string) =>
    run(`create unlogged table ${table} as
      with tokens as materialized (
        select n, place, floor(exp(random() * ln(${words().length})))::int - 1 as rank
        from generate_series(0, ${count - 1}) n, generate_series(1, ${least} + n % ${most - least + 1}) place
      ), texts as materialized (
        select n, ${before} || string_agg(word, ' ' order by place) as text from tokens join bench_words using (rank) group by n
      )
      select n, text, search_vector(text, '${weight}') as terms from texts`)
  await make(
    'bench_names',
    'A',
    2,
    5,
    `case when n % 2 = 0 then '${COMMON_WORD} ' else '' end || case when n % 50 = 1 then 'محاسبة ' else '' end`,
  )
  await make('bench_summaries', 'C', 6, 14, `''`)
  await make('bench_descriptions', 'D', 40, 90, `''`)
  for (const table of ['bench_names', 'bench_summaries', 'bench_descriptions'])
    await run(`create unique index on ${table} (n); analyze ${table}`)
  await run('drop table bench_words')
  await run('select remember_search_words(text) from bench_names')
  await run(`select remember_search_words('${RARE_WORD}')`)
}

/** Published over six years; one in a hundred is a draft, one in two hundred will be published. */
async function courses(run: Run, { courses: count, now }: Size, texts: number) {
  await run(
    `insert into courses (key, slug, specialization_id, sub_specialization_id, category, level, delivery_method, hours,
       price_halalas, old_price_halalas, name, summary, description, outcomes, prerequisites, audience, outline, certificate,
       faq, seo, cover, published_at)
     select 'c' || c, 'course-' || c, field.id, part.id, 1 + (c * 7) % 3, 1 + (c * 11 / 3) % 3, 1 + (c * 13 / 5) % 3, 5 + c % 40,
       (array[0, 14900, 49900, 99900, 150000, 199900, 250000, 350000, 600000, 1200000])[1 + (c * 17 / 7) % 10] + c % 7 * 1000, null,
       jsonb_build_object('ar', case when c = ${Math.ceil(count / 3)} then '${RARE_WORD} ' else '' end || named.text, 'en', 'Course ' || c),
       jsonb_build_object('ar', summary.text, 'en', 'Learn by doing'), jsonb_build_object('ar', description.text, 'en', 'What it holds'),
       '[{"ar": "مخرج", "en": "Outcome"}]', '[]', '[]', '[]', '{"ar": "شهادة", "en": "Certificate"}', '[]',
       '{"title": {"ar": "عنوان", "en": "Title"}, "description": {"ar": "وصف", "en": "Description"}}', '/media/covers/a.svg',
       case when c % 100 = 7 then null when c % 200 = 8 then $1::timestamptz + c % 90 * interval '1 day'
         else $1::timestamptz - (c::bigint * 7919 % ${count}) * interval '2190 days' / ${count} - interval '1 minute' end
     from generate_series(1, ${count}) as numbers (c)
     join specializations field on field.key = 'field-' || 1 + (c::bigint * 7919 % 104729) % ${FIELDS}
     join specializations part on part.key = field.key || '-' || 1 + (c / 7) % ${PARTS_OF_A_FIELD}
     join bench_names named on named.n = (c::bigint * 31 % ${texts})
     join bench_summaries summary on summary.n = (c::bigint * 37 % ${texts})
     join bench_descriptions description on description.n = (c::bigint * 41 % ${texts})
     order by c`,
    [now],
  )
}

async function trainers(run: Run, { courses: count }: Size) {
  await run(`insert into trainers (key, name, title, bio)
    select 't' || n, jsonb_build_object('ar', 'أ. عبدالرحمن العتيبي ' || n, 'en', 'Abdulrahman Alotaibi ' || n), '{"ar": "خبير", "en": "Expert"}',
      '{"ar": "سيرة", "en": "Life"}' from generate_series(1, ${Math.ceil(count / 50)}) n`)
  await run(`insert into course_trainers (course_id, trainer_id)
    select courses.id, trainers.id from courses join trainers on trainers.key = 't' || 1 + courses.id % ${Math.ceil(count / 50)}`)
}

/** Three of each course that is not recorded: past, soon and later. One course in fifty has runs with a price of their own. */
async function runs(run: Run, { now }: Size) {
  await run(
    `insert into schedules (course_id, key, starts_at, ends_at, weekdays, from_time, to_time, city, venue, seats, held_seats,
       enrolment_opens_at, enrolment_closes_at, price_halalas)
     select id, 'run-' || n, starts_at, starts_at + interval '5 days', '{sun,tue}', '17:00', '20:00', '{"ar": "الرياض", "en": "Riyadh"}',
       '{"ar": "القاعة", "en": "Hall"}', 20, case when id % 9 = 0 then 20 else id % 18 end,
       case when id % 11 = 0 then starts_at - interval '20 days' end, starts_at - interval '1 day',
       case when id % 50 = 0 then 50000 * n end
     from courses, generate_series(0, 2) n,
       lateral (select $1::timestamptz + ((id * 7919 % 120) + n * 120 - 119) * interval '1 day' + interval '5 hours' as starts_at) as time
     where delivery_method <> 2`,
    [now],
  )
}

async function reviews(run: Run, { courses: count, now }: Size) {
  await run(
    `insert into reviews (course_id, user_name, rate, comment, featured, created_at)
     select courses.id, '{"ar": "سارة"}', 1 + (courses.id * 7 + n * 3) % 5, '{"ar": "دورة نافعة"}', (courses.id + n) % 1000 = 0,
       $1::timestamptz - ((courses.id::bigint * 7919 + n * 104729) % ${count * 3}) * interval '1000 days' / ${count * 3} - interval '1 minute'
     from courses, generate_series(1, 3) n`,
    [now],
  )
}

/** The result of refresh_course_search, from the terms of the snippets. */
async function searchTerms(run: Run) {
  await run(`create unlogged table bench_heads as
    select 'field' as kind, id, search_vector(concat_ws(' ', field.name ->> 'ar', field.name ->> 'en'), 'B') as terms
    from specializations field
    union all
    select 'trainer', id, search_vector(concat_ws(' ', search_name_forms(name ->> 'ar'), search_name_forms(name ->> 'en')), 'C') from trainers`)
  await run('create index on bench_heads (kind, id); analyze bench_heads')
  await run(`insert into course_offers (course_id, terms, heads)
    select id, heads || others, heads
    from (
      select courses.id, case when courses.name ->> 'ar' like '${RARE_WORD}%' then search_vector('${RARE_WORD}', 'A') else '' end
          || named.terms || field.terms || part.terms || trainer.terms as heads,
        summary.terms || description.terms as others
      from courses
      join bench_names named on replace(courses.name ->> 'ar', '${RARE_WORD} ', '') = named.text
      join bench_summaries summary on courses.summary ->> 'ar' = summary.text
      join bench_descriptions description on courses.description ->> 'ar' = description.text
      join bench_heads field on field.kind = 'field' and field.id = specialization_id
      join bench_heads part on part.kind = 'field' and part.id = sub_specialization_id
      join course_trainers on course_id = courses.id
      join bench_heads trainer on trainer.kind = 'trainer' and trainer.id = trainer_id
    ) as made on conflict do nothing`)
  await run('drop table bench_heads')
  await run('select refresh_specialization_search(array(select id from specializations))')
}

/** The values that the triggers would write. */
async function offers(run: Run, { now }: Size) {
  await run('select refresh_course_offers(array(select id from courses), $1)', [now])
  await run(`insert into course_cells
    select month, category, level, delivery_method, specialization_id, sub_specialization_id, price_step, count(*)
    from course_offers, unnest(0 || months) as month where listed group by 1, 2, 3, 4, 5, 6, 7`)
  await run(`insert into course_months select month, category, specialization_id, sub_specialization_id, sum(courses)
    from course_cells where month > 0 group by 1, 2, 3, 4`)
  const stars = [1, 2, 3, 4, 5]
  await run(`insert into course_ratings
    select course_id, count(*), sum(rate), ${stars.map((star) => `count(*) filter (where round(rate) = ${star})`).join()}
    from reviews group by course_id`)
  await run(`insert into site_ratings
    select sum(reviews), sum(total), ${stars.map((star) => `sum(stars_${star})`).join()}
    from course_ratings join course_offers using (course_id) where listed`)
}

/** A listing or a search at any size is a page, its counts and its cards. */
const LISTING_MS = 10
/** Of the catalogue's other calls. */
const CALL_MS = 20
const KEPT_MS = 0.4
const SEARCH_MS = 40

async function calls(run: Run): Promise<Call[]> {
  const [field] = await run<{ id: number; part: number }>(
    `select field.id, part.id as part from specializations field join specializations part on part.parent_id = field.id
     order by field.id, part.id limit 1`,
  )
  const [month] = await run<{ from: string; to: string }>(
    `select to_char(date_trunc('month', made_for + interval '2 months'), 'YYYY-MM-DD') as from,
       to_char(date_trunc('month', made_for + interval '3 months') - interval '1 day', 'YYYY-MM-DD') as to
     from bench_parts where name = 'catalogue'`,
  )
  const list = (query: object) => (ctx: Context) => catalogueOperations.courses(ctx, CourseQuery.parse(query))
  const answers = createAnswerCache({ now: () => new Date(), listening: () => true })
  const kept = (query: object) => (ctx: Context) => localApi.shared(ctx, { answers }).catalogue.courses(query)
  const listing = (name: string, ...queries: object[]): Call => ({
    name,
    asks: queries.map(list),
    maxP99Ms: LISTING_MS,
  })
  const some = (await run<{ id: number }>('select id from courses where published_at < now() order by id limit 8')).map(
    ({ id }) => id,
  )
  const searches = (name: string, terms: string[]): Call[] => [
    { name: `listing, ${name}`, asks: terms.map((term) => list({ SearchTerm: term })), maxP99Ms: SEARCH_MS },
    {
      name: `suggestions, ${name}`,
      asks: terms.map((q) => (ctx) => searchOperations.suggest(ctx, { q })),
      maxP99Ms: SEARCH_MS,
    },
    {
      name: `results, ${name}`,
      asks: terms.map((q) => (ctx) => searchOperations.results(ctx, { q })),
      maxP99Ms: SEARCH_MS,
      readsMoreBecause: COUNTED,
    },
  ]
  const call = (name: string, ...asks: Call['asks']): Call => ({ name, asks, maxP99Ms: CALL_MS })
  const common = words().slice(0, 4)
  return [
    listing('listing, newest', {}),
    { ...listing('listing, page 800', { PageIndex: 800 }), readsMoreBecause: LATE_PAGE },
    listing('listing by start', { SortMethod: 2 }),
    listing('listing by price', { SortMethod: 3 }, { SortMethod: 4 }),
    listing(
      'listing, specialization',
      { SpecializationId: field!.id },
      { SpecializationId: field!.id, SubSpecializationId: field!.part },
    ),
    listing('listing, category and level', { Category: 2, Level: 3 }),
    listing('listing, price band', { MinPrice: 100, MaxPrice: 99_999 }, { MaxPrice: 0 }),
    listing('listing, any price', { MinPrice: 33_300, MaxPrice: 123_499 }),
    listing('listing, month', { StartsFrom: month!.from, StartsTo: month!.to }),
    listing('listing, five filters', {
      SpecializationId: field!.id,
      Category: 2,
      Level: 1,
      CourseDeliveryMethod: 1,
      MaxPrice: 99_999,
    }),
    { name: 'listing, kept', asks: [kept({}), kept({ Category: 2, Level: 3 })], maxP99Ms: KEPT_MS },
    call('specializations', (ctx) => catalogueOperations.specializations(ctx, {})),
    call(
      'latest courses',
      ...[undefined, 1 as const].map(
        (courseType) => (ctx: Context) => catalogueOperations.latestCourses(ctx, { courseType, count: 8 }),
      ),
    ),
    call('menu of a specialization', (ctx) =>
      catalogueOperations.coursesOnHover(ctx, { SpecializationId: field!.id, courseType: undefined }),
    ),
    call(
      'similar courses',
      ...some.map((courseId) => (ctx: Context) => catalogueOperations.similarCourses(ctx, { courseId })),
    ),
    call(
      'course by slug',
      ...some.map((id) => (ctx: Context) => catalogueOperations.courseBySlug(ctx, { slug: `course-${id}` })),
    ),
    call(
      'reviews of the site',
      ...[1, 2].map(
        (PageIndex) => (ctx: Context) => catalogueOperations.websiteReviews(ctx, { PageIndex, PageSize: 12 }),
      ),
    ),
    ...searches('absent word', [ABSENT_WORD, 'xylophone', 'قسطنطينية']),
    ...searches('rare word', [RARE_WORD]),
    ...searches('common word', [COMMON_WORD, ...common]),
    ...searches('beginning', ['دو', 'ال', 'مح', 'acc']),
    ...searches('mistyped word', [MISTYPED_WORD, 'acounting']),
    ...searches(
      'two words',
      common.map((word) => `${COMMON_WORD} ${word}`),
    ),
  ]
}
