import { redirect } from 'react-router'
import { linksFor } from '../../links.ts'
import { pageAddressOf } from '../../platform/page-address.ts'
import type { PageRequest } from '../../request-context.ts'

/**
 * The signed-in user; a guest is redirected to sign in and comes back. For loaders and actions of personal pages: whoever
 * sends a form after their session ended is told that it was not sent.
 */
export function signedInOnly(page: PageRequest, request: Request): NonNullable<PageRequest['user']> {
  if (page.user) return page.user
  const { pathname, search } = pageAddressOf(request)
  const here = pathname + search
  const links = linksFor(page.lang)
  throw redirect(request.method === 'POST' ? links.loginAfterUnsent(here) : links.login(here))
}
