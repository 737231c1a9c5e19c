/** Every address of the product, spelled once. Paths are percent-encoded, ready for `href`. */
import { foldDigits } from './locales/digits.ts'
import type { Lang } from './locales/lang.ts'

type Query = Record<string, string | number | undefined>

/** The address with the parameters that have a value. */
export function withQuery(path: string, parameters: Query = {}): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined && value !== '') query.set(name, String(value))
  const text = query.toString()
  return text ? `${path}?${text}` : path
}

const slugPath = (slug: string) => encodeURIComponent(slug.normalize('NFC'))

/** The policy pages by their path, with the code of their content; two paths of the specification are second names. */
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

/** The first name of a policy page: search engines are told this one. */
export function firstPolicyPath(policy: PolicyPath): PolicyPath {
  return (Object.keys(POLICIES) as PolicyPath[]).find((path) => POLICIES[path] === POLICIES[policy])!
}

/** The listing's filters as they stand in its address. */
export type CourseFilters = {
  category?: number
  specialization?: number
  sub?: number
  level?: number
  delivery?: number
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

/** The filters of the blog's list as they stand in its address. */
export type BlogFilters = {
  category?: number
  tag?: string
  author?: number
  search?: string
  page?: number
  /** What is not published yet, for staff. */
  drafts?: 1
}

/** The filters of the community's list as they stand in its address. */
export type CommunityFilters = { category?: number; author?: number; search?: string; sort?: number; page?: number }

/** Why a sign-in by a provider did not come to its end. */
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
    order: (courseId: number, scheduleId?: number, coupon?: string) =>
      withQuery(at(`/order-details/${courseId}${scheduleId === undefined ? '' : `/${scheduleId}`}`), { coupon }),
    accounts: (returnTo?: string) => withQuery(at('/accounts'), { returnTo }),
    /** `notice`: why the visitor has to begin again. */
    login: (returnTo?: string, notice?: 'expired' | ExternalReason) => withQuery(at('/login'), { notice, returnTo }),
    signUp: (returnTo?: string) => withQuery(at('/sign-up'), { returnTo }),
    logout: at('/logout'),
    about: at('/about'),
    contact: at('/contact'),
    faq: at('/faq'),
    faqSearch: (q: string) => withQuery(at('/faq'), { q }),
    reviews: at('/reviews'),
    reviewsPage: (page: number) => withQuery(at('/reviews'), { page: page > 1 ? page : undefined }),
    partners: at('/partners'),
    clients: at('/clients'),
    policy: (policy: PolicyPath) => at(`/${policy}`),
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
    /** One question of the FAQ; `place` counts the questions of its group from 1. */
    question: (group: string, place: number) => `${at('/faq')}#${group}-${place}`,
    profile: at('/profile'),
    /** An address as content gives it: a page of ours without its language (`/faq`), or one of another kind, kept. */
    content: (link: string) => (link.startsWith('/') ? at(link) : link),
    error: '/error',
    outbox: '/outbox',
  }
}
export type Links = ReturnType<typeof linksFor>

/** Pictures for those who share a page, 1200 × 630; the version follows from what a picture shows. */
export const sitePicture = (lang: Lang) => `/share/${lang}.png`
export const coursePicture = (lang: Lang, id: number, v: string) => withQuery(`/share/${lang}/courses/${id}.png`, { v })
export const articlePicture = (lang: Lang, id: number, v: string) =>
  withQuery(`/share/${lang}/articles/${id}.png`, { v })

export const manifestOf = (lang: Lang) => `/${lang}/site.webmanifest`

/** The same page in the other language, query kept. */
export function inLang(lang: Lang, pathname: string, search: string): string {
  return `/${lang}${pathname.replace(/^\/(ar|en)(?=\/|$)/, '')}${search}`
}

/** Where a visitor goes on to after signing in: where they came from, in the language they read now, or home. */
export function afterSignIn(lang: Lang, returnTo: string | null | undefined): string {
  const safe = safeReturnTo(returnTo)
  if (!safe) return linksFor(lang).home
  const { pathname, search } = new URL(safe, 'http://here.invalid')
  return inLang(lang, pathname, search)
}

/** An address of our own to come back to, or undefined: never another site's. */
export function safeReturnTo(given: string | null | undefined): string | undefined {
  if (!given || !isOurs(given) || /[\\\s]/.test(given)) return undefined
  const { pathname, search } = new URL(given, 'http://here.invalid')
  // Dots are resolved by now: `/ar/..//elsewhere.example` would lead away.
  return isOurs(pathname) ? pathname + search : undefined
}

function isOurs(address: string): boolean {
  return /^\/(ar|en)(\/|\?|$)/.test(address)
}

/** The path of an address of ours, so that a visitor stays at the host they came by; another's address as it is. */
export function stayHere(url: string, publicUrl: string): string {
  return url.startsWith(`${publicUrl}/`) ? url.slice(publicUrl.length) : url
}

const digitsOf = (phone: string) => foldDigits(phone).replace(/\D/g, '')

export const phoneLink = (phone: string) => `tel:+${digitsOf(phone)}`

export const whatsappLink = (phone: string) => `https://wa.me/${digitsOf(phone)}`
export const mailLink = (address: string) => `mailto:${address}`
