import { useTexts } from '../../locales/texts.tsx'
import styles from './stars.module.css'

const STARS = 5

/** A rating out of five, to a hundredth of a star. One masked element, since a page may show dozens. */
export function Stars({ rate, count, size = 20 }: { rate: number; count?: number; size?: number }) {
  const t = useTexts('ui')
  const shown = Math.round(Math.min(STARS, Math.max(0, rate)) * 100) / 100
  return (
    <svg
      className={styles.stars}
      width={size * STARS}
      height={size}
      viewBox={`0 0 ${STARS} 1`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t.rating(shown, count)}
    >
      <rect width={STARS} height={1} className={styles.rest} />
      <rect width={shown} height={1} className={styles.full} />
    </svg>
  )
}
