import type { BrandMark } from '../../locales/payment-brands.ts'
import styles from './payment-marks.module.css'

/** Marks of the accepted payment brands. The footer has its own copy: sharing this would add it to every page's script. */
export function PaymentMarks({ brands, label }: { brands: BrandMark[]; label: string }) {
  return (
    <ul className={styles.marks} aria-label={label}>
      {brands.map(({ mark, name }) => (
        <li key={mark}>
          <svg viewBox="0 0 64 36" width={48} height={27} role="img" aria-label={name} lang="en">
            <use href={`/brand/payments.svg#${mark}`} />
          </svg>
        </li>
      ))}
    </ul>
  )
}
