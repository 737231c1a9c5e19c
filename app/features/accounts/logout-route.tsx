import { redirect } from 'react-router'
import { isStaff } from '../../api/rights.ts'
import { linksFor, safeReturnTo } from '../../links.ts'
import { HOUR_SECONDS } from '../../platform/durations.ts'
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
  const wasStaff = isStaff({ roles: [page.visitor?.lastRole ?? 'Student'] })
  await page.api.accounts.logout({})
  // The same page again; one's own pages would only ask to sign in.
  return redirect(from && !from.startsWith(profile) ? from : home, {
    headers: wasStaff ? clearedByScript(page.publicUrl) : { 'Clear-Site-Data': '"storage"' },
  })
}

/**
 * The next page removes what is stored for the visitor in this browser (`early-script.js`), except what staff typed at the
 * desk: each reads only their own, and who takes turns at a browser must not delete a colleague's.
 */
function clearedByScript(publicUrl: string) {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  return { 'Set-Cookie': `signedOut=1; Path=/; Max-Age=${HOUR_SECONDS}; SameSite=Lax${secure}` }
}

export default function LogoutRoute() {
  return null
}
