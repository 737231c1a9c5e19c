/** Every setting of the product: read once at start and validated. All errors are reported together. */
import { randomBytes } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { SECOND_MS } from './durations.ts'
import {
  databaseEnvironment,
  missingDatabaseSettings,
  requestConnections,
} from './settings/database-settings.server.ts'
import { isDemonstration, missingInProduction, wrongAddresses } from './settings/installation-mode.server.ts'
import { type OidcSettings, readOidcSettings } from './settings/oidc-settings.server.ts'
import {
  missingPaymentSettings,
  type PaymentSettings,
  paymentEnvironment,
  paymentSettings,
} from './settings/payment-settings.server.ts'
import { missingSmsSettings, type SmsSettings, smsEnvironment, smsSettings } from './settings/sms-settings.server.ts'
import {
  missingStorageSettings,
  type StorageSettings,
  storageEnvironment,
  storageSettings,
} from './settings/storage-settings.server.ts'
import { type TracingSettings, tracingEnvironment, tracingSettings } from './settings/tracing-settings.server.ts'

const Port = z.coerce.number().int().min(0).max(65535)
const optionalUrl = (protocols: RegExp) => z.url({ protocol: protocols }).optional()

/** The driver does not connect to one of several hosts, as PostgreSQL's own library does. */
const SEVERAL_HOSTS = /^postgres(ql)?:\/\/([^/?#]*@)?[^/?#@]*,[^/?#@]*([/?#]|$)/

/** Every address of a page begins at the root. Anything else is reported as no address at all. */
function isOrigin(address: string | undefined): boolean {
  const url = URL.parse(address ?? '')
  return !url || (url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password)
}

/** The address of a mail's From header. */
const addressOf = (from: string) => /^[^<>]*<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim()

/** The environment variables, documented in the README. An empty value counts as not set. */
const Environment = z.object({
  PORT: Port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\/\S+$/, 'must begin with postgres://')
    .refine(
      (url) => !SEVERAL_HOSTS.test(url),
      'names several hosts: give the address of one, or of a proxy before them',
    )
    .optional(),
  ...databaseEnvironment,
  PUBLIC_URL: optionalUrl(/^https?$/).refine(
    isOrigin,
    'must be an address without a path, such as https://institute.example',
  ),
  ASSETS_URL: optionalUrl(/^https?$/),
  DASHBOARD_URL: optionalUrl(/^https?$/),
  AUTH_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  AUTH_SECRET_ACCEPTED: z.string().min(32, 'must have at least 32 characters').optional(),
  TRUST_PROXY: z.coerce.number().int().min(0).max(5).default(0),
  SMTP_URL: optionalUrl(/^smtps?$/),
  MAIL_FROM: z
    .string()
    .refine(
      (from) => z.email().safeParse(addressOf(from)).success,
      'must be an address, or like: Institute <no-reply@institute.example>',
    )
    .optional(),
  ...smsEnvironment,
  ...paymentEnvironment,
  ...storageEnvironment,
  ...tracingEnvironment,
  NATIONALS_ONLY: z.enum(['0', '1']).default('0'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  METRICS_TOKEN: z.string().min(16).optional(),
  STAFF_SECOND_FACTOR: z.enum(['0', '1']).optional(),
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(60).optional(),
  WORKERS: z.coerce.number().int().min(1).max(64).optional(),
  MAAHAD_DEMO: z.enum(['0', '1']).optional(),
})

/** Longer than a balancer that asks once a second needs to notice. */
const DEFAULT_DRAIN_SECONDS = 5

/** More processes are worth their memory only where somebody measured it. */
const MAX_DEFAULT_WORKERS = 4
/** Several processes share a port by SO_REUSEPORT, with which only Linux spreads the connections. */
const CAN_SHARE_PORT = process.platform === 'linux'

export type Settings = {
  port: number
  host: string
  dataDir: string
  databaseUrl: string | undefined
  /** How many connections of each process serve pages and calls. */
  requestConnections: number
  /** Absolute, without a trailing slash; in demonstration mode the address that the server listens on. */
  publicUrl: string
  /** The origin of the pictures; empty for the same origin. */
  assetsUrl: string
  dashboardUrl: string | undefined
  demo: boolean
  /** Cookies have `Secure` and the `__Host-` prefix. */
  https: boolean
  authSecret: string
  /** Accepted besides while the secret is exchanged; nothing is signed with it. */
  acceptedAuthSecret: string | undefined
  /** How many reverse proxies in front of this server append to X-Forwarded-For. */
  trustedProxies: number
  smtpUrl: string | undefined
  mailFrom: string
  sms: SmsSettings
  /** The social sign-in providers. */
  oidc: OidcSettings[]
  payment: PaymentSettings
  storage: StorageSettings
  /** Accepts identity numbers of nationals only, not of residents. */
  nationalsOnly: boolean
  /** Members of staff have no rights of staff before they have a second factor. Only a demonstration may do without. */
  staffSecondFactor: boolean
  logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent'
  metricsToken: string | undefined
  /** Where traces are sent; undefined sends none. */
  tracing: TracingSettings | undefined
  /** How many processes serve. */
  workers: number
  /** How long a server that was told to end still serves, so that load balancers notice. */
  drainMs: number
}

/** The errors in the environment, one line each; `message` contains them all. */
export class SettingsError extends Error {
  readonly lines: string[]
  constructor(lines: string[]) {
    super(['The settings are not right:', ...lines.map((line) => `  - ${line}`)].join('\n'))
    this.lines = lines
  }
}

/**
 * Reads the settings from `env`.
 * @throws SettingsError with every missing or wrong setting
 */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const defined = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = Environment.safeParse(defined)
  if (!parsed.success) {
    throw new SettingsError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`))
  }
  const read = parsed.data
  const demo = isDemonstration(read)
  const unfinished = demo ? [] : missingInProduction(read)
  const workers = CAN_SHARE_PORT ? (read.WORKERS ?? (demo ? 1 : defaultWorkers())) : 1
  const oidc = readOidcSettings(defined as Record<string, string>)
  const missing = [
    ...unfinished,
    ...wrongAddresses(read),
    ...missingDatabaseSettings(read, workers),
    ...missingSmsSettings(read),
    ...missingPaymentSettings(read, demo),
    ...missingStorageSettings(read),
    ...oidc.errors,
    ...unusableFolder(read.DATA_DIR),
    ...(unfinished.length > 0 ? ['or set MAAHAD_DEMO=1 if this is meant to be a demonstration'] : []),
  ]
  if (missing.length > 0) throw new SettingsError(missing)
  const dataDir = resolve(read.DATA_DIR)
  return {
    port: read.PORT,
    host: read.HOST,
    dataDir,
    databaseUrl: read.DATABASE_URL,
    requestConnections: requestConnections(read, workers),
    publicUrl: (read.PUBLIC_URL ?? `http://localhost:${read.PORT}`).replace(/\/+$/, ''),
    assetsUrl: (read.ASSETS_URL ?? '').replace(/\/+$/, ''),
    dashboardUrl: read.DASHBOARD_URL?.replace(/\/+$/, ''),
    demo,
    https: read.PUBLIC_URL?.startsWith('https:') ?? false,
    authSecret: read.AUTH_SECRET ?? generatedSecret(dataDir),
    acceptedAuthSecret: read.AUTH_SECRET_ACCEPTED,
    trustedProxies: read.TRUST_PROXY,
    smtpUrl: read.SMTP_URL,
    mailFrom: read.MAIL_FROM ?? 'Maahad <no-reply@maahad.example>',
    sms: smsSettings(read),
    oidc: oidc.providers,
    payment: paymentSettings(read, demo),
    storage: storageSettings(read),
    nationalsOnly: read.NATIONALS_ONLY === '1',
    staffSecondFactor: !demo || read.STAFF_SECOND_FACTOR === '1',
    logLevel: read.LOG_LEVEL,
    metricsToken: read.METRICS_TOKEN,
    tracing: tracingSettings(read),
    workers,
    drainMs: (read.DRAIN_SECONDS ?? (demo ? 0 : DEFAULT_DRAIN_SECONDS)) * SECOND_MS,
  }
}

const defaultWorkers = () => Math.min(MAX_DEFAULT_WORKERS, availableParallelism())

/** Creates the data folder, so that the start ends here when that is not possible. */
function unusableFolder(folder: string): string[] {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK | constants.X_OK)
    return []
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return [
      `DATA_DIR: ${resolve(folder)} cannot be written to by this user (${code}); make it, and give it to the user`,
    ]
  }
}

/** The secret of a demonstration: generated once and stored in the data folder, readable by its owner only. */
function generatedSecret(dataDir: string): string {
  const file = join(dataDir, 'auth-secret')
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
  }
  return readFileSync(file, 'utf8').trim()
}
