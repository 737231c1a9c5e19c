/** The product for tests of second factors: its callers, and people who have one. */
import { afterAll, beforeAll } from 'vitest'
import { startTestApp, type TestApp } from '../app.ts'
import { browserOf, newPerson, PASSWORD, type TestBrowser } from './accounts.ts'
import { appCode, secondFactor, verifiedPhone } from './second-factors.ts'

/** The product of a test file, with a clock that stands still. */
export function startProduct() {
  let app: TestApp
  beforeAll(async () => {
    // The clock stands still: what lasts minutes must not depend on how busy the machine is.
    app = await startTestApp({
      env: { TRUST_PROXY: '1', SMS_HOURLY_BUDGET: '10000', STAFF_SECOND_FACTOR: '1' },
      now: new Date(),
    })
  })
  afterAll(() => app.stop())

  let range = 0
  /** Another network for each call, so that no test uses up the tries of the next. */
  const elsewhere = () => ({ 'X-Forwarded-For': `10.${Math.trunc(range / 250)}.${range++ % 250}.7` })
  const post = (path: string, body: object, browser?: TestBrowser) =>
    (browser ?? app).call('POST', path, { body, headers: elsewhere() })
  const login = (email: string, browser?: TestBrowser) => post('auth/login', { email, password: PASSWORD }, browser)
  const subjects = async (email: string) => (await app.mails(email)).map(({ subject }) => subject)

  let phones = 0
  /** A person whose sign-in takes a second step by SMS. */
  async function guarded() {
    phones += 1
    const person = await newPerson(app, browserOf(app), { phone: `05${String(10_000_000 + phones)}` })
    const phone = await verifiedPhone(app, person.browser)
    const { backupCodes } = await secondFactor(person.browser)
    return { ...person, phone, backupCodes }
  }

  /** A person with an authenticator app; the secret is what the app keeps. */
  async function withApp(browser: TestBrowser) {
    const { data } = await post('Profile/authenticator', {}, browser)
    const code = appCode(app, data.secret)
    const confirmed = await post('Profile/authenticator/confirm', { code }, browser)
    return { ...data, confirmed } as { secret: string; otpauthUrl: string; qrSvg: string; confirmed: typeof confirmed }
  }
  return {
    get app() {
      return app
    },
    post,
    login,
    subjects,
    guarded,
    withApp,
  }
}
