import { type DestinationStream, type Logger, pino } from 'pino'
import type { Settings } from './settings.server.ts'

export type Log = Logger

/** Structured log lines on standard output, unless told otherwise; what could be a secret never reaches them. */
export function createLog(level: Settings['logLevel'], output?: DestinationStream): Log {
  const options = {
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
  }
  return output ? pino(options, output) : pino(options)
}
