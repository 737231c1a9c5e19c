/** The composition root: settings → database → adapters → HTTP. */
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { sql } from 'kysely'
import type { DestinationStream } from 'pino'
import { outboxEmail } from './app/adapters/email/outbox.server.ts'
import { smtpEmail } from './app/adapters/email/smtp.server.ts'
import { paymentFor } from './app/adapters/payment/choose.server.ts'
import { smsFor } from './app/adapters/sms/choose.server.ts'
import { oidcProvider } from './app/adapters/social/oidc.server.ts'
import { storageFor } from './app/adapters/storage/choose.server.ts'
import { localApi } from './app/composition/operations.server.ts'
import { SCHEDULE, tasksOf } from './app/composition/tasks.server.ts'
import type { PageHandler } from './app/entry.server.tsx'
import { importContent, isEmpty } from './app/features/content/content.server.ts'
import { warnOfSeller } from './app/features/invoices/invoicing.server.ts'
import { messageGauges } from './app/features/messages/gauges.server.ts'
import { letterhead } from './app/features/messages/letterhead.server.ts'
import { receivePaymentEvent } from './app/features/payments/payments.server.ts'
import { isSeenByAll } from './app/features/uploads/uploads.server.ts'
import { countViews, type ViewCounter } from './app/features/views/counter.server.ts'
import { afterWrites } from './app/http/after-writes.server.ts'
import { createHttpApi, requestContext } from './app/http/api-routes.server.ts'
import { apiDocs, outboxPages } from './app/http/demo-pages.server.ts'
import { discoveryPages, notForSearch } from './app/http/discovery-pages.server.ts'
import { filePages } from './app/http/file-pages.server.ts'
import { invoicePages } from './app/http/invoice-pages.server.ts'
import { createMetrics } from './app/http/metrics.server.ts'
import { outagePage } from './app/http/outage-page.server.ts'
import { LONGEST_REQUEST_MS } from './app/http/paced-body.server.ts'
import { createPageCache, type PageCache } from './app/http/page-cache.server.ts'
import { makePageWith } from './app/http/page-maker.server.ts'
import { forgetOldSpools } from './app/http/spool.server.ts'
import { builtFiles, commonHeaders, logRequests, media, pages } from './app/http/web-server.server.ts'
import { isLang, type Lang, preferredLang } from './app/locales/lang.ts'
import { type Changes, listenForChanges } from './app/platform/changes.server.ts'
import type { Services } from './app/platform/context.server.ts'
import { databaseIsReady, migrate, openDatabase } from './app/platform/database.server.ts'
import { startEmbeddedPostgres } from './app/platform/embedded-postgres.server.ts'
import { lockFolder } from './app/platform/instance-lock.server.ts'
import { startWorker, type Tasks } from './app/platform/jobs.server.ts'
import { createLog } from './app/platform/log.server.ts'
import { pdfPrinter } from './app/platform/pdf.server.ts'
import type { Settings } from './app/platform/settings.server.ts'
import { tellingProblems } from './app/platform/storage-problems.server.ts'

const CONTENT = join(import.meta.dirname, 'content')

export type Running = {
  /** Where it listens, e.g. `http://localhost:3000`, or its public address. */
  address: string
  services: Services
  /** What the job queue runs: a test runs one without waiting. */
  tasks: Tasks
  views: ViewCounter
  stop: () => Promise<void>
}

export type StartOptions = {
  /** The clock; a test moves it. */
  now?: () => Date
  /** The folder whose content is loaded into an empty demonstration database; null loads none. */
  content?: string | null
  /** Where log lines go; to standard output unless told. */
  logTo?: DestinationStream
  /** The development server's own requests: its modules and updates. */
  development?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
}

/**
 * Starts the product. Whatever was begun is ended again when a later step fails.
 * @param pageHandler answers page requests: the build's, or the development server's
 */
export async function startServer(
  given: Settings,
  pageHandler: PageHandler,
  { now = () => new Date(), content = CONTENT, development, logTo }: StartOptions = {},
): Promise<Running> {
  const log = createLog(given.logLevel, logTo)
  const endings: (() => unknown)[] = []
  const ready = Promise.withResolvers<(request: IncomingMessage, response: ServerResponse) => unknown>()
  const stop = async () => {
    for (const end of endings.splice(0).reverse()) await end()
  }
  try {
    const databaseUrl = given.databaseUrl ?? (await ownDatabase(given, endings))
    const { db, pool, close } = openDatabase(databaseUrl, 20, ({ message, code }) =>
      log.error({ errorCode: code, reason: message }, 'a database connection failed'),
    )
    endings.push(close)
    const migrations = await migrate(pool)
    if (migrations.length > 0) log.info({ migrations }, 'migrated the database')

    // When nobody is answered any more, before the database goes.
    let views: ViewCounter | undefined
    endings.push(() => views?.stop())

    // The port is taken before the rest is ready: who asks already waits for the answer.
    const server = createServer(async (request, response) => (await ready.promise)(request, response))
    server.requestTimeout = LONGEST_REQUEST_MS
    const { settings, listensAt } = await listen(server, given)
    endings.push(() => closeGently(server))

    const merchant = async (lang: Lang) => (await letterhead(db, lang))[0]
    const company = paymentFor({ db, settings, now, log, webhookOrigin: listensAt, merchant })
    const services: Services = {
      db,
      settings,
      log,
      now,
      payment: company.port,
      email: settings.smtpUrl ? smtpEmail(settings.smtpUrl, settings.mailFrom) : outboxEmail,
      sms: smsFor(settings.sms),
      social: settings.oidc.map((provider) => oidcProvider(provider, { now })),
      pdf: settings.pdfBrowser ? pdfPrinter(settings.pdfBrowser) : undefined,
      storage: tellingProblems(await storageFor(settings), log),
    }
    await forgetOldSpools(services)
    if (settings.demo && content && (await isEmpty(db))) await importContent(services, content)
    await warnOfSeller(services)

    const tasks = { ...tasksOf(services), ...company.tasks }
    const worker = await startWorker(pool, tasks, { schedule: SCHEDULE, alone: given.databaseUrl === undefined }, log)
    endings.push(() => worker.stop())

    const strict = development === undefined
    const shared = strict ? await sharedPages(databaseUrl, services) : undefined
    if (shared) endings.push(() => shared.changes.stop())

    views = countViews(services)
    const app = webApp(services, pageHandler, company.pages, { strict, views, ...shared })
    const answer = getRequestListener(app.fetch, { overrideGlobalObjects: false })
    ready.resolve((request, response) =>
      development ? development(request, response, () => answer(request, response)) : answer(request, response),
    )
    return { address: settings.publicUrl, services, tasks, views, stop }
  } catch (error) {
    ready.resolve((_, response) => response.writeHead(503).end())
    await stop()
    throw error
  }
}

async function ownDatabase(settings: Settings, endings: (() => unknown)[]): Promise<string> {
  endings.push(await lockFolder(settings.dataDir))
  const postgres = await startEmbeddedPostgres(settings.dataDir)
  endings.push(postgres.stop)
  return postgres.url('postgres')
}

/** The pages that every guest shares, and the ear that tells when they are old. */
async function sharedPages(databaseUrl: string, { now, log }: Services) {
  const cache: PageCache = createPageCache({ now, listening: () => changes?.listening() ?? false })
  let changes: Changes | undefined
  changes = await listenForChanges(databaseUrl, cache, log)
  return { cache, changes }
}

type Policy = { strict: boolean; views: ViewCounter; cache?: PageCache; changes?: Changes }

function webApp(services: Services, pageHandler: PageHandler, paymentPages: Hono | undefined, policy: Policy): Hono {
  const { settings, db, storage } = services
  const app = new Hono()
  const metrics = createMetrics(settings.metricsToken, messageGauges(services))
  app.use(metrics.measure)
  app.use(logRequests(services.log, settings.demo ? 'debug' : 'info'))
  app.use(commonHeaders(settings.https))
  app.use(notForSearch(settings.demo))
  if (policy.changes) app.use(afterWrites(policy.changes))
  app.get('/healthz', (c) => c.text('ok'))
  app.get('/readyz', async (c) => ((await isReady(services)) ? c.text('ready') : c.text('not ready', 503)))
  app.get('/metrics', metrics.show)
  app.route('/', apiDocs(settings.publicUrl))
  if (settings.demo) app.route('/', outboxPages(db))
  app.route('/', discoveryPages(services))
  app.route('/', media(storage))
  app.route('/', filePages(services, { post: isSeenByAll }))
  app.route('/', invoicePages(services, localApi, requestContext))
  if (paymentPages) app.route('/', paymentPages)
  const api = createHttpApi(services, localApi, receivePaymentEvent)
  app.all('/:api{[aA][pP][iI]}/*', (c) => api.fetch(c.req.raw, c.env))
  app.use(builtFiles(join(import.meta.dirname, 'build', 'client')))
  app.get('/', (c) => {
    const remembered = /(?:^|;\s*)lang=(ar|en)(?:;|$)/.exec(c.req.header('cookie') ?? '')?.[1]
    c.header('Vary', 'Cookie')
    return c.redirect(`/${remembered ?? 'ar'}`)
  })
  const makePage = makePageWith(services, localApi, pageHandler, requestContext)
  app.all('*', pages({ settings, makePage, strict: policy.strict, cache: policy.cache, seen: policy.views.seen }))
  app.onError((error, c) => {
    services.log.error({ err: error, path: c.req.path }, 'a request failed')
    const segment = c.req.path.split('/')[1]
    return outagePage(c, isLang(segment) ? segment : (preferredLang(c.req.header('accept-language')) ?? 'ar'))
  })
  return app
}

async function isReady({ db, storage }: Services): Promise<boolean> {
  try {
    await sql`select 1 from graphile_worker.jobs limit 1`.execute(db)
    return (await databaseIsReady(db)) && (await storage.ready())
  } catch {
    return false
  }
}

/** Takes the port before anything else needs its number; requests wait until the rest is ready. */
async function listen(server: Server, settings: Settings): Promise<{ settings: Settings; listensAt: string }> {
  server.listen(settings.port, settings.host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const listensAt = `http://${settings.host.includes(':') ? `[${settings.host}]` : settings.host.replace('0.0.0.0', '127.0.0.1')}:${port}`
  const publicUrl = settings.publicUrl.replace(/^http:\/\/localhost:0$/, `http://localhost:${port}`)
  return { settings: { ...settings, port, publicUrl }, listensAt }
}

/** Lets the requests under way finish, at most ten seconds. */
async function closeGently(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeIdleConnections()
  const patience = setTimeout(() => server.closeAllConnections(), 10_000)
  await closed
  clearTimeout(patience)
}

export const BUILD = join(import.meta.dirname, 'build', 'server', 'index.js')
export const isBuilt = () => existsSync(BUILD)
