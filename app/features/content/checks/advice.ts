/** Advice for the writers of a content folder that can be loaded. */
import { dayOf, instantOf, plusDays } from '../../../platform/days.ts'
import { COURSES, type Content, FILES } from '../format.ts'
import { runDates } from '../run-dates.ts'
import { findTypographyErrors, type TypographyError } from './arabic-typography.ts'
import { type Finding, warning } from './findings.ts'
import { brokenLinks } from './links-check.ts'
import { textsOf } from './texts.ts'

export type AdviceOptions = { addresses: string[]; now: Date }

/** Broken links are errors, everything else is a warning. */
export function advice(content: Content, { addresses, now }: AdviceOptions): Finding[] {
  const countedFrom = content.institute.loadedOn ?? dayOf(now)
  return [
    ...brokenLinks(content, addresses),
    ...missingTranslations(content),
    ...arabicLint(content),
    ...pastRuns(content, countedFrom, now),
    ...doubtfulRooms(content),
    ...thinCourses(content),
    ...outlinesOfOthers(content),
    ...pastSchedules(content, countedFrom, now),
    ...expiredCoupons(content, countedFrom, now),
  ]
}

function missingTranslations(content: Content): Finding[] {
  return textsOf(content)
    .filter(({ text }) => text.en === undefined)
    .map(({ file, path }) => warning(file, path, 'has no English text: English readers will see the Arabic one'))
}

function arabicLint(content: Content): Finding[] {
  return textsOf(content).flatMap(({ file, path, text }) =>
    lintText(text.ar).map((message) => warning(file, [...path, 'ar'], message)),
  )
}

const MESSAGES: Record<TypographyError, string> = {
  comma: 'a Latin comma in Arabic: write ،',
  semicolon: 'a Latin semicolon in Arabic: write ؛',
  question: 'a Latin question mark in Arabic: write ؟',
  spaceBefore: 'a space before a punctuation mark',
  spaceAfter: 'no space after a punctuation mark',
  digits: 'Arabic-Indic digits: the site writes 0–9',
  twoSpaces: 'two spaces',
  tatweel: 'a tatweel: readers and searches trip over it',
}

/** Typographical mistakes of an Arabic text. */
export function lintText(text: string): string[] {
  return findTypographyErrors(text).map(({ slip, around }) => `${MESSAGES[slip]} (“${around}”)`)
}

/** A course with runs needs one that can still be booked. */
function pastRuns(content: Content, countedFrom: string, now: Date): Finding[] {
  return content.courses.flatMap((course) => {
    const file = `${COURSES}/${course.key}.yaml`
    const isPast = (run: (typeof course.runs)[number]) => runDates(countedFrom, run).startsAt <= now
    const past = course.runs.flatMap((run, index) =>
      isPast(run) && !run.cancelled
        ? [warning(file, ['runs', index, 'startsInDays'], `the run ${run.key} has begun already`)]
        : [],
    )
    const isSeen = course.publishedDaysAgo !== undefined || course.publishInDays !== undefined
    const bookable =
      !isSeen || course.delivery === 'recorded' || course.runs.some((run) => !run.cancelled && !isPast(run))
    return [...past, ...(bookable ? [] : [warning(file, ['runs'], 'has no run ahead: nobody can enrol')])]
  })
}

/** Learners find a room by its city. */
function doubtfulRooms(content: Content): Finding[] {
  return content.courses.flatMap((course) =>
    course.runs.flatMap((run, index) => [
      ...(['city', 'venue'] as const)
        .filter((field) => course.delivery === 'in-person' && !run[field])
        .map((field) =>
          warning(`${COURSES}/${course.key}.yaml`, ['runs', index], `an in-person run without its ${field}`),
        ),
      ...(run.sessions ?? []).flatMap(({ room, link }, place) => {
        const path = ['runs', index, 'sessions', place]
        const file = `${COURSES}/${course.key}.yaml`
        if (room !== undefined && run.city === undefined)
          return [warning(file, [...path, 'room'], 'a room, but the run names no city')]
        return course.delivery === 'in-person' && link !== undefined && room === undefined
          ? [warning(file, [...path, 'link'], 'a link, but no room: the course is held in person')]
          : []
      }),
    ]),
  )
}

/** What convinces visitors of a course. */
function thinCourses(content: Content): Finding[] {
  const least = { outcomes: 3, audience: 1, outline: 2, faq: 2 } as const
  return content.courses
    .filter(({ publishedDaysAgo }) => publishedDaysAgo !== undefined)
    .flatMap((course) =>
      Object.entries(least).flatMap(([name, count]) =>
        course[name as keyof typeof least].length < count
          ? [warning(`${COURSES}/${course.key}.yaml`, [name], `fewer than ${count}`)]
          : [],
      ),
    )
}

/** Where a course has lessons, its page shows its outline, and its learners the lessons: both are the same. */
function outlinesOfOthers({ courses }: Content): Finding[] {
  return courses
    .filter(({ lessons, outline }) => {
      const named = outline.flatMap((unit) => unit.lessons.map(({ title }) => title.ar))
      return lessons.length > 0 && named.join('\n') !== lessons.map(({ title }) => title.ar).join('\n')
    })
    .map(({ key }) => warning(`${COURSES}/${key}.yaml`, ['outline'], 'names other lessons than the course has'))
}

function pastSchedules(content: Content, countedFrom: string, now: Date): Finding[] {
  return content.courses.flatMap(({ key, publishInDays, publishAt }) =>
    publishInDays !== undefined && instantOf(plusDays(countedFrom, publishInDays), publishAt) <= now
      ? [warning(`${COURSES}/${key}.yaml`, ['publishInDays'], 'is past: it is published right after loading')]
      : [],
  )
}

function expiredCoupons({ coupons }: Content, countedFrom: string, now: Date): Finding[] {
  return coupons.flatMap(({ code, active, validFromDays, validForDays }, index) => {
    if (!active || validForDays === undefined) return []
    const end = instantOf(plusDays(countedFrom, validFromDays + validForDays))
    return end <= now
      ? [warning(FILES.coupons.path, [index, 'validForDays'], `${code} is active, but expired ${dayOf(end)}`)]
      : []
  })
}
