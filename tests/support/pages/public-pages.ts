/** Every page that a guest can open; all tests of every page use this list. */
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { accountLinksFor } from '../../../app/features/accounts/account-links.ts'
import { linksFor, POLICIES, type PolicyPath } from '../../../app/links.ts'
import type { Lang } from '../../../app/locales/lang.ts'
import type { TestApp } from '../app.ts'

export type PublicPage = {
  /** The name in file names and failures. */
  name: string
  /** The route's pattern in `app/routes.ts`. */
  route: string
  path: string
  /** Only some checks are needed: another page of the same template gets all of them. */
  likeAnother?: true
}

type Facts = { lang: Lang; courseSlug: string; articleSlug: string; postId: number }
type Spelled = Omit<PublicPage, 'route'>

/** Each route with its example pages, or why guests never see a page there. */
const ROUTES: Record<string, ((links: ReturnType<typeof linksFor>, facts: Facts) => Spelled[]) | string> = {
  '/:lang': (links) => [{ name: 'home', path: links.home }],
  '/:lang/courses': (links) => [
    { name: 'courses', path: links.courses() },
    { name: 'courses-filtered', path: links.courses({ delivery: 2, sort: 2 }), likeAnother: true },
    { name: 'courses-none', path: links.courses({ min: 1, max: 2 }), likeAnother: true },
  ],
  '/:lang/courses/:slug': (links, { courseSlug }) => [{ name: 'course', path: links.course(courseSlug) }],
  '/:lang/search': (links) => [
    { name: 'search', path: links.search('excel') },
    { name: 'search-nothing', path: links.search('zzzzzz'), likeAnother: true },
    { name: 'search-empty', path: links.search(), likeAnother: true },
  ],
  '/:lang/blog': (links) => [{ name: 'blog', path: links.blog() }],
  '/:lang/blog/:slug': (links, { articleSlug }) => [{ name: 'article', path: links.article(articleSlug) }],
  '/:lang/community': (links) => [{ name: 'community', path: links.community() }],
  '/:lang/community/:id': (links, { postId }) => [{ name: 'post', path: links.post(postId) }],
  '/:lang/accounts': 'leads to the sign-up where there is no other way; walked in social-sign-in.test.ts',
  '/:lang/login': (links) => [{ name: 'login', path: links.login() }],
  '/:lang/sign-up': (links) => [{ name: 'sign-up', path: links.signUp() }],
  '/:lang/register-otp': (_, { lang }) => [
    { name: 'register-otp', path: accountLinksFor(lang).registerOtp('sara@example.com') },
  ],
  '/:lang/forget-pass': (_, { lang }) => [{ name: 'forget-pass', path: accountLinksFor(lang).forgetPass() }],
  '/:lang/about': (links) => [{ name: 'about', path: links.about }],
  '/:lang/contact': (links) => [{ name: 'contact', path: links.contact }],
  '/:lang/contact/:reference': 'belongs to the sender of an enquiry',
  '/:lang/appeal/:id': 'belongs to the author of a removed text; walked in people.test.ts',
  '/:lang/quotation/:number': 'belongs to a company; walked in quotes.test.ts',
  '/:lang/seats/:code?': 'for who has a code; walked in quotes.test.ts',
  '/:lang/faq': (links) => [{ name: 'faq', path: links.faq }],
  '/:lang/reviews': (links) => [{ name: 'reviews', path: links.reviews }],
  '/:lang/partners': (links) => [{ name: 'partners', path: links.partners }],
  '/:lang/clients': (links) => [{ name: 'clients', path: links.clients, likeAnother: true }],
  '/:lang/services': (links) => [{ name: 'services', path: links.services }],
  '/:lang/support': (links) => [{ name: 'support', path: links.support }],
  '/:lang/complains': (links) => [{ name: 'complains', path: links.complains }],
  '/:lang/join-us': (links) => [{ name: 'join-us', path: links.joinUs }],
  '/:lang/app/:system': (links) => [
    { name: 'app-ios', path: links.app('ios') },
    { name: 'app-android', path: links.app('android'), likeAnother: true },
  ],
  '/:lang/:policy': (links) =>
    (Object.keys(POLICIES) as PolicyPath[]).map((policy, index) => ({
      name: `policy-${policy}`,
      path: links.policy(policy),
      ...(index > 0 ? { likeAnother: true as const } : {}),
    })),
  '/error': (links) => [{ name: 'error', path: links.error }],
  '/:lang/order-details/:courseId/:scheduleId?': 'changes with the seats; walked in shop-pages.test.ts',
  '/:lang/order-approved': 'belongs to the learner who ordered',
  '/:lang/order-canceled': 'belongs to the learner who ordered',
  '/:lang/blog/rss.xml': 'a feed, for readers of feeds',
  '/:lang/community/rss.xml': 'a feed, for readers of feeds',
  '/:lang/community/new': 'belongs to members; walked in writing.test.ts',
  '/:lang/community/:id/edit': 'belongs to members; walked in writing.test.ts',
  '/:lang/login-with-2fa': 'for who has done the first step; walked in two-factor.test.ts',
  '/:lang/external-sign-up': 'for who comes back from a provider; walked in social-sign-in.test.ts',
  '/:lang/invitation': 'for who has an invitation; walked in accounts.test.ts',
  '/:lang/certificates/:code': 'for who has a certificate; walked in certificates.test.ts',
  '/:lang/profile/certificates': 'belongs to who is signed in',
  '/:lang/profile/enquiries': 'belongs to who is signed in',
  '/:lang/welcome': 'belongs to who is signed in',
  '/:lang/account-deleted': 'shown once after an account was deleted; tested in profile.test.ts',
  '/:lang/profile': 'belongs to who is signed in',
  '/:lang/profile/security': 'belongs to who is signed in',
  '/:lang/profile/courses': 'belongs to who is signed in',
  '/:lang/profile/saved': 'belongs to who is signed in',
  '/:lang/profile/orders': 'belongs to who is signed in',
  '/:lang/profile/data': 'belongs to who is signed in',
  '/:lang/profile/notifications': 'belongs to who is signed in',
  '/:lang/unsubscribe': 'for who has a mail of ours; walked in notifications.test.ts',
  '/:lang/profile/phone': 'belongs to who is signed in',
  '/:lang/profile/two-factor': 'belongs to who is signed in',
  '/:lang/profile/passkeys': 'belongs to who is signed in',
  '/:lang/profile/sessions': 'belongs to who is signed in',
  '/:lang/profile/connections': 'belongs to who is signed in',
  '/:lang/profile/export': 'a file, not a page',
  '/:lang/learn/:courseId/:lessonId?': 'belongs to who is signed in',
  '/:lang/learn/files/:id': 'leads to a file',
  '/:lang/profile/materials/:id': 'leads to a file',
  '/:lang/profile/backup-codes.txt': 'a file, not a page',
  '/:lang/logout': 'an action without a page',
  '/*': 'answers 404; asserted in checkout-problems.test.ts',
}

/** The pages of one language. */
export async function publicPages(app: TestApp, lang: Lang): Promise<PublicPage[]> {
  const first = async (path: string) => (await app.call('GET', path)).data
  const facts = {
    lang,
    courseSlug: (await first('Courses/latest-courses?count=1'))[0].slug,
    articleSlug: (await first('Articles/filter-articles?PageSize=1')).items[0].slug,
    // A post page is in its author's language: takes a post in the language of the page.
    postId: (await first('Posts/filter-posts?PageSize=50')).items.find(
      ({ title }: { title: string }) => /[\u0600-\u06ff]/.test(title) === (lang === 'ar'),
    ).id,
  }
  return Object.entries(ROUTES).flatMap(([route, pages]) =>
    typeof pages === 'string' ? [] : pages(linksFor(lang), facts).map((page) => ({ ...page, route })),
  )
}

/** The patterns of all routes with a page, from the nested route table. */
export function patternsOf(routes: readonly RouteConfigEntry[], above = ''): string[] {
  return routes.flatMap(({ path, index, children }) => {
    const pattern = path === undefined ? above : `${above}/${path}`
    return children ? patternsOf(children, pattern) : index || path !== undefined ? [pattern] : []
  })
}

/** The routes missing in the list, and the entries without a route. */
export function forgotten(routes: readonly RouteConfigEntry[]): string[] {
  const [real, listed] = [new Set(patternsOf(routes)), new Set(Object.keys(ROUTES))]
  return [...real.symmetricDifference(listed)]
}
