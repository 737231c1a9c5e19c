import { type RefObject, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useTexts } from '../../../locales/texts.tsx'
import { typedRows } from './send-trainer.ts'
import styles from './trainer-form.module.css'
import { LISTS, ROW_FIELDS, STEP_FIELDS, STEPS, type Step } from './trainer-steps.ts'
import { stepQuery } from './use-steps.ts'

type Summary = Record<string, string[]>

/** The complete application before sending, with a link to each step. */
export function TrainerReview({ isShown }: { isShown: boolean }) {
  const t = useTexts('trainer')
  const { leads } = useTexts('innerPages')
  const labels: Record<string, string> = leads.fields
  const place = useRef<HTMLDivElement>(null)
  const summary = useSummary(place, isShown)
  return (
    <div className={styles.review} ref={place}>
      {STEPS.slice(0, -1).map((step: Step, index) => (
        <section key={step} aria-labelledby={`review-${step}`}>
          <div className={styles.reviewHead}>
            <h4 id={`review-${step}`}>{t.steps[step]}</h4>
            <Link to={`${stepQuery(index)}#form`} preventScrollReset aria-label={t.changeStep(t.steps[step])}>
              {t.change}
            </Link>
          </div>
          <dl>
            {STEP_FIELDS[step].map((name) => (
              <div key={name}>
                <dt>{labels[name]}</dt>
                <dd>
                  {(summary[name] ?? []).length === 0 ? (
                    <span className={styles.none}>{t.none}</span>
                  ) : (
                    summary[name]!.map((line) => (
                      <p key={line}>
                        <bdi>{line}</bdi>
                      </p>
                    ))
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  )
}

function useSummary(place: RefObject<HTMLElement | null>, isShown: boolean): Summary {
  const [summary, setSummary] = useState<Summary>({})
  useEffect(() => {
    const form = place.current?.closest('form')
    if (!isShown || !form) return
    const read = () => setSummary(summaryOf(form))
    read()
    // A restored draft or upload changes the form a little later.
    const later = setTimeout(read, 600)
    return () => clearTimeout(later)
  }, [place, isShown])
  return summary
}

function summaryOf(form: HTMLFormElement): Summary {
  const summary: Summary = {}
  for (const name of Object.values(STEP_FIELDS).flat()) {
    const field = form.elements.namedItem(name)
    if (field instanceof HTMLSelectElement) summary[name] = field.value ? [field.selectedOptions[0]!.text] : []
    else if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)
      summary[name] = field.value.trim() ? [field.value] : []
  }
  for (const list of LISTS) {
    summary[list] = typedRows(form, list).map((row) => ROW_FIELDS[list].map((part) => row[part]).join(' — '))
  }
  const cv = form.elements.namedItem('cvId') as HTMLInputElement | null
  summary.cv = cv?.dataset.name ? [cv.dataset.name] : []
  return summary
}
