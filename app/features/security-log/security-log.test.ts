import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserOf, mailedCode, newPerson, otherCode, PASSWORD } from '../../../tests/support/accounts/accounts.ts'
import { appCode } from '../../../tests/support/accounts/second-factors.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { learner } from '../../../tests/support/factories.ts'
import { signedInMember, tokenOf } from '../../../tests/support/signed-in.ts'
import { HOUR_MS, MINUTE_MS, YEAR_MS } from '../../platform/durations.ts'
import { deleteOldSecurityEvents } from './security-log.server.ts'

const NEW = 'Oasis-9-palms'

let app: TestApp
let owner: Awaited<ReturnType<typeof signedInMember>>
beforeAll(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: '1' }, now: new Date() })
  owner = await signedInMember(app, ['Owner'])
})
afterAll(() => app.stop())

type Entry = {
  event: string
  call: string | null
  outcome: string
  count: number
  user: { id: number } | null
  addressHash: string | null
  network: string | null
  requestId: string | null
  detail: Record<string, unknown>
}
type Page = { items: Entry[]; totalCount: number; pageIndex: number }
const read = async (query: string) => (await owner.call<Page>('GET', `admin/security-log?PageSize=50&${query}`)).data
/** The entries about an address, the oldest first. */
const about = async (email: string) => (await read(`Email=${encodeURIComponent(email)}`)).items.reverse()
const brief = ({ event, outcome }: Entry) => `${event} ${outcome}`

describe('the security log', () => {
  it('has successful and failed sign-ins with account, network and request, and no secret or address', async () => {
    const { email, form } = await newPerson(app)
    const from = { 'X-Forwarded-For': '203.0.113.77' }
    const post = (password: string) => app.call('POST', 'auth/login', { body: { email, password }, headers: from })
    const wrong = await post('Wrong-7-words')
    await post(PASSWORD)
    const entries = await about(email)
    expect(entries.map(brief)).toEqual(['signUp done', 'signUp done', 'signIn invalidCredentials', 'signIn done'])
    expect(entries[2]).toMatchObject({
      call: 'POST auth/login',
      count: 1,
      user: null,
      network: '203.0.113.0/24',
      requestId: wrong.headers.get('x-request-id'),
    })
    expect(entries[3]!.user).not.toBeNull()
    expect(new Set(entries.map(({ addressHash }) => addressHash)).size).toBe(1)
    const { rows } = await sql<{ text: string }>`select security_events::text as text from security_events`.execute(
      app.db,
    )
    for (const secret of [email, form.phone, PASSWORD, 'Wrong-7-words', '203.0.113.77'])
      expect(rows.map(({ text }) => text).join('\n')).not.toContain(secret)
  })

  it('records an unknown address in the same way as a known one', async () => {
    const body = { email: 'nobody-here@example.com', password: 'Wrong-7-words' }
    await app.call('POST', 'auth/login', { body })
    expect((await about(body.email)).map(brief)).toEqual(['signIn invalidCredentials'])
  })

  it('has factors, second-factor sign-ins, proofs, resets and changes of the password', async () => {
    const { email, browser } = await newPerson(app)
    const post = (path: string, body: object = {}) => browser.call('POST', path, { body })
    const { data } = await post('Profile/authenticator')
    await post('Profile/authenticator/confirm', { code: otherCode(appCode(app, data.secret)) })
    await post('Profile/authenticator/confirm', { code: appCode(app, data.secret) })
    await post('Auth/prove', { password: 'Wrong-7-words' })
    await post('Auth/logout')
    app.advance(2 * MINUTE_MS)
    await post('auth/login', { email, password: PASSWORD })
    await post('auth/login-with-2fa', { code: otherCode(appCode(app, data.secret)), method: 'totp' })
    await post('auth/login-with-2fa', { code: appCode(app, data.secret), method: 'totp' })
    await post('Profile/change-password', { currentPassword: 'Wrong-7-words', password: NEW, confirmPassword: NEW })
    await post('Auth/forgot-password', { email })
    const code = await mailedCode(app, email)
    await post('Auth/validate-reset-otp', { email, code: otherCode(code) })
    await post('Auth/validate-reset-otp', { email, code })
    const resetToken = browser.cookies.get('reset')
    await app.call('POST', 'Auth/reset-password', { body: { resetToken, password: NEW, confirmPassword: NEW } })
    const entries = (await about(email)).map(brief)
    expect(entries.slice(2)).toEqual([
      'factorChange codeWrong',
      'factorChange done',
      'proof wrongPassword',
      'signOut done',
      'signIn pending',
      'secondFactor codeWrong',
      'secondFactor done',
      'passwordChange wrongPassword',
      'passwordReset done',
      'passwordReset codeWrong',
      'passwordReset done',
      'passwordReset done',
    ])
    expect((await read('Event=secondFactor&Outcome=codeWrong')).totalCount).toBe(1)
  })

  it('has refusals of any call for missing rights, but not guests who have to sign in', async () => {
    const { user, call } = await signedInMember(app)
    await call('GET', 'admin/orders')
    await app.call('GET', 'admin/orders')
    const { items } = await read(`UserId=${user.id}`)
    expect(items.map(({ event, call, outcome }) => [event, call, outcome])).toEqual([
      ['refusal', 'GET admin/orders', 'forbidden'],
    ])
    expect((await read('Outcome=unauthenticated')).totalCount).toBe(0)
  })

  it('has exports, refunds and its own readers', async () => {
    const admin = await signedInMember(app, ['Admin'])
    await admin.call('GET', 'Profile/export')
    await admin.call('POST', 'admin/orders/00000000-0000-4000-8000-000000000000/refund', { reason: 'x' })
    const entries = (await read(`UserId=${admin.user.id}`)).items.map(brief)
    expect(entries).toEqual(['refund orderNotFound', 'export done'])
    const reading = await read(`Event=logAccess&UserId=${owner.user.id}`)
    expect(reading.totalCount).toBeGreaterThan(0)
  })

  it('has changes of roles and suspensions by staff and by the command line', async () => {
    const { id } = await learner(app.db)
    await app.db
      .updateTable('users')
      .set({ roles: ['Admin'], last_role: 'Admin' })
      .where('id', '=', id)
      .execute()
    await app.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', id).execute()
    const { items } = await read(`UserId=${id}&Event=rights`)
    expect(items.map(({ detail }) => detail)).toEqual([
      expect.objectContaining({ statusBefore: 'active', statusAfter: 'suspended' }),
      expect.objectContaining({ rolesBefore: ['Student'], rolesAfter: ['Admin'] }),
    ])
  })

  it('has a refresh token that was used again', async () => {
    const { tokens, email } = await newPerson(app)
    const again = () => app.call('POST', 'Auth/refresh-token', { body: { refreshToken: tokens.refreshToken } })
    await again()
    app.advance(MINUTE_MS)
    await again()
    expect((await about(email)).map(brief)).toContain('tokenReuse sessionEnded')
  })

  it('counts repeated failures of a minute in one row', async () => {
    const { email } = await newPerson(app)
    app.advance(HOUR_MS)
    const guess = () => app.call('POST', 'auth/login', { body: { email, password: 'x' } })
    await Promise.all(Array.from({ length: 30 }, guess))
    const failures = (await about(email)).filter(({ event }) => event === 'signIn')
    expect(failures.map(({ outcome, count }) => [outcome, count]).sort()).toEqual([
      ['invalidCredentials', 5],
      ['tooManyRequests', 25],
    ])
  })

  it('is readable by Owners only, in pages, newest first', async () => {
    for (const role of ['Student', 'Teacher', 'Admin'] as const) {
      const token = await tokenOf(app, await learner(app.db, { roles: [role] }))
      expect((await app.call('GET', 'admin/security-log', { token })).status).toBe(403)
    }
    const first = (await owner.call<Page>('GET', 'admin/security-log?PageSize=2')).data
    const second = (await owner.call<Page>('GET', 'admin/security-log?PageSize=2&PageIndex=2')).data
    expect([first.items.length, second.items.length, second.pageIndex]).toEqual([2, 2, 2])
    expect(first.totalCount).toBeGreaterThan(10)
    const now = app.services.now()
    expect((await read(`From=${new Date(now.getTime() + 1000).toISOString()}`)).totalCount).toBe(0)
    expect((await owner.call('GET', 'admin/security-log?Event=nothing')).status).toBe(400)
  })

  it('cannot be changed, and is deleted after a year', async () => {
    const change = app.db.updateTable('security_events').set({ outcome: 'done' }).where('outcome', '!=', 'done')
    await expect(change.execute()).rejects.toThrow(/never changed|refuse|change/)
    await deleteOldSecurityEvents(app.services)
    expect((await read('')).totalCount).toBeGreaterThan(0)
    const later = { ...app.services, now: () => new Date(app.services.now().getTime() + YEAR_MS + HOUR_MS) }
    await deleteOldSecurityEvents(later)
    expect((await read('Event=signIn')).totalCount).toBe(0)
  })

  it('fails no call when it cannot be written', async () => {
    const { email } = await newPerson(app)
    await app.db.schema.alterTable('security_events').renameTo('security_events_away').execute()
    try {
      const answer = await browserOf(app).call('POST', 'auth/login', { body: { email, password: PASSWORD } })
      expect(answer.status).toBe(200)
    } finally {
      await app.db.schema.alterTable('security_events_away').renameTo('security_events').execute()
    }
  })
})
