/** Structured data of pages (schema.org). Pure: the caller passes the facts. */
import type {
  Article,
  BreadcrumbList,
  DiscussionForumPosting,
  EducationalOrganization,
  FAQPage,
  IdReference,
  ItemList,
  SearchAction,
  WebSite,
} from 'schema-dts'
import { type Links, linksFor, sitePicture } from '../../links.ts'
import { shell as ar } from '../../locales/ar/shell.ts'
import { shell as en } from '../../locales/en/shell.ts'
import type { Lang } from '../../locales/lang.ts'
import type { InstituteInfo } from '../pages/contract.ts'

const TEXTS = { ar, en }

/** The language, the name and the public address of the site. */
export type Site = { lang: Lang; siteName: string; publicUrl: string }

export const absolute = ({ publicUrl }: Pick<Site, 'publicUrl'>, path: string) => new URL(path, publicUrl).href

const instituteId = (site: Site) => `${absolute(site, '/')}#institute`

/** The institute by reference; the home page describes it in full under the same id. */
export function provider(site: Site): Extract<EducationalOrganization, object> {
  return { '@type': 'EducationalOrganization', '@id': instituteId(site), name: site.siteName, url: absolute(site, '/') }
}

export function educationalOrganization(
  site: Site,
  institute: InstituteInfo,
): Extract<EducationalOrganization, object> {
  return {
    '@type': 'EducationalOrganization',
    '@id': instituteId(site),
    name: institute.name,
    alternateName: institute.alternateName,
    legalName: institute.legalName,
    slogan: institute.tagline,
    url: absolute(site, '/'),
    logo: absolute(site, '/icons/icon-512.png'),
    image: absolute(site, sitePicture(site.lang)),
    email: institute.email,
    telephone: institute.phone,
    ...(institute.vatNumber === null ? {} : { vatID: institute.vatNumber }),
    address: { '@type': 'PostalAddress', streetAddress: institute.address, addressCountry: 'SA' },
    areaServed: { '@type': 'Country', name: 'SA' },
    contactPoint: contactPoints(institute),
    sameAs: institute.social.map(({ link }) => link),
  }
}

function contactPoints({ phone, whatsapp, email }: InstituteInfo) {
  const point = { '@type': 'ContactPoint', areaServed: 'SA', availableLanguage: ['ar', 'en'] } as const
  return [
    { ...point, contactType: 'customer service', telephone: phone, email },
    ...(whatsapp ? [{ ...point, contactType: 'WhatsApp', telephone: whatsapp }] : []),
  ]
}

export function webSite(site: Site): WebSite {
  const search: SearchAction & { 'query-input': string } = {
    '@type': 'SearchAction',
    target: {
      '@type': 'EntryPoint',
      urlTemplate: `${absolute(site, linksFor(site.lang).courses())}?search={search_term_string}`,
    },
    'query-input': 'required name=search_term_string',
  }
  return {
    '@type': 'WebSite',
    '@id': `${absolute(site, '/')}#website`,
    name: site.siteName,
    url: absolute(site, linksFor(site.lang).home),
    inLanguage: site.lang,
    publisher: { '@id': instituteId(site) } satisfies IdReference,
    potentialAction: search,
  }
}

export type Step = { name: string; path: string }

/** Breadcrumbs from the home page to this page. */
export function breadcrumbs(site: Site, ...steps: Step[]): BreadcrumbList {
  const home = { name: TEXTS[site.lang].home, path: linksFor(site.lang).home }
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [home, ...steps].map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: absolute(site, path),
    })),
  }
}

/** For a page one step below home. */
export function addPageData(
  page: Site & { structuredData: object[] },
  name: string,
  path: (links: Links) => string,
  ...more: (object | undefined)[]
): void {
  page.structuredData.push(breadcrumbs(page, { name, path: path(linksFor(page.lang)) }))
  for (const thing of more) if (thing) page.structuredData.push(thing)
}

/** A list of pages. `first` is the position of its first entry in the complete list. */
export function itemList(site: Site, paths: readonly string[], first = 1): ItemList {
  return {
    '@type': 'ItemList',
    itemListElement: paths.map((path, index) => ({
      '@type': 'ListItem',
      position: first + index,
      url: absolute(site, path),
    })),
  }
}

/** Questions with their answers, which may be HTML; undefined if there are none. */
export function faqPage(questions: readonly { question: string; answer: string }[]): FAQPage | undefined {
  if (questions.length === 0) return undefined
  return {
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}

export type ArticleFacts = {
  title: string
  summary: string
  path: string
  /** Its share picture. */
  image: string
  author: string
  category: string
  tags: readonly string[]
  /** ISO 8601. */
  publishedAt: string
  updatedAt?: string
  commentsCount: number
}

export function articleData(site: Site, article: ArticleFacts): Article {
  const url = absolute(site, article.path)
  return {
    '@type': 'Article',
    '@id': `${url}#article`,
    headline: article.title,
    description: article.summary,
    url,
    mainEntityOfPage: url,
    image: absolute(site, article.image),
    inLanguage: site.lang,
    author: { '@type': 'Person', name: article.author },
    publisher: provider(site),
    articleSection: article.category,
    keywords: [...article.tags],
    datePublished: article.publishedAt,
    dateModified: article.updatedAt ?? article.publishedAt,
    commentCount: article.commentsCount,
  }
}

export type PostFacts = Pick<ArticleFacts, 'title' | 'path' | 'author' | 'publishedAt' | 'commentsCount'> & {
  text: string
  /** The path of its picture. */
  image?: string | undefined
}

/** A post of a community member. */
export function postData(site: Site, post: PostFacts): DiscussionForumPosting {
  const url = absolute(site, post.path)
  return {
    '@type': 'DiscussionForumPosting',
    '@id': `${url}#post`,
    headline: post.title,
    text: post.text,
    url,
    author: { '@type': 'Person', name: post.author },
    datePublished: post.publishedAt,
    ...(post.image ? { image: absolute(site, post.image) } : {}),
    commentCount: post.commentsCount,
  }
}

/** All structured data of a page as one script block; a text in it can neither end the block nor begin another. */
export function dataBlock(things: readonly object[]): string {
  if (things.length === 0) return ''
  const graph = { '@context': 'https://schema.org', '@graph': things }
  return `<script type="application/ld+json">${JSON.stringify(graph).replaceAll('<', '\\u003c')}</script>`
}
