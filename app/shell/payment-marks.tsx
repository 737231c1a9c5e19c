import { useTexts } from '../locales/texts.tsx'
import styles from './footer.module.css'

/** Names of brands, which are the same in every language; the drawings are ours, all in one hand. */
const MARKS = [
  ['mada', 'mada'],
  ['visa', 'Visa'],
  ['mastercard', 'Mastercard'],
  ['apple-pay', 'Apple Pay'],
  ['stc-pay', 'STC Pay'],
] as const

export default function PaymentMarks() {
  const t = useTexts('footer')
  return (
    <ul className={styles.marks} aria-label={t.paymentMethods}>
      {MARKS.map(([mark, name]) => (
        <li key={mark}>
          <svg viewBox="0 0 64 36" width={56} height={32} role="img" aria-label={name} lang="en">
            <use href={`/brand/payments.svg#${mark}`} />
          </svg>
        </li>
      ))}
    </ul>
  )
}
