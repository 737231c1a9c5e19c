import { useMemo, useState } from 'react'
import { Form } from 'react-router'
import { formatNumber } from '../../locales/format.ts'
import { useTexts } from '../../locales/texts.tsx'
import { Card } from '../../ui/content/card.tsx'
import { ContentText } from '../../ui/content/content-text.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { FieldErrorText, useErrors } from '../../ui/fields/field-frame.tsx'
import { FormErrors } from '../../ui/fields/form-errors.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import type { Lesson } from './contract.ts'
import styles from './quiz-form.module.css'

type Answer = { right: boolean[]; result: number; isPassed: boolean }
type Props = {
  quiz: NonNullable<Lesson['quiz']>
  /** The best result so far. */
  best: number | null
  answer: Answer | undefined
  chosen: number[][] | undefined
  /** The places of the questions in which nothing was chosen, when the form was refused for it. */
  unanswered: number[] | undefined
}

const MAX_QUESTIONS = 50

/** What the form says, as the call takes it. */
export function chosenIn(form: FormData): number[][] {
  const count = Math.min(Number(form.get('questions')) || 0, MAX_QUESTIONS)
  return Array.from({ length: count }, (_, index) => form.getAll(`q${index}`).map(Number))
}

/** The places of the questions in which nothing was chosen; each has a right choice, so none can be left out. */
export const unansweredIn = (chosen: number[][]): number[] =>
  chosen.flatMap((places, index) => (places.length === 0 ? [index] : []))

/** The questions of a lesson; after an answer each says whether it was right. */
export function QuizForm({ quiz: { questions, passPercent }, best, answer, chosen, unanswered }: Props) {
  const t = useTexts('lessons')
  // What is answered anew is not right or wrong any more.
  const [changed, setChanged] = useState<{ since: Answer | undefined; places: number[] }>()
  const isMarked = (index: number) => changed?.since !== answer || !changed?.places.includes(index)
  const change = (index: number) =>
    setChanged((before) => ({
      since: answer,
      places: [...(before?.since === answer ? (before?.places ?? []) : []), index],
    }))
  const failure = useMemo(
    () => unanswered && { message: t.choose, fields: Object.fromEntries(unanswered.map((n) => [`q${n}`, [t.choose]])) },
    [unanswered, t],
  )
  return (
    <Card as="section" id="quiz" aria-labelledby="quiz-title" className={styles.quiz}>
      <h3 id="quiz-title">{t.quiz}</h3>
      <p className={styles.lead}>
        {t.quizLead(formatNumber(passPercent))} {best !== null ? t.best(formatNumber(best)) : null}
      </p>
      {answer ? (
        <Alert kind={answer.isPassed ? 'success' : 'warning'} about={answer}>
          {(answer.isPassed ? t.passed : t.failed)(formatNumber(answer.result))}
        </Alert>
      ) : null}
      <Form method="post" action="#quiz" preventScrollReset noValidate className={styles.form}>
        <FormErrors failure={failure} labels={Object.fromEntries(questions.map(({ text }, n) => [`q${n}`, text]))} />
        <input type="hidden" name="questions" value={questions.length} />
        {questions.map((question, index) => (
          <QuestionFields
            key={question.text}
            question={question}
            name={`q${index}`}
            isRight={answer && isMarked(index) ? (answer.right[index] ?? false) : undefined}
            chosen={chosen?.[index]}
            errors={failure?.fields[`q${index}`]}
            onChange={() => change(index)}
          />
        ))}
        <SubmitButton name="intent" value="quiz">
          {t.send}
        </SubmitButton>
      </Form>
    </Card>
  )
}

type QuestionProps = {
  question: Props['quiz']['questions'][number]
  name: string
  /** Undefined before it was graded. */
  isRight: boolean | undefined
  chosen: number[] | undefined
  errors: string[] | undefined
  onChange: () => void
}

/** One question with its choices. The first has the name as its id, so that an error can link to it. */
function QuestionFields({ question, name, isRight, chosen, errors: given, onChange }: QuestionProps) {
  const t = useTexts('lessons')
  const { text, choices, isMany } = question
  const { errors, onInput } = useErrors(given)
  const wrong = errors?.length ? true : undefined
  return (
    <fieldset onChange={onChange} onInput={onInput}>
      <legend>
        {isRight === undefined ? null : <Result isRight={isRight} />}
        <ContentText>{text}</ContentText>
        {isMany ? <span className={styles.many}>{t.many}</span> : null}
      </legend>
      {choices.map((choice, place) => (
        <label key={choice}>
          <input
            type={isMany ? 'checkbox' : 'radio'}
            name={name}
            id={place === 0 ? name : `${name}-${place}`}
            value={place}
            required={!isMany}
            aria-invalid={wrong}
            aria-describedby={wrong && `${name}-error`}
            defaultChecked={chosen?.includes(place)}
          />
          <ContentText>{choice}</ContentText>
        </label>
      ))}
      <FieldErrorText id={name} errors={errors} />
    </fieldset>
  )
}

function Result({ isRight }: { isRight: boolean }) {
  const t = useTexts('lessons')
  return (
    <span className={styles.result} data-right={isRight || undefined}>
      <Icon name={isRight ? 'success' : 'error'} size={18} />
      <span className="visually-hidden">{isRight ? t.right : t.wrong}: </span>
    </span>
  )
}
