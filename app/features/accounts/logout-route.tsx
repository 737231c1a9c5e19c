import { redirect } from 'react-router'
import { linksFor } from '../../links.ts'
import { pageRequestOf } from '../../request-context.ts'
import type { Route } from './+types/logout-route'

/** Only a form post signs out: a link or image on another site must not. */
export async function loader({ context }: Route.LoaderArgs) {
  throw redirect(linksFor(pageRequestOf(context).lang).home)
}

export async function action({ context }: Route.ActionArgs) {
  const page = pageRequestOf(context)
  await page.api.accounts.logout({})
  // Clears everything stored for the visitor in this browser, such as unsent drafts.
  return redirect(linksFor(page.lang).home, { headers: { 'Clear-Site-Data': '"storage"' } })
}

export default function LogoutRoute() {
  return null
}
