/** The sitemap as XML. Source: sitemaps.org/protocol, and Google's "Localized versions of your pages" for the languages. */
import { escapeMarkup } from '../../html/escape.ts'
import { LANGS, type Lang } from '../../locales/lang.ts'

/** One page in both languages. */
export type SitemapEntry = {
  paths: Record<Lang, string>
  /** When its content last changed; absent where unknown. */
  updatedAt?: Date | undefined
}

/** The files of one kind of pages; each language has its own. */
export type SitemapKind = { name: string; files: { part: number; updatedAt?: Date | undefined }[] }

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
/** Entries that are written at once. Between two pieces others have their turn. */
const ENTRIES_AT_ONCE = 1000

/** The index: the files of each language and kind. */
export function sitemapIndex(publicUrl: string, kinds: readonly SitemapKind[]): string {
  const files = LANGS.flatMap((lang) =>
    kinds.flatMap(({ name, files }) =>
      files.map(
        ({ part, updatedAt }) =>
          `<sitemap><loc>${publicUrl}/${sitemapFile(lang, name, part)}</loc>${lastmod(updatedAt)}</sitemap>`,
      ),
    ),
  )
  return `${HEAD}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${files.join('\n')}\n</sitemapindex>\n`
}

/** `sitemap-ar-courses.xml`, and `sitemap-ar-courses-2.xml` for the second part. */
export function sitemapFile(lang: Lang, name: string, part: number): string {
  return `sitemap-${lang}-${name}${part > 1 ? `-${part}` : ''}.xml`
}

/** One file of the sitemap, in pieces. */
export function* sitemapPages(publicUrl: string, lang: Lang, entries: readonly SitemapEntry[]): Generator<string> {
  yield `${HEAD}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n`
  for (let from = 0; from < entries.length; from += ENTRIES_AT_ONCE)
    yield entries
      .slice(from, from + ENTRIES_AT_ONCE)
      .map((entry) => page(publicUrl, lang, entry))
      .join('')
  yield '</urlset>\n'
}

function page(publicUrl: string, lang: Lang, { paths, updatedAt }: SitemapEntry): string {
  // Written out, because a file has thousands of entries.
  const [ar, en] = [escapeMarkup(publicUrl + paths.ar), escapeMarkup(publicUrl + paths.en)]
  return `<url><loc>${lang === 'ar' ? ar : en}</loc>${lastmod(updatedAt)}${alternate('ar', ar)}${alternate('en', en)}${alternate('x-default', ar)}</url>\n`
}

const alternate = (lang: Lang | 'x-default', href: string) =>
  `<xhtml:link rel="alternate" hreflang="${lang}" href="${href}"/>`

const lastmod = (date: Date | undefined) => (date ? `<lastmod>${date.toISOString()}</lastmod>` : '')
