import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { course, learner, order, schedule } from '../../../tests/support/factories.ts'
import { tokenOf } from '../../../tests/support/signed-in.ts'
import { author, post } from '../../../tests/support/writing.ts'
import type { SignedInUser } from '../../platform/context.server.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { sendEmail } from '../messages/messages.server.ts'
import { insertSession } from '../sessions/session-queries.server.ts'

let app: TestApp
let admin: SignedInUser
let finance: SignedInUser
beforeAll(async () => {
  app = await startTestApp()
  admin = await learner(app.db, { roles: ['Admin'] })
  finance = await learner(app.db, { roles: ['Finance'] })
})
afterAll(() => app.stop())

const as = async (user: SignedInUser, method: 'GET' | 'POST', path: string, body?: object) =>
  app.call(method, path, { token: await tokenOf(app, user), ...(body ? { body } : {}) })

async function named(firstName: string, lastName: string, phone = '') {
  const user = await learner(app.db)
  const facts = { first_name: firstName, last_name: lastName, phone }
  await app.db.updateTable('users').set(facts).where('id', '=', user.id).execute()
  const { email } = await app.db.selectFrom('users').select('email').where('id', '=', user.id).executeTakeFirstOrThrow()
  return { ...user, email }
}

const signedIn = (userId: number, now: Date) =>
  insertSession(app.db, {
    ...{ id: randomUUID(), userId, userAgent: 'test', ip: '192.0.2.1', deviceHash: Buffer.alloc(32) },
    ...{ byPasskey: false, now, expiresAt: new Date(now.getTime() + DAY_MS) },
  })

const found = async (query: string) =>
  (await as(admin, 'GET', `admin/learners?query=${encodeURIComponent(query)}`)).data.items.map(
    ({ id }: { id: number }) => id,
  )
const read = async (id: number) => (await as(admin, 'GET', `admin/learners/${id}`)).data

describe('learners', () => {
  it('are found by a name as it is heard, by mail, and by a phone in any spelling', async () => {
    const { id, email } = await named('أسامة', 'الهاشمي', '+966559876123')
    for (const query of [
      'اسامه',
      'الهاشمى',
      email.toUpperCase(),
      '055 987 6123',
      '٠٥٥٩٨٧٦١٢٣',
      '+966559876123',
      '00966559876123',
    ])
      expect(await found(query), query).toEqual([id])
    expect(await found('زرافة')).toEqual([])
  })

  it('are listed by time or by name, page by page, each once', async () => {
    const made: number[] = []
    for (const last of ['هاء', 'باء', 'أثل', 'باء', 'اثنان']) made.push((await named('صفحات', last)).id)
    type Page = { items: { id: number }[]; next: string | null; totalCount: number }
    const listed = async (sort?: string) => {
      const seen: number[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const query = new URLSearchParams({ query: 'صفحات', limit: '2', cursor, ...(sort && { sort }) })
        const { data }: { data: Page } = await as(admin, 'GET', `admin/learners?${query}`)
        expect(data.totalCount).toBe(5)
        seen.push(...data.items.map(({ id }) => id))
        cursor = data.next
      }
      return seen
    }
    expect(await listed()).toEqual(made.toReversed())
    expect(await listed('newest')).toEqual(made.toReversed())
    expect(await listed('oldest')).toEqual(made)
    // A hamza changes nothing; of the same name the first account comes first.
    expect(await listed('name')).toEqual([made[2], made[4], made[1], made[3], made[0]])
    expect((await as(admin, 'GET', 'admin/learners?sort=lastUsed')).status).toBe(400)
  })

  it('are listed by when they were seen last, and those that were not seen for long are found', async () => {
    const now = app.services.now().getTime()
    const days = (count: number) => new Date(now - count * DAY_MS)
    const people = []
    for (const seen of [400, 2, undefined, 100]) {
      const { id } = await named('لطيفة', 'القحطاني')
      if (seen !== undefined) await signedIn(id, days(seen))
      people.push(id)
    }
    const [longAgo, lately, never, inSpring] = people
    const found = async (asked: string) => {
      const { data } = await as(admin, 'GET', `admin/learners?query=${encodeURIComponent('لطيفة')}&limit=2&${asked}`)
      const next = data.next
        ? await as(
            admin,
            'GET',
            `admin/learners?query=${encodeURIComponent('لطيفة')}&limit=2&${asked}&cursor=${data.next}`,
          )
        : undefined
      return [...data.items, ...(next?.data.items ?? [])].map(({ id }: { id: number }) => id)
    }
    expect(await found('sort=lastSeen')).toEqual([lately, inSpring, longAgo, never])
    expect(await found('sort=longUnseen')).toEqual([never, longAgo, inSpring, lately])
    expect(await found('seen=week')).toEqual([lately])
    expect(await found('seen=notThreeMonths')).toEqual([inSpring, longAgo])
    expect(await found('seen=notYear')).toEqual([longAgo])
    expect(await found('seen=never')).toEqual([never])
    expect((await read(inSpring!)).lastSeenAt).toBe(days(100).toISOString())
    // Who comes back is seen at once, by the session that is opened.
    await signedIn(never!, days(0))
    expect(await found('seen=never')).toEqual([])
  })

  it('have their history on one page', async () => {
    const { id, email } = await named('ريم', 'الشمري', '+966551112223')
    const { id: courseId } = await course(app.db, { name: { ar: 'دورة', en: 'Accounting' } })
    const runId = await schedule(app.db, courseId)
    const paid = await order(app.db, { courseId, scheduleId: runId, userId: id })
    const sent = { name: 'ريم', email, phone: '0551112223', subject: 1, message: 'متى؟' }
    const enquiry = await app.call('POST', 'Contact', { body: sent, lang: 'ar' })
    await post(app.db, { authorId: await author(app.db, { userId: id }) })
    const shown = await read(id)
    expect(shown).toMatchObject({
      email,
      status: 'active',
      orderCount: 1,
      orders: { count: 1, items: [{ id: paid.id, status: 'paid', startsAt: expect.any(String) }] },
      writings: { count: 1, items: [{ kind: 'post', state: 'shown' }] },
      enquiries: [{ reference: enquiry.data.reference, kind: 'contact' }],
      mails: { count: 1, items: [{ channel: 'email' }] },
    })
    // A code that resets the password is for nobody but its reader, and a number of an order is no code.
    const mails = ['Your Maahad password reset code: 259556', `رمز التأكيد 604117`, `Order ${paid.reference}`]
    for (const subject of mails)
      await sendEmail(app.db, app.services.now(), {
        ...{ to: email, lang: 'ar', subject, html: 't', text: 't', about: `test:${subject}` },
      })
    const subjects = (await read(id)).mails.items.map(({ subject }: { subject: string }) => subject)
    expect(subjects).toEqual(
      expect.arrayContaining([
        'Your Maahad password reset code: ••••••',
        'رمز التأكيد ••••••',
        `Order ${paid.reference}`,
      ]),
    )
    expect(JSON.stringify(subjects)).not.toMatch(/259556|604117/)
    // Finance handles enquiries for quotes only.
    expect((await as(finance, 'GET', `admin/learners/${id}`)).data.enquiries).toEqual([])
    expect((await as(admin, 'GET', 'admin/learners/999999')).status).toBe(404)
  })

  it('may be noted about by staff, without the text in the audit log', async () => {
    const { id } = await named('نوف', 'العنزي')
    expect((await as(finance, 'POST', `admin/learners/${id}/notes`, { note: ' ' })).status).toBe(400)
    expect((await as(finance, 'POST', `admin/learners/${id}/notes`, { note: 'Asked for an invoice' })).status).toBe(201)
    expect((await read(id)).notes).toMatchObject([{ kind: 'note', note: 'Asked for an invoice' }])
    const rows = await app.db.selectFrom('audit_log').selectAll().where('subject', '=', String(id)).execute()
    expect(rows.map(({ action }) => action)).toEqual(['learner.note'])
    expect(JSON.stringify(rows)).not.toContain('invoice')
  })
})

describe('blocking', () => {
  it('ends the sessions at once, until it is lifted', async () => {
    const person = await named('تركي', 'السبيعي')
    const token = await tokenOf(app, person)
    const mine = () => app.call('GET', 'Orders/mine', { token })
    expect((await mine()).status).toBe(200)
    expect((await as(finance, 'POST', `admin/learners/${person.id}/block`, { reason: 'x' })).status).toBe(403)
    expect((await as(admin, 'POST', `admin/learners/${person.id}/block`, {})).error.fields).toHaveProperty('reason')
    expect((await as(admin, 'POST', `admin/learners/${person.id}/block`, { reason: 'Fraud' })).status).toBe(200)
    expect((await mine()).status).toBe(401)
    const again = await as(admin, 'POST', `admin/learners/${person.id}/block`, { reason: 'Fraud' })
    expect(again.error.code).toBe('alreadyBlocked')
    const suspended = await as(admin, 'GET', 'admin/learners?status=suspended')
    expect(suspended.data.items.map(({ id }: { id: number }) => id)).toEqual([person.id])
    await as(admin, 'POST', `admin/learners/${person.id}/unblock`, { reason: 'A mistake' })
    expect(await read(person.id)).toMatchObject({
      status: 'active',
      openSessions: 0,
      notes: [
        { kind: 'unblock', note: 'A mistake' },
        { kind: 'block', note: 'Fraud' },
      ],
    })
    expect((await as(admin, 'POST', `admin/learners/${person.id}/unblock`, { reason: 'x' })).error.code).toBe(
      'notBlocked',
    )
  })

  it('is not for accounts of staff', async () => {
    const { error } = await as(admin, 'POST', `admin/learners/${finance.id}/block`, { reason: 'x' })
    expect(error.code).toBe('staffAccount')
  })
})
