/** Applications of trainers: scored by the institute's criteria, and turned into a trainer. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { type Member, signedInMember } from '../../../../tests/support/signed-in.ts'
import type { Criterion, Review } from './applications-contract.ts'

let app: TestApp
let admin: Member
let colleague: Member
let teacher: Member
beforeAll(async () => {
  app = await startTestApp()
  admin = await signedInMember(app, ['Admin'])
  colleague = await signedInMember(app, ['Owner'])
  teacher = await signedInMember(app, ['Teacher'])
})
afterAll(() => app.stop())

let count = 0
async function application(kind = 'trainer') {
  count += 1
  const reference = `Q-2026-${800_000 + count}`
  const fields = JSON.stringify({ jobTitle: 'مستشار تدريب', experienceDescription: 'ستون برنامجًا' })
  await sql`insert into leads (reference, kind, name, email, phone, fields, lang, created_at, updated_at, erase_at)
    values (${reference}, ${kind}, 'رشا منصور', ${`r${count}@trainer.example`}, '+966551234567', ${fields}, 'ar', now(), now(),
      '2030-01-01')`.execute(app.db)
  return reference
}
const criterion = async (ar: string, en: string) =>
  (await admin.call<Criterion>('POST', 'admin/trainer-criteria', { name: { ar, en } })).data
const score = (who: Member, reference: string, scores: object[], note?: string) =>
  who.call<Review>('PUT', `admin/leads/${reference}/review`, { scores, note })

it('each reviewer scores by the criteria, and the mean of all is shown', async () => {
  const [field, manner] = [await criterion('خبرة', 'Experience'), await criterion('أسلوب', 'Manner')]
  const reference = await application()
  await score(admin, reference, [{ criterion: field.id, score: 1 }], 'at first')
  await score(
    admin,
    reference,
    [
      { criterion: field.id, score: 5 },
      { criterion: manner.id, score: '٤' },
    ],
    'on reflection',
  )
  const { data } = await score(colleague, reference, [{ criterion: field.id, score: 3 }])
  expect(data.criteria.map(({ id, mean, own }) => [id, mean, own])).toEqual([
    [field.id, 4, 3],
    [manner.id, 4, undefined],
  ])
  expect(data.mean).toBe(4)
  expect(data.reviews.map(({ note, mean }) => [note, mean])).toEqual([
    ['on reflection', 4.5],
    [undefined, 3],
  ])
})

it('a criterion that is no longer asked stays where it was scored', async () => {
  const old = await criterion('لغة', 'Language')
  const [scored, fresh] = [await application(), await application()]
  await score(admin, scored, [{ criterion: old.id, score: 2 }])
  const retired = await admin.call('PATCH', `admin/trainer-criteria/${old.id}`, { isRetired: true })
  expect(retired.data).toMatchObject({ id: old.id, isRetired: true })
  const criteriaOf = async (reference: string) =>
    (await admin.call<Review>('GET', `admin/leads/${reference}/review`)).data.criteria.map(({ id }) => id)
  expect(await criteriaOf(scored)).toContain(old.id)
  expect(await criteriaOf(fresh)).not.toContain(old.id)
})

it('a score keeps the words that the criterion had when it was given', async () => {
  const { id, version } = await criterion('خبرة في المجال', 'Experience in the field')
  const reference = await application()
  await score(admin, reference, [{ criterion: id, version, score: 5 }])
  const rename = (ar: string, en: string) => admin.call('PATCH', `admin/trainer-criteria/${id}`, { name: { ar, en } })
  expect((await rename('خبرة في التدريب', 'Experience in training')).data).toMatchObject({ id, version: version + 1 })
  // Whoever has the page open from before is told: they would answer another question.
  expect((await score(colleague, reference, [{ criterion: id, version, score: 2 }])).error.fields).toEqual({
    scores: [expect.any(String)],
  })
  const { data } = await score(colleague, reference, [{ criterion: id, version: version + 1, score: 3 }])
  expect(data.reviews.map(({ scores }) => scores)).toEqual([
    [{ name: { ar: 'خبرة في المجال', en: 'Experience in the field' }, score: 5, isFormer: true }],
    [{ name: { ar: 'خبرة في التدريب', en: 'Experience in training' }, score: 3, isFormer: false }],
  ])
  expect(data.mean).toBe(4)
  // To stop asking for it changes no words.
  expect((await admin.call('PATCH', `admin/trainer-criteria/${id}`, { isRetired: true })).data).toMatchObject({
    version: version + 1,
  })
})

it('refuses scores beyond the scale, unknown criteria, other kinds of enquiries, and those who may not see it', async () => {
  const { id } = await criterion('دقة', 'Precision')
  const reference = await application()
  const codes = [
    await score(admin, reference, [{ criterion: id, score: 6 }]),
    await score(admin, reference, [{ criterion: 99_999, score: 3 }]),
    await score(admin, reference, []),
    await score(admin, await application('contact'), [{ criterion: id, score: 3 }]),
    await score(teacher, reference, [{ criterion: id, score: 3 }]),
    await teacher.call('POST', 'admin/trainer-criteria', { name: { ar: 'x', en: 'x' } }),
    await admin.call('GET', `admin/leads/${reference}/cv`),
  ].map(({ error }) => error.code)
  expect(codes).toEqual([
    ...['validation', 'validation', 'validation', 'leadNotFound', 'leadNotFound', 'forbidden', 'notFound'],
  ])
})

it('an applicant becomes a trainer once, linked both ways, and no visitor sees them before they have a course', async () => {
  const reference = await application()
  const texts = { name: { ar: 'رشا منصور' }, title: { ar: 'مستشارة' }, bio: { ar: 'ستون برنامجًا' } }
  const make = () =>
    admin.call<{ id: number; application: string }>('POST', 'admin/trainers', { ...texts, application: reference })
  const { status, data } = await make()
  expect([status, data.application]).toEqual([201, reference])
  const { data: review } = await admin.call<Review>('GET', `admin/leads/${reference}/review`)
  expect(review.trainer).toEqual({ id: data.id, name: 'رشا منصور' })
  expect((await make()).error.code).toBe('applicationDone')
  const { count: trainers } = await app.db
    .selectFrom('trainers')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(Number(trainers)).toBe(1)
})

it('scores and notes are erased with the application', async () => {
  const { id } = await criterion('التزام', 'Reliability')
  const reference = await application()
  await score(admin, reference, [{ criterion: id, score: 3 }], 'private')
  await sql`update leads set erase_at = now() - interval '1 day' where reference = ${reference}`.execute(app.db)
  await app.tasks.forgetOld!({})
  const { data } = await admin.call<Review>('GET', `admin/leads/${reference}/review`)
  expect([data.reviews, data.mean]).toEqual([[], undefined])
  expect((await score(admin, reference, [{ criterion: id, score: 3 }])).error.code).toBe('leadErased')
})
