import { data } from 'react-router'
import { deskLoader, queryOf } from '../../../desk/desk-page.ts'

/** Mails have their styles within, and never run anything. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data: 'self'; sandbox; base-uri 'none'; frame-ancestors 'none'"

/** A mail as it goes out, as a page of its own. */
export const loader = deskLoader(async ({ api, describe }, { request }) => {
  try {
    const { html } = await api.institute.mailPreview(queryOf(request) as never)
    return new Response(html, {
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': POLICY,
        'Cache-Control': 'private, no-store',
      },
    })
  } catch (error) {
    if (describe(error)?.code !== 'validation') throw error
    throw data({ code: 'notFound', message: '' }, { status: 404 })
  }
})
