import { redirect } from 'react-router'
import { pageRequestOf } from '../../request-context.ts'
import { signedInOnly } from '../sessions/signed-in-only.ts'
import type { Route } from './+types/lesson-file-route'

/** Leads to a file of a lesson: its signed address is made when it is opened. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const page = pageRequestOf(context)
  signedInOnly(page, request)
  try {
    const { address } = await page.api.lessons.lessonFile({ id: params.id })
    return redirect(address, { headers: { 'Cache-Control': 'private, no-store' } })
  } catch (error) {
    if (page.describe(error)) throw redirect('/error')
    throw error
  }
}
