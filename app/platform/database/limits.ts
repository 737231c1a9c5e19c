/** How long things may take on a database connection. See decision 0047. */
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../durations.ts'

export type DatabaseLimits = {
  /** PostgreSQL cancels a statement that takes longer, waiting for locks included. */
  statementTimeoutMs: number
  /** A connection on which a statement has no answer by then is dead and closed: longer than the limit above. */
  answerTimeoutMs: number
  /** How long a query waits for a free connection, and a new connection for the server. */
  connectTimeoutMs: number
  /** PostgreSQL ends a transaction that does nothing for so long, since its client may be gone; its locks end, too. */
  idleTransactionTimeoutMs: number
}

/** Of pages and calls: a visitor waits. A transaction may wait for another company, 10 seconds for each of a few calls. */
export const REQUEST_LIMITS: DatabaseLimits = {
  statementTimeoutMs: 15 * SECOND_MS,
  answerTimeoutMs: 17 * SECOND_MS,
  connectTimeoutMs: 10 * SECOND_MS,
  idleTransactionTimeoutMs: 2 * MINUTE_MS,
}

/** Of the queue's jobs. A job ends within five minutes (`JOB_TIMEOUT_SECONDS`). */
export const JOB_LIMITS: DatabaseLimits = {
  statementTimeoutMs: 4 * MINUTE_MS,
  answerTimeoutMs: 4 * MINUTE_MS + 2 * SECOND_MS,
  connectTimeoutMs: 10 * SECOND_MS,
  idleTransactionTimeoutMs: 5 * MINUTE_MS,
}

/** Of migrations and commands: an index of a large table takes long, and nobody waits for a page. */
export const COMMAND_LIMITS: DatabaseLimits = {
  statementTimeoutMs: 2 * HOUR_MS,
  answerTimeoutMs: 2 * HOUR_MS + MINUTE_MS,
  connectTimeoutMs: 10 * SECOND_MS,
  idleTransactionTimeoutMs: 2 * HOUR_MS,
}
