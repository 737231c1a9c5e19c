/** The sitemap as XML. Source: sitemaps.org/protocol, and Google's "Localized versions of your pages" for the languages. */
import { escapeMarkup } from '../../html/escape.ts'
import { LANGS, type Lang } from '../../locales/lang.ts'

/** One page in both languages. */
export type SitemapEntry = {
  paths: Record<Lang, string>
  /** When its content last changed; absent where unknown. */
  updatedAt?: Date | undefined
}

/** The pages of one kind; each language has its own files. */
export type SitemapKind = { name: string; entries: SitemapEntry[] }

/** The maximum number of pages in a file, by the protocol. */
const MAX_ENTRIES = 50_000

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** The index: one file for each language and kind, several where there are too many pages. */
export function sitemapIndex(publicUrl: string, kinds: readonly SitemapKind[], most = MAX_ENTRIES): string {
  const files = LANGS.flatMap((lang) =>
    kinds.flatMap(({ name, entries }) =>
      Array.from({ length: Math.ceil(entries.length / most) }, (_, place) => {
        const part = entries.slice(place * most, (place + 1) * most)
        return `<sitemap><loc>${publicUrl}/${sitemapFile(lang, name, place + 1)}</loc>${lastmod(newest(part))}</sitemap>`
      }),
    ),
  )
  return `${HEAD}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${files.join('\n')}\n</sitemapindex>\n`
}

/** `sitemap-ar-courses.xml`, and `sitemap-ar-courses-2.xml` for the second part. */
export function sitemapFile(lang: Lang, name: string, part: number): string {
  return `sitemap-${lang}-${name}${part > 1 ? `-${part}` : ''}.xml`
}

/** One file of the sitemap; undefined if it does not exist. */
export function sitemapPages(
  publicUrl: string,
  lang: Lang,
  entries: readonly SitemapEntry[],
  part = 1,
  most = MAX_ENTRIES,
): string | undefined {
  const pages = entries.slice((part - 1) * most, part * most)
  if (pages.length === 0) return undefined
  return `${HEAD}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${pages.map((entry) => page(publicUrl, lang, entry)).join('\n')}
</urlset>\n`
}

function page(publicUrl: string, lang: Lang, { paths, updatedAt }: SitemapEntry): string {
  const address = (of: Lang) => escapeMarkup(publicUrl + paths[of])
  const others = [...LANGS.map((other) => [other, address(other)]), ['x-default', address('ar')]]
  const links = others.map(([name, href]) => `<xhtml:link rel="alternate" hreflang="${name}" href="${href}"/>`)
  return `<url><loc>${address(lang)}</loc>${lastmod(updatedAt)}${links.join('')}</url>`
}

const lastmod = (date: Date | undefined) => (date ? `<lastmod>${date.toISOString()}</lastmod>` : '')

function newest(entries: readonly SitemapEntry[]): Date | undefined {
  const times = entries.flatMap(({ updatedAt }) => (updatedAt ? [updatedAt.getTime()] : []))
  return times.length > 0 ? new Date(times.reduce((a, b) => Math.max(a, b))) : undefined
}
