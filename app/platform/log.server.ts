import { type Logger, pino } from 'pino'
import type { Settings } from './settings.server.ts'

export type Log = Logger

/** Structured log lines on standard output; what could be a secret never reaches them. */
export function createLog(level: Settings['logLevel']): Log {
  return pino({
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: [
        'password',
        'code',
        'token',
        'cookie',
        'authorization',
        '*.password',
        '*.code',
        '*.token',
        '*.cookie',
        '*.authorization',
        // PostgreSQL quotes the whole row that it refused.
        'err.detail',
        'err.where',
      ],
      censor: '[redacted]',
    },
  })
}
