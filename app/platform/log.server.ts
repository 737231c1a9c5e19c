import { type DestinationStream, type Logger, pino } from 'pino'
import type { Settings } from './settings.server.ts'

export type Log = Logger

/** Names under which secrets travel; whoever logs a whole body logs none of them. */
const SECRETS = [
  'password',
  'currentPassword',
  'newPassword',
  'confirmPassword',
  'code',
  'otp',
  'backupCodes',
  'challenge',
  'secret',
  'otpauthUrl',
  'qrSvg',
  'token',
  'accessToken',
  'refreshToken',
  'resetToken',
  'idToken',
  'id_token',
  'client_secret',
  'code_verifier',
  'nonce',
  'cookie',
  'authorization',
  '["set-cookie"]',
]

/** Structured log lines on standard output, unless told otherwise; what could be a secret never reaches them. */
export function createLog(level: Settings['logLevel'], output?: DestinationStream): Log {
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: whatIsSaidBy },
    redact: {
      paths: [
        ...SECRETS.flatMap((name) => [name, below('*', name), below('*.*', name)]),
        // PostgreSQL quotes the whole row that it refused.
        ...['detail', 'where'].map((name) => `err.${name}`),
      ],
      censor: '[redacted]',
    },
  }
  return output ? pino(options, output) : pino(options)
}

/**
 * An error without the things that it happened to: PostgreSQL's client hangs a lost connection on it with the key that
 * cancels its queries, a mail server whom it refused and what it was sent.
 */
function whatIsSaidBy(error: Error): object {
  // Under `code` people's codes travel, which no line shows.
  const { aggregateErrors, raw: _, code: errorCode, ...facts } = pino.stdSerializers.err(error)
  const plain = Object.entries({ ...facts, errorCode }).filter(([, value]) => typeof value !== 'object')
  return Object.fromEntries(
    aggregateErrors
      ? [...plain, ['aggregateErrors', aggregateErrors.map(({ raw }: { raw: Error }) => whatIsSaidBy(raw))]]
      : plain,
  )
}

const below = (path: string, name: string) => (name.startsWith('[') ? `${path}${name}` : `${path}.${name}`)
