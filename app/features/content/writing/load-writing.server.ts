/** Synchronizes the blog and the community with a content folder. */
import type { Tx } from '../../../platform/database/database.server.ts'
import { hideComments } from '../document-queries.server.ts'
import { idOf, kindOf } from '../documents.server.ts'
import { allPosts, type Content } from '../format.ts'
import { deleteReusedSlugs, idsByKey, leaveSlugs, rememberSlug } from '../queries.server.ts'
import type { Change } from '../report.ts'
import type { PictureAddress } from '../rows.ts'
import { changeOf, type Days, staying, upsertAll } from '../upsert.server.ts'
import { upsert } from '../upsert-queries.server.ts'
import { type PostPictures, settlePostPictures } from './post-pictures.server.ts'
import {
  idsOfWriting,
  removeOtherArticles,
  removeOtherComments,
  removeOtherPosts,
  removeUnused,
  storedArticles,
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
  const authors = await upsertAll(tx, 'authors', 'authors', ['key'], authorRows(content, trainers, picture), days)
  const categories = await upsertAll(
    tx,
    'blog_categories',
    'blog categories',
    ['key'],
    categoryRows(content.blogCategories),
    days,
  )
  const tags = await upsertAll(tx, 'tags', 'tags', ['key'], tagRows(content), days)
  const articles = await loadArticles(tx, content, picture, days)
  const postCategories = await upsertAll(
    tx,
    'post_categories',
    'post categories',
    ['key'],
    categoryRows(content.postCategories),
    days,
  )
  const posts = await loadPosts(tx, content, await settlePostPictures(tx, pictures), days)
  const comments = await loadComments(tx, content, days)

  const changes = [authors, categories, tags, articles, postCategories, posts, comments]
  if (!days.isPruning) return changes
  const stay = (kind: string, items: { key: string }[]) => staying(kind, keysOf(items), days)
  Object.assign(articles, await removeOtherArticles(tx, stay('articles', content.articles)))
  Object.assign(posts, await removeOtherPosts(tx, stay('posts', allPosts(content))))
  categories.removed = await removeUnused(tx, 'blog_categories', stay('blog categories', content.blogCategories))
  tags.removed = await removeUnused(tx, 'tags', stay('tags', content.tags))
  postCategories.removed = await removeUnused(tx, 'post_categories', stay('post categories', content.postCategories))
  const trainersStay = stay('trainers', content.trainers)
  authors.removed = await removeUnused(tx, 'authors', [...trainersStay, ...stay('authors', content.authors)])
  return changes
}

const keysOf = (items: { key: string }[]) => items.map(({ key }) => key)

async function loadArticles(tx: Tx, content: Content, picture: PictureAddress, days: Days): Promise<Change> {
  const articles = content.articles.filter(({ key }) => !days.kept.has(idOf('articles', key)))
  const slugs = new Map(articles.map(({ key, slug }) => [key, slug]))
  await leaveSlugs(tx, 'articles', slugs, new Set(slugs.keys()))
  const ids = { categories: await idsOfWriting(tx, 'blog_categories'), authors: await idsOfWriting(tx, 'authors') }
  const stored = await storedArticles(tx)
  const rows = articles.map((article) => articleRow(article, days.countedFrom, ids, picture, stored.get(article.key)))
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
  return upsertAll(tx, 'posts', 'posts', ['key'], postRows(content, days.countedFrom, ids), days)
}

async function loadComments(tx: Tx, content: Content, days: Days): Promise<Change> {
  const all = commentRows(content, days.countedFrom, {
    articles: await idsOfWriting(tx, 'articles'),
    posts: await idsOfWriting(tx, 'posts'),
    authors: await idsOfWriting(tx, 'authors'),
  })
  const rows = all.filter(({ row }) => !days.kept.has(subjectOf(row.key))).map(({ row }) => row)
  const comments = await upsertAll(tx, 'comments', 'comments', ['key'], rows, days)
  const hidden = all.filter(({ isHidden }) => isHidden).map(({ row }) => row.key)
  await hideComments(
    tx,
    hidden.filter((key) => comments.added.includes(key)),
  )
  if (days.isPruning)
    comments.removed = await removeOtherComments(tx, keysOf(all.map(({ row }) => row)), subjects(days))
  return comments
}

/** The article or post of a comment `posts/first-pivot-table/3`. */
const subjectOf = (key: string) => key.slice(0, key.lastIndexOf('/'))
/** The articles and posts that stay as they are, with all their comments. */
const subjects = ({ kept }: Days) => [...kept].filter((id) => ['articles', 'posts'].includes(kindOf(id)))
