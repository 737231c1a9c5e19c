/** Consistency rules of the files of blog and community. */
import { blankTexts, error, type Finding, repeated, unknown } from '../checks/findings.ts'
import { ARTICLES, type Content, FILES, placedPosts } from '../format.ts'
import { publicationErrors } from '../publication-fields.ts'
import type { ArticleFile } from './writing-format.ts'

export function writingErrors(content: Content): Finding[] {
  return [
    ...sharedNames(content),
    ...repeatedSlugs(content.articles),
    ...content.articles.flatMap((article) => wrongArticle(content, article)),
    ...wrongPosts(content),
  ]
}

/** Trainers and other authors share one set of keys. */
function sharedNames({ trainers, authors }: Content): Finding[] {
  const taken = new Set(trainers.map(({ key }) => key))
  return authors.flatMap(({ key }, index) =>
    taken.has(key) ? [error(FILES.authors.path, [index, 'key'], `“${key}” is a trainer already`)] : [],
  )
}

/** A slug belongs to one article: no two articles share one, former slugs included. */
function repeatedSlugs(articles: ArticleFile[]): Finding[] {
  const owners = new Map<string, string>()
  const claims = articles.flatMap((article) => [
    { article, slug: article.slug, path: ['slug'] as Finding['path'] },
    ...article.formerSlugs.map((slug, index) => ({ article, slug, path: ['formerSlugs', index] })),
  ])
  return claims.flatMap(({ article, slug, path }) => {
    const other = owners.get(slug)
    owners.set(slug, article.key)
    return other === undefined ? [] : [error(fileOf(article), path, `“${slug}” already leads to the article ${other}`)]
  })
}

function wrongArticle(content: Content, article: ArticleFile): Finding[] {
  const file = fileOf(article)
  return [
    ...(content.blogCategories.some(({ key }) => key === article.category)
      ? []
      : [error(file, ['category'], unknown('category', article.category))]),
    ...wrongAuthors(content, file, article, []),
    ...article.tags.flatMap((tag, index) =>
      content.tags.some(({ key }) => key === tag) ? [] : [error(file, ['tags', index], unknown('tag', tag))],
    ),
    ...wrongPublication(file, article),
    ...repeated(
      file,
      article.tags.map((key, index) => ({ key, path: ['tags', index] })),
    ),
  ]
}

/** What visitors see is complete; a draft and what is in the archive need not be. */
function wrongPublication(file: string, article: ArticleFile): Finding[] {
  const wrong = publicationErrors(article, 'an article')
  if (wrong) return [error(file, wrong.path, wrong.reason)]
  const { publishedDaysAgo, publishInDays, summary, body, tags, cover } = article
  if (publishedDaysAgo === undefined && publishInDays === undefined) return []
  return [
    ...blankTexts(file, { summary, body }),
    ...(tags.length === 0 ? [error(file, ['tags'], 'needs at least 1 in what visitors see')] : []),
    ...(cover === undefined ? [error(file, ['cover'], 'is missing in what visitors see')] : []),
  ]
}

function wrongPosts(content: Content): Finding[] {
  const seen = new Set<string>()
  return placedPosts(content).flatMap(({ post, file, path }) => {
    const isRepeated = seen.has(post.key)
    seen.add(post.key)
    return [
      ...(isRepeated ? [error(file, [...path, 'key'], `“${post.key}” stands twice`)] : []),
      ...(content.postCategories.some(({ key }) => key === post.category)
        ? []
        : [error(file, [...path, 'category'], unknown('category', post.category))]),
      ...wrongAuthors(content, file, post, path),
    ]
  })
}

type Written = { author: string; comments: { author: string }[] }

function wrongAuthors(
  { trainers, authors }: Content,
  file: string,
  written: Written,
  path: Finding['path'],
): Finding[] {
  const isKnown = (author: string) => [...trainers, ...authors].some(({ key }) => key === author)
  return [
    ...(isKnown(written.author) ? [] : [error(file, [...path, 'author'], unknown('author', written.author))]),
    ...written.comments.flatMap(({ author }, index) =>
      isKnown(author) ? [] : [error(file, [...path, 'comments', index, 'author'], unknown('author', author))],
    ),
  ]
}

const fileOf = ({ key }: ArticleFile) => `${ARTICLES}/${key}.yaml`
