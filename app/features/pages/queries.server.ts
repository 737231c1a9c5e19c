import { sql } from 'kysely'
import { libraryAlt } from '../../../db/media-alt.ts'
import type { Institute, Localized } from '../../../db/shapes.ts'
import type { Database } from '../../platform/database/database.server.ts'

/** Of a policy, the newest first; null of other pages. */
const versionsOf = sql<{ version: number; validFrom: string }[] | null>`
  (select json_agg(json_build_object('version', version, 'validFrom', valid_from) order by version desc)
   from policy_versions where policy_versions.code = pages.code)`

/** What the media library says of its pictures, by their addresses; also of those of its draft and of earlier versions. */
const altsOf = sql<Record<string, Localized>>`
  (select coalesce(json_object_agg(address, alt), '{}') from (
    select distinct address, ${libraryAlt('media_uses.address')} as alt from media_uses
    where (source, record) in (('page', pages.code), ('draft', 'page:' || pages.code), ('revision', 'page:' || pages.code))
  ) as pictures where alt is not null)`

export async function pageOf(db: Database, code: string) {
  return db
    .selectFrom('pages')
    .select(['code', 'title', 'description', 'image', 'image_alt', 'video', 'sections', 'updated_at'])
    .select([versionsOf.as('versions'), altsOf.as('alts')])
    .where('code', '=', code)
    .executeTakeFirst()
}

/** Without what is only known of policies. */
export async function sectionsOf(db: Database, code: string) {
  const row = await db.selectFrom('pages').select('sections').where('code', '=', code).executeTakeFirst()
  return row?.sections
}

export type StoredPage = NonNullable<Awaited<ReturnType<typeof pageOf>>>

export async function seoOf(db: Database, code: string) {
  return db
    .selectFrom('page_seo')
    .select(['meta_title', 'meta_description', 'keywords'])
    .where('code', '=', code)
    .executeTakeFirst()
}

/** What a policy said in one of its versions. */
export async function policyVersion(db: Database, code: string, version: number) {
  return db
    .selectFrom('policy_versions')
    .select(['content', 'valid_from as validFrom'])
    .where('code', '=', code)
    .where('version', '=', version)
    .executeTakeFirst()
}

/** The version of a policy that was in force; undefined before the first that was kept. */
export async function versionAt(db: Database, code: string, at: Date): Promise<number | undefined> {
  const row = await db
    .selectFrom('policy_versions')
    .select('version')
    .where('code', '=', code)
    .where('valid_from', '<=', at)
    .orderBy('valid_from', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.version
}

/** The newest version of a policy. */
export async function versionNow(db: Database, code: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('policy_versions')
    .select('version')
    .where('code', '=', code)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.version
}

export type StoredSeo = NonNullable<Awaited<ReturnType<typeof seoOf>>>

export async function instituteData(db: Database): Promise<Institute | undefined> {
  const row = await db.selectFrom('institute').select('data').executeTakeFirst()
  return row?.data
}

export async function organisationsOf(db: Database, kind: 'partner' | 'client') {
  return db
    .selectFrom('organisations')
    .select(['key', 'name', 'logo', 'link'])
    .where('kind', '=', kind)
    .where('hidden', '=', false)
    .orderBy('position')
    .orderBy('key')
    .execute()
}

/** The featured reviews of published courses, the newest first. */
export async function featuredReviews(db: Database, now: Date, count: number) {
  return db
    .selectFrom('reviews')
    .innerJoin('courses', 'courses.id', 'reviews.course_id')
    .select(['reviews.id', 'reviews.user_name', 'reviews.user_picture', 'reviews.rate', 'reviews.comment'])
    .where('reviews.featured', '=', true)
    .where('reviews.hidden_at', 'is', null)
    .where('courses.published_at', '<=', now)
    .orderBy('reviews.created_at', 'desc')
    .orderBy('reviews.id', 'desc')
    .limit(count)
    .execute()
}
