/** Where a link within the site leads. */
import { isPolicyPath } from '../../links.ts'

/** Every page that a text may link to, without the language; `site-addresses.test.ts` compares them with the routes. */
export const SITE_ADDRESSES = [
  ...(['/', '/search', '/courses', '/courses/:slug', '/order-details/:courseId/:scheduleId'] as const),
  ...(['/order-approved', '/order-canceled', '/accounts', '/login', '/login-with-2fa', '/sign-up'] as const),
  ...(['/external-sign-up', '/register-otp', '/forget-pass', '/invitation', '/welcome', '/logout'] as const),
  ...(['/unsubscribe', '/profile/export', '/account-deleted', '/profile', '/profile/security'] as const),
  ...([
    '/profile/courses',
    '/profile/materials/:id',
    '/learn/:courseId/:lessonId',
    '/learn/files/:id',
    '/profile/orders',
    '/profile/certificates',
    '/profile/enquiries',
    '/profile/notifications',
    '/profile/data',
  ] as const),
  ...(['/profile/saved', '/profile/phone', '/profile/two-factor', '/profile/passkeys', '/profile/sessions'] as const),
  ...(['/profile/connections', '/profile/backup-codes.txt', '/certificates/:code', '/about'] as const),
  ...(['/contact', '/contact/:reference', '/appeal/:id', '/quotation/:number', '/seats/:code', '/faq'] as const),
  ...(['/reviews', '/partners', '/clients', '/services', '/support', '/complains', '/join-us'] as const),
  ...(['/app/:system', '/blog', '/blog/rss.xml', '/blog/:slug', '/community', '/community/rss.xml'] as const),
  ...(['/community/new', '/community/:id', '/community/:id/edit'] as const),
]

/** Addresses whose last part may be left out. */
const SHORTER = ['/learn/:courseId', '/order-details/:courseId', '/seats']

export type Target =
  | { to: 'nowhere' }
  /** A page that is always there, or one that only its own reader knows. */
  | { to: 'page' }
  | { to: 'course' | 'article'; slug: string }
  | { to: 'post'; id: number }

/** @param path as in a link, with or without its language */
export function targetOf(path: string): Target {
  const page = decoded(path.replace(/[?#].*$/, ''))
    .replace(/^\/(ar|en)(?=\/|$)/, '')
    .replace(/(?<=.)\/$/, '')
  // Files, and what programs read.
  if (page === '' || page === '/' || /^\/(media|files|assets|api)\/.|^\/[\w-]+\.(xml|txt|ico|webmanifest)$/.test(page))
    return { to: 'page' }
  const [, list, name] = /^\/(courses|blog|community)\/([^/]+)$/.exec(page) ?? []
  if (list && name && !SITE_ADDRESSES.some((address) => address === page)) {
    if (list !== 'community') return { to: list === 'courses' ? 'course' : 'article', slug: name }
    return /^[1-9]\d{0,8}$/.test(name) ? { to: 'post', id: Number(name) } : { to: 'nowhere' }
  }
  const system = /^\/app\/([^/]+)$/.exec(page)?.[1]
  if (system !== undefined) return { to: ['ios', 'android'].includes(system) ? 'page' : 'nowhere' }
  const isThere = isPolicyPath(page.slice(1)) || [...SITE_ADDRESSES, ...SHORTER].some((address) => fits(address, page))
  return { to: isThere ? 'page' : 'nowhere' }
}

function fits(address: string, page: string): boolean {
  const [routeParts, pageParts] = [address.split('/'), page.split('/')]
  return (
    routeParts.length === pageParts.length &&
    routeParts.every((part, index) => part.startsWith(':') || part === pageParts[index])
  )
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path).normalize('NFC')
  } catch {
    return path
  }
}
