/** Every request as a trace, by OpenTelemetry's conventions for HTTP. Addresses may hold a person's private link, so only their routes are told. */
import type { RequestListener } from 'node:http'
import type { PageHandler } from '../page-handler.server.tsx'
import type { SpanAttributes, Tracing } from '../platform/tracing.ts'
import { addressFinder } from './addresses.ts'
import { apiAddresses } from './api-routes.server.ts'

/** Files, of which there are too many to tell apart. */
const FILES = ['assets', 'media', 'files']

export function tracedRequests(respond: RequestListener, tracing: Tracing, pages: PageHandler): RequestListener {
  const routeOf = routeFinder(pages)
  return (request, response) => {
    const { method = '', url = '', headers } = request
    const route = routeOf(url.split('?', 1)[0]!)
    const attributes: SpanAttributes = { 'http.request.method': method, ...(route ? { 'http.route': route } : {}) }
    tracing.trace(
      route ? `${method} ${route}` : method,
      'request',
      attributes,
      (end) => {
        response.once('close', () => {
          const status = response.statusCode
          end(status >= 500 ? status : undefined, { 'http.response.status_code': status })
        })
        return respond(request, response)
      },
      headers.traceparent?.toString(),
    )
  }
}

/** The pages of the desk are known once it is loaded. */
function routeFinder(pages: PageHandler): (path: string) => string | undefined {
  const apiRoute = addressFinder(apiAddresses())
  let known = 0
  let pageRoute = addressFinder([])
  return (path) => {
    const first = path.split('/', 2)[1] ?? ''
    if (FILES.includes(first)) return `/${first}/*`
    if (first.toLowerCase() === 'api') return apiRoute(path.toLowerCase())
    const addresses = pages.addresses?.() ?? []
    if (addresses.length !== known) {
      known = addresses.length
      pageRoute = addressFinder(addresses)
    }
    return pageRoute(path.replace(/\.data$/, ''))
  }
}
