import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { problemOf } from '../../../tests/support/course-desk.ts'
import { course, inDays, learner, order, schedule, trainer } from '../../../tests/support/factories.ts'
import type { Api } from '../../api/contract.ts'
import { MINUTE_MS } from '../../platform/durations.ts'

let app: TestApp
let admin: Api['runs']
let other: Api['runs']
let later: Api['runs']
beforeAll(async () => {
  app = await startTestApp()
  const [one, another] = [await learner(app.db, { roles: ['Admin'] }), await learner(app.db, { roles: ['Admin'] })]
  admin = apiAs(app, one).runs
  other = apiAs(app, another).runs
  later = apiAs(app, one, { now: () => new Date(app.services.now().getTime() + 11 * MINUTE_MS) }).runs
})
afterAll(() => app.stop())

/** Runs of a new course that begin after so many days. */
async function runsIn(...days: number[]) {
  const { id: courseId } = await course(app.db, { name: { ar: 'دورة المواعيد', en: 'A course with runs' } })
  const ids: number[] = []
  for (const day of days) {
    const id = await schedule(app.db, courseId, { startsAt: inDays(day), endsAt: inDays(day + 3), seats: 10 })
    for (const at of [day, day + 2])
      await app.db
        .insertInto('run_sessions')
        .values({ schedule_id: id, starts_at: inDays(at), ends_at: inDays(at + 0.1) })
        .execute()
    ids.push(id)
  }
  return { courseId, ids }
}
const enrolled = async (courseId: number, scheduleId: number, lang: 'ar' | 'en' = 'ar') => {
  const person = await learner(app.db, { lang, firstName: lang === 'ar' ? 'نورة' : 'Nora' })
  const { id } = await order(app.db, { courseId, scheduleId, userId: person.id })
  await app.db.updateTable('orders').set({ lang }).where('id', '=', id).execute()
  return { person, id }
}
const auditOf = (runId: number, action: string) =>
  app.db.selectFrom('audit_log').selectAll().where('run_id', '=', runId).where('action', '=', action).execute()

describe('a command on many runs', () => {
  it('opens and closes their enrolment, and names each that failed with the reason', async () => {
    const { ids } = await runsIn(10, 12, -1)
    const [one, cancelled, begun] = ids as [number, number, number]
    await app.db
      .updateTable('schedules')
      .set({ cancelled_at: inDays(-1) })
      .where('id', '=', cancelled)
      .execute()
    const closed = await admin.changeRuns({ ids: [one, cancelled, 999_999], action: 'closeEnrolment' })
    expect(closed.rows).toMatchObject([
      { id: one, name: 'A course with runs', isDone: true, code: null },
      { id: cancelled, isDone: false, code: 'runCancelled', reason: expect.any(String) },
      { id: 999_999, name: null, isDone: false, code: 'runNotFound' },
    ])
    expect(new Date((await admin.run({ id: one })).enrolmentClosesAt) <= app.services.now()).toBe(true)
    const opened = await admin.changeRuns({ ids: [one, begun], action: 'openEnrolment' })
    expect(opened.rows.map(({ code }) => code)).toEqual([null, 'runBegun'])
    const { enrolmentClosesAt, startsAt } = await admin.run({ id: one })
    expect(enrolmentClosesAt).toBe(startsAt)
    expect(await auditOf(one, 'run.edit')).toHaveLength(2)
  })

  it('is undone as one within ten minutes, by whoever gave it, where nobody changed the run since', async () => {
    const { ids } = await runsIn(10, 12, 14)
    const [one, changed, closed] = ids as [number, number, number]
    await admin.changeRuns({ ids: [closed], action: 'closeEnrolment' })
    const before = await admin.run({ id: one })
    const { rows } = await admin.changeRuns({ ids, action: 'closeEnrolment' })
    // What was closed already is not opened by taking this back.
    expect(rows.map(({ canUndo }) => canUndo)).toEqual([true, true, false])
    await other.changeRuns({ ids: [changed], action: 'addTag', tag: 'مسائي' })
    expect((await admin.run({ id: one })).undoUntil).not.toBeNull()
    expect((await other.run({ id: one })).undoUntil).toBeNull()
    const undone = await admin.changeRuns({ ids: [one, changed], action: 'undo' })
    expect(undone.rows.map(({ code }) => code)).toEqual([null, 'nothingToUndo'])
    const after = await admin.run({ id: one })
    expect(after.enrolmentClosesAt).toBe(before.enrolmentClosesAt)
    expect(after.undoUntil).toBeNull()
    expect(await auditOf(one, 'run.undo')).toHaveLength(1)
    expect((await admin.changeRuns({ ids: [one], action: 'undo' })).rows[0]!.code).toBe('nothingToUndo')
    // Tags, too, and only for a while.
    await admin.changeRuns({ ids: [one], action: 'addTag', tag: 'قصير' })
    await admin.changeRuns({ ids: [one], action: 'undo' })
    expect((await admin.run({ id: one })).tags).toEqual([])
    await admin.changeRuns({ ids: [one], action: 'addTag', tag: 'قصير' })
    const late = await later.changeRuns({ ids: [one], action: 'undo' })
    expect(late.rows[0]!.code).toBe('nothingToUndo')
  })

  it('gives a trainer, and gives the sessions back to those who taught them', async () => {
    const { ids } = await runsIn(50)
    const [run] = ids as [number]
    const [first, second] = [await trainer(app.db), await trainer(app.db)]
    const taught = async () => (await admin.run({ id: run })).sessions.map((session) => session.trainer?.id ?? null)
    await app.db
      .updateTable('run_sessions')
      .set({ trainer_id: first })
      .where('schedule_id', '=', run)
      .where('starts_at', '<', inDays(51))
      .execute()
    const { rows } = await admin.changeRuns({ ids, action: 'assignTrainer', trainerId: second })
    expect([rows[0]!.canUndo, await taught()]).toEqual([true, [second, second]])
    expect((await other.changeRuns({ ids, action: 'undo' })).rows[0]!.code).toBe('nothingToUndo')
    await admin.changeRuns({ ids, action: 'undo' })
    expect(await taught()).toEqual([first, null])
    await admin.changeRuns({ ids, action: 'assignTrainer', trainerId: second })
    await app.db.updateTable('run_sessions').set({ trainer_id: first }).where('schedule_id', '=', run).execute()
    expect((await admin.changeRuns({ ids, action: 'undo' })).rows[0]!.code).toBe('nothingToUndo')
  })

  it('gives the sessions that have not begun a trainer', async () => {
    const { ids } = await runsIn(-1, -9)
    const [running, ended] = ids as [number, number]
    const trainerId = await trainer(app.db)
    const { rows } = await admin.changeRuns({ ids: [running, ended], action: 'assignTrainer', trainerId })
    expect(rows.map(({ code }) => code)).toEqual([null, 'runEnded'])
    const { sessions } = await admin.run({ id: running })
    expect(sessions.map((session) => session.trainer?.id)).toEqual([undefined, trainerId])
    const [entry] = await auditOf(running, 'run.session')
    expect(entry!.detail).toMatchObject({ trainerId, sessions: 1 })
    const unknown = await admin.changeRuns({ ids: [running], action: 'assignTrainer', trainerId: 999_999 })
    expect(unknown.rows[0]!.code).toBe('trainerNotFound')
    expect((await problemOf(admin.changeRuns({ ids: [running], action: 'assignTrainer' }))).fields).toHaveProperty(
      'trainerId',
    )
  })

  it('tags them, so that a list shows only those, and nobody outside of the planning sees it', async () => {
    const { ids, courseId } = await runsIn(20, 21, 22)
    const tag = 'أرامكو'
    await admin.changeRuns({ ids: ids.slice(0, 2), action: 'addTag', tag })
    await admin.changeRuns({ ids: ids.slice(0, 1), action: 'addTag', tag })
    const tagged = async () => (await admin.runs({ tag })).items.map(({ id, tags }) => [id, tags])
    expect(await tagged()).toEqual([
      [ids[0], [tag]],
      [ids[1], [tag]],
    ])
    expect((await admin.runTags({})).tags).toContain(tag)
    expect((await auditOf(ids[0]!, 'run.tag')).map(({ before, after }) => [before, after])).toEqual([
      [{ tags: [] }, { tags: [tag] }],
    ])
    const finance = apiAs(app, await learner(app.db, { roles: ['Finance'] })).runs
    expect((await finance.run({ id: ids[0]! })).tags).toEqual([])
    const { slug } = await app.db
      .selectFrom('courses')
      .select('slug')
      .where('id', '=', courseId)
      .executeTakeFirstOrThrow()
    const page = await app.call('GET', `Courses/course-by-slug?slug=${encodeURIComponent(slug)}`)
    expect([page.status, JSON.stringify(page.data).includes(tag)]).toEqual([200, false])
    await admin.changeRuns({ matching: { tag, count: 2 }, action: 'removeTag', tag })
    expect(await tagged()).toEqual([])
    for (let n = 0; n < 10; n++) await admin.changeRuns({ ids: [ids[2]!], action: 'addTag', tag: `وسم ${n}` })
    const { rows } = await admin.changeRuns({ ids: [ids[2]!], action: 'addTag', tag: 'حادي عشر' })
    expect(rows[0]!.code).toBe('tooManyTags')
  })

  it('is done with those that were counted, or with none', async () => {
    const { ids, courseId } = await runsIn(30, 31)
    const stale = await problemOf(
      admin.changeRuns({ matching: { courseId, count: 3 }, action: 'addTag', tag: 'بالعدد' }),
    )
    expect(stale.code).toBe('previewStale')
    const { rows } = await admin.changeRuns({ matching: { courseId, count: 2 }, action: 'addTag', tag: 'بالعدد' })
    expect(rows.map(({ id }) => id)).toEqual(ids)
    expect((await problemOf(admin.changeRuns({ action: 'addTag', tag: 'x' }))).code).toBe('validation')
  })
})

describe('runs by their seats', () => {
  it('come from the fullest or from the freest on, page by page', async () => {
    const { ids, courseId } = await runsIn(40, 41, 42, 43)
    for (const [place, people] of [3, 0, 7, 3].entries())
      for (let n = 0; n < people; n++) await enrolled(courseId, ids[place]!)
    const read = async (sort: 'full' | 'free') => {
      const seen: number[] = []
      let cursor: string | undefined
      do {
        const page = await admin.runs({ courseId, sort, limit: 2, ...(cursor ? { cursor } : {}) })
        seen.push(...page.items.map(({ id }) => ids.indexOf(id)))
        cursor = page.next ?? undefined
      } while (cursor)
      return seen
    }
    expect(await read('full')).toEqual([2, 0, 3, 1])
    expect(await read('free')).toEqual([1, 3, 0, 2])
    const { next } = await admin.runs({ courseId, limit: 2 })
    expect((await problemOf(admin.runs({ courseId, sort: 'full', cursor: next! }))).code).toBe('validation')
  })
})

const WORDS = {
  subject: { ar: 'قاعة {course}', en: 'The room of {course}' },
  text: { ar: 'أهلًا {name}، تغيّرت القاعة.\nرقمك {reference}.', en: 'Dear {name}, the room has changed.' },
}

describe('a message to the learners of runs', () => {
  it('is shown as it goes out, then sent once to each in their language, and written down', async () => {
    const { ids, courseId } = await runsIn(50, 51)
    const [first, empty] = ids as [number, number]
    const [arabic, english] = [await enrolled(courseId, first), await enrolled(courseId, first, 'en')]
    const left = await enrolled(courseId, first)
    await app.db.updateTable('orders').set({ status: 'refunded' }).where('id', '=', left.id).execute()

    const preview = await admin.previewRunMessage({ ids, ...WORDS })
    expect(preview).toMatchObject({ mails: 2, already: 0 })
    expect(preview.runs.map(({ mails }) => mails)).toEqual([2, 0])
    expect(preview.samples.map(({ lang, mails, subject }) => [lang, mails, subject])).toEqual([
      ['ar', 1, 'قاعة دورة المواعيد'],
      ['en', 1, 'The room of A course with runs'],
    ])
    expect(await app.mails(arabic.person.email)).toEqual([])

    const asked = { ids, ...WORDS, fingerprint: preview.fingerprint }
    const [answer, again] = await Promise.all([admin.sendRunMessage(asked), admin.sendRunMessage(asked)])
    expect(answer.rows[0]!.mails + again.rows[0]!.mails).toBe(2)
    expect(answer.rows).toMatchObject([
      { id: first, isDone: true },
      { id: empty, isDone: false, code: 'nobodyEnrolled', mails: 0 },
    ])
    const mails = await Promise.all([arabic, english, left].map(({ person }) => app.mails(person.email)))
    expect(mails.map((all) => all.map(({ subject }) => subject))).toEqual([
      ['قاعة دورة المواعيد'],
      ['The room of A course with runs'],
      [],
    ])
    expect(mails[0]![0]!.text).toContain('أهلًا نورة، تغيّرت القاعة.\n\nرقمك TEST-')
    expect(mails[1]![0]!.text).toContain('Dear Nora, the room has changed.')
    const entries = await auditOf(first, 'run.message')
    expect(entries.map(({ detail }) => (detail as { mails: number }).mails)).toEqual([2])

    // Whoever enrols later gets it when it is sent again, and nobody else.
    const late = await enrolled(courseId, first)
    const next = await admin.previewRunMessage({ ids: [first], ...WORDS })
    expect(next).toMatchObject({ mails: 1, already: 2 })
    expect((await problemOf(admin.sendRunMessage(asked))).code).toBe('previewStale')
    await admin.sendRunMessage({ ids: [first], ...WORDS, fingerprint: next.fingerprint })
    expect(await app.mails(late.person.email)).toHaveLength(1)
    expect(await app.mails(arabic.person.email)).toHaveLength(1)
  })

  it('needs English only where somebody reads English, and knows no other fields', async () => {
    const { ids, courseId } = await runsIn(60)
    const arabic = { subject: { ar: WORDS.subject.ar }, text: { ar: WORDS.text.ar } }
    await enrolled(courseId, ids[0]!)
    expect((await admin.previewRunMessage({ ids, ...arabic })).mails).toBe(1)
    await enrolled(courseId, ids[0]!, 'en')
    const missing = await problemOf(admin.previewRunMessage({ ids, ...arabic }))
    expect(missing.fields).toEqual({ 'subject.en': ['required'], 'text.en': ['required'] })
    const unknown = await problemOf(admin.previewRunMessage({ ids, ...WORDS, text: { ...WORDS.text, ar: '{amount}' } }))
    expect(unknown.fields).toEqual({ 'text.ar': ['mailField:amount'] })
  })

  it('is never sent in other words or to others than were shown', async () => {
    const { ids, courseId } = await runsIn(70)
    const { person } = await enrolled(courseId, ids[0]!)
    const english = { subject: { ...WORDS.subject }, text: { ...WORDS.text } }
    const { fingerprint } = await admin.previewRunMessage({ ids, ...english })
    const other = { ids, subject: english.subject, text: { ar: 'كلمات أخرى' }, fingerprint }
    expect((await problemOf(admin.sendRunMessage(other))).code).toBe('previewStale')
    await enrolled(courseId, ids[0]!)
    expect((await problemOf(admin.sendRunMessage({ ids, ...english, fingerprint }))).code).toBe('previewStale')
    expect(await app.mails(person.email)).toEqual([])
  })
})
