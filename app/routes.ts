import { index as indexAt, type RouteConfig, type RouteConfigEntry, route as routeAt } from '@react-router/dev/routes'

// Every page's first scripts carry the names of all routes: a file's own name is enough where no other has it.
const SAME_NAMES = new Set(['feed-route'])
function nameOf(file: string): string {
  const [, folder, name] = /([\w-]+)\/([\w-]+)\.tsx$/.exec(file)!
  return SAME_NAMES.has(name!) ? `${folder}-${name}` : name!
}
const index = (file: string) => indexAt(file, { id: nameOf(file) })
const route = (path: string, file: string, children?: RouteConfigEntry[]) =>
  routeAt(path, file, { id: nameOf(file) }, children)

/** Every page address of the product. */
export default [
  route(':lang', 'shell/layout.tsx', [
    index('features/pages/home-page.tsx'),
    route('search', 'features/search/search-page.tsx'),
    route('courses', 'features/catalogue/courses-page.tsx'),
    route('courses/:slug', 'features/catalogue/course-page.tsx'),
    route('order-details/:courseId/:scheduleId?', 'features/checkout/order-details-page.tsx'),
    route('order-approved', 'features/checkout/order-approved-page.tsx'),
    route('order-canceled', 'features/checkout/order-canceled-page.tsx'),
    route('accounts', 'features/accounts/accounts-page.tsx'),
    route('login', 'features/accounts/login-page.tsx'),
    route('login-with-2fa', 'features/two-factor/login-with-2fa-page.tsx'),
    route('sign-up', 'features/accounts/sign-up-page.tsx'),
    route('external-sign-up', 'features/social-sign-in/external-sign-up-page.tsx'),
    route('register-otp', 'features/accounts/register-otp-page.tsx'),
    route('forget-pass', 'features/password-reset/forget-pass-page.tsx'),
    route('welcome', 'features/accounts/welcome-page.tsx'),
    route('logout', 'features/accounts/logout-route.tsx'),
    route('unsubscribe', 'features/notifications/unsubscribe-page.tsx'),
    route('profile/export', 'features/personal-data/export-route.tsx'),
    route('account-deleted', 'features/personal-data/account-deleted-page.tsx'),
    route('profile', 'features/profile/profile-layout.tsx', [
      index('features/profile/profile-page.tsx'),
      route('security', 'features/profile/security-page.tsx'),
      route('orders', 'features/orders/my-orders-page.tsx'),
      route('notifications', 'features/notifications/notifications-page.tsx'),
      route('data', 'features/personal-data/my-data-page.tsx'),
      route('phone', 'features/profile/phone-page.tsx'),
      route('two-factor', 'features/two-factor/two-factor-page.tsx'),
      route('passkeys', 'features/passkeys/passkeys-page.tsx'),
      route('sessions', 'features/profile/sessions-page.tsx'),
      route('connections', 'features/social-sign-in/connections-page.tsx'),
    ]),
    route('profile/backup-codes.txt', 'features/two-factor/backup-codes-route.tsx'),
    route('about', 'features/pages/about-page.tsx'),
    route('contact', 'features/leads/contact-page.tsx'),
    route('contact/:reference', 'features/leads/lead-page.tsx'),
    route('faq', 'features/questions/faq-page.tsx'),
    route('reviews', 'features/reviews/reviews-page.tsx'),
    route('partners', 'features/leads/partners-page.tsx'),
    route('clients', 'features/pages/clients-page.tsx'),
    route('services', 'features/leads/services-page.tsx'),
    route('support', 'features/pages/support-page.tsx'),
    route('complains', 'features/leads/complains-page.tsx'),
    route('join-us', 'features/leads/trainers/join-us-page.tsx'),
    route('app/:system', 'features/pages/app-page.tsx'),
    route('blog', 'features/blog/blog-page.tsx'),
    route('blog/rss.xml', 'features/blog/feed-route.tsx'),
    route('blog/:slug', 'features/blog/article-page.tsx'),
    route('community', 'features/community/community-page.tsx'),
    route('community/rss.xml', 'features/community/feed-route.tsx'),
    route('community/new', 'features/community/new-post-page.tsx'),
    route('community/:id', 'features/community/post-page.tsx'),
    route('community/:id/edit', 'features/community/edit-post-page.tsx'),
    route(':policy', 'features/pages/policy-page.tsx'),
  ]),
  route('error', 'shell/errors/error-page.tsx'),
  route('*', 'shell/errors/unknown-address.tsx'),
] satisfies RouteConfig
