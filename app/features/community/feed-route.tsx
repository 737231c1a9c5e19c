import { linksFor } from '../../links.ts'
import { textsIn } from '../../locales/texts.tsx'
import { pageRequestOf } from '../../request-context.ts'
import { FEED_SIZE, feedResponse } from '../feeds/feed-page.ts'
import { seoOf } from '../page-texts/page-texts.ts'
import type { Route } from './+types/feed-route'

/** The newest posts for feed readers. */
export async function loader({ context }: Route.LoaderArgs) {
  const page = pageRequestOf(context)
  const { shared, lang } = page
  const links = linksFor(lang)
  const t = textsIn(lang)
  const [{ items }, seo] = await Promise.all([
    shared.community.posts({ PageSize: FEED_SIZE }),
    seoOf(pageRequestOf(context), 'posts'),
  ])
  return feedResponse(page, {
    title: t.community.title,
    description: seo.metaDescription,
    list: links.community(),
    feed: links.communityFeed,
    items: items.map((post) => ({
      title: post.title,
      link: links.post(post.id),
      summary: post.excerpt,
      publishedAt: post.publishDate,
      author: post.author.name ?? t.writing.formerMember,
      category: post.category.name,
      enclosure: post.attachment ?? undefined,
    })),
  })
}
