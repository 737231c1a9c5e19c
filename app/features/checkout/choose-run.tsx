import type { ReactNode } from 'react'
import { linksFor } from '../../links.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import type { WaitingFor } from '../catalogue/contract.ts'
import { RunList } from '../catalogue/course/course-runs.tsx'
import type { Schedule } from '../catalogue/course-contract.ts'
import { NEXT_STEP } from '../catalogue/course-state.ts'
import type { OrderSummary } from '../orders/order-contract.ts'
import styles from './choose-run.module.css'

type Props = {
  summary: OrderSummary
  runs: Schedule[]
  coupon: string | undefined
  /** Where the learner waits for a seat in a run of the course. */
  places: readonly WaitingFor[]
  /** The runs of their paid order and of one that is not paid yet. */
  own: { enrolledRunId: number | undefined; orderedRunId: number | undefined }
  waiting: ReactNode
  isWaiting: boolean
}

/** Offers the runs of a course: none is chosen yet, or the chosen one cannot be booked any more. */
export function ChooseRun({ summary, runs, coupon, places, own, waiting, isWaiting }: Props) {
  const t = useTexts('orders')
  const links = linksFor(useLang())
  const { course, needsSchedule, state } = summary
  const others = runs.filter(({ id, state }) => NEXT_STEP[state] === 'enrol' && id !== summary.schedule?.id)
  const isOpen = others.length > 0
  return (
    <>
      {needsSchedule && isOpen ? <p>{t.chooseLead}</p> : <Unavailable {...{ state, isWaiting, isOpen }} />}
      {waiting}
      {(isOpen || needsSchedule) && runs.length > 0 && (
        <section className={styles.others} aria-labelledby="other-dates">
          <h2 id="other-dates" className={isOpen && !needsSchedule ? styles.title : 'visually-hidden'}>
            {needsSchedule ? t.run : t.otherDates}
          </h2>
          <RunList course={course} runs={needsSchedule ? runs : others} coupon={coupon} waiting={places} {...own} />
        </section>
      )}
      <div className={styles.actions}>
        <ButtonLink to={links.course(course.slug)} variant="quiet">
          {t.backToCourse}
        </ButtonLink>
        {!isOpen && (
          <>
            {isWaiting || places.length > 0 ? (
              <ButtonLink to={`${links.profile}/orders`}>{t.waiting.mine}</ButtonLink>
            ) : (
              <ButtonLink
                to={`${links.course(course.slug)}#notify`}
                // Waiting for this run comes first: news of later ones is second to it.
                variant={waiting ? 'quiet' : 'primary'}
                reloadDocument
              >
                {t.notifyMe}
              </ButtonLink>
            )}
            <ButtonLink to={links.courses()} variant="plain">
              {t.browse}
            </ButtonLink>
          </>
        )}
      </div>
    </>
  )
}

/** @param isOpen whether another date can be chosen */
function Unavailable({
  state,
  isWaiting,
  isOpen,
}: Pick<Props, 'isWaiting'> & { state: OrderSummary['state']; isOpen: boolean }) {
  const { states, waiting } = useTexts('orders')
  if (state !== 'full' && state !== 'upcoming' && state !== 'closed') return null
  const own = isWaiting ? { body: waiting.full, noOther: waiting.noOther } : states.full
  return (
    <Alert kind="warning" title={states[state].title}>
      {state !== 'full' ? states[state].body : isOpen ? own.body : own.noOther}
    </Alert>
  )
}
