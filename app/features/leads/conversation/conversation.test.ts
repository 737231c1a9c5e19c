import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { learner } from '../../../../tests/support/factories.ts'
import { tokenOf } from '../../../../tests/support/signed-in.ts'
import type { Role } from '../../../api/rights.ts'
import type { SignedInUser } from '../../../platform/context.server.ts'
import { DAY_MS } from '../../../platform/durations.ts'
import { eraseOldLeads } from '../leads.server.ts'

const OFFICE = 'office@institute.example'

let app: TestApp
let admin: SignedInUser
beforeAll(async () => {
  app = await startTestApp({ env: { MAIL_FROM: `Institute <${OFFICE}>` } })
  admin = await learner(app.db, { roles: ['Admin'] })
})
afterAll(() => app.stop())
beforeEach(async () => {
  await app.db.deleteFrom('rate_limits').execute()
})

async function enquiry(email = `${randomUUID()}@visitor.example`, lang: 'ar' | 'en' = 'en') {
  const body = { name: 'سارة القحطاني', email, phone: '0551234567', subject: 1, message: 'متى تبدأ؟' }
  const { data } = await app.call<{ reference: string; token: string }>('POST', 'Contact', { body, lang })
  return { ...data, email }
}

const as = async (user: SignedInUser, method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) =>
  app.call(method, path, { token: await tokenOf(app, user), ...(body ? { body } : {}) })
const answer = (reference: string, body: object, user = admin) =>
  as(user, 'POST', `admin/leads/${reference}/answers`, body)
const reply = (reference: string, body: object) => app.call('POST', `Enquiries/${reference}/messages`, { body })
const read = async (reference: string) => (await as(admin, 'GET', `admin/leads/${reference}`)).data

describe('an answer from the desk', () => {
  it('goes out in the language of the sender, with their link, and stands in the trail', async () => {
    const { reference, token, email } = await enquiry()
    const { status, data } = await answer(reference, { body: 'It starts on Sunday.\n\nWelcome.' })
    expect(status).toBe(201)
    expect(data.message).toMatchObject({
      fromSender: false,
      body: 'It starts on Sunday.\n\nWelcome.',
      by: { id: admin.id },
    })
    const mail = (await app.mails(email)).find(({ subject }) => subject?.startsWith('Our answer'))
    expect(mail?.text).toContain('It starts on Sunday.')
    expect(mail?.text).toContain(`/en/contact/${reference}?token=${token}#conversation`)
    const found = await read(reference)
    expect(found).toMatchObject({ status: 'answered', messages: [{ mail: expect.any(String), by: { id: admin.id } }] })
    expect(found.answerDueAt).toBeUndefined()
    const audit = await app.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'lead.answer')
      .where('subject', '=', reference)
      .executeTakeFirstOrThrow()
    expect([audit.user_id, JSON.stringify(audit)]).toEqual([admin.id, expect.not.stringContaining('Sunday')])
  })

  it('pressed twice, also at the same moment, is one answer and one mail', async () => {
    const { reference, email } = await enquiry()
    const body = { body: 'Once.', press: randomUUID() }
    const answers = await Promise.all([1, 2, 3, 4].map(() => answer(reference, body)))
    expect(new Set(answers.map(({ data }) => data.message.id)).size).toBe(1)
    expect((await read(reference)).messages).toHaveLength(1)
    expect(await app.mails(email)).toHaveLength(2)
  })

  it('is held back while there is a message that its writer has not read, of a colleague or of the sender', async () => {
    const { reference, token, email } = await enquiry()
    const press = randomUUID()
    expect((await answer(reference, { body: 'First.', seen: 0, press })).status).toBe(201)
    expect((await answer(reference, { body: 'Second.', seen: 0 })).error.code).toBe('leadGoneOn')
    // The first one pressed twice is not later than itself.
    expect((await answer(reference, { body: 'First.', seen: 0, press })).status).toBe(201)
    const seen = async () => (await read(reference)).messages.at(-1).id
    const before = await seen()
    await reply(reference, { token, body: 'One thing more.' })
    expect((await answer(reference, { body: 'Third.', seen: before })).error.code).toBe('leadGoneOn')
    expect((await answer(reference, { body: 'Third.', seen: await seen() })).status).toBe(201)
    expect((await read(reference)).messages.map(({ body }: { body: string }) => body)).toEqual([
      ...['First.', 'One thing more.', 'Third.'],
    ])
    const answers = (await app.mails(email)).filter(({ subject }) => subject?.startsWith('Our answer'))
    expect(answers).toHaveLength(2)
  })

  it('leaves the enquiry in the state that was chosen', async () => {
    const { reference } = await enquiry()
    await answer(reference, { body: 'We look into it.', status: 'handling' })
    expect((await read(reference)).status).toBe('handling')
    await answer(reference, { body: 'Done.', status: 'closed' })
    expect((await read(reference)).status).toBe('closed')
  })

  it('is refused when it is empty, of another’s enquiry, or after erasure', async () => {
    const { reference } = await enquiry()
    expect((await answer(reference, { body: ' \n ' })).error.fields).toHaveProperty('body')
    const teacher = await learner(app.db, { roles: ['Teacher'] satisfies Role[] })
    expect((await answer(reference, { body: 'x' }, teacher)).status).toBe(404)
    await as(admin, 'PATCH', `admin/leads/${reference}`, { assignee: teacher.id })
    expect((await answer(reference, { body: 'Hello.' }, teacher)).status).toBe(201)
    await reply(reference, { token: (await tokens(reference)) as string, body: 'Private words' })
    app.advance(37 * 31 * DAY_MS)
    await eraseOldLeads(app.services)
    expect((await answer(reference, { body: 'x' })).error.code).toBe('leadErased')
    const left = await app.db
      .selectFrom('lead_messages')
      .innerJoin('leads', 'leads.id', 'lead_id')
      .selectAll()
      .execute()
    expect(left.filter((row) => row.reference === reference)).toEqual([])
    app.advance(-37 * 31 * DAY_MS)
  })
})

/** The token of the link that the sender got. */
async function tokens(reference: string): Promise<string | undefined> {
  const { text } = await app.db
    .selectFrom('messages')
    .select('text')
    .where('about', '=', `lead:${reference}`)
    .executeTakeFirstOrThrow()
  return /token=([\w-]+)/.exec(text)?.[1]
}

describe('the sender', () => {
  it('answers by their link: it comes back into the trail, and the promise begins again', async () => {
    const { reference, token } = await enquiry()
    const { data: followed } = await app.call('GET', `Enquiries/${reference}?token=${token}`)
    expect(followed.messages).toEqual([])
    await as(admin, 'PATCH', `admin/leads/${reference}`, { assignee: admin.id })
    await answer(reference, { body: 'On Sunday.' })
    const press = randomUUID()
    for (const _ of [1, 2]) expect((await reply(reference, { token, body: 'And in Jeddah?', press })).status).toBe(201)
    const found = await read(reference)
    expect(found.messages.map(({ fromSender, body }: Record<string, unknown>) => [fromSender, body])).toEqual([
      [false, 'On Sunday.'],
      [true, 'And in Jeddah?'],
    ])
    expect([found.status, typeof found.answerDueAt]).toEqual(['handling', 'string'])
    const { email } = await app.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', admin.id)
      .executeTakeFirstOrThrow()
    const told = (await app.mails(email)).filter(({ text }) => text.includes('And in Jeddah?'))
    expect(told).toHaveLength(1)
    expect(told[0]!.text).toContain(`/ar/desk/enquiries/${reference}`)
    const { data } = await app.call('GET', `Enquiries/${reference}?token=${token}`)
    expect(data.messages).toHaveLength(2)
    expect(JSON.stringify(data.messages)).not.toContain(admin.firstName)
  })

  it('cannot write to another’s enquiry, and not endlessly', async () => {
    const [mine, other] = [await enquiry(), await enquiry()]
    expect((await reply(other.reference, { token: mine.token, body: 'x' })).status).toBe(404)
    expect((await reply(mine.reference, { token: mine.token, body: '' })).error.fields).toHaveProperty('body')
    const answers = []
    for (let n = 0; n < 21; n++) answers.push(await reply(mine.reference, { token: mine.token, body: `${n}` }))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
    expect(answers.at(-1)!.error.code).toBe('tooManyRequests')
  })
})
