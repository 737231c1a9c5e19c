import { linksFor } from '../../links.ts'
import { textsIn } from '../../locales/texts.tsx'
import { pageRequestOf } from '../../request-context.ts'
import { RSS_TYPE, rssOf } from '../feeds/rss.ts'
import type { Route } from './+types/feed-route'

const ITEMS = 20

/** The newest posts for feed readers. */
export async function loader({ context }: Route.LoaderArgs) {
  const { api, lang, publicUrl } = pageRequestOf(context)
  const links = linksFor(lang)
  const t = textsIn(lang)
  const whole = (path: string) => new URL(path, publicUrl).href
  const [{ items }, seo] = await Promise.all([
    api.community.posts({ PageSize: ITEMS }),
    api.pages.seoByCode({ code: 'posts' }),
  ])
  const feed = rssOf({
    lang,
    title: `${t.community.title} · ${t.shell.siteName}`,
    description: seo.metaDescription,
    link: whole(links.community()),
    self: whole(links.communityFeed),
    items: items.map((post) => ({
      title: post.title,
      link: whole(links.post(post.id)),
      summary: post.excerpt,
      publishedAt: post.publishDate,
      author: post.author.name ?? t.writing.formerMember,
      category: post.category.name,
      enclosure: post.attachment && { ...post.attachment, address: whole(post.attachment.address) },
    })),
  })
  return new Response(feed, { headers: { 'Content-Type': RSS_TYPE } })
}
