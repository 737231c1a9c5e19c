/** Templates of answers: written at the desk, filled in for an enquiry. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { type Member, signedInMember } from '../../../../tests/support/signed-in.ts'
import type { AnswerTemplate } from './templates-contract.ts'

let app: TestApp
let admin: Member
let teacher: Member
beforeAll(async () => {
  app = await startTestApp({ institute: true })
  admin = await signedInMember(app, ['Admin'])
  teacher = await signedInMember(app, ['Teacher'])
})
afterAll(() => app.stop())

const TEMPLATE = {
  name: { ar: 'المواعيد', en: 'Dates' },
  body: {
    ar: 'أهلًا {name}، رقمك {reference}.',
    en: 'Hello {name}, {kind} {reference}: {received} {institute} {staff}',
  },
  kind: 'contact',
}
const create = (fields: object = {}, who = admin) =>
  who.call<AnswerTemplate>('POST', 'admin/answer-templates', { ...TEMPLATE, ...fields })

async function enquiry(lang: 'ar' | 'en', name = 'Sara Ali') {
  const body = { name, email: `${randomUUID()}@visitor.example`, phone: '0551234567', subject: 1, message: 'When?' }
  return (await app.call<{ reference: string }>('POST', 'Contact', { body, lang })).data.reference
}
const filledFor = async (reference: string, who = admin) =>
  who.call<{ id: number; name: string; body: string }[]>('GET', `admin/leads/${reference}/templates`)

it('a template is filled in for an enquiry, in the language of its sender', async () => {
  const { status, data } = await create()
  expect(status).toBe(201)
  await create({ kind: 'quote', name: { ar: 'سعر', en: 'Price' } })
  const [english, arabic] = [await enquiry('en', 'Sara Ali'), await enquiry('ar', 'سارة')]
  const { data: inEnglish } = await filledFor(english)
  expect(inEnglish.map(({ id }) => id)).toEqual([data.id])
  expect(inEnglish[0]!.body).toContain(`Hello Sara Ali, Message ${english}: `)
  expect(inEnglish[0]!.body).not.toMatch(/[{}]/)
  expect((await filledFor(arabic)).data[0]!.body).toBe(`أهلًا سارة، رقمك ${arabic}.`)
})

it('a field that answers do not know is refused, in either language, and both languages are needed', async () => {
  const wrong = await create({ body: { ar: 'أهلًا {الاسم}', en: '' }, name: { ar: 'x' } })
  expect([wrong.status, Object.keys(wrong.error.fields ?? {}).sort()]).toEqual([400, ['body.ar', 'body.en', 'name.en']])
  expect(wrong.error.fields!['body.ar']![0]).toContain('{الاسم}')
})

it('two editors change different fields, and not the same one; each change is in the audit log', async () => {
  const { id, version, kind, name } = (await create({ name: { ar: 'تعديل', en: 'Edit' } })).data
  const change = (changes: object) => admin.call('POST', `admin/answer-templates/${id}`, { version, changes })
  expect((await change({ kind: { from: kind, to: '' } })).data).toMatchObject({ kind: null, version: version + 1 })
  expect((await change({ name: { from: name, to: { ar: 'جديد', en: 'New' } } })).status).toBe(200)
  expect((await change({ kind: { from: kind, to: 'quote' } })).error.code).toBe('changedMeanwhile')
  expect((await admin.call('DELETE', `admin/answer-templates/${id}`)).status).toBe(200)
  expect((await admin.call('DELETE', `admin/answer-templates/${id}`)).status).toBe(404)
  const log = await app.db
    .selectFrom('audit_log')
    .select('action')
    .where('subject', '=', `template-${id}`)
    .orderBy('id')
    .execute()
  expect(log.map(({ action }) => action.replace('lead.', ''))).toEqual([
    'add-template',
    'change-template',
    'change-template',
    'remove-template',
  ])
})

it('those who only handle enquiries read templates, for their own enquiries, and write none', async () => {
  expect((await teacher.call('GET', 'admin/answer-templates')).status).toBe(200)
  expect((await create({}, teacher)).status).toBe(403)
  expect((await filledFor(await enquiry('ar'), teacher)).error.code).toBe('leadNotFound')
})
