/** Turns a problem into the error body of API.md, in the caller's language. */
import { fieldTexts as arFields } from '../locales/ar/fields.ts'
import { problemTexts as arProblems } from '../locales/ar/problems.ts'
import { fieldTexts as enFields } from '../locales/en/fields.ts'
import { problemTexts as enProblems } from '../locales/en/problems.ts'
import type { Lang } from '../locales/lang.ts'
import type { Conflicts, FieldErrors, Problem, ProblemCode, ProblemDetail } from './problem.ts'

const problems = { ar: arProblems, en: enProblems }
const fields = { ar: arFields, en: enFields }

export function problemText(code: ProblemCode, detail: ProblemDetail, lang: Lang): string {
  return problems[lang][code](detail)
}

/** The text of a field's message: a key, or a key and a number after a colon (`tooLong:50`). */
export function fieldText(message: string, lang: Lang): string {
  const [key = '', amount = ''] = message.split(':')
  const texts: Record<string, (amount: string) => string> = fields[lang]
  return (texts[key] ?? texts.invalid!)(amount)
}

export function fieldsInLang(errors: FieldErrors, lang: Lang): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).map(([name, messages]) => [name, messages.map((message) => fieldText(message, lang))]),
  )
}

export type ErrorBody = {
  isError: true
  error: {
    code: ProblemCode
    description: string
    fields?: FieldErrors
    current?: ProblemDetail
    conflicts?: Conflicts
  }
}

export function errorBody(problem: Problem, lang: Lang): ErrorBody {
  const description = problemText(problem.code, problem.detail, lang)
  const fieldErrors = problem.fields ? { fields: fieldsInLang(problem.fields, lang) } : {}
  const current = problem.code === 'changedMeanwhile' ? { current: problem.detail } : {}
  const conflicts = problem.conflicts ? { conflicts: problem.conflicts } : {}
  return { isError: true, error: { code: problem.code, description, ...fieldErrors, ...current, ...conflicts } }
}
