import { redirect } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskLoader, queryOf } from '../../../desk/desk-page.ts'

/** Downloads the audit log with the filters of the address; first leads to the proof, where it is needed. */
export const loader = deskLoader(async (page, { request }) => {
  const query = queryOf(request)
  try {
    const { name, body } = await page.api.audit.exportAudit(query)
    return new Response(body, {
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="${name}"`,
        'Cache-Control': 'private, no-store',
      },
    })
  } catch (error) {
    if (page.describe(error)?.code !== 'proofNeeded') throw error
    throw redirect(deskLink(page.lang, 'audit', { ...query, confirm: 'export' }))
  }
})
