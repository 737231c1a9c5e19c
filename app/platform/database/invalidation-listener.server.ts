/** Receives which tables changed (PostgreSQL LISTEN/NOTIFY), whichever instance wrote. Uses one connection per instance. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { coalesceRuns } from '../coalesce-runs.ts'
import type { Log } from '../log.server.ts'
import { DatabaseConnection } from './connection.server.ts'
import type { DatabaseHealth } from './health.ts'

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

/** Listens until stopped and reconnects automatically. Does not work through a pooler that shares connections. */
export async function listenForInvalidations(
  databaseUrl: string,
  cache: Invalidated,
  { log, health }: { log: Log; health: DatabaseHealth },
): Promise<InvalidationListener> {
  let client: DatabaseConnection | undefined
  /** Waits on the present connection; those who wait at once share a statement, since a connection runs one at a time. */
  let syncOver = coalesceRuns(async () => undefined)
  let stopped = false
  const awaited = new Map<string, () => void>()

  async function connect() {
    const connecting = new DatabaseConnection({
      connectionString: databaseUrl,
      application_name: 'maahad-changes',
      connectionTimeoutMillis: LISTEN_TIMEOUT_MS,
      answerTimeoutMs: LISTEN_TIMEOUT_MS,
      health,
    })
    const gone = () => {
      if (client === connecting) lose()
    }
    connecting.on('error', gone)
    connecting.on('end', gone)
    connecting.on('notification', ({ payload = '' }) => {
      const arrived = awaited.get(payload)
      if (arrived) arrived()
      else if (!payload.startsWith('=')) cache.invalidate(payload)
    })
    try {
      await connecting.connect()
      await connecting.query(`listen ${CHANNEL}`)
      // Through a pooler LISTEN succeeds but no notification arrives: only one that arrives proves that it works.
      await echo(connecting)
      if (stopped) return void connecting.end().catch(() => undefined)
      // Pages rendered before the listener was connected may be stale.
      cache.invalidateAll()
      client = connecting
      syncOver = coalesceRuns(() => echo(connecting))
    } catch (error) {
      connecting.end().catch(() => undefined)
      throw error
    }
  }

  /** Notifications arrive in commit order: when our own arrives, all earlier ones have arrived. */
  async function echo(over: DatabaseConnection) {
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
    const current = client
    if (!current) return
    try {
      await syncOver()
    } catch {
      if (client === current) lose()
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
