import type { ReactNode } from 'react'
import { formatDay } from '../../../locales/format.ts'
import { useLang, useTexts } from '../../../locales/texts.tsx'
import { ContentText } from '../../../ui/content/content-text.tsx'
import { Disclosure } from '../../../ui/content/disclosure.tsx'
import { Face } from '../../../ui/content/face.tsx'
import { NameText } from '../../../ui/content/name-text.tsx'
import { Stars } from '../../../ui/content/stars.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import type { CourseDetails, Review } from '../course-contract.ts'
import { OWN_REVIEW } from '../own-review.ts'
import { isAverageShown } from '../rating.ts'
import type { CourseActionData } from './course-action-data.ts'
import { CoursePart } from './course-part.tsx'
import styles from './course-reviews.module.css'
import { ReviewAnswer } from './review-answer.tsx'
import { ReviewForm } from './review-form.tsx'

const INITIALLY_SHOWN = 4

type Props = {
  course: CourseDetails
  /** Whether the visitor is a learner of the course, which has begun. */
  mayReview: boolean
  answer: CourseActionData
}

/** The reviews of a course, and the form for learners who have paid for it. */
export function CourseReviews({ course, mayReview, answer }: Props) {
  const t = useTexts('course')
  const { reviews, rating } = course
  const mine = reviews.find(({ isMine }) => isMine)
  return (
    <CoursePart
      id="reviews"
      title={t.reviews}
      note={rating && isAverageShown(rating.count) && <Average rating={rating} />}
    >
      {reviews.length === 0 && !mayReview && <p className={styles.none}>{t.noReviews}</p>}
      <List reviews={reviews.slice(0, INITIALLY_SHOWN)} />
      {reviews.length > INITIALLY_SHOWN && (
        <Disclosure summary={t.moreReviews(reviews.length - INITIALLY_SHOWN)}>
          <List reviews={reviews.slice(INITIALLY_SHOWN)} />
        </Disclosure>
      )}
      {/* Without scripts the page comes back here, far down as it is. */}
      <div id={OWN_REVIEW} className="no-print">
        <Done answer={answer} />
        {mayReview && <ReviewForm courseId={course.id} mine={mine} answer={answer} />}
      </div>
    </CoursePart>
  )
}

/** Only its author reads this. */
function Hidden({ hidden: { reason } }: { hidden: NonNullable<Review['hidden']> }) {
  const t = useTexts('course').review
  return (
    <Alert kind="info" title={reason ? t.hidden : t.held}>
      {reason ? (
        <>
          {t.hiddenReason} <bdi>{reason}</bdi>
        </>
      ) : null}
    </Alert>
  )
}

function Average({ rating }: { rating: { average: number; count: number } }): ReactNode {
  return (
    <span className={styles.average}>
      <bdi dir="ltr">{rating.average.toFixed(1)} / 5</bdi>
      <Stars rate={rating.average} count={rating.count} />
      <span>({rating.count})</span>
    </span>
  )
}

function Done({ answer }: { answer: CourseActionData }) {
  const t = useTexts('course').review
  if (answer?.done === 'deleteReview') return <Alert kind="success" title={t.deleted} />
  if (answer?.done === 'addReview' || answer?.done === 'editReview') return <Alert kind="success" title={t.saved} />
  return null
}

function List({ reviews }: { reviews: Review[] }) {
  const lang = useLang()
  return (
    <ul className={styles.reviews}>
      {reviews.map((review) => (
        <li key={review.id}>
          <Face src={review.userPicture} name={review.userName} />
          <div>
            <p className={styles.who}>
              <NameText>{review.userName}</NameText>
              <time dateTime={review.createdAt}>{formatDay(review.createdAt, lang)}</time>
            </p>
            <Stars rate={review.rate} size={16} />
            <p className={styles.comment} dir="auto">
              <ContentText>{review.comment}</ContentText>
            </p>
            {review.hidden ? <Hidden hidden={review.hidden} /> : null}
            {review.answer ? <ReviewAnswer answer={review.answer} /> : null}
          </div>
        </li>
      ))}
    </ul>
  )
}
