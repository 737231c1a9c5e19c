import { Link } from 'react-router'
import { linksFor } from '../../links.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { Card } from '../../ui/content/card.tsx'
import { ContentText } from '../../ui/content/content-text.tsx'
import { RunFacts } from '../catalogue/course/run-facts.tsx'
import { CoverPicture } from '../pictures/cover-picture.tsx'
import type { Order, OrderSummary } from './order-contract.ts'
import styles from './ordered-course.module.css'
import { seatKindOf } from './seat-kind.ts'

type Props = {
  course: Order['course']
  run: Order['schedule'] | OrderSummary['schedule']
  /** Shown below the run: how many seats are left. */
  note?: string | undefined
  /** The address where another run can be chosen, while that is possible. */
  changeRun?: string | undefined
  /** The heading level of the course's name. */
  heading?: 'h2' | 'h3'
}

/** The ordered course and, unless it is recorded, its run. */
export function OrderedCourse({ course, run, note, changeRun, heading: Heading = 'h2' }: Props) {
  const t = useTexts('orders')
  const { delivery } = useTexts('catalogue')
  const links = linksFor(useLang())
  return (
    <Card flush className={styles.card}>
      <CoverPicture src={course.image} sizes="12rem" className={styles.cover} />
      <div className={styles.body}>
        <p className={styles.kind}>{delivery[course.courseDeliveryMethod as 1 | 2 | 3]}</p>
        <Heading className={styles.name}>
          <Link to={links.course(course.slug)}>
            <ContentText>{course.name}</ContentText>
          </Link>
        </Heading>
        {run ? (
          <RunFacts run={run} />
        ) : seatKindOf(course) === 'recorded' ? (
          <p>{course.hasLessons ? t.recorded : t.recordedSoon}</p>
        ) : null}
        {(note || changeRun) && (
          <p className={styles.foot}>
            {note && <span>{note}</span>}
            {changeRun && <Link to={changeRun}>{t.changeRun}</Link>}
          </p>
        )}
      </div>
    </Card>
  )
}
