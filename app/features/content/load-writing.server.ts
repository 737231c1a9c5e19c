/** Synchronizes the blog and the community with a content folder. */
import type { Tx } from '../../platform/database.server.ts'
import { allPosts, type Content } from './format.ts'
import { type PostPictures, settlePostPictures } from './post-pictures.server.ts'
import { deleteReusedSlugs, idsByKey, leaveSlugs, rememberSlug, upsert } from './queries.server.ts'
import type { Change } from './report.ts'
import type { PictureAddress } from './rows.ts'
import { changeOf, type Days, upsertAll } from './upsert.server.ts'
import {
  idsOfWriting,
  removeOtherArticles,
  removeOtherComments,
  removeOtherPosts,
  removeUnused,
} from './writing-queries.server.ts'
import { articleRow, authorRows, categoryRows, commentRows, postRows, tagRows } from './writing-rows.ts'

/** Runs after the trainers, who may be authors. */
export async function loadWriting(
  tx: Tx,
  content: Content,
  picture: PictureAddress,
  pictures: PostPictures,
  days: Days,
): Promise<Change[]> {
  const trainers = await idsByKey(tx, 'trainers')
  const authors = await upsertAll(tx, 'authors', 'authors', ['key'], authorRows(content, trainers, picture))
  const categories = await upsertAll(
    tx,
    'blog_categories',
    'blog categories',
    ['key'],
    categoryRows(content.blogCategories),
  )
  const tags = await upsertAll(tx, 'tags', 'tags', ['key'], tagRows(content))
  const articles = await loadArticles(tx, content, picture, days)
  const postCategories = await upsertAll(
    tx,
    'post_categories',
    'post categories',
    ['key'],
    categoryRows(content.postCategories),
  )
  const posts = await loadPosts(tx, content, await settlePostPictures(tx, pictures), days)
  const comments = await loadComments(tx, content, days)

  const changes = [authors, categories, tags, articles, postCategories, posts, comments]
  if (!days.isPruning) return changes
  Object.assign(articles, await removeOtherArticles(tx, keysOf(content.articles)))
  Object.assign(posts, await removeOtherPosts(tx, keysOf(allPosts(content))))
  categories.removed = await removeUnused(tx, 'blog_categories', keysOf(content.blogCategories))
  tags.removed = await removeUnused(tx, 'tags', keysOf(content.tags))
  postCategories.removed = await removeUnused(tx, 'post_categories', keysOf(content.postCategories))
  authors.removed = await removeUnused(tx, 'authors', keysOf([...content.trainers, ...content.authors]))
  return changes
}

const keysOf = (items: { key: string }[]) => items.map(({ key }) => key)

async function loadArticles(tx: Tx, { articles }: Content, picture: PictureAddress, days: Days): Promise<Change> {
  await leaveSlugs(tx, 'articles', new Map(articles.map(({ key, slug }) => [key, slug])))
  const ids = { categories: await idsOfWriting(tx, 'blog_categories'), authors: await idsOfWriting(tx, 'authors') }
  const rows = articles.map((article) => articleRow(article, days.countedFrom, ids, picture))
  const done = await upsert(tx, 'articles', ['key'], rows, { updated_at: days.now })
  const articleIds = await idsOfWriting(tx, 'articles')
  for (const { key, formerSlugs } of articles)
    for (const slug of formerSlugs) await rememberSlug(tx, 'articles', slug, articleIds.get(key)!)
  await deleteReusedSlugs(tx, 'articles')
  return changeOf('articles', done, ({ key }) => key)
}

async function loadPosts(tx: Tx, content: Content, pictures: Map<string, string>, days: Days): Promise<Change> {
  const ids = {
    categories: await idsOfWriting(tx, 'post_categories'),
    authors: await idsOfWriting(tx, 'authors'),
    pictures,
  }
  return upsertAll(tx, 'posts', 'posts', ['key'], postRows(content, days.countedFrom, ids))
}

async function loadComments(tx: Tx, content: Content, days: Days): Promise<Change> {
  const rows = commentRows(content, days.countedFrom, {
    articles: await idsOfWriting(tx, 'articles'),
    posts: await idsOfWriting(tx, 'posts'),
    authors: await idsOfWriting(tx, 'authors'),
  })
  const comments = await upsertAll(tx, 'comments', 'comments', ['key'], rows)
  if (days.isPruning) comments.removed = await removeOtherComments(tx, keysOf(rows))
  return comments
}
