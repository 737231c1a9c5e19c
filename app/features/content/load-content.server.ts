/** Synchronizes the database with a content folder, table by table, in one transaction. */
import type { Tx } from '../../platform/database.server.ts'
import { dayOf, instantOf, plusDays } from '../../platform/days.ts'
import { ContentError, error } from './findings.ts'
import { COURSES, type Content } from './format.ts'
import { loadWriting } from './load-writing.server.ts'
import type { PostPictures } from './post-pictures.server.ts'
import {
  deleteReusedSlugs,
  idsByKey,
  leaveSlugs,
  planSessions,
  rememberSlug,
  removeOtherCoupons,
  removeOtherCourses,
  removeOtherOrganisations,
  removeOtherRuns,
  removeOtherSpecializations,
  removeOthers,
  removeOtherTrainers,
  runsByCourse,
  upsert,
} from './queries.server.ts'
import type { Change, Report } from './report.ts'
import {
  couponRows,
  courseRow,
  courseTrainerRows,
  faqRows,
  type Ids,
  instituteRow,
  organisationRows,
  type PictureAddress,
  pageRow,
  reviewRows,
  runRow,
  seoRows,
  specializationRows,
  subSpecializationRows,
  trainerRows,
} from './rows.ts'
import { runDates } from './run-dates.ts'
import { changeOf, type Days, rowsToLoad, upsertAll } from './upsert.server.ts'

/** Expects content without errors. */
export async function loadContent(
  tx: Tx,
  content: Content,
  picture: PictureAddress,
  postPictures: PostPictures,
  days: Days,
): Promise<Report> {
  const institute = await upsertAll(tx, 'institute', 'institute', ['singleton'], [instituteRow(content, days.firstDay)])
  const specializations = await loadSpecializations(tx, content)
  const trainers = await upsertAll(tx, 'trainers', 'trainers', ['key'], trainerRows(content, picture))
  const { change: courses, notes: keptCourses } = await loadCourses(tx, content, picture, days)
  const courseIds = await idsByKey(tx, 'courses')
  const runs = await loadRuns(tx, content, courseIds, days)
  const reviews = await upsertAll(
    tx,
    'reviews',
    'reviews',
    ['key'],
    reviewRows(content, days.countedFrom, courseIds, picture),
  )
  const coupons = await upsertAll(tx, 'coupons', 'coupons', ['code'], couponRows(content, days.countedFrom, courseIds))
  const pages = await loadPages(tx, content, picture, days)
  const writing = await loadWriting(tx, content, picture, postPictures, days)

  const changes = [institute, specializations, trainers, courses, runs.change, reviews, coupons, ...pages, ...writing]
  const notes = [...keptCourses, ...runs.notes]
  if (!days.isPruning) return { changes, notes }
  const keys = (items: { key: string }[]) => items.map(({ key }) => key)
  reviews.removed = await removeOthers(tx, 'reviews', keys(content.reviews))
  Object.assign(courses, await removeOtherCourses(tx, keys(content.courses)))
  Object.assign(
    coupons,
    await removeOtherCoupons(
      tx,
      content.coupons.map(({ code }) => code),
    ),
  )
  trainers.removed = await removeOthers(tx, 'trainers', keys(content.trainers))
  specializations.removed = await removeOtherSpecializations(
    tx,
    content.specializations.flatMap(({ key, children }) => [key, ...keys(children)]),
  )
  return { changes, notes }
}

async function loadSpecializations(tx: Tx, content: Content): Promise<Change> {
  await leaveSlugs(tx, 'specializations', new Map(content.specializations.map(({ key, slug }) => [key, slug])))
  const wholes = await upsert(tx, 'specializations', ['key'], specializationRows(content))
  const parts = await upsert(
    tx,
    'specializations',
    ['key'],
    subSpecializationRows(content, await idsByKey(tx, 'specializations')),
  )
  return changeOf<{ key: string }>('specializations', [...wholes, ...parts], ({ key }) => key)
}

async function loadCourses(tx: Tx, content: Content, picture: PictureAddress, days: Days) {
  const specializations = await idsByKey(tx, 'specializations')
  const all = content.courses.map((course) =>
    courseRow(course, content.institute, days.countedFrom, specializations, picture),
  )
  const { rows, notes } = await rowsToLoad(tx, 'courses', ['key'], all, ({ key }) => `the course ${key}`)
  const loaded = new Set(rows.map(({ key }) => key))
  const courses = content.courses.filter(({ key }) => loaded.has(key))
  await leaveSlugs(tx, 'courses', new Map(courses.map(({ key, slug }) => [key, slug])), loaded)
  const change = changeOf(
    'courses',
    await upsert(
      tx,
      'courses',
      ['key'],
      rows.map((row) => ({ ...row, updated_at: days.now })),
      { updated_at: days.now },
    ),
    ({ key }) => key,
  )
  const ids = await idsByKey(tx, 'courses')
  for (const { key, formerSlugs } of courses)
    for (const slug of formerSlugs) await rememberSlug(tx, 'courses', slug, ids.get(key)!)
  await deleteReusedSlugs(tx, 'courses')
  const retaught = await loadCourseTrainers(tx, courses, ids)
  const others = retaught.filter((key) => !change.added.includes(key) && !change.changed.includes(key))
  return { change: { ...change, changed: [...change.changed, ...others] }, notes }
}

/** @returns the keys of the courses whose trainers changed */
async function loadCourseTrainers(tx: Tx, courses: Content['courses'], courseIds: Ids): Promise<string[]> {
  const trainers = await idsByKey(tx, 'trainers')
  const rows = courses.flatMap((course) => courseTrainerRows(course, courseIds, trainers))
  const gone = await removeOtherTrainers(tx, rows)
  const done = await upsert(tx, 'course_trainers', ['course_id', 'trainer_id'], rows)
  const touched = new Set([...gone, ...done.map(({ row }) => row.course_id)])
  return courses.map(({ key }) => key).filter((key) => touched.has(courseIds.get(key)!))
}

async function loadRuns(tx: Tx, { courses }: Content, courseIds: Ids, days: Days) {
  const known = await runsByCourse(tx)
  refuseSeatsBelowSold(courses, courseIds, known)
  const notes: string[] = []
  const names = new Map<string, string>()
  const rows = courses.flatMap((course) =>
    course.runs.map((run) => {
      const courseId = courseIds.get(course.key)!
      const name = `${course.key}/${run.key}`
      names.set(`${courseId}/${run.key}`, name)
      const row = known.get(`${courseId}/${run.key}`)
      if (!row) return runRow(run, courseId, days.countedFrom)
      const planned = runDates(days.countedFrom, run)
      const moved = +row.starts_at !== +planned.startsAt || +row.ends_at !== +planned.endsAt
      if (moved || row.weekdays.join() !== run.weekdays.join())
        notes.push(`the run ${name} stays on its days from ${dayOf(row.starts_at)}; another run needs another key`)
      return runRow(run, courseId, days.countedFrom, {
        startsAt: row.starts_at,
        endsAt: row.ends_at,
        weekdays: row.weekdays,
        from: row.from_time,
        to: row.to_time,
        cancelledByStaff: row.cancelledByStaff,
      })
    }),
  )
  const nameOf = ({ course_id, key }: { course_id: number; key: string }) => names.get(`${course_id}/${key}`)!
  const open = await rowsToLoad(tx, 'schedules', ['course_id', 'key'], rows, (row) => `the run ${nameOf(row)}`)
  notes.push(...open.notes)
  const done = await upsert(tx, 'schedules', ['course_id', 'key'], open.rows)
  await planSessions(tx, [...new Set(rows.map(({ course_id }) => course_id))])
  const change = changeOf('runs', done, nameOf)
  if (!days.isPruning) return { change, notes }
  const yesterdayNight = instantOf(plusDays(dayOf(days.now), -1), '23:59')
  const ids = courses.map(({ key }) => courseIds.get(key)!)
  return { change: { ...change, ...(await removeOtherRuns(tx, rows, ids, yesterdayNight)) }, notes }
}

/** @throws ContentError for every run that would have fewer seats than are sold */
function refuseSeatsBelowSold(courses: Content['courses'], ids: Ids, known: Awaited<ReturnType<typeof runsByCourse>>) {
  const findings = courses.flatMap((course) =>
    course.runs.flatMap((run, index) => {
      const row = known.get(`${ids.get(course.key)}/${run.key}`)
      const left = run.seats - run.heldSeats
      if (!row || row.version > 1 || left >= row.sold || left >= row.seats - row.heldSeats) return []
      const message = `${row.sold} are sold: seats less heldSeats must not be fewer`
      return [error(`${COURSES}/${course.key}.yaml`, ['runs', index, 'seats'], message)]
    }),
  )
  if (findings.length > 0) throw new ContentError(findings)
}

async function loadPages(tx: Tx, content: Content, picture: PictureAddress, days: Days): Promise<Change[]> {
  const rows = content.pages.map((page) => pageRow(page, days.countedFrom, picture))
  const pages = changeOf(
    'pages',
    await upsert(tx, 'pages', ['code'], rows, { updated_at: days.now }),
    ({ code }) => code,
  )
  const seo = await upsertAll(tx, 'page_seo', 'search texts', ['code'], seoRows(content))
  const faqs = await upsertAll(tx, 'faq_groups', 'questions', ['key'], faqRows(content))
  const organisations = await upsert(tx, 'organisations', ['kind', 'key'], organisationRows(content, picture))
  const partners = changeOf(
    'partners',
    organisations.filter(({ row }) => row.kind === 'partner'),
    ({ key }) => key,
  )
  const clients = changeOf(
    'clients',
    organisations.filter(({ row }) => row.kind === 'client'),
    ({ key }) => key,
  )

  const codes = (items: { code: string }[]) => items.map(({ code }) => code)
  const keys = (items: { key: string }[]) => items.map(({ key }) => key)
  if (!days.isPruning) return [pages, seo, faqs, partners, clients]
  pages.removed = await removeOthers(tx, 'pages', codes(content.pages))
  seo.removed = await removeOthers(tx, 'page_seo', codes(content.seo))
  faqs.removed = await removeOthers(tx, 'faq_groups', keys(content.faqs))
  partners.removed = await removeOtherOrganisations(tx, 'partner', keys(content.partners))
  clients.removed = await removeOtherOrganisations(tx, 'client', keys(content.clients))
  return [pages, seo, faqs, partners, clients]
}
