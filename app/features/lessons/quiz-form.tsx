import { useState } from 'react'
import { Form } from 'react-router'
import { formatNumber } from '../../locales/format.ts'
import { useTexts } from '../../locales/texts.tsx'
import { Card } from '../../ui/content/card.tsx'
import { ContentText } from '../../ui/content/content-text.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
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
}

const MAX_QUESTIONS = 50

/** What the form says, as the call takes it. */
export function chosenIn(form: FormData): number[][] {
  const count = Math.min(Number(form.get('questions')) || 0, MAX_QUESTIONS)
  return Array.from({ length: count }, (_, index) => form.getAll(`q${index}`).map(Number))
}

/** The questions of a lesson; after an answer each says whether it was right. */
export function QuizForm({ quiz: { questions, passPercent }, best, answer, chosen }: Props) {
  const t = useTexts('lessons')
  // What is answered anew is not right or wrong any more.
  const [changed, setChanged] = useState<{ since: Answer | undefined; places: number[] }>()
  const isMarked = (index: number) => changed?.since !== answer || !changed?.places.includes(index)
  const change = (index: number) =>
    setChanged((before) => ({
      since: answer,
      places: [...(before?.since === answer ? (before?.places ?? []) : []), index],
    }))
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
      <Form method="post" action="#quiz" preventScrollReset className={styles.form}>
        <input type="hidden" name="questions" value={questions.length} />
        {questions.map(({ text, choices, isMany }, index) => (
          <fieldset key={text} onChange={() => change(index)}>
            <legend>
              {answer && isMarked(index) ? <Result isRight={answer.right[index] ?? false} /> : null}
              <ContentText>{text}</ContentText>
              {isMany ? <span className={styles.many}>{t.many}</span> : null}
            </legend>
            {choices.map((choice, place) => (
              <label key={choice}>
                <input
                  type={isMany ? 'checkbox' : 'radio'}
                  name={`q${index}`}
                  value={place}
                  required={!isMany}
                  defaultChecked={chosen?.[index]?.includes(place)}
                />
                <ContentText>{choice}</ContentText>
              </label>
            ))}
          </fieldset>
        ))}
        <SubmitButton name="intent" value="quiz">
          {t.send}
        </SubmitButton>
      </Form>
    </Card>
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
