/** What people changed or made in the database stays when content is loaded again. */
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { COURSE, changeOf, courseRow, loadedPart } from '../../../tests/support/content/loaded-part.ts'
import { learner } from '../../../tests/support/factories.ts'
import { hasChanges, reportLines } from './report.ts'

const part = loadedPart()

it('never overwrites what was changed in the desk, and says which fields stay', async () => {
  const { id, name } = (await courseRow(part))!
  const desk = apiAs(part.app, await learner(part.app.db, { roles: ['Admin'] })).courseEditing
  await desk.editCourse({ id, version: 1, changes: { 'name.ar': { from: name.ar, to: 'اسم من المكتب' } } })
  part.folder.change(COURSE, (course) => {
    course.name.ar = 'اسم من الملف'
    course.hours += 2
  })
  part.folder.change('partners.yaml', (partners) => {
    partners[0].name.en = 'Another name'
  })
  const report = await part.load()
  const kept = { kind: 'courses', key: 'contracts-drafting', fields: ['hours', 'name.ar', 'englishStale'] }
  expect(report.kept).toEqual([kept])
  expect(reportLines(report)).toEqual([
    'partners: 1 changed (afaq-skills: name.en)',
    expect.stringMatching(
      /^Kept: courses → contracts-drafting was changed .* differs in hours, name\.ar, englishStale/,
    ),
  ])
  expect((await courseRow(part))?.name.ar).toBe('اسم من المكتب')
  // What differs is said again each time, until it is the same or the file is taken.
  expect((await part.load()).kept).toEqual([kept])
  const trial = await part.load({ overwrites: true, isTrial: true })
  expect(changeOf(trial, 'courses')?.fields?.get('contracts-drafting')).toContain('name.ar')
  expect((await courseRow(part))?.name.ar).toBe('اسم من المكتب')
  expect((await part.load({ overwrites: true })).kept).toEqual([])
  expect((await courseRow(part))?.name.ar).toBe('اسم من الملف')
  part.folder.change(COURSE, (course) => {
    course.hours += 1
  })
  expect((await part.load()).kept).toEqual([])
})

it('keeps what the desk made, which no file names, when it removes the rest', async () => {
  const desk = apiAs(part.app, await learner(part.app.db, { roles: ['Admin'] }))
  const { id, specialization_id: specializationId } = (await courseRow(part))!
  const facts = { specializationId, category: 1, level: 1, deliveryMethod: 1, hours: 5 } as const
  const made = await desk.courseEditing.addCourse({ 'name.ar': 'دورة من المكتب', ...facts })
  await desk.runs.planRun({ courseId: id, sessions: [{ day: '2099-01-04', from: '17:00', to: '20:00' }], seats: 9 })
  const report = await part.load()
  expect(report.kept.map(({ kind, fields }) => [kind, fields]).sort()).toEqual([
    ['courses', []],
    ['runs', []],
  ])
  expect(await part.app.db.selectFrom('courses').select('id').where('id', '=', made.id).execute()).toHaveLength(1)
  expect(hasChanges(await part.load({ overwrites: true }))).toBe(true)
  expect(await part.app.db.selectFrom('courses').select('id').where('id', '=', made.id).execute()).toEqual([])
})

it('knows by its version what was changed before hashes were kept', async () => {
  const { id } = (await courseRow(part))!
  await part.app.db.updateTable('content_documents').set({ hash: null }).execute()
  await part.app.db.updateTable('courses').set({ version: 2, hours: 99 }).where('id', '=', id).execute()
  await part.app.db.updateTable('courses').set({ hours: 99 }).where('key', '=', 'hr-diploma').execute()
  const report = await part.load()
  expect(report.kept).toEqual([{ kind: 'courses', key: 'contracts-drafting', fields: ['hours'] }])
  expect(changeOf(report, 'courses')?.changed).toEqual(['hr-diploma'])
})

it('does not bring back a run that staff have cancelled', async () => {
  const run = await part.app.db
    .selectFrom('schedules')
    .select(['id', 'seats'])
    .where('cancelled_at', 'is', null)
    .limit(1)
    .executeTakeFirstOrThrow()
  const at = new Date()
  await part.app.db.updateTable('schedules').set({ cancelled_at: at }).where('id', '=', run.id).execute()
  await part.app.db
    .insertInto('run_actions')
    .values({ id: randomUUID(), schedule_id: run.id, kind: 'cancel', reason: 'The trainer is ill', at, done_at: at })
    .execute()
  await part.load()
  const after = await part.app.db
    .selectFrom('schedules')
    .select('cancelled_at')
    .where('id', '=', run.id)
    .executeTakeFirst()
  expect(after?.cancelled_at).toEqual(at)
})

it('keeps learners’ own reviews, accounts and passwords', async () => {
  const { id } = (await courseRow(part))!
  const own = await part.app.db
    .insertInto('reviews')
    .values({ course_id: id, user_name: '{"ar":"سارة"}', rate: 4, comment: '{"ar":"نافعة"}', created_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await part.app.db
    .updateTable('users')
    .set({ password_hash: 'changed' })
    .where('email', '=', 'learner@maahad.example')
    .execute()
  await part.load()
  expect(await part.app.db.selectFrom('reviews').select('id').where('id', '=', own.id).execute()).toHaveLength(1)
  const { password_hash } = await part.app.db
    .selectFrom('users')
    .select('password_hash')
    .where('email', '=', 'learner@maahad.example')
    .executeTakeFirstOrThrow()
  expect(password_hash).toBe('changed')
})
