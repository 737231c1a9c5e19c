/** Texts with links, and the links that were found in them. */
import { sql } from 'kysely'
import type { Localized } from '../../../db/shapes.ts'
import type { Database } from '../../platform/database/database.server.ts'
import type { LinkingKind, LinkReason, LinkState } from './link-states.ts'

export type LinkingRecord = { kind: LinkingKind; record: string; name: Localized; texts: object }

/** Courses and articles may be many: this many ids at once. */
const IDS_AT_ONCE = 1000
/** What every link has in it. */
const HAS_LINK = sql`texts::text ~ '\\]\\(|://|\\]:|"link"'`

export type RecordKey = Pick<LinkingRecord, 'kind' | 'record'>

/**
 * Records whose texts may have links (a menu without its name, which is no text of the institute), without the archive,
 * and without banners that are over.
 * @param only one of them, if it has any
 */
export async function* linkingRecords(db: Database, now: Date, only?: RecordKey): AsyncGenerator<LinkingRecord> {
  yield* inParts(
    db,
    'course',
    only,
    async (after, to) =>
      sql<Omit<LinkingRecord, 'kind'>>`
      select record, name, texts from (
        select id::text as record, name, jsonb_build_object('summary', summary, 'description', description,
          'certificate', certificate, 'outcomes', outcomes, 'prerequisites', prerequisites, 'audience', audience,
          'outline', outline, 'faq', faq, 'previewVideo', preview_video) as texts
        from courses where id > ${after} and id <= ${to} and archived_at is null) as rows where ${HAS_LINK}`,
  )
  yield* inParts(
    db,
    'article',
    only,
    async (after, to) =>
      sql<Omit<LinkingRecord, 'kind'>>`
      select record, name, texts from (
        select id::text as record, title as name, jsonb_build_object('summary', summary, 'body', body) as texts
        from articles where id > ${after} and id <= ${to} and archived_at is null) as rows where ${HAS_LINK}`,
  )
  if (only?.kind === 'course' || only?.kind === 'article') return
  const { rows } = await sql<LinkingRecord>`
    select kind, record, name, texts from (
      select 'page' as kind, code as record, title as name, jsonb_build_object('description', description,
        'sections', sections, 'video', video) as texts from pages
      union all select 'question', id::text, question, jsonb_build_object('answer', answer) from faq_questions
      union all select 'organisation', id::text, name, jsonb_build_object('link', link) from organisations
      union all select 'trainer', id::text, name, jsonb_build_object('bio', bio) from trainers
      union all select 'specialization', id::text, name, jsonb_build_object('summary', summary) from specializations
      union all select 'lesson', lessons.id::text, lessons.title, jsonb_build_object('body', lessons.body)
        from lessons join courses on courses.id = lessons.course_id where courses.archived_at is null
      union all select 'banner', id::text, text, jsonb_build_object('link', link) from banners where ends_at > ${now}
      union all select 'branch', branch->>'key', branch->'name', jsonb_build_object('map', branch->'map')
        from institute, jsonb_array_elements(coalesce(data->'branches', '[]')) as branch
      union all select 'menu', place, '{}', jsonb_build_object('links', (select jsonb_agg(jsonb_build_object('link',
          case when link->>'to' not like 'field:%' then link->>'to' end)) from jsonb_array_elements(links) as link))
        from institute, jsonb_each(coalesce(data->'menus', '{}')) as menus (place, links)
      union all select 'institute', 'institute', data->'name', data - 'menus' - 'branches' from institute) as rows
    where ${HAS_LINK} and ${only ? sql`kind = ${only.kind} and record = ${only.record}` : sql`true`}`.execute(db)
  yield* rows
}

async function* inParts(
  db: Database,
  kind: 'course' | 'article',
  only: RecordKey | undefined,
  part: (after: number, to: number) => Promise<ReturnType<typeof sql<Omit<LinkingRecord, 'kind'>>>>,
): AsyncGenerator<LinkingRecord> {
  const read = async function* (after: number, to: number) {
    const { rows } = await (await part(after, to)).execute(db)
    for (const row of rows) yield { kind, ...row }
  }
  if (only) {
    const id = Number(only.record)
    if (only.kind === kind) yield* read(id - 1, id)
    return
  }
  const { last } = await db
    .selectFrom(kind === 'course' ? 'courses' : 'articles')
    .select((eb) => eb.fn.max<number | null>('id').as('last'))
    .executeTakeFirstOrThrow()
  for (let after = 0; after < (last ?? 0); after += IDS_AT_ONCE) yield* read(after, after + IDS_AT_ONCE)
}

/** Which of these addresses lead to something: `shown`, or `hidden` while visitors do not see it. */
export async function knownSlugs(db: Database, of: 'courses' | 'articles', slugs: string[], now: Date) {
  const former = of === 'courses' ? sql`former_slugs` : sql`former_article_slugs`
  const id = of === 'courses' ? sql`course_id` : sql`article_id`
  const { rows } = await sql<{ slug: string; is_shown: boolean }>`
    select found.slug, coalesce(r.published_at <= ${now} and r.archived_at is null, false) as is_shown from (
      select slug, id from ${sql.table(of)} where slug = any(${slugs}::text[])
      union select slug, ${id} from ${former} where slug = any(${slugs}::text[])) as found
    join ${sql.table(of)} r on r.id = found.id`.execute(db)
  return new Map(rows.map(({ slug, is_shown }) => [slug, is_shown]))
}

export async function knownPosts(db: Database, ids: number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('posts')
    .select('id')
    .where('id', '=', sql<number>`any(${ids}::int[])`)
    .where('removed_at', 'is', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

export type FoundLink = {
  kind: LinkingKind
  record: string
  name: Localized
  path: string
  lang: 'ar' | 'en' | 'both'
  url: string
  isOutside: boolean
  state: LinkState
  reason: LinkReason | null
}

/** Those within the site take the state that is given; another site keeps what it answered before, and whether it is being asked. */
export async function saveLinks(db: Database, links: readonly FoundLink[], now: Date): Promise<void> {
  if (links.length === 0) return
  await sql`
    insert into found_links (kind, record, name, path, lang, url, is_outside, state, reason, status, failed_on,
      found_at, seen_at, checked_at)
    select kind, record, name, path, lang, url, "isOutside",
      coalesce(before.state, links.state), case when before.state is null then links.reason else before.reason end,
      before.status, before.failed_on, ${now}::timestamptz, ${now}::timestamptz,
      case when "isOutside" then before.checked_at else ${now}::timestamptz end
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as links (kind text, record text, name jsonb, path text,
      lang text, url text, "isOutside" boolean, state text, reason text)
    left join lateral (
      select f.state, f.reason, f.status, f.failed_on, f.checked_at from found_links f
      where "isOutside" and f.is_outside and md5(f.url) = md5(links.url) limit 1) as before on true
    on conflict (kind, record, path, lang, md5(url)) do update set name = excluded.name, seen_at = excluded.seen_at,
      is_outside = excluded.is_outside, state = excluded.state, reason = excluded.reason, status = excluded.status,
      failed_on = excluded.failed_on, checked_at = excluded.checked_at,
      asked_again_at = case when excluded.is_outside then found_links.asked_again_at end`.execute(db)
}

/** Links that no text has any more. @param only those of one record */
export async function deleteUnseen(db: Database, since: Date, only?: RecordKey): Promise<void> {
  await db
    .deleteFrom('found_links')
    .where('seen_at', '<', since)
    .$if(only !== undefined, (query) => query.where('kind', '=', only!.kind).where('record', '=', only!.record))
    .execute()
}

export type LinkToAsk = { id: number; url: string; failed_on: string | null }

/** Links to other sites, each address once, those that were not asked for longest first. */
export async function linksToAsk(db: Database, before: Date, limit: number): Promise<LinkToAsk[]> {
  const { rows } = await sql<LinkToAsk>`
    select distinct on (md5(url)) id, url, failed_on::text from (
      select id, url, failed_on from found_links where is_outside and (checked_at is null or checked_at < ${before})
      order by checked_at nulls first, id limit ${limit}) as due
    order by md5(url), id`.execute(db)
  return rows
}

export async function linkById(db: Database, id: number) {
  return db
    .selectFrom('found_links')
    .select(['id', 'kind', 'record', 'url', 'is_outside', 'checked_at'])
    .select(sql<string | null>`failed_on::text`.as('failed_on'))
    .where('id', '=', id)
    .executeTakeFirst()
}

export type Answer = { state: LinkState; reason: LinkReason | null; status: number | null; failedOn: string | null }

/** Of every place that links there. */
export async function saveAnswer(db: Database, url: string, answer: Answer, now: Date): Promise<void> {
  await sql`
    update found_links set state = ${answer.state}, reason = ${answer.reason}, status = ${answer.status},
      failed_on = ${answer.failedOn}::date, checked_at = ${now}, asked_again_at = null
    where is_outside and md5(url) = md5(${url})`.execute(db)
}

/** @param at null once it was asked */
export async function markAskedAgain(db: Database, id: number, at: Date | null): Promise<void> {
  await db.updateTable('found_links').set({ asked_again_at: at }).where('id', '=', id).execute()
}

export type LinkFilter = {
  kind?: LinkingKind | undefined
  where?: 'inside' | 'outside' | undefined
  state?: LinkState | undefined
}
export type LinkPlace = readonly [kind: string, record: string, id: number]

export async function findBadLinks(db: Database, filter: LinkFilter, after: LinkPlace | undefined, limit: number) {
  const { kind, where, state } = filter
  return db
    .selectFrom('found_links')
    .selectAll()
    .where('state', '<>', 'good')
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind!))
    .$if(where !== undefined, (query) => query.where('is_outside', '=', where === 'outside'))
    .$if(state !== undefined, (query) => query.where('state', '=', state!))
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(kind, record, id) > (${after![0]}, ${after![1]}, ${after![2]})`),
    )
    .orderBy('kind')
    .orderBy('record')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Of the first rows up to the cap. */
export async function countBadLinks(db: Database, cap: number) {
  const { rows } = await sql<{ kind: LinkingKind; is_outside: boolean; state: LinkState; count: number }>`
    select kind, is_outside, state, count(*)::int as count from (
      select kind, is_outside, state from found_links where state <> 'good' limit ${cap}) as bad
    group by 1, 2, 3`.execute(db)
  return rows
}

/** When all texts were last searched for links: those of one record may have been searched later. */
export async function lastSearch(db: Database): Promise<Date | null> {
  const { rows } = await sql<{ seen_at: Date }>`select seen_at from found_links order by seen_at limit 1`.execute(db)
  return rows[0]?.seen_at ?? null
}
