/** Advice for the writers of a content folder that can be loaded. */
import { dayOf, instantOf, plusDays } from '../../platform/days.ts'
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

/** A letter or a combining mark. */
const ARABIC = '[\\p{Script=Arabic}\\p{M}]'
const beside = (mark: string) => new RegExp(`${ARABIC}\\s*${mark}|${mark}\\s*${ARABIC}`, 'u')
const LINT_RULES: [RegExp, string][] = [
  [beside(','), 'a Latin comma in Arabic: write ،'],
  [beside(';'), 'a Latin semicolon in Arabic: write ؛'],
  [new RegExp(`${ARABIC}\\s*\\?`, 'u'), 'a Latin question mark in Arabic: write ؟'],
  [new RegExp(`\\s[،؛؟]|(${ARABIC}|[»)])\\s+[.:!](?=\\s|$)`, 'u'), 'a space before a punctuation mark'],
  [/[،؛؟](?=[\p{L}\p{N}])/u, 'no space after a punctuation mark'],
  [/[٠-٩۰-۹]/u, 'Arabic-Indic digits: the site writes 0–9'],
  [/(?<=\S) {2,}(?=\S)/u, 'two spaces'],
  [/[\p{L}\p{M}]ـ+\p{Script=Arabic}/u, 'a tatweel: readers and searches trip over it'],
]

/** Typographical mistakes of an Arabic text; code and link targets are skipped. */
export function lintText(text: string): string[] {
  const prose = text
    .replace(/```[\s\S]*?```|`[^`]*`/g, 'x')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/https?:\/\/\S+/g, 'x')
  return LINT_RULES.flatMap(([slip, message]) => {
    const found = slip.exec(prose)
    return found ? [`${message} (“${around(prose, found.index)}”)`] : []
  })
}

const around = (text: string, index: number) => text.slice(Math.max(0, index - 12), index + 14).replace(/\s+/g, ' ')

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
