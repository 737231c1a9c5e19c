/** The composition root: settings → database → adapters → HTTP. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import type { DestinationStream } from 'pino'
import { eInvoicingFor } from './app/adapters/e-invoicing/choose.server.ts'
import { outboxEmail } from './app/adapters/email/outbox.server.ts'
import { smtpEmail } from './app/adapters/email/smtp.server.ts'
import { paymentProviders } from './app/adapters/payment/choose.server.ts'
import { smsFor } from './app/adapters/sms/choose.server.ts'
import { oidcProvider } from './app/adapters/social/oidc.server.ts'
import { sandboxIdentity } from './app/adapters/social/sandbox.server.ts'
import { storageFor } from './app/adapters/storage/choose.server.ts'
import { type AnswerCache, createAnswerCache } from './app/api/answer-cache.server.ts'
import { pageFacts } from './app/composition/page-facts.ts'
import { countProviderAnswers } from './app/composition/provider-answers.server.ts'
import { SCHEDULE, tasksOf } from './app/composition/tasks.server.ts'
import { webApp } from './app/composition/web-app.server.ts'
import type { Primary } from './app/composition/worker-process.server.ts'
import { startWorkers, type Workers } from './app/composition/workers.server.ts'
import { refusePublishedPasswords } from './app/features/accounts/published-passwords.server.ts'
import { importContent, isEmpty } from './app/features/content/content.server.ts'
import { warnOfOtherInstallations } from './app/features/files/installation.server.ts'
import { warnOfMissingSeller } from './app/features/invoices/invoicing.server.ts'
import { emailFooter } from './app/features/messages/institute-contacts.server.ts'
import { publishAssetsUntilDone } from './app/features/published-assets/published-assets.server.ts'
import { countViews, type ViewCounter } from './app/features/views/counter.server.ts'
import { countVisits, type VisitCounter } from './app/features/visits/counter.server.ts'
import { REQUEST_TIMEOUT_MS } from './app/http/bodies/body-stream.server.ts'
import { deleteExpiredSpools } from './app/http/bodies/spool.server.ts'
import { createPageCache, type PageCache } from './app/http/cached-pages/page-cache.server.ts'
import { CONNECTION_LIMITS, limitPipelining } from './app/http/connection-limits.server.ts'
import { pageFactsFinder } from './app/http/page-facts.server.ts'
import { createTemplateCache } from './app/http/templates/visitor-pages.server.ts'
import { tracedRequests } from './app/http/traced-requests.server.ts'
import type { Lang } from './app/locales/lang.ts'
import type { PageHandler } from './app/page-handler.server.tsx'
import type { PasswordCost, Services } from './app/platform/context.server.ts'
import { openDatabase, poolMetric } from './app/platform/database/database.server.ts'
import { startEmbeddedPostgres } from './app/platform/database/embedded-postgres.server.ts'
import { createDatabaseHealth, type DatabaseHealth } from './app/platform/database/health.ts'
import { lockFolder } from './app/platform/database/instance-lock.server.ts'
import {
  type InvalidationListener,
  listenForInvalidations,
} from './app/platform/database/invalidation-listener.server.ts'
import { type DatabaseLimits, JOB_LIMITS, REQUEST_LIMITS } from './app/platform/database/limits.ts'
import { migrate } from './app/platform/database/migrations.server.ts'
import { underLock } from './app/platform/database/transactions.server.ts'
import { enqueue, startWorker, type Tasks } from './app/platform/jobs.server.ts'
import { createLog, type Log } from './app/platform/log.server.ts'
import { derivedKey } from './app/platform/secrets.server.ts'
import type { TracingSettings } from './app/platform/settings/tracing-settings.server.ts'
import { type Settings, SettingsError } from './app/platform/settings.server.ts'
import { reportingProblems } from './app/platform/storage-problems.server.ts'
import type { Tracing } from './app/platform/tracing.ts'

const LIMITS = { requests: REQUEST_LIMITS, jobs: JOB_LIMITS }
/** The queue runs four jobs at a time, and a job may need a second connection beside its transaction. */
const JOB_CONNECTIONS = 8
/** One holds the lock while the job queue's own migrations use the other. */
const MIGRATION_CONNECTIONS = 2

/** How long the end waits for the last view counts to be written. */
const VIEWS_TIMEOUT_MS = 2000

const CONTENT = join(import.meta.dirname, 'content')

export type Running = {
  /** Where it listens, e.g. `http://localhost:3000`, or its public address. */
  address: string
  services: Services
  /** The tasks of the job queue: a test runs one directly. */
  tasks: Tasks
  views: ViewCounter
  visits: VisitCounter
  /** Waits until every change that was committed before has arrived, as the response to a write does. */
  waitForSync: () => Promise<void>
  /**
   * Says at `/readyz` that the server is about to end and asks clients to close their connections, but goes on serving
   * for as long as the settings say. To be followed by `stop`.
   */
  drain: () => Promise<void>
  stop: () => Promise<void>
}

export type StartOptions = {
  /** The clock; tests replace it. */
  now?: () => Date
  /** The folder whose content is loaded into an empty demonstration database; null loads none. */
  content?: string | null
  /** Fills a new demonstration with orders, attendance and what else a busy institute has, in the background. */
  fillsDemonstration?: boolean
  /** Where log lines are written; standard output by default. */
  logTo?: DestinationStream
  /** The work of a password's hash; tests take less. */
  passwordCost?: PasswordCost
  /** How long things may take in the database; tests shorten it. */
  limits?: { requests: DatabaseLimits; jobs: DatabaseLimits }
  /** Offers the sandbox's OpenID provider when a demonstration has no other. */
  sandboxIdentity?: boolean
  /** Handles the development server's own requests: its modules and updates. */
  development?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
  /** The folders of the builds, whose scripts and styles are stored for all instances; none by default. */
  assetFolders?: readonly string[]
  /** The program of the other processes that serve, when the settings ask for several. */
  workerScript?: string
  /** This is one of them: it only serves, on the database and the port of its primary. */
  primary?: Primary
}

/**
 * Starts the product. When a step fails, the earlier steps are undone.
 * @param pageHandler renders pages: from the build, or from the development server
 */
export async function startServer(
  initialSettings: Settings,
  pageHandler: PageHandler,
  {
    now = () => new Date(),
    content = CONTENT,
    development,
    logTo,
    limits = LIMITS,
    sandboxIdentity: offersSandbox,
    passwordCost,
    assetFolders,
    workerScript,
    primary,
    fillsDemonstration = false,
  }: StartOptions = {},
): Promise<Running> {
  let tracing: Tracing | undefined
  const log = createLog(initialSettings.logLevel, logTo, initialSettings.tracing && (() => tracing?.logFields() ?? {}))
  const stopSteps: (() => unknown)[] = []
  /** Before the others: the last requests need everything else. */
  const firstStopSteps: typeof stopSteps = []
  const ready = Promise.withResolvers<RequestListener>()
  const stop = async () => {
    for (const stopStep of [...firstStopSteps.splice(0), ...stopSteps.splice(0).reverse()]) {
      try {
        await stopStep()
      } catch (error) {
        log.error({ err: error }, 'a part could not be stopped')
      }
    }
  }
  try {
    tracing = initialSettings.tracing && (await startTracing(initialSettings.tracing, log))
    if (tracing) stopSteps.push(tracing.stop)
    const databaseUrl =
      primary?.start.databaseUrl ?? initialSettings.databaseUrl ?? (await startOwnDatabase(initialSettings, stopSteps))
    if (!primary) await migrateDatabase(databaseUrl, log)
    const health = createDatabaseHealth()
    const open = (connections: number, of: DatabaseLimits) => {
      const opened = openDatabase(databaseUrl, connections, logFailure(log), { limits: of, health, tracing })
      stopSteps.push(opened.close)
      return opened
    }
    const processes = primary || workerScript ? initialSettings.workers : 1
    const { db, pool } = open(initialSettings.requestConnections, limits.requests)
    if (!primary && !initialSettings.demo) await refusePublishedPasswords(db)

    // Stopped after the last response and before the database is closed.
    let views: ViewCounter | undefined
    let visits: VisitCounter | undefined
    stopSteps.push(() =>
      Promise.race([Promise.all([views?.stop(), visits?.stop()]), sleep(VIEWS_TIMEOUT_MS, undefined, { ref: false })]),
    )

    // Listens before the rest is ready: early requests wait.
    let respond: RequestListener = async (request, response) => (await ready.promise)(request, response)
    let isDraining = false
    const limited = limitPipelining((request, response) => {
      if (isDraining) response.setHeader('Connection', 'close')
      return respond(request, response)
    })
    const server = createServer({ ...CONNECTION_LIMITS, requestTimeout: REQUEST_TIMEOUT_MS }, limited)
    const { settings, listensAt } = await listen(server, initialSettings, processes, primary)
    let workers: Workers | undefined
    firstStopSteps.push(() => Promise.all([workers?.stop(), closeGently(server)]))

    const merchant = async (lang: Lang) => (await emailFooter(db, lang))[0]
    const payments = paymentProviders({
      db,
      settings,
      now,
      log,
      webhookSecret: derivedKey(settings, 'sandbox-webhooks'),
      webhookOrigin: listensAt,
      merchant,
      underLock: (key, work) => underLock(db, key, work),
    })
    const authority = eInvoicingFor({ db, settings, now, log, origin: listensAt })
    const identity =
      offersSandbox && settings.demo && settings.oidc.length === 0
        ? sandboxIdentity({ publicUrl: settings.publicUrl, secret: derivedKey(settings, 'sandbox-identity'), now })
        : undefined
    const providerAnswers = countProviderAnswers(tracing)
    const services: Services = providerAnswers.counted({
      db,
      settings,
      log,
      now,
      payment: payments.current,
      formerPayments: payments.former,
      instalmentPayments: payments.instalments,
      eInvoicing: authority.port,
      email: settings.smtpUrl ? smtpEmail(settings.smtpUrl, settings.mailFrom) : outboxEmail,
      sms: smsFor(settings.sms),
      social: [...settings.oidc, ...(identity ? [identity.provider] : [])].map((provider) =>
        oidcProvider(provider, { now }),
      ),
      storage: reportingProblems(await usableStorage(settings), log),
      passwordCost,
    })
    const ofJobs = primary ? undefined : open(JOB_CONNECTIONS, limits.jobs)
    const dbForJobs = ofJobs?.db ?? db
    const forJobs = { ...services, db: dbForJobs }
    const fillDemonstration = async () =>
      void (await (await import('./app/composition/demonstration/fill.server.ts')).fillDemonstration(forJobs))
    const tasks = { ...tasksOf(forJobs), ...payments.tasks, fillDemonstration }
    if (!primary) {
      const isNew = await prepareContent(services, content)
      const alone = initialSettings.databaseUrl === undefined
      const queue = await startWorker(pool, tasks, { schedule: SCHEDULE, alone, tracing }, log)
      stopSteps.push(() => queue.stop())
      if (isNew && fillsDemonstration) await enqueue(db, 'fillDemonstration', {}, { maxAttempts: 1 })
    }

    if (assetFolders && !primary) {
      const publishing = publishAssetsUntilDone(services, assetFolders)
      stopSteps.push(publishing.stop)
      await publishing.begun
    }

    const strict = development === undefined
    const cached = strict ? await guestPages(databaseUrl, services, health) : undefined
    if (cached) stopSteps.push(() => cached.listener.stop())

    views = countViews(services)
    visits = countVisits(services, pageFactsFinder(pageFacts))
    const app = webApp(services, {
      pageHandler,
      sandboxPages: [...payments.pages, authority.pages, identity?.pages],
      strict,
      views,
      visits,
      health,
      isDraining: () => isDraining,
      ofThisProcess: [providerAnswers.metric, poolMetric({ requests: pool, ...(ofJobs ? { jobs: ofJobs.pool } : {}) })],
      ...cached,
      ...(processes > 1
        ? { allMetrics: async () => (primary ? primary.allMetrics() : (workers?.metrics() ?? [])) }
        : {}),
    })
    primary?.onMetrics(app.metrics.ofThisProcess)
    // The host of a request without one, which HTTP/1.0 allows and load balancers use.
    const answer = getRequestListener(app.fetch, { overrideGlobalObjects: false, hostname: 'localhost' })
    respond = development
      ? (request, response) => development(request, response, () => answer(request, response))
      : (request, response) => {
          const leave = () => answer(request, response)
          if (!app.answerDirectly(request, response, leave)) leave()
        }
    if (tracing) respond = tracedRequests(respond, tracing, pageHandler)
    ready.resolve(respond)
    if (workerScript && processes > 1)
      workers = await startWorkers({
        count: processes - 1,
        script: workerScript,
        start: { databaseUrl, port: settings.port },
        log,
        ownMetrics: app.metrics.ofThisProcess,
      })
    const waitForSync = async () => cached?.listener.waitForSync()
    const drain = async () => {
      isDraining = true
      workers?.drain()
      await sleep(settings.drainMs)
    }
    return { address: settings.publicUrl, services, tasks, views, visits, waitForSync, drain, stop }
  } catch (error) {
    ready.resolve((_, response) => response.writeHead(503).end())
    await stop()
    throw error
  }
}

/** What it needs is loaded only where traces are sent. */
async function startTracing(settings: TracingSettings, log: Log): Promise<Tracing> {
  const { otlpTracing } = await import('./app/adapters/tracing/otlp.server.ts')
  return otlpTracing(settings, `${hostname()}:${process.pid}`, log)
}

const logFailure =
  (log: Log) =>
  ({ message, code }: Error & { code?: string }) =>
    log.error({ errorCode: code, reason: message }, 'a database connection failed')

/**
 * The content of a new demonstration, and warnings of what a new installation lacks.
 * @returns whether content was loaded
 */
async function prepareContent(services: Services, content: string | null): Promise<boolean> {
  const { db, settings, log } = services
  await deleteExpiredSpools(services)
  const isNew = settings.demo && content !== null && (await isEmpty(db))
  if (isNew) await importContent(services, content)
  if (!settings.demo && (await isEmpty(db)))
    log.warn('there is no content yet: pages say so until it is loaded by: npm run content -- import FOLDER')
  await warnOfMissingSeller(services)
  await warnOfOtherInstallations(services)
  return isNew
}

/** On connections of its own, since a migration may take longer than anything later. */
async function migrateDatabase(url: string, log: Log): Promise<void> {
  const { pool, close } = openDatabase(url, MIGRATION_CONNECTIONS, logFailure(log))
  try {
    const migrations = await migrate(pool)
    if (migrations.length > 0) log.info({ migrations }, 'migrated the database')
  } finally {
    await close()
  }
}

/** @throws SettingsError when the bucket refuses its settings */
async function usableStorage(settings: Settings) {
  const storage = await storageFor(settings)
  const refusal = await storage.refusal?.()
  if (refusal) throw new SettingsError([refusal])
  return storage
}

async function startOwnDatabase(settings: Settings, stopSteps: (() => unknown)[]): Promise<string> {
  stopSteps.push(await lockFolder(settings.dataDir))
  const postgres = await startEmbeddedPostgres(settings.dataDir)
  stopSteps.push(postgres.stop)
  return postgres.url('postgres')
}

/** The caches of guests' pages, of templates and of shared answers, and the listener that invalidates them. */
async function guestPages(databaseUrl: string, { now, log }: Services, health: DatabaseHealth) {
  const isListening = { now, listening: () => listener?.listening() ?? false }
  const cache: PageCache = createPageCache(isListening)
  const answers: AnswerCache = createAnswerCache(isListening)
  const templates = createTemplateCache(isListening)
  const all = [answers, cache, templates]
  let listener: InvalidationListener | undefined
  const caches = {
    invalidate: (table: string) => {
      for (const one of all) one.invalidate(table)
    },
    invalidateAll: () => {
      for (const one of all) one.invalidateAll()
    },
  }
  listener = await listenForInvalidations(databaseUrl, caches, { log, health })
  return { cache, templates, answers, listener }
}

/** Listens on the port, so that its number is known to the other parts. */
async function listen(
  server: Server,
  settings: Settings,
  processes: number,
  primary: Primary | undefined,
): Promise<{ settings: Settings; listensAt: string }> {
  // A shared port would silently be shared with another program of this user, too.
  if (processes > 1 && !primary && settings.port !== 0) await requireFreePort(settings)
  server.listen({ port: primary?.start.port ?? settings.port, host: settings.host, reusePort: processes > 1 })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const listensAt = `http://${settings.host.includes(':') ? `[${settings.host}]` : settings.host.replace('0.0.0.0', '127.0.0.1')}:${port}`
  const publicUrl = settings.publicUrl.replace(/^http:\/\/localhost:0$/, `http://localhost:${port}`)
  return { settings: { ...settings, port, publicUrl }, listensAt }
}

/** @throws Error with the code EADDRINUSE */
async function requireFreePort({ port, host }: Settings): Promise<void> {
  const probe = createServer().listen(port, host)
  await once(probe, 'listening')
  probe.close()
  await once(probe, 'close')
}

/** Lets open requests finish, for at most ten seconds. */
async function closeGently(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeIdleConnections()
  const timeout = setTimeout(() => server.closeAllConnections(), 10_000)
  await closed
  clearTimeout(timeout)
}
