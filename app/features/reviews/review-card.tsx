import type { ComponentProps } from 'react'
import { linksFor } from '../../links.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { Avatar } from '../../ui/content/avatar.tsx'
import { Card } from '../../ui/content/card.tsx'
import { NameText } from '../../ui/content/name-text.tsx'
import { Stars } from '../../ui/content/stars.tsx'
import { Link } from '../../ui/navigation/link.tsx'
import { ReviewAnswer } from '../catalogue/course/review-answer.tsx'
import styles from './review-card.module.css'

type Props = {
  review: {
    userName: string
    userPicture: string | null
    rate: number
    comment: string
    answer?: ComponentProps<typeof ReviewAnswer>['answer'] | undefined
  }
  course?: { name: string; slug: string }
}

/** A review with its author. */
export function ReviewCard({ review, course }: Props) {
  const lang = useLang()
  const t = useTexts('pages').reviews
  return (
    <Card as="figure" className={styles.review}>
      <Stars rate={review.rate} size={20} />
      <blockquote className={styles.comment}>
        <p dir="auto">{review.comment}</p>
      </blockquote>
      <figcaption className={styles.learner}>
        <Avatar src={review.userPicture} name={review.userName} size={48} placeholder="/brand/review-placeholder.svg" />
        <div>
          <p className={styles.name}>
            <NameText>{review.userName}</NameText>
          </p>
          {course && (
            <p className={styles.course}>
              <span className="visually-hidden">{t.course} </span>
              <Link to={linksFor(lang).course(course.slug)}>{course.name}</Link>
            </p>
          )}
        </div>
      </figcaption>
      {review.answer ? <ReviewAnswer answer={review.answer} /> : null}
    </Card>
  )
}
