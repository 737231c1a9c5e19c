/** The pages of the site as staff know them: the texts of a page, and what search engines are told of it, are one. */

/**
 * @property code of its texts; of a page that has none, of what search engines are told
 * @property hasTexts whether it has texts of its own
 * @property seo the code of what search engines are told; where it is missing, they are told title and description
 * @property path its address without the language; what has none is read by apps only
 * @property hasPicture whether visitors see a picture of the page itself; others have theirs in their sections
 */
export type SitePage = { code: string; hasTexts: boolean; seo?: string; path?: string; hasPicture?: boolean }

const page = (code: string, path: string | undefined, seo?: string): SitePage => ({
  ...{ code, hasTexts: true },
  ...(path === undefined ? {} : { path }),
  ...(seo === undefined ? {} : { seo }),
})

/** Of pages whose contents come from elsewhere: lists and forms. */
const found = (code: string, path: string): SitePage => ({ code, hasTexts: false, seo: code, path })

/** In the order of the site's menus. `app/features/page-editing/site-pages.test.ts` compares them with all codes. */
export const SITE_PAGES: readonly SitePage[] = [
  { ...page('home', '', 'home'), hasPicture: true },
  found('all-courses', '/courses'),
  page('about-us', '/about', 'about'),
  page('contact-us', '/contact', 'contact-us'),
  page('company-services', '/services', 'companies-services'),
  page('partners', '/partners', 'partners'),
  page('clients', '/clients', 'clients'),
  page('reviews', '/reviews', 'review'),
  page('faqs', '/faq', 'faq'),
  found('blogs', '/blog'),
  found('posts', '/community'),
  page('join-us', '/join-us'),
  page('technical-support-policy', '/support'),
  page('complains', '/complains'),
  page('terms-conditions', '/terms', 'terms'),
  page('privacy-policy', '/privacy'),
  page('remote-teaching-policy', '/learning'),
  page('attendance-policy', '/attendance-policy'),
  page('communication-policy', '/communication-policy'),
  page('academic-integrity', '/academic-integrity'),
  page('property-rights-protection', '/property-rights-protection'),
  page('app-ios', '/app/ios'),
  page('app-android', '/app/android'),
  found('login', '/login'),
  page('languages', undefined),
  page('seo-settings', undefined),
]

export const SITE_PAGE_CODES = SITE_PAGES.map(({ code }) => code) as [string, ...string[]]

export const sitePageOf = (code: string): SitePage => SITE_PAGES.find((one) => one.code === code)!
