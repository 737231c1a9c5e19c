/** Synchronizes the database with a content folder, table by table, in one transaction. */
import type { Tx } from '../../platform/database/database.server.ts'
import { dayOf, instantOf, plusDays } from '../../platform/days.ts'
import { ContentError, error } from './checks/findings.ts'
import type { RunFile } from './course-format.ts'
import { couponDates, ownersOfSlugs, reviewDates } from './document-queries.server.ts'
import { idOf } from './documents.server.ts'
import { COURSES, type Content } from './format.ts'
import { type LessonFiles, loadLessons } from './lessons/lesson-files.server.ts'
import { loadQuestions } from './load-questions.server.ts'
import { loadSynonyms } from './load-synonyms.server.ts'
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
  sessionTimesOf,
  storedCourses,
  storedPages,
} from './queries.server.ts'
import type { Change, Report } from './report.ts'
import {
  couponRows,
  courseRow,
  courseTrainerRows,
  type Ids,
  instituteRow,
  type LoadedRun,
  organisationRows,
  type PictureAddress,
  pageRow,
  reviewRows,
  runRow,
  seoRows,
  sessionRows,
  specializationRows,
  subSpecializationRows,
  trainerRows,
} from './rows.ts'
import { runDates } from './run-dates.ts'
import { changeOf, type Days, staying, upsertAll } from './upsert.server.ts'
import { upsert } from './upsert-queries.server.ts'
import { loadWriting } from './writing/load-writing.server.ts'
import type { PostPictures } from './writing/post-pictures.server.ts'

/** Expects content without errors. */
export async function loadContent(
  tx: Tx,
  content: Content,
  picture: PictureAddress,
  { postPictures, lessonFiles }: { postPictures: PostPictures; lessonFiles: LessonFiles },
  days: Days,
): Promise<Report> {
  const institute = await upsertAll(
    tx,
    'institute',
    'institute',
    ['singleton'],
    [instituteRow(content, days.firstDay)],
    days,
  )
  const specializations = await loadSpecializations(tx, content, days)
  const trainers = await upsertAll(tx, 'trainers', 'trainers', ['key'], trainerRows(content, picture), days)
  const courses = await loadCourses(tx, content, picture, lessonFiles, days)
  const courseIds = await idsByKey(tx, 'courses')
  const runs = await loadRuns(tx, content, courseIds, days)
  const reviews = await upsertAll(
    tx,
    'reviews',
    'reviews',
    ['key'],
    reviewRows(content, days.countedFrom, courseIds, picture, await reviewDates(tx)),
    days,
  )
  const offers = couponRows(content, days.countedFrom, courseIds, await couponDates(tx))
  const coupons = await upsertAll(tx, 'coupons', 'coupons', ['code'], offers, days)
  const pages = await loadPages(tx, content, picture, days)
  const writing = await loadWriting(tx, content, picture, postPictures, days)
  const synonyms = await loadSynonyms(tx, content, days)

  const changes = [
    institute,
    specializations,
    trainers,
    courses,
    runs.change,
    reviews,
    coupons,
    ...pages,
    ...writing,
    synonyms,
  ]
  const { notes } = runs
  if (!days.isPruning) return { changes, notes, kept: [] }
  const stay = (kind: string, keys: string[]) => staying(kind, keys, days)
  const keys = (items: { key: string }[]) => items.map(({ key }) => key)
  reviews.removed = await removeOthers(tx, 'reviews', stay('reviews', keys(content.reviews)))
  const codes = content.coupons.map(({ code }) => code)
  Object.assign(coupons, await removeOtherCoupons(tx, stay('coupons', codes)))
  Object.assign(courses, await removeOtherCourses(tx, stay('courses', keys(content.courses))))
  trainers.removed = await removeOthers(tx, 'trainers', stay('trainers', keys(content.trainers)))
  specializations.removed = await removeOtherSpecializations(
    tx,
    stay(
      'specializations',
      content.specializations.flatMap(({ key, children }) => [key, ...keys(children)]),
    ),
  )
  return { changes, notes, kept: [] }
}

async function loadSpecializations(tx: Tx, content: Content, { kept }: Days): Promise<Change> {
  const isOpen = ({ key }: { key: string }) => !kept.has(idOf('specializations', key))
  const open = content.specializations.filter(isOpen)
  const slugs = new Map(open.map(({ key, slug }) => [key, slug]))
  await leaveSlugs(tx, 'specializations', slugs, new Set(slugs.keys()))
  const wholes = await upsert(tx, 'specializations', ['key'], specializationRows(content).filter(isOpen))
  const parts = await upsert(
    tx,
    'specializations',
    ['key'],
    subSpecializationRows({ specializations: open }, await idsByKey(tx, 'specializations')),
  )
  return changeOf<{ key: string }>('specializations', [...wholes, ...parts], ({ key }) => key)
}

async function loadCourses(
  tx: Tx,
  content: Content,
  picture: PictureAddress,
  lessonFiles: LessonFiles,
  days: Days,
): Promise<Change> {
  const specializations = await idsByKey(tx, 'specializations')
  const courses = content.courses.filter(({ key }) => !days.kept.has(idOf('courses', key)))
  const loaded = new Set(courses.map(({ key }) => key))
  await refuseTakenSlugs(tx, courses)
  const stored = await storedCourses(tx)
  const rows = courses.map((course) =>
    courseRow(course, content.institute, days.countedFrom, specializations, picture, stored.get(course.key)),
  )
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
  const relearnt = await loadLessons(tx, courses, ids, lessonFiles)
  const others = [...new Set([...retaught, ...relearnt])].filter(
    (key) => !change.added.includes(key) && !change.changed.includes(key),
  )
  return { ...change, changed: [...change.changed, ...others] }
}

/** @throws ContentError for every slug of a course that is not loaded now: one of the desk, or one that stays as it is */
async function refuseTakenSlugs(tx: Tx, courses: Content['courses']) {
  const [slugs, keys] = [courses.map(({ slug }) => slug), courses.map(({ key }) => key)]
  const owners = await ownersOfSlugs(tx, slugs, keys)
  const findings = owners.map((owner) => {
    const { key } = courses.find(({ slug }) => slug === owner.slug)!
    return error(`${COURSES}/${key}.yaml`, ['slug'], `“${owner.slug}” is the slug of the stored course ${owner.key}`)
  })
  if (findings.length > 0) throw new ContentError(findings)
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
  keepRunsBelowSold(courses, courseIds, known, days)
  const notes: string[] = []
  const runs = courses.flatMap((course) => {
    const courseId = courseIds.get(course.key)!
    return course.runs.flatMap((run) => {
      const name = `${course.key}/${run.key}`
      const stored = known.get(`${courseId}/${run.key}`)
      return days.kept.has(idOf('runs', name)) ? [] : [{ run, courseId, name, stored }]
    })
  })
  const rows = runs.map(({ run, courseId, name, stored }) => {
    if (!stored) return runRow(run, courseId, days)
    const loaded = loadedRun(stored)
    const planned = runDates(days.countedFrom, run)
    const moved = +loaded.startsAt !== +planned.startsAt || +loaded.endsAt !== +planned.endsAt
    if (moved || loaded.weekdays.join() !== run.weekdays.join())
      notes.push(`the run ${name} stays on its days from ${dayOf(loaded.startsAt)}; another run needs another key`)
    if (run.cancelled && !loaded.cancelledAt) notes.push(`the run ${name} takes place; it is cancelled in the desk`)
    return runRow(run, courseId, days, loaded)
  })
  const done = await upsert(tx, 'schedules', ['course_id', 'key'], rows)
  const nameOf = (row: { course_id: number; key: string }) =>
    runs.find(({ courseId, run }) => courseId === row.course_id && run.key === row.key)!.name
  const change = changeOf('runs', done, nameOf)
  for (const name of await loadSessions(tx, runs, days, notes))
    if (![...change.added, ...change.changed].includes(name)) change.changed.push(name)
  const ids = courses.map(({ key }) => courseIds.get(key)!)
  await planSessions(tx, [...new Set(ids)])
  if (!days.isPruning) return { change, notes }
  const yesterdayNight = instantOf(plusDays(dayOf(days.now), -1), '23:59')
  const stay = staying(
    'runs',
    runs.map(({ name }) => name),
    days,
  )
  return { change: { ...change, ...(await removeOtherRuns(tx, stay, ids, yesterdayNight)) }, notes }
}

type StoredRun = NonNullable<ReturnType<Awaited<ReturnType<typeof runsByCourse>>['get']>>

const loadedRun = (row: StoredRun): LoadedRun => ({
  startsAt: row.starts_at,
  endsAt: row.ends_at,
  weekdays: row.weekdays,
  from: row.from_time,
  to: row.to_time,
  enrolmentOpensAt: row.enrolment_opens_at,
  enrolmentClosesAt: row.enrolment_closes_at,
  cancelledAt: row.cancelled_at,
  isCancelledByStaff: row.isCancelledByStaff,
  companySeats: row.companySeats,
})

type NamedRun = { run: RunFile; courseId: number; name: string; stored: StoredRun | undefined }

/** The sessions that files name: those of a loaded run keep their times. @returns the names of the changed runs */
async function loadSessions(tx: Tx, runs: NamedRun[], days: Days, notes: string[]): Promise<string[]> {
  const named = runs.filter(({ run }) => run.sessions)
  if (named.length === 0) return []
  const [ids, trainers] = [await runsByCourse(tx), await idsByKey(tx, 'trainers')]
  const idOfRun = ({ run, courseId }: NamedRun) => ids.get(`${courseId}/${run.key}`)!.id
  const stored = await sessionTimesOf(tx, named.filter((one) => one.stored).map(idOfRun))
  const isStored = (row: { schedule_id: number; starts_at: Date; ends_at: Date }) =>
    stored.some(
      ({ runId, startsAt, endsAt }) =>
        runId === row.schedule_id && +startsAt === +row.starts_at && +endsAt === +row.ends_at,
    )
  const rows = named.flatMap((one) => {
    const all = sessionRows(one.run, idOfRun(one), days.countedFrom, trainers)
    if (!one.stored) return all
    const known = all.filter(isStored)
    if (known.length < all.length) notes.push(`the run ${one.name} keeps its sessions; they are moved in the desk`)
    return known
  })
  const done = await upsert(tx, 'run_sessions', ['schedule_id', 'starts_at'], rows)
  const changed = new Set(done.map(({ row }) => row.schedule_id))
  return named.filter((one) => changed.has(idOfRun(one))).map(({ name }) => name)
}

/**
 * A run whose seats were raised in the desk and sold stays as it is.
 * @throws ContentError for every other run that would have fewer seats than are sold
 */
function keepRunsBelowSold(
  courses: Content['courses'],
  ids: Ids,
  known: Awaited<ReturnType<typeof runsByCourse>>,
  { kept, edited }: Days,
) {
  const findings = courses.flatMap((course) =>
    course.runs.flatMap((run, index) => {
      const [row, id] = [known.get(`${ids.get(course.key)}/${run.key}`), idOf('runs', `${course.key}/${run.key}`)]
      const left = run.seats - run.heldSeats
      if (!row || kept.has(id) || left >= row.sold || left >= row.seats - row.heldSeats) return []
      if (edited.has(id)) {
        kept.add(id)
        return []
      }
      const message = `${row.sold} are sold: seats less heldSeats must not be fewer`
      return [error(`${COURSES}/${course.key}.yaml`, ['runs', index, 'seats'], message)]
    }),
  )
  if (findings.length > 0) throw new ContentError(findings)
}

async function loadPages(tx: Tx, content: Content, picture: PictureAddress, days: Days): Promise<Change[]> {
  const open = content.pages.filter(({ code }) => !days.kept.has(idOf('pages', code)))
  const stored = await storedPages(tx)
  const rows = open.map((page) => pageRow(page, days.countedFrom, picture, stored.pages.get(page.code)))
  const pages = changeOf(
    'pages',
    await upsert(tx, 'pages', ['code'], rows, { updated_at: days.now }),
    ({ code }) => code,
  )
  const seo = await upsertAll(tx, 'page_seo', 'search texts', ['code'], seoRows(content, stored.seo), days)
  const faqs = await loadQuestions(tx, content, days)
  const organisations = await upsert(
    tx,
    'organisations',
    ['kind', 'key'],
    organisationRows(content, picture).filter(({ kind, key }) => !days.kept.has(idOf(`${kind}s`, key))),
  )
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
  const stay = (kind: string, inFiles: string[]) => staying(kind, inFiles, days)
  pages.removed = await removeOthers(tx, 'pages', stay('pages', codes(content.pages)))
  seo.removed = await removeOthers(tx, 'page_seo', stay('search texts', codes(content.seo)))
  faqs.removed = await removeOthers(tx, 'faq_groups', stay('questions', keys(content.faqs)))
  partners.removed = await removeOtherOrganisations(tx, 'partner', stay('partners', keys(content.partners)))
  clients.removed = await removeOtherOrganisations(tx, 'client', stay('clients', keys(content.clients)))
  return [pages, seo, faqs, partners, clients]
}
