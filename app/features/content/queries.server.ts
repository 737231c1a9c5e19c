import { sql } from 'kysely'
import type { Database, Tx } from '../../platform/database/database.server.ts'
import { filesOfLessons } from './lessons/lesson-queries.server.ts'
import { storedQuestions } from './question-queries.server.ts'
import { allWriting, type RemovedRecords } from './writing/writing-queries.server.ts'

/** An arbitrary lock id: two servers that start with an empty database load it once. */
const CONTENT_LOCK = 7_301_448

export async function lockContent(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${CONTENT_LOCK})`.execute(tx)
}

/** The day of the first loading, `2026-05-31`; undefined while nothing is loaded. */
export async function loadedDay(db: Database): Promise<string | undefined> {
  const row = await db.selectFrom('institute').select(sql<string>`loaded_on::text`.as('day')).executeTakeFirst()
  return row?.day
}

export type Keyed = 'specializations' | 'trainers' | 'courses'

export async function idsByKey(db: Database, table: Keyed): Promise<Map<string, number>> {
  const rows = await db.selectFrom(table).select(['key', 'id']).execute()
  return new Map(rows.map(({ key, id }) => [key, id]))
}

/** The tables of former slugs. */
const FORMER = {
  courses: { table: 'former_slugs', column: 'course_id' },
  articles: { table: 'former_article_slugs', column: 'article_id' },
} as const
type Remembered = keyof typeof FORMER

/**
 * Frees every slug that changes hands, so that two courses can swap theirs: its present holder is renamed to `~id`
 * until its own row is written. The former slugs of courses and articles are stored permanently.
 * @param newSlugs by key
 * @param loaded the keys of the records that are written; all by default. The others keep their slugs
 */
export async function leaveSlugs(
  tx: Tx,
  table: Remembered | 'specializations',
  newSlugs: Map<string, string>,
  loaded?: ReadonlySet<string>,
) {
  const rows = await tx
    .selectFrom(table)
    .select(['id', 'key', 'slug'])
    .where('slug', 'is not', null)
    .where('key', 'is not', null)
    .execute()
  const taken = new Set(newSlugs.values())
  for (const { id, key, slug } of rows) {
    if (loaded && !loaded.has(key!)) continue
    const stays = newSlugs.has(key!) ? newSlugs.get(key!) === slug : !taken.has(slug!)
    if (stays) continue
    if (table !== 'specializations') await rememberSlug(tx, table, slug!, id)
    await tx
      .updateTable(table)
      .set({ slug: `~${id}` })
      .where('id', '=', id)
      .execute()
  }
}

export async function rememberSlug(tx: Tx, of: Remembered, slug: string, id: number): Promise<void> {
  const { table, column } = FORMER[of]
  await sql`insert into ${sql.table(table)} (slug, ${sql.ref(column)}) values (${slug}, ${id})
    on conflict (slug) do update set ${sql.ref(column)} = excluded.${sql.ref(column)}`.execute(tx)
}

/** A current slug always leads to its record, even if it was the former slug of another one. */
export async function deleteReusedSlugs(tx: Tx, of: Remembered): Promise<void> {
  await sql`delete from ${sql.table(FORMER[of].table)} where slug in (select slug from ${sql.table(of)})`.execute(tx)
}

/** `sold`: the seats that orders hold, which a run must keep; `isCancelledByStaff`: its learners were told. */
export async function runsByCourse(db: Database) {
  const rows = await db
    .selectFrom('schedules')
    .select(['id', 'course_id', 'key', 'starts_at', 'ends_at', 'weekdays', 'from_time', 'to_time', 'seats'])
    .select(['enrolment_opens_at', 'enrolment_closes_at', 'cancelled_at'])
    .select(sql<number>`held_seats - company_seats`.as('heldSeats'))
    .select(sql<number>`seats_taken(id) + company_seats`.as('sold'))
    .select('company_seats as companySeats')
    .select(
      sql<boolean>`exists (select from run_actions a where a.schedule_id = schedules.id and a.kind = 'cancel')`.as(
        'isCancelledByStaff',
      ),
    )
    .execute()
  return new Map(rows.map((row) => [`${row.course_id}/${row.key}`, row]))
}

/** The pictures that were cut or uploaded in the desk, where records of the content show them. */
export async function deskCovers(db: Database): Promise<string[]> {
  const { rows } = await sql<{ cover: string }>`
    select cover from courses where cover like '%/cover-%.webp'
    union select cover from articles where cover like '%/cover-%.webp'
    union select address from media_uses
      where source in ('course', 'article', 'trainer', 'page', 'organisation') and folder ~ '^[0-9a-f]{12}-'`.execute(
    db,
  )
  return rows.map(({ cover }) => cover)
}

/** What files say less exactly than the stored courses, by key. */
export async function storedCourses(db: Database) {
  const rows = await db
    .selectFrom('courses')
    .select(['key', 'published_at', 'publish_at', 'archived_at', 'english_made_from'])
    .execute()
  return new Map(rows.map((row) => [row.key, row]))
}

/** Of pages and of what search engines are told of them, by their codes. */
export async function storedPages(db: Database) {
  const [pages, seo] = await Promise.all([
    db.selectFrom('pages').select(['code', 'english_made_from']).execute(),
    db.selectFrom('page_seo').select(['code', 'english_made_from']).execute(),
  ])
  return { pages: new Map(pages.map((row) => [row.code, row])), seo: new Map(seo.map((row) => [row.code, row])) }
}

export async function sessionTimesOf(db: Database, runs: number[]) {
  return db
    .selectFrom('run_sessions')
    .select(['schedule_id as runId', 'starts_at as startsAt', 'ends_at as endsAt'])
    .where('schedule_id', '=', sql<number>`any(${runs}::int[])`)
    .execute()
}

/** Trainers who no longer teach a course. */
export async function removeOtherTrainers(tx: Tx, pairs: { course_id: number; trainer_id: number }[]) {
  const [courses, trainers] = [pairs.map((pair) => pair.course_id), pairs.map((pair) => pair.trainer_id)]
  const gone = await sql<{ course_id: number }>`
    delete from course_trainers where course_id = any(${courses}::int[])
      and (course_id, trainer_id) not in (select * from unnest(${courses}::int[], ${trainers}::int[]))
    returning course_id`.execute(tx)
  return gone.rows.map(({ course_id }) => course_id)
}

/** Deletes the courses without orders; those with orders are unpublished. */
export async function removeOtherCourses(tx: Tx, keys: string[]): Promise<RemovedRecords> {
  const removed = await tx
    .deleteFrom('courses')
    .where('key', '!=', sql<string>`all(${keys}::text[])`)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('orders').select('orders.id').whereRef('orders.course_id', '=', 'courses.id'))),
    )
    .returning('key')
    .execute()
  const withdrawn = await tx
    .updateTable('courses')
    .set({ published_at: null, publish_at: null })
    .where('key', '!=', sql<string>`all(${keys}::text[])`)
    .where(sql<boolean>`coalesce(published_at, publish_at) is not null`)
    .returning('key')
    .execute()
  return { removed: removed.map(({ key }) => key), withdrawn: withdrawn.map(({ key }) => key) }
}

/** Gives the runs of these courses that have no sessions those of their weekdays. */
export async function planSessions(tx: Tx, courses: number[]): Promise<void> {
  await sql`select add_pattern_sessions(array(select id from schedules where course_id = any(${courses}::int[])))`.execute(
    tx,
  )
}

/**
 * Deletes the runs without orders of the given courses; those with orders are cancelled and closed for enrolment.
 * @param names `course/run` of those that stay
 * @param closedAt before now
 */
export async function removeOtherRuns(tx: Tx, names: string[], courses: number[], closedAt: Date) {
  const name = sql`(select c.key from courses c where c.id = course_id) || '/' || key`
  const others = sql`course_id = any(${courses}::int[]) and ${name} <> all(${names}::text[])`
  const named = sql`${name} as name`
  const removed = await sql<{ name: string }>`
    delete from schedules where ${others} and not exists (select from orders o where o.schedule_id = schedules.id)
    returning ${named}`.execute(tx)
  const withdrawn = await sql<{ name: string }>`
    update schedules set enrolment_opens_at = null, enrolment_closes_at = least(enrolment_closes_at, ${closedAt}::timestamptz),
      cancelled_at = ${closedAt}
    where ${others} and cancelled_at is null
    returning ${named}`.execute(tx)
  return { removed: removed.rows.map(({ name }) => name), withdrawn: withdrawn.rows.map(({ name }) => name) }
}

/** Deletes the coupons that no order used; the others are deactivated. Those of companies are in no file, and stay. */
export async function removeOtherCoupons(tx: Tx, codes: string[]): Promise<RemovedRecords> {
  const removed = await sql<{ code: string }>`
    delete from coupons c where code <> all(${codes}::text[])
      and company_ids is null and not exists (select from orders o where o.coupon_id = c.id) returning code`.execute(tx)
  const withdrawn = await sql<{ code: string }>`
    update coupons set active = false where code <> all(${codes}::text[]) and active and company_ids is null
    returning code`.execute(tx)
  return { removed: removed.rows.map(({ code }) => code), withdrawn: withdrawn.rows.map(({ code }) => code) }
}

/** Deletes the specializations that no course or sub-specialization uses, sub-specializations first. */
export async function removeOtherSpecializations(tx: Tx, keys: string[]): Promise<string[]> {
  const remove = () =>
    sql<{ key: string }>`
    delete from specializations s where key <> all(${keys}::text[])
      and not exists (select from specializations child where child.parent_id = s.id)
      and not exists (select from courses c where s.id in (c.specialization_id, c.sub_specialization_id))
    returning key`.execute(tx)
  const parts = await remove()
  const wholes = await remove()
  return [...parts.rows, ...wholes.rows].map(({ key }) => key)
}

/** Deletes records that are no longer in the files. Learners' own reviews have no key and stay. */
export async function removeOthers(
  tx: Tx,
  table: 'trainers' | 'reviews' | 'faq_groups' | 'pages' | 'page_seo',
  keys: string[],
): Promise<string[]> {
  const column = sql.ref(table === 'pages' || table === 'page_seo' ? 'code' : 'key')
  const gone = await sql<{ key: string }>`
    delete from ${sql.table(table)} where ${column} <> all(${keys}::text[]) returning ${column} as key`.execute(tx)
  return gone.rows.map(({ key }) => key)
}

/** Sets the institute's own words of a sense. @returns undefined when nothing changed, or whether the sense is new */
export async function setSynonyms(tx: Tx, sense: string, words: string[]): Promise<{ added: boolean } | undefined> {
  const { rows } = await sql<{ had: number; gone: number; added: number }>`
    with own as materialized (select word from search_synonyms where sense = ar_norm(${sense}) and is_own),
    wanted as materialized (select distinct ar_norm(one) as word from unnest(${words}::text[]) as one),
    gone as (
      delete from search_synonyms where sense = ar_norm(${sense}) and is_own and word not in (select word from wanted)
      returning word
    ), added as (
      insert into search_synonyms (word, sense, is_own)
      select word, ar_norm(${sense}), true from wanted where word not in (select word from own)
      on conflict do nothing returning word
    )
    select (select count(*)::int from own) as had, (select count(*)::int from gone) as gone,
      (select count(*)::int from added) as added`.execute(tx)
  const { had, gone, added } = rows[0]!
  return gone + added > 0 ? { added: had === 0 } : undefined
}

/** Takes the institute's words out of all other senses. @returns the senses that had some */
export async function removeOtherSynonyms(tx: Tx, senses: string[]): Promise<string[]> {
  const gone = await sql<{ sense: string }>`
    delete from search_synonyms where is_own and sense <> all(${senses}::text[]) returning sense`.execute(tx)
  return [...new Set(gone.rows.map(({ sense }) => sense))]
}

export async function removeOtherOrganisations(tx: Tx, kind: 'partner' | 'client', keys: string[]): Promise<string[]> {
  const gone = await tx
    .deleteFrom('organisations')
    .where('kind', '=', kind)
    .where('key', '!=', sql<string>`all(${keys}::text[])`)
    .returning('key')
    .execute()
  return gone.map(({ key }) => key)
}

export async function knownEmails(db: Database, emails: string[]): Promise<Set<string>> {
  if (emails.length === 0) return new Set()
  const rows = await db.selectFrom('users').select('email').where('email', 'in', emails).execute()
  return new Set(rows.map(({ email }) => email))
}

export type NewAccount = {
  email: string
  passwordHash: string
  firstName: string
  lastName: string
  phone: string
  roles: string[]
}

/** Adds an active account; an existing one is not changed. */
export async function addAccount(tx: Tx, account: NewAccount, now: Date): Promise<void> {
  await tx
    .insertInto('users')
    .values({
      email: account.email,
      password_hash: account.passwordHash,
      first_name: account.firstName,
      last_name: account.lastName,
      user_name: `${account.firstName} ${account.lastName}`,
      phone: account.phone,
      roles: account.roles,
      last_role: account.roles[0]!,
      status: 'active',
      terms_accepted_at: now,
      created_at: now,
      activated_at: now,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute()
}

/** Connects a trainer with an account, unless it is connected already. */
export async function linkTrainer(tx: Tx, key: string, email: string): Promise<void> {
  await sql`update trainers set user_id = (select id from users where email = ${email})
    where key = ${key} and user_id is null`.execute(tx)
}

/** All rows of an export, in the order in which they were loaded. */
export async function everything(db: Database) {
  const [specializations, trainers, courses, courseTrainers, formerSlugs, runs, sessions, reviews, coupons] =
    await Promise.all([
      db.selectFrom('specializations').selectAll().orderBy('position').orderBy('id').execute(),
      db.selectFrom('trainers').selectAll().orderBy('id').execute(),
      db.selectFrom('courses').selectAll().orderBy('key').execute(),
      db.selectFrom('course_trainers').selectAll().orderBy('course_id').orderBy('position').execute(),
      db.selectFrom('former_slugs').selectAll().orderBy('slug').execute(),
      db.selectFrom('schedules').selectAll().orderBy('id').execute(),
      db.selectFrom('run_sessions').selectAll().orderBy('schedule_id').orderBy('starts_at').execute(),
      db.selectFrom('reviews').selectAll().where('key', 'is not', null).orderBy('id').execute(),
      db.selectFrom('coupons').selectAll().orderBy('id').execute(),
    ])
  const writing = await allWriting(db)
  const [pages, seo, organisations, faqs, questions, synonyms, institute, loadedOn] = await Promise.all([
    // One that was only begun at the desk says nothing yet.
    db.selectFrom('pages').selectAll().where(sql<string>`title ->> 'ar'`, '<>', '').orderBy('code').execute(),
    db.selectFrom('page_seo').selectAll().where(sql<string>`meta_title ->> 'ar'`, '<>', '').orderBy('code').execute(),
    db.selectFrom('organisations').selectAll().orderBy('kind').orderBy('position').execute(),
    db.selectFrom('faq_groups').selectAll().orderBy('position').execute(),
    storedQuestions(db),
    db.selectFrom('search_synonyms').selectAll().where('is_own', '=', true).orderBy('sense').orderBy('word').execute(),
    db.selectFrom('institute').select('data').executeTakeFirst(),
    loadedDay(db),
  ])
  const [lessons, lessonFiles] = await Promise.all([
    db.selectFrom('lessons').selectAll().orderBy('course_id').orderBy('position').execute(),
    filesOfLessons(db),
  ])
  const catalogue = {
    lessons,
    lessonFiles,
    specializations,
    trainers,
    courses,
    courseTrainers,
    formerSlugs,
    runs,
    sessions,
    reviews,
    coupons,
  }
  const texts = { pages, seo, organisations, faqs, questions, synonyms }
  return { ...catalogue, ...writing, ...texts, institute: institute?.data, loadedOn }
}
export type Everything = Awaited<ReturnType<typeof everything>>
