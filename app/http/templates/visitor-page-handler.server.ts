/**
 * Answers requests of signed-in visitors from Node's own handler with templates that are remembered, before the
 * framework. Everything else is left to the framework, which answers with the same headers.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isStaff } from '../../api/rights.ts'
import type { Log } from '../../platform/log.server.ts'
import type { Settings } from '../../platform/settings.server.ts'
import { sharedAddress } from '../cached-pages/cached-page-key.server.ts'
import { commonHeadersOf } from '../common-headers.server.ts'
import { isSessionCookie } from '../cross-site.server.ts'
import { isForScriptsOnly, isHiddenDemonstration } from '../discovery-pages.server.ts'
import type { Metrics } from '../health/metrics.server.ts'
import type { FindPageFacts } from '../page-facts.server.ts'
import { noncePolicy } from '../page-policy.server.ts'
import type { OnVisit, View } from '../pages.server.ts'
import { rememberedHostCheck } from '../refused-requests.server.ts'
import { readerOf } from '../request.server.ts'
import { type Attempt, isHtml, sharedHeaders, type VisitorPage, type VisitorPages } from './visitor-pages.server.ts'

type Options = {
  settings: Settings
  log: Log
  /** Of the line for each request. */
  logLevel: 'debug' | 'info'
  visitorPages: Pick<VisitorPages, 'isMade' | 'attempt'>
  factsOf: FindPageFacts
  metrics: Pick<Metrics, 'countPage'>
  onView: (view: View) => void
  onVisit: OnVisit
}

/**
 * @param leave hands the request to the framework, later
 * @returns whether the request is answered here or left later
 */
export type AnswerVisitor = (request: IncomingMessage, response: ServerResponse, leave: () => void) => boolean

export function visitorPageHandler(options: Options): AnswerVisitor {
  const { settings, visitorPages, factsOf } = options
  const isOurs = rememberedHostCheck(settings)
  const policyOf = policyMaker(settings)

  return (request, response, leave) => {
    const startedAt = performance.now()
    const { method = '', url = '', headers } = request
    if (headers.cookie === undefined || !isSessionCookie(headers.cookie)) return false
    const address = sharedAddress(method, url, headers, factsOf)
    if (
      address === undefined ||
      !visitorPages.isMade(address) ||
      !/\bgzip\b/.test(headers['accept-encoding']?.toString() ?? '')
    )
      return false
    if (!headers.host || !isOurs(headers.host)) return false
    if (isHiddenDemonstration(settings.demo, headers['x-forwarded-host'], headers.host)) return false
    visitorPages
      .attempt(request, address)
      .then(
        (attempt) => (attempt.filled ? send(attempt, attempt.filled) : leave()),
        // The framework is told the same failure, and answers for it.
        leave,
      )
      .catch((error: unknown) => {
        options.log.error({ err: error, path: address }, 'a request failed')
        response.destroy()
      })
    return true

    function send({ ctx }: Attempt, { page, body, nonce }: NonNullable<Attempt['filled']>) {
      page.headerList ??= headerListOf(page, address!, settings.https)
      const sent = [...page.headerList]
      if (isHtml(page.headers)) sent.push('content-security-policy', policyOf(nonce))
      for (const cookie of ctx.setCookies) sent.push('set-cookie', cookie)
      sent.push('content-length', String(body.length), 'x-request-id', ctx.requestId)
      response.writeHead(200, sent)
      response.end(method === 'HEAD' ? undefined : body)
      report(ctx, page)
    }

    function report({ requestId, ip, user }: Attempt['ctx'], { viewed }: VisitorPage) {
      const milliseconds = performance.now() - startedAt
      options.metrics.countPage(200, milliseconds / 1000)
      const path = address!.split('?', 1)[0]
      const line = { requestId, method, path, status: 200, milliseconds: Math.round(milliseconds) }
      options.log[options.logLevel](line, 'answered')
      if (method !== 'GET') return
      if (!isStaff(user)) options.onVisit(address!, url, headers, ip)
      if (viewed) options.onView({ subject: viewed, headers: readerOf(headers), ip, userId: user?.id })
    }
  }
}

function headerListOf(page: VisitorPage, address: string, https: boolean): string[] {
  const headers = commonHeadersOf(sharedHeaders(page), 200, https)
  headers.set('Content-Encoding', 'gzip')
  if (isForScriptsOnly(address)) headers.set('X-Robots-Tag', 'noindex')
  // That of a page has the visitor's nonce.
  if (isHtml(headers)) headers.delete('Content-Security-Policy')
  return [...headers].flat()
}

/** The policy around the nonce is made once. */
function policyMaker(settings: Settings): (nonce: string) => string {
  const mark = ' '
  const [before, after] = noncePolicy(mark, { ...settings, formTargets: settings.payment.formTargets }).split(
    `'nonce-${mark}'`,
  )
  return (nonce) => `${before}'nonce-${nonce}'${after}`
}
