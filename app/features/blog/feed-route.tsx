import { linksFor } from '../../links.ts'
import { textsIn } from '../../locales/texts.tsx'
import { pageRequestOf } from '../../request-context.ts'
import { FEED_SIZE, feedResponse } from '../feeds/feed-page.ts'
import { seoOf } from '../page-texts/page-texts.ts'
import type { Route } from './+types/feed-route'

/** The newest articles for feed readers. */
export async function loader({ context }: Route.LoaderArgs) {
  const page = pageRequestOf(context)
  const { shared, lang } = page
  const links = linksFor(lang)
  const t = textsIn(lang)
  const [{ items }, seo] = await Promise.all([
    shared.blog.articles({ PageSize: FEED_SIZE }),
    seoOf(pageRequestOf(context), 'blogs'),
  ])
  return feedResponse(page, {
    title: t.blog.title,
    description: seo.metaDescription,
    list: links.blog(),
    feed: links.blogFeed,
    items: items.map((article) => ({
      title: article.title,
      link: links.article(article.slug),
      summary: article.summary,
      publishedAt: article.publishedAt!,
      author: article.author.name ?? t.writing.formerMember,
      category: article.category.name,
    })),
  })
}
