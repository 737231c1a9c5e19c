import { Suspense, useRef } from 'react'
import { useTexts } from '../../locales/texts.tsx'
import { useWhenNear } from '../../ui/use-when-near.ts'
import { ReviewCard } from './review-card.tsx'
import styles from './review-strip.module.css'

type Review = Parameters<typeof ReviewCard>[0]['review'] & { id: number; course: { name: string; slug: string } }

/** Reviews in a row that scrolls; scripts turn it into a carousel. */
export function ReviewStrip({ reviews }: { reviews: Review[] }) {
  const label = useTexts('pages').home.reviewsTitle
  const frame = useRef<HTMLDivElement>(null)
  const part = useWhenNear(frame, () => import('../../ui/motion/motion.ts'))
  return (
    <div className={styles.carousel} data-count={reviews.length}>
      {part && (
        <Suspense>
          <part.CarouselControls frame={frame} label={label} className={styles.controls} />
        </Suspense>
      )}
      <div ref={frame} className={styles.frame}>
        {/* biome-ignore lint/a11y/useSemanticElements: list items can become slides: the carousel changes their roles */}
        <div className={styles.row} role="list" aria-label={label}>
          {reviews.map((review) => (
            // biome-ignore lint/a11y/useSemanticElements: as above
            <div key={review.id} role="listitem" className={styles.item}>
              <ReviewCard review={review} course={review.course} />
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}
