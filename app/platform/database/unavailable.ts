/** The database cannot be reached, does not answer in time, or has no connection to spare. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    const { message, code } = cause as { message?: string; code?: string }
    super(`The database is not available: ${message || code}`, { cause })
    this.name = 'DatabaseUnavailable'
  }
}

/** Compares names, not classes, since pages and the server may have different copies of the class. */
export function isDatabaseUnavailable(error: unknown): error is DatabaseUnavailable {
  return error instanceof Error && error.name === 'DatabaseUnavailable'
}

/**
 * SQLSTATEs of an unavailable server: connection exceptions (08), insufficient resources such as too many connections
 * (53), a cancelled statement (57014), a shutdown, crash or start (57P), an input/output error (58030). See PostgreSQL's
 * appendix A.
 */
const SERVER_STATES = /^(?:08...|53...|57014|57P..|58030)$/
/** Error codes of a socket and of the name lookup (man 3 errno, getaddrinfo). */
const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'EAI_AGAIN',
  'ENOTFOUND',
  'ENOENT',
])

/** Whether a statement failed for a reason that lies with the server or the network, not with the statement. */
export function meansUnavailable(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && (SERVER_STATES.test(code) || NETWORK_CODES.has(code))
}
