/** The payment provider with its keys, and the payment brands that pages show. */
import { z } from 'zod'
import type { PaymentBrand } from '../../locales/payment-brands.ts'
import {
  type InstalmentSettings,
  instalmentEnvironment,
  instalmentFormTargets,
  instalmentSettings,
  missingInstalmentSettings,
} from './instalment-settings.server.ts'
import { isSafeUrl } from './safe-url.ts'

const BRANDS = ['mada', 'visa', 'mastercard', 'applepay', 'stcpay'] as const satisfies PaymentBrand[]
const MOYASAR_URL = 'https://api.moyasar.com/v1'

const Brands = z
  .string()
  .transform((list) => list.split(',').map((name) => name.trim().toLowerCase()))
  .pipe(z.array(z.enum(BRANDS, `must be a list of ${BRANDS.join(', ')}`)))

export const paymentEnvironment = {
  PAYMENT_PROVIDER: z.enum(['sandbox', 'moyasar']).default('sandbox'),
  PAYMENT_METHODS: Brands.optional(),
  MOYASAR_SECRET_KEY: z
    .string()
    .regex(/^sk_(live|test)_\w{10,}$/, 'must be a secret key: sk_live_… or sk_test_…')
    .optional(),
  MOYASAR_WEBHOOK_SECRET: z.string().min(24, 'must have at least 24 characters').max(200).optional(),
  MOYASAR_API_URL: z
    .url({ protocol: /^https?$/ })
    .refine((url) => !URL.canParse(url) || isSafeUrl(new URL(url)), 'must begin with https://')
    .default(MOYASAR_URL),
  ...instalmentEnvironment,
}
const Environment = z.object(paymentEnvironment)
type Read = z.infer<typeof Environment>

export type MoyasarSettings = {
  secretKey: string
  /** Every webhook of theirs contains it. */
  webhookSecret: string
  /** Without a trailing slash. */
  apiUrl: string
  /** Real money, not their test mode. */
  live: boolean
}

export type PaymentSettings = {
  /** The provider of new payments. */
  provider: 'sandbox' | 'moyasar'
  /** Also when another provider is chosen: its open payments, refunds and webhooks are handled. */
  moyasar: MoyasarSettings | undefined
  /** The payment brands that pages show. */
  brands: PaymentBrand[]
  /** The smallest amount that the provider accepts. */
  minimumHalalas: number
  instalments: InstalmentSettings
  /** The hosts of the checkout pages, for `form-action` of the content security policy: our forms redirect there. */
  formTargets: string
}

/**
 * The settings that the chosen provider lacks or must not have, one line each.
 * @param demo a demonstration must not take real money, any other installation must
 */
export function missingPaymentSettings(read: Read, demo: boolean): string[] {
  return [...missingMoyasarSettings(read, demo), ...missingInstalmentSettings(read, demo)]
}

function missingMoyasarSettings(read: Read, demo: boolean): string[] {
  const isInUse = read.PAYMENT_PROVIDER === 'moyasar' || read.MOYASAR_SECRET_KEY !== undefined
  if (!isInUse) return []
  const missing = (['MOYASAR_SECRET_KEY', 'MOYASAR_WEBHOOK_SECRET'] as const)
    .filter((name) => !read[name])
    .map((name) =>
      read.PAYMENT_PROVIDER === 'moyasar'
        ? `${name}: needed when PAYMENT_PROVIDER is moyasar`
        : `${name}: needed with MOYASAR_SECRET_KEY, for the payments that were made with Moyasar`,
    )
  const key = read.MOYASAR_SECRET_KEY
  if (key && demo && isLive(key))
    missing.push('MOYASAR_SECRET_KEY: a live key charges real cards, which a demonstration must not: use sk_test_…')
  if (key && !demo && !isLive(key))
    missing.push('MOYASAR_SECRET_KEY: a test key takes no real money: use sk_live_…, or set MAAHAD_DEMO=1')
  return missing
}

const isLive = (key: string) => key.startsWith('sk_live_')

export function paymentSettings(read: Read, demo: boolean): PaymentSettings {
  const moyasar = moyasarSettings(read)
  const instalments = instalmentSettings(read, demo)
  const formTargets = [...(moyasar ? [hostsOf(moyasar.apiUrl)] : []), ...instalmentFormTargets(instalments)].join(' ')
  const common = { moyasar, instalments, formTargets }
  if (read.PAYMENT_PROVIDER === 'sandbox')
    return { ...common, provider: 'sandbox', brands: read.PAYMENT_METHODS ?? [...BRANDS], minimumHalalas: 1 }
  // Wallets need an agreement with the provider; cards are part of every account.
  const brands = read.PAYMENT_METHODS ?? ['mada', 'visa', 'mastercard']
  return { ...common, provider: 'moyasar', brands, minimumHalalas: 100 }
}

function moyasarSettings(read: Read): MoyasarSettings | undefined {
  const { MOYASAR_SECRET_KEY: secretKey, MOYASAR_WEBHOOK_SECRET: webhookSecret } = read
  if (!secretKey || !webhookSecret) return undefined
  return { secretKey, webhookSecret, apiUrl: read.MOYASAR_API_URL.replace(/\/+$/, ''), live: isLive(secretKey) }
}

/** Moyasar's checkout pages are on other hosts of the same domain than its API. */
function hostsOf(apiUrl: string): string {
  const { hostname, origin } = new URL(apiUrl)
  return hostname.endsWith('.moyasar.com') ? 'https://*.moyasar.com' : origin
}
