/** The HTTP application: every middleware and route, in order. */
import { Hono } from 'hono'
import type { AnswerCache } from '../api/answer-cache.server.ts'
import { isEmpty } from '../features/content/content.server.ts'
import { isPublicLessonFile, opensLessonFile } from '../features/lessons/lessons.server.ts'
import { messageMetrics } from '../features/messages/message-metrics.server.ts'
import { workMetrics } from '../features/operation-metrics/work-metrics.server.ts'
import { receivePaymentEvent } from '../features/payments/payments.server.ts'
import { assetsPrefix } from '../features/published-assets/published-assets.server.ts'
import { isPublicFile } from '../features/uploads/uploads.server.ts'
import type { ViewCounter } from '../features/views/counter.server.ts'
import type { VisitCounter } from '../features/visits/counter.server.ts'
import { createHttpApi } from '../http/api-routes.server.ts'
import { cachedPageHandler } from '../http/cached-pages/cached-page-handler.server.ts'
import type { PageCache } from '../http/cached-pages/page-cache.server.ts'
import { commonHeaders, logRequests } from '../http/common-headers.server.ts'
import { apiDocs, outboxPages } from '../http/demo-pages.server.tsx'
import { discoveryPages, notForSearch } from '../http/discovery-pages.server.ts'
import { embedPages } from '../http/embed-pages.server.tsx'
import { filePages } from '../http/files/file-pages.server.ts'
import { builtFiles, media, storedAssets } from '../http/files/static-files.server.ts'
import { createMetrics, type Metrics, type MetricsOfProcess } from '../http/health/metrics.server.ts'
import { outagePage } from '../http/health/outage-page.server.tsx'
import { readinessOf, showReadiness } from '../http/health/readiness.server.ts'
import { readinessMetrics } from '../http/health/readiness-metrics.server.ts'
import { invoicePages } from '../http/invoice-pages.server.ts'
import { sayWithoutContent } from '../http/no-content.server.ts'
import { pageFactsFinder } from '../http/page-facts.server.ts'
import { pageRenderer } from '../http/page-renderer.server.ts'
import { pages } from '../http/pages.server.ts'
import { refuseOtherHosts, refuseUnknownMethods } from '../http/refused-requests.server.ts'
import { Overloaded } from '../http/render-queue.server.ts'
import { syncAfterWrites } from '../http/sync-after-writes.server.ts'
import { type AnswerVisitor, visitorPageHandler } from '../http/templates/visitor-page-handler.server.ts'
import { type TemplateCache, visitorPages } from '../http/templates/visitor-pages.server.ts'
import { isLang, preferredLang } from '../locales/lang.ts'
import type { PageHandler } from '../page-handler.server.tsx'
import { withoutCampaign } from '../platform/campaign-query.ts'
import type { Services } from '../platform/context.server.ts'
import type { DatabaseHealth } from '../platform/database/health.ts'
import type { InvalidationListener } from '../platform/database/invalidation-listener.server.ts'
import { isDatabaseUnavailable } from '../platform/database/unavailable.ts'
import type { Metric } from '../platform/metric.ts'
import { BUILT_FILES } from './built-pages.server.ts'
import { localApi } from './operations.server.ts'
import { pageFacts } from './page-facts.ts'

type Parts = {
  /** Answers page requests: the build's, or the development server's. */
  pageHandler: PageHandler
  /** Pages of the sandboxes of payment, of the tax authority and of identity. */
  sandboxPages: (Hono | undefined)[]
  /** False in development. */
  strict: boolean
  views: ViewCounter
  visits: VisitCounter
  health: DatabaseHealth
  /** The server is about to end: load balancers should send nothing more. */
  isDraining: () => boolean
  cache?: PageCache
  templates?: TemplateCache
  answers?: AnswerCache
  listener?: InvalidationListener
  /** Metrics that the rest of this process keeps. */
  ofThisProcess?: Metric[]
  /** The metrics of all processes that serve together; this one's alone by default. */
  allMetrics?: () => Promise<MetricsOfProcess[]>
}

export type WebApp = {
  fetch: Hono['fetch']
  /** Answers what needs no framework: cached pages, and pages for visitors from templates. */
  answerDirectly: AnswerVisitor
  metrics: Metrics
}

/** Order matters: the first route that matches responds. */
export function webApp(services: Services, parts: Parts): WebApp {
  const { settings, db, storage } = services
  const {
    pageHandler,
    sandboxPages,
    strict,
    views,
    visits,
    health,
    isDraining,
    cache,
    templates,
    answers,
    listener,
    allMetrics,
    ofThisProcess = [],
  } = parts
  const app = new Hono()
  // Those of the process first: reading the others takes connections, too.
  const readiness = readinessOf(services, health, isDraining)
  const shown = [
    ...ofThisProcess,
    ...readinessMetrics(readiness, settings.dataDir),
    ...messageMetrics(services),
    ...workMetrics(services),
  ]
  const metrics = createMetrics(settings.metricsToken, shown, allMetrics)
  app.use(metrics.measure)
  const logLevel = settings.demo ? 'debug' : 'info'
  app.use(logRequests(services.log, logLevel))
  app.use(commonHeaders(settings.https))
  app.use(notForSearch(settings.demo))
  app.use(refuseOtherHosts(settings))
  if (listener) app.use(syncAfterWrites(listener))
  app.get('/healthz', (c) => c.text('ok'))
  app.get('/readyz', showReadiness(readiness))
  app.get('/metrics', metrics.show)
  app.route('/', apiDocs(settings.publicUrl))
  if (settings.demo) app.route('/', outboxPages(db))
  app.route('/', discoveryPages(services))
  app.route('/', media(storage))
  app.route('/', filePages(services, { post: isPublicFile, lesson: isPublicLessonFile }, { lesson: opensLessonFile }))
  app.route('/', embedPages())
  app.route('/', invoicePages(services, localApi))
  for (const sandbox of sandboxPages) if (sandbox) app.route('/', sandbox)
  const api = createHttpApi(services, localApi, receivePaymentEvent, answers)
  app.all('/:api{[aA][pP][iI]}/*', (c) => api.fetch(c.req.raw, c.env))
  app.use(refuseUnknownMethods)
  app.use(
    builtFiles(
      BUILT_FILES,
      storedAssets(storage, () => assetsPrefix(services)),
    ),
  )
  app.get('/', (c) => {
    const remembered = /(?:^|;\s*)lang=(ar|en)(?:;|$)/.exec(c.req.header('cookie') ?? '')?.[1]
    c.header('Vary', 'Cookie')
    // The campaign of a link counts where it leads.
    const { search } = new URL(c.req.url)
    return c.redirect(`/${remembered ?? 'ar'}${withoutCampaign(search) === search ? '' : search}`)
  })
  if (!settings.demo) app.use(sayWithoutContent(async () => !(await isEmpty(db))))
  const renderPage = pageRenderer(services, localApi, pageHandler, answers)
  const factsOf = pageFactsFinder(pageFacts)
  const ofVisitors =
    templates && visitorPages(services, { localApi, answers, handle: pageHandler, factsOf, cache: templates })
  app.all(
    '*',
    pages({
      settings,
      renderPage,
      factsOf,
      strict,
      cache,
      visitorPages: ofVisitors,
      isDatabaseAvailable: health.isAvailable,
      onView: views.seen,
      onVisit: visits.seen,
      onSent: metrics.countSource,
    }),
  )
  app.onError((error, c) => {
    const path = c.req.path
    if (error instanceof Overloaded)
      services.log.warn({ path }, 'a request found no room: too many pages are being made')
    else if (isDatabaseUnavailable(error))
      services.log.warn({ path, reason: error.message }, 'a request found no database')
    else services.log.error({ err: error, path }, 'a request failed')
    const segment = c.req.path.split('/')[1]
    return outagePage(c, isLang(segment) ? segment : (preferredLang(c.req.header('accept-language')) ?? 'ar'))
  })
  const direct = { settings, log: services.log, logLevel, metrics, onView: views.seen, onVisit: visits.seen } as const
  const answerGuest = cache ? cachedPageHandler({ ...direct, cache }) : () => false
  const answerVisitor = ofVisitors ? visitorPageHandler({ ...direct, factsOf, visitorPages: ofVisitors }) : () => false
  const answerDirectly: AnswerVisitor = (request, response, leave) =>
    answerGuest(request, response) || answerVisitor(request, response, leave)
  return { fetch: app.fetch, answerDirectly, metrics }
}
