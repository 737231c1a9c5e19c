/** The rows of blog and community as files: the inverse of `writing-rows.ts`. */
import type { Localized } from '../../../../db/shapes.ts'
import { clockOf, dayOf, daysBetween } from '../../../platform/days.ts'
import { withPictures } from '../../pictures/picture-sizes.ts'
import { publicationFields } from '../publication-fields.ts'
import type { AllWriting } from './writing-queries.server.ts'

/** The path in the folder of a picture with this address. */
export type PicturePath = (address: string, folder: string) => string

/** The parts of the export's files that `filesFrom` adds. */
export function writingFilesFrom(all: AllWriting, loadedOn: string, picture: PicturePath) {
  const byId = (rows: { id: number; key: string | null }[]) => new Map(rows.map(({ id, key }) => [id, key!]))
  const keys = {
    authors: byId(all.authors),
    blogCategories: byId(all.blogCategories),
    postCategories: byId(all.postCategories),
  }
  const daysAgo = (at: Date) => daysBetween(dayOf(at), loadedOn)
  const comments = (of: (row: AllWriting['comments'][number]) => boolean) =>
    unlessEmpty(
      all.comments.filter(of).map((row) => ({
        author: keys.authors.get(row.author_id),
        daysAgo: daysAgo(row.created_at),
        at: clockOf(row.created_at),
        text: row.text,
        hidden: row.state === 'shown' ? undefined : true,
      })),
    )
  const wrote = new Set(all.articles.map(({ author_id }) => author_id))
  return {
    authors: all.authors
      .filter(({ id, name, trainer_id }) => name !== null || (trainer_id === null && wrote.has(id)))
      .map(({ key, kind, name, title, picture: address }) => ({
        key,
        kind: kind === 'member' ? undefined : kind,
        name: name ?? FORMER_AUTHOR,
        title: title ?? undefined,
        picture: address === null ? undefined : picture(address, 'portraits'),
      })),
    blogCategories: all.blogCategories.map(({ key, name, summary }) => ({ key, name, summary })),
    tags: all.tags.map(({ key, name }) => ({ key, name })),
    articles: all.articles.map((row) => ({
      key: row.key,
      slug: row.slug,
      formerSlugs: unlessEmpty(
        all.formerArticleSlugs.filter(({ article_id }) => article_id === row.id).map(({ slug }) => slug),
      ),
      category: keys.blogCategories.get(row.category_id),
      author: keys.authors.get(row.author_id),
      tags: row.tags,
      ...publicationFields(row, loadedOn),
      updatedDaysAgo: row.published_at && +row.updated_at === +row.published_at ? undefined : daysAgo(row.updated_at),
      cover: row.cover === '' ? undefined : picture(row.cover, 'articles'),
      coverAlt: row.cover_alt ?? undefined,
      title: row.title,
      summary: row.summary,
      body: inFolder(row.body, picture),
      seo: row.seo,
      englishStale: unlessEmpty(row.english_stale),
      comments: comments((comment) => comment.article_id === row.id),
    })),
    postCategories: all.postCategories.map(({ key, name, summary }) => ({ key, name, summary })),
    posts: all.posts.map((row) => ({
      key: row.key,
      author: keys.authors.get(row.author_id),
      category: keys.postCategories.get(row.category_id),
      daysAgo: daysAgo(row.publish_date),
      at: clockOf(row.publish_date),
      title: row.title,
      content: row.content,
      image: row.source === null ? undefined : picture(row.source, 'posts'),
      imageAlt: (row.source && row.upload_alt) ?? undefined,
      comments: comments((comment) => comment.post_id === row.id),
    })),
  }
}

/** Somebody whose account was erased. */
const FORMER_AUTHOR: Localized = { ar: 'كاتب سابق', en: 'Former author' }

const unlessEmpty = <T>(list: T[]) => (list.length > 0 ? list : undefined)

/** The pictures of the text as files of the folder. */
function inFolder(body: Localized, picture: PicturePath): Localized {
  const text = (words: string) => withPictures(words, (address) => picture(address, 'articles'))
  return { ar: text(body.ar), ...(body.en === undefined ? {} : { en: text(body.en) }) }
}
