import { linksFor } from '../../links.ts'
import { textsIn } from '../../locales/texts.tsx'
import { pageRequestOf } from '../../request-context.ts'
import { RSS_TYPE, rssOf } from '../feeds/rss.ts'
import type { Route } from './+types/feed-route'

const ITEMS = 20

/** The newest articles for feed readers. */
export async function loader({ context }: Route.LoaderArgs) {
  const { api, lang, publicUrl } = pageRequestOf(context)
  const links = linksFor(lang)
  const t = textsIn(lang)
  const whole = (path: string) => new URL(path, publicUrl).href
  const [{ items }, seo] = await Promise.all([
    api.blog.articles({ PageSize: ITEMS }),
    api.pages.seoByCode({ code: 'blogs' }),
  ])
  const feed = rssOf({
    lang,
    title: `${t.blog.title} · ${t.shell.siteName}`,
    description: seo.metaDescription,
    link: whole(links.blog()),
    self: whole(links.blogFeed),
    items: items.map((article) => ({
      title: article.title,
      link: whole(links.article(article.slug)),
      summary: article.summary,
      publishedAt: article.publishedAt!,
      author: article.author.name ?? t.writing.formerMember,
      category: article.category.name,
    })),
  })
  return new Response(feed, { headers: { 'Content-Type': RSS_TYPE } })
}
