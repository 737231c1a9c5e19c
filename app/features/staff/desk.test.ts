/** The staff as the desk shows and changes them: an Owner everything, the finance department looks, nobody else. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { learner } from '../../../tests/support/factories.ts'
import { type Member, signedInMember, tokenOf } from '../../../tests/support/signed-in.ts'
import type { Output } from '../../api/endpoint.ts'
import type { staffEndpoints } from './contract.ts'

type Page = Output<(typeof staffEndpoints)['staff']>
type Detail = Output<(typeof staffEndpoints)['staffMember']>

let app: TestApp
let owner: Member
beforeAll(async () => {
  app = await startTestApp()
  owner = await signedInMember(app, ['Owner'])
})
afterAll(() => app.stop())

const named = async (roles: Member['user']['roles'], name: string) => {
  const user = await learner(app.db, { roles })
  const [first_name = '', last_name = ''] = name.split(' ')
  const row = { first_name, last_name, user_name: name }
  await app.db.updateTable('users').set(row).where('id', '=', user.id).execute()
  return user
}
const names = (page: Page) => page.items.map(({ name }) => name)
const post = (path: string, body: object = {}) => owner.call<Detail>('POST', `admin/staff/${path}`, body)
const auditOf = (reference: string | number) =>
  app.db
    .selectFrom('audit_log')
    .select(['action', 'user_id', 'before', 'after'])
    .where('subject', '=', String(reference))
    .orderBy('id')
    .execute()

describe('the list of staff', () => {
  it('has everybody with a role, by name and page by page, and no learners', async () => {
    for (const [n, name] of ['أحمد السالم', 'باسم العلي', 'تركي الحربي', 'ثامر الدوسري', 'جواهر القحطاني'].entries())
      await named([n % 2 ? 'Teacher' : 'Content'], name)
    await named(['Student'], 'أحمد المتدرب')
    const seen: string[] = []
    let cursor = ''
    do {
      const { data } = await owner.call<Page>('GET', `admin/staff?role=Teacher&limit=1${cursor && `&cursor=${cursor}`}`)
      seen.push(...names(data))
      expect(data.totalCount).toBe(2)
      cursor = data.next ?? ''
    } while (cursor)
    expect(seen).toEqual(['باسم العلي', 'ثامر الدوسري'])
    const found = async (query: string) => names((await owner.call<Page>('GET', `admin/staff?query=${query}`)).data)
    expect(await found(encodeURIComponent('احمد'))).toEqual(['أحمد السالم'])
    expect(await found(owner.user.email.toUpperCase())).toEqual([owner.user.userName])
    expect(await found('nobody')).toEqual([])
    expect((await owner.call<Page>('GET', 'admin/staff?status=suspended')).data.totalCount).toBe(0)
  })

  it('shows one person with their sessions; whoever does not work here is not found', async () => {
    const user = await named(['Admin'], 'سعود الشمري')
    await tokenOf(app, user)
    const { data } = await owner.call<Detail>('GET', `admin/staff/${user.id}`)
    expect(data).toMatchObject({ name: 'سعود الشمري', roles: ['Admin'], hasSecondFactor: false, isLastOwner: false })
    expect(data.sessions).toMatchObject([{ userAgent: 'test', isCurrent: false }])
    const { id } = await learner(app.db)
    expect((await owner.call('GET', `admin/staff/${id}`)).status).toBe(404)
    for (const path of ['roles', 'suspend', 'resume', 'end-sessions'])
      expect((await post(`${id}/${path}`, { from: ['Student'], to: ['Owner'] })).status, path).toBe(404)
    expect((await owner.call<Detail>('GET', `admin/staff/${owner.user.id}`)).data.isLastOwner).toBe(true)
  })
})

describe('an invitation from the desk', () => {
  it('goes out by mail in its language, is listed, replaced and withdrawn', async () => {
    const email = 'new.trainer@institute.example'
    const invite = (lang: string) =>
      post('invitations', { email: ' New.Trainer@Institute.example', role: 'Teacher', lang })
    expect((await invite('ar')).data).toEqual({ outcome: 'invited' })
    await invite('en')
    const [mail] = await app.mails(email)
    expect(mail!.html).toMatch(/\/en\/invitation\?token=[\w-]{43}/)
    const listed = (await owner.call<{ email: string }[]>('GET', 'admin/staff/invitations')).data
    expect(listed).toMatchObject([{ email, roles: ['Teacher'] }])
    // The link is for the invited person alone: no answer shows it.
    expect(JSON.stringify(listed)).not.toContain('token')
    expect((await post('invitations/withdraw', { email })).status).toBe(200)
    expect((await post('invitations/withdraw', { email })).status).toBe(404)
    const token = /token=([\w-]{43})/.exec(mail!.html ?? '')![1]
    expect((await app.call('POST', 'Auth/invitation', { body: { token } })).error.code).toBe('invitationGone')
    expect(await auditOf(email)).toMatchObject([
      { action: 'staff.invite', user_id: owner.user.id, after: { roles: ['Teacher'] } },
      { action: 'staff.invite' },
      { action: 'staff.withdraw-invitation', before: { roles: ['Teacher'] } },
    ])
  })

  it('gives a learner with an account the role at once, and refuses a suspended one', async () => {
    const { id, email } = await learner(app.db)
    const invite = () => post('invitations', { email, role: 'Content', lang: 'ar' })
    expect((await invite()).data).toEqual({ outcome: 'hasAccount' })
    expect((await owner.call<Detail>('GET', `admin/staff/${id}`)).data.roles).toEqual(['Content', 'Student'])
    await post(`${id}/suspend`)
    expect((await invite()).error.code).toBe('accountNotActive')
    expect((await post('invitations', { email: 'x', role: 'Student', lang: 'fr' })).error.fields).toMatchObject({
      email: expect.anything(),
      role: expect.anything(),
      lang: expect.anything(),
    })
  })
})

describe('a change of roles', () => {
  it('holds at once, is mailed, and says in the audit log what it was', async () => {
    const member = await signedInMember(app, ['Admin'])
    const { id, email } = member.user
    expect((await member.call('GET', 'admin/orders')).status).toBe(200)
    const { data } = await post(`${id}/roles`, { from: ['Admin'], to: ['Content', 'Teacher', 'Content'] })
    expect(data.roles).toEqual(['Content', 'Teacher'])
    expect((await member.call('GET', 'admin/orders')).status).toBe(403)
    expect((await app.mails(email)).length).toBe(1)
    const entry = { before: { roles: ['Admin'] }, after: { roles: ['Content', 'Teacher'] }, user_id: owner.user.id }
    expect(await auditOf(id)).toMatchObject([{ action: 'staff.roles', ...entry }])
    expect((await post(`${id}/roles`, { from: ['Teacher', 'Content'], to: [] })).data.roles).toEqual(['Student'])
    expect((await owner.call('GET', `admin/staff/${id}`)).status).toBe(404)
  })

  it('is refused when another Owner changed them meanwhile, with both', async () => {
    const { id } = await learner(app.db, { roles: ['Admin'] })
    await post(`${id}/roles`, { from: ['Admin'], to: ['Finance'] })
    const late = await post(`${id}/roles`, { from: ['Admin'], to: ['Content'] })
    expect([late.status, late.error.code]).toEqual([409, 'changedMeanwhile'])
    expect(JSON.stringify(late.error)).toContain('"theirs":["Finance"]')
    // What both wanted is done, and written down once.
    expect((await post(`${id}/roles`, { from: ['Admin'], to: ['Finance'] })).data.roles).toEqual(['Finance'])
    expect(await auditOf(id)).toHaveLength(1)
  })

  it('leaves one Owner, whoever asks', async () => {
    const { id } = owner.user
    const step = await post(`${id}/roles`, { from: ['Owner'], to: ['Admin'] })
    expect([step.status, step.error.code]).toEqual([409, 'lastOwner'])
    expect((await post(`${id}/suspend`)).error.code).toBe('ownAccount')
    const second = await signedInMember(app, ['Owner'])
    const ask = (member: Member, other: Member) => member.call('POST', `admin/staff/${other.user.id}/suspend`, {})
    const left = await Promise.all([ask(owner, second), ask(second, owner)])
    expect(left.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
    await sql`update users set status = 'active' where id = ${id}`.execute(app.db)
    await sql`update users set roles = '{Student}', last_role = 'Student' where id = ${second.user.id}`.execute(app.db)
  })
})

describe('a suspension', () => {
  let member: Member
  beforeEach(async () => {
    member = await signedInMember(app, ['Admin'])
  })

  it('ends the sessions at once, until it is lifted', async () => {
    const { id } = member.user
    const token = await tokenOf(app, member.user)
    expect((await post(`${id}/suspend`)).data).toMatchObject({ status: 'suspended', sessions: [] })
    expect((await app.call('GET', 'admin/orders', { token })).status).toBe(401)
    expect((await post(`${id}/resume`)).data.status).toBe('active')
    expect((await app.call('GET', 'admin/orders', { token })).status).toBe(401)
    expect((await member.call('GET', 'admin/orders')).status).toBe(200)
    expect((await auditOf(id)).map(({ action }) => action)).toEqual(['staff.suspend', 'staff.resume'])
  })

  it('is not needed to sign somebody out everywhere', async () => {
    const { id } = member.user
    const token = await tokenOf(app, member.user)
    expect((await post(`${id}/end-sessions`)).data).toMatchObject({ status: 'active', sessions: [] })
    expect((await app.call('GET', 'admin/orders', { token })).status).toBe(401)
    expect((await auditOf(id)).map(({ action }) => action)).toEqual(['staff.end-sessions'])
    // Whoever signs out their other devices stays signed in on this one.
    const here = await tokenOf(app, owner.user)
    const there = await tokenOf(app, owner.user)
    await app.call('POST', `admin/staff/${owner.user.id}/end-sessions`, { token: here, body: {} })
    expect((await app.call('GET', 'admin/staff', { token: here })).status).toBe(200)
    expect((await app.call('GET', 'admin/staff', { token: there })).status).toBe(401)
  })
})
