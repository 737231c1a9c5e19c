/** Listens for what PostgreSQL announces as changed (LISTEN/NOTIFY), whichever instance wrote it. One connection each. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from './log.server.ts'

const CHANNEL = 'pages'
const LISTEN_TIMEOUT_MS = 2000
const HEARTBEAT_MS = 10_000
const RETRY_MS = 1000

export type InvalidationListener = {
  /** False while a change could be missed. */
  listening: () => boolean
  /** Waits until every change that was committed before has arrived. */
  waitForSync: () => Promise<void>
  stop: () => Promise<void>
}

export type Invalidated = {
  /** Rows of this table changed. */
  invalidate: (table: string) => void
  /** Changes may have been missed. */
  invalidateAll: () => void
}

/** Listens until stopped and reconnects by itself. A connection pooler that shares connections cannot stand in between. */
export async function listenForInvalidations(
  databaseUrl: string,
  cache: Invalidated,
  log: Log,
): Promise<InvalidationListener> {
  let client: pg.Client | undefined
  let stopped = false
  const awaited = new Map<string, () => void>()

  async function connect() {
    const fresh = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'maahad-changes',
      connectionTimeoutMillis: LISTEN_TIMEOUT_MS,
      query_timeout: LISTEN_TIMEOUT_MS,
      keepAlive: true,
    })
    const gone = () => {
      if (client === fresh) lose()
    }
    fresh.on('error', gone)
    fresh.on('end', gone)
    fresh.on('notification', ({ payload = '' }) => {
      const arrived = awaited.get(payload)
      if (arrived) arrived()
      else if (!payload.startsWith('=')) cache.invalidate(payload)
    })
    try {
      await fresh.connect()
      await fresh.query(`listen ${CHANNEL}`)
      // Through a pooler LISTEN succeeds and nothing ever arrives: only an arriving message proves that we listen.
      await echo(fresh)
      if (stopped) return void fresh.end().catch(() => undefined)
      // What was rendered while nobody listened may be stale already.
      cache.invalidateAll()
      client = fresh
    } catch (error) {
      fresh.end().catch(() => undefined)
      throw error
    }
  }

  /** Notifications arrive in the order of their commits: when our own arrives, so have all before it. */
  async function echo(over: pg.Client) {
    const message = `=${randomUUID()}`
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const timeout = setTimeout(() => reject(new Error('Our own notification did not arrive.')), LISTEN_TIMEOUT_MS)
    awaited.set(message, resolve)
    try {
      await Promise.all([promise, over.query('select pg_notify($1, $2)', [CHANNEL, message])])
    } finally {
      clearTimeout(timeout)
      awaited.delete(message)
    }
  }

  function lose() {
    const old = client
    client = undefined
    cache.invalidateAll()
    old?.end().catch(() => undefined)
    if (!stopped) void reconnect()
  }

  async function reconnect() {
    log.warn('not listening for changes; until it is, no page is cached')
    while (!stopped && !client) {
      await sleep(RETRY_MS, undefined, { ref: false })
      if (!stopped) await connect().catch(() => undefined)
    }
  }

  async function waitForSync() {
    const asked = client
    if (!asked) return
    try {
      await echo(asked)
    } catch {
      if (client === asked) lose()
    }
  }

  await connect().catch(() => void reconnect())
  const heartbeat = setInterval(waitForSync, HEARTBEAT_MS).unref()
  return {
    listening: () => client !== undefined,
    waitForSync,
    stop: async () => {
      stopped = true
      clearInterval(heartbeat)
      const old = client
      client = undefined
      await old?.end().catch(() => undefined)
    },
  }
}
