import { linksFor } from '../../../links.ts'
import { formatDay } from '../../../locales/format.ts'
import { useLang, useTexts } from '../../../locales/texts.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/content/card.tsx'
import { Money } from '../../../ui/content/money.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import type { WaitingFor } from '../contract.ts'
import type { CourseDetails, Schedule } from '../course-contract.ts'
import { NEXT_STEP } from '../course-state.ts'
import { StateBadge } from '../state-badge.tsx'
import { CoursePart } from './course-part.tsx'
import styles from './course-runs.module.css'
import { RunFacts } from './run-facts.tsx'
import { WaitingPlace } from './waiting-place.tsx'

type Props = {
  course: CourseDetails
  waiting: readonly WaitingFor[]
  /** The run in which the visitor is enrolled. */
  enrolledRunId: number | undefined
  /** The run of their order that is not paid yet. */
  orderedRunId: number | undefined
}

/** The runs of a course with dates, price and state. */
export function CourseRuns({ course, waiting, enrolledRunId, orderedRunId }: Props) {
  const t = useTexts('course')
  return (
    <CoursePart id="runs" title={t.runs} note={course.schedules.length > 0 ? t.runsLead : undefined}>
      {course.schedules.length === 0 ? (
        <p>{t.noRuns}</p>
      ) : (
        <RunList
          course={course}
          runs={course.schedules}
          waiting={waiting}
          enrolledRunId={enrolledRunId}
          orderedRunId={orderedRunId}
        />
      )}
    </CoursePart>
  )
}

type RunListProps = {
  course: Pick<CourseDetails, 'id'>
  runs: Schedule[]
  /** Carried along when a run is chosen during an order. */
  coupon?: string | undefined
  /** Where the visitor waits for a seat. */
  waiting?: readonly WaitingFor[]
  enrolledRunId?: number | undefined
  orderedRunId?: number | undefined
}

export function RunList({ course, runs, coupon, waiting = [], enrolledRunId, orderedRunId }: RunListProps) {
  const t = useTexts('course')
  const { seatsLeft } = useTexts('catalogue')
  const lang = useLang()
  const links = linksFor(lang)
  return (
    <ul className={styles.runs}>
      {runs.map((run) => {
        const place = waiting.find(({ runId }) => runId === run.id)
        const isOwn = run.id === enrolledRunId
        const isOrdered = run.id === orderedRunId
        const canEnrol = NEXT_STEP[run.state] === 'enrol' && !isOwn && !isOrdered
        const isFull = run.state === 'full' && !isOwn && !isOrdered
        return (
          <Card as="li" key={run.id} className={styles.run}>
            <RunFacts run={run} />
            <div className={styles.offer}>
              <Money halalas={run.priceHalalas} />
              <StateBadge offer={{ ...run, courseDeliveryMethod: run.place ? 1 : 3, hasLessons: false }} />
              {canEnrol && run.state !== 'few-seats' && <p className={styles.note}>{seatsLeft(run.seatsLeft)}</p>}
              {isOwn ? (
                <Badge tone="mint">{t.enrolled.here}</Badge>
              ) : isOrdered ? (
                <Badge tone="sand">{t.pending.here}</Badge>
              ) : (
                <RunNote run={run} />
              )}
              {canEnrol && (
                <ButtonLink
                  to={links.order(course.id, run.id, coupon)}
                  variant="quiet"
                  aria-label={t.chooseRunOf(formatDay(run.startsAt, lang))}
                >
                  {t.choose}
                </ButtonLink>
              )}
              {isFull && place && <WaitingPlace courseId={course.id} place={place} startsAt={run.startsAt} />}
              {isFull && !place && (
                <ButtonLink
                  to={links.order(course.id, run.id)}
                  variant="quiet"
                  aria-label={t.waitFor(formatDay(run.startsAt, lang))}
                >
                  {t.wait}
                </ButtonLink>
              )}
            </div>
          </Card>
        )
      })}
    </ul>
  )
}

/** When enrolment opens, or until when it is open. */
function RunNote({ run }: { run: Schedule }) {
  const t = useTexts('course')
  const lang = useLang()
  if (run.state === 'upcoming' && run.enrolmentOpensAt)
    return <p className={styles.note}>{t.opensOn(formatDay(run.enrolmentOpensAt, lang))}</p>
  if (NEXT_STEP[run.state] === 'enrol')
    return <p className={styles.note}>{t.closesOn(formatDay(run.enrolmentClosesAt, lang))}</p>
  return null
}
