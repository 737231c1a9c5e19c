/**
 * Answers requests for cached pages from Node's own handler, before the framework: nothing is allocated that the page
 * itself does not need. All other requests are left to the framework, whose answer is the same.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { withoutCampaign } from '../../platform/campaign-query.ts'
import type { Log } from '../../platform/log.server.ts'
import type { Settings } from '../../platform/settings.server.ts'
import { acceptedEncoding } from '../compression.server.ts'
import { isHiddenDemonstration } from '../discovery-pages.server.ts'
import type { Metrics } from '../health/metrics.server.ts'
import type { OnVisit, View } from '../pages.server.ts'
import { rememberedHostCheck } from '../refused-requests.server.ts'
import { ipOf, readerOf, validRequestId } from '../request.server.ts'
import { isKnownEtag, readyAnswer } from './cached-page.server.ts'
import { isOfGuest } from './cached-page-key.server.ts'
import type { PageCache } from './page-cache.server.ts'

export type CachedPageHandlerOptions = {
  settings: Settings
  log: Log
  cache: PageCache
  metrics: Pick<Metrics, 'countPage'>
  onView: (view: View) => void
  onVisit: OnVisit
}

/** @returns whether the request was answered */
export type AnswerDirectly = (request: IncomingMessage, response: ServerResponse) => boolean

export function cachedPageHandler(options: CachedPageHandlerOptions): AnswerDirectly {
  const { settings, log, cache, metrics, onView, onVisit } = options
  const isOurs = rememberedHostCheck(settings)
  const isLogged = log.isLevelEnabled('debug')

  return (request, response) => {
    const startedAt = performance.now()
    const { method = '', url = '', headers } = request
    if (!isOfGuest(method, headers)) return false
    // Pages are cached under addresses that were examined then: most of what an address costs is to examine it.
    let address = url
    let page = cache.find(url)
    if (!page && url.includes('?')) {
      address = withoutCampaign(url)
      page = address === url ? undefined : cache.find(address)
    }
    if (!page || !headers.host || !isOurs(headers.host)) return false
    if (isHiddenDemonstration(settings.demo, headers['x-forwarded-host'], headers.host)) return false
    const answer = readyAnswer(page, acceptedEncoding(headers['accept-encoding']), settings.https)
    if (!answer) return false

    const known = headers['if-none-match']
    const isKnown = known !== undefined && isKnownEtag(known, answer.etag)
    const requestId = validRequestId(headers['x-request-id'])
    const sent = isKnown ? answer.notModified : answer.headers
    // The list is read before `writeHead` returns, so all requests can share it.
    sent[sent.length - 1] = requestId
    response.writeHead(isKnown ? 304 : 200, sent)
    response.end(isKnown || method === 'HEAD' ? undefined : answer.body)

    const milliseconds = performance.now() - startedAt
    metrics.countPage(isKnown ? 304 : 200, milliseconds / 1000)
    if (isLogged) log.debug({ requestId, method, path: url, status: isKnown ? 304 : 200, milliseconds }, 'answered')
    if (method !== 'GET') return true
    const ip = ipOf(request, settings.trustedProxies)
    onVisit(address, url, headers, ip)
    if (page.viewed) onView({ subject: page.viewed, headers: readerOf(headers), ip, userId: undefined })
    return true
  }
}
