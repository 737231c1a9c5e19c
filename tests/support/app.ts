/** The product, running for one test file: its own database, a real port, a clock that can be moved. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { DEMONSTRATION } from '../../app/features/content/content.server.ts'
import type { OutboxMessage } from '../../app/features/messages/messages.server.ts'
import type { PageHandler } from '../../app/page-handler.server.tsx'
import type { Database } from '../../app/platform/database/database.server.ts'
import { readSettings } from '../../app/platform/settings.server.ts'
import { type Running, type StartOptions, startServer } from '../../server.ts'
import { CHEAP_PASSWORDS } from './accounts/cheap-passwords.ts'
import { createTestDatabase, dropTestDatabase } from './cluster.ts'
import { copyInstituteFiles, createInstituteDatabase } from './content/institute.ts'

export type Answer<T = unknown> = {
  status: number
  headers: Headers
  data: T
  error: { code: string; description: string; fields?: Record<string, string[]> }
}

export type CallOptions = {
  body?: unknown
  /** An access token, sent as Bearer. */
  token?: string
  lang?: 'ar' | 'en'
  headers?: Record<string, string>
}

export type TestApp = Running & {
  db: Database
  /** Moves the product's clock, in milliseconds. */
  advance: (milliseconds: number) => void
  /** A call of the API over HTTP: `call('POST', 'auth/login', { body })`. */
  // biome-ignore lint/suspicious/noExplicitAny: tests check the fields by assertions
  call: <T = any>(method: string, path: string, options?: CallOptions) => Promise<Answer<T>>
  /** Mails to an address, the newest first. */
  mails: (to: string) => Promise<OutboxMessage[]>
}

export type TestAppOptions = {
  /** Renders pages; without it there is only the API. */
  pageHandler?: PageHandler
  /** A folder of content to load. */
  content?: string
  /** Starts with the demonstration institute: as loaded for the run, or loaded at the stopped clock. */
  institute?: boolean
  /** Starts with the demonstration's pictures in the storage, so that loading content need not process them again. */
  pictures?: boolean
  env?: Record<string, string>
  /** Leads the product to its database another way, such as through a proxy. */
  databaseUrl?: (url: string) => Promise<string>
  /** The limits of its database connections. */
  limits?: StartOptions['limits']
  /** Offers the demonstration's own OpenID provider. */
  sandboxIdentity?: boolean
  /** Receives every log line. */
  logTo?: StartOptions['logTo']
  /** Passwords are hashed with as much work as in production. */
  costlyPasswords?: boolean
  /** Stops the clock at this moment; `advance` still moves it. */
  now?: Date
}

const noPages: PageHandler = async () => new Response('This test runs without pages.', { status: 501 })

export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const cluster = { adminUrl: inject('adminUrl'), templateUrl: inject('templateUrl'), files: inject('files') }
  const database = `test_${randomUUID().replaceAll('-', '')}`
  const dataDir = mkdtempSync(join(tmpdir(), 'maahad-app-'))
  const isLoaded = options.institute && !options.now
  const databaseUrl = isLoaded
    ? await createInstituteDatabase(cluster, database, dataDir)
    : await createTestDatabase(cluster, database)
  if (options.pictures || (options.institute && !isLoaded)) await copyInstituteFiles(cluster, dataDir)
  let moved = 0
  const settings = readSettings({
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: options.databaseUrl ? await options.databaseUrl(databaseUrl) : databaseUrl,
    MAAHAD_DEMO: '1',
    // Those whose subject they are ask for them.
    INSTALMENT_COMPANIES: 'none',
    LOG_LEVEL: 'error',
    ...options.env,
  })
  const running = await startServer(settings, options.pageHandler ?? noPages, {
    now: () => new Date((options.now?.getTime() ?? Date.now()) + moved),
    content: options.content ?? (options.institute ? DEMONSTRATION : null),
    logTo: options.logTo,
    ...(options.costlyPasswords ? {} : { passwordCost: CHEAP_PASSWORDS }),
    ...(options.limits ? { limits: options.limits } : {}),
    ...(options.sandboxIdentity ? { sandboxIdentity: true } : {}),
  })
  // Behind a public address there would be a proxy, which tests do not have.
  const address = `http://localhost:${running.services.settings.port}`
  const stop = async () => {
    await running.stop()
    await dropTestDatabase(cluster, database)
    rmSync(dataDir, { recursive: true, force: true })
  }
  return {
    ...running,
    address,
    stop,
    db: running.services.db,
    advance: (milliseconds) => {
      moved += milliseconds
    },
    call: async (method, path, callOptions) => {
      // Tests write to the database directly. Behind a proxy they are about a database that does not answer.
      if (method === 'GET' && !options.databaseUrl) await running.waitForSync()
      return call(address, method, path, callOptions)
    },
    mails: async (to) =>
      (await fetch(`${address}/api/outbox?to=${encodeURIComponent(to)}`)).json() as Promise<OutboxMessage[]>,
  }
}

// biome-ignore lint/suspicious/noExplicitAny: see TestApp.call
type AnyAnswer = Answer<any>

/** A call of the API of the product at the address. */
export async function call(
  address: string,
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<AnyAnswer> {
  const response = await fetch(`${address}/api/${path}`, {
    method,
    headers: {
      'Accept-Language': options.lang ?? 'en',
      ...(options.body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(options.token ? { Authorization: `Bearer ${options.token}` } : {}),
      ...options.headers,
    },
    body:
      options.body === undefined
        ? undefined
        : typeof options.body === 'string'
          ? options.body
          : JSON.stringify(options.body),
  })
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  const answer = (isJson ? await response.json() : { data: await response.blob() }) as {
    data: unknown
    error: Answer['error']
  }
  return { status: response.status, headers: response.headers, data: answer.data, error: answer.error }
}
