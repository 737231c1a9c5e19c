import { useTexts } from '../../locales/texts.tsx'
import { ReviewCard } from './review-card.tsx'
import styles from './review-strip.module.css'

type Review = Parameters<typeof ReviewCard>[0]['review'] & { id: number; course: { name: string; slug: string } }

/** Reviews in a row that scrolls; the links in it bring the keyboard along. */
export function ReviewStrip({ reviews }: { reviews: Review[] }) {
  const t = useTexts('pages').home
  return (
    <ul className={styles.strip} aria-label={t.reviewsTitle}>
      {reviews.map((review) => (
        <li key={review.id}>
          <ReviewCard review={review} course={review.course} />
        </li>
      ))}
    </ul>
  )
}
