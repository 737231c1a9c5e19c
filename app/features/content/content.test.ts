import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { type ContentFolder, contentFolder, partOfContent } from '../../../tests/support/content/content-folder.ts'
import { coupon, learner, order } from '../../../tests/support/factories.ts'
import { dayOf, daysBetween, weekdayOf } from '../../platform/days.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { verifyPassword } from '../accounts/password.server.ts'
import { runTimesOf } from '../runs/sessions.ts'
import { DEMONSTRATION, demoAccounts, type ImportOptions, importContent, isEmpty } from './content.server.ts'
import { documentsOf } from './documents.server.ts'
import { everything, loadedDay } from './queries.server.ts'
import { hasChanges, type Report, reportLines } from './report.ts'

const COURSE = 'courses/contracts-drafting.yaml'

const changeOf = (report: Report, kind: string) => report.changes.find((change) => change.kind === kind)

describe('the loaded demonstration', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ institute: true })
  })
  afterAll(() => app.stop())

  it('inserts every course, and changes nothing the second time', async () => {
    const courses = await app.db.selectFrom('courses').select('key').execute()
    expect(courses.map(({ key }) => `${key}.yaml`).sort()).toEqual(readdirSync(join(DEMONSTRATION, 'courses')).sort())
    const report = await importContent(app.services, DEMONSTRATION)
    expect(reportLines(report)).toEqual(['Nothing changed.'])
  })

  it('gives every run a session on each of its weekdays', async () => {
    const runs = await app.db.selectFrom('schedules').selectAll().execute()
    expect(runs.length).toBeGreaterThan(10)
    for (const run of runs) {
      const sessions = await app.db.selectFrom('run_sessions').selectAll().where('schedule_id', '=', run.id).execute()
      const { weekdays, fromTime, toTime, ...times } = runTimesOf(
        sessions.map(({ starts_at, ends_at }) => ({ startsAt: starts_at, endsAt: ends_at })),
      )
      expect(times).toEqual({ startsAt: run.starts_at, endsAt: run.ends_at })
      expect([fromTime, toTime]).toEqual([run.from_time, run.to_time])
      expect(run.weekdays).toEqual(expect.arrayContaining(weekdays))
    }
  })

  it('counts days from the first loading: every run is in the future, on one of its weekdays', async () => {
    const runs = await app.db.selectFrom('schedules').selectAll().execute()
    const day = (await loadedDay(app.db))!
    // The database is a copy of one that was loaded when the suite began: the day before, when it runs over midnight.
    const now = app.services.now()
    expect([dayOf(new Date(now.getTime() - DAY_MS)), dayOf(now)]).toContain(day)
    expect(runs.length).toBeGreaterThan(60)
    for (const run of runs) {
      expect(daysBetween(day, dayOf(run.starts_at))).toBeGreaterThan(0)
      expect(run.weekdays).toContain(weekdayOf(dayOf(run.starts_at)))
      expect(run.enrolment_closes_at < run.starts_at).toBe(true)
    }
  })
})

describe('loading the content', () => {
  let app: TestApp
  let part: ContentFolder
  let folder: ContentFolder
  const loadPart = () => importContent(app.services, part.path, { isPruning: true, overwrites: true })
  beforeAll(async () => {
    app = await startTestApp({ institute: true })
    part = partOfContent()
    await loadPart()
  })
  afterAll(async () => {
    part.dispose()
    await app.stop()
  })
  beforeEach(() => {
    folder = contentFolder(part.path)
  })
  // Each test starts with the unchanged part of the demonstration.
  afterEach(async () => {
    folder.dispose()
    await app.db.deleteFrom('orders').execute()
    await loadPart()
  })
  const load = (options: ImportOptions = {}) =>
    importContent(app.services, folder.path, { isPruning: true, ...options })
  const courseRow = (key = 'contracts-drafting') =>
    app.db.selectFrom('courses').selectAll().where('key', '=', key).executeTakeFirst()
  const runsOf = (courseId: number) =>
    app.db.selectFrom('schedules').selectAll().where('course_id', '=', courseId).orderBy('key').execute()

  it('keeps prices to the halala', async () => {
    folder.change(COURSE, (course) => {
      course.price = 1149.95
      course.oldPrice = 1290.1
    })
    await load()
    expect(await courseRow()).toMatchObject({ price_halalas: 114_995, old_price_halalas: 129_010 })
  })

  it('uses the institute’s VAT treatment for a course without its own', async () => {
    expect((await courseRow())?.vat_treatment).toBe('standard')
    folder.change('institute.yaml', (institute) => {
      institute.vatDefault = 'exempt'
      institute.vatReasons = { exempt: { ar: 'تعليم', en: 'Education' } }
    })
    await load()
    expect((await courseRow())?.vat_treatment).toBe('exempt')
  })

  it('loads an institute that is not registered for VAT, whose prices mention none', async () => {
    folder.change('institute.yaml', (institute) => {
      institute.vatRegistered = false
      delete institute.vatNumber
      delete institute.vatRatePercent
    })
    await load()
    const info = await app.call('GET', 'Pages/institute')
    expect([info.status, info.data.vatNumber]).toEqual([200, null])
    const slug = encodeURIComponent((await courseRow())!.slug)
    expect((await app.call('GET', `Courses/course-by-slug?slug=${slug}`)).data.includesVat).toBe(false)
  })

  it('keeps why a course is sold without VAT, and who else is', async () => {
    folder.change('institute.yaml', (institute) => (institute.vatReasons = { exempt: { ar: 'تمويل', en: 'Finance' } }))
    folder.change(COURSE, (course) => Object.assign(course, { vat: 'exempt', vatReasonCode: 'VATEX-SA-29' }))
    await load()
    expect(await courseRow()).toMatchObject({ vat_treatment: 'exempt', vat_reason_code: 'VATEX-SA-29' })
    folder.change(COURSE, (course) => {
      delete course.vat
      delete course.vatReasonCode
      course.zeroRatedForCitizens = true
    })
    await load()
    expect(await courseRow()).toMatchObject({ vat_reason_code: null, zero_rated_for_citizens: true })
  })

  it('changes a text and keeps everything else', async () => {
    const before = await courseRow()
    folder.change(COURSE, (course) => {
      course.name.en = 'Writing contracts'
    })
    const report = await load()
    expect(reportLines(report)).toEqual(['courses: 1 changed (contracts-drafting: name.en)'])
    const after = await courseRow()
    expect(after).toEqual({
      ...before,
      name: { ...before?.name, en: 'Writing contracts' },
      search_text: expect.stringContaining(' writing contracts '),
      updated_at: after?.updated_at,
    })
    expect(after?.updated_at.getTime()).toBeGreaterThan(before!.updated_at.getTime())
  })

  it('never changes the dates of a loaded run when content is loaded again', async () => {
    const { id } = (await courseRow())!
    const before = await runsOf(id)
    folder.change(COURSE, (course) => {
      course.runs[0].startsInDays += 40
      course.runs[0].seats = 99
    })
    app.advance(30 * DAY_MS)
    const report = await load()
    app.advance(-30 * DAY_MS)
    expect(report.notes).toHaveLength(1)
    expect(report.notes[0]).toMatch(/contracts-drafting\/\S+ stays on its days/)
    const times = (runs: typeof before) => runs.map(({ key, starts_at, ends_at }) => ({ key, starts_at, ends_at }))
    const after = await runsOf(id)
    expect(times(after)).toEqual(times(before))
    expect(after.map(({ seats }) => seats)).toContain(99)
  })

  it('stores former slugs permanently, and lets two courses swap their slugs', async () => {
    const [first, second] = ['contracts-drafting', 'saudi-labour-law-practice']
    const slugs = [(await courseRow(first))!.slug, (await courseRow(second))!.slug]
    folder.change(COURSE, (course) => {
      course.slug = 'صياغة-جديدة'
    })
    await load()
    expect(await formerSlugs(app)).toMatchObject({ [slugs[0]!]: first })

    folder.change(COURSE, (course) => {
      course.slug = slugs[1]
    })
    folder.change(`courses/${second}.yaml`, (course) => {
      course.slug = slugs[0]
    })
    await load()
    expect([(await courseRow(first))?.slug, (await courseRow(second))?.slug]).toEqual([slugs[1], slugs[0]])
    const former = await formerSlugs(app)
    expect(former).toMatchObject({ 'صياغة-جديدة': first })
    for (const slug of slugs) expect(former).not.toHaveProperty([slug])
  })

  it('removes nothing without being told to', async () => {
    removeCourse(folder)
    folder.change('coupons.yaml', (coupons) => coupons.splice(0, 1))
    expect(reportLines(await importContent(app.services, folder.path))).toEqual(['Nothing changed.'])
    expect((await courseRow())?.published_at).not.toBeNull()
  })

  it('never overwrites what was changed in the desk, and says which fields stay', async () => {
    const { id, name } = (await courseRow())!
    const desk = apiAs(app, await learner(app.db, { roles: ['Admin'] })).courseEditing
    await desk.editCourse({ id, version: 1, changes: { 'name.ar': { from: name.ar, to: 'اسم من المكتب' } } })
    folder.change(COURSE, (course) => {
      course.name.ar = 'اسم من الملف'
      course.hours += 2
    })
    folder.change('partners.yaml', (partners) => {
      partners[0].name.en = 'Another name'
    })
    const report = await load()
    const kept = { kind: 'courses', key: 'contracts-drafting', fields: ['hours', 'name.ar', 'englishStale'] }
    expect(report.kept).toEqual([kept])
    expect(reportLines(report)).toEqual([
      'partners: 1 changed (afaq-skills: name.en)',
      expect.stringMatching(
        /^Kept: courses → contracts-drafting was changed .* differs in hours, name\.ar, englishStale/,
      ),
    ])
    expect((await courseRow())?.name.ar).toBe('اسم من المكتب')
    // What differs is said again each time, until it is the same or the file is taken.
    expect((await load()).kept).toEqual([kept])
    const trial = await load({ overwrites: true, isTrial: true })
    expect(changeOf(trial, 'courses')?.fields?.get('contracts-drafting')).toContain('name.ar')
    expect((await courseRow())?.name.ar).toBe('اسم من المكتب')
    expect((await load({ overwrites: true })).kept).toEqual([])
    expect((await courseRow())?.name.ar).toBe('اسم من الملف')
    folder.change(COURSE, (course) => {
      course.hours += 1
    })
    expect((await load()).kept).toEqual([])
  })

  it('keeps what the desk made, which no file names, when it removes the rest', async () => {
    const desk = apiAs(app, await learner(app.db, { roles: ['Admin'] }))
    const { id, specialization_id: specializationId } = (await courseRow())!
    const facts = { specializationId, category: 1, level: 1, deliveryMethod: 1, hours: 5 } as const
    const made = await desk.courseEditing.addCourse({ 'name.ar': 'دورة من المكتب', ...facts })
    await desk.runs.planRun({ courseId: id, sessions: [{ day: '2099-01-04', from: '17:00', to: '20:00' }], seats: 9 })
    const report = await load()
    expect(report.kept.map(({ kind, fields }) => [kind, fields]).sort()).toEqual([
      ['courses', []],
      ['runs', []],
    ])
    expect(await app.db.selectFrom('courses').select('id').where('id', '=', made.id).execute()).toHaveLength(1)
    expect(hasChanges(await load({ overwrites: true }))).toBe(true)
    expect(await app.db.selectFrom('courses').select('id').where('id', '=', made.id).execute()).toEqual([])
  })

  it('knows by its version what was changed before hashes were kept', async () => {
    const { id } = (await courseRow())!
    await app.db.updateTable('content_documents').set({ hash: null }).execute()
    await app.db.updateTable('courses').set({ version: 2, hours: 99 }).where('id', '=', id).execute()
    await app.db.updateTable('courses').set({ hours: 99 }).where('key', '=', 'hr-diploma').execute()
    const report = await load()
    expect(report.kept).toEqual([{ kind: 'courses', key: 'contracts-drafting', fields: ['hours'] }])
    expect(changeOf(report, 'courses')?.changed).toEqual(['hr-diploma'])
  })

  it('refuses the slug of a course that it does not load', async () => {
    const { slug } = (await courseRow('hr-diploma'))!
    await app.db.updateTable('courses').set({ slug: 'of-the-desk' }).where('key', '=', 'hr-diploma').execute()
    folder.change(COURSE, (course) => {
      course.slug = 'of-the-desk'
    })
    await expect(load()).rejects.toThrow(
      /contracts-drafting\.yaml:\d+, slug: “of-the-desk” is the slug of the stored course hr-diploma/,
    )
    await app.db.updateTable('courses').set({ slug }).where('key', '=', 'hr-diploma').execute()
  })

  it('deletes removed records without orders', async () => {
    removeCourse(folder)
    folder.change('coupons.yaml', (coupons) => coupons.splice(0, 1))
    folder.change('partners.yaml', (partners) => partners.splice(0, 1))
    const report = await load()
    expect(changeOf(report, 'courses')).toMatchObject({ removed: ['contracts-drafting'], withdrawn: [] })
    expect(changeOf(report, 'coupons')).toMatchObject({ removed: ['WELCOME10'], withdrawn: [] })
    expect(changeOf(report, 'partners')).toMatchObject({ removed: ['afaq-skills'] })
    expect(await courseRow()).toBeUndefined()
  })

  it('leaves a coupon of companies, which is in no file: elsewhere it would be for everybody', async () => {
    const ufuq = await app.db
      .insertInto('companies')
      .values({ name: JSON.stringify({ ar: 'أفق' }) })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { code } = await coupon(app.db, { companyIds: [ufuq.id] })
    const documents = documentsOf(await everything(app.db))
    expect([documents.has('coupons/WELCOME10'), documents.has(`coupons/${code}`)]).toEqual([true, false])
    folder.change('coupons.yaml', (coupons) => coupons.splice(0, 1))
    expect(changeOf(await load(), 'coupons')).toMatchObject({ removed: ['WELCOME10'], withdrawn: [] })
    const { active } = await app.db
      .selectFrom('coupons')
      .select('active')
      .where('code', '=', code)
      .executeTakeFirstOrThrow()
    expect(active).toBe(true)
    await app.db.deleteFrom('coupons').where('code', '=', code).execute()
  })

  it('withdraws removed records with orders, and changes no order', async () => {
    const { id } = (await courseRow())!
    const [run] = await runsOf(id)
    const welcome = await app.db
      .selectFrom('coupons')
      .select(['id', 'code'])
      .where('code', '=', 'WELCOME10')
      .executeTakeFirstOrThrow()
    await order(app.db, { courseId: id, scheduleId: run!.id, coupon: welcome })
    const orders = await app.db.selectFrom('orders').selectAll().execute()
    folder.change(COURSE, (course) => {
      course.runs = course.runs.filter(({ key }: { key: string }) => key !== run!.key)
    })
    folder.change('coupons.yaml', (coupons) => coupons.splice(0, 1))
    const withoutRun = await load()
    expect(changeOf(withoutRun, 'runs')?.withdrawn).toEqual([`contracts-drafting/${run!.key}`])
    expect(changeOf(withoutRun, 'coupons')).toMatchObject({ removed: [], withdrawn: ['WELCOME10'] })
    const withdrawn = (await runsOf(id)).find(({ key }) => key === run!.key)
    expect(withdrawn!.enrolment_closes_at < app.services.now()).toBe(true)
    expect(reportLines(await load())).toEqual(['Nothing changed.'])

    removeCourse(folder)
    const withoutCourse = await load()
    expect(changeOf(withoutCourse, 'courses')).toMatchObject({ removed: [], withdrawn: ['contracts-drafting'] })
    expect((await courseRow())?.published_at).toBeNull()
    expect(await app.db.selectFrom('orders').selectAll().execute()).toEqual(orders)
  })

  it('does not bring back a run that staff have cancelled', async () => {
    const run = await app.db
      .selectFrom('schedules')
      .select(['id', 'seats'])
      .where('cancelled_at', 'is', null)
      .limit(1)
      .executeTakeFirstOrThrow()
    const at = new Date()
    await app.db.updateTable('schedules').set({ cancelled_at: at }).where('id', '=', run.id).execute()
    await app.db
      .insertInto('run_actions')
      .values({ id: randomUUID(), schedule_id: run.id, kind: 'cancel', reason: 'The trainer is ill', at, done_at: at })
      .execute()
    await load()
    const after = await app.db
      .selectFrom('schedules')
      .select('cancelled_at')
      .where('id', '=', run.id)
      .executeTakeFirst()
    expect(after?.cancelled_at).toEqual(at)
  })

  it('refuses fewer seats than are sold, and says where', async () => {
    const { id } = (await courseRow())!
    const [run] = await runsOf(id)
    const left = run!.seats - run!.held_seats
    for (let sold = 0; sold < left; sold++) await order(app.db, { courseId: id, scheduleId: run!.id })
    folder.change(COURSE, (course) => {
      const changed = course.runs.find(({ key }: { key: string }) => key === run!.key)
      changed.seats = run!.seats - 1
    })
    await expect(load()).rejects.toThrow(new RegExp(`${COURSE}:\\d+, runs → \\d+ → seats: ${left} are sold`))
    expect(await runsOf(id)).toContainEqual(run)
  })

  it('keeps learners’ own reviews, accounts and passwords', async () => {
    const { id } = (await courseRow())!
    const own = await app.db
      .insertInto('reviews')
      .values({ course_id: id, user_name: '{"ar":"سارة"}', rate: 4, comment: '{"ar":"نافعة"}', created_at: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow()
    await app.db
      .updateTable('users')
      .set({ password_hash: 'changed' })
      .where('email', '=', 'learner@maahad.example')
      .execute()
    await load()
    expect(await app.db.selectFrom('reviews').select('id').where('id', '=', own.id).execute()).toHaveLength(1)
    const { password_hash } = await app.db
      .selectFrom('users')
      .select('password_hash')
      .where('email', '=', 'learner@maahad.example')
      .executeTakeFirstOrThrow()
    expect(password_hash).toBe('changed')
  })

  it('loads nothing of a folder with errors, and reports all of them', async () => {
    folder.change(COURSE, (course) => {
      course.name.en = 'Not loaded'
      course.price = 'many'
    })
    folder.change('reviews.yaml', (reviews) => {
      reviews[2].rate = 6
    })
    await expect(load()).rejects.toThrow(/contracts-drafting\.yaml:\d+, price: must be a number/)
    await expect(load()).rejects.toThrow(/reviews\.yaml:\d+, 3 → rate: must be at most 5/)
    expect((await courseRow())?.name.en).not.toBe('Not loaded')
  })

  it('is recorded in the audit trail only when something changed', async () => {
    const entries = async () => (await app.db.selectFrom('audit_log').select('id').execute()).length
    const before = await entries()
    await load()
    expect(await entries()).toBe(before)
    folder.change('partners.yaml', (partners) => {
      partners[0].name.en = 'Another name'
    })
    expect(hasChanges(await load())).toBe(true)
    expect(await entries()).toBe(before + 1)
  })
})

describe('the accounts of the demonstration', () => {
  it('can be used immediately, with the roles of the file', async () => {
    const app = await startTestApp({ institute: true })
    for (const { email, password, roles } of demoAccounts()) {
      const user = await app.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
      expect(user).toMatchObject({ roles, last_role: roles[0], status: 'active' })
      expect(await verifyPassword(password, user.password_hash)).toBe(true)
    }
    await app.stop()
  })
})

describe('two concurrent loadings', () => {
  it('load once, and outside demonstration mode without its accounts', async () => {
    const app = await startTestApp({ pictures: true })
    const part = partOfContent()
    const services = { ...app.services, settings: { ...app.services.settings, demo: false } }
    expect(await isEmpty(app.db)).toBe(true)
    const reports = await Promise.all([1, 2].map(() => importContent(services, part.path)))
    expect(reports.filter(hasChanges)).toHaveLength(1)
    expect(await isEmpty(app.db)).toBe(false)
    expect(await app.db.selectFrom('users').select('id').execute()).toEqual([])
    part.dispose()
    await app.stop()
  })
})

/** The courses that former slugs lead to, by slug. */
async function formerSlugs(app: TestApp): Promise<Record<string, string>> {
  const rows = await app.db
    .selectFrom('former_slugs')
    .innerJoin('courses', 'courses.id', 'former_slugs.course_id')
    .select(['former_slugs.slug', 'courses.key'])
    .execute()
  return Object.fromEntries(rows.map(({ slug, key }) => [slug, key]))
}

/** Together with the reviews that refer to it. */
function removeCourse(folder: ContentFolder) {
  folder.remove(COURSE)
  folder.change('reviews.yaml', (reviews: { course: string }[]) => {
    const others = reviews.filter(({ course }) => `courses/${course}.yaml` !== COURSE)
    reviews.splice(0, reviews.length, ...others)
  })
}
