import { redirect } from 'react-router'
import { linksFor, safeReturnTo } from '../../links.ts'
import { pageRequestOf } from '../../request-context.ts'
import type { Route } from './+types/logout-route'

/** Only a form post signs out: a link or image on another site must not. */
export async function loader({ context }: Route.LoaderArgs) {
  throw redirect(linksFor(pageRequestOf(context).lang).home)
}

export async function action({ request, context }: Route.ActionArgs) {
  const page = pageRequestOf(context)
  const { home, profile } = linksFor(page.lang)
  const from = safeReturnTo(String((await request.formData()).get('returnTo') ?? ''))
  await page.api.accounts.logout({})
  // Clears everything stored for the visitor in this browser, such as unsent drafts.
  // The same page again; one's own pages would only ask to sign in.
  return redirect(from && !from.startsWith(profile) ? from : home, { headers: { 'Clear-Site-Data': '"storage"' } })
}

export default function LogoutRoute() {
  return null
}
