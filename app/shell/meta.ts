/** A page's metadata for browsers, search engines and social media. */
import type { MetaDescriptor } from 'react-router'
import { inLang, sitePicture } from '../links.ts'
import { LANGS, type Lang } from '../locales/lang.ts'
import { textsIn } from '../locales/texts.tsx'

/** A text that contains the institute's name is a function of it. */
type PageText = string | ((institute: string) => string)

export type PageMeta = {
  lang: Lang
  /** The institute's name. */
  siteName: string
  publicUrl: string
  /** The page's path with its language. */
  pathname: string
  /** The part of the query that gives another page, e.g. `?page=2`, without filters. */
  search?: string
  title: PageText
  description: PageText
  keywords?: string
  /** Its share picture, by default that of the language. All of them are 1200 × 630. */
  image?: string
  /** For articles and posts (`og:type`). */
  article?: boolean
  noindex?: boolean
}

/** Title, description, canonical, languages, Open Graph for a `meta` function; document-head.ts has what is constant. */
export function pageMeta(page: PageMeta): MetaDescriptor[] {
  const { lang, siteName, publicUrl, pathname, search = '', keywords, image, article, noindex } = page
  const textOf = (text: PageText) => (typeof text === 'string' ? text : text(siteName))
  const [name, description] = [textOf(page.title), textOf(page.description)]
  const title = name.includes(siteName) ? name : `${name} · ${siteName}`
  const absolute = (path: string) => new URL(path, publicUrl).href
  const canonical = absolute(pathname + search)
  const alternates = noindex
    ? []
    : [
        ...LANGS.map((other) => alternate(other, absolute(inLang(other, pathname, search)))),
        alternate('x-default', absolute(inLang('ar', pathname, search))),
      ]
  return [
    { title },
    { name: 'description', content: description },
    ...(keywords ? [{ name: 'keywords', content: keywords }] : []),
    ...(noindex ? [{ name: 'robots', content: 'noindex' }] : []),
    { tagName: 'link', rel: 'canonical', href: canonical },
    ...alternates,
    { property: 'og:type', content: article ? 'article' : 'website' },
    { property: 'og:title', content: name },
    { property: 'og:description', content: description },
    { property: 'og:url', content: canonical },
    { property: 'og:image', content: absolute(image ?? sitePicture(lang)) },
    { property: 'og:image:alt', content: name },
  ]
}

const alternate = (hrefLang: string, href: string): MetaDescriptor => ({
  tagName: 'link',
  rel: 'alternate',
  hrefLang,
  href,
})

type Site = Pick<PageMeta, 'lang' | 'siteName' | 'publicUrl'>

type RouteMatch = { id: string; loaderData?: unknown } | undefined

/** The site's language, name and public address, from a `meta` function's matches. */
export function siteOf(matches: readonly RouteMatch[]): Site {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as Site | undefined
  return root ?? { lang: 'ar', siteName: textsIn('ar').shell.siteName, publicUrl: 'http://localhost' }
}

type ListMeta = {
  /** Its name, and its title with the filters in use, which is the name without any. */
  name: string
  title: string
  seo: { metaTitle: string; metaDescription: string; keywords: string }
  page: number | undefined
  /** Its address with only those filters that search engines may list. */
  address: string
  noindex: boolean
  feed: string
}

/** The metadata of a list of texts that has a feed. */
export function listMeta(
  site: Site & { pathname: string },
  { name, title, seo, page, address, noindex, feed }: ListMeta,
): MetaDescriptor[] {
  const place = page ? ` · ${textsIn(site.lang).writing.page(page)}` : ''
  return [
    ...pageMeta({
      ...site,
      search: address.replace(/^[^?]*/, ''),
      title: (title === name ? seo.metaTitle : title) + place,
      description: seo.metaDescription,
      keywords: seo.keywords,
      noindex,
    }),
    feedLink(site.publicUrl, name, feed),
  ]
}

/** The link by which browsers and feed readers discover a list's feed. */
function feedLink(publicUrl: string, title: string, feed: string) {
  return {
    tagName: 'link',
    rel: 'alternate',
    type: 'application/rss+xml',
    title,
    href: new URL(feed, publicUrl).href,
  }
}
