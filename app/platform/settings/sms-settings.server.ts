/** The SMS provider, with its keys. */
import { z } from 'zod'

/** A sender name (at most eleven characters, registered with the Saudi operators), a number, or a Twilio service id. */
const Sender = z.string().max(34)

export const smsEnvironment = {
  SMS_PROVIDER: z.enum(['outbox', 'unifonic', 'taqnyat', 'twilio']).default('outbox'),
  /** Replaces the provider's address, for instance by a gateway. */
  SMS_URL: z.url({ protocol: /^https?$/ }).optional(),
  UNIFONIC_APP_SID: z.string().optional(),
  UNIFONIC_SENDER: Sender.optional(),
  TAQNYAT_TOKEN: z.string().optional(),
  TAQNYAT_SENDER: Sender.optional(),
  TWILIO_ACCOUNT_SID: z
    .string()
    .regex(/^AC[0-9a-f]{32}$/i, 'must be AC and 32 hexadecimal digits')
    .optional(),
  TWILIO_AUTH_TOKEN: z.string().optional(),
  TWILIO_FROM: Sender.optional(),
  SMS_COUNTRIES: z
    .string()
    .regex(/^[A-Z]{2}(\s*,\s*[A-Z]{2})*$/, 'must be country codes like SA,AE')
    .default('SA'),
  SMS_HOURLY_BUDGET: z.coerce.number().int().min(1).max(1_000_000).default(1000),
}
const Environment = z.object(smsEnvironment)
type Read = z.infer<typeof Environment>

type Provider =
  | { provider: 'outbox' }
  | { provider: 'unifonic'; appSid: string; sender: string; url?: string }
  | { provider: 'taqnyat'; token: string; sender: string; url?: string }
  | { provider: 'twilio'; accountSid: string; authToken: string; from: string; url?: string }

export type SmsSettings = Provider & {
  /** The countries to whose numbers SMS are sent, as `SA`. */
  countries: string[]
  /** The most SMS that are sent in an hour, to all numbers together. */
  hourlyBudget: number
}

const NEEDS = {
  outbox: [],
  unifonic: ['UNIFONIC_APP_SID', 'UNIFONIC_SENDER'],
  taqnyat: ['TAQNYAT_TOKEN', 'TAQNYAT_SENDER'],
  twilio: ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'],
} as const

/** The missing settings of the chosen provider, one line each. */
export function missingSmsSettings(read: Read): string[] {
  return NEEDS[read.SMS_PROVIDER]
    .filter((name) => !read[name])
    .map((name) => `${name}: needed when SMS_PROVIDER is ${read.SMS_PROVIDER}`)
}

export function smsSettings(read: Read): SmsSettings {
  return {
    ...providerOf(read),
    countries: read.SMS_COUNTRIES.split(/\s*,\s*/),
    hourlyBudget: read.SMS_HOURLY_BUDGET,
  }
}

function providerOf(read: Read): Provider {
  const provider = read.SMS_PROVIDER
  const url = read.SMS_URL?.replace(/\/+$/, '')
  if (provider === 'unifonic') return { provider, url, appSid: read.UNIFONIC_APP_SID!, sender: read.UNIFONIC_SENDER! }
  if (provider === 'taqnyat') return { provider, url, token: read.TAQNYAT_TOKEN!, sender: read.TAQNYAT_SENDER! }
  if (provider === 'twilio') {
    const { TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_FROM } = read
    return { provider, url, accountSid: TWILIO_ACCOUNT_SID!, authToken: TWILIO_AUTH_TOKEN!, from: TWILIO_FROM! }
  }
  return { provider }
}
