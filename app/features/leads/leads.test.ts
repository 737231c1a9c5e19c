import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { apiAs, contextAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { enquiries, MESSAGE } from '../../../tests/support/enquiries.ts'
import { learner, specialization } from '../../../tests/support/factories.ts'
import { withBank } from '../../../tests/support/orders/orders.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { followToken } from './following.server.ts'
import { newFormToken } from './form-token.server.ts'

const OFFICE = 'office@institute.example'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ env: { MAIL_FROM: `Institute <${OFFICE}>` } })
})
afterAll(() => app.stop())
beforeEach(async () => {
  await app.db.deleteFrom('rate_limits').execute()
})

const { send, saved, count, staffToken } = enquiries(() => app)
/** A form whose page was opened a minute ago. */
const stamped = (kind: 'contact' | 'complaint' = 'contact', ago = 60_000) => {
  const ctx = contextAs(app, null)
  return newFormToken({ ...ctx, now: () => new Date(ctx.now().getTime() - ago) }, kind)
}

describe('an enquiry', () => {
  it('is saved, mailed to the institute and confirmed in the language of its sender', async () => {
    const { status, data } = await send(MESSAGE)
    expect(status).toBe(201)
    expect(data.reference).toMatch(/^Q-20\d\d-\d{6}$/)
    const lead = await saved(data.reference)
    expect(lead).toMatchObject({ kind: 'contact', status: 'received', phone: '+966551234567', lang: 'ar' })
    expect(lead.fields).toEqual({ subject: 1, message: MESSAGE.message })
    const [confirmation] = await app.mails(MESSAGE.email)
    expect(confirmation?.subject).toContain(data.reference)
    // Whoever entered a stranger's address must not send them a text of their own in our name.
    for (const words of [MESSAGE.name, 'سارة', MESSAGE.message, 'الدورة القادمة', '551234567'])
      expect(`${confirmation?.text} ${confirmation?.html}`).not.toContain(words)
    expect(confirmation?.text).toContain(`/ar/contact/${data.reference}?token=${data.token}`)
    const [officeMail] = await app.mails(OFFICE)
    expect(officeMail?.text).toContain('+966551234567')
    expect(officeMail?.text).toContain(`/ar/desk/enquiries/${data.reference}`)
    expect(officeMail?.text).toContain('استفسار عام')
    expect(officeMail?.text).toContain(MESSAGE.message)
    const row = await app.db
      .selectFrom('messages')
      .select('reply_to')
      .where('recipient', '=', OFFICE)
      .executeTakeFirst()
    expect(row?.reply_to).toBe(MESSAGE.email)
  })

  it('is promised an answer within the days that the institute has set', async () => {
    await withBank(app.db, { answerDays: { contact: 4 } })
    const email = 'promised@visitor.example'
    const { reference, token } = (await send({ ...MESSAGE, email })).data
    expect((await app.mails(email))[0]?.text).toContain('خلال أربعة أيام عمل')
    expect((await apiAs(app, null).leads.follow({ reference, token })).answerDays).toBe(4)
    await app.db.deleteFrom('institute').execute()
    expect((await apiAs(app, null).leads.follow({ reference, token })).answerDays).toBe(2)
  })

  it('is accepted from a browser only through our form', async () => {
    for (const headers of [{ 'Sec-Fetch-Site': 'same-origin' }, { Origin: app.address }] as Record<string, string>[]) {
      const email = { email: 'browser@visitor.example' }
      expect((await send({ ...MESSAGE, ...email }, 'Contact', headers)).error.code).toBe('formNotFromPage')
      const form = { ...MESSAGE, ...email, stamp: stamped(), consent: 'on' }
      expect((await send(form, 'Contact', headers)).status).toBe(201)
    }
  })

  it.each([
    'زوروا www.example.com',
    'شركة https://x.test',
    'Example.com',
    'اتصل ٠٥٥١٢٣٤٥٦٧',
    'Call +966 55 123-4567',
    'name@mail.test',
  ])('has no link and no phone number in a name: %s', async (institutionName) => {
    const person = { email: 'names@visitor.example', phone: '+966112345678', contactName: 'نورة', message: 'شراكة' }
    const { error } = await send({ ...person, institutionName }, 'Partnerships')
    expect(error.fields).toEqual({ institutionName: ['اكتب الاسم وحده، دون روابط أو بريد أو أرقام اتصال.'] })
  })

  it.each(['شركة د.أحمد السالم', 'St.Mary School 2030', 'مؤسسة 24/7', 'Al-Noor Co.'])(
    'may have a name with dots and some digits: %s',
    async (institutionName) => {
      const person = { email: 'good@visitor.example', phone: '+966112345678', contactName: 'نورة', message: 'شراكة' }
      expect((await send({ ...person, institutionName }, 'Partnerships')).status).toBe(201)
    },
  )

  it('has an endpoint for every kind', async () => {
    const specializationId = await specialization(app.db, { name: { ar: 'إدارة المشاريع', en: 'Projects' } })
    const person = { email: 'kinds@visitor.example', phone: '+966112345678' }
    const quote = {
      ...person,
      institutionName: 'شركة الأفق',
      managerName: 'هند العتيبي',
      jobTitle: 'مديرة التدريب',
      specializationId,
      traineeCount: '١٢',
      trainingLocation: 2,
      trainingPackage: 'حقيبة لكل متدرب',
      hospitality: '2',
      otherAdditions: '',
    }
    const { data } = await send(quote, 'Quotes')
    expect((await saved(data.reference)).fields).toEqual({
      institutionName: 'شركة الأفق',
      jobTitle: 'مديرة التدريب',
      traineeCount: 12,
      trainingLocation: 2,
      trainingPackage: 'حقيبة لكل متدرب',
      hospitality: 2,
      specializationId: 'إدارة المشاريع',
    })
    const sender = await learner(app.db, { email: person.email })
    // By which it is known again, as it has no message.
    expect((await apiAs(app, sender).leads.myLeads({})).leads).toMatchObject([{ beginning: 'شركة الأفق' }])
    expect((await send({ ...quote, specializationId: 999_999 }, 'Quotes')).error.fields).toHaveProperty(
      'specializationId',
    )
    const online = await send({ ...quote, email: 'online@visitor.example', trainingLocation: 3 }, 'Quotes')
    expect((await saved(online.data.reference)).fields).not.toHaveProperty('hospitality')
    const others = [
      await send({ ...person, name: 'فهد', orderReference: 'A-١٢', message: 'تأخر الرد' }, 'Complaints'),
      await send({ ...person, institutionName: 'جمعية', contactName: 'نورة', message: 'نقترح شراكة' }, 'Partnerships'),
    ]
    for (const { status, data } of others) {
      expect(status).toBe(201)
      expect((await app.mails(person.email)).some(({ text }) => text.includes(data.reference))).toBe(true)
    }
  })

  it('reports all invalid fields together', async () => {
    const { status, error } = await send({}, 'Quotes')
    expect(status).toBe(400)
    expect(Object.keys(error.fields ?? {}).sort()).toEqual(
      'email institutionName jobTitle managerName phone specializationId traineeCount trainingLocation'.split(' '),
    )
    const wrong = { ...MESSAGE, name: 'R2D2', email: 'sara@', phone: '123', subject: 9, message: ' \n ' }
    expect(Object.keys((await send(wrong)).error.fields ?? {}).sort()).toEqual(
      'email message name phone subject'.split(' '),
    )
    for (const traineeCount of ['0', '١٠٠٠١', 'ten', '-3', '1.5'])
      expect((await send({ traineeCount }, 'Quotes')).error.fields).toHaveProperty('traineeCount')
  })

  it('that may be about the same as an earlier one is linked to it, not dropped', async () => {
    const email = 'again@visitor.example'
    const first = await send({ ...MESSAGE, email, phone: '0501111111' })
    const second = await send({ ...MESSAGE, email, phone: '0502222222', message: 'ولم يصلني رد' })
    const other = await send({ email, phone: '0501111111', name: 'سارة', message: 'شكوى' }, 'Complaints')
    const idOf = async ({ data }: typeof first) => (await saved(data.reference)).id
    expect((await saved(second.data.reference)).same_as).toBe(await idOf(first))
    expect((await saved(other.data.reference)).same_as).toBeNull()
  })
})

describe('a form of ours', () => {
  const form = (facts: object) => ({ ...MESSAGE, consent: 'on', stamp: stamped(), ...facts })

  it('submitted twice creates one enquiry, also concurrently; with other text it creates another', async () => {
    const body = form({ email: 'twice@visitor.example' })
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => send(body)))
    expect(new Set(answers.map(({ data }) => data.reference)).size).toBe(1)
    expect(await app.mails('twice@visitor.example')).toHaveLength(1)
    const changed = await send({ ...body, message: 'غيّرت رأيي' })
    expect(changed.data.reference).not.toBe(answers[0]!.data.reference)
  })

  it('is refused when a bot filled it in, and no mail is sent', async () => {
    const before = await count()
    const email = 'robot@visitor.example'
    const refused = [
      [form({ email, website: 'https://spam.example' }), 'formOfRobot'],
      [form({ email, stamp: stamped('contact', 1000) }), 'formTooFast'],
      [form({ email, stamp: stamped('contact', DAY_MS + 1000) }), 'formTooOld'],
      [form({ email, stamp: stamped('complaint') }), 'formNotFromPage'],
      [form({ email, stamp: 'kx.made-up.by-myself' }), 'formNotFromPage'],
    ] as const
    for (const [body, code] of refused) {
      const { error } = await send(body)
      expect(error.code).toBe(code)
      expect(error.description).toMatch(/[\u0600-\u06ff]/)
    }
    expect(await count()).toBe(before)
    expect(await app.mails(email)).toEqual([])
  })

  it('requires consent and records the version of the policy', async () => {
    expect((await send(form({ consent: undefined }))).error.fields).toHaveProperty('consent')
    const { data } = await send(form({ email: 'consent@visitor.example' }))
    expect((await saved(data.reference)).consent_version).toMatch(/^privacy-policy@/)
  })

  it('is limited by network and by email address, without affecting others', async () => {
    const from = (ip: string) => apiAs(app, null, { ip })
    const one = from('203.0.113.7')
    let taken = 0
    for (let n = 0; n < 30; n++)
      await one.leads.contact({ ...MESSAGE, email: `n${n}@flood.example`, subject: '1' }).then(
        () => taken++,
        (error) => expect(error.code).toBe('tooManyRequests'),
      )
    expect(taken).toBe(20)
    await expect(from('198.51.100.9').leads.contact(MESSAGE)).resolves.toHaveProperty('reference')
    for (let n = 0; n < 12; n++)
      await from(`198.51.${n}.9`)
        .leads.contact({ ...MESSAGE, email: 'victim@flood.example' })
        .catch(() => undefined)
    expect((await app.mails('victim@flood.example')).length).toBeLessThanOrEqual(8)
  })
})

describe('a sender', () => {
  it('follows an enquiry by its private link only', async () => {
    const { data } = await send({ ...MESSAGE, email: 'follow@visitor.example' })
    const look = (reference: string, token: string) => app.call('GET', `Enquiries/${reference}?token=${token}`)
    const seen = await look(data.reference, data.token)
    expect(seen).toMatchObject({ status: 200 })
    expect(seen.data).toMatchObject({ reference: data.reference, kind: 'contact', status: 'received' })
    expect(seen.data.facts).toContainEqual({ name: 'message', label: 'Message', value: MESSAGE.message })
    expect(JSON.stringify(seen.data)).not.toContain(MESSAGE.name)
    for (const token of ['', 'x', followToken(app.services, 'Q-2026-999999')])
      expect((await look(data.reference, token)).status).toBe(404)
    expect((await look('Q-2026-999999', followToken(app.services, 'Q-2026-999999'))).status).toBe(404)
  })
})

describe('a signed-in user', () => {
  it('finds what was sent from their address, and nothing else', async () => {
    const [sara, other] = [await learner(app.db), await learner(app.db)]
    const { data } = await send({ ...MESSAGE, email: sara.email })
    expect((await apiAs(app, sara).leads.myLeads({})).leads).toMatchObject([
      { reference: data.reference, token: data.token, kind: 'contact', status: 'received', beginning: MESSAGE.message },
    ])
    expect((await apiAs(app, other).leads.myLeads({})).leads).toEqual([])
    // Of an account that was merged into another one.
    const former = { email: 'former@visitor.example', user_id: other.id, merged_at: new Date() }
    await app.db.insertInto('former_addresses').values(former).execute()
    const { data: earlier } = await send({ ...MESSAGE, email: former.email })
    expect((await apiAs(app, other).leads.myLeads({})).leads).toMatchObject([{ reference: earlier.reference }])
  })
})

describe('a submitted text', () => {
  it('is stored and mailed unchanged, or refused at its field', async () => {
    const typed = fc.string({ unit: 'binary', maxLength: 60 })
    const arabic = fc.string({
      unit: fc.constantFrom(...'ابجد هوز ٤٢ <b>&"\'\u202e\u200f\u0000\n\t🕌e\u0301⟦0⟧%s'),
      maxLength: 60,
    })
    await fc.assert(
      fc.asyncProperty(fc.oneof(typed, arabic, fc.constant('ط'.repeat(100_000))), async (message) => {
        await app.db.deleteFrom('rate_limits').execute()
        const body = { ...MESSAGE, email: 'property@visitor.example', message }
        const { status, data, error } = await send(body)
        if (status === 400) return void expect(Object.keys(error.fields!)).toEqual(['message'])
        expect(status).toBe(201)
        const typedText = message.replace(/\r\n?/g, '\n')
        expect((await saved(data.reference)).fields).toMatchObject({ message: typedText })
        const [mail] = await app.mails(OFFICE)
        expect(mail?.text).toContain(`الرسالة: ${typedText}`)
      }),
      { numRuns: 80 },
    )
  })
})

describe('retention', () => {
  it('erases personal data when it expires; the reference stays', async () => {
    const { data } = await send({ ...MESSAGE, email: 'erased@visitor.example' })
    const token = await staffToken()
    const body = { status: 'closed', note: 'خاص' }
    await app.call('PATCH', `admin/leads/${data.reference}`, { body, token })
    app.advance(23 * 30 * DAY_MS)
    await app.tasks.forgetOld!({})
    expect((await saved(data.reference)).email).toBe('erased@visitor.example')
    app.advance(60 * DAY_MS)
    await app.tasks.forgetOld!({})
    const gone = await saved(data.reference)
    expect(gone).toMatchObject({ name: null, email: null, phone: null, fields: {}, status: 'closed' })
    const { data: seen } = await app.call('GET', `Enquiries/${data.reference}?token=${data.token}`)
    expect(seen).toMatchObject({ reference: data.reference, status: 'closed' })
  })
})
