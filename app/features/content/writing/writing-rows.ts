/** The files of blog and community as database rows. */
import { instantOf, plusDays } from '../../../platform/days.ts'
import { withPictures } from '../../pictures/picture-sizes.ts'
import { textsOfArticle } from '../../translations/article-texts.ts'
import { allPosts, type Content } from '../format.ts'
import { englishRow, type LoadedRecord, publicationRow } from '../publication-fields.ts'
import type { Ids, PictureAddress } from '../rows.ts'
import type { ArticleFile, PostFile } from './writing-format.ts'

const json = JSON.stringify

/** All authors: trainers and those of the authors' file. */
export function authorRows({ trainers, authors }: Content, trainerIds: Ids, picture: PictureAddress) {
  const unnamed = { name: null, title: null, picture: null }
  return [
    ...trainers.map(({ key }) => ({ key, trainer_id: trainerIds.get(key)!, kind: 'teacher', ...unnamed })),
    ...authors.map((author) => ({
      key: author.key,
      trainer_id: null,
      kind: author.kind,
      name: json(author.name),
      title: author.title === undefined ? null : json(author.title),
      picture: author.picture === undefined ? null : picture(author.picture),
    })),
  ]
}

export function categoryRows(categories: Content['blogCategories']) {
  return categories.map(({ key, name, summary }, position) => ({
    key,
    name: json(name),
    summary: json(summary),
    position,
  }))
}

export function tagRows({ tags }: Content) {
  return tags.map(({ key, name }) => ({ key, name: json(name) }))
}

/** The pictures of the text with their addresses in storage. */
function withAddresses(body: ArticleFile['body'], picture: PictureAddress) {
  return Object.fromEntries(Object.entries(body).map(([lang, text]) => [lang, withPictures(text, picture)]))
}

/** @param loaded the article as it is stored: what is more exact stays as long as the file says the same */
export function articleRow(
  article: ArticleFile,
  loadedOn: string,
  ids: { categories: Ids; authors: Ids },
  picture: PictureAddress,
  loaded: LoadedRecord | undefined,
) {
  const body = withAddresses(article.body, picture)
  const texts = textsOfArticle({ ...article, body, cover_alt: article.coverAlt })
  return {
    key: article.key,
    slug: article.slug,
    category_id: ids.categories.get(article.category)!,
    author_id: ids.authors.get(article.author)!,
    tags: article.tags,
    title: json(article.title),
    summary: json(article.summary),
    body: json(body),
    cover: article.cover === undefined ? '' : picture(article.cover),
    cover_alt: article.coverAlt === undefined ? null : json(article.coverAlt),
    seo: json(article.seo),
    ...englishRow(texts, article.englishStale, loaded),
    ...publicationRow(article, loadedOn, loaded),
    updated_at: instantOf(plusDays(loadedOn, -(article.updatedDaysAgo ?? article.publishedDaysAgo ?? 0))),
  }
}

/** The oldest first, so that ids ascend with time as those of members' posts do. */
export function postRows(
  content: Content,
  loadedOn: string,
  ids: { categories: Ids; authors: Ids; pictures: Map<string, string> },
) {
  const rows = allPosts(content).map((post) => {
    const date = instantOf(plusDays(loadedOn, -post.daysAgo), post.at)
    return {
      key: post.key,
      author_id: ids.authors.get(post.author)!,
      category_id: ids.categories.get(post.category)!,
      title: post.title,
      content: post.content,
      publish_date: date,
      created_at: date,
      upload_id: ids.pictures.get(post.key) ?? null,
      upload_alt: (post.image && post.imageAlt) ?? null,
    }
  })
  return rows.sort((one, other) => +one.created_at - +other.created_at)
}

/** Comments have no key of their own: they are identified by their position under their article or post. */
export function commentRows(content: Content, loadedOn: string, ids: { articles: Ids; posts: Ids; authors: Ids }) {
  const rows = (kind: 'articles' | 'posts', subject: { key: string; comments: PostFile['comments'] }) =>
    subject.comments.map((comment, place) => ({
      isHidden: comment.hidden === true,
      row: {
        key: `${kind}/${subject.key}/${place + 1}`,
        article_id: kind === 'articles' ? ids.articles.get(subject.key)! : null,
        post_id: kind === 'posts' ? ids.posts.get(subject.key)! : null,
        author_id: ids.authors.get(comment.author)!,
        text: comment.text,
        created_at: instantOf(plusDays(loadedOn, -comment.daysAgo), comment.at),
      },
    }))
  return [
    ...content.articles.flatMap((article) => rows('articles', article)),
    ...allPosts(content).flatMap((post) => rows('posts', post)),
  ]
}
