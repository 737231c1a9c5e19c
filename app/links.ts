/** Every address of the product, defined once. Paths are percent-encoded, ready for `href`. */
import { foldDigits } from './locales/digits.ts'
import type { Lang } from './locales/lang.ts'

type Query = Record<string, string | number | readonly number[] | undefined>

/** The address with the parameters that have a value. */
export function withQuery(path: string, parameters: Query = {}): string {
  const query = new URLSearchParams()
  // Several values of one name stand together, with commas between them.
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined && String(value) !== '') query.set(name, String(value))
  const text = query.toString()
  return text ? `${path}?${text}` : path
}

/** The part of an address that says that a form of the page was sent after the session had ended. */
export const UNSENT = 'unsent'

const slugPath = (slug: string) => encodeURIComponent(slug.normalize('NFC'))

/** The policy pages: path → code of the content. Two paths of the specification are aliases. */
export const POLICIES = {
  terms: 'terms-conditions',
  'terms-conditions': 'terms-conditions',
  privacy: 'privacy-policy',
  'privacy-policy': 'privacy-policy',
  learning: 'remote-teaching-policy',
  'attendance-policy': 'attendance-policy',
  'communication-policy': 'communication-policy',
  'academic-integrity': 'academic-integrity',
  'property-rights-protection': 'property-rights-protection',
} as const
export type PolicyPath = keyof typeof POLICIES

export function isPolicyPath(path: string): path is PolicyPath {
  return Object.hasOwn(POLICIES, path)
}

/** The canonical path of a policy page. */
export function firstPolicyPath(policy: PolicyPath): PolicyPath {
  return (Object.keys(POLICIES) as PolicyPath[]).find((path) => POLICIES[path] === POLICIES[policy])!
}

type OneOrMore = number | readonly number[]

/** The filters of the course list, as in its query. */
export type CourseFilters = {
  category?: OneOrMore
  specialization?: OneOrMore
  sub?: OneOrMore
  level?: OneOrMore
  delivery?: OneOrMore
  city?: OneOrMore
  /** When runs meet: 1 in the morning, 2 in the evening, 3 on the weekend. */
  time?: OneOrMore
  /** Riyals. */
  min?: number
  max?: number
  /** Days in Riyadh. */
  from?: string
  to?: string
  search?: string
  sort?: number
  page?: number
}

/** The filters of the blog list, as in its query. */
export type BlogFilters = {
  category?: number
  tag?: string
  author?: number
  search?: string
  page?: number
  /** Unpublished articles, for staff. */
  drafts?: 1
}

/** The filters of the community list, as in its query. */
export type CommunityFilters = { category?: number; author?: number; search?: string; sort?: number; page?: number }

/** Why a social sign-in failed. */
export type ExternalReason =
  | 'external-denied'
  | 'external-expired'
  | 'external-failed'
  | 'external-down'
  | 'external-closed'

/** Addresses in one language. */
export function linksFor(lang: Lang) {
  const at = (path: string) => `/${lang}${path}`
  return {
    home: at(''),
    courses: (filters: CourseFilters = {}) => withQuery(at('/courses'), filters),
    course: (slug: string) => at(`/courses/${slugPath(slug)}`),
    /** The page of a course as it will be, for whoever has the token. */
    articlePreview: (slug: string, token: string) => at(`/blog/${slugPath(slug)}?preview=${token}`),
    /** @param path of the page without the language */
    pagePreview: (path: string, token: string) => at(`${path}?preview=${token}`),
    coursePreview: (slug: string, token: string) => at(`/courses/${slugPath(slug)}?preview=${token}`),
    order: (courseId: number, scheduleId?: number, coupon?: string) =>
      withQuery(at(`/order-details/${courseId}${scheduleId === undefined ? '' : `/${scheduleId}`}`), { coupon }),
    accounts: (returnTo?: string) => withQuery(at('/accounts'), { returnTo }),
    /** `notice`: why the visitor has to start over. */
    login: (returnTo?: string, notice?: 'expired' | ExternalReason) => withQuery(at('/login'), { notice, returnTo }),
    /** For whoever sent a form after their session had ended: says so, and leads back to the form. */
    loginAfterUnsent: (returnTo: string) =>
      withQuery(at('/login'), { notice: UNSENT, returnTo: `${returnTo}#${UNSENT}` }),
    signUp: (returnTo?: string) => withQuery(at('/sign-up'), { returnTo }),
    logout: at('/logout'),
    about: at('/about'),
    contact: at('/contact'),
    /** Where the author of a removed text objects. */
    appeal: (id: number, token: string) => at(`/appeal/${id}?token=${token}`),
    faq: at('/faq'),
    faqSearch: (q: string) => withQuery(at('/faq'), { q }),
    reviews: at('/reviews'),
    reviewsPage: (page: number) => withQuery(at('/reviews'), { page: page > 1 ? page : undefined }),
    partners: at('/partners'),
    clients: at('/clients'),
    policy: (policy: PolicyPath) => at(`/${policy}`),
    policyVersion: (policy: PolicyPath, version: number) => at(`/${policy}?version=${version}`),
    blog: (filters: BlogFilters = {}) => withQuery(at('/blog'), filters),
    /** `comments`: how many pages of comments are shown. */
    article: (slug: string, comments?: number) => withQuery(at(`/blog/${slugPath(slug)}`), { comments }),
    blogFeed: at('/blog/rss.xml'),
    community: (filters: CommunityFilters = {}) => withQuery(at('/community'), filters),
    post: (id: number, comments?: number) => withQuery(at(`/community/${id}`), { comments }),
    communityFeed: at('/community/rss.xml'),
    services: at('/services'),
    support: at('/support'),
    complains: at('/complains'),
    joinUs: at('/join-us'),
    app: (system: 'ios' | 'android') => at(`/app/${system}`),
    search: (q?: string) => withQuery(at('/search'), { q }),
    /** One question of the FAQ; `position` counts the questions of its group from 1. */
    question: (group: string, position: number) => `${at('/faq')}#${group}-${position}`,
    profile: at('/profile'),
    myCourses: at('/profile/courses'),
    /** A link in the content: a path of this site without its language (`/faq`) gets it; any other link is unchanged. */
    content: (link: string) => (link.startsWith('/') ? at(link) : link),
    error: '/error',
    outbox: '/outbox',
  }
}
export type Links = ReturnType<typeof linksFor>

/** Sharing pictures (`og:image`), 1200 × 630; `v` changes with what the picture shows. */
export const sitePicture = (lang: Lang) => `/share/${lang}.png`
export const coursePicture = (lang: Lang, id: number, v: string) => withQuery(`/share/${lang}/courses/${id}.png`, { v })
export const articlePicture = (lang: Lang, id: number, v: string) =>
  withQuery(`/share/${lang}/articles/${id}.png`, { v })

export const manifestOf = (lang: Lang) => `/${lang}/site.webmanifest`

/** The same page in another language. @param search its query, and its hash if it has one */
export function inLang(lang: Lang, pathname: string, search: string): string {
  return `/${lang}${pathname.replace(/^\/(ar|en)(?=\/|$)/, '')}${search}`
}

/** Where a visitor goes after signing in: the page they came from, in the current language, or the home page. */
export function afterSignIn(lang: Lang, returnTo: string | null | undefined): string {
  const safe = safeReturnTo(returnTo)
  if (!safe) return linksFor(lang).home
  const { pathname, search, hash } = new URL(safe, 'http://here.invalid')
  return inLang(lang, pathname, search + hash)
}

/** A path of this site to return to, or undefined. Prevents open redirects to other sites. */
export function safeReturnTo(returnTo: string | null | undefined): string | undefined {
  if (!returnTo || !isOwnPath(returnTo) || /[\\\s]/.test(returnTo)) return undefined
  const { pathname, search, hash } = new URL(returnTo, 'http://here.invalid')
  // `URL` has resolved the dots: `/ar/..//other.example` would lead to another site.
  return isOwnPath(pathname) ? pathname + search + hash : undefined
}

function isOwnPath(address: string): boolean {
  return /^\/(ar|en)(\/|\?|$)/.test(address)
}

/** The path of an absolute URL of this site, so that the visitor stays on the same host; other URLs are unchanged. */
export function stayHere(url: string, publicUrl: string): string {
  return url.startsWith(`${publicUrl}/`) ? url.slice(publicUrl.length) : url
}

const digitsOf = (phone: string) => foldDigits(phone).replace(/\D/g, '')

export const phoneLink = (phone: string) => `tel:+${digitsOf(phone)}`

export const whatsappLink = (phone: string) => `https://wa.me/${digitsOf(phone)}`
export const mailLink = (address: string) => `mailto:${address}`
