import { redirect } from 'react-router'
import { linksFor } from '../../links.ts'
import type { PageRequest } from '../../request-context.ts'

/** Who is signed in; a guest signs in first and comes back. Every loader and action of a person's own pages asks. */
export function signedInOnly(page: PageRequest, request: Request): NonNullable<PageRequest['user']> {
  if (page.user) return page.user
  const { pathname, search } = new URL(request.url)
  throw redirect(linksFor(page.lang).login(pathname + search))
}
