import { type ReactNode, useRef } from 'react'
import { Form } from 'react-router'
import { useTexts } from '../../../locales/texts.tsx'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Steps } from '../../../ui/feedback/steps.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { useDraft } from '../../../ui/fields/use-draft.ts'
import { useScripts } from '../../../ui/use-scripts.ts'
import frame from '../forms/enquiry-form.module.css'
import { ConsentField, type EnquiryField, enquiryDraft, Honeypot } from '../forms/enquiry-form.tsx'
import type { KnownSender } from '../known-sender.ts'
import { CvField } from './cv-field.tsx'
import { RowList, rowFieldId } from './row-list.tsx'
import type { TrainerAnswer } from './send-trainer.ts'
import { type Countries, ExperienceStep, PersonStep } from './trainer-fields.tsx'
import styles from './trainer-form.module.css'
import { TrainerReview } from './trainer-review.tsx'
import { errorsIn, LISTS, STEP_FIELDS, STEPS } from './trainer-steps.ts'
import { stepQuery, useSteps } from './use-steps.ts'

/** Where most applicants live. */
const HOME_COUNTRY = 'SA'

const MAX_ROWS = { researches: 20, courses: 30 }

type Props = { stamp: string; answer: TrainerAnswer; countries: Countries; known: KnownSender | undefined }

/** The form for a trainer's application: in steps, or without scripts as one form. */
export function TrainerForm({ stamp, answer, countries, known }: Props) {
  const t = useTexts('trainer')
  const { enquiries, leads } = useTexts('innerPages')
  const labels: Record<string, string> = leads.fields
  // The initial values; later responses come while the form is filled in.
  const first = useRef(answer).current
  const hasScripts = useScripts()
  const { step, isLast, failure, isChecking, heading, goTo, submit } = useSteps(answer, hasScripts)
  const draft = useDraft(enquiryDraft('trainer'), (failure ?? answer?.failure) !== undefined)
  const errors = failure?.fields ?? {}
  const initial: Record<string, string> = { country: HOME_COUNTRY, ...known }
  // The first token stays in use until the server requests a new one.
  const seal = useRef(answer?.values.stamp || stamp)
  if (answer?.values.stamp === '') seal.current = stamp
  const field: EnquiryField = (name) => ({
    name,
    label: labels[name] ?? name,
    errors: errors[name],
    defaultValue: first?.values[name] ?? initial[name],
  })
  const here = failure && hasScripts ? { ...failure, fields: errorsIn(step, errors) } : failure
  // Errors of other steps are shown there.
  const summaryFailure =
    here && Object.keys(errors).length > 0 && Object.keys(here.fields).length === 0 ? undefined : here
  // Where scripts are expected, the form has its steps before they run: see the style sheet.
  const isEarly = !hasScripts && answer === undefined
  const section = (place: number, children: ReactNode) => (
    <Section place={place} isHidden={hasScripts && place !== step} isLater={isEarly && place !== step}>
      {children}
    </Section>
  )
  return (
    <Form
      method="post"
      encType="multipart/form-data"
      action={hasScripts ? `${stepQuery(STEPS.length - 1)}#form` : '#form'}
      id="form"
      className={frame.form}
      noValidate
      preventScrollReset
      onSubmit={submit}
      {...draft}
    >
      {hasScripts ? null : (
        <button
          type="submit"
          className={styles.first}
          tabIndex={-1}
          aria-hidden
          {...(isEarly ? { 'data-replay': '' } : {})}
        />
      )}
      {hasScripts || isEarly ? (
        <div className={classNames(styles.steps, isEarly && styles.stepwise)}>
          <Steps steps={STEPS.map((name) => t.marks[name])} current={step} />
          <p className={styles.saved}>{t.kept}</p>
        </div>
      ) : null}
      {summaryFailure ? <FormErrors failure={summaryFailure} {...summaryOf(errors, labels, t.lists)} /> : null}
      <input type="hidden" name="stamp" value={seal.current} />
      <Honeypot kind="trainer" />
      <span ref={heading} hidden />
      {section(0, <PersonStep field={field} countries={countries} />)}
      {section(1, <ExperienceStep field={field} />)}
      {section(
        2,
        LISTS.map((list) => (
          <RowList
            key={list}
            list={list}
            initialRows={first?.rows[list]}
            errors={errors}
            most={MAX_ROWS[list]}
            hasScripts={hasScripts}
          />
        )),
      )}
      {section(3, <CvField saved={first?.cv} stamp={seal.current} errors={errors.cv} />)}
      {section(
        4,
        <>
          {hasScripts ? <TrainerReview isShown={isLast} /> : null}
          <ConsentField errors={errors.consent} defaultChecked={first?.values.consent === 'on'} />
        </>,
      )}
      <div className={frame.end}>
        {(hasScripts || isEarly) && !isLast ? (
          <Button
            key="next"
            type="submit"
            size="large"
            icon="arrow-forward"
            aria-disabled={isChecking || undefined}
            className={isEarly ? styles.stepwise : undefined}
            data-replay
          >
            {t.next}
          </Button>
        ) : null}
        {hasScripts && !isLast ? null : (
          <SubmitButton
            key="send"
            size="large"
            {...(isEarly ? { className: isLast ? undefined : styles.later, 'data-replay': isLast || undefined } : {})}
          >
            {enquiries.send.trainer}
          </SubmitButton>
        )}
        {hasScripts && step > 0 ? (
          <Button variant="quiet" size="large" icon="arrow-back" onClick={() => goTo(step - 1)}>
            {t.back}
          </Button>
        ) : null}
      </div>
    </Form>
  )
}

function Section({
  place,
  isHidden,
  isLater,
  children,
}: {
  place: number
  isHidden: boolean
  isLater: boolean
  children: ReactNode
}) {
  const t = useTexts('trainer')
  const name = STEPS[place]!
  return (
    <section
      className={classNames(styles.step, isLater && styles.later)}
      data-step={place}
      hidden={isHidden}
      aria-labelledby={`step-${name}`}
    >
      <div>
        <h3 id={`step-${name}`} tabIndex={-1}>
          {t.steps[name]}
        </h3>
        <p className={styles.hint}>{t.leads[name]}</p>
      </div>
      {children}
    </section>
  )
}

type Lists = Record<(typeof LISTS)[number], { row: (n: number) => string; columns: Record<string, { label: string }> }>

/** The labels and ids of the fields with errors, in the order of the form. */
function summaryOf(errors: Record<string, string[]>, labels: Record<string, string>, lists: Lists) {
  const names: Record<string, string> = {}
  const ids: Record<string, string> = {}
  for (const name of STEPS.flatMap((step) => STEP_FIELDS[step])) {
    names[name] = labels[name] ?? name
    const list = LISTS.find((one) => one === name)
    if (!list) continue
    for (const wrong of Object.keys(errors).filter((one) => one.startsWith(`${list}.`))) {
      const [, place = '0', part = ''] = wrong.split('.')
      names[wrong] = `${lists[list].row(Number(place) + 1)}: ${lists[list].columns[part]?.label ?? ''}`
      ids[wrong] = rowFieldId(list, place, part)
    }
  }
  return { labels: names, ids }
}
