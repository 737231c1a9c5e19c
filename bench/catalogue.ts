/** The course list and its search with 20,000 courses, 40,000 runs and 60,000 orders. */
import { sql } from 'kysely'
import { cardsOf } from '../app/features/catalogue/cards.server.ts'
import {
  correctedSearchQuery,
  findListing,
  type ListingFilter,
  listingStatement,
  searchQuery,
} from '../app/features/catalogue/listing-queries.server.ts'
import { suggestedCoursesStatement } from '../app/features/search/queries.server.ts'
import { searchOperations } from '../app/features/search/search.server.ts'
import type { Context } from '../app/platform/context.server.ts'
import { type Database, openDatabase } from '../app/platform/database.server.ts'
import { DAY_MS } from '../app/platform/durations.ts'
import { createTestDatabase, startTestCluster } from '../tests/support/cluster.ts'
import { course, learner, specialization } from '../tests/support/factories.ts'
import { checkPlan, FIGURE_HEAD, figure, measure, planOf } from './figures.ts'

const COURSES = 20_000
const NOTHING: ListingFilter = {
  search: undefined,
  category: undefined,
  specializationId: undefined,
  subSpecializationId: undefined,
  level: undefined,
  deliveryMethod: undefined,
  minPrice: undefined,
  maxPrice: undefined,
  startsFrom: undefined,
  startsBefore: undefined,
  sort: 'newest',
  limit: 12,
  offset: 0,
}

/** False when a query plan is not as expected. */
export async function bench(): Promise<boolean> {
  const cluster = await startTestCluster()
  const { db, pool, close } = openDatabase(await createTestDatabase(cluster, 'bench_catalogue'), 4, () => undefined)
  try {
    console.log(`Making ${COURSES.toLocaleString('en')} courses…`)
    const filled = performance.now()
    await fill(db)
    console.log(`  made and indexed in ${((performance.now() - filled) / 1000).toFixed(1)} s\n`)
    const now = new Date()

    console.log('The listing')
    console.log(FIGURE_HEAD)
    const list = (filter: Partial<ListingFilter>) => measure(() => findListing(db, { ...NOTHING, ...filter }, now))
    const plain = await list({})
    const show = async (name: string, filter: Partial<ListingFilter>) =>
      console.log(figure(name, await list(filter), plain.median))
    console.log(figure('no filter, newest', plain, plain.median))
    await show('sorted by start', { sort: 'start' })
    await show('sorted by price', { sort: 'cheapest' })
    await show('the last page', { offset: COURSES - 12 })
    await show('one specialization', { specializationId: 1 })
    await show('starting within a month', { startsFrom: now, startsBefore: new Date(now.getTime() + 30 * DAY_MS) })
    await show('every filter', { category: 1, level: 1, deliveryMethod: 1, minPrice: 1, maxPrice: 500_000 })
    const { ids } = await findListing(db, NOTHING, now)
    const clock = { db, lang: 'ar', now: () => now } as const
    console.log(figure('the cards of a page', await measure(() => cardsOf(clock, ids)), plain.median))

    console.log('\nThe search, its query included')
    console.log(FIGURE_HEAD)
    const search = (term: string) =>
      measure(async () => {
        const filters = { ...NOTHING, sort: 'relevance' } as const
        const listing = await findListing(db, { ...filters, search: await searchQuery(db, term) }, now)
        if (listing.found) return
        const mended = await correctedSearchQuery(db, term)
        if (mended !== null) await findListing(db, { ...filters, search: mended }, now)
      })
    for (const [name, term] of SEARCHES) console.log(figure(name, await search(term), plain.median))

    console.log('\nThe suggestions, their query and the cards included')
    console.log(FIGURE_HEAD)
    const suggest = (term: string) => measure(() => searchOperations.suggest(asker(db, now), { q: term }))
    for (const [name, term] of SEARCHES) console.log(figure(name, await suggest(term), plain.median))
    console.log(figure('a trainer', await suggest('العتيبي7'), plain.median))
    console.log('\nThe results of every kind')
    console.log(FIGURE_HEAD)
    const results = (term: string) => measure(() => searchOperations.results(asker(db, now), { q: term }))
    for (const [name, term] of SEARCHES) console.log(figure(name, await results(term), plain.median))

    console.log('\nThe plans')
    const plan = async (filter: Partial<ListingFilter>) => {
      const compiled = listingStatement({ ...NOTHING, ...filter }, now).compile(db)
      return planOf(pool, compiled.sql, compiled.parameters)
    }
    const suggested = async (term: string) => {
      const compiled = suggestedCoursesStatement(await searchQuery(db, term), 5, now).compile(db)
      return planOf(pool, compiled.sql, compiled.parameters)
    }
    const checks = [
      checkPlan(
        'a rare word is suggested by the index of names',
        await suggested('كلمة77'),
        /Bitmap Index Scan on course_search_heads/,
        NO_TABLE_READ,
      ),
      checkPlan(
        'the first letters of a rare word are, too',
        await suggested('العتيبي7'),
        /Bitmap Index Scan on course_search_heads/,
        NO_TABLE_READ,
      ),
      checkPlan(
        'an absent word is suggested by reading no course',
        await suggested('زرافة'),
        /Bitmap Index Scan on course_search_heads/,
        NO_TABLE_READ,
      ),
      checkPlan(
        'a rare word is found by the index of terms',
        await plan({ search: await searchQuery(db, 'كلمة77') }),
        /Bitmap Index Scan on course_search_terms/,
        /Seq Scan on (courses|course_search)/,
      ),
      checkPlan(
        'an absent word reads no course',
        await plan({ search: await searchQuery(db, 'زرافة') }),
        /Bitmap Index Scan on course_search_terms/,
        /Seq Scan on (courses|course_search|orders)/,
      ),
      checkPlan(
        'seats are not counted where only courses without prices of their own are sorted by novelty',
        await plan({}),
        /./,
        /Seq Scan on orders/,
      ),
    ]
    return checks.every(Boolean)
  } finally {
    await close()
    await cluster.stop()
  }
}

/** A guest without rate limits. */
function asker(db: Database, now: Date): Context {
  return { db, lang: 'ar', now: () => now, ip: '192.0.2.1' } as Context
}

/** A part of the plan that was never executed reads nothing. */
const NO_TABLE_READ = /Seq Scan on (courses|course_search)\b(?!.*never executed)/

const SEARCHES: [name: string, term: string][] = [
  ['a word that one in a hundred has', 'كلمة77'],
  ['a word that every course has', 'دورة'],
  ['the first two letters of such a word', 'دو'],
  ['the first two letters of a rare word', 'كل'],
  ['an absent word', 'زرافة'],
  ['an absent word beside a common one', 'دورة زرافة'],
  ['a typing error', 'محاصبة'],
  ['Arabic and English together', 'والمحاسبة accounting'],
  ['200 letters', 'ض'.repeat(200)],
  ['forty words', 'دورة محاسبة تعلّم بالممارسة مع مدرّب خبير في '.repeat(5).slice(0, 200)],
]

async function fill(db: Database) {
  const fields: number[] = []
  for (let i = 0; i < 20; i++) fields.push(await specialization(db, { name: { ar: `تخصص ${i}`, en: `Field ${i}` } }))
  const model = await course(db, { specializationId: fields[0], publishedAt: null })
  const buyer = await learner(db)
  await sql`alter table courses disable trigger course_search_follows_courses`.execute(db)
  await sql`
    insert into courses (key, slug, specialization_id, category, level, delivery_method, hours, price_halalas, name,
      summary, description, outcomes, prerequisites, audience, outline, certificate, faq, seo, cover, published_at)
    select 'c' || n, 'c' || n, (${fields}::int[])[1 + n % 20], 1 + n % 3, 1 + n / 3 % 3, 1 + n / 7 % 3, 20, n % 97 * 10000,
      jsonb_build_object('ar', 'دورة ' || (array['المحاسبة', 'البرمجة', 'التسويق', 'القيادة', 'الجودة'])[1 + n % 5] || ' كلمة' || n % 100,
        'en', (array['Accounting', 'Programming', 'Marketing', 'Leadership', 'Quality'])[1 + n % 5] || ' course ' || n),
      jsonb_build_object('ar', 'تعلّم بالممارسة مع مدرّب خبير في ' || n % 500, 'en', 'Learn by doing, part ' || n % 500),
      jsonb_build_object('ar', repeat('شرح مفصل لما في الدورة من وحدات ', 8) || n % 1000, 'en', repeat('what the course has in its units ', 8)),
      outcomes, prerequisites, audience, outline, certificate, faq, seo, cover, now() - n * interval '1 minute'
    from courses, generate_series(1, ${COURSES}) as n where id = ${model.id}`.execute(db)
  await sql`
    insert into schedules (course_id, key, starts_at, ends_at, weekdays, from_time, to_time, seats, enrolment_closes_at, price_halalas)
    select id, 'run' || run, now() + (id % 180 + run * 30) * interval '1 day', now() + 400 * interval '1 day', '{sun}', '17:00',
      '20:00', 20, now() + (id % 180 + run * 30 - 1) * interval '1 day', case when id % 50 = 0 then 77000 end
    from courses, generate_series(1, 2) as run where delivery_method <> 2`.execute(db)
  await sql`
    insert into users (email, first_name, last_name, user_name, phone, terms_accepted_at)
    select 'b' || n || '@example.com', 'B', 'B', 'B', '+9665' || n, now() from generate_series(1, 20) as n`.execute(db)
  await sql`
    insert into orders (id, reference, user_id, course_id, schedule_id, status, lang, course_name, price_halalas,
      discount_halalas, total_halalas, net_halalas, vat_halalas, vat_treatment, vat_rate_percent, created_at, expires_at, paid_at)
    select gen_random_uuid(), 'B-' || row_number() over (), users.id, course_id, schedules.id, 'paid', 'ar', '{}', 0, 0, 0, 0, 0,
      'standard', 15, now(), now(), now()
    from schedules, users where users.id <> ${buyer.id} and (schedules.id + users.id) % 10 = 0`.execute(db)
  await sql`
    insert into trainers (key, name, title, bio)
    select 't' || n, jsonb_build_object('ar', 'أ. عبدالرحمن العتيبي' || n, 'en', 'Abdulrahman Alotaibi' || n), '{"ar": "خبير"}',
      '{"ar": "سيرة"}' from generate_series(1, 400) as n`.execute(db)
  await sql`alter table course_trainers disable trigger course_search_follows_added_trainers`.execute(db)
  await sql`
    insert into course_trainers (course_id, trainer_id)
    select courses.id, trainers.id from courses join trainers on trainers.id = 1 + courses.id % 400`.execute(db)
  await sql`select refresh_course_search(array(select id from courses))`.execute(db)
  await sql`analyze`.execute(db)
}
