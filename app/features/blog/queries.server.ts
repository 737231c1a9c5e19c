import { type RawBuilder, sql } from 'kysely'
import { libraryAlt } from '../../../db/media-alt.ts'
import type { Localized, Seo } from '../../../db/shapes.ts'
import { COUNT_CAP } from '../../platform/count-cap.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { type FaceRow, face, faceJoins } from '../authors/queries.server.ts'

export type ArticleFilter = {
  /** A tsquery as text; undefined without a search. */
  search: string | undefined
  /** A tag's key. */
  tag: string | undefined
  authorId: number | undefined
  categoryId: number | undefined
  /** Only unpublished articles instead of only published ones. */
  drafts: boolean
  limit: number
  offset: number
}

/** A page of ids, and how many there are: at most one more than `COUNT_CAP`. */
export async function findArticleIds(db: Database, filter: ArticleFilter, now: Date) {
  const { rows } = await sql<{ ids: number[]; total: number }>`
    with found as materialized (
      select articles.id, published_at, updated_at from articles
      ${filter.search === undefined ? sql`` : sql`join article_search on article_search.article_id = articles.id and terms @@ ${filter.search}::tsquery`}
      where ${filter.drafts ? UNPUBLISHED(now) : sql`published_at <= ${now}`}
        and ${filter.tag === undefined ? sql`true` : sql`tags @> array[${filter.tag}]`}
        and ${filter.authorId === undefined ? sql`true` : sql`author_id = ${filter.authorId}`}
        and ${filter.categoryId === undefined ? sql`true` : sql`category_id = ${filter.categoryId}`}
      order by ${ORDER}
      limit ${COUNT_CAP + 1}
    )
    select array(select id from found order by ${ORDER} limit ${filter.limit} offset ${filter.offset}) as ids,
      (select count(*)::int from found) as total`.execute(db)
  return rows[0]!
}

/** Drafts and what is scheduled; what is in the archive is neither. */
const UNPUBLISHED = (now: Date) => sql`(published_at is null and archived_at is null or published_at > ${now})`

/** How many drafts and scheduled articles there are. */
export async function countUnpublished(db: Database, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from articles where ${UNPUBLISHED(now)}`.execute(db)
  return rows[0]!.count
}

const ORDER = sql`published_at desc nulls first, updated_at desc, id desc`

export type TagRow = { key: string; name: Localized }

/** A tag by its key, or by its name in either language. */
export async function findTag(db: Database, word: string): Promise<TagRow | undefined> {
  return db
    .selectFrom('tags')
    .select(['key', 'name'])
    .where(sql<boolean>`key = ${word} or ar_norm(${word}) in (ar_norm(name ->> 'ar'), ar_norm(name ->> 'en'))`)
    .orderBy(sql`key = ${word}`, 'desc')
    .limit(1)
    .executeTakeFirst()
}

export type CardRow = {
  id: number
  slug: string
  title: Localized
  summary: Localized
  cover: string
  published_at: Date | null
  updated_at: Date
  words_ar: number
  words_en: number
  comments_count: number
  category: { id: number; name: Localized }
  author: FaceRow
  tags: TagRow[]
}

const CARD = sql`
  articles.id, articles.slug, articles.title, articles.summary, articles.cover, articles.published_at,
  articles.updated_at, articles.words_ar, articles.words_en, articles.comments_count,
  json_build_object('id', blog_categories.id, 'name', blog_categories.name) as category, ${face} as author,
  (select coalesce(json_agg(json_build_object('key', tags.key, 'name', tags.name)
    order by array_position(articles.tags, tags.key)), '[]') from tags where tags.key = any (articles.tags)) as tags`
const CARD_JOINS = sql`
  join blog_categories on blog_categories.id = articles.category_id
  join authors on authors.id = articles.author_id ${faceJoins}`

/** The articles' cards, in the order of their ids. */
export async function findCards(db: Database, ids: number[]): Promise<CardRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<CardRow>`
    select ${CARD} from unnest(${ids}::int[]) with ordinality as requested (id, place)
    join articles on articles.id = requested.id ${CARD_JOINS}
    order by place`.execute(db)
  return rows
}

export type ArticleRow = CardRow & {
  body: Localized
  seo: Seo
  cover_alt: Localized | null
  /** What the media library says of its pictures, by their addresses; also of those of its draft. */
  alts: Record<string, Localized>
}

/** @param which by slug or by id */
export async function findArticle(db: Database, which: { slug: string } | { id: number }) {
  const { rows } = await sql<ArticleRow>`
    select ${CARD}, articles.body, articles.seo, articles.cover_alt,
      (select coalesce(json_object_agg(address, alt), '{}') from (
        select distinct address, ${libraryAlt('media_uses.address')} as alt from media_uses
        where (source, record) in (('article', articles.id::text), ('draft', 'article:' || articles.id))) as pictures
        where alt is not null) as alts
    from articles ${CARD_JOINS}
    where ${'slug' in which ? sql`articles.slug = ${which.slug}` : sql`articles.id = ${which.id}`}`.execute(db)
  return rows[0]
}

/** The category, the author and the tags of an article that is not saved like this. */
export async function findShownParts(
  db: Database,
  { category_id, author_id, tags }: { category_id: number; author_id: number; tags: string[] },
) {
  const { rows } = await sql<Pick<CardRow, 'category' | 'author' | 'tags'>>`
    select json_build_object('id', blog_categories.id, 'name', blog_categories.name) as category, ${face} as author,
      (select coalesce(json_agg(json_build_object('key', tags.key, 'name', tags.name)
        order by array_position(${tags}::text[], tags.key)), '[]') from tags where tags.key = any (${tags}::text[])) as tags
    from blog_categories, authors ${faceJoins}
    where blog_categories.id = ${category_id} and authors.id = ${author_id}`.execute(db)
  return rows[0]
}

/** When an article is or was published, null for a draft; undefined when there is none. */
export async function findPublication(db: Database, id: number): Promise<Date | null | undefined> {
  const row = await db.selectFrom('articles').select('published_at').where('id', '=', id).executeTakeFirst()
  return row?.published_at
}

/** The new slug of an article that had this one, or one that differs only in spelling. */
export async function findMovedSlug(db: Database, slug: string, folded: string, now: Date) {
  const { rows } = await sql<{ slug: string }>`
    select slug from articles where slug = ${folded} and published_at <= ${now}
    union all
    select articles.slug from former_article_slugs join articles on articles.id = former_article_slugs.article_id
    where former_article_slugs.slug in (${slug}, ${folded}) and published_at <= ${now}
    limit 1`.execute(db)
  return rows[0]?.slug
}

/** The articles published just before and just after one. */
export async function findNeighbours(db: Database, { id, published_at }: CardRow, now: Date) {
  type Found = { slug: string; title: Localized }
  const near = async (which: RawBuilder<unknown>) =>
    (await sql<Found>`select slug, title from articles where published_at <= ${now} and ${which} limit 1`.execute(db))
      .rows[0]
  const [previous, next] = await Promise.all([
    near(sql`(published_at, id) < (${published_at}, ${id}) order by published_at desc, id desc`),
    near(sql`(published_at, id) > (${published_at}, ${id}) order by published_at, id`),
  ])
  return { previous, next }
}

/** Articles with the same tags, then of the same category, the newest first. */
export async function findRelatedIds(db: Database, row: CardRow, count: number, now: Date): Promise<number[]> {
  const keys = row.tags.map(({ key }) => key)
  const { rows } = await sql<{ id: number }>`
    with near as (
      (select id, tags, category_id, published_at from articles where tags && ${keys}::text[] and published_at <= ${now}
       order by published_at desc limit 200)
      union
      (select id, tags, category_id, published_at from articles
       where category_id = ${row.category.id} and published_at <= ${now} order by published_at desc limit 50)
    )
    select id from near where id <> ${row.id}
    order by (select count(*) from unnest(tags) as tag where tag = any (${keys}::text[])) * 2
      + (category_id = ${row.category.id})::int desc, published_at desc, id desc
    limit ${count}`.execute(db)
  return rows.map(({ id }) => id)
}

export async function findTrendingIds(db: Database, count: number, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from articles where published_at is not null and published_at <= ${now}
    order by trending_score desc, id desc limit ${count}`.execute(db)
  return rows.map(({ id }) => id)
}

/** The tags of the 200 articles with the highest trending score, the most used first. */
export async function findTrendingTags(db: Database, count: number, now: Date) {
  const { rows } = await sql<TagRow & { articles_count: number }>`
    with trending as (
      select tags, trending_score from articles where published_at is not null and published_at <= ${now}
      order by trending_score desc, id desc limit 200
    ), used as (
      select tag as key, count(*)::int as articles_count, max(trending_score) as trending_score
      from trending, unnest(trending.tags) as tag group by tag
    )
    select tags.key, tags.name, used.articles_count from used join tags on tags.key = used.key
    order by used.articles_count desc, used.trending_score desc, tags.key
    limit ${count}`.execute(db)
  return rows
}

export async function findCategories(db: Database, now: Date) {
  const { rows } = await sql<{ id: number; name: Localized; summary: Localized; articles_count: number }>`
    select id, name, summary,
      (select count(*)::int from articles where category_id = blog_categories.id and published_at <= ${now}) as articles_count
    from blog_categories order by position, id`.execute(db)
  return rows
}
