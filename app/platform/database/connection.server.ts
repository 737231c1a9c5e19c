/** A connection that notices when the other side is gone, even without a word: nothing on it waits for ever. */
import { Socket } from 'node:net'
import pg from 'pg'
import { preparedName } from '../../../db/prepared.ts'
import { SECOND_MS } from '../durations.ts'
import type { SpanAttributes, Tracing } from '../tracing.ts'
import type { DatabaseHealth } from './health.ts'
import { DatabaseUnavailable, meansUnavailable } from './unavailable.ts'

/** Linux sends the first keep-alive probe after this time, then one a second, and gives up after ten. */
const KEEP_ALIVE_DELAY_MS = 10 * SECOND_MS
/** After it a connection is closed without the other side's consent. */
const CLOSE_TIMEOUT_MS = 2 * SECOND_MS

/** PostgreSQL's appendix A. */
const DISK_FULL = '53100'

export type ConnectionOptions = pg.ClientConfig & {
  /** A statement without an answer closes the connection after this time. */
  answerTimeoutMs: number
  health: DatabaseHealth
  tracing?: Tracing | undefined
}

// biome-ignore lint/suspicious/noExplicitAny: the driver's overloads
type QueryArguments = any[]

/**
 * The driver's own `query_timeout` rejects the query but keeps the connection, and the next query on it waits again.
 * Here the connection is closed, so that the pool opens a new one.
 */
export class DatabaseConnection extends pg.Client {
  readonly #socket: Socket
  readonly answerTimeoutMs: number
  readonly #health: DatabaseHealth
  readonly #tracing: Tracing | undefined
  #isLost = false
  /** Since when a statement waits for its answer. */
  #waitingSince: number | undefined

  constructor({ answerTimeoutMs, health, tracing, ...config }: ConnectionOptions) {
    const socket = new Socket()
    super({ ...config, keepAlive: true, keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS, stream: () => socket })
    this.#socket = socket
    this.answerTimeoutMs = answerTimeoutMs
    this.#health = health
    this.#tracing = tracing
    this.on('error', () => {
      this.#isLost = true
      health.failed()
    })
  }

  override query(...given: QueryArguments): never {
    const timer = setTimeout(() => this.#closeAsSilent(), this.answerTimeoutMs)
    this.#waitingSince ??= performance.now()
    const end = this.#tracing?.step(...stepOf(given[0]))
    const settle = (error: unknown) => {
      end?.(error)
      clearTimeout(timer)
      this.#waitingSince = undefined
      return error ? this.#named(error) : this.#health.answered()
    }
    const callback = given.at(-1)
    const [text, values] = given
    const name = Array.isArray(values) ? preparedName(text) : undefined
    if (name) given.splice(0, 2, { name, text, values })
    if (typeof callback === 'function') {
      const settled = (error: unknown, result: unknown) => callback(settle(error), result)
      return super.query(...(given.slice(0, -1) as [string]), settled) as never
    }
    return super.query(...(given as [string])).then(
      (result) => {
        settle(undefined)
        return result
      },
      (error: unknown) => {
        throw settle(error)
      },
    ) as never
  }

  override end(): Promise<void>
  override end(callback: (error: Error) => void): void
  override end(callback?: (error: Error) => void): Promise<void> | void {
    const timer = setTimeout(() => this.destroy(), CLOSE_TIMEOUT_MS).unref()
    this.once('end', () => clearTimeout(timer))
    return callback ? super.end(callback) : super.end()
  }

  /** Closes the connection at once. */
  destroy(reason?: Error): void {
    this.#socket.destroy(reason)
  }

  /** Whether a statement has been waiting for its answer for so long. */
  hasWaited(milliseconds: number): boolean {
    return this.#waitingSince !== undefined && performance.now() - this.#waitingSince >= milliseconds
  }

  #closeAsSilent() {
    this.destroy(new Error(`no answer within ${this.answerTimeoutMs} ms`))
    this.#health.silent()
  }

  /** The error that the caller gets. */
  #named(error: unknown) {
    if ((error as { code?: unknown }).code === DISK_FULL) this.#health.full()
    return this.#isLost || meansUnavailable(error) ? new DatabaseUnavailable(error) : error
  }
}

/** Of a statement's text, whose values are parameters. */
const MAX_TRACED_TEXT = 2000

/** The names of OpenTelemetry's conventions for databases. */
function stepOf(query: string | { text: string }): [string, SpanAttributes] {
  const text = typeof query === 'string' ? query : query.text
  const operation = /^\W*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'QUERY'
  return [
    operation,
    { 'db.system.name': 'postgresql', 'db.operation.name': operation, 'db.query.text': text.slice(0, MAX_TRACED_TEXT) },
  ]
}
