import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { DB } from '../../../db/types.ts'
import { SECOND_MS } from '../durations.ts'
import type { Metric } from '../metric.ts'
import type { Tracing } from '../tracing.ts'
import { type ConnectionOptions, DatabaseConnection } from './connection.server.ts'
import { createDatabaseHealth, type DatabaseHealth } from './health.ts'
import { COMMAND_LIMITS, type DatabaseLimits, REQUEST_LIMITS } from './limits.ts'
import { DatabaseUnavailable } from './unavailable.ts'

export type Database = Kysely<DB>
export type Tx = Transaction<DB>
export type TableName = keyof DB

/** Our counts, sums and ids fit a JavaScript number; by default the driver returns strings. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)

export type OpenDatabase = { db: Database; pool: pg.Pool; close: () => Promise<void> }

export type OpenOptions = {
  limits?: DatabaseLimits
  /** Shared by all connections of a process. */
  health?: DatabaseHealth
  tracing?: Tracing | undefined
}

/** An open pool is closed by force after this time. */
const CLOSE_TIMEOUT_MS = 2 * SECOND_MS

/**
 * Opens a pool of at most `connections`; `onError` is called once for each connection that fails. Queries throw
 * `DatabaseUnavailable` when the database is not available.
 */
export function openDatabase(
  url: string,
  connections: number,
  onError: (error: Error & { code?: string }) => void,
  { limits = COMMAND_LIMITS, health = createDatabaseHealth(), tracing }: OpenOptions = {},
): OpenDatabase {
  const opened = new Set<DatabaseConnection>()
  const idle = new Set<DatabaseConnection>()
  const options: pg.PoolConfig & ConnectionOptions = {
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: limits.connectTimeoutMs,
    answerTimeoutMs: limits.answerTimeoutMs,
    health,
    tracing,
    Client: DatabaseConnection as unknown as new () => pg.ClientBase,
    onConnect: (client) => client.query(settingsOf(limits)),
  }
  const pool = new pg.Pool(options)
  pool.on('connect', (client) => {
    opened.add(client as unknown as DatabaseConnection)
    client.on('error', onError)
  })
  pool.on('acquire', (client) => idle.delete(client as unknown as DatabaseConnection))
  pool.on('release', (_, client) => idle.add(client as unknown as DatabaseConnection))
  pool.on('remove', (client) => {
    for (const connections of [opened, idle]) connections.delete(client as unknown as DatabaseConnection)
  })
  // The pool emits the errors of idle clients again; without a listener that would end the process.
  pool.on('error', () => undefined)
  // What kept one connection from answering probably does so to the idle ones, too, and to those that have waited for long.
  health.onSilence(() => {
    for (const connection of opened)
      if (idle.has(connection) || connection.hasWaited(REQUEST_LIMITS.answerTimeoutMs))
        connection.destroy(new Error('another connection was silent'))
  })
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: reportingFailures(pool, health) }) })
  const close = async () => {
    // The query builder ends the pool only if it was used.
    const closed = db.destroy().then(() => (pool.ending ? undefined : pool.end()))
    const isClosed = await Promise.race([closed.then(() => true), sleep(CLOSE_TIMEOUT_MS, false, { ref: false })])
    if (!isClosed) for (const connection of opened) connection.destroy(new Error('the database is being closed'))
  }
  return { db, pool, close }
}

/** What the connections of pools do; `waiting` are queries without one. */
export function poolMetric(pools: Record<string, pg.Pool>): Metric {
  return {
    name: 'database_connections',
    help: 'Connections to the database by pool and state; those who wait have none.',
    labels: ['pool', 'state'],
    perProcess: true,
    read: async () =>
      Object.entries(pools).flatMap(([name, pool]) => [
        { labels: { pool: name, state: 'used' }, value: pool.totalCount - pool.idleCount },
        { labels: { pool: name, state: 'idle' }, value: pool.idleCount },
        { labels: { pool: name, state: 'waiting' }, value: pool.waitingCount },
      ]),
  }
}

/** The limits that PostgreSQL keeps itself. Not in the startup packet, because poolers refuse settings in it. */
function settingsOf({ statementTimeoutMs, idleTransactionTimeoutMs }: DatabaseLimits): string {
  return `set statement_timeout = ${statementTimeoutMs};
    set idle_in_transaction_session_timeout = ${idleTransactionTimeoutMs};
    set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3`
}

/** The pool as the query builder sees it: without a connection in time, the database is not available. */
function reportingFailures(pool: pg.Pool, health: DatabaseHealth) {
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: () =>
      pool.connect().catch((error: unknown) => {
        health.failed()
        throw new DatabaseUnavailable(error)
      }),
  }
}

/** An arbitrary number. Held by a backup: until it ends, no stored file is deleted. */
export const BACKUP_LOCK = 7_301_448
