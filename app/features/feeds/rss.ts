/** A feed as RSS 2.0: https://www.rssboard.org/rss-specification */
import { escapeMarkup } from '../../html/escape.ts'
import type { Lang } from '../../locales/lang.ts'

export type Feed = {
  lang: Lang
  title: string
  description: string
  /** Absolute addresses of the list and of the feed itself. */
  link: string
  self: string
  items: {
    title: string
    link: string
    summary: string
    /** ISO 8601. */
    publishedAt: string
    author: string
    category: string
    /** The attachment: absolute address, size in bytes and media type. */
    enclosure?: { address: string; size: number; type: string } | undefined
  }[]
}

export function rssOf(feed: Feed): string {
  const newest = feed.items[0]?.publishedAt
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel>
<title>${xmlText(feed.title)}</title>
<link>${xmlText(feed.link)}</link>
<description>${xmlText(feed.description)}</description>
<language>${feed.lang === 'ar' ? 'ar-SA' : 'en-GB'}</language>
<atom:link href="${xmlText(feed.self)}" rel="self" type="application/rss+xml"/>
${newest ? `<lastBuildDate>${new Date(newest).toUTCString()}</lastBuildDate>\n` : ''}${feed.items.map(itemOf).join('')}</channel>
</rss>
`
}

function itemOf({ title, link, summary, publishedAt, author, category, enclosure }: Feed['items'][number]): string {
  return `<item>
<title>${xmlText(title)}</title>
<link>${xmlText(link)}</link>
<guid isPermaLink="true">${xmlText(link)}</guid>
<description>${xmlText(summary)}</description>
<pubDate>${new Date(publishedAt).toUTCString()}</pubDate>
<dc:creator>${xmlText(author)}</dc:creator>
<category>${xmlText(category)}</category>
${enclosureOf(enclosure)}</item>
`
}

function enclosureOf(enclosure: Feed['items'][number]['enclosure']): string {
  if (!enclosure) return ''
  const { address, size, type } = enclosure
  return `<enclosure url="${xmlText(address)}" length="${size}" type="${xmlText(type)}"/>\n`
}

/** Characters that are not allowed in XML are removed. */
function xmlText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  return escapeMarkup(text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ''))
}

export const RSS_TYPE = 'application/rss+xml; charset=utf-8'
