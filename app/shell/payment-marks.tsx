import { useTexts } from '../locales/texts.tsx'
import styles from './payment-marks.module.css'

/** Names of brands, which are the same in every language; set in our own letters, since their logos are theirs. */
const MARKS = ['mada', 'VISA', 'Mastercard', 'Apple Pay']

export default function PaymentMarks() {
  const t = useTexts('shell')
  return (
    <ul className={styles.marks} aria-label={t.paymentMethods}>
      {MARKS.map((mark) => (
        <li key={mark} lang="en" dir="ltr">
          {mark}
        </li>
      ))}
    </ul>
  )
}
