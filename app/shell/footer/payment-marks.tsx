import type { BrandMark } from '../../locales/payment-brands.ts'
import { useTexts } from '../../locales/texts.tsx'
import styles from './footer.module.css'

/** The marks are drawn by us in one style. */
export default function PaymentMarks({ brands }: { brands: BrandMark[] }) {
  const t = useTexts('footer')
  return (
    <ul className={styles.marks} aria-label={t.paymentMethods}>
      {brands.map(({ mark, name }) => (
        <li key={mark}>
          <svg viewBox="0 0 64 36" width={56} height={32} role="img" aria-label={name} lang="en">
            <use href={`/brand/payments.svg#${mark}`} />
          </svg>
        </li>
      ))}
    </ul>
  )
}
