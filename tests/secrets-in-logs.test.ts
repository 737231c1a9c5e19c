/** Calls every account endpoint: validly, invalidly and with a broken database. Then it searches the log for secrets. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { contract } from '../app/api/contract.ts'
import type { Endpoint } from '../app/api/endpoint.ts'
import { newFormToken } from '../app/features/leads/form-token.server.ts'
import { invite } from '../app/features/staff/staff.server.ts'
import { HOUR_MS, MINUTE_MS } from '../app/platform/durations.ts'
import {
  browserOf,
  mailedCode,
  otherCode,
  PASSWORD,
  signUpForm,
  type TestBrowser,
} from './support/accounts/accounts.ts'
import { authenticator } from './support/accounts/authenticator.ts'
import { OPENID_SECRET, visitOpenId } from './support/accounts/openid.ts'
import { appCode, messagedCode } from './support/accounts/second-factors.ts'
import {
  bringBack,
  leaveFor,
  restOfForm,
  somebody,
  startAppWithOpenId,
  type TestAppWithOpenId,
} from './support/accounts/social-sign-in.ts'

const NEW_PASSWORD = 'Marked-after-reset-77'
const LAST_PASSWORD = 'Marked-after-change-88'

const lines: string[] = []
const secrets = new Set<string>()
const called = new Set<string>()
let app: TestAppWithOpenId
let browser: TestBrowser

beforeAll(async () => {
  for (const name of ['log', 'info', 'warn', 'error', 'debug'] as const)
    vi.spyOn(console, name).mockImplementation((...args) => void lines.push(args.join(' ')))
  app = await startAppWithOpenId(['campus', 'apple'], {
    env: { LOG_LEVEL: 'trace', TRUST_PROXY: '1', MAAHAD_DEMO: '1' },
    logTo: { write: (line) => lines.push(line) },
  })
  browser = browserOf(app)
})
afterAll(async () => {
  await app.stop()
  vi.restoreAllMocks()
})

const SECRET_NAME =
  /^credential$|clientdatajson|signature|password|code$|codes$|token|ticket|challenge|secret|otpauth|qrsvg|^state$|nonce|verifier/i

/** Collects the secrets that must not be logged, by the field names of requests and responses. */
function remember(value: unknown, name = ''): void {
  if (Array.isArray(value)) for (const item of value) remember(item, name)
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) remember(inner, key)
  else if (typeof value === 'string' && value.length >= 6 && SECRET_NAME.test(name)) secrets.add(value)
}

let range = 0
async function call(method: string, path: string, body?: Record<string, unknown>) {
  remember(body)
  for (const cookie of browser.cookies.values()) secrets.add(cookie)
  range += 1
  const answer = await browser.call(method, path, {
    body,
    headers: { 'X-Forwarded-For': `10.${Math.trunc(range / 200)}.${range % 200}.7` },
  })
  remember({ ...answer.data, code: undefined })
  for (const cookie of browser.cookies.values()) secrets.add(cookie)
  if (answer.status < 300) called.add(`${method} ${path}`.toLowerCase())
  return answer
}
async function right(method: string, path: string, body?: Record<string, unknown>) {
  const answer = await call(method, path, body)
  expect([path, answer.status, answer.error?.code]).toEqual([
    path,
    answer.status < 300 ? answer.status : 200,
    undefined,
  ])
  return answer.data
}

/** Finds a secret as a whole word: six digits inside a longer number or name are not a code. */
function found(secret: string, text: string): boolean {
  const literal = secret.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`(?<![\\w-])${literal}(?![\\w-])`).test(text)
}

/** The endpoints for signing up, signing in and account security. */
const { accounts, sessions, passwordReset, proof, staff, twoFactor, passkeys, socialSignIn, profile, personalData } =
  contract
const accountCalls = [
  accounts,
  sessions,
  passwordReset,
  proof,
  staff,
  twoFactor,
  passkeys,
  socialSignIn,
  profile,
  personalData,
].flatMap((endpoints): Endpoint[] => Object.values(endpoints))

it('no secret, code or password is in any log line', async () => {
  const form = signUpForm({ phone: '0501112233' })
  const { email } = form
  await right('POST', 'Auth/register', form)
  app.advance(2 * MINUTE_MS)
  await right('POST', 'Auth/resend-otp', { email })
  const activation = await mailedCode(app, email)
  await call('POST', 'Auth/activate', { email, code: otherCode(activation) })
  await right('POST', 'Auth/activate', { email, code: activation })
  await right('POST', 'Auth/refresh-token', {})
  await right('GET', 'auth/user-info')

  await right('POST', 'Auth/forgot-password', { email })
  app.advance(2 * MINUTE_MS)
  await right('POST', 'Auth/resend-reset-otp', { email })
  const reset = await mailedCode(app, email)
  await call('POST', 'Auth/validate-reset-otp', { email, code: otherCode(reset) })
  const { resetToken } = await right('POST', 'Auth/validate-reset-otp', { email, code: reset })
  await right('POST', 'Auth/reset-password', { resetToken, password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD })

  await call('POST', 'auth/login', { email, password: PASSWORD })
  await right('POST', 'auth/login', { email, password: NEW_PASSWORD })
  const phone = '+966501112233'
  await right('POST', 'Profile/phone', { phone })
  await right('POST', 'Profile/phone/verify', { code: await messagedCode(app, phone) })
  await right('POST', 'Profile/two-factor/enable', { password: NEW_PASSWORD })
  await right('POST', 'Auth/prove', { password: NEW_PASSWORD })
  const { secret } = await right('POST', 'Profile/authenticator', {})
  await right('POST', 'Profile/authenticator/confirm', { code: appCode(app, secret) })
  const { backupCodes } = await right('POST', 'Profile/two-factor/backup-codes', { password: NEW_PASSWORD })
  app.advance(2 * MINUTE_MS)
  await right('POST', 'Auth/prove/code', { method: 'sms' })
  await right('POST', 'Auth/prove', { method: 'sms', code: await messagedCode(app, phone) })
  const device = authenticator({ origin: app.address })
  const toMake = await right('POST', 'Profile/passkeys/options', {})
  await right('POST', 'Profile/passkeys', { credential: device.create(toMake) })
  const toProve = await right('POST', 'Auth/passkey/options', { purpose: 'prove' })
  await right('POST', 'Auth/prove', { credential: device.get(toProve) })
  await right('POST', 'Auth/logout', {})
  const toSignIn = await right('POST', 'Auth/passkey/options', {})
  await call('POST', 'Auth/passkey/login', { credential: device.get(toSignIn, { origin: 'https://evil.example' }) })
  const toSignInAgain = await right('POST', 'Auth/passkey/options', {})
  await right('POST', 'Auth/passkey/login', { credential: device.get(toSignInAgain) })
  await right('POST', 'Auth/logout', {})

  const { challenge } = await right('POST', 'auth/login', { email, password: NEW_PASSWORD })
  app.advance(2 * MINUTE_MS)
  await right('POST', 'Auth/resend-2fa', { challenge })
  const sms = await messagedCode(app, phone)
  await call('POST', 'auth/login-with-2fa', { challenge, code: otherCode(sms), method: 'sms' })
  await right('POST', 'auth/login-with-2fa', { challenge, code: sms, method: 'sms' })
  await right('POST', 'Auth/logout', {})
  const again = await right('POST', 'auth/login', { email, password: NEW_PASSWORD })
  await right('POST', 'auth/login-with-2fa', { challenge: again.challenge, code: backupCodes[0], method: 'backup' })
  await right('POST', 'Profile/change-password', {
    currentPassword: NEW_PASSWORD,
    password: LAST_PASSWORD,
    confirmPassword: LAST_PASSWORD,
  })
  await right('POST', 'Auth/prove', { password: LAST_PASSWORD })
  await right('DELETE', 'Profile/authenticator')
  await right('POST', 'Profile/two-factor/disable', { password: LAST_PASSWORD })

  await fromAVisitor()
  await fromAColleague()
  await fromAProvider(email)
  await everyCallOverBrokenTables(email, phone)
  expect((await call('GET', 'auth/user-info')).status, 'still signed in').toBe(200)
  app.advance(HOUR_MS)
  await right('POST', 'Auth/refresh-token', {})
  await right('POST', 'Auth/prove', { password: LAST_PASSWORD })
  await right('DELETE', 'Profile', { password: LAST_PASSWORD })

  // An endpoint with secrets that is not called above would not be checked.
  const taking = accountCalls.filter(({ method, input }) => method !== 'GET' && SECRET_NAME.test(fieldsOf(input)))
  expect(
    taking
      .filter((one) => !called.has(`${one.method} ${one.path.replace('{provider}', 'campus')}`.toLowerCase()))
      .map(({ path }) => path),
  ).toEqual([])

  const log = lines.join('\n')
  expect(log).toContain('a call failed')
  expect(secrets.size).toBeGreaterThan(40)
  expect([...secrets].filter((one) => found(one, log))).toEqual([])
  // The search finds what was logged.
  app.services.log.info({ typed: LAST_PASSWORD }, `code ${sms}`)
  const spoilt = lines.join('\n')
  expect([found(LAST_PASSWORD, spoilt), found(sms, spoilt)]).toEqual([true, true])
})

const fieldsOf = (input: Endpoint['input']) =>
  Object.keys((input as { shape?: object }).shape ?? {})
    .filter((name) => SECRET_NAME.test(name))
    .join(' ')

/** What the form of a page sends that was opened a minute ago. */
function formFacts(kind: 'contact' | 'trainer') {
  const opened = new Date(app.services.now().getTime() - MINUTE_MS)
  return { stamp: newFormToken({ settings: app.services.settings, now: () => opened }, kind), consent: 'on' }
}

/** An enquiry's text and its tracking token, also when the database quotes the rejected row. */
async function fromAVisitor() {
  const message = 'Marked-args-of-an-enquiry'
  const enquiry = { name: 'Sara Ali', email: 'marked@visitor.example', phone: '0501112244', subject: 1, message }
  secrets.add(message)
  const { reference, token } = await right('POST', 'Contact', { ...enquiry, ...formFacts('contact') })
  await right('GET', `Enquiries/${reference}?token=${token}`)
  await call('GET', `Enquiries/${reference}?token=${token.slice(1)}x`)
  await fetch(`${app.address}/ar/contact/${reference}?token=${token}`)
  const { identityNumber, stamp } = await fromATrainer()
  await sql`alter table leads add constraint broken_leads check (false) not valid`.execute(app.db)
  expect((await call('POST', 'Contact', { ...enquiry, ...formFacts('contact'), subject: 2 })).status).toBe(500)
  const application = { ...TRAINER, ...formFacts('trainer'), identityNumber, cvId: await sentCv(stamp) }
  expect((await call('POST', 'TrainerApplications', application)).status).toBe(500)
  await sql`alter table leads drop constraint broken_leads`.execute(app.db)
}

/** The token of an invitation, used and wrong. */
async function fromAColleague() {
  const signedIn = browser
  browser = browserOf(app)
  const { link } = await invite(app.services, { email: 'marked@staff.example', role: 'Admin', lang: 'en' })
  const token = new URL(link).searchParams.get('token')!
  await fetch(link.replace(app.services.settings.publicUrl, app.address))
  await right('POST', 'Auth/invitation', { token })
  await call('POST', 'Auth/accept-invitation', { ...signUpForm(), token: `${token.slice(1)}x` })
  await right('POST', 'Auth/accept-invitation', { ...signUpForm(), token })
  browser = signedIn
}

const TRAINER = {
  ...{ name: 'Sara Ali', email: 'marked@trainer.example', phone: '0501112245', birthdate: '1985-03-09', gender: '2' },
  ...{ country: 'SA', address: 'Riyadh', qualification: 'MBA', graduationYear: 2010, jobTitle: 'Lead' },
  ...{ yearsOfExperience: 10, currentJob: 'Lead', specialty: 'Audit', experienceDescription: 'Marked-experience' },
}

/** The national identity number, valid and invalid. */
async function fromATrainer() {
  const identityNumber = '1234567897'
  for (const secret of [identityNumber, '1234567890', 'Marked-experience']) secrets.add(secret)
  const { stamp } = await right('GET', 'Enquiries/stamp?kind=trainer')
  const form = { ...TRAINER, ...formFacts('trainer') }
  await right('POST', 'TrainerApplications', { ...form, identityNumber, cvId: await sentCv(stamp) })
  await call('POST', 'TrainerApplications', { ...form, identityNumber: '1234567890' })
  await right('POST', 'TrainerApplications/check', { form: { ...TRAINER, identityNumber } })
  return { identityNumber, stamp }
}

async function sentCv(stamp: string): Promise<string> {
  const address = `${app.address}/api/TrainerApplications/cv?stamp=${encodeURIComponent(stamp)}`
  const response = await fetch(address, {
    method: 'POST',
    body: '%PDF-1.7\n%%EOF',
    headers: { 'X-File-Name': 'cv.pdf' },
  })
  return ((await response.json()) as { data: { id: string } }).data.id
}

/** Valid and invalid, with a provider that posts and one that redirects: a new and an existing account. */
async function fromAProvider(email: string) {
  const signedIn = browser
  secrets.add(OPENID_SECRET)
  for (const provider of ['campus', 'apple']) {
    browser = browserOf(app)
    const { subject } = somebody(app.openid, provider === 'campus' ? { email } : { email: undefined })
    const left = await leaveFor(browser, provider)
    remember(Object.fromEntries(new URL(left).searchParams))
    const sent = await visitOpenId(left, subject)
    remember(Object.fromEntries([...sent.url.searchParams, ...(sent.form ?? [])]))
    await bringBack(app, browser, sent)
    // Again: the code was used, the sign-in attempt is finished.
    await bringBack(app, browser, sent)
    const wrong = new URLSearchParams({
      code: 'marked-wrong-code',
      state: new URL(await leaveFor(browser, provider)).searchParams.get('state')!,
    })
    remember(Object.fromEntries(wrong))
    await bringBack(app, browser, {
      url: new URL(`${app.address}/api/Auth/external/${provider}/callback?${wrong}`),
      form: undefined,
    })
    const typed = provider === 'campus' ? email : `new-${subject}@example.com`
    app.advance(2 * MINUTE_MS)
    await right('POST', 'Auth/external-code', { email: typed })
    const code = await mailedCode(app, typed)
    await call('POST', 'Auth/external-verify', { code: otherCode(code) })
    if (provider === 'campus') {
      await call('POST', 'Auth/external-login', { password: PASSWORD })
      await right('POST', 'Auth/external-login', { password: LAST_PASSWORD })
    } else {
      await right('POST', 'Auth/external-verify', { code })
      await right('POST', 'Auth/external-register', restOfForm)
    }
    called.add(`post auth/external/${sent.form ? 'campus' : 'nobody'}/callback`)
  }
  browser = signedIn
}

/** Database errors quote rows and statements: each call fails with secrets in its input. */
async function everyCallOverBrokenTables(email: string, phone: string) {
  const password = 'Marked-on-broken-99'
  const body = {
    ...signUpForm({ password }),
    ...{ email, phone, password, confirmPassword: password, currentPassword: password },
    ...{ code: '918273', method: 'sms', challenge: 'marked-challenge-value', resetToken: 'marked-reset-token' },
    ...{ refreshToken: 'marked-refresh-token-of-forty-three-letters', token: 'marked-token' },
  }
  const lasting = accountCalls.filter(
    ({ path, method }) => path !== 'Auth/logout' && `${method} ${path}` !== 'DELETE Profile',
  )
  for (const table of ['codes', 'sign_in_tries', 'registrations', 'users', 'rate_buckets']) {
    const constraint = `broken_${table}`
    await sql`alter table ${sql.table(table)} add constraint ${sql.ref(constraint)} check (false) not valid`.execute(
      app.db,
    )
    for (const { method, path } of lasting) await call(method, path, method === 'GET' ? undefined : body)
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(constraint)}`.execute(app.db)
  }
}
