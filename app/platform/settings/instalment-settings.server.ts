/** The instalment companies with their keys, and the amounts that were agreed with each. */
import { z } from 'zod'
import { INSTALMENT_COMPANIES, type InstalmentCompany, type InstalmentTerms } from '../instalment-companies.ts'
import { isSafeUrl } from './safe-url.ts'

const TABBY_URL = 'https://api.tabby.sa'
const TAMARA_URL = 'https://api.tamara.co'
/** Their test mode, which takes no money. */
const TAMARA_SANDBOX_HOST = 'api-sandbox.tamara.co'
const NONE = 'none'

const Companies = z
  .string()
  .transform((list) => list.split(',').map((name) => name.trim().toLowerCase()))
  .pipe(
    z.array(
      z.enum([...INSTALMENT_COMPANIES, NONE], `must be ${NONE}, or a list of ${INSTALMENT_COMPANIES.join(', ')}`),
    ),
  )
  .transform((names) => names.filter((name) => name !== NONE))

/** Riyals from and to, both included: `100-5000`. */
const Amounts = z
  .string()
  .regex(/^\d{1,6}-\d{1,6}$/, 'must be two whole amounts in riyals, such as 100-5000')
  .transform((range) => range.split('-').map((riyals) => Number(riyals) * 100) as [number, number])
  .refine(([from, to]) => from < to, 'must begin with the smaller amount')

const Secret = z.string().min(24, 'must have at least 24 characters').max(2000).optional()
const Url = z
  .url({ protocol: /^https?$/ })
  .refine((url) => !URL.canParse(url) || isSafeUrl(new URL(url)), 'must begin with https://')
  .transform((url) => url.replace(/\/+$/, ''))

export const instalmentEnvironment = {
  INSTALMENT_COMPANIES: Companies.optional(),
  TABBY_SECRET_KEY: z
    .string()
    .regex(/^sk_\w[\w-]{9,}$/, 'must be a secret key: sk_… or sk_test_…')
    .optional(),
  TABBY_MERCHANT_CODE: z.string().min(1).max(100).optional(),
  TABBY_WEBHOOK_SECRET: Secret,
  TABBY_AMOUNTS: Amounts.default([10_000, 500_000]),
  TABBY_API_URL: Url.default(TABBY_URL),
  TAMARA_API_TOKEN: Secret,
  TAMARA_NOTIFICATION_TOKEN: Secret,
  TAMARA_AMOUNTS: Amounts.default([10_000, 500_000]),
  TAMARA_INSTALMENTS: z.coerce.number().int().min(2).max(12).default(4),
  TAMARA_API_URL: Url.default(TAMARA_URL),
}
const Environment = z.object(instalmentEnvironment)
type Read = z.infer<typeof Environment>

export type TabbySettings = {
  secretKey: string
  merchantCode: string
  /** The value of the header that their messages carry. */
  webhookSecret: string
  /** Without a trailing slash. */
  apiUrl: string
  /** Where its payment pages may be, besides the company's own domain. */
  pageOrigin: string
  /** Real money, not their test mode. */
  live: boolean
}

export type TamaraSettings = {
  apiToken: string
  /** Signs the JWT of their messages. */
  notificationToken: string
  apiUrl: string
  pageOrigin: string
  /** Into how many parts they divide an order. */
  instalments: number
}

export type InstalmentSettings = {
  /** The companies that learners may choose, in the order of the checkout. */
  offered: InstalmentTerms[]
  /** Also of a company that is not offered any more: its payments, refunds and messages are handled. */
  tabby: TabbySettings | undefined
  tamara: TamaraSettings | undefined
  /** Simulated in a demonstration, where a company that is offered has no keys. */
  simulated: InstalmentCompany[]
}

/** Tabby divides an order into four. */
const TABBY_PARTS = 4

const KEYS = {
  tabby: ['TABBY_SECRET_KEY', 'TABBY_MERCHANT_CODE', 'TABBY_WEBHOOK_SECRET'],
  tamara: ['TAMARA_API_TOKEN', 'TAMARA_NOTIFICATION_TOKEN'],
} as const satisfies Record<InstalmentCompany, (keyof Read)[]>

const givenKeys = (read: Read, company: InstalmentCompany) => KEYS[company].filter((name) => read[name])
const offeredIn = (read: Read, demo: boolean) => read.INSTALMENT_COMPANIES ?? (demo ? [...INSTALMENT_COMPANIES] : [])

/** The settings that a company lacks or must not have, one line each. */
export function missingInstalmentSettings(read: Read, demo: boolean): string[] {
  const missing = INSTALMENT_COMPANIES.flatMap((company) => {
    const given = givenKeys(read, company)
    const isNeeded = given.length > 0 || (!demo && offeredIn(read, demo).includes(company))
    if (!isNeeded) return []
    return KEYS[company].filter((name) => !read[name]).map((name) => `${name}: needed for payments by ${company}`)
  })
  const key = read.TABBY_SECRET_KEY
  if (key && demo && isLive(key))
    missing.push('TABBY_SECRET_KEY: a live key takes real money, which a demonstration must not: use sk_test_…')
  if (key && !demo && !isLive(key))
    missing.push('TABBY_SECRET_KEY: a test key takes no real money: use a live one, or set MAAHAD_DEMO=1')
  const tamaraHost = new URL(read.TAMARA_API_URL).hostname
  if (read.TAMARA_API_TOKEN && demo && tamaraHost === new URL(TAMARA_URL).hostname)
    missing.push(`TAMARA_API_URL: ${TAMARA_URL} takes real money, which a demonstration must not`)
  if (read.TAMARA_API_TOKEN && !demo && tamaraHost === TAMARA_SANDBOX_HOST)
    missing.push(`TAMARA_API_URL: ${TAMARA_SANDBOX_HOST} takes no real money: use ${TAMARA_URL}, or set MAAHAD_DEMO=1`)
  return missing
}

const isLive = (key: string) => !key.startsWith('sk_test_')

export function instalmentSettings(read: Read, demo: boolean): InstalmentSettings {
  const terms = {
    tabby: { amounts: read.TABBY_AMOUNTS, parts: TABBY_PARTS },
    tamara: { amounts: read.TAMARA_AMOUNTS, parts: read.TAMARA_INSTALMENTS },
  }
  const offered = offeredIn(read, demo)
  return {
    offered: offered.map((company) => {
      const { amounts, parts } = terms[company]
      return { company, minimumHalalas: amounts[0], maximumHalalas: amounts[1], parts }
    }),
    tabby: tabbySettings(read),
    tamara: tamaraSettings(read),
    simulated: offered.filter((company) => demo && givenKeys(read, company).length === 0),
  }
}

function tabbySettings(read: Read): TabbySettings | undefined {
  const { TABBY_SECRET_KEY: secretKey, TABBY_MERCHANT_CODE: merchantCode, TABBY_WEBHOOK_SECRET: webhookSecret } = read
  if (!secretKey || !merchantCode || !webhookSecret) return undefined
  const apiUrl = read.TABBY_API_URL
  return { secretKey, merchantCode, webhookSecret, apiUrl, pageOrigin: new URL(apiUrl).origin, live: isLive(secretKey) }
}

function tamaraSettings(read: Read): TamaraSettings | undefined {
  const { TAMARA_API_TOKEN: apiToken, TAMARA_NOTIFICATION_TOKEN: notificationToken } = read
  if (!apiToken || !notificationToken) return undefined
  const apiUrl = read.TAMARA_API_URL
  const pageOrigin = new URL(apiUrl).origin
  return { apiToken, notificationToken, apiUrl, pageOrigin, instalments: read.TAMARA_INSTALMENTS }
}

/** The hosts of their payment pages, to which our forms redirect. */
export function instalmentFormTargets({ tabby, tamara }: InstalmentSettings): string[] {
  const of = (apiUrl: string, ...domains: string[]) => {
    const { hostname, origin } = new URL(apiUrl)
    const own = domains.find((domain) => hostname.endsWith(`.${domain}`))
    return own ? `https://*.${own}` : origin
  }
  return [
    ...(tabby ? [of(tabby.apiUrl, 'tabby.sa', 'tabby.ai')] : []),
    ...(tamara ? [of(tamara.apiUrl, 'tamara.co')] : []),
  ]
}
