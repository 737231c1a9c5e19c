/** Advice for the writers of a content folder that can be loaded. */
import { dayOf, instantOf, plusDays } from '../../platform/days.ts'
import { type Slip, slipsIn } from './arabic-typography.ts'
import { type Finding, warning } from './findings.ts'
import { COURSES, type Content, FILES } from './format.ts'
import { brokenLinks } from './links-check.ts'
import { runDates } from './run-dates.ts'
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

const MESSAGES: Record<Slip, string> = {
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
  return slipsIn(text).map(({ slip, around }) => `${MESSAGES[slip]} (“${around}”)`)
}

/** A course with runs needs one that can still be booked. */
function pastRuns(content: Content, countedFrom: string, now: Date): Finding[] {
  return content.courses.flatMap((course) => {
    const file = `${COURSES}/${course.key}.yaml`
    const isPast = (run: (typeof course.runs)[number]) => runDates(countedFrom, run).startsAt <= now
    const past = course.runs.flatMap((run, index) =>
      isPast(run) ? [warning(file, ['runs', index, 'startsInDays'], `the run ${run.key} has begun already`)] : [],
    )
    const bookable = course.delivery === 'recorded' || course.runs.some((run) => !isPast(run))
    return [...past, ...(bookable ? [] : [warning(file, ['runs'], 'has no run ahead: nobody can enrol')])]
  })
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
