/** The response of a list's feed. */
import type { PageRequest } from '../../request-context.ts'
import { type Feed, RSS_TYPE, rssOf } from './rss.ts'

/** The number of newest items in a feed. */
export const FEED_SIZE = 20

type ListFeed = {
  title: string
  description: string
  /** Paths of the list and of its feed. */
  list: string
  feed: string
  /** Their links are paths as well. */
  items: Feed['items']
}

export function feedResponse(
  { lang, siteName, publicUrl }: PageRequest,
  { title, description, list, feed, items }: ListFeed,
) {
  const absolute = (path: string) => new URL(path, publicUrl).href
  const text = rssOf({
    lang,
    title: `${title} · ${siteName}`,
    description,
    link: absolute(list),
    self: absolute(feed),
    items: items.map(({ link, enclosure, ...item }) => ({
      ...item,
      link: absolute(link),
      enclosure: enclosure && { ...enclosure, address: absolute(enclosure.address) },
    })),
  })
  return new Response(text, { headers: { 'Content-Type': RSS_TYPE } })
}
