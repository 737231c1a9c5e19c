import { type DestinationStream, type Logger, pino } from 'pino'
import type { Settings } from './settings.server.ts'

export type Log = Logger

/** Field names that hold secrets; they are redacted wherever a whole body is logged. */
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

/**
 * Structured log lines, on standard output by default, with secrets redacted.
 * @param more fields of every line
 */
export function createLog(level: Settings['logLevel'], output?: DestinationStream, more?: () => object): Log {
  const options = {
    level,
    ...(more ? { mixin: more } : {}),
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: serializeError },
    redact: {
      paths: [
        ...SECRETS.flatMap((name) => [name, below('*', name), below('*.*', name)]),
        // PostgreSQL quotes the whole rejected row.
        ...['detail', 'where'].map((name) => `err.${name}`),
      ],
      censor: '[redacted]',
    },
  }
  return output ? pino(options, output) : pino(options)
}

/**
 * An error without objects attached to it: PostgreSQL's client attaches a lost connection with the key that cancels its
 * queries, a mail client attaches the rejected recipients and the message.
 */
function serializeError(error: Error): object {
  // `code` is redacted, since one-time codes have this name.
  const { aggregateErrors, raw: _, code: errorCode, ...facts } = pino.stdSerializers.err(error)
  const plain = Object.entries({ ...facts, errorCode }).filter(([, value]) => typeof value !== 'object')
  return Object.fromEntries(
    aggregateErrors
      ? [...plain, ['aggregateErrors', aggregateErrors.map(({ raw }: { raw: Error }) => serializeError(raw))]]
      : plain,
  )
}

const below = (path: string, name: string) => (name.startsWith('[') ? `${path}${name}` : `${path}.${name}`)
