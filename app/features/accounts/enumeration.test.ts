/**
 * Nobody can find out who has an account: each answer, its headers and the work behind it are the same. How long the
 * work takes is measured by `npm run bench enumeration`.
 */
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DB } from '../../../db/types.ts'
import { browserOf, newPerson, PASSWORD, signUpForm } from '../../../tests/support/accounts/accounts.ts'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { learner } from '../../../tests/support/factories.ts'
import type { Api } from '../../api/contract.ts'
import { HOUR_MS } from '../../platform/durations.ts'

const hashing = vi.hoisted(() => ({ runs: 0 }))
vi.mock('node:crypto', async (original) => {
  const real = await original<typeof import('node:crypto')>()
  const argon2: typeof real.argon2 = (...words) => {
    hashing.runs += 1
    real.argon2(...words)
  }
  return { ...real, argon2 }
})

const KINDS = ['open', 'suspended', 'waiting', 'unknown'] as const
type Kind = (typeof KINDS)[number]

/** What a stranger may send about an address; the passwords and codes are wrong. */
const FLOWS = {
  'auth/login': (email: string) => ({ email, password: 'Wrong-7-words' }),
  'Auth/register': (email: string) => signUpForm({ email, password: 'Stranger-7-x' }),
  'Auth/activate': (email: string) => ({ email, code: '000000' }),
  'Auth/resend-otp': (email: string) => ({ email }),
  'Auth/forgot-password': (email: string) => ({ email }),
  'Auth/validate-reset-otp': (email: string) => ({ email, code: '000000' }),
  'Auth/resend-reset-otp': (email: string) => ({ email }),
}
type Flow = keyof typeof FLOWS
const ASKED: Record<Flow, (api: Api, body: never) => Promise<unknown>> = {
  'auth/login': (api, body) => api.accounts.login(body),
  'Auth/register': (api, body) => api.accounts.register(body),
  'Auth/activate': (api, body) => api.accounts.activate(body),
  'Auth/resend-otp': (api, body) => api.accounts.resendOtp(body),
  'Auth/forgot-password': (api, body) => api.passwordReset.forgotPassword(body),
  'Auth/validate-reset-otp': (api, body) => api.passwordReset.validateResetOtp(body),
  'Auth/resend-reset-otp': (api, body) => api.passwordReset.resendResetOtp(body),
}
const flows = Object.keys(FLOWS) as Flow[]

/** Where a sign-up that is under way can be told from none: it is no account, and only its code opens it. */
const TELLS_OF_SIGN_UPS: Partial<Record<Flow, Kind[]>> = {
  'Auth/activate': ['waiting'],
  'Auth/resend-otp': ['waiting'],
}
const kindsOf = (flow: Flow) => KINDS.filter((kind) => !TELLS_OF_SIGN_UPS[flow]?.includes(kind))

let app: TestApp
const statements: string[] = []
let counted: Kysely<DB>
beforeAll(async () => {
  app = await startTestApp({ env: { LOG_LEVEL: 'silent' }, now: new Date() })
  const pool = new pg.Pool({ connectionString: app.services.settings.databaseUrl, max: 2 })
  counted = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void statements.push(query.sql),
  })
})
afterAll(async () => {
  await counted.destroy()
  await app.stop()
})

let round = 0
/** Fresh addresses of one length, no limit near. */
let addresses: Record<Kind, string>
beforeEach(async () => {
  app.advance(HOUR_MS)
  round += 1
  const email = (who: string) => `${who}-${100 + round}@example.com`
  addresses = { open: email('aa'), suspended: email('bb'), waiting: email('cc'), unknown: email('dd') }
  await newPerson(app, browserOf(app), { email: addresses.open })
  await learner(app.db, { email: addresses.suspended, status: 'suspended' })
  await browserOf(app).call('POST', 'Auth/register', { body: signUpForm({ email: addresses.waiting }) })
  app.advance(120_000)
})

describe.each(flows)('%s', (flow) => {
  it('answers every address alike, in text, status and headers', async () => {
    const answers = await Promise.all(
      kindsOf(flow).map(async (kind) => {
        const email = addresses[kind]
        const answer = await app.call('POST', flow, { body: FLOWS[flow](email) })
        const headers = [...answer.headers].flatMap(([name, value]) => {
          if (name === 'x-request-id' || name === 'date') return []
          return [[name, name === 'set-cookie' ? value.replace(/=[^;]*/, '') : value]]
        })
        const text = JSON.stringify([answer.status, answer.data, answer.error, headers])
        // A token is random, of one length.
        return JSON.parse(text.replaceAll(email, '…').replace(/"(?:[\w-]{43}|[\da-f-]{36})"/, '"token"'))
      }),
    )
    for (const other of answers) expect(other).toEqual(answers[0])
  })

  it('does the same work for every address: hashes and statements', async () => {
    const work: Record<string, unknown> = {}
    for (const kind of kindsOf(flow)) {
      hashing.runs = 0
      statements.length = 0
      const body = FLOWS[flow](addresses[kind]) as never
      await ASKED[flow](apiAs(app, null, { db: counted }), body).catch(() => undefined)
      // What is asked for at once arrives in any order.
      work[kind] = [hashing.runs, statements.map((one) => one.replace(/\s+/g, ' ').slice(0, 60)).sort()]
    }
    for (const kind of kindsOf(flow)) expect({ [kind]: work[kind] }).toEqual({ [kind]: work.unknown })
  })
})

it('counts what it counts: a sign-in hashes twice, and a right password is told apart', async () => {
  hashing.runs = 0
  await app.call('POST', 'auth/login', { body: { email: addresses.unknown, password: PASSWORD } })
  expect(hashing.runs).toBe(2)
  hashing.runs = 0
  await app.call('POST', 'auth/login', { body: { email: addresses.open, password: PASSWORD } })
  expect(hashing.runs).toBe(1)
})
