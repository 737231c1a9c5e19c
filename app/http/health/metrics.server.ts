import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  type MetricObjectWithValues,
  type MetricValue,
  Gauge as PrometheusGauge,
  Registry,
} from 'prom-client'
import { SECOND_MS } from '../../platform/durations.ts'
import type { Metric } from '../../platform/metric.ts'
import { isLoopback } from '../../platform/settings/installation-mode.server.ts'
import { socketAddress } from '../request.server.ts'
import { durationHistogram } from './duration-histogram.ts'

/** The metrics of one process. */
export type MetricsOfProcess = MetricObjectWithValues<MetricValue<string>>[]

export type Metrics = {
  /** Those of this process alone. */
  ofThisProcess: () => Promise<MetricsOfProcess>
  measure: MiddlewareHandler
  show: (c: Context) => Promise<Response>
  /** Counts a page that was sent without the framework. */
  countPage: (status: 200 | 304, seconds: number) => void
  /** Counts where any other page came from. */
  countSource: (source: PageSource) => void
}

export type PageSource = 'ready' | 'cache' | 'stale' | 'made'

/**
 * Prometheus metrics of this process: for requests with the token, or, where none is set, for programs on this machine.
 * A proxy on this machine is one of them, so a request that came through one is not.
 * @param all those of all processes that serve together; this one's alone by default
 */
export function createMetrics(
  token: string | undefined,
  shown: Metric[] = [],
  all?: () => Promise<MetricsOfProcess[]>,
): Metrics {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const pages = { sent: 0, notModified: 0 }
  const sources: Record<PageSource, number> = { ready: 0, cache: 0, stale: 0, made: 0 }
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Answers by kind and status.',
    labelNames: ['kind', 'status'],
    registers: [register],
    // Plain numbers are counted for each page, and become labels only when somebody reads them.
    collect() {
      if (pages.sent > 0) this.inc({ kind: 'page', status: 200 }, pages.sent)
      if (pages.notModified > 0) this.inc({ kind: 'page', status: 304 }, pages.notModified)
      pages.sent = pages.notModified = 0
    },
  })
  const seconds = durationHistogram<AnswerKind>({
    name: 'http_request_seconds',
    help: 'Time to the answer.',
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
  })
  register.registerMetric(seconds.metric)

  const sentPages: Metric = {
    name: 'pages_sent_total',
    help: 'Pages by source: ready before the request, the cache, an older copy while the database is away, or made for it.',
    labels: ['source'],
    kind: 'counter',
    perProcess: true,
    read: async () => Object.entries(sources).map(([source, value]) => ({ labels: { source }, value })),
  }
  for (const metric of [...shown, sentPages]) register.registerMetric(prometheusMetric(metric))

  const measure: MiddlewareHandler = async (c, next) => {
    const kind = answerKindOf(c.req.path)
    const startedAt = performance.now()
    await next()
    seconds.observe(kind, (performance.now() - startedAt) / SECOND_MS)
    requests.inc({ kind, status: c.res.status })
  }
  const countPage = (status: 200 | 304, taken: number) => {
    if (status === 200) pages.sent++
    else pages.notModified++
    sources.ready++
    seconds.observe('page', taken)
  }
  const show = async (c: Context) => {
    const allowed = token ? isSame(c.req.header('authorization') ?? '', `Bearer ${token}`) : isFromThisMachine(c)
    if (!allowed) return c.notFound()
    const shown = all ? AggregatorRegistry.aggregate(await all()) : register
    return c.body(await shown.metrics(), 200, { 'Content-Type': register.contentType })
  }
  const ofThisProcess = () => register.getMetricsAsJSON() as Promise<MetricsOfProcess>
  const countSource = (source: PageSource) => {
    sources[source]++
  }
  return { ofThisProcess, measure, show, countPage, countSource }
}

type AnswerKind = 'api' | 'file' | 'page'

function answerKindOf(path: string): AnswerKind {
  if (/^\/api\//i.test(path)) return 'api'
  return /^\/(assets|media|files)\//.test(path) ? 'file' : 'page'
}

/** Takes the same time whatever the first difference is. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}

const PROXY_HEADERS = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via']

function isFromThisMachine(c: Context): boolean {
  const isDirect = isLoopback((socketAddress(c) ?? '').replace(/^::ffff:/, ''))
  return isDirect && isLoopback(new URL(c.req.url).hostname) && !PROXY_HEADERS.some((name) => c.req.header(name))
}

function prometheusMetric({ name, help, labels, kind, perProcess, read }: Metric) {
  // When the database does not answer, the other metrics are needed most.
  const values = () => read().catch(() => [])
  const aggregator = perProcess ? ('sum' as const) : ('first' as const)
  const about = { name, help, labelNames: labels, registers: [] }
  if (kind === 'counter')
    return new Counter({
      ...about,
      async collect() {
        this.reset()
        for (const { labels: of, value } of await values()) this.inc(of, value)
      },
    })
  return new PrometheusGauge({
    ...about,
    aggregator,
    async collect() {
      this.reset()
      for (const { labels: of, value } of await values()) this.set(of, value)
    },
  })
}
