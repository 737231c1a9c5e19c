/** The people who work for the institute: the first Owner, invitations, roles, and the last Owner who stays. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { staffCommand } from '../../../scripts/staff-commands.ts'
import { CommandError } from '../../../scripts/with-database.ts'
import { browserOf, newPerson, PASSWORD, signUpForm } from '../../../tests/support/accounts/accounts.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { learner } from '../../../tests/support/factories.ts'
import { tokenOf } from '../../../tests/support/signed-in.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { changeRoles, suspend } from './staff.server.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

/** Runs the command, as `npm run staff` does after it has opened the database. */
async function staff(...args: string[]): Promise<{ code: number; output: string }> {
  try {
    return { code: 0, output: await staffCommand(args)(app.services) }
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    return { code: 1, output: error.message }
  }
}

const tokenIn = (text: string) => /\/invitation\?token=([\w-]{43})/.exec(text)?.[1] ?? ''
function acceptance(token: string, facts: Record<string, unknown> = {}) {
  const { email: _, ...form } = signUpForm(facts)
  return { ...form, token }
}
const accept = (token: string, facts?: Record<string, unknown>) =>
  browserOf(app).call('POST', 'Auth/accept-invitation', { body: acceptance(token, facts) })
const invited = async (email: string, role = 'Admin') => tokenIn((await staff('invite', email, '--role', role)).output)
const rowOf = (email: string) => app.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()

describe('the first Owner', () => {
  it('comes by the printed link, which is mailed too, and signs in without any SQL', async () => {
    expect((await staff('list')).output).toContain('Nobody yet')
    const { code, output } = await staff('invite', 'Owner@Institute.example', '--role', 'Owner')
    expect(code).toBe(0)
    const token = tokenIn(output)
    const [mail] = await app.mails('owner@institute.example')
    expect(mail!.html).toContain(`/ar/invitation?token=${token}`)
    expect((await staff('list')).output).toMatch(/owner@institute\.example {2}Owner {2}invited, until/)

    const shown = await app.call('POST', 'Auth/invitation', { body: { token } })
    expect(shown.data).toEqual({ email: 'owner@institute.example', roles: ['Owner'] })
    const answer = await accept(token)
    expect([answer.status, answer.data.roles, answer.data.lastRole]).toEqual([200, ['Owner'], 'Owner'])
    const login = await app.call('POST', 'auth/login', {
      body: { email: 'owner@institute.example', password: PASSWORD },
    })
    expect(login.data.roles).toEqual(['Owner'])
    const enquiries = await app.call('GET', 'admin/leads', { token: login.data.accessToken })
    expect(enquiries.status).toBe(200)
    expect((await staff('list')).output).toMatch(/owner@institute\.example .* Owner {2}last seen \d{4}-/)
    const actions = await app.db.selectFrom('audit_log').select(['action', 'user_id']).execute()
    expect(actions.map(({ action }) => action)).toEqual(['staff.invite', 'staff.join'])
  })

  it('cannot be suspended, deleted or given another role while being the only one', async () => {
    const email = 'owner@institute.example'
    for (const args of [
      ['suspend', email],
      ['role', email, '--role', 'Admin'],
    ])
      expect(await staff(...args)).toMatchObject({ code: 1, output: expect.stringContaining('only active Owner') })
    for (const statement of [
      sql`update users set status = 'suspended' where email = ${email}`,
      sql`update users set roles = '{Admin}', last_role = 'Admin' where email = ${email}`,
      sql`delete from users where email = ${email}`,
    ])
      await expect(statement.execute(app.db)).rejects.toThrow('the last Owner cannot be removed')
    expect(await rowOf(email)).toMatchObject({ roles: ['Owner'], status: 'active' })
  })

  it('is never the one removed when the last two are removed at the same time', async () => {
    const second = await learner(app.db, { roles: ['Owner'] })
    const left = await Promise.allSettled([
      suspend(app.services, { email: 'owner@institute.example' }),
      changeRoles(app.services, { email: second.email }, () => ['Student']),
    ])
    expect(left.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const owners = await app.db
      .selectFrom('users')
      .select('id')
      .where(sql<boolean>`'Owner' = any (roles)`)
      .where('status', '=', 'active')
      .execute()
    expect(owners).toHaveLength(1)
  })

  it('stays when two statements by hand remove the last two at the same time', async () => {
    const all = await app.db.selectFrom('users').select('id').where(sql<boolean>`'Owner' = any (roles)`).execute()
    await app.db.updateTable('users').set({ status: 'active' }).execute()
    const more = all.length > 1 ? all : [...all, await learner(app.db, { roles: ['Owner'] })]
    const remove = (id: number) =>
      app.db.transaction().execute(async (tx) => {
        await sql`update users set status = 'suspended' where id = ${id}`.execute(tx)
        await sql`select pg_sleep(0.1)`.execute(tx)
      })
    const done = await Promise.allSettled(more.map(({ id }) => remove(id)))
    expect(done.filter(({ status }) => status === 'rejected')).toHaveLength(1)
  })
})

describe('an invitation', () => {
  it('is accepted once, and a form that is sent twice signs in twice', async () => {
    const token = await invited('admin@institute.example')
    const [one, two] = await Promise.all([accept(token), accept(token)])
    expect([one.status, two.status]).toEqual([200, 200])
    expect((await accept(token, { password: 'Another-5-words' })).error.code).toBe('invitationGone')
    app.advance(2 * 60_000)
    expect((await accept(token)).error.code).toBe('invitationGone')
    expect((await app.call('POST', 'Auth/invitation', { body: { token } })).error.code).toBe('invitationGone')
  })

  it('is replaced by a newer one, and expires after seven days', async () => {
    const first = await invited('late@institute.example')
    const second = await invited('late@institute.example')
    expect((await accept(first)).error.code).toBe('invitationGone')
    app.advance(7 * DAY_MS)
    expect((await accept(second)).error.code).toBe('invitationGone')
    expect(await rowOf('late@institute.example')).toBeUndefined()
  })

  it('checks the form as a sign-up does, and stays valid', async () => {
    const token = await invited('careful@institute.example')
    app.advance(-7 * DAY_MS)
    const wrong = await accept(token, { phone: 'x', password: 'short', acceptTerms: false, firstName: '' })
    expect(Object.keys(wrong.error.fields ?? {}).sort()).toEqual(['acceptTerms', 'firstName', 'password', 'phone'])
    expect((await accept(token, { password: 'Password1!', confirmPassword: 'Password1!' })).error.fields).toEqual({
      password: [expect.any(String)],
    })
    expect((await accept(token)).status).toBe(200)
  })

  it('never takes over an account that was opened for its address meanwhile', async () => {
    const { email } = signUpForm()
    const token = await invited(email, 'Owner')
    await newPerson(app, browserOf(app), { email })
    expect((await accept(token)).error.code).toBe('addressHasAccount')
    expect((await rowOf(email))!.roles).toEqual(['Student'])
    expect((await staff('invite', email, '--role', 'Teacher')).output).toContain('which is now Teacher')
    expect(await rowOf(email)).toMatchObject({ roles: ['Teacher', 'Student'], last_role: 'Teacher' })
    expect((await app.mails(email)).map(({ subject }) => subject)).toContain('Your rights at Maahad have changed')
  })
})

describe('the roles of an account', () => {
  it('take the last used one with them', async () => {
    const { email } = await learner(app.db, { roles: ['Admin'] })
    expect((await staff('role', email, '--role', 'Teacher')).code).toBe(0)
    expect(await rowOf(email)).toMatchObject({ roles: ['Teacher'], last_role: 'Teacher' })
    expect((await staff('role', email, '--role', 'Student')).code).toBe(0)
    expect(await rowOf(email)).toMatchObject({ roles: ['Student'], last_role: 'Student' })
    const wrong = app.db.updateTable('users').set({ last_role: 'Owner' }).where('email', '=', email).execute()
    await expect(wrong).rejects.toThrow('users_last_role_held')
  })

  it('end with a suspension, and the sessions with them, until it is lifted', async () => {
    const user = await learner(app.db, { roles: ['Admin'] })
    const token = await tokenOf(app, user)
    expect((await app.call('GET', 'admin/leads', { token })).status).toBe(200)
    expect((await staff('suspend', user.email)).code).toBe(0)
    expect((await app.call('GET', 'admin/leads', { token })).status).toBe(401)
    expect((await staff('invite', user.email, '--role', 'Admin')).output).toContain(`resume ${user.email}`)
    expect((await staff('resume', user.email)).code).toBe(0)
    expect((await app.call('GET', 'admin/leads', { token })).status).toBe(401)
    expect((await app.call('GET', 'admin/leads', { token: await tokenOf(app, user) })).status).toBe(200)
  })

  it.each([
    [['invite', 'nobody', '--role', 'Owner'], 'no mail address'],
    [['invite', 'a@b.example'], '--role must be'],
    [['role', 'a@b.example', '--role', 'King'], '--role must be'],
    [['role', 'a@b.example', '--role', 'Admin'], 'has no account'],
    [['suspend', 'a@b.example'], 'has no account'],
    [['promote'], 'npm run staff -- invite'],
    [['list', '--all'], 'npm run staff -- invite'],
  ])('are not changed by %j', async (args, message) => {
    const { code, output } = await staff(...args)
    expect([code, output]).toEqual([1, expect.stringContaining(message)])
  })
})
