/** The questions at the end of a lesson: how they are graded, and how staff write them. */
import type { Quiz } from '../../../db/shapes.ts'

export const MAX_QUESTIONS = 30
const MAX_CHOICES = 8

/**
 * @param chosen the places of the chosen choices, question by question
 * @returns `percent` is to be shown: 67 for two of three, and never what passes for a try that does not
 */
export function gradeOf({ questions, passPercent }: Quiz, chosen: readonly (readonly number[])[]) {
  const right = questions.map(({ choices }, index) => {
    const own = new Set(chosen[index] ?? [])
    return choices.every((choice, place) => (choice.right === true) === own.has(place))
  })
  const exact = (right.filter(Boolean).length * 100) / questions.length
  const isPassed = Math.floor(exact) >= passPercent
  const shown = Math.round(exact)
  return { right, percent: isPassed ? shown : Math.min(shown, passPercent - 1), isPassed }
}

/** A question in one language: its line, and its choices, each after `*` (right) or `-`. */
type Written = { text: string; choices: { text: string; right: boolean }[] }

/**
 * As staff write it: a line for the question, then a line for each choice, `*` before the right ones and `-` before the
 * others; a blank line between two questions.
 */
export function quizText(quiz: Pick<Quiz, 'questions'> | null, lang: 'ar' | 'en'): string {
  const lines = (quiz?.questions ?? []).map(({ text, choices }) =>
    [text[lang] ?? '', ...choices.map((choice) => `${choice.right ? '*' : '-'} ${choice.text[lang] ?? ''}`)].join('\n'),
  )
  return lines.every((one) => /^\s*(?:\n[*-]\s*)*$/.test(one)) ? '' : lines.join('\n\n')
}

/** Why a text is no quiz: keys of `locales/<lang>/fields.ts`. */
export type QuizError = 'quizForm' | 'quizRight' | 'quizLong' | 'quizOther'

function written(text: string): Written[] | 'quizForm' {
  const blocks = text
    .replace(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n/)
    .map((block) =>
      block
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean),
    )
    .filter((lines) => lines.length > 0)
  const questions: Written[] = []
  for (const [first, ...rest] of blocks) {
    const choices = rest.map((line) => /^([*-])\s*(.+)$/.exec(line))
    if (!first || /^[*-]\s/.test(first) || choices.length < 2 || choices.some((found) => !found)) return 'quizForm'
    questions.push({ text: first, choices: choices.map((found) => ({ text: found![2]!, right: found![1] === '*' })) })
  }
  return questions
}

type Reading = { questions: Quiz['questions'] } | { at: 'ar' | 'en'; error: QuizError }

/** The questions of both texts; the English one may be missing, and else has the same questions and choices. */
export function readQuiz(texts: { ar: string; en: string }): Reading {
  const [ar, en] = [written(texts.ar), written(texts.en)]
  if (ar === 'quizForm') return { at: 'ar', error: ar }
  if (en === 'quizForm') return { at: 'en', error: en }
  if (ar.length > MAX_QUESTIONS || ar.some(({ choices }) => choices.length > MAX_CHOICES))
    return { at: 'ar', error: 'quizLong' }
  if (ar.some(({ choices }) => !choices.some(({ right }) => right))) return { at: 'ar', error: 'quizRight' }
  const shape = (questions: Written[]) => questions.map(({ choices }) => choices.map(({ right }) => right))
  if (en.length > 0 && JSON.stringify(shape(ar)) !== JSON.stringify(shape(en))) return { at: 'en', error: 'quizOther' }
  const both = (one: string, other: string | undefined) => (other ? { ar: one, en: other } : { ar: one })
  return {
    questions: ar.map(({ text, choices }, index) => ({
      text: both(text, en[index]?.text),
      choices: choices.map((choice, place) => ({
        text: both(choice.text, en[index]?.choices[place]?.text),
        ...(choice.right ? { right: true as const } : {}),
      })),
    })),
  }
}
