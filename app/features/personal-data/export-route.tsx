import { redirect } from 'react-router'
import { linksFor } from '../../links.ts'
import { pageRequestOf } from '../../request-context.ts'
import { signedInOnly } from '../sessions/signed-in-only.ts'
import type { Route } from './+types/export-route'

/** Downloads the archive of the person's data. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const page = pageRequestOf(context)
  signedInOnly(page, request)
  try {
    const { name, body } = await page.api.personalData.exportData({})
    return new Response(body, {
      headers: { 'Content-Type': 'application/zip', 'Content-Disposition': `attachment; filename="${name}"` },
    })
  } catch (error) {
    const code = page.describe(error)?.code
    if (!code) throw error
    throw redirect(`${linksFor(page.lang).profile}/data?${code === 'proofNeeded' ? 'confirm' : 'later'}`)
  }
}
