/** Consistency rules between fields and files of a content folder; a folder that breaks one is not loaded. */

import { VAT_REASON_CODES } from '../../orders/prices/vat.ts'
import { isRaster, picturesIn } from '../../pictures/picture-sizes.ts'
import { PAGE_CODES, SEO_CODES } from '../codes.ts'
import type { CourseFile, RunFile } from '../course-format.ts'
import { ARTICLES, COURSES, type Content, DEMO_ACCOUNTS, FILES, PAGES } from '../format.ts'
import { filesOfFilm } from '../lessons/film.ts'
import { publicationErrors } from '../publication-fields.ts'
import { vatOf } from '../rows.ts'
import { sessionTimes } from '../run-dates.ts'
import { writingErrors } from '../writing/writing-consistency.ts'
import { blankTexts, error, type Finding, repeated, unknown } from './findings.ts'
import { textsOf, valuesOf } from './texts.ts'

/** @param fileExists whether the folder contains a file at this path */
export function inconsistencies(content: Content, fileExists: (path: string) => boolean): Finding[] {
  return [
    ...repeatedKeys(content),
    ...wrongRegistration(content),
    ...repeatedSlugs(content),
    ...content.courses.flatMap((course) => [
      ...wrongReferences(content, course),
      ...wrongCourse(course),
      ...wrongPublication(course),
      ...course.runs.flatMap((run, index) => wrongRun(content, course, run, index)),
      ...wrongVat(content, course),
    ]),
    ...wrongReviews(content),
    ...wrongCoupons(content),
    ...wrongAccounts(content),
    ...writingErrors(content),
    ...missingCodes(content),
    ...missingPictures(content, fileExists),
    ...missingFilms(content, fileExists),
    ...content.courses.flatMap((course) => wrongLessons(course, fileExists)),
  ]
}

/** The files whose records have a key. */
const LISTS = [
  ...(['trainers', 'reviews', 'partners', 'clients', 'faqs'] as const),
  ...(['authors', 'blogCategories', 'tags', 'postCategories', 'synonyms'] as const),
] as const

function repeatedKeys(content: Content): Finding[] {
  const { specializations, courses } = content
  const children = specializations.flatMap(({ children }, index) =>
    children.map(({ key }, child) => ({ key, path: [index, 'children', child, 'key'] })),
  )
  const listed = LISTS.flatMap((name) =>
    repeated(
      FILES[name].path,
      content[name].map(({ key }, index) => ({ key, path: [index, 'key'] })),
    ),
  )
  return [
    ...listed,
    ...repeated(FILES.specializations.path, [
      ...specializations.map(({ key }, index) => ({ key, path: [index, 'key'] })),
      ...children,
    ]),
    ...repeated(
      FILES.coupons.path,
      content.coupons.map(({ code }, index) => ({ key: code, path: [index, 'code'] })),
    ),
    ...repeated(
      FILES.seo.path,
      content.seo.map(({ code }, index) => ({ key: code, path: [index, 'code'] })),
    ),
    ...repeated(
      DEMO_ACCOUNTS,
      content.demoAccounts.map(({ email }, index) => ({ key: email.toLowerCase(), path: [index, 'email'] })),
    ),
    ...courses.flatMap((course) =>
      repeated(
        fileOf(course),
        course.lessons.map(({ key }, index) => ({ key, path: ['lessons', index, 'key'] })),
      ),
    ),
    ...courses.flatMap((course) =>
      repeated(
        fileOf(course),
        course.runs.map(({ key }, index) => ({ key, path: ['runs', index, 'key'] })),
      ),
    ),
    ...content.pages.flatMap((page) =>
      repeated(
        `${PAGES}/${page.code}.yaml`,
        page.sections.map(({ key }, index) => ({ key, path: ['sections', index, 'key'] })),
      ),
    ),
  ]
}

/** A slug belongs to one course: no two courses share one, former slugs included. */
function repeatedSlugs({ courses, specializations }: Content): Finding[] {
  const owners = new Map(courses.map(({ slug, key }) => [slug, key]))
  const former = new Map<string, string>()
  const ofCourses = courses.flatMap((course) => {
    const own = owners.get(course.slug)
    const clash = own === course.key ? [] : [error(fileOf(course), ['slug'], `is also the slug of the course ${own}`)]
    const formerClashes = course.formerSlugs.flatMap((slug, index) => {
      const other = owners.get(slug) ?? former.get(slug)
      former.set(slug, course.key)
      const where: Finding['path'] = ['formerSlugs', index]
      if (other === undefined) return []
      return [error(fileOf(course), where, `“${slug}” already leads to the course ${other}`)]
    })
    return [...clash, ...formerClashes]
  })
  const ofSpecializations = repeated(
    FILES.specializations.path,
    specializations.map(({ slug }, index) => ({ key: slug, path: [index, 'slug'] })),
  )
  return [...ofCourses, ...ofSpecializations]
}

function wrongReferences(content: Content, course: CourseFile): Finding[] {
  const findings: Finding[] = []
  const specialization = content.specializations.find(({ key }) => key === course.specialization)
  if (!specialization)
    findings.push(error(fileOf(course), ['specialization'], unknown('specialization', course.specialization)))
  const { subSpecialization } = course
  if (specialization && subSpecialization && !specialization.children.some(({ key }) => key === subSpecialization))
    findings.push(
      error(fileOf(course), ['subSpecialization'], `“${subSpecialization}” is not a part of ${specialization.key}`),
    )
  for (const [index, key] of course.trainers.entries())
    if (!content.trainers.some((trainer) => trainer.key === key))
      findings.push(error(fileOf(course), ['trainers', index], unknown('trainer', key)))
  findings.push(
    ...repeated(
      fileOf(course),
      course.trainers.map((key, index) => ({ key, path: ['trainers', index] })),
    ),
  )
  return findings
}

function wrongCourse(course: CourseFile): Finding[] {
  const findings: Finding[] = []
  const wrong = (path: Finding['path'], message: string) => findings.push(error(fileOf(course), path, message))
  if (course.oldPrice !== undefined && course.oldPrice <= course.price)
    wrong(['oldPrice'], 'must be more than the price, or left out')
  if (course.delivery === 'recorded' && course.runs.length > 0)
    wrong(['runs'], 'a recorded course begins at any time and has no runs: leave the list empty')
  return findings
}

/** What visitors see is complete; a draft and what is in the archive need not be. */
function wrongPublication(course: CourseFile): Finding[] {
  const file = fileOf(course)
  const wrong = publicationErrors(course, 'a course')
  if (wrong) return [error(file, wrong.path, wrong.reason)]
  const { publishedDaysAgo, publishInDays } = course
  if (publishedDaysAgo === undefined && publishInDays === undefined) return []
  const texts = { summary: course.summary, description: course.description, certificate: course.certificate }
  const { outcomes, outline, trainers } = course
  return [
    ...blankTexts(file, texts),
    ...Object.entries({ outcomes, outline, trainers })
      .filter(([, list]) => list.length === 0)
      .map(([name]) => error(file, [name], 'needs at least 1 in what visitors see')),
    ...(course.cover === undefined ? [error(file, ['cover'], 'is missing in what visitors see')] : []),
  ]
}

function wrongRun(content: Content, course: CourseFile, run: RunFile, index: number): Finding[] {
  const findings: Finding[] = []
  const wrong = (path: Finding['path'], message: string) =>
    findings.push(error(fileOf(course), ['runs', index, ...path], message))
  if (!run.sessions && run.to <= run.from) wrong(['to'], 'must be later than “from”')
  if (run.heldSeats > run.seats) wrong(['heldSeats'], 'are more than the seats')
  if (run.minimum !== undefined && run.minimum > run.seats) wrong(['minimum'], 'is more than the seats')
  if (!opensBeforeItCloses(run)) wrong(['enrolmentOpensDaysBefore'], 'enrolment would close before it opens')
  if (run.enrolmentOpensAt !== undefined && run.enrolmentOpensDaysBefore === undefined)
    wrong(['enrolmentOpensAt'], 'needs enrolmentOpensDaysBefore')
  return [...findings, ...wrongSessions(content, course, run, index)]
}

function opensBeforeItCloses(run: RunFile): boolean {
  const { enrolmentOpensDaysBefore: opens, enrolmentClosesDaysBefore: closes } = run
  if (opens === undefined || opens > closes) return true
  return opens === closes && (run.enrolmentOpensAt ?? '00:00') < (run.enrolmentClosesAt ?? '23:59')
}

/** They lie within the days of the run, one after another. */
function wrongSessions(content: Content, course: CourseFile, run: RunFile, index: number): Finding[] {
  const { sessions = [], startsInDays, lastsDays } = run
  // Times of sessions are compared on any day: the days of a folder without `loadedOn` are not known yet.
  const times = sessions.map((session) => sessionTimes('2026-01-01', session))
  const first = Math.min(...sessions.map(({ inDays }) => inDays))
  return sessions.flatMap((session, place) => {
    const wrong = (field: string, message: string) => [
      error(fileOf(course), ['runs', index, 'sessions', place, field], message),
    ]
    const { startsAt, endsAt } = times[place]!
    const overlaps = times.findIndex((other, at) => at < place && other.startsAt < endsAt && startsAt < other.endsAt)
    return [
      ...(session.inDays < startsInDays || session.inDays > startsInDays + lastsDays - 1
        ? wrong('inDays', 'is outside of the days of the run')
        : []),
      ...(place === 0 && first > startsInDays ? wrong('inDays', 'the run begins on a day without a session') : []),
      ...(overlaps >= 0 ? wrong('from', `overlaps with session ${overlaps + 1}`) : []),
      ...(session.trainer === undefined || content.trainers.some(({ key }) => key === session.trainer)
        ? []
        : wrong('trainer', unknown('trainer', session.trainer))),
    ]
  })
}

/** Who is registered for VAT has a number and a rate; who is not has neither. */
function wrongRegistration({ institute }: Content): Finding[] {
  const isRegistered = institute.vatRegistered !== false
  return (['vatNumber', 'vatRatePercent'] as const).flatMap((field) => {
    if ((institute[field] !== undefined) === isRegistered) return []
    const message = isRegistered
      ? 'is missing (vatRegistered: false, if the institute is not registered for VAT)'
      : 'must be left out, since vatRegistered is false'
    return [error(FILES.institute.path, [field], message)]
  })
}

/** An invoice without VAT must state the reason. */
function wrongVat({ institute }: Content, course: CourseFile): Finding[] {
  if (institute.vatRegistered === false) return []
  const vat = vatOf(course, institute)
  const { vatReasonCode: code } = course
  const known: readonly string[] = vat === 'standard' ? [] : VAT_REASON_CODES[vat]
  if (code !== undefined && !known.includes(code))
    return [
      error(
        fileOf(course),
        ['vatReasonCode'],
        `“${code}” is no reason for “vat: ${vat}”: ${known.join(', ') || 'leave it out'}`,
      ),
    ]
  if (course.zeroRatedForCitizens && vat !== 'standard')
    return [error(fileOf(course), ['zeroRatedForCitizens'], 'is for courses with the standard rate for everybody else')]
  if (vat === 'standard' || institute.vatReasons?.[vat]) return []
  const message = `${FILES.institute.path} must say under vatReasons → ${vat} why there is no VAT`
  return [error(fileOf(course), ['vat'], message)]
}

function wrongReviews({ reviews, courses }: Content): Finding[] {
  return reviews.flatMap(({ course }, index) =>
    courses.some(({ key }) => key === course)
      ? []
      : [error(FILES.reviews.path, [index, 'course'], unknown('course', course))],
  )
}

function wrongCoupons({ coupons, courses }: Content): Finding[] {
  const file = FILES.coupons.path
  return coupons.flatMap((coupon, index) => [
    ...((coupon.percent === undefined) === (coupon.amount === undefined)
      ? [error(file, [index], `${coupon.code} must take off either a percent or an amount`)]
      : []),
    ...(coupon.courses ?? []).flatMap((key, item) =>
      courses.some((course) => course.key === key)
        ? []
        : [error(file, [index, 'courses', item], unknown('course', key))],
    ),
  ])
}

function wrongAccounts({ demoAccounts, trainers }: Content): Finding[] {
  return demoAccounts.flatMap(({ trainer }, index) =>
    trainer === undefined || trainers.some(({ key }) => key === trainer)
      ? []
      : [error(DEMO_ACCOUNTS, [index, 'trainer'], unknown('trainer', trainer))],
  )
}

/** An institute that was set up in the desk has none of them yet, and its export says so. */
function missingCodes({ pages, seo }: Content): Finding[] {
  const pageCodes = new Set(pages.map(({ code }) => code))
  const seoCodes = new Set(seo.map(({ code }) => code))
  return [
    ...PAGE_CODES.filter((code) => pages.length > 0 && !pageCodes.has(code)).map((code) =>
      error(`${PAGES}/${code}.yaml`, [], 'the page is missing'),
    ),
    ...SEO_CODES.filter((code) => seo.length > 0 && !seoCodes.has(code)).map((code) =>
      error(FILES.seo.path, [], `the entry “${code}” is missing`),
    ),
  ]
}

function missingPictures(content: Content, fileExists: (path: string) => boolean): Finding[] {
  const inFields = valuesOf(content, ['cover', 'picture', 'image', 'logo'])
    .filter(({ value }) => !fileExists(value))
    .map(({ file, path, value }) => error(file, path, `there is no picture ${value}`))
  return [...inFields, ...wrongPicturesInTexts(content, fileExists)]
}

/** Articles may contain pictures; other texts may not. */
function wrongPicturesInTexts(content: Content, fileExists: (path: string) => boolean): Finding[] {
  return textsOf(content).flatMap(({ file, path, text }) =>
    Object.entries(text).flatMap(([lang, words]) =>
      picturesIn(words).flatMap(({ alt, target }) => {
        const wrong = (message: string) => [error(file, [...path, lang], message)]
        if (!(file.startsWith(`${ARTICLES}/`) && path[0] === 'body'))
          return wrong('only the body of an article shows pictures')
        if (!/^images(\/[\w-][\w.-]*)+$/.test(target) || !isRaster(target))
          return wrong(`“${target}” is no picture: write a path such as images/diagrams/name.png (png, jpg or webp)`)
        if (!fileExists(target)) return wrong(`there is no picture ${target}`)
        return alt === '' ? wrong(`${target} needs words for who cannot see it: ![words](${target})`) : []
      }),
    ),
  )
}

function missingFilms(content: Content, fileExists: (path: string) => boolean): Finding[] {
  return valuesOf(content, ['video']).flatMap(({ file, path, value }) =>
    filesOfFilm(value)
      .filter((part) => !fileExists(part))
      .map((part) => error(file, path, `there is no file ${part}`)),
  )
}

const fileOf = ({ key }: CourseFile) => `${COURSES}/${key}.yaml`

/** Only a recorded course has lessons; its files are in the folder, each in one lesson. */
function wrongLessons(course: CourseFile, fileExists: (path: string) => boolean): Finding[] {
  const { lessons, delivery } = course
  const file = fileOf(course)
  if (lessons.length > 0 && delivery !== 'recorded')
    return [error(file, ['lessons'], 'only a recorded course has lessons; others have runs')]
  const named = lessons.flatMap(({ recording, files }, index) => [
    ...(recording ? [{ key: recording, path: ['lessons', index, 'recording'] }] : []),
    ...files.map((key, place) => ({ key, path: ['lessons', index, 'files', place] })),
  ])
  const missing = named.filter(({ key }) => !fileExists(key))
  return [...repeated(file, named), ...missing.map(({ key, path }) => error(file, path, `the file ${key} is missing`))]
}
