import { data } from 'react-router'
import { deskLoader, queryOf } from '../../../desk/desk-page.ts'

/**
 * A CV was sent by a stranger. Whatever is in it, it runs nothing, loads nothing and belongs to no origin; only our own
 * desk may frame it. Browsers show no PDF in a frame that is sandboxed itself, but do so by this policy.
 */
const POLICY = "default-src 'none'; sandbox; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

/** The CV of an applicant: a PDF is shown, anything else is a download. */
export const loader = deskLoader(async ({ api }, { request, params }) => {
  const { name, type, body } = await api.leads.leadCv({ reference: params.reference ?? '' })
  if (!type) throw data({ code: 'notFound', message: '' }, { status: 404 })
  const isShown = type === 'application/pdf' && !queryOf(request).download
  const how = isShown ? 'inline' : 'attachment'
  const named = encodeURIComponent(name).replace(/['()*]/g, '_')
  return new Response(body, {
    headers: {
      'Content-Type': type,
      'Content-Disposition': `${how}; filename*=UTF-8''${named}`,
      'Content-Security-Policy': POLICY,
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Cache-Control': 'private, no-store',
    },
  })
})
