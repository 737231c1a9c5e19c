/** Whether this installation is a demonstration, and which addresses it may have. When in doubt it is none. */

export type ModeSettings = {
  MAAHAD_DEMO?: '0' | '1' | undefined
  HOST: string
  PUBLIC_URL?: string | undefined
  TRUST_PROXY: number
  AUTH_SECRET?: string | undefined
  DATABASE_URL?: string | undefined
  SMTP_URL?: string | undefined
  MAIL_FROM?: string | undefined
  SMS_PROVIDER: string
  PAYMENT_PROVIDER: string
  STORAGE: string
}

/**
 * A demonstration is what was asked for by name, or a start on this machine alone without any setting of production: a
 * forgotten `PUBLIC_URL` must never open an institute's own data to published passwords and a public outbox.
 */
export function isDemonstration(read: ModeSettings): boolean {
  if (read.MAAHAD_DEMO !== undefined) return read.MAAHAD_DEMO === '1'
  return read.PUBLIC_URL === undefined && productionSettings(read).length === 0
}

/** The names of the settings that only production has. */
function productionSettings(read: ModeSettings): string[] {
  const given: [string, boolean][] = [
    ['DATABASE_URL', read.DATABASE_URL !== undefined],
    ['SMTP_URL', read.SMTP_URL !== undefined],
    ['MAIL_FROM', read.MAIL_FROM !== undefined],
    ['AUTH_SECRET', read.AUTH_SECRET !== undefined],
    ['SMS_PROVIDER', read.SMS_PROVIDER !== 'outbox'],
    ['PAYMENT_PROVIDER', read.PAYMENT_PROVIDER !== 'sandbox'],
    ['STORAGE', read.STORAGE !== 'disk'],
    ['TRUST_PROXY', read.TRUST_PROXY > 0],
    ['HOST', !isLoopback(read.HOST)],
  ]
  return given.filter(([, isGiven]) => isGiven).map(([name]) => name)
}

/** What production lacks, one line each. */
export function missingInProduction(read: ModeSettings): string[] {
  const missing: string[] = []
  if (!read.PUBLIC_URL) missing.push(publicUrlIsMissing(productionSettings(read)))
  if (!read.AUTH_SECRET) missing.push('AUTH_SECRET: needed in production')
  if (!read.SMTP_URL) missing.push('SMTP_URL: needed in production, or no mail would leave')
  if (!read.MAIL_FROM) missing.push('MAIL_FROM: needed in production')
  if (read.SMS_PROVIDER === 'outbox') missing.push('SMS_PROVIDER: the outbox sends no real SMS')
  if (read.PAYMENT_PROVIDER === 'sandbox') missing.push('PAYMENT_PROVIDER: the sandbox takes no real money')
  return missing
}

function publicUrlIsMissing(given: string[]): string {
  if (given.length === 0) return 'PUBLIC_URL: needed when MAAHAD_DEMO is 0'
  return `PUBLIC_URL: needed, because a demonstration has no ${given.join(', ')}`
}

/** Contradictions between the public address and how it is reached, one line each. */
export function wrongAddresses({ PUBLIC_URL, TRUST_PROXY }: ModeSettings): string[] {
  if (!PUBLIC_URL) return []
  const { protocol, hostname } = new URL(PUBLIC_URL)
  if (protocol === 'https:' && TRUST_PROXY === 0) {
    return [
      'TRUST_PROXY: needed when PUBLIC_URL begins with https://. This server does not speak TLS, so a proxy stands before it, and without its word all visitors share one address',
    ]
  }
  if (protocol === 'http:' && !isLoopback(hostname))
    return ['PUBLIC_URL: must begin with https://, because passwords and cookies would travel in the clear']
  return []
}

/** Whether only this machine reaches the host: `localhost`, names below it (RFC 6761), 127.0.0.0/8 and ::1. */
export function isLoopback(host: string): boolean {
  return /^(?:(?:[^.]+\.)*localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)
}
