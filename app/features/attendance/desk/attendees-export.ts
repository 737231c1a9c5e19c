import { redirect } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskLoader } from '../../../desk/desk-page.ts'

/** Downloads the attendees of a run; first leads to the proof, where it is needed. */
export const loader = deskLoader(async (page, { params }) => {
  const id = Number(params.id) || 0
  try {
    const { name, body } = await page.api.attendance.exportAttendees({ id })
    return new Response(body, {
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="${name}"`,
        'Cache-Control': 'private, no-store',
      },
    })
  } catch (error) {
    if (page.describe(error)?.code !== 'proofNeeded') throw error
    throw redirect(deskLink(page.lang, `runs/${id}/attendees`, { confirm: 'export' }))
  }
})
