import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { partOfContent } from '../../../tests/support/content/content-folder.ts'
import { COURSE, courseRow, loadedPart, runsOf } from '../../../tests/support/content/loaded-part.ts'
import { order } from '../../../tests/support/factories.ts'
import { dayOf, daysBetween, weekdayOf } from '../../platform/days.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { verifyPassword } from '../accounts/password.server.ts'
import { runTimesOf } from '../runs/sessions.ts'
import { DEMONSTRATION, demoAccounts, importContent, isEmpty } from './content.server.ts'
import { loadedDay } from './queries.server.ts'
import { hasChanges, reportLines } from './report.ts'

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
  const part = loadedPart()

  it('changes a text and keeps everything else', async () => {
    const before = await courseRow(part)
    part.folder.change(COURSE, (course) => {
      course.name.en = 'Writing contracts'
    })
    const report = await part.load()
    expect(reportLines(report)).toEqual(['courses: 1 changed (contracts-drafting: name.en)'])
    const after = await courseRow(part)
    expect(after).toEqual({
      ...before,
      name: { ...before?.name, en: 'Writing contracts' },
      search_text: expect.stringContaining(' writing contracts '),
      updated_at: after?.updated_at,
    })
    expect(after?.updated_at.getTime()).toBeGreaterThan(before!.updated_at.getTime())
  })

  it('never changes the dates of a loaded run when content is loaded again', async () => {
    const { id } = (await courseRow(part))!
    const before = await runsOf(part, id)
    part.folder.change(COURSE, (course) => {
      course.runs[0].startsInDays += 40
      course.runs[0].seats = 99
    })
    part.app.advance(30 * DAY_MS)
    const report = await part.load()
    part.app.advance(-30 * DAY_MS)
    expect(report.notes).toHaveLength(1)
    expect(report.notes[0]).toMatch(/contracts-drafting\/\S+ stays on its days/)
    const times = (runs: typeof before) => runs.map(({ key, starts_at, ends_at }) => ({ key, starts_at, ends_at }))
    const after = await runsOf(part, id)
    expect(times(after)).toEqual(times(before))
    expect(after.map(({ seats }) => seats)).toContain(99)
  })

  it('stores former slugs permanently, and lets two courses swap their slugs', async () => {
    const [first, second] = ['contracts-drafting', 'saudi-labour-law-practice']
    const slugs = [(await courseRow(part, first))!.slug, (await courseRow(part, second))!.slug]
    part.folder.change(COURSE, (course) => {
      course.slug = 'صياغة-جديدة'
    })
    await part.load()
    expect(await formerSlugs(part.app)).toMatchObject({ [slugs[0]!]: first })

    part.folder.change(COURSE, (course) => {
      course.slug = slugs[1]
    })
    part.folder.change(`courses/${second}.yaml`, (course) => {
      course.slug = slugs[0]
    })
    await part.load()
    expect([(await courseRow(part, first))?.slug, (await courseRow(part, second))?.slug]).toEqual([slugs[1], slugs[0]])
    const former = await formerSlugs(part.app)
    expect(former).toMatchObject({ 'صياغة-جديدة': first })
    for (const slug of slugs) expect(former).not.toHaveProperty([slug])
  })

  it('refuses the slug of a course that it does not load', async () => {
    const { slug } = (await courseRow(part, 'hr-diploma'))!
    await part.app.db.updateTable('courses').set({ slug: 'of-the-desk' }).where('key', '=', 'hr-diploma').execute()
    part.folder.change(COURSE, (course) => {
      course.slug = 'of-the-desk'
    })
    await expect(part.load()).rejects.toThrow(
      /contracts-drafting\.yaml:\d+, slug: “of-the-desk” is the slug of the stored course hr-diploma/,
    )
    await part.app.db.updateTable('courses').set({ slug }).where('key', '=', 'hr-diploma').execute()
  })

  it('refuses fewer seats than are sold, and says where', async () => {
    const { id } = (await courseRow(part))!
    const [run] = await runsOf(part, id)
    const left = run!.seats - run!.held_seats
    for (let sold = 0; sold < left; sold++) await order(part.app.db, { courseId: id, scheduleId: run!.id })
    part.folder.change(COURSE, (course) => {
      const changed = course.runs.find(({ key }: { key: string }) => key === run!.key)
      changed.seats = run!.seats - 1
    })
    await expect(part.load()).rejects.toThrow(new RegExp(`${COURSE}:\\d+, runs → \\d+ → seats: ${left} are sold`))
    expect(await runsOf(part, id)).toContainEqual(run)
  })

  it('loads nothing of a folder with errors, and reports all of them', async () => {
    part.folder.change(COURSE, (course) => {
      course.name.en = 'Not loaded'
      course.price = 'many'
    })
    part.folder.change('reviews.yaml', (reviews) => {
      reviews[2].rate = 6
    })
    await expect(part.load()).rejects.toThrow(/contracts-drafting\.yaml:\d+, price: must be a number/)
    await expect(part.load()).rejects.toThrow(/reviews\.yaml:\d+, 3 → rate: must be at most 5/)
    expect((await courseRow(part))?.name.en).not.toBe('Not loaded')
  })

  it('is recorded in the audit trail only when something changed', async () => {
    const entries = async () => (await part.app.db.selectFrom('audit_log').select('id').execute()).length
    const before = await entries()
    await part.load()
    expect(await entries()).toBe(before)
    part.folder.change('partners.yaml', (partners) => {
      partners[0].name.en = 'Another name'
    })
    expect(hasChanges(await part.load())).toBe(true)
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
