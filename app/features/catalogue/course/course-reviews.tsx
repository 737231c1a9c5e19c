import type { ReactNode } from 'react'
import { formatDay } from '../../../locales/format.ts'
import { useLang, useTexts } from '../../../locales/texts.tsx'
import { Avatar } from '../../../ui/content/avatar.tsx'
import { ContentText } from '../../../ui/content/content-text.tsx'
import { Disclosure } from '../../../ui/content/disclosure.tsx'
import { Stars } from '../../../ui/content/stars.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import type { CourseDetails, Review } from '../contract.ts'
import type { CourseAnswer } from './course-answer.ts'
import { CoursePart } from './course-part.tsx'
import styles from './course-reviews.module.css'
import { ReviewForm } from './review-form.tsx'

const SHOWN_AT_ONCE = 4

type Props = { course: CourseDetails; isLearner: boolean; answer: CourseAnswer }

/** What learners said; who paid for the course can say it too. */
export function CourseReviews({ course, isLearner, answer }: Props) {
  const t = useTexts('course')
  const { reviews, rating } = course
  const mine = reviews.find(({ isMine }) => isMine)
  return (
    <CoursePart id="reviews" title={t.reviews} note={rating && <Average rating={rating} />}>
      {reviews.length === 0 && !isLearner && <p className={styles.none}>{t.noReviews}</p>}
      <List reviews={reviews.slice(0, SHOWN_AT_ONCE)} />
      {reviews.length > SHOWN_AT_ONCE && (
        <Disclosure summary={t.moreReviews(reviews.length - SHOWN_AT_ONCE)}>
          <List reviews={reviews.slice(SHOWN_AT_ONCE)} />
        </Disclosure>
      )}
      <Done answer={answer} />
      {isLearner && <ReviewForm courseId={course.id} mine={mine} answer={answer} />}
    </CoursePart>
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

function Done({ answer }: { answer: CourseAnswer }) {
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
          <Avatar src={review.userPicture} />
          <div>
            <p className={styles.who}>
              <bdi>{review.userName}</bdi>
              <time dateTime={review.createdAt}>{formatDay(review.createdAt, lang)}</time>
            </p>
            <Stars rate={review.rate} size={16} />
            <p className={styles.comment} dir="auto">
              <ContentText>{review.comment}</ContentText>
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}
