/** Trainers from the desk: who may add and link them, and two editors. */
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { problemOf } from '../../../tests/support/course-desk.ts'
import { course, schedule } from '../../../tests/support/factories.ts'
import { type Member, signedInMember } from '../../../tests/support/signed-in.ts'
import type { Output } from '../../api/endpoint.ts'
import { MINUTE_MS } from '../../platform/durations.ts'
import { TrainersFile } from '../content/format.ts'
import type { trainersEndpoints } from './contract.ts'

type One = Output<(typeof trainersEndpoints)['createTrainer']>

let app: TestApp
let editor: Member
let owner: Member
beforeAll(async () => {
  app = await startTestApp()
  editor = await signedInMember(app, ['Content'])
  owner = await signedInMember(app, ['Owner'])
})
afterAll(() => app.stop())

const FIELDS = { name: { ar: 'هند القحطاني', en: '' }, title: { ar: 'مستشارة مالية' }, bio: { ar: 'عشر سنوات' } }
const create = (fields: object, by = editor) => by.call<One>('POST', 'admin/trainers', fields)
const change = (id: number, version: number, changes: object, by = editor) =>
  by.call<One>('POST', `admin/trainers/${id}`, { version, changes })

it('a new trainer can be chosen for courses, and is written into content as any other', async () => {
  const { status, data } = await create(FIELDS)
  expect(status).toBe(201)
  expect(data).toMatchObject({ name: { ar: 'هند القحطاني' }, version: 1, account: null, courseCount: 0 })
  const choices = await editor.call<{ trainers: { id: number }[] }>('GET', 'admin/course-choices')
  expect(choices.data.trainers.map(({ id }) => id)).toContain(data.id)
  const row = await app.db.selectFrom('trainers').selectAll().where('id', '=', data.id).executeTakeFirstOrThrow()
  const { key, name, title, bio } = row
  expect(TrainersFile.safeParse([{ key, name, title, bio }]).success).toBe(true)
  const wrong = await create({ ...FIELDS, name: { ar: ' ' }, bio: { ar: 'ن'.repeat(2001) } })
  expect([wrong.status, Object.keys(wrong.error.fields ?? {}).sort()]).toEqual([400, ['bio.ar', 'name.ar']])
})

it('only an Owner links an account of a trainer, who then sees their own runs and no others', async () => {
  const teacher = await signedInMember(app, ['Teacher'])
  const { id, version } = (await create(FIELDS)).data
  const { id: courseId } = await course(app.db)
  await app.db.insertInto('course_trainers').values({ course_id: courseId, trainer_id: id }).execute()
  const runId = await schedule(app.db, courseId)
  const account = { account: { from: null, to: teacher.user.email } }
  expect((await change(id, version, account)).status).toBe(403)
  expect((await create({ ...FIELDS, account: teacher.user.email })).status).toBe(403)
  expect((await teacher.call('GET', `admin/runs/${runId}`)).status).toBe(404)
  const student = await signedInMember(app, ['Student'])
  const refused = await change(id, version, { account: { from: null, to: student.user.email } }, owner)
  expect([refused.status, refused.error.fields]).toEqual([400, { account: [expect.any(String)] }])
  expect((await change(id, version, account, owner)).data).toMatchObject({
    account: teacher.user.email,
    courseCount: 1,
  })
  expect((await teacher.call('GET', `admin/runs/${runId}`)).status).toBe(200)
  const unlink = { account: { from: teacher.user.email, to: null } }
  expect((await change(id, version + 1, unlink)).status).toBe(403)
  expect((await change(id, version + 1, unlink, owner)).data.account).toBeNull()
})

it('two editors change different fields, and not the same one', async () => {
  const { id, version } = (await create(FIELDS)).data
  const title = await change(id, version, { title: { from: FIELDS.title, to: { ar: 'محاسبة' } } })
  const bio = await change(id, version, { bio: { from: FIELDS.bio, to: { ar: 'نبذة', en: 'About' } } })
  expect([title.status, bio.status]).toEqual([200, 200])
  expect(bio.data).toMatchObject({ title: { ar: 'محاسبة' }, bio: { en: 'About' }, version: version + 2 })
  const late = await change(id, version, { title: { from: FIELDS.title, to: { ar: 'أخرى' } } })
  expect([late.status, late.error.code]).toEqual([409, 'changedMeanwhile'])
  expect((await change(999_999, 1, {})).status).toBe(404)
  const audit = await app.db.selectFrom('audit_log').select(['action', 'before']).orderBy('id', 'desc').execute()
  expect(audit[0]).toEqual({ action: 'trainer.change', before: { bio: FIELDS.bio } })
})

it('an edit is undone by whoever made it, for ten minutes and where nobody changed the trainer since', async () => {
  const { id, version } = (await create(FIELDS)).data
  const other = await signedInMember(app, ['Content'])
  const undo = (by = editor) => by.call<One>('POST', `admin/trainers/${id}/undo`, {})
  const edited = await change(id, version, { title: { from: FIELDS.title, to: { ar: 'محاسبة' } } })
  expect(Date.parse(edited.data.undoUntil!)).toBeGreaterThan(Date.now())
  expect((await undo(other)).error.code).toBe('nothingToUndo')
  const undone = await undo()
  expect(undone.data).toMatchObject({ title: FIELDS.title, version: version + 2, undoUntil: null })
  expect((await undo()).error.code).toBe('nothingToUndo')
  await change(id, version + 2, { title: { from: FIELDS.title, to: { ar: 'محاسبة' } } })
  await change(id, version + 3, { bio: { from: FIELDS.bio, to: { ar: 'نبذة' } } }, other)
  expect((await undo()).error.code).toBe('nothingToUndo')
  const desk = apiAs(app, other.user, { now: () => new Date(Date.now() + 11 * MINUTE_MS) }).trainers
  expect((await problemOf(desk.undoTrainer({ id }))).code).toBe('nothingToUndo')
  expect((await undo(other)).data.bio).toEqual(FIELDS.bio)
  const last = app.db.selectFrom('audit_log').select(['action', 'before', 'after']).orderBy('id', 'desc')
  expect(await last.executeTakeFirst()).toEqual({
    ...{ action: 'trainer.undo', before: { bio: { ar: 'نبذة' } }, after: { bio: FIELDS.bio } },
  })
})

it('has a picture cut to a square in sizes, with an alternative text, which the course page shows', async () => {
  const { id } = (await create(FIELDS)).data
  const made = await course(app.db)
  await app.db.insertInto('course_trainers').values({ course_id: made.id, trainer_id: id }).execute()
  const desk = apiAs(app, editor.user).trainers
  const send = async (bytes: Uint8Array<ArrayBuffer>, facts: object = {}) =>
    desk.setTrainerPicture({ id, file: new File([bytes], 'x.jpg'), ...facts })
  const jpeg = await sharp({ create: { width: 1400, height: 2000, channels: 3, background: '#804020' } })
    .jpeg()
    .toBuffer()
  const { picture, version } = await send(new Uint8Array(jpeg), { y: 0, size: 0.5 })
  expect(picture).toMatch(/^\/media\/[\w-]+\/portrait-700x700\.webp$/)
  for (const name of ['480.avif', '480.webp', '700.avif'])
    expect((await fetch(app.address + picture!.replace(/[^/]+$/, name))).status).toBe(200)

  const alt = { pictureAlt: { from: null, to: { ar: 'تشرح أمام لوح', en: 'At a whiteboard' } } }
  expect((await change(id, version, alt)).data.pictureAlt).toEqual(alt.pictureAlt.to)
  const page = await app.call('GET', `Courses/course-by-slug?slug=${made.slug}`, { lang: 'en' })
  expect(page.data.trainers).toMatchObject([{ picture, pictureAlt: 'At a whiteboard' }])

  await expect(send(new TextEncoder().encode('<svg/>'))).rejects.toMatchObject({ fields: { file: ['pictureType'] } })
  const { picture: none } = await desk.removeTrainerPicture({ id })
  expect(none).toBeNull()
  const audit = await app.db.selectFrom('audit_log').select(['action', 'before']).orderBy('id', 'desc').execute()
  expect(audit[0]).toEqual({ action: 'trainer.picture', before: { picture } })
  expect((await editor.call('DELETE', 'admin/trainers/999999/picture')).status).toBe(404)
})

it('finance reads all trainers and changes none; a trainer reads only what is said of themselves', async () => {
  const [finance, teacher] = [await signedInMember(app, ['Finance']), await signedInMember(app, ['Teacher'])]
  const own = (await create({ ...FIELDS, account: teacher.user.email }, owner)).data
  const { id: other, version } = (await create(FIELDS)).data
  const idsFor = async (who: Member) => (await who.call<One[]>('GET', 'admin/trainers')).data.map(({ id }) => id)
  expect(await idsFor(finance)).toEqual(expect.arrayContaining([own.id, other]))
  expect(await idsFor(teacher)).toEqual([own.id])
  const bio = { bio: { from: FIELDS.bio, to: { ar: 'غيره' } } }
  for (const who of [finance, teacher]) expect((await change(other, version, bio, who)).status).toBe(403)
})
