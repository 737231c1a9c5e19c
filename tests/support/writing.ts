/** Rows of the blog and the community for tests: each factory also creates the rows it depends on. */
import type { Database } from '../../app/platform/database/database.server.ts'
import type { Localized } from '../../db/shapes.ts'
import { inDays } from './factories.ts'

let count = 0
const next = () => ++count

type Words = string | Localized
const localized = (words: Words): string => JSON.stringify(typeof words === 'string' ? { ar: words, en: words } : words)

export type AuthorFacts = { name?: Words | null; userId?: number; kind?: 'teacher' | 'staff' | 'member' }

export async function author(db: Database, facts: AuthorFacts = {}): Promise<number> {
  const isNameless = facts.name === null || facts.userId !== undefined
  const { id } = await db
    .insertInto('authors')
    .values({
      user_id: facts.userId ?? null,
      kind: facts.kind ?? 'member',
      name: isNameless ? null : localized(facts.name ?? { ar: 'سارة', en: 'Sara' }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function blogCategory(db: Database, name: Words = { ar: 'قسم', en: 'Section' }): Promise<number> {
  const { id } = await db
    .insertInto('blog_categories')
    .values({ key: `blog-category-${next()}`, name: localized(name), summary: localized('…') })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function tag(db: Database, name: Words): Promise<string> {
  const key = `tag-${next()}`
  await db
    .insertInto('tags')
    .values({ key, name: localized(name) })
    .execute()
  return key
}

export type ArticleFacts = {
  slug?: string
  title?: Words
  body?: Words
  tags?: string[]
  authorId?: number
  categoryId?: number
  /** Yesterday by default; null for a draft. */
  publishedAt?: Date | null
}

export async function article(db: Database, facts: ArticleFacts = {}): Promise<{ id: number; slug: string }> {
  const number = next()
  return db
    .insertInto('articles')
    .values({
      slug: facts.slug ?? `article-${number}`,
      category_id: facts.categoryId ?? (await blogCategory(db)),
      author_id: facts.authorId ?? (await author(db)),
      tags: facts.tags ?? [],
      title: localized(facts.title ?? { ar: `مقال ${number}`, en: `Article ${number}` }),
      summary: localized({ ar: 'ملخص', en: 'Summary' }),
      body: localized(facts.body ?? { ar: 'نص', en: 'Text' }),
      cover: '/media/covers/a.svg',
      seo: JSON.stringify({ title: { ar: 'عنوان', en: 'Title' }, description: { ar: 'وصف', en: 'Description' } }),
      published_at: facts.publishedAt === undefined ? inDays(-1) : facts.publishedAt,
      updated_at: inDays(-1),
    })
    .returning(['id', 'slug'])
    .executeTakeFirstOrThrow()
}

export async function postCategory(db: Database, name: Words = { ar: 'أسئلة', en: 'Questions' }): Promise<number> {
  const { id } = await db
    .insertInto('post_categories')
    .values({ key: `post-category-${next()}`, name: localized(name), summary: localized('…') })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type PostFacts = {
  title?: string
  content?: string
  authorId?: number
  categoryId?: number
  state?: 'shown' | 'waiting' | 'hidden'
  /** Yesterday by default. */
  publishDate?: Date
}

export async function post(db: Database, facts: PostFacts = {}): Promise<number> {
  const { id } = await db
    .insertInto('posts')
    .values({
      author_id: facts.authorId ?? (await author(db)),
      category_id: facts.categoryId ?? (await postCategory(db)),
      title: facts.title ?? `مشاركة ${next()}`,
      content: facts.content ?? 'نص المشاركة',
      state: facts.state ?? 'shown',
      publish_date: facts.publishDate ?? inDays(-1),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type CommentFacts = ({ articleId: number } | { postId: number }) & {
  text?: string
  authorId?: number
  state?: 'shown' | 'waiting' | 'hidden'
  createdAt?: Date
}

export async function comment(db: Database, facts: CommentFacts): Promise<number> {
  const { id } = await db
    .insertInto('comments')
    .values({
      article_id: 'articleId' in facts ? facts.articleId : null,
      post_id: 'postId' in facts ? facts.postId : null,
      author_id: facts.authorId ?? (await author(db)),
      text: facts.text ?? 'تعليق',
      state: facts.state ?? 'shown',
      created_at: facts.createdAt ?? inDays(-0.5),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
