/** Refusals of the desk as a person reads them. */
import type { Lang } from '../locales/lang.ts'
import { deskLink } from './desk-links.ts'

/**
 * Files and previews answer a refusal with data, which a browser would show as it is: whoever opened the address is led
 * to the page of the desk that says it in words. What asks for data, and a frame within a page, gets the data.
 */
export async function inWords(response: Response, request: Request, lang: Lang): Promise<Response> {
  if (response.status < 400 || !isOpenedByPerson(request) || isDocument(response)) return response
  await response.body?.cancel()
  const status = String(response.status < 500 ? response.status : 500)
  return new Response(null, {
    status: 303,
    headers: { Location: deskLink(lang, 'refused', { status }), 'Cache-Control': 'private, no-store' },
  })
}

function isOpenedByPerson({ url, headers }: Request): boolean {
  const opened = headers.get('sec-fetch-dest') ?? 'document'
  return (
    opened === 'document' &&
    (headers.get('accept') ?? '').includes('text/html') &&
    !new URL(url).pathname.endsWith('.data')
  )
}

const isDocument = ({ headers }: Response) => (headers.get('content-type') ?? '').startsWith('text/html')
